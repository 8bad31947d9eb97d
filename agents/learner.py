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
    """How much time a learner has, and who counts it."""

    @abstractmethod
    def spend(self, kind: int) -> None:
        """Charge a call of the oracle; raise OutOfTime if there is nothing left."""

    @abstractmethod
    def remaining(self) -> float:
        """Return the time left, in seconds."""

    def charge(self, ns: int) -> None:
        """Charge time in which others worked for the learner; where a real clock counts, it has passed."""
        del ns


@attrs.define
class Page:
    """One item, as a lesson finds and changes it."""

    held: Mapping[str, Entry] = attrs.field(factory=dict)
    """What was known before."""
    room: int = 0
    """How many entries it may gain."""
    notes: dict[str, Entry] = attrs.field(factory=dict)
    """What is new, or says something else."""
    forgotten: set[str] = attrs.field(factory=set)
    """What was known, and is to be no more."""

    def recall(self, key: str) -> Entry | None:
        """Return what stands under a text by now."""
        if key in self.notes:
            return self.notes[key]
        return None if key in self.forgotten else thawed(self.held.get(key))

    def note(self, key: str, entry: Entry) -> bool:
        """Write an entry; False if it is a new one and there is no room."""
        if not self._has(key):
            if self.room < 1:  # a bound may be any number
                return False
            self.room -= 1
        self.forgotten.discard(key)
        self.notes[key] = entry
        return True

    def forget(self, key: str) -> bool:
        """Take an entry out; False if there is none."""
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
    """What the Advisors that vote have to say of a position."""

    moves: tuple[Move, ...]
    """What they were asked about: the legal moves, one of each symmetry class."""
    testimonies: Sequence[Testimony]


Ask: TypeAlias = Callable[[Any, Streams], Awaitable[Opinions]]
"""Puts a position to the panel, with the random streams to use."""


async def _nobody(position: Any, streams: Streams) -> Opinions:
    del position, streams
    return Opinions((), ())


Said: TypeAlias = Mapping[str, Mapping[Move, Comment]]
"""By Advisor of tier 3, its comments."""
Recounted: TypeAlias = Callable[[Said], tuple[Move, Mapping[Move, float | Fraction]]]
"""Tells what a vote comes to if that is all that was said: the move, and the tally."""


class Counterfactuals(Protocol):
    """How a learner finds out what a decision would have come to."""

    def recounting(self, decision: Decision) -> Recounted:
        """Return a function that counts its vote again."""

    def without(self, decision: Decision, name: str) -> Move:
        """Return the move without one Advisor."""


