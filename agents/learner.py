"""The Learner contract: how one item of useful knowledge comes from experience."""

import inspect
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias

import attrs

from agents.advisor import RESERVED
from agents.rosters import ROSTERS
from agents.session.advisor_session import LEGAL_MOVES, OUTCOME, PLAY
from agents.session.streams import Streams
from agents.session.unawaited import AwaitTracker
from blackboard import Comment, Decision, Entry, Experience, Item, Items, Knowledge, Testimony, thawed
from blackboard.items import as_written
from games import BadPlugin, DuplicateName, Game, Move, Outcome, UnknownName

TRIGGERS = ("decision", "contest")
STAGES = (1, 2)


class Meter(ABC):
    """Measures how much time a learner has left."""

    @abstractmethod
    def spend(self, kind: int) -> None:
        """Charge a call of the oracle; raise OutOfTime if nothing is left."""

    @abstractmethod
    def remaining(self) -> float:
        """Return the time left, in seconds."""

    def charge(self, ns: int) -> None:
        """Charge time in which others worked for the learner; on a real clock it has passed already."""
        del ns


@attrs.define
class Page:
    """One item, as a lesson finds and changes it."""

    held: Mapping[str, Entry] = attrs.field(factory=dict)
    """The entries known before."""
    room: int = 0
    """How many entries it may gain."""
    notes: dict[str, Entry] = attrs.field(factory=dict)
    """New and changed entries."""
    forgotten: set[str] = attrs.field(factory=set)
    """Entries that were known and are removed."""

    def recall(self, key: str) -> Entry | None:
        """Return the current entry under a text."""
        if key in self.notes:
            return self.notes[key]
        return None if key in self.forgotten else thawed(self.held.get(key))

    def note(self, key: str, entry: Entry) -> bool:
        """Write an entry; False if it is new and there is no room."""
        if not self._has(key):
            if self.room < 1:  # it may be fractional, like the bound
                return False
            self.room -= 1
        self.forgotten.discard(key)
        self.notes[key] = entry
        return True

    def forget(self, key: str) -> bool:
        """Remove an entry; False if there is none."""
        if not self._has(key):
            return False
        self.room += 1
        self.notes.pop(key, None)
        if key in self.held:
            self.forgotten.add(key)
        return True

    def _has(self, key: str) -> bool:
        return key in self.notes or (key in self.held and key not in self.forgotten)


@attrs.frozen
class Opinions:
    """The opinions on a position of the Advisors that vote."""

    moves: tuple[Move, ...]
    """The moves that they were asked about: the legal moves, one of each symmetry class."""
    testimonies: Sequence[Testimony]


Ask: TypeAlias = Callable[[Any, Streams], Awaitable[Opinions]]
"""Asks the panel about a position, with the random streams to use."""


async def _ask_none(position: Any, streams: Streams) -> Opinions:
    del position, streams
    return Opinions((), ())


Said: TypeAlias = Mapping[str, Mapping[Move, Comment]]
"""The comments of each Advisor of tier 3."""
Recounted: TypeAlias = Callable[[Said], tuple[Move, Mapping[Move, float | Fraction]]]
"""Returns the move and the tally of a vote with only the given comments."""


class Counterfactuals(Protocol):
    """How a learner finds out which move a decision would have led to."""

    def recounting(self, decision: Decision) -> Recounted:
        """Return a function that counts the vote of a decision again."""

    def without(self, decision: Decision, name: str) -> Move:
        """Return the move without one Advisor."""


