"""A hearing: one decision under way."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Hashable, Sequence
from typing import Any, cast

import trio

from agents import AdvisorSession, Deliberation, Proxy, Question, described
from agents.session.advisor_session import ran_out
from blackboard import LAST_TIER, Blackboard, Plan, State, Testimony, Validity
from control.hearing.landing import Landing
from control.hearing.sentinel import SENTINEL
from control.hearing.settling import Vote, patience_of
from control.limits.bounds import Bounds
from control.limits.budgets import ANY_AMOUNT, Allowance
from control.limits.panel import Panel, Seat
from control.limits.schedules import SCHEDULES, in_turn
from control.settings.hoyle_options import Settings
from games import BadPlugin


class Hearing(ABC):
    """Starts the Advisors, and cancels whoever still thinks when a decision lands."""

    clock: str
    """The kind of clock it runs by."""

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
        """Who was not waited for, once a vote has landed before all were heard."""
        if self.patience is not None:
            weights = [abs(settings.weights.get(seat.name, 1)) for seat in panel.seats[panel.ranked :]]
            self._spoken, self._to_come = 0.0, sum(weights)
            self._outweighs = self.patience.outweighs
        self._problem: BadPlugin | None = None
        self.may_settle = self.patience is not None
        """Has a voter been heard out since it was last asked whether the vote may land, and may it?"""
        self.speakers: dict[trio.lowlevel.Task, Any] = {}
        """By task, the session of whoever speaks in it, for the sentinel to see."""
        self.landed_ns = 0
        self._scope: trio.CancelScope | None = None

    def _begun(self) -> list[Testimony]:
        """Return the testimonies as they are when the hearing begins: nobody has said anything."""
        return [seat.testimony() for seat in self.panel.seats]

    async def run(self) -> None:
        """Hear the panel until a decision lands or everyone has been heard out."""
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
        """Something that changes whenever another task had its turn."""

    @abstractmethod
    def ns(self) -> int:
        """Return the time since the decision began."""

    def validity(self) -> Validity | None:
        """Return how far the times of this hearing can be trusted; None if they are exact."""
        return None

    def clock_settings(self) -> dict[str, Any]:
        """Return what else a decision hung on, because of its clock."""
        return {}

    def check_landing(self) -> bool:
        """Hear the ranked Advisors as far as their turn has come; on a decision, cancel the others."""
        if self.board.is_closed or not (self.landing.advance() or self._is_settled()):
            return False
        self.board.is_closed = True
        self.landed_ns = self.ns()
        if self._scope is not None:
            self._scope.cancel()
        return True

    def heard_out(self, seat: Seat) -> None:
        """Take note that somebody has been heard out: if it votes, the vote may be able to land."""
        if self.patience is not None and seat.tier == LAST_TIER:
            weight = abs(self.settings.weights.get(seat.name, 1))
            self._to_come -= weight
            self._spoken += weight if self.testimonies[seat.order].comments else 0
            self.may_settle = self._spoken >= self._outweighs * self._to_come

    def _is_settled(self) -> bool:
        """May the vote land, although some still think?"""
        if self.patience is None or not self.may_settle or not self.landing.is_open:
            return False
        self.may_settle = False
        vote = self._vote()
        try:
            if not self.patience.is_over(vote):
                return False
        except BadPlugin as error:  # trio's clock asks this, and must not be stopped
            self._problem = error
        self.unheard = tuple(voter.advisor for voter in vote.unheard)
        return True

    def _vote(self) -> Vote:
        question = self.question
        voters = self.testimonies[self.panel.ranked :]
        return Vote(question.moves, self.landing.remaining, voters, self.settings, question.streams)

    def planners_seen_by(self, seat: Seat) -> Sequence[Testimony]:
        """Return whose plans a reader sees: those made in its tier or above.

        One that makes plans itself sees only those before it, so that nobody waits in a circle.
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
    """The session of one Advisor at the hearing: the part that does not hang on the clock."""

    _scope: trio.CancelScope
    _planners: Sequence[Testimony] | None = None
    _limit: str
    """What stops it when its time is up."""
    _work_limit = "work"

    def __init__(self, hearing: Hearing, seat: Seat) -> None:
        self.question = hearing.question
        self.testimony = hearing.testimonies[seat.order]
        self.board = hearing.board
        self._hearing = hearing
        self._seat = seat
        if seat.budget_work is not None or hearing.bounds.deals_out_work:
            self.most_work, self._work_limit = hearing.bounds.work(seat)

    def _asked(self) -> Awaitable[None]:
        """Ask the Advisor, or whoever passes the question on: a proxy needs more than an Advisor sees."""
        seat = self._seat
        if seat.is_remote:
            return cast("Proxy", seat.advisor).pass_on(self)
        return seat.advisor.advise(Deliberation(self))

    def _close(self, error: BaseException | None, *, is_late: bool) -> None:
        """Close the testimony: nothing more is taken."""
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
        """Close the testimony of one that never started: it had no time left, or a decision landed."""
        self.is_closed = True
        self._hearing.heard_out(self._seat)
        if not self.board.is_closed:
            self.testimony.limit = self._limit

    def stop(self) -> None:
        """Cancel this Advisor."""
        self._scope.cancel()

    def planners_are_heard_out(self) -> bool:
        """Can no more plans come that this Advisor may see?"""
        return all(planner.is_heard_out for planner in self._sources())

    def visible_plans(self) -> list[Plan]:
        """Return the plans so far that this Advisor may see, by author."""
        return self.board.plans(self._sources())

    def _sources(self) -> Sequence[Testimony]:
        if self._planners is None:
            self._planners = self._hearing.planners_seen_by(self._seat)
        return self._planners
