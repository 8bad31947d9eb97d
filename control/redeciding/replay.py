"""Hearings replayed from records: when each Advisor starts now, and how far it gets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs

from agents import Advisor
from agents.learners.worths import known_profile
from blackboard import Comment, Decision, Plan, State, Testimony
from control.hearing.allocation import dealt_seats, whole_of
from control.limits.bounds import Bound, Bounds
from control.limits.budgets import Allowance
from control.limits.panel import Seat
from control.limits.schedules import SCHEDULES, in_turn
from control.redeciding.record import Changes, changed_budget, known_for, own_budget, recorded_limits
from control.settings.hoyle_options import OWN, PROFILE
from games import BadOption

Post: TypeAlias = Comment | Plan

_STAND_IN = Advisor()
"""Represents an Advisor that is not asked again."""


@attrs.define
class Part:
    """What one Advisor did, and what it does under the changes."""

    seat: Seat
    was: Testimony
    said: Testimony
    group: int
    is_doubtful: bool = False
    """Whether it might have said something else."""
    is_timed: bool = True
    """Whether its end is known."""
    is_moved: bool = False
    """Whether its posts or their times differ from the record."""
    is_charged: bool = True
    """Whether its own work took time, as it does on the virtual clock."""

    @property
    def is_other(self) -> bool:
        """Whether a reader might have read something else. Posts after a landing have no reader."""
        was_cut = self.was.state is State.CANCELLED or (
            self.was.state is State.NOT_STARTED and not self.was.limit
        )
        return self.is_moved or (self.is_doubtful and not was_cut)

    @property
    def end(self) -> tuple[int, bool]:
        """When it ends; Advisors that run out of time end after others at the same instant."""
        return self.said.ended_ns, self.said.state is State.TIMED_OUT and self.said.limit != "work"


class Replay:
    """The hearing again: when each Advisor starts, and how far it gets."""

    def __init__(self, decision: Decision, changes: Changes) -> None:
        self.decision = decision
        self._changes = changes
        was, share = recorded_limits(decision)
        self.limits = was.with_other(changes.budgets.limits), share
        seats = [_seat(testimony, order) for order, testimony in enumerate(decision.testimonies)]
        now = [
            _seat(testimony, seat.order, changed_budget(testimony, changes))
            for seat, testimony in zip(seats, decision.testimonies, strict=True)
            if seat.name not in changes.without
        ]
        if changes.allocation not in (None, decision.settings.get("allocation", OWN)):
            now = _reallocated(decision, changes, now, whole_of(*self.limits))
        self._was = _starts(decision, seats, Bounds(seats, was, share))
        self._bounds = Bounds(now, self.limits[0], share)
        self._work_was = Bounds(seats, was, share)
        self.parts: list[Part] = []
        turns = decision.settings.get("turns", {})
        groups = SCHEDULES[decision.settings["schedule"]](in_turn(seats, turns))
        self._play({seat.order: seat for seat in now}, groups)
        self.parts.sort(key=lambda part: part.seat.order)
        self._doubt(is_leaving=len(now) < len(seats))

    def _play(self, now: Mapping[int, Seat], groups: Sequence[Sequence[Seat]]) -> None:
        """Start the groups in turn; each starts earlier by as much as the groups before it end earlier."""
        earlier = end = 0
        for number, group in enumerate(groups):
            started = [self._testimony(seat) for seat in group if self._has_started(seat)]
            begin = min((each.started_ns for each in started), default=end + earlier) - earlier
            mates = [now[seat.order] for seat in group if seat.order in now]
            new = [self._part(seat, begin, earlier, number) for seat in sorted(mates, key=self._start_of)]
            self.parts += new
            ends = [part.said.ended_ns for part in new if part.said.state is not State.NOT_STARTED]
            end = max(ends, default=begin)
            if started:
                earlier = max(each.ended_ns for each in started) - end

    def _testimony(self, seat: Seat) -> Testimony:
        return self.decision.testimonies[seat.order]

    def _has_started(self, seat: Seat) -> bool:
        return self._testimony(seat).state is not State.NOT_STARTED

    def _start_of(self, seat: Seat) -> tuple[bool, int, int]:
        return not self._has_started(seat), self._testimony(seat).started_ns, seat.order

    def _part(self, seat: Seat, begin: int, earlier: int, group: int) -> Part:
        was = self._testimony(seat)
        budgeted = attrs.evolve(was, budget_ns=seat.budget_ns, budget_work=seat.budget_work)
        part = Part(seat, was, budgeted, group, is_charged=self.decision.settings.clock == "virtual")
        if was.state is State.NOT_STARTED:
            self._stay_out(part, begin, earlier)
            return part
        start = was.started_ns - earlier
        end, limit = self._bounds.start(seat, start)
        old_end, old_limit = self._was[seat.order]
        budget = _Cut(
            time=(end - start, limit),
            old_time=(old_end - was.started_ns, old_limit),
            work=self._bounds.work(seat),
            old_work=self._work_was.work(_seat(was, seat.order)),
        )
        budget.apply(part, start)
        return part

    def _stay_out(self, part: Part, begin: int, earlier: int) -> None:
        """Determine whether an Advisor that did not start would have time to start now."""
        end, limit = self._bounds.shared_end(part.seat.tier)
        no_more = part.was.limit and end + earlier <= self._was[part.seat.order][0]
        if no_more or end <= begin:
            part.said.limit = limit
        else:
            part.said.limit = ""
            part.is_doubtful = True
            part.is_moved = bool(part.was.limit)

    def _doubt(self, *, is_leaving: bool) -> None:
        """Mark as doubtful each Advisor that read changed posts, or whose time cannot be known."""
        left = [self._testimony_of(name) for name in self._changes.without]
        gone = [each for each in left if each is not None]
        has_shared_time = self._bounds.has_shared_time or self._work_was.has_shared_time
        if has_shared_time and (is_leaving or any(part.is_moved for part in self.parts)):
            self._doubt_times()
        while True:
            moved = [*gone, *(part.said for part in self.parts if part.is_other)]
            new = [part for part in self.parts if not part.is_doubtful and _takes_note_of(part.said, moved)]
            if not new:
                return
            for part in new:
                part.is_doubtful = True

    def _testimony_of(self, name: str) -> Testimony | None:
        return next((each for each in self.decision.testimonies if each.advisor == name), None)

    def _doubt_times(self) -> None:
        """Mark as doubtful the Advisors whose start cannot be known because time is shared."""
        untimed = [part.group for part in self.parts if not part.is_timed or part.is_doubtful]
        first = min(untimed, default=len(self.decision.testimonies))
        is_shared = self.decision.settings.processors is not None
        for part in self.parts:
            if is_shared or part.group > first:
                part.is_doubtful = True


def _seat(testimony: Testimony, order: int, budget: Allowance | None = None) -> Seat:
    """Return the seat of an Advisor, with its recorded budget unless another is given."""
    t, budget = testimony, budget or own_budget(testimony)
    return Seat(
        _STAND_IN, t.advisor, t.tier, t.rank, budget.ns or 0, t.makes_plans, order, budget_work=budget.work
    )


def _reallocated(decision: Decision, changes: Changes, seats: Sequence[Seat], whole: Allowance) -> list[Seat]:
    """Divide the time and work of a decision again, if the record holds what the Advisors had."""
    was, now = decision.settings.get("allocation", OWN), changes.allocation or OWN
    if was != OWN:
        raise BadOption(
            f"allocation {now} needs the Advisors' own budgets, which a record with allocation {was} does not"
            " hold; use a record that was made with allocation own"
        )
    if not whole:
        raise BadOption(
            f"allocation {now} needs a limit of the decision, and the record has none;"
            " set one: --budget decision=20ms"
        )
    profiles = {}
    if now == PROFILE:
        known, stage = known_for(decision, changes.knowledge, f"allocation {now}")
        profiles = {seat.name: known_profile(known, seat.name, stage) for seat in seats}
    return dealt_seats(seats, now, whole, profiles)


def _starts(decision: Decision, seats: Sequence[Seat], bounds: Bounds) -> dict[int, Bound]:
    """Return when each Advisor had to end, and the limit; for one that did not start, the shared limit."""
    found = {}
    pairs = list(zip(seats, decision.testimonies, strict=True))
    for seat, testimony in sorted(pairs, key=lambda each: each[1].started_ns):
        if testimony.state is not State.NOT_STARTED:
            found[seat.order] = bounds.start(seat, testimony.started_ns)
    return {seat.order: bounds.shared_end(seat.tier) for seat in seats} | found


def _takes_note_of(testimony: Testimony, moved: Iterable[Testimony]) -> bool:
    """Return whether this Advisor might have read posts that are different now."""
    if not testimony.read:
        return False
    others = [each for each in moved if each.advisor != testimony.advisor]
    if testimony.read == "comments":
        return bool(others)
    return any(each.makes_plans and each.tier <= testimony.tier for each in others)


@attrs.frozen(kw_only=True)
class _Cut:
    """An Advisor's old and new limits of time, counted from its own start, and of work."""

    time: Bound
    old_time: Bound
    work: Bound
    old_work: Bound

    def apply(self, part: Part, start: int) -> None:
        """Repeat what an Advisor did, as far as its new limits allow."""
        was, earlier = part.was, part.was.started_ns - start
        if self.time[0] <= 0:
            unstart(part, self.time[1])
            return
        reach = was.elapsed_ns - was.waited_ns - (was.state is not State.CANCELLED)
        is_late = self.time[0] < self.old_time[0] and self.time[0] <= reach
        is_spent = self.work[0] < self.old_work[0] and self.work[0] < was.work
        if earlier:
            _shift(part, earlier)
        if is_late or is_spent:
            self._cut(part, start, is_late=is_late, is_spent=is_spent)
        else:
            self._leave(part)
        if self.work[0] < self.old_work[0] and self.work[0] == was.work and was.state is State.TIMED_OUT:
            # Its next call, which may have been due, would stop it now.
            part.is_timed, part.is_moved = False, True
        has_changed = (self.time[0], self.work[0]) != (self.old_time[0], self.old_work[0])
        if was.looked and has_changed:
            part.is_doubtful = True

    def _cut(self, part: Part, start: int, *, is_late: bool, is_spent: bool) -> None:
        said = part.said
        end = start + self.time[0]
        posts = posts_of(said)
        in_time = [post for post in posts if not is_late or post.ns <= end]
        in_work = [post for post in in_time if not is_spent or post.work <= self.work[0]]
        by_work = is_spent and (not is_late or len(in_work) < len(in_time))
        keep(said, in_work)
        said.state, said.reason = State.TIMED_OUT, ""
        said.limit = self.work[1] if by_work else self.time[1]
        last = max((post.ns for post in in_work), default=start)
        said.ended_ns = last if by_work else end
        cut_spends(part, part.was.elapsed_ns - (said.ended_ns - start))
        said.work = self.work[0] if by_work else max((post.work for post in in_work), default=0)
        part.is_timed = not is_spent
        part.is_moved = True
        part.is_doubtful = is_late and bool(
            part.was.waited_ns
        )  # the record does not show before which post it waited

    def _leave(self, part: Part) -> None:
        """Keep an Advisor's record; mark it doubtful if it would have continued with its new limits."""
        was = part.was
        if was.state is State.CANCELLED:
            part.is_doubtful = True
        elif was.state is State.TIMED_OUT:
            by_time = was.limit == self.old_time[1]
            by_work = was.limit == self.old_work[1] and was.work >= self.old_work[0]
            has_more_time, has_more_work = self.time[0] > self.old_time[0], self.work[0] > self.old_work[0]
            part.is_doubtful = (
                (by_time and has_more_time) or (by_work and has_more_work) or not (by_time or by_work)
            )
            part.said.limit = self.work[1] if by_work and not by_time else self.time[1]


