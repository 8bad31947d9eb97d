"""The cache of hearings: what was said of a question, for when the same question is asked again.

In virtual time a testimony follows from the question alone: an Advisor keeps nothing between decisions, and
sees nothing but what `think` shows it. So while the panel, the limits and the knowledge stay as they are, the
record of the first hearing is as good as a second one, and takes a fraction of its time. Only those are
heard again who took from their random stream, since that is new in each decision; and if one of them takes
another time over it than it did before, everybody is.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import attrs
import trio

from agents import Question
from blackboard import LAST_TIER, Knowledge, State, Testimony
from control.hearing.processors import Processors
from control.hearing.virtual import VirtualClock, VirtualHearing
from control.limits.bounds import Bound
from control.limits.budgets import Allowance
from control.limits.panel import Panel, Seat
from control.settings.hoyle_options import Settings
from games import Game

MOST_POSTS = 100_000
"""Posts that are kept, those of the latest hearings: some tens of megabytes."""

CacheKey = tuple[Hashable, ...]


@attrs.frozen(eq=False)
class Record:
    """What was said in one hearing."""

    testimonies: Sequence[Testimony]
    landed_ns: int
    has_landed: bool
    """Did tier 1 or 2 decide?"""
    drew: dict[int, Bound]
    """Who took from a random stream, by order, and when and by which limit its time ended."""

    @property
    def size(self) -> int:
        """How much was said: comments, and the moves of plans; and each testimony takes its place."""
        return sum(
            1 + len(each.comments) + sum(len(plan.moves) for plan in each.plans) for each in self.testimonies
        )


class HearingCache:
    """The hearings on one game with one state of knowledge: with another, the cache begins anew."""

    def __init__(self) -> None:
        self._subject: tuple[Game[Any], Knowledge, VirtualClock] | None = None
        self._records: dict[CacheKey, Record] = {}
        self._size = 0
        self._unsteady: set[str] = set()
        """Advisors whose time hangs on chance: what the others do may hang on that."""

    async def heard(
        self,
        question: Question,
        panel: Panel,
        settings: Settings,
        clock: VirtualClock,
        share: Allowance,
        *,
        show: Callable[[VirtualHearing], None] = lambda _: None,
    ) -> VirtualHearing:
        """Hear a panel, or take what it said when it was asked the same before; `show` sees who begins."""
        self._attend_to(question, clock)
        key = (question.position, panel.terms, settings.schedule, settings.late, share)
        record = self._records.get(key)
        if record is not None:
            recalled = RecalledHearing(question, panel, settings, clock, share, record=record)
            show(recalled)
            await recalled.run()
            if recalled.is_as_recorded:
                return recalled
            self._unsteady.update(panel.seats[order].name for order in record.drew)
            self._forget(key)
        hearing = VirtualHearing(question, panel, settings, clock, share)
        show(hearing)
        await hearing.run()
        if self._is_about(question, clock) and self._is_worth_keeping(hearing):
            self._keep(key, hearing)
        return hearing

    def _attend_to(self, question: Question, clock: VirtualClock) -> None:
        if not self._is_about(question, clock):
            self._subject = question.game, question.knowledge, clock
            self._records.clear()
            self._size = 0

    def _is_about(self, question: Question, clock: VirtualClock) -> bool:
        """Is this the cache for a question? While one was heard, it may have turned to another."""
        if self._subject is None:
            return False
        game, knowledge, its_clock = self._subject
        return question.game is game and question.knowledge is knowledge and clock is its_clock

    def _is_worth_keeping(self, hearing: VirtualHearing) -> bool:
        """Would the others have done the same, whatever those said who took from their random streams?"""
        if not hearing.is_repeatable or hearing.panel.has_proxies:
            return False
        if any(testimony.state is State.FAILED for testimony in hearing.testimonies):
            return False
        drew = [hearing.panel.seats[order] for order in hearing.drew]
        return not drew or (
            all(self._makes_no_difference(seat, hearing.testimonies[seat.order]) for seat in drew)
            and not any(testimony.read == "comments" for testimony in hearing.testimonies)
        )

    def _makes_no_difference(self, seat: Seat, testimony: Testimony) -> bool:
        """Can nobody tell what this Advisor says, before the vote?"""
        return (
            seat.tier == LAST_TIER
            and not seat.makes_plans
            and not testimony.read
            and seat.name not in self._unsteady
        )

    def _keep(self, key: CacheKey, hearing: VirtualHearing) -> None:
        self._forget(key)
        record = Record(tuple(hearing.testimonies), hearing.landed_ns, hearing.board.is_closed, hearing.drew)
        self._records[key] = record
        self._size += record.size
        while self._size > MOST_POSTS:
            self._forget(next(iter(self._records)))

    def _forget(self, key: CacheKey) -> None:
        record = self._records.pop(key, None)
        self._size -= record.size if record is not None else 0


class RecalledHearing(VirtualHearing):
    """A hearing again, in the time that it took before. Only those speak who take from a random stream."""

    def __init__(
        self,
        question: Question,
        panel: Panel,
        settings: Settings,
        clock: VirtualClock,
        share: Allowance,
        *,
        record: Record,
    ) -> None:
        self._record = record
        super().__init__(question, panel, settings, clock, share)
        self.processors, self._are_impatient = Processors(None), False
        self.is_as_recorded = True

    def _begun(self) -> list[Testimony]:
        """Have everything said at once: nobody who is heard again looks at it."""
        testimonies = list(self._record.testimonies)
        for order in self._record.drew:
            testimonies[order] = self.panel.seats[order].testimony()
        return testimonies

    async def _proceed(self) -> None:
        record = self._record
        if record.drew:
            async with trio.open_nursery() as nursery:
                self._scope = nursery.cancel_scope
                for order in record.drew:
                    nursery.start_soon(self._hear_again, self.panel.seats[order])
                await self.sleep_until(record.landed_ns)
        else:
            await self.sleep_until(record.landed_ns)
        self.landed_ns = self.ns()
        self.landing.advance()
        self.is_as_recorded = (
            self.is_repeatable
            and self.landed_ns == record.landed_ns
            and all(_is_alike(self.testimonies[order], record.testimonies[order]) for order in record.drew)
        )

    async def _hear_again(self, seat: Seat) -> None:
        start = self._record.testimonies[seat.order].started_ns
        if start > 0:
            await self.sleep_until(start)
        await self.hear(seat)

    def begin(self, seat: Seat, ns: int) -> Bound:  # noqa: ARG002  # as before
        """Return when an Advisor must end: when it had to before."""
        return self._record.drew[seat.order]

    def check_landing(self) -> bool:
        """Let the decision land when it did."""
        if not self._record.has_landed or self.ns() < self._record.landed_ns:
            return False
        return super().check_landing()


def _is_alike(testimony: Testimony, other: Testimony) -> bool:
    """Could nobody at the hearing tell one from the other?"""
    return (
        testimony.state is other.state
        and testimony.started_ns == other.started_ns
        and testimony.ended_ns == other.ended_ns
        and testimony.read == other.read
        and testimony.limit == other.limit
    )
