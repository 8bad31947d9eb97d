"""Learning under time limits: which learner runs, for how long, and what it changes."""

import inspect
import time
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeVar

import attrs
import trio

from agents import Learner, Lesson, Meter, Opinions, OutOfTime, Streams, declared_by, declared_items
from agents.learner import STAGES, Ask, Page
from agents.session.advisor_session import ran_out
from agents.session.failures import described, is_from_outside
from agents.session.prints import SPEAKER
from blackboard import Decision, Experience, Items, Knowledge, State, checked_notes
from control.hearing.decide import ask
from control.hearing.virtual import VirtualClock
from control.learning.counterfactuals import RecordedCounterfactuals
from control.limits.budgets import Allowance
from control.limits.durations import Costs
from control.limits.panel import Panel
from control.settings.hoyle_options import Settings
from games import Game, VoidDecision

_NS: Final = 1_000_000_000
MOST_DECISIONS = 1_000
"""The number of latest decisions kept for study; a contest has a few dozen."""


class VirtualMeter(Meter):
    """Counts work: each oracle call costs what the table says."""

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

    def charge(self, ns: int) -> None:
        """Charge the time of Advisors that worked for the learner."""
        self._left -= ns
        if self._left < 0:
            raise OutOfTime


class WallMeter(Meter):
    """Checks the wall clock at each oracle call."""

    def __init__(self, budget_ns: int) -> None:
        self._deadline = time.perf_counter_ns() + budget_ns

    def spend(self, kind: int) -> None:  # noqa: ARG002  # on the wall clock there is no charge
        """Raise OutOfTime if the time is up."""
        if time.perf_counter_ns() > self._deadline:
            raise OutOfTime

    def remaining(self) -> float:
        """Return the time left, in seconds."""
        return max(0, self._deadline - time.perf_counter_ns()) / _NS


@attrs.frozen
class Learned:
    """The result of a lesson for one item."""

    item: str
    state: State
    """Finished, timed out or failed."""
    added: int = 0
    """The number of new entries."""
    changed: int = 0
    """The number of changed entries."""
    removed: int = 0
    """The number of removed entries."""
    reason: str = ""
    """Why it failed."""