@attrs.define
class Lesson(AwaitTracker):
    """What a learner sees and may do: the experience, a metered oracle, and its own items to write in.

    What was noted when the time is up stays, so note only complete facts.
    """

    game: Game[Any]
    """The game to learn about. The oracle of the lesson is metered; do not call these rules directly."""
    experiences: Sequence[Experience]
    """The contests since the learner last learned, the newest last."""
    knowledge: Knowledge
    """What was known before this lesson, of every item; in the second stage, including the first's notes."""
    streams: Streams
    """The source of all randomness; `random` is enough for most learners."""
    decision: Decision | None = None
    """For learners that learn from each decision: the last decision."""
    options: Mapping[str, Any] = MappingProxyType({})
    """The options set for this learner, by name."""
    decisions: Sequence[Decision] = ()
    """For learners that study decisions: Hoyle's own since the learner last learned."""
    called = "lesson"
    _random: random.Random | None = attrs.field(default=None, init=False)
    _asked: int = attrs.field(default=0, init=False)
    _pages: Mapping[str, Page] = attrs.field(kw_only=True)
    """By item, the learner's main item first."""
    _meter: Meter = attrs.field(kw_only=True)
    _ask: Ask = attrs.field(default=_ask_none, kw_only=True)
    _counterfactuals: Counterfactuals | None = attrs.field(default=None, kw_only=True)

    @property
    def experience(self) -> Experience:
        """Return the newest contest."""
        return self.experiences[-1]

    @property
    def random(self) -> random.Random:
        """Return a random stream of this lesson's own."""
        if self._random is None:
            self._random = self.streams.stream("lesson")
        return self._random

    @property
    def notes(self) -> dict[str, Entry]:
        """Return what this lesson adds to the learner's main item."""
        return self._page("").notes

    def key(self, position: Any) -> str:
        """Return the text under which a position is remembered."""
        return self.knowledge.key(self.game, position)

    def recall(self, key: str, *, item: str = "") -> Entry | None:
        """Return the current entry of an own item, by default the main item, under a text.

        The result is a copy: changing it does not change what is known.
        """
        return self._page(item).recall(key)

    def note(self, key: str, entry: Entry, *, item: str = "") -> bool:
        """Write one complete fact; False if it is new and the item is full."""
        return self._page(item).note(key, entry)

    def forget(self, key: str, *, item: str = "") -> bool:
        """Remove an entry from an own item, which makes room for another; False if there is none."""
        return self._page(item).forget(key)

    def _page(self, item: str) -> Page:
        if not item:
            return next(iter(self._pages.values()))
        if item not in self._pages:
            raise UnknownName.of(
                "item of this learner", item, self._pages, f"it writes {', '.join(self._pages)}"
            )
        return self._pages[item]

    # The panel.

    def ask(self, position: Any) -> Coroutine[Any, Any, Opinions]:
        """Ask the Advisors that vote about a position, as in a decision; their time counts as the learner's.

        Each Advisor has its own budget, but no more than the learner has left. Positions are heard one after
        another, also if several are asked about at once.
        """
        self._asked += 1
        streams = self.streams.child("ask", self._asked)

        async def ask() -> Opinions:
            return await self._ask(position, streams)

        return self.hand_out(ask())

    # Recorded decisions.

    def recounting(self, decision: Decision) -> Recounted:
        """Return a function that counts the vote of a decision again, given only some of its comments."""
        return self._looking_back().recounting(decision)

    def without(self, decision: Decision, name: str) -> Move:
        """Return the move that a decision would have made without one Advisor, as far as recorded."""
        return self._looking_back().without(decision, name)

    def _looking_back(self) -> Counterfactuals:
        if self._counterfactuals is None:
            raise LookupError("decisions cannot be made again here; only Hoyle's own learners can do that")
        return self._counterfactuals

    # The rules oracle. Every call is metered.

    def play(self, move: Move, position: Any) -> Any:
        """Return the position after a move."""
        self._meter.spend(PLAY)
        return self.game.play(position, move)

    def legal_moves(self, position: Any) -> tuple[Move, ...]:
        """Return the legal moves of a position."""
        self._meter.spend(LEGAL_MOVES)
        return tuple(self.game.legal_moves(position))

    def outcome(self, position: Any) -> Outcome | None:
        """Return how the contest ended there, or None if it goes on."""
        self._meter.spend(OUTCOME)
        return self.game.outcome(position)

    def remaining(self) -> float:
        """Return the time left, in seconds."""
        return self._meter.remaining()


class Learner:
    """One learning algorithm. Subclass it, and write `learn`."""

    name: ClassVar[str] = ""
    feeds: ClassVar[Item | tuple[Item, ...] | None] = None
    """The declarations of the items that it writes; learners of one item share one declaration."""
    item: ClassVar[str] = ""
    """The name of the item of useful knowledge that it writes; defaults to its declaration's, or its own."""
    items: ClassVar[tuple[str, ...]] = ()
    """The names of all items that it writes, if there are several; `item` is the first."""
    trigger: ClassVar[str | int] = "contest"
    """`decision`, `contest`, or a number of contests after which it learns."""
    studies_decisions: ClassVar[bool] = False
    """Whether it uses `lesson.decisions`; then a resumed run makes the decisions again."""
    stage: ClassVar[int] = 1
    """1, or 2 for a learner that sees what those of stage 1 have noted after the same contest."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The names of items that it needs to learn anything; other learners must write them."""
    budget_ms: ClassVar[float] = 10_000
    bound: ClassVar[int] = 20_000
    """How many entries each item may have; a full item takes no new ones."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        own = vars(cls)
        if "items" not in own:
            declared = own.get("feeds")
            several = declared if isinstance(declared, tuple) else (declared,)
            names = tuple(each.name for each in several if isinstance(each, Item))
            cls.items = (own["item"],) if "item" in own else names or (cls.name,)
        if "item" not in own:
            cls.item = cls.items[0] if cls.items else ""

    @classmethod
    def declared(cls) -> tuple[Item, ...]:
        """Return the declarations of its items; an inherited declaration of another item does not count."""
        several = cls.feeds if isinstance(cls.feeds, tuple) else (cls.feeds,)
        return tuple(each for each in several if each is not None and each.name in cls.items)

    def learn(self, lesson: Lesson) -> Awaitable[None] | None:
        """Look at the experience, and note what it teaches; if it asks the panel, write `async def learn`."""
        raise NotImplementedError(f"{type(self).__name__} has no learn method")

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Describe one entry of its main item: as the item declares it, or else in its written form."""
        main = [each for each in self.declared() if each.name == self.item]
        return main[0].tell(game, key, entry) if main else as_written(game, key, entry)


