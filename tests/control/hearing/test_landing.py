"""The landing rule of tiers 1 and 2."""

from collections.abc import Sequence
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import Advisor, Streams
from blackboard import Comment, State
from blackboard import testimony as records
from control.hearing.landing import Landing
from tests.support import CLOCKS, MS, advisor, decided, heard, says, sleeps, strengths

MOVES = ("1", "2", "3", "4")
ENDS = (State.FINISHED, State.TIMED_OUT, State.FAILED)

Said: TypeAlias = dict[str, int]

absolutes = st.sampled_from([0, 0, 0, 10, 3, 5, 8])
panels = st.lists(
    st.tuples(st.dictionaries(st.sampled_from(MOVES), absolutes), st.sampled_from(ENDS)), max_size=5
)


def ranked_by(said: Sequence[Said]) -> list[records.Testimony]:
    """Let ranked Advisors have said this, and think on."""
    return [
        records.Testimony(
            f"A{n}", 1, n, 0, State.THINKING, {m: Comment(f"A{n}", m, s) for m, s in each.items()}
        )
        for n, each in enumerate(said)
    ]


def landed(ranked: Sequence[records.Testimony], *, drop_late: bool = False, seed: int = 0) -> Landing:
    """Make the landing of a row of Advisors, and hear those who have ended."""
    landing = Landing(MOVES, ranked, Streams(seed), drop_late=drop_late)
    landing.advance()
    return landing


def result(landing: Landing) -> tuple[object, ...]:
    """Return what a landing comes to."""
    decider = landing.decider.advisor if landing.decider else None
    return landing.move, decider, landing.removed, landing.remaining, landing.insisted


def all_ended(*said: Said, drop_late: bool = False) -> Landing:
    """Hear Advisors that have all finished."""
    ranked = ranked_by(said)
    for each in ranked:
        each.state = State.FINISHED
    return landed(ranked, drop_late=drop_late)


@given(panel=panels, order=st.permutations(range(5)), drop_late=st.booleans())
def test_the_order_of_finishing_changes_nothing(
    panel: list[tuple[Said, State]], order: list[int], *, drop_late: bool
) -> None:
    """Whoever ends first, and however often control looks, the same decision comes out."""
    ranked, again = (ranked_by([said for said, _ in panel]) for _ in range(2))
    gradual = landed(ranked, drop_late=drop_late)
    for n in order:
        if n < len(panel):
            ranked[n].state = panel[n][1]
            gradual.advance()
    for each, (_, state) in zip(again, panel, strict=True):
        each.state = state
    assert result(gradual) == result(landed(again, drop_late=drop_late))


@given(panel=panels, order=st.permutations(range(5)))
def test_nothing_lands_before_everyone_ranked_above_has_ended(
    panel: list[tuple[Said, State]], order: list[int]
) -> None:
    """A verdict takes effect once nobody ranked above can say any more."""
    ranked = ranked_by([said for said, _ in panel])
    landing = landed(ranked)
    for n in order:
        if n < len(panel):
            ranked[n].state = panel[n][1]
            landing.advance()
        if landing.decider is not None:
            above = ranked[: ranked.index(landing.decider) + 1]
            assert all(each.state.is_heard_out for each in above)


def test_insistence_decides() -> None:
    """A strength of 10 decides at once, whatever those ranked below say."""
    landing = all_ended({"3": 10, "1": 8}, {"3": 0, "1": 10})
    assert result(landing) == ("3", "A0", {}, MOVES, ("3",))


def test_opposition_removes() -> None:
    """A strength of 0 removes a move; what is left is not yet decided."""
    assert result(all_ended({"2": 0}, {"4": 0})) == (None, None, {"2": "A0", "4": "A1"}, ("1", "3"), ())


def test_one_move_left_decides() -> None:
    """Who removes all moves but one has decided."""
    landing = all_ended({"2": 0}, {"4": 0, "1": 0}, {"3": 0})
    assert result(landing) == ("3", "A1", {"2": "A0", "4": "A1", "1": "A1"}, ("3",), ())


def test_opposition_to_everything_removes_nothing() -> None:
    """Where nothing would be left nothing is removed, neither of all moves nor of all remaining ones."""
    everything = dict.fromkeys(MOVES, 0)
    assert result(all_ended(everything)) == (None, None, {}, MOVES, ())
    landing = all_ended({"1": 0, "2": 0}, {"3": 0, "4": 0})
    assert result(landing) == (None, None, {"1": "A0", "2": "A0"}, ("3", "4"), ())


def test_a_removed_move_cannot_be_insisted_on() -> None:
    """Insistence on a move that somebody above removed is ignored; the rest of what is said still counts."""
    assert result(all_ended({"1": 0}, {"1": 10, "2": 0})) == (
        None, None, {"1": "A0", "2": "A1"}, ("3", "4"), (),
    )  # fmt: skip


def test_insistence_goes_before_ones_own_opposition() -> None:
    """One that insists and opposes has decided; it removes nothing."""
    assert result(all_ended({"1": 0, "2": 10})) == ("2", "A0", {}, MOVES, ("2",))