class LearnerGroup:
    """The learners, their experience since they last learned, and their time limits."""

    def __init__(
        self,
        learners: Iterable[type[Learner]],
        *,
        budget_ns: int | None = None,
        budgets_ns: Mapping[str, int] = MappingProxyType({}),
        options: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
        panel: Panel | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Make one; `budgets_ns` and `options` are by learner, and learners may ask `panel`."""
        self.learners = tuple(learner() for learner in learners)
        self._declared: Items = {**declared_items(), **declared_by(map(type, self.learners))}
        self._budget_ns = budget_ns
        self._budgets_ns = budgets_ns
        self._options = options
        self._panel = panel or Panel.of([])
        self._settings = settings or Settings()
        self._waiting: dict[str, list[Experience]] = {learner.name: [] for learner in self.learners}
        """The contests that each learner has not seen yet, by item."""
        self._decided: dict[str, list[Decision]] = {
            learner.name: [] for learner in self.learners if learner.studies_decisions
        }
        """The same for decisions, for learners that study them."""

    @property
    def learns_from_decisions(self) -> bool:
        """Whether any learner studies decisions."""
        return bool(self._decided) or any(learner.trigger == "decision" for learner in self.learners)

    @property
    def undigested(self) -> int:
        """How many decisions are waiting to be studied."""
        return max(map(len, self._decided.values()), default=0)

    def forget_decisions(self, kept: int) -> None:
        """Keep the first `kept` decisions; the others were undone."""
        for waiting in self._decided.values():
            del waiting[kept:]

    async def after_decision(
        self, game: Game[Any], knowledge: Knowledge, decision: Decision, streams: Streams
    ) -> tuple[Knowledge, list[Learned]]:
        """Run the learners that learn from every decision."""
        for waiting in self._decided.values():
            waiting.append(decision)
            del waiting[:-MOST_DECISIONS]
        due = [learner for learner in self.learners if learner.trigger == "decision"]
        return await self._teach(due, game, knowledge, streams, decision=decision)

    async def after_contest(
        self, game: Game[Any], knowledge: Knowledge, experience: Experience, streams: Streams
    ) -> tuple[Knowledge, list[Learned]]:
        """Run the learners that are due."""
        due = []
        for learner in self.learners:
            if learner.trigger != "decision":
                waiting = self._waiting[learner.name]
                waiting.append(experience)
                if len(waiting) >= (1 if learner.trigger == "contest" else int(learner.trigger)):
                    due.append(learner)
        return await self._teach(due, game, knowledge, streams)

    async def _teach(
        self,
        due: Sequence[Learner],
        game: Game[Any],
        knowledge: Knowledge,
        streams: Streams,
        *,
        decision: Decision | None = None,
    ) -> tuple[Knowledge, list[Learned]]:
        """Run learners stage by stage; each stage sees what the stage before has noted."""
        account: list[Learned] = []
        for stage in STAGES:
            before = knowledge
            for learner in due:
                if learner.stage == stage:
                    lesson, pages = self._lesson(learner, game, before, streams, decision)
                    learned = await _taught(learner, lesson, pages, self._declared)
                    account += learned
                    for each in learned:
                        if each.added or each.changed or each.removed:
                            page = pages[each.item]
                            knowledge = knowledge.with_notes(each.item, page.notes, page.forgotten)
            if knowledge.symmetries != before.symmetries:
                knowledge = knowledge.rekeyed(game, self._declared)
        return knowledge, account

    def _lesson(
        self,
        learner: Learner,
        game: Game[Any],
        before: Knowledge,
        streams: Streams,
        decision: Decision | None,
    ) -> tuple[Lesson, Mapping[str, Page]]:
        experiences, self._waiting[learner.name] = self._waiting[learner.name], []
        decisions = self._decided.get(learner.name, [])
        if learner.name in self._decided:
            self._decided[learner.name] = []
        held = {name: before.item(name) for name in learner.items}
        pages = {name: Page(item, max(0, learner.bound - len(item))) for name, item in held.items()}
        meter = self._meter(learner)
        looks_back = learner.studies_decisions or decision is not None
        lesson = Lesson(
            game,
            experiences,
            before,
            streams.child("learner", learner.name),
            decision,
            self._options.get(learner.name, {}),
            decisions,
            pages=pages,
            meter=meter,
            ask=self._asking(game, before, meter),
            counterfactuals=RecordedCounterfactuals() if looks_back else None,
        )
        return lesson, pages

    def _asking(self, game: Game[Any], knowledge: Knowledge, meter: Meter) -> Ask:
        """Return a function by which a learner asks the voters about positions, within its time."""
        turn = trio.Lock()

        async def put(position: Any, streams: Streams) -> Opinions:
            async with turn:  # a proxy takes one question at a time
                left = Allowance(ns=int(meter.remaining() * _NS))
                if not left.ns:
                    raise OutOfTime
                voters = self._panel.seated_for(knowledge).voters()
                opinions, elapsed_ns = await ask(
                    game, position, voters, knowledge, streams, settings=self._settings, within=left
                )
                meter.charge(elapsed_ns)
                if elapsed_ns >= left.ns:
                    raise OutOfTime  # the learner's limit stopped them, not their own
                return opinions

        return put

    def _meter(self, learner: Learner) -> Meter:
        own = round(learner.budget_ms * 1_000_000) if self._budget_ns is None else self._budget_ns
        budget = self._budgets_ns.get(learner.name, own)
        clock = trio.lowlevel.current_clock()
        return VirtualMeter(budget, clock.costs) if isinstance(clock, VirtualClock) else WallMeter(budget)


async def _taught(
    learner: Learner, lesson: Lesson, pages: Mapping[str, Page], declared: Items
) -> list[Learned]:
    """Run a learner; return the result for each item, and remove entries that are not valid."""
    error = await _lived_through(learner, lesson)
    is_late, reason = ran_out(error), lesson.forgotten()
    if error is None:
        error = _checked(pages, declared)
    elif is_late:
        error, reason = _checked(pages, declared), ""
    if error is not None or reason:
        return [Learned(learner.item, State.FAILED, reason=described(error) if error else reason)]
    state = State.TIMED_OUT if is_late else State.FINISHED
    return [_learned(item, page, state) for item, page in pages.items()]


async def _lived_through(learner: Learner, lesson: Lesson) -> BaseException | None:
    """Run a learner; return its exception if that is its own failure."""
    token = SPEAKER.set(learner.name)
    try:
        learning = learner.learn(lesson)
        if inspect.isawaitable(learning):
            with trio.move_on_after(lesson.remaining()) as scope:  # its meter does not see it wait
                await learning
            if scope.cancelled_caught:
                return OutOfTime()
    except BaseException as error:  # a user's learner may raise anything
        if is_from_outside(_part(error, trio.Cancelled) or error):
            raise
        if (void := _part(error, VoidDecision)) is not None:
            raise void from None
        return error
    finally:
        SPEAKER.reset(token)
    return None


def _checked(pages: Mapping[str, Page], declared: Items) -> Exception | None:
    """Freeze the noted entries; return what is wrong with them, or an empty text."""
    try:
        for item, page in pages.items():
            page.notes = dict(checked_notes(item, page.notes, declared))
    except Exception as error:  # noqa: BLE001  # a user's learner may note anything
        return error
    return None


_T = TypeVar("_T", bound=BaseException)


def _part(error: BaseException, kind: type[_T]) -> _T | None:
    """Return the first exception of this kind in an error, which may be a group from a nursery."""
    if isinstance(error, BaseExceptionGroup):
        parts = (_part(each, kind) for each in error.exceptions)
        return next((each for each in parts if each is not None), None)
    return error if isinstance(error, kind) else None


def _learned(item: str, page: Page, state: State) -> Learned:
    added = sum(key not in page.held for key in page.notes)
    changed = sum(key in page.held and page.held[key] != entry for key, entry in page.notes.items())
    return Learned(item, state, added, changed, len(page.forgotten))
