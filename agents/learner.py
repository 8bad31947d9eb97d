"""The Learner contract: how one item of useful knowledge comes from experience."""

import inspect
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from agents.ledger import LEGAL_MOVES, OUTCOME, PLAY
from agents.streams import Streams
from blackboard import Decision, Entry, Experience, Item, Items, Knowledge, thawed
from blackboard.items import as_written
from games import BadPlugin, DuplicateName, Game, Move, Outcome

TRIGGERS = ("decision", "contest")


class Meter(ABC):
    """How much time a learner has, and who counts it."""

    @abstractmethod
    def spend(self, kind: int) -> None:
        """Charge a call of the oracle; raise OutOfTime if there is nothing left."""

    @abstractmethod
    def remaining(self) -> float:
        """Return the time left, in seconds."""


@attrs.define
class Lesson:
    """What a learner sees and may do: the experience, a metered oracle, and its own item to write in.

    What was noted when the time is up stands, so note nothing but whole facts.
    """

    game: Game[Any]
    experiences: Sequence[Experience]
    """The contests since the learner last learned, the newest last."""
    knowledge: Knowledge
    """What was known before this lesson, of every item."""
    streams: Streams
    decision: Decision | None = None
    """For learners that learn from each decision: the last one."""
    notes: dict[str, Entry] = attrs.field(factory=dict)
    """What this lesson adds to the learner's own item."""
    _random: random.Random | None = attrs.field(default=None, init=False)
    _item: Mapping[str, Entry] = attrs.field(factory=dict)
    _room: int = 0
    _meter: Meter = attrs.field(kw_only=True)

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

    def key(self, position: Any) -> str:
        """Return under which text a position is remembered."""
        return self.knowledge.key(self.game, position)

    def recall(self, key: str) -> Entry | None:
        """Return what the learner's own item says under a text, with what was noted just now.

        What is answered is the learner's own: changing it changes nothing that is known.
        """
        return self.notes[key] if key in self.notes else thawed(self._item.get(key))

    def note(self, key: str, entry: Entry) -> bool:
        """Write down one whole fact; False if it is a new one and the item is full."""
        if key not in self._item and key not in self.notes:
            if not self._room:
                return False
            self._room -= 1
        self.notes[key] = entry
        return True

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
    feeds: ClassVar[Item | None] = None
    """What it declares of the item that it feeds; learners that feed the same item share one declaration."""
    item: ClassVar[str] = ""
    """The name of the item of useful knowledge that it feeds: its own, unless it declares or gives one."""
    trigger: ClassVar[str | int] = "contest"
    """`decision`, `contest`, or a number: after every so many contests."""
    budget_ms: ClassVar[float] = 10_000
    bound: ClassVar[int] = 20_000
    """How many entries the item may have; a full one takes no new ones."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "item" not in vars(cls):
            declared = vars(cls).get("feeds")
            cls.item = declared.name if isinstance(declared, Item) else cls.name

    @classmethod
    def declared(cls) -> Item | None:
        """Return what is declared of its item; an inherited declaration of another item says nothing."""
        return cls.feeds if cls.feeds is not None and cls.feeds.name == cls.item else None

    def learn(self, lesson: Lesson) -> None:
        """Look at the experience, and note what it teaches."""
        raise NotImplementedError(f"{type(self).__name__} has no learn method")

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Say one entry in words: as its item declares it, or else as it is written."""
        declared = self.declared()
        return as_written(game, key, entry) if declared is None else declared.tell(game, key, entry)


def check_learner(learner: type[Learner]) -> None:
    """Refuse a learner whose class attributes cannot be meant; BadPlugin says which and why."""
    who = f"learner {learner.name!r}"
    if not isinstance(learner.feeds, Item | None):
        raise BadPlugin(f"{who} has feeds {learner.feeds!r:.60}; it is a blackboard.Item")
    if "feeds" in vars(learner) and learner.feeds is not None and learner.feeds.name != learner.item:
        raise BadPlugin(
            f"{who} has item {learner.item!r:.60}, and declares {learner.feeds.name!r:.60}; leave item out"
        )
    for attribute, text in (("name", learner.name), ("item", learner.item)):
        if not isinstance(text, str) or not text.isidentifier():
            raise BadPlugin(f"{who} has {attribute} {text!r}; it is made of letters, digits and _")
    every = learner.trigger
    if every not in TRIGGERS and (type(every) is not int or every < 1):
        raise BadPlugin(f"{who} has trigger {every!r}; it is decision, contest or a number of contests")
    for attribute, value in (("budget_ms", learner.budget_ms), ("bound", learner.bound)):
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < math.inf:
            raise BadPlugin(f"{who} has {attribute} {value!r}; it is a finite number above 0")
    if learner.learn is Learner.learn or inspect.iscoroutinefunction(learner.learn):
        raise BadPlugin(f"{who} has no learn method of its own; write `def learn(self, lesson)`")


def declared_by(learners: Iterable[type[Learner]]) -> dict[str, Item]:
    """Return the declarations of the items that these learners feed, by name, in their order."""
    found = (learner.declared() for learner in learners)
    return {item.name: item for item in found if item is not None}


def check_item(learner: type[Learner], known: Items) -> None:
    """Refuse a learner that declares an item otherwise than it is declared already."""
    declared = learner.declared()
    if declared is not None and known.get(declared.name, declared) != declared:
        raise DuplicateName(
            f"learner {learner.name!r} declares item {declared.name!r}, which is declared already;"
            " share that declaration, or feed an item of another name"
        )


def counted(entry: Sequence[int] | None, index: int, size: int) -> list[int]:
    """Return counts with one of them raised by one, all 0 if there are none yet."""
    counts = list(entry) if entry else [0] * size
    counts[index] += 1
    return counts