@attrs.define
class Lesson(AwaitTracker):
    """What a learner sees and may do: the experience, a metered oracle, and its own items to write in.

    What was noted when the time is up stands, so note nothing but whole facts.
    """

    game: Game[Any]
    """The game that is learned about; the oracle of the lesson is metered, and this one's rules are not."""
    experiences: Sequence[Experience]
    """The contests since the learner last learned, the newest last."""
    knowledge: Knowledge
    """What was known before this lesson, of every item; in the second stage, with what the first noted."""
    streams: Streams
    """Where everything random comes from; `random` is enough for most."""
    decision: Decision | None = None
    """For learners that learn from each decision: the last one."""
    options: Mapping[str, Any] = MappingProxyType({})
    """What whoever runs it has set for this learner, by name."""
    decisions: Sequence[Decision] = ()
    """For learners that study decisions: Hoyle's own since the learner last learned."""
    called = "lesson"
    _random: random.Random | None = attrs.field(default=None, init=False)
    _asked: int = attrs.field(default=0, init=False)
    _pages: Mapping[str, Page] = attrs.field(kw_only=True)
    """By item, the learner's main one first."""
    _meter: Meter = attrs.field(kw_only=True)
    _ask: Ask = attrs.field(default=_nobody, kw_only=True)
    _counterfactuals: Counterfactuals | None = attrs.field(default=None, kw_only=True)

    @property
    def experience(self) -> Experience:
        """The newest contest."""
        return self.experiences[-1]

    @property
    def random(self) -> random.Random:
        """A random stream of this lesson's own."""
        if self._random is None:
            self._random = self.streams.stream("lesson")
        return self._random

    @property
    def notes(self) -> dict[str, Entry]:
        """What this lesson adds to the learner's main item."""
        return self._page("").notes

    def key(self, position: Any) -> str:
        """Return under which text a position is remembered."""
        return self.knowledge.key(self.game, position)

    def recall(self, key: str, *, item: str = "") -> Entry | None:
        """Return what an own item, the main one unless named, says under a text, as of now.

        What is answered is the learner's own: changing it changes nothing that is known.
        """
        return self._page(item).recall(key)

    def note(self, key: str, entry: Entry, *, item: str = "") -> bool:
        """Write down one whole fact; False if it is a new one and the item is full."""
        return self._page(item).note(key, entry)

    def forget(self, key: str, *, item: str = "") -> bool:
        """Take an entry out of an own item, which makes room for another; False if there is none."""
        return self._page(item).forget(key)

    def _page(self, item: str) -> Page:
        if not item:
            return next(iter(self._pages.values()))
        if item not in self._pages:
            raise UnknownName.of(
                "item of this learner", item, self._pages, f"it feeds {', '.join(self._pages)}"
            )
        return self._pages[item]

    # The panel.

    def ask(self, position: Any) -> Coroutine[Any, Any, Opinions]:
        """Ask the Advisors that vote about a position, as in a decision; the time they take is the learner's.

        Each has its own budget, and no more than the learner has left. One position is heard after another,
        also where several are asked about at once.
        """
        self._asked += 1
        streams = self.streams.child("ask", self._asked)

        async def ask() -> Opinions:
            return await self._ask(position, streams)

        return self.hand_out(ask())

    # Decisions that were made.

    def recounting(self, decision: Decision) -> Recounted:
        """Return a function that counts the vote of a decision as if only some things had been said in it."""
        return self._looking_back().recounting(decision)

    def without(self, decision: Decision, name: str) -> Move:
        """Return the move that would have been made without one Advisor, as far as the record tells."""
        return self._looking_back().without(decision, name)

    def _looking_back(self) -> Counterfactuals:
        if self._counterfactuals is None:
            raise LookupError("nobody is there to decide again; only Hoyle's own learners have decisions")
        return self._counterfactuals

    # The rules oracle. Every call is metered.

    def play(self, move: Move, position: Any) -> Any:
        """Return the position after a move."""
        self._meter.spend(PLAY)
        return self.game.play(position, move)

    def legal_moves(self, position: Any) -> tuple[Move, ...]:
        """Return the moves the rules allow."""
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
    """What it declares of the items that it feeds; learners of one item share one declaration."""
    item: ClassVar[str] = ""
    """The name of the item of useful knowledge that it feeds: its own, unless it declares or gives one."""
    items: ClassVar[tuple[str, ...]] = ()
    """The names of all that it feeds, if they are several: `item` is the first."""
    trigger: ClassVar[str | int] = "contest"
    """`decision`, `contest`, or a number: after every so many contests."""
    studies_decisions: ClassVar[bool] = False
    """Does it look at `lesson.decisions`? Then a run that is resumed makes them again."""
    stage: ClassVar[int] = 1
    """1, or 2 for one that sees what those of stage 1 have noted after the same contest."""
    needs: ClassVar[tuple[str, ...]] = ()
    """The names of items without which it learns nothing: somebody has to feed them."""
    budget_ms: ClassVar[float] = 10_000
    bound: ClassVar[int] = 20_000
    """How many entries each item may have; a full one takes no new ones."""

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
        """Return what is declared of its items; an inherited declaration of another item says nothing."""
        several = cls.feeds if isinstance(cls.feeds, tuple) else (cls.feeds,)
        return tuple(each for each in several if each is not None and each.name in cls.items)

    def learn(self, lesson: Lesson) -> Awaitable[None] | None:
        """Look at the experience, and note what it teaches; one that asks the panel is `async def learn`."""
        raise NotImplementedError(f"{type(self).__name__} has no learn method")

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Say one entry of its main item in words: as that declares it, or else as it is written."""
        main = [each for each in self.declared() if each.name == self.item]
        return main[0].tell(game, key, entry) if main else as_written(game, key, entry)


def check_learner(learner: type[Learner]) -> None:
    """Refuse a learner whose class attributes cannot be meant; BadPlugin says which and why."""
    who = f"learner {learner.name!r}"
    _check_items(learner, who)
    every = learner.trigger
    if every not in TRIGGERS and (type(every) is not int or every < 1):
        raise BadPlugin(f"{who} has trigger {every!r}; it is decision, contest or a number of contests")
    if not isinstance(learner.studies_decisions, bool):
        raise BadPlugin(f"{who} has studies_decisions {learner.studies_decisions!r}; it is True or False")
    if learner.stage not in STAGES or isinstance(learner.stage, bool):
        raise BadPlugin(f"{who} has stage {learner.stage!r}; it is 1, or 2 to learn after the others")
    for attribute, value in (("budget_ms", learner.budget_ms), ("bound", learner.bound)):
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < math.inf:
            raise BadPlugin(f"{who} has {attribute} {value!r}; it is a finite number above 0")
    if learner.learn is Learner.learn or not callable(learner.learn):
        raise BadPlugin(f"{who} has no learn method of its own; write `def learn(self, lesson)`")
    if inspect.isgeneratorfunction(learner.learn) or inspect.isasyncgenfunction(learner.learn):
        raise BadPlugin(f"{who} has a learn method that yields, which nobody waits for; note what is learned")


def _check_items(learner: type[Learner], who: str) -> None:
    several = learner.feeds if isinstance(learner.feeds, tuple) else (learner.feeds,)
    if not all(isinstance(each, Item | None) for each in several):
        raise BadPlugin(f"{who} has feeds {learner.feeds!r:.60}; it is a blackboard.Item, or several")
    declares = "feeds" in vars(learner) and learner.feeds is not None
    for item in several if declares else ():
        if item is not None and item.name not in learner.items:
            raise BadPlugin(
                f"{who} has item {learner.item!r:.60}, and declares {item.name!r:.60}; leave item out"
            )
    if not isinstance(learner.items, tuple) or learner.item != next(iter(learner.items), None):
        raise BadPlugin(f"{who} has items {learner.items!r:.60}; it is a tuple of names, item the first")
    for attribute, text in (("name", learner.name), *(("item", each) for each in learner.items)):
        if not isinstance(text, str) or not text.isidentifier():
            raise BadPlugin(f"{who} has {attribute} {text!r}; it is made of letters, digits and _")
    if learner.name in ROSTERS:
        raise BadPlugin(f"a learner is named {learner.name!r}; that is a roster's name: give another")
    if learner.name in RESERVED:
        raise BadPlugin(f"{who} has a name that means something else in budgets; give another")


def declared_by(learners: Iterable[type[Learner]]) -> dict[str, Item]:
    """Return the declarations of the items that these learners feed, by name, in their order."""
    return {item.name: item for learner in learners for item in learner.declared()}


def check_item(learner: type[Learner], known: Items) -> None:
    """Refuse a learner that declares an item otherwise than it is declared already."""
    for declared in learner.declared():
        if known.get(declared.name, declared) != declared:
            raise DuplicateName(
                f"learner {learner.name!r} declares item {declared.name!r}, which is declared already;"
                " share that declaration, or feed an item of another name"
            )


def counted(entry: Sequence[int] | None, index: int, size: int) -> list[int]:
    """Return counts with one of them raised by one, all 0 if there are none yet."""
    counts = list(entry) if entry else [0] * size
    counts[index] += 1
    return counts
