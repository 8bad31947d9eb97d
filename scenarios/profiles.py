"""Studies of time limits: pure functions of logged decisions."""

import statistics
from collections.abc import Iterable, Sequence

import attrs

from blackboard import NEUTRAL, Comment, Decision, State, Testimony
from games import Move

_SETTLED = frozenset({State.FINISHED, State.FAILED})
"""States of Advisors that ended without being stopped, so that their comments are complete."""
POINTS = 50
"""The most times of a profile, if none are given."""


@attrs.frozen
class Profile:
    """The performance profile of one Advisor, as of an anytime algorithm."""

    advisor: str
    decisions: int
    """The number of decisions behind it: those in which the Advisor was not stopped and commented."""
    ns: tuple[int, ...]
    """Times since the Advisor started."""
    posted: tuple[float, ...]
    """The mean share of its final comments that it has posted by then."""
    agreed: tuple[float, ...]
    """The share of decisions in which its strongest comment so far is on the same move as at the end."""


def profile(decisions: Iterable[Decision], advisor: str, times: Sequence[int] | None = None) -> Profile:
    """Return the profile of an Advisor, at these times or by default at those of its comments."""
    heard = [
        testimony
        for decision in decisions
        for testimony in decision.testimonies
        if testimony.advisor == advisor and testimony.state in _SETTLED and testimony.comments
    ]
    offsets = sorted({_offset(each, comment) for each in heard for comment in each.comments.values()})
    ns = tuple(_thinned(offsets) if times is None else times)
    posted = [statistics.fmean(_posted(each, t) for each in heard) if heard else 0.0 for t in ns]
    agreed = [statistics.fmean(_agrees(each, t) for each in heard) if heard else 0.0 for t in ns]
    return Profile(advisor, len(heard), ns, tuple(posted), tuple(agreed))


def profiles(decisions: Iterable[Decision], times: Sequence[int] | None = None) -> list[Profile]:
    """Return the profile of every Advisor that commented, in order of tier, rank and name."""
    decisions = list(decisions)
    speakers = {
        (each.tier, each.rank, each.advisor)
        for decision in decisions
        for each in decision.testimonies
        if each.comments
    }
    taken = [profile(decisions, name, times) for _, _, name in sorted(speakers)]
    return [each for each in taken if each.decisions]


def strongest(comments: Iterable[Comment]) -> Move | None:
    """Return the move of the comment furthest from 5, the first posted of several; None without comments."""
    in_order = sorted(comments, key=lambda comment: comment.ns)
    return max(in_order, key=lambda comment: abs(comment.strength - NEUTRAL)).move if in_order else None


def _offset(testimony: Testimony, comment: Comment) -> int:
    return comment.ns - testimony.started_ns


def _by(testimony: Testimony, ns: int) -> list[Comment]:
    return [each for each in testimony.comments.values() if _offset(testimony, each) <= ns]


def _posted(testimony: Testimony, ns: int) -> float:
    return len(_by(testimony, ns)) / len(testimony.comments)


def _agrees(testimony: Testimony, ns: int) -> bool:
    return strongest(_by(testimony, ns)) == strongest(testimony.comments.values())


def _thinned(times: Sequence[int]) -> list[int]:
    """Return at most `POINTS` times, including the last."""
    if len(times) <= POINTS:
        return list(times)
    return [times[(number + 1) * len(times) // POINTS - 1] for number in range(POINTS)]


@attrs.frozen
class Times:
    """How long decisions took, in nanoseconds."""

    decisions: int
    mean: float = 0
    median: float = 0
    p95: float = 0
    longest: int = 0


def times_to_decide(decisions: Iterable[Decision]) -> dict[str, Times]:
    """Return when decisions landed, overall and by tier, without forced moves, which take no time."""
    taken: dict[str, list[int]] = {"all": []}
    for decision in decisions:
        if decision.tier is not None:
            taken["all"].append(decision.landed_ns)
            taken.setdefault(f"tier {decision.tier}", []).append(decision.landed_ns)
    return {what: _summed(sorted(ns)) for what, ns in sorted(taken.items())}


def _summed(ns: Sequence[int]) -> Times:
    if not ns:
        return Times(0)
    p95 = ns[min(len(ns) - 1, -(-95 * len(ns) // 100) - 1)]
    return Times(len(ns), statistics.fmean(ns), statistics.median(ns), p95, ns[-1])


@attrs.frozen
class Waste:
    """The work of an Advisor that was lost because a decision landed before it finished."""

    advisor: str
    started: int = 0
    """The number of decisions in which it started."""
    cancelled: int = 0
    """The number of these in which it was cancelled."""
    work: int = 0
    """Its calls of the oracle in all of these."""
    wasted_work: int = 0
    wasted_ns: int = 0
    wasted_posts: int = 0

    @property
    def share(self) -> float:
        """The share of its work that was wasted."""
        return self.wasted_work / self.work if self.work else 0.0


def wasted(decisions: Iterable[Decision]) -> list[Waste]:
    """Return the waste of each Advisor, in order of tier, rank and name."""
    found: dict[tuple[int, float, str], Waste] = {}
    for decision in decisions:
        for each in decision.testimonies:
            key = each.tier, each.rank, each.advisor
            found[key] = _with(found.get(key, Waste(each.advisor)), each)
    return [found[key] for key in sorted(found)]


def _with(so_far: Waste, testimony: Testimony) -> Waste:
    if testimony.state is State.NOT_STARTED:
        return so_far
    lost = testimony.state is State.CANCELLED
    return Waste(
        so_far.advisor,
        so_far.started + 1,
        so_far.cancelled + lost,
        so_far.work + testimony.work,
        so_far.wasted_work + lost * testimony.work,
        so_far.wasted_ns + lost * testimony.elapsed_ns,
        so_far.wasted_posts + lost * (len(testimony.comments) + len(testimony.plans)),
    )


@attrs.frozen
class Differences:
    """The decisions of two ways of deciding on the same questions."""

    compared: int
    """The number of common questions: the same position with the same stream."""
    changed: tuple[tuple[Decision, Decision], ...]
    """The pairs of decisions with different moves."""
    alone: int
    """The number of questions that only one of them was asked, because contests took different courses."""

    @property
    def share(self) -> float:
        """The share of moves that differ."""
        return len(self.changed) / self.compared if self.compared else 0.0


def differences(first: Iterable[Decision], second: Iterable[Decision]) -> Differences:
    """Compare decisions question by question, for example of two schedules."""
    ours, theirs = ({_question(each): each for each in decisions} for decisions in (first, second))
    both = [key for key in ours if key in theirs]
    changed = tuple((ours[key], theirs[key]) for key in both if ours[key].move != theirs[key].move)
    return Differences(len(both), changed, len(ours) + len(theirs) - 2 * len(both))


def _question(decision: Decision) -> tuple[object, ...]:
    how = decision.settings
    return decision.game, str(decision.options), decision.position, how.seed, how.stream
