"""The cache of hearings: testimonies that are reused if the same question is asked again.

In virtual time a testimony depends on the question alone: an Advisor keeps nothing between decisions and
sees only what `think` shows. While panel, limits and knowledge stay the same, the recorded hearing
therefore equals a new one and takes a fraction of the time. Only Advisors that used their random stream,
which is new in each decision, are heard again. If one of them then takes a different time, the whole panel
is heard again.
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
"""The number of posts kept from the latest hearings: tens of megabytes."""

CacheKey = tuple[Hashable, ...]


@attrs.frozen(eq=False)
class Record:
    """The result of one hearing."""

    testimonies: Sequence[Testimony]
    landed_ns: int
    has_landed: bool
    """Whether tier 1 or 2 decided."""
    drew: dict[int, Bound]
    """The bounds of the Advisors that used a random stream, by their order."""

    @property
    def size(self) -> int:
        """The number of testimonies, comments and moves of plans."""
        return sum(
            1 + len(each.comments) + sum(len(plan.moves) for plan in each.plans) for each in self.testimonies
        )


class HearingCache:
    """The hearings on one game with one state of knowledge; any other empties the cache."""

    def __init__(self) -> None:
        self._subject: tuple[Game[Any], Knowledge, VirtualClock] | None = None
        self._records: dict[CacheKey, Record] = {}
        self._size = 0
        self._unsteady: set[str] = set()
        """Advisors whose time depends on chance, so that other Advisors may depend on it."""

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
        """Hear a panel, or repeat an equal hearing from the cache; `show` receives it before it starts."""
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
        """Return whether the cache is for this question; the subject may have changed during a hearing."""
        if self._subject is None:
            return False
        game, knowledge, its_clock = self._subject
        return question.game is game and question.knowledge is knowledge and clock is its_clock

    def _is_worth_keeping(self, hearing: VirtualHearing) -> bool:
        """Return whether the result does not depend on the Advisors that used their random streams."""
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
        """Return whether no other Advisor can depend on what this one says."""
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
    """A hearing from the cache, in the same virtual time; only Advisors that use chance think again."""

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
        """Return the recorded testimonies; Advisors that think again do not read them."""
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
        """Return the recorded bound."""
        return self._record.drew[seat.order]

    def check_landing(self) -> bool:
        """Land the decision at the recorded time."""
        if not self._record.has_landed or self.ns() < self._record.landed_ns:
            return False
        return super().check_landing()


def _is_alike(testimony: Testimony, other: Testimony) -> bool:
    """Return whether two testimonies are the same to the other Advisors."""
    return (
        testimony.state is other.state
        and testimony.started_ns == other.started_ns
        and testimony.ended_ns == other.ended_ns
        and testimony.read == other.read
        and testimony.limit == other.limit
    )
