"""A hearing: one decision in progress."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Hashable, Sequence
from typing import Any, cast

import trio

from agents import AdvisorSession, Deliberation, Proxy, Question, described
from agents.session.advisor_session import ran_out
from agents.session.prints import SPEAKER
from agents.sums import running_sum
from blackboard import LAST_TIER, Blackboard, Plan, State, Testimony, Validity
from control.hearing.landing import Landing
from control.hearing.sentinel import SENTINEL
from control.hearing.settling import Vote, patience_of
from control.limits.bounds import Bounds
from control.limits.budgets import ANY_AMOUNT, Allowance
from control.limits.panel import Panel, Seat
from control.limits.schedules import SCHEDULES, in_turn
from control.settings.hoyle_options import Settings
from games import BadPlugin, HoyleError


class Hearing(ABC):
    """Starts the Advisors, and cancels those that are still thinking when a decision lands."""

    clock: str
    """The kind of clock."""

    def __init__(
        self, question: Question, panel: Panel, settings: Settings, share: Allowance = ANY_AMOUNT
    ) -> None:
        self.question = question
        self.panel = panel
        self.settings = settings
        self.bounds = Bounds(panel.seats, panel.limits, share)
        self.testimonies = self._begun()
        self.board = Blackboard(self.testimonies)
        ranked = self.testimonies[: panel.ranked]
        self.landing = Landing(question.moves, ranked, question.streams, drop_late=settings.late == "drop")
        self.patience = None if settings.hears_all else patience_of(settings, question)
        self.unheard: tuple[str, ...] = ()
        """The Advisors that the vote did not wait for, if it landed early."""
        if self.patience is not None:
            weights = [abs(settings.weights.get(seat.name, 1)) for seat in panel.seats[panel.ranked :]]
            self._spoken, self._to_come = 0.0, running_sum(weights)
            self._outweighs = self.patience.outweighs
        self._problem: HoyleError | None = None
        """Why there is no decision."""
        self.may_settle = self.patience is not None
        """Whether the vote may be able to land early, because a voter has ended since the last check."""
        self.speakers: dict[trio.lowlevel.Task, Any] = {}
        """Sessions by task, for the sentinel."""
        self.landed_ns = 0
        self._scope: trio.CancelScope | None = None

    def _begun(self) -> list[Testimony]:
        """Return the empty testimonies at the start of the hearing."""
        return [seat.testimony() for seat in self.panel.seats]

    async def run(self) -> None:
        """Hear the panel until a decision lands or all Advisors have ended."""
        SENTINEL.begin(self)
        try:
            await self._hear_groups()
        finally:
            SENTINEL.end(self)
        if self._problem is not None:
            raise self._problem

    async def _hear_groups(self) -> None:
        for group in SCHEDULES[self.settings.schedule](in_turn(self.panel.seats, self.panel.turns)):
            async with trio.open_nursery() as nursery:
                self._scope = nursery.cancel_scope
                await self.start_group(group, nursery)
            if self.check_landing() or self.board.is_closed:
                return
        self.landed_ns = self.ns()

    @abstractmethod
    async def start_group(self, group: Sequence[Seat], nursery: trio.Nursery) -> None:
        """Start the tasks in which Advisors think; each closes its Advisor's testimony."""

    @property
    @abstractmethod
    def pulse(self) -> Hashable:
        """A value that changes whenever another task has run."""

    @abstractmethod
    def ns(self) -> int:
        """Return the time since the decision began."""

    def validity(self) -> Validity | None:
        """Return how far the times of this hearing can be trusted; None if they are exact."""
        return None

    def clock_settings(self) -> dict[str, Any]:
        """Return the settings of the clock that a decision depended on."""
        return {}

    def check_landing(self) -> bool:
        """Land the decision if possible, and cancel the Advisors that are still thinking."""
        if self.board.is_closed or not (self.landing.advance() or self._is_settled()):
            return False
        self.board.is_closed = True
        self.landed_ns = self.ns()
        if self._scope is not None:
            self._scope.cancel()
        return True

    def heard_out(self, seat: Seat) -> None:
        """Note that an Advisor has ended; if it votes, the vote may be able to land."""
        if self.patience is not None and seat.tier == LAST_TIER:
            weight = abs(self.settings.weights.get(seat.name, 1))
            self._to_come -= weight
            self._spoken += weight if self.testimonies[seat.order].comments else 0
            self.may_settle = self._spoken >= self._outweighs * self._to_come

    def _is_settled(self) -> bool:
        """Return whether the vote may land although voters are still thinking."""
        if self.patience is None or not self.may_settle or not self.landing.is_open:
            return False
        self.may_settle = False
        vote = self._vote()
        try:
            if not self.patience.is_over(vote):
                return False
        except BadPlugin as error:  # trio's clock calls this, and an exception would stop it
            self._problem = error
        self.unheard = tuple(voter.advisor for voter in vote.unheard)
        return True

    def _vote(self) -> Vote:
        question = self.question
        voters = self.testimonies[self.panel.ranked :]
        return Vote(question.moves, self.landing.remaining, voters, self.settings, question.streams)

    def planners_seen_by(self, seat: Seat) -> Sequence[Testimony]:
        """Return the testimonies whose plans a reader sees: those of its tier or above.

        A plan maker sees only plans of those before it, so that no cycle of waiting arises.
        """
        return [
            self.testimonies[other.order]
            for other in self.panel.seats
            if other.makes_plans
            and other.tier <= seat.tier
            and other is not seat
            and not (seat.makes_plans and other.order > seat.order)
        ]


