"""How what a whole decision has is dealt out, whose turn it is, and how a contest's clock is spent."""

from typing import Any

import attrs
import pytest
import trio

from agents import Streams
from agents.learners.worths import CALLS, TIMES
from blackboard import Contest, Decision, Knowledge, State, decisions_of, events_of
from control import Changes, ContestClock, Hoyle, VirtualClock, redecide
from control.limits.budgets import Allowance
from control.settings.hoyle_options import HoyleOptions, check_order
from games import BadOption, Role, make_game
from tests.support import MS, US, advisor, decided, says, tic_tac_toe, works

QUICK = advisor("Quick", works(2), says("5", 9), tier=3)
SLOW = advisor("Slow", works(40), says("1", 9), tier=3)
MUTE = advisor("Mute", works(40), tier=3)


def profile(pivotal: int, ns: int, asked: int = 100) -> dict[str, Any]:
    """Know that somebody always speaks, after so long."""
    at = next(number for number, most in enumerate(TIMES) if ns <= most)
    return {
        "asked": asked,
        "spoke": asked,
        "pivotal": pivotal,
        "ns": asked * ns,
        "by_time": [asked if number == at else 0 for number in range(len(TIMES))],
        "by_work": [asked if number == 0 else 0 for number in range(len(CALLS))],
    }


def knows(**profiles: dict[str, Any]) -> Knowledge:
    """Know these profiles."""
    return Knowledge.of(tic_tac_toe(), {"profiles": profiles})


KNOWN = knows(Quick=profile(30, 250 * US), Slow=profile(60, 4100 * US), Mute=profile(0, 4100 * US))


def dealt(allocation: str, budget: str = "decision=6ms", **more: Any) -> Decision:
    """Decide with a whole decision's time dealt out."""
    return decided([QUICK, SLOW, MUTE], budgets=("1s", budget), allocation=allocation, **more)


def shares(decision: Decision) -> dict[str, int]:
    """Return what each had."""
    return {each.advisor: each.budget_ns for each in decision.testimonies}


def test_equal_shares_leave_the_slow_unheard() -> None:
    """Each has a third of 6 ms, and Slow wants 4."""
    decision = dealt("equal")
    assert shares(decision) == dict.fromkeys(("Quick", "Slow", "Mute"), 2 * MS)
    assert decision.move == "5"
    assert decision.settings["allocation"] == "equal"


def test_a_profile_gives_time_to_whom_it_was_worth_most() -> None:
    """Mute never turned a vote, so Slow has what it needs."""
    decision = dealt("profile", knowledge=KNOWN)
    had = shares(decision)
    assert had["Slow"] > 4100 * US > had["Mute"] >= 500 * US
    assert sum(had.values()) <= 6 * MS
    assert {each.advisor for each in decision.testimonies if each.comments} == {"Quick", "Slow"}


def test_work_is_dealt_out_as_well() -> None:
    """By the calls after which comments stood."""
    decision = dealt("profile", "decision=30calls", knowledge=KNOWN)
    assert sum(each.budget_work or 0 for each in decision.testimonies) <= 30


def test_without_profiles_everybody_is_alike() -> None:
    """There is nothing to buy, so all is dealt out alike."""
    assert shares(dealt("profile")) == shares(dealt("equal"))


def test_nobody_gets_more_than_its_own_budget() -> None:
    """The limit of one's own still binds."""
    had = shares(decided([QUICK, SLOW], budgets=("1s", "Slow=1ms", "decision=6ms"), allocation="equal"))
    assert had == {"Quick": 3 * MS, "Slow": MS}


def test_an_allocation_needs_something_to_deal_out() -> None:
    """And a contested clock something to spend."""
    with pytest.raises(BadOption, match=r"allocation equal needs a limit .* give one: budget decision=20ms"):
        HoyleOptions(allocation="equal").check()
    with pytest.raises(BadOption, match=r"contest_clock contested .* give one: budget contest=5s"):
        HoyleOptions(contest_clock="contested").check()
    HoyleOptions(allocation="profile", budget=("contest=5s",), contest_clock="contested").check()


def test_an_order_needs_somebody_to_wait() -> None:
    """Shared processors, or the serial schedule."""
    with pytest.raises(BadOption, match="give processors, or the serial schedule"):
        check_order(HoyleOptions(order="worth"), None)
    check_order(HoyleOptions(order="worth"), 1)
    check_order(HoyleOptions(order="worth", schedule="serial"), None)


@pytest.mark.parametrize("how", [{"processors": 1}, {"schedule": "serial"}])
def test_whoever_turns_most_votes_for_its_time_is_heard_first(how: dict[str, Any]) -> None:
    """By rank and name Mute would be."""
    decision = decided([QUICK, SLOW, MUTE], order="worth", knowledge=KNOWN, **how)
    started = sorted(decision.testimonies, key=lambda each: each.started_ns)
    assert [each.advisor for each in started] == ["Quick", "Slow", "Mute"]
    (read,) = decisions_of(events_of(decision))
    again = redecide(read)
    assert again.is_certain
    assert events_of(again.decision) == events_of(decision)


