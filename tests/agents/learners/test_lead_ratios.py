"""How sure the leader of a vote is, and when it may be believed."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.learner import Recounted, Said
from agents.learners.lead_ratios import BARS, FIRST, SETTLING, UNKNOWN, Settling, is_rare, lead_ratio
from blackboard import Comment, State
from blackboard import testimony as records
from games import Move
from tests.support import needs

stats = needs("scipy.stats", extra="dev")


def voter(name: str, ended_ms: int, **said: int) -> records.Testimony:
    """Let somebody have said something at the end of its time; moves are written `_5`."""
    ended = ended_ms * 1_000_000
    comments = {move[1:]: Comment(name, move[1:], given, ns=ended) for move, given in said.items()}
    return records.Testimony(name, 3, 0, 10**9, State.FINISHED, comments, ended_ns=ended)


def summing(said: Said) -> tuple[Move, Mapping[Move, float]]:
    """Count as paradigm 1 does, with the first of the best."""
    tally = {
        move: float(sum(each[move].strength - 5 for each in said.values() if move in each)) for move in "ab"
    }
    return max("ab", key=lambda move: tally[move]), tally


COUNT: Recounted = summing
LEADS = [voter("Quick", 1, _a=9), voter("Slow", 9, _b=7)]
TURNS = [voter("Quick", 1, _a=9), voter("Slow", 9, _b=10)]


def learned(votes: list[list[records.Testimony]]) -> Settling:
    """Learn from some votes."""
    known = Settling()
    for voters in votes:
        known = known.with_vote(voters, 0, COUNT)
    return known


def test_a_lead_is_measured_by_what_the_others_are_wont_to_move() -> None:
    """Twice as large a lead is twice as sure; nobody knows anything of a stranger."""
    effects = {"Slow": (4, 36.0), "Mute": (4, 0.0)}
    assert lead_ratio({"a": 10.0, "b": 4.0}, ["Slow"], effects) == 2
    assert lead_ratio({"a": 10.0, "b": 4.0}, ["Mute"], effects) == math.inf
    assert lead_ratio({"a": 10.0, "b": 4.0}, ["Slow", "Stranger"], effects) == UNKNOWN


def test_the_first_votes_only_teach_how_much_advisors_move() -> None:
    """Then it is counted what each bar would have changed, and how much sooner it would have landed."""
    assert learned([LEADS] * FIRST).votes == 0
    known = learned([LEADS] * (FIRST + 3))
    assert known.votes == 3
    assert known.changed[0] == 0
    assert known.sooner[0] == 3 * 888  # after 1 of 9 ms
    assert known.effects["Slow"] == (FIRST + 3, (FIRST + 3) * 2.0)  # by 2 on b and 0 on a


def test_a_leader_that_is_overtaken_is_counted_against_every_bar_that_let_it_land() -> None:
    """A lead of 4 against one who moves by 5: between bars 0.8 and 1.2."""
    known = learned([TURNS] * (FIRST + 1))
    sure = 4 / math.sqrt(known.effects["Slow"][1] / known.effects["Slow"][0])
    assert [changed for bar, changed in zip(BARS, known.changed, strict=True) if bar <= sure] == [1] * sum(
        bar <= sure for bar in BARS
    )
    assert not any(changed for bar, changed in zip(BARS, known.changed, strict=True) if bar > sure)


def test_a_bar_needs_proof() -> None:
    """58 votes without a change are too few to promise 95 %, and 59 will do."""
    assert learned([LEADS] * (FIRST + 58)).bar(0.95) is None
    assert learned([LEADS] * (FIRST + 59)).bar(0.95) == 0
    assert Settling().bar(0.6) is None


@given(st.integers(0, 30), st.integers(1, 400), st.sampled_from([0.01, 0.05, 0.1]))
def test_what_is_rare_is_so_by_the_binomial_distribution(changed: int, votes: int, share: float) -> None:
    """The chance of so few changes, if there were such a share of them, is at most 5 %."""
    if changed < votes:
        chance = float(stats.binom.cdf(changed, votes, share))
        if abs(chance - 0.05) > 1e-9:
            assert is_rare(changed, votes, share) == (chance <= 0.05)


def test_entries_are_read_as_they_were_written_and_two_become_one() -> None:
    """Votes of two runs count together."""
    one, other = learned([LEADS] * 30), learned([TURNS] * 20)
    assert Settling.of(one.entry()) == one
    both = Settling.of(SETTLING.merged(one.entry(), other.entry()))
    assert both.votes == one.votes + other.votes
    assert both.effects["Slow"][0] == 50
    assert SETTLING.fits(one.entry())


@pytest.mark.parametrize(
    "change",
    [
        {"votes": -1},
        {"votes": 0},
        {"changed": [0]},
        {"effects": {"Slow": [1]}},
        {"effects": {"Slow": [1, -1.0]}},
    ],
)
def test_what_is_no_record_of_votes_is_refused(change: dict[str, object]) -> None:
    """More votes changed than there were, and the like."""
    assert not SETTLING.fits({**learned([TURNS] * 20).entry(), **change})


def test_it_is_told_in_words() -> None:
    """With how much sooner votes land."""
    told = SETTLING.tell(None, "1, placing", learned([LEADS] * 100).entry())  # type: ignore[arg-type]  # no game is needed
    assert "likely:0.95 lands when the lead is 0 times" in told
    assert "89 % sooner, 0 of 90 votes changed" in told
    assert "likely:0.99 is not yet supported" in told