def check_learner(learner: type[Learner]) -> None:
    """Raise BadPlugin if a class attribute of a learner has an impossible value."""
    who = f"learner {learner.name!r}"
    _check_items(learner, who)
    every = learner.trigger
    if every not in TRIGGERS and (type(every) is not int or every < 1):
        raise BadPlugin(f"{who} has trigger {every!r}; use decision, contest or a number of contests")
    if not isinstance(learner.studies_decisions, bool):
        raise BadPlugin(f"{who} has studies_decisions {learner.studies_decisions!r}; use True or False")
    if learner.stage not in STAGES or isinstance(learner.stage, bool):
        raise BadPlugin(f"{who} has stage {learner.stage!r}; use 1, or 2 to learn after the others")
    for attribute, value in (("budget_ms", learner.budget_ms), ("bound", learner.bound)):
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < math.inf:
            raise BadPlugin(f"{who} has {attribute} {value!r}; use a finite number above 0")
    if learner.learn is Learner.learn or not callable(learner.learn):
        raise BadPlugin(f"{who} has no learn method of its own; write `def learn(self, lesson)`")
    if inspect.isgeneratorfunction(learner.learn) or inspect.isasyncgenfunction(learner.learn):
        raise BadPlugin(f"{who} has a learn method that yields, so it would never run; note what is learned")


def _check_items(learner: type[Learner], who: str) -> None:
    several = learner.feeds if isinstance(learner.feeds, tuple) else (learner.feeds,)
    if not all(isinstance(each, Item | None) for each in several):
        raise BadPlugin(f"{who} has feeds {learner.feeds!r:.60}; use a blackboard.Item, or a tuple of them")
    declares = "feeds" in vars(learner) and learner.feeds is not None
    for item in several if declares else ():
        if item is not None and item.name not in learner.items:
            raise BadPlugin(
                f"{who} has item {learner.item!r:.60}, but declares {item.name!r:.60}; leave item out"
            )
    if not isinstance(learner.items, tuple) or learner.item != next(iter(learner.items), None):
        raise BadPlugin(f"{who} has items {learner.items!r:.60}; use a tuple of names that begins with item")
    for attribute, text in (("name", learner.name), *(("item", each) for each in learner.items)):
        if not isinstance(text, str) or not text.isidentifier():
            raise BadPlugin(f"{who} has {attribute} {text!r}; use letters, digits and _")
    if learner.name in ROSTERS:
        raise BadPlugin(f"a learner is named {learner.name!r}, which is the name of a roster; choose another")
    if learner.name in RESERVED:
        raise BadPlugin(f"{who} has a name that means something else in budgets; choose another")


def declared_by(learners: Iterable[type[Learner]]) -> dict[str, Item]:
    """Return the declarations of the items that these learners write, by name, in their order."""
    return {item.name: item for learner in learners for item in learner.declared()}


def check_item(learner: type[Learner], known: Items) -> None:
    """Raise DuplicateName if a learner declares an item differently from an earlier declaration."""
    for declared in learner.declared():
        if known.get(declared.name, declared) != declared:
            raise DuplicateName(
                f"learner {learner.name!r} declares item {declared.name!r}, already declared differently;"
                " share that declaration, or write an item with another name"
            )


def counted(entry: Sequence[int] | None, index: int, size: int) -> list[int]:
    """Return the counts with one of them raised by one; start from 0 if there are none."""
    counts = list(entry) if entry else [0] * size
    counts[index] += 1
    return counts
