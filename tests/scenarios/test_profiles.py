"""What logged decisions tell about time."""

import pytest

from agents import get_advisors
from blackboard import Comment, Decision
from control import SCHEDULES
from scenarios.profiles import differences, profile, profiles, strongest, times_to_decide, wasted
from tests.support import MS, US, advisor, decided, says, sleeps_for_ever, works

ANYTIME = advisor("Anytime", works(1), says("1", 6), works(2), says("2", 8), works(3), says("3", 7))
QUICK = advisor("Quick", says("9", 6))


def test_a_profile_tells_how_far_an_advisor_has_come() -> None:
    """Comments at 110, 320 and 630 us; from the second on its strongest is its final one."""
    found = profile([decided([ANYTIME, QUICK])] * 3, "Anytime")
    assert found.ns == (110 * US, 320 * US, 630 * US)
    assert found.posted == pytest.approx((1 / 3, 2 / 3, 1))
    assert found.agreed == (0, 1, 1)
    assert found.decisions == 3


def test_a_profile_can_be_taken_at_any_times() -> None:
    """Before the first post nothing is posted, and there is nothing to agree with."""
    found = profile([decided([ANYTIME])], "Anytime", [0, 200 * US, MS])
    assert found.posted == pytest.approx((0, 1 / 3, 1))
    assert found.agreed == (0, 0, 1)


def test_a_profile_counts_from_the_advisors_own_start() -> None:
    """So it is the same in every schedule."""
    taken = {profile([decided([ANYTIME, QUICK], schedule=schedule)], "Anytime") for schedule in SCHEDULES}
    assert len(taken) == 1


def test_who_was_cut_off_is_in_no_profile() -> None:
    """Nobody knows what its final comments would have been; nor who said nothing."""
    dozing = advisor("Dozing", says("1", 6), sleeps_for_ever)
    made = decided([dozing, advisor("Silent"), QUICK])
    assert profile([made], "Dozing").decisions == 0
    assert [each.advisor for each in profiles([made])] == ["Quick"]
    assert profile([], "Anybody").posted == ()


def test_profiles_never_fall() -> None:
    """What is posted stays posted, and all of it is there in the end."""
    made = [decided(get_advisors(), moves=moves) for moves in ("", "5", "5 1", "1 5 9")]
    for each in profiles(made):
        assert list(each.posted) == sorted(each.posted)
        assert (each.posted[-1], each.agreed[-1]) == (1, 1)


def test_long_profiles_are_thinned() -> None:
    """At most 50 points, the last among them."""
    steps = [says(str(n), 6) for n in range(1, 10)]
    made = [decided([advisor("A", works(calls), *steps)]) for calls in range(12)]
    found = profile(made, "A")
    assert len(found.ns) == 50
    assert found.posted[-1] == 1


def test_the_strongest_comment_is_the_furthest_from_neutral() -> None:
    """Of several the first."""
    said = [Comment("A", "1", 7, ns=3), Comment("A", "2", 1, ns=2), Comment("A", "3", 9, ns=1)]
    assert strongest(said) == "3"
    assert strongest(said[:2]) == "2"
    assert strongest([]) is None


def test_times_to_decide_are_summed_up() -> None:
    """In all and by tier; a forced move is not counted."""
    landing = decided([advisor("A", works(1), says("1", 10), tier=1, rank=1)])
    vote, forced = decided([advisor("B", works(3))]), decided([QUICK], moves="1 2 3 5 4 7 6 9")
    found = times_to_decide([landing, vote, vote, forced])
    assert list(found) == ["all", "tier 1", "tier 3"]
    assert (found["all"].decisions, found["all"].median, found["all"].longest) == (3, 300 * US, 300 * US)
    assert found["all"].mean == pytest.approx(710 * US / 3)
    assert (found["tier 1"].p95, found["tier 3"].decisions) == (110 * US, 2)
    assert times_to_decide([])["all"].decisions == 0


def test_work_of_the_cancelled_is_wasted() -> None:
    """The work, time and posts of those whom a landing cut off; the rest is not."""
    decider = advisor("Decider", works(4), says("1", 10), tier=1, rank=1)
    thinker = advisor("Thinker", works(1), says("2", 6), works(50))
    heard, idle = decided([thinker]), decided([decider, thinker], schedule="serial")
    found = {each.advisor: each for each in wasted([decided([decider, thinker]), heard, idle])}
    waste = found["Thinker"]
    assert (waste.started, waste.cancelled, waste.wasted_posts) == (2, 1, 1)
    assert (waste.wasted_work, waste.work, waste.wasted_ns) == (4, 55, 410 * US)
    assert waste.share == 4 / 55
    assert (found["Decider"].cancelled, found["Decider"].share) == (0, 0)
    assert list(found) == ["Decider", "Thinker"]


def made(schedule: str, *budgets: str) -> list[Decision]:
    """Decide a few positions."""
    return [
        decided(get_advisors(), moves=moves, schedule=schedule, budgets=budgets or ["1s"])
        for moves in ("", "5", "5 1", "1 5 9", "1 4 3 5")
    ]


def test_schedules_differ_only_where_limits_fire() -> None:
    """Given time enough nothing changes; with a limit of the decision much does."""
    enough = [differences(made("speculative"), made(schedule)) for schedule in SCHEDULES]
    assert {(each.compared, each.share) for each in enough} == {(5, 0)}
    found = differences(made("speculative"), made("serial", "decision=3ms"))
    assert found.share > 0
    assert all(ours.position == theirs.position for ours, theirs in found.changed)


def test_questions_that_only_one_was_asked_are_counted() -> None:
    """They cannot be compared."""
    found = differences(made("speculative")[:3], made("serial")[1:])
    assert (found.compared, found.alone, found.changed) == (2, 3, ())
    assert differences([], []).share == 0