def unstart(part: Part, limit: str) -> None:
    """Record that an Advisor does not start."""
    was = part.said
    part.said = Testimony(
        was.advisor,
        was.tier,
        was.rank,
        was.budget_ns,
        limit=limit,
        budget_work=was.budget_work,
        makes_plans=was.makes_plans,
    )
    part.is_moved = True


def _shift(part: Part, earlier: int) -> None:
    """Move all times of an Advisor earlier."""
    said = part.said
    said.started_ns -= earlier
    said.ended_ns -= earlier
    said.comments = {move: attrs.evolve(post, ns=post.ns - earlier) for move, post in said.comments.items()}
    said.plans = tuple(attrs.evolve(post, ns=post.ns - earlier) for post in said.plans)
    part.is_moved = True


def posts_of(testimony: Testimony) -> list[Post]:
    """Return everything an Advisor posted."""
    return [*testimony.comments.values(), *testimony.plans]


def keep(said: Testimony, posts: Sequence[Post]) -> None:
    """Drop all other posts of an Advisor."""
    said.comments = {post.move: post for post in posts if isinstance(post, Comment)}
    said.plans = tuple(post for post in posts if isinstance(post, Plan))


def cut_spends(part: Part, cut_ns: int) -> None:
    """Keep the own work that an Advisor had spent for certain before this much of its time was cut off."""
    if cut_ns > 0:
        part.said.spent_ns = max(0, part.said.spent_ns - cut_ns) if part.is_charged else 0