def test_several_insistences_fall_by_the_tie_stream() -> None:
    """Where one Advisor insists on several moves each of them is chosen under some seed, the others never."""
    chosen = []
    for seed in range(50):
        ranked = ranked_by([{"2": 10, "4": 10, "1": 9}])
        ranked[0].state = State.FINISHED
        chosen.append(landed(ranked, seed=seed).move)
    assert set(chosen) == {"2", "4"}


@given(strength=st.integers(1, 9))
def test_other_strengths_decide_nothing(strength: int) -> None:
    """In tiers 1 and 2 only 0 and 10 take effect."""
    assert result(all_ended(dict.fromkeys(MOVES, strength))) == (None, None, {}, MOVES, ())


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(
    ("late", "move", "removed"), [("keep", "1", {}), ("drop", "2", {"3": "Judge"})], ids=["keep", "drop"]
)
def test_late_insistence_is_kept_or_dropped(
    late: str, move: str, removed: dict[str, str], clock: str
) -> None:
    """What an Advisor of tier 1 posted before it ran out of time counts, unless late = "drop"."""
    slow = advisor("Slow", says("1", 10), sleeps(10**12), tier=1, rank=1, budget_ms=40)
    judge = advisor("Judge", says("3", 0), tier=2, rank=1)
    voter = advisor("Voter", says("2", 8))
    decision = decided([slow, judge, voter], late=late, clock=clock, budgets=[])
    assert heard(decision, "Slow").state is State.TIMED_OUT
    assert (decision.move, decision.removed) == (move, removed)


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(("late", "removed"), [("keep", {"1": "Slow"}), ("drop", {})], ids=["keep", "drop"])
def test_late_opposition_is_kept_or_dropped(late: str, removed: dict[str, str], clock: str) -> None:
    """The same holds for opposition in tier 2."""
    slow = advisor("Slow", says("1", 0), sleeps(10**12), tier=2, rank=1, budget_ms=40)
    decision = decided([slow, advisor("Voter", says("1", 8))], late=late, clock=clock, budgets=[])
    assert decision.removed == removed
    assert (decision.move == "1") is (late == "drop")


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(("late", "tally"), [("keep", 14), ("drop", 11)])
def test_late_votes_are_kept_or_dropped(late: str, tally: int, clock: str) -> None:
    """In tier 3 what a late Advisor posted counts with its strength, or as silence."""
    slow = advisor("Slow", says("1", 8), sleeps(10**12), budget_ms=40)
    decision = decided([slow, advisor("Voter", says("1", 6))], late=late, clock=clock, budgets=[])
    assert decision.tally["1"] == tally
    assert strengths(heard(decision, "Slow")) == {"1": 8}


@pytest.mark.parametrize("late", ["keep", "drop"])
@pytest.mark.parametrize("tier", [1, 2])
def test_what_a_failed_advisor_said_before_stands(tier: int, late: str) -> None:
    """A failure takes back nothing: its insistence decides, whatever is done with those who are late."""
    failing = advisor("Failing", says("1", 10), says("99", 10), tier=tier, rank=1)
    decision = decided([failing, advisor("Voter", says("2", 8))], late=late)
    assert heard(decision, "Failing").state is State.FAILED
    assert (decision.move, decision.by) == ("1", "Failing")


def test_landing_waits_for_a_slow_advisor_ranked_above() -> None:
    """A quick verdict of rank 2 takes effect when rank 1 has ended, at that very instant."""
    slow = advisor("Slow", sleeps(7 * MS), tier=1, rank=1)
    quick = advisor("Quick", says("1", 10), tier=1, rank=2)
    decision = decided([slow, quick])
    assert (decision.by, decision.landed_ns) == ("Quick", 7 * MS)


def test_a_quick_verdict_waits_in_vain_for_one_that_decides_otherwise() -> None:
    """Rank goes before speed."""
    slow = advisor("Slow", sleeps(7 * MS), says("2", 10), tier=1, rank=1)
    quick = advisor("Quick", says("1", 10), tier=1, rank=2)
    assert decided([slow, quick]).move == "2"
    assert decided([slow, quick], budgets=["1ms"]).move == "1"


spoken = st.dictionaries(st.sampled_from("123456789"), absolutes, max_size=6)


@given(said=st.lists(st.tuples(spoken, st.integers(0, 30)), min_size=1, max_size=5), tiers=st.integers(0, 5))
def test_the_time_an_advisor_takes_changes_no_decision(said: list[tuple[Said, int]], tiers: int) -> None:
    """Whole decisions come out the same however long each Advisor takes within its budget."""

    def seated(*, slow: bool) -> list[type[Advisor]]:
        return [
            advisor(
                f"A{n}",
                sleeps(ms * MS if slow else 0),
                *(says(move, strength) for move, strength in comments.items()),
                tier=1 if n < tiers else 2,
                rank=n,
            )
            for n, (comments, ms) in enumerate(said)
        ]

    quick, late = decided(seated(slow=False)), decided(seated(slow=True))
    assert (quick.move, quick.by, quick.removed) == (late.move, late.by, late.removed)
