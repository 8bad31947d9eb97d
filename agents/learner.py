"""The Learner contract: how one item of useful knowledge comes from experience."""

import inspect
import math
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs

from agents.ledger import LEGAL_MOVES, OUTCOME, PLAY
from agents.streams import Streams
from blackboard import Decision, Entry, Experience, Knowledge, thawed
from games import BadPlugin, Game, Move, Outcome

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
    item: ClassVar[str] = ""
    """The item of useful knowledge that it feeds: the one of its own name, unless given."""
    trigger: ClassVar[str | int] = "contest"
    """`decision`, `contest`, or a number: after every so many contests."""
    budget_ms: ClassVar[float] = 10_000
    bound: ClassVar[int] = 20_000
    """How many entries the item may have; a full one takes no new ones."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "item" not in vars(cls):
            cls.item = cls.name

    def learn(self, lesson: Lesson) -> None:
        """Look at the experience, and note what it teaches."""
        raise NotImplementedError(f"{type(self).__name__} has no learn method")

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:  # noqa: ARG002  # others need the game
        """Say one entry in words."""
        return f"{key}: {entry}"


def check_learner(learner: type[Learner]) -> None:
    """Refuse a learner whose class attributes cannot be meant; BadPlugin says which and why."""
    who = f"learner {learner.name!r}"
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


def counted(entry: Sequence[int] | None, index: int, size: int) -> list[int]:
    """Return counts with one of them raised by one, all 0 if there are none yet."""
    counts = list(entry) if entry else [0] * size
    counts[index] += 1
    return counts
