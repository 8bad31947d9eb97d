"""Learning under time limits: which learner is triggered, for how long, and what comes of it."""

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import attrs
import trio

from agents import Learner, Lesson, Meter, OutOfTime, Streams, declared_by, declared_items
from blackboard import Decision, Entry, Experience, Items, Knowledge, State, checked_notes
from control.durations import Costs
from control.virtual import VirtualClock
from games import Game, in_words

_NS: Final = 1_000_000_000


class VirtualMeter(Meter):
    """Counts work: each call of the oracle costs what the table says."""

    def __init__(self, budget_ns: int, costs: Costs) -> None:
        self._left = budget_ns
        self._costs = costs.table

    def spend(self, kind: int) -> None:
        """Charge a call."""
        self._left -= self._costs[kind]
        if self._left < 0:
            raise OutOfTime

    def remaining(self) -> float:
        """Return the virtual time left, in seconds."""
        return max(0, self._left) / _NS


class WallMeter(Meter):
    """Looks at the clock on the wall at each call of the oracle."""

    def __init__(self, budget_ns: int) -> None:
        self._deadline = time.perf_counter_ns() + budget_ns

    def spend(self, kind: int) -> None:  # noqa: ARG002  # on the wall all kinds cost what they take
        """See whether the time is up."""
        if time.perf_counter_ns() > self._deadline:
            raise OutOfTime

    def remaining(self) -> float:
        """Return the time left, in seconds."""
        return max(0, self._deadline - time.perf_counter_ns()) / _NS


@attrs.frozen
class Learned:
    """What one learner made of a lesson."""

    item: str
    state: State
    """Finished, timed out or failed."""
    added: int = 0
    """New entries."""
    changed: int = 0
    """Entries that say something else than before."""
    reason: str = ""
    """Why it failed."""


class LearnerGroup:
    """The learners, what they have lived through since they last learned, and their time limits."""

    def __init__(self, learners: Iterable[type[Learner]], *, budget_ns: int | None = None) -> None:
        self.learners = tuple(learner() for learner in learners)
        self._declared: Items = {**declared_items(), **declared_by(map(type, self.learners))}
        self._budget_ns = budget_ns
        self._waiting: dict[str, list[Experience]] = {learner.name: [] for learner in self.learners}
        """What each learner has not seen yet, by item."""

    def after_decision(
        self, game: Game[Any], knowledge: Knowledge, decision: Decision, streams: Streams
    ) -> tuple[Knowledge, list[Learned]]:
        """Let those learn that learn from every decision."""
        due = [learner for learner in self.learners if learner.trigger == "decision"]
        return self._teach(due, game, knowledge, streams, decision=decision)

    def after_contest(
        self, game: Game[Any], knowledge: Knowledge, experience: Experience, streams: Streams
    ) -> tuple[Knowledge, list[Learned]]:
        """Let those learn whose turn has come."""
        due = []
        for learner in self.learners:
            if learner.trigger != "decision":
                waiting = self._waiting[learner.name]
                waiting.append(experience)
                if len(waiting) >= (1 if learner.trigger == "contest" else int(learner.trigger)):
                    due.append(learner)
        return self._teach(due, game, knowledge, streams)

    def _teach(
        self,
        due: Sequence[Learner],
        game: Game[Any],
        knowledge: Knowledge,
        streams: Streams,
        *,
        decision: Decision | None = None,
    ) -> tuple[Knowledge, list[Learned]]:
        account = []
        before = knowledge
        for learner in due:
            experiences, self._waiting[learner.name] = self._waiting[learner.name], []
            item = before.item(learner.item)
            lesson = Lesson(
                game,
                experiences,
                before,
                streams.child("learner", learner.name),
                decision,
                item=item,
                room=max(0, learner.bound - len(item)),
                meter=self._meter(learner),
            )
            learned, notes = _taught(learner, lesson, item, self._declared)
            account.append(learned)
            if notes:
                knowledge = knowledge.with_notes(learner.item, notes)
        if knowledge.symmetries != before.symmetries:
            knowledge = knowledge.rekeyed(game, self._declared)
        return knowledge, account

    def _meter(self, learner: Learner) -> Meter:
        budget = round(learner.budget_ms * 1_000_000) if self._budget_ns is None else self._budget_ns
        clock = trio.lowlevel.current_clock()
        return VirtualMeter(budget, clock.costs) if isinstance(clock, VirtualClock) else WallMeter(budget)


def _taught(
    learner: Learner, lesson: Lesson, item: Any, declared: Items
) -> tuple[Learned, Mapping[str, Entry]]:
    """Let a learner learn; return what is to be told of it, and what it noted."""
    state = State.FINISHED
    try:
        try:
            learner.learn(lesson)
        except OutOfTime:
            state = State.TIMED_OUT
        notes = checked_notes(learner.item, lesson.notes, declared)
    except Exception as error:  # noqa: BLE001  # somebody else's learner may raise anything
        return Learned(learner.item, State.FAILED, reason=in_words(error)), {}
    added = sum(key not in item for key in notes)
    changed = sum(key in item and item[key] != entry for key, entry in notes.items())
    return Learned(learner.item, state, added, changed), notes