def test_a_record_tells_what_equal_shares_would_have_come_to() -> None:
    """As far as everybody was heard out."""
    own = decided([QUICK, SLOW, MUTE], budgets=("1s", "decision=6ms"))
    again = redecide(own, Changes(allocation="equal"))
    assert again.decision.move == dealt("equal").move
    assert shares(again.decision) == shares(dealt("equal"))
    with_profiles = redecide(own, Changes(allocation="profile", knowledge=KNOWN))
    assert shares(with_profiles.decision) == shares(dealt("profile", knowledge=KNOWN))


def test_what_a_record_cannot_tell_of_shares_is_said() -> None:
    """Own budgets, profiles, and limits that were not there."""
    own = decided([QUICK, SLOW], budgets=("1s", "decision=6ms"))
    with pytest.raises(BadOption, match="allocation profile needs knowledge"):
        redecide(own, Changes(allocation="profile"))
    with pytest.raises(BadOption, match="needs the Advisors' own budgets"):
        redecide(dealt("equal"), Changes(allocation="own"))
    with pytest.raises(BadOption, match="needs a limit of the decision, and the record has none"):
        redecide(decided([QUICK]), Changes(allocation="equal"))


def voted(*got: float) -> Decision:
    """Make a decision with such a tally."""
    tally = dict(zip("123456789", got, strict=False))
    return attrs.evolve(decided([QUICK]), tally=tally, testimonies=(), landed_ns=0)


def test_a_contested_clock_spends_more_after_a_close_vote() -> None:
    """Half as much again after a tie, half after a clear one, and as ever before the first."""
    game = tic_tac_toe()
    even, contested = (ContestClock(Allowance(ns=100 * MS), how) for how in ("even", "contested"))
    first = even.share(game, game.initial()).ns
    assert contested.share(game, game.initial()).ns == first
    for clock in (even, contested):
        clock.spend(voted(9, 9, 0))
    base = even.share(game, game.initial()).ns or 0
    assert contested.share(game, game.initial()).ns == base * 3 // 2
    contested.spend(voted(9, 0, 0))
    even.spend(voted(9, 0, 0))
    base = even.share(game, game.initial()).ns or 0
    assert contested.share(game, game.initial()).ns == base // 2


# The learner, in play.


def learner_hoyle(**more: Any) -> Hoyle:
    """Make a Hoyle that studies its own decisions."""
    options = HoyleOptions(learn=True, learners=("profiles",), advisors=("1990",), **more)
    return Hoyle.of(options, Knowledge.of(make_game("tic-tac-toe")))


def lived(hoyle: Hoyle, moves: str = "5 1 9 3 2 8 4 6 7") -> Knowledge:
    """Let a Hoyle decide in the positions of a contest as both roles, and learn from it."""
    game = make_game("tic-tac-toe")

    async def live() -> None:
        position = game.initial()
        for ply, move in enumerate(moves.split()):
            await hoyle.choose(game, position, Streams(ply))
            position = game.play(position, move)
        outcome = game.outcome(position)
        assert outcome is not None
        contest = Contest(game.name, tuple(moves.split()), outcome, "rules")
        await hoyle.learn(game, contest, Streams(99), hoyle=(Role.PLAYER,))

    trio.run(live, clock=VirtualClock())
    assert hoyle.knowledge is not None
    return hoyle.knowledge


def test_hoyle_learns_profiles_of_its_own_decisions() -> None:
    """By Advisor; a forced move teaches nothing."""
    known = lived(learner_hoyle())
    profiles = known.item("profiles")
    assert len(profiles) == 20
    assert profiles["Victory"]["asked"] <= 8
    assert any(each["pivotal"] for each in profiles.values())
    assert known.item("settling")["1"]["effects"]["Greedy"][0] >= 1


def test_while_it_learns_it_hears_all_of_a_vote_that_may_be_cut_short() -> None:
    """What comes after the landing is what is learned from."""
    hoyle = learner_hoyle(settle="likely:0.9")
    heard: list[Decision] = []
    hoyle.on_decision = heard.append
    lived(hoyle)
    voted_on = [each for each in heard if each.tier == 3]
    assert voted_on
    assert not any(said.state is State.CANCELLED for each in voted_on for said in each.testimonies)


def test_what_is_taken_back_is_not_learned_from() -> None:
    """A decision that did not stand teaches nothing."""
    hoyle = learner_hoyle()
    game = make_game("tic-tac-toe")

    async def live() -> None:
        mark = hoyle.bookmark()
        await hoyle.choose(game, game.initial(), Streams(0))
        hoyle.go_back(mark)

    trio.run(live, clock=VirtualClock())
    assert hoyle.group.undigested == 0