class Speaker(AdvisorSession):
    """The session of one Advisor at the hearing: the part for both clocks."""

    _scope: trio.CancelScope
    _planners: Sequence[Testimony] | None = None
    _limit: str
    """The limit that stops it when its time is up."""
    _work_limit = "work"

    def __init__(self, hearing: Hearing, seat: Seat) -> None:
        self.question = hearing.question
        self.testimony = hearing.testimonies[seat.order]
        self.board = hearing.board
        self._hearing = hearing
        self._seat = seat
        if seat.budget_work is not None or hearing.bounds.deals_out_work:
            self.most_work, self._work_limit = hearing.bounds.work(seat)

    @property
    def seat(self) -> Seat:
        """Its seat on the panel."""
        return self._seat

    def _asked(self) -> Awaitable[None]:
        """Ask the Advisor, or its proxy, which gets the whole session."""
        seat = self._seat
        SPEAKER.set(self.testimony.advisor)  # of this task alone
        if seat.is_remote:
            return cast("Proxy", seat.advisor).pass_on(self)
        return seat.advisor.advise(Deliberation(self))

    def _close(self, error: BaseException | None, *, is_late: bool) -> None:
        """Close the testimony; no more posts are accepted."""
        self.is_closed = True
        self._hearing.heard_out(self._seat)
        testimony, forgotten = self.testimony, self.forgotten()
        if self.fault:
            testimony.state, testimony.reason = State.FAILED, self.fault
        elif self.board.is_closed:
            testimony.state = State.CANCELLED
        elif is_late or self.is_spent or (error is not None and ran_out(error)):
            testimony.state, testimony.reason = State.TIMED_OUT, self.remark
            testimony.limit = self._work_limit if self.is_spent else self._limit
        elif error is not None:
            testimony.state, testimony.reason = State.FAILED, described(error)
        elif forgotten:
            testimony.state, testimony.reason = State.FAILED, forgotten
        else:
            testimony.state = State.FINISHED

    def _close_unheard(self) -> None:
        """Close the testimony of an Advisor that never started: no time was left, or a decision landed."""
        self.is_closed = True
        self._hearing.heard_out(self._seat)
        if not self.board.is_closed:
            self.testimony.limit = self._limit

    def stop(self) -> None:
        """Cancel this Advisor."""
        self._scope.cancel()

    def planners_are_heard_out(self) -> bool:
        """Return whether no more plans can be posted that this Advisor may see."""
        return all(planner.is_heard_out for planner in self._sources())

    def visible_plans(self) -> list[Plan]:
        """Return the plans posted so far that this Advisor may see, by author."""
        return self.board.plans(self._sources())

    def _sources(self) -> Sequence[Testimony]:
        if self._planners is None:
            self._planners = self._hearing.planners_seen_by(self._seat)
        return self._planners
