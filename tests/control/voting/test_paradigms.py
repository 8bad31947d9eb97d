"""Paradigms against the formulas of 1990, written out in dumb loops."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import Streams
from blackboard import Comment
from control import PARADIGMS, Paradigm, Poll, Tally, get_paradigm, register_paradigm
from control.voting.paradigms import best, strengths
from games import BadPlugin, DuplicateName, UnknownName
from tests.support import each_case

MOVES = ("1", "2", "3", "4")
NAMES = ("Ann", "Bob", "Cy", "Di")

Opinions: TypeAlias = dict[str, dict[str, int]]
"""A(m): by Advisor, by move."""

opinions = st.fixed_dictionaries(
    {}, optional={name: st.dictionaries(st.sampled_from(MOVES), st.integers(0, 10)) for name in NAMES}
)
tied_opinions = st.fixed_dictionaries(
    {name: st.dictionaries(st.sampled_from(MOVES), st.sampled_from([2, 5, 8]), max_size=3) for name in NAMES}
)
whole_weights = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 5))
weights = st.dictionaries(st.sampled_from(NAMES), st.floats(0, 9))
silences = st.sampled_from([5, 0])


def poll_of(
    said: Opinions, *, weights: Mapping[str, float] | None = None, silence: int = 5, seed: int = 0
) -> Poll:
    """Make a poll of plain numbers."""
    comments = [Comment(name, move, got) for name, each in said.items() for move, got in each.items()]
    streams = Streams(seed)
    return Poll.of(MOVES, comments, advisors=said, weights=weights or {}, silence=silence, streams=streams)


def sigma(strength: int) -> int:
    """Smooth a comment: it has intent rather than strength."""
    if strength < 5:
        return -1
    return 0 if strength == 5 else 1


def formula_1(said: Opinions, weights: Mapping[str, float], silence: int) -> Tally:
    """Sum A(m) across the Advisors; one that is silent about a move gives it the strength of silence."""
    return {m: sum(weights.get(a, 1) * said[a].get(m, silence) for a in said) for m in MOVES}


def formula_2(said: Opinions, weights: Mapping[str, float]) -> Tally:
    """Sum the smoothed comments on each move across the Advisors."""
    return {m: sum(weights.get(a, 1) * sigma(said[a][m]) for a in said if m in said[a]) for m in MOVES}


def strongest(of_one: Mapping[str, int]) -> list[str]:
    """Return the moves of an Advisor's comments that are furthest from 5."""
    furthest = max((abs(got - 5) for got in of_one.values()), default=0)
    return [m for m in MOVES if m in of_one and abs(of_one[m] - 5) == furthest]


def elections(said: Opinions) -> Iterator[dict[str, str]]:
    """Yield every way in which each Advisor with anything to say can choose its one vote v(A)."""
    voters = [a for a in said if said[a]]
    for votes in itertools.product(*(strongest(said[a]) for a in voters)):
        yield dict(zip(voters, votes, strict=True))


def formula_3(said: Opinions, votes: Mapping[str, str], weights: Mapping[str, float], silence: int) -> Tally:
    """Sum A(m) where v(A) = m; what an Advisor did not vote for it is silent about."""
    return {
        m: sum(weights.get(a, 1) * (said[a][m] if votes.get(a) == m else silence) for a in said)
        for m in MOVES
    }


def formula_4(said: Opinions, votes: Mapping[str, str], weights: Mapping[str, float]) -> Tally:
    """Sum the smoothed A(m) where v(A) = m."""
    return {m: sum(weights.get(a, 1) * sigma(said[a][m]) for a in said if votes.get(a) == m) for m in MOVES}


@given(said=opinions, weights=whole_weights, silence=silences)
def test_paradigm_1_is_the_sum_of_strengths(said: Opinions, weights: dict[str, float], silence: int) -> None:
    """Paradigm 1 gives each move the sum of A(m), exactly where weights are whole."""
    assert PARADIGMS["1"](poll_of(said, weights=weights, silence=silence)) == formula_1(
        said, weights, silence
    )


@given(said=opinions, weights=whole_weights, silence=silences)
def test_paradigm_2_is_the_sum_of_intents(said: Opinions, weights: dict[str, float], silence: int) -> None:
    """Paradigm 2 counts each comment as one for or one against; silence is neither, whatever its setting."""
    assert PARADIGMS["2"](poll_of(said, weights=weights, silence=silence)) == formula_2(said, weights)


@given(said=opinions | tied_opinions, weights=whole_weights, silence=silences, seed=st.integers(0, 99))
def test_paradigm_3_is_one_strong_vote_each(
    said: Opinions, weights: dict[str, float], silence: int, seed: int
) -> None:
    """Paradigm 3 is the formula for one of the ways in which Advisors can choose their strongest comments."""
    tally = PARADIGMS["3"](poll_of(said, weights=weights, silence=silence, seed=seed))
    assert tally in [formula_3(said, votes, weights, silence) for votes in elections(said)]


@given(said=opinions | tied_opinions, weights=whole_weights, silence=silences, seed=st.integers(0, 99))
def test_paradigm_4_is_one_smoothed_vote_each(
    said: Opinions, weights: dict[str, float], silence: int, seed: int
) -> None:
    """Paradigm 4 is the formula for one of the ways in which Advisors can choose their strongest comments."""
    tally = PARADIGMS["4"](poll_of(said, weights=weights, silence=silence, seed=seed))
    assert tally in [formula_4(said, votes, weights) for votes in elections(said)]


@given(said=opinions, weights=weights, silence=silences)
def test_weights_may_be_any_numbers(said: Opinions, weights: dict[str, float], silence: int) -> None:
    """Fractional weights come out as in the formulas, but for the last digits."""
    poll = poll_of(said, weights=weights, silence=silence)
    assert PARADIGMS["1"](poll) == pytest.approx(formula_1(said, weights, silence), abs=1e-9)
    assert PARADIGMS["2"](poll) == pytest.approx(formula_2(said, weights), abs=1e-9)
    threes = [formula_3(said, votes, weights, silence) for votes in elections(said)]
    assert any(PARADIGMS["3"](poll) == pytest.approx(each, abs=1e-9) for each in threes)
    fours = [formula_4(said, votes, weights) for votes in elections(said)]
    assert any(PARADIGMS["4"](poll) == pytest.approx(each, abs=1e-9) for each in fours)


@each_case("name", PARADIGMS)
@each_case("silence", [5, 0])
def test_no_comments_favour_nobody(name: str, silence: int) -> None:
    """Where nobody speaks all moves get the same, whether anybody sits there or not."""
    nobody: Opinions = {}
    silent: Opinions = {"Ann": {}, "Bob": {}}
    for said in (nobody, silent):
        tally = PARADIGMS[name](poll_of(said, silence=silence))
        assert list(tally) == list(MOVES)
        assert len(set(tally.values())) == 1


@each_case("name", PARADIGMS)
def test_neutral_comments_are_as_good_as_none(name: str) -> None:
    """Comments of strength 5 favour nobody, where silence counts as 5."""
    neutral: Opinions = {name: dict.fromkeys(MOVES[:3], 5) for name in NAMES}
    silent: Opinions = {name: {} for name in NAMES}
    found, none = (PARADIGMS[name](poll_of(said)) for said in (neutral, silent))
    if PARADIGMS[name].counts_voters:  # whoever casts a ballot counts, if for all moves alike
        assert len(set(found.values())) == len(set(none.values())) == 1
    else:
        assert found == none


@pytest.mark.parametrize("name", ["1", "3"])
def test_silence_0_is_the_literal_formula(name: str) -> None:
    """By the formula of 1990 as printed, a comment of 3 against a move does it more good than none."""
    said = {"Ann": {"1": 3}}
    assert PARADIGMS[name](poll_of(said, silence=0)) == {"1": 3, "2": 0, "3": 0, "4": 0}
    assert PARADIGMS[name](poll_of(said, silence=5)) == {"1": 3, "2": 5, "3": 5, "4": 5}


@pytest.mark.parametrize("name", PARADIGMS)
@given(said=tied_opinions, seed=st.integers(0, 99))
def test_the_same_streams_give_the_same_tally(name: str, said: Opinions, seed: int) -> None:
    """A tally can be counted again, in whatever order the comments come, and is the same."""
    backwards = {name: dict(reversed(each.items())) for name, each in reversed(said.items())}
    assert PARADIGMS[name](poll_of(said, seed=seed)) == PARADIGMS[name](poll_of(backwards, seed=seed))


@pytest.mark.parametrize("name", ["3", "4"])
def test_every_strongest_comment_is_chosen_sometimes(name: str) -> None:
    """Among several comments furthest from 5 the choice is random: each is the vote under some seed."""
    said = {"Ann": {"1": 9, "2": 1, "3": 9, "4": 6}}
    tallies = [PARADIGMS[name](poll_of(said, seed=seed)) for seed in range(60)]
    chosen = {next(move for move in MOVES if tally[move] != tally["4"]) for tally in tallies}
    assert chosen == {"1", "2", "3"}


@pytest.mark.parametrize("name", ["3", "4"])
@given(said=tied_opinions, seed=st.integers(0, 99))
def test_a_silent_advisor_changes_nobodys_vote(name: str, said: Opinions, seed: int) -> None:
    """Who joins and says nothing shifts no other Advisor's random choice."""
    before = PARADIGMS[name](poll_of(said, silence=0, seed=seed))
    assert PARADIGMS[name](poll_of({"Aaron": {}, **said, "Zoe": {}}, silence=0, seed=seed)) == before


def test_advisors_choose_independently() -> None:
    """Two Advisors with the same ties do not always choose alike: each has a stream of its own."""
    said = {"Ann": {"1": 9, "2": 9}, "Bob": {"1": 9, "2": 9}}
    tallies = [PARADIGMS["4"](poll_of(said, seed=seed)) for seed in range(60)]
    assert {tuple(tally.values())[:2] for tally in tallies} == {(2, 0), (0, 2), (1, 1)}


def test_comments_on_moves_that_are_gone_do_not_count() -> None:
    """A poll is about the moves that can still be chosen; what was said of others is left out."""
    poll = Poll.of(["1", "2"], [Comment("Ann", "1", 7), Comment("Ann", "3", 10)])
    for paradigm in PARADIGMS.values():
        assert list(paradigm(poll)) == ["1", "2"]
    assert PARADIGMS["3"](poll) == {"1": 7, "2": 5}


def test_the_best_moves_are_all_that_got_the_most() -> None:
    """Ties are all there, in the order of the tally."""
    assert best({"3": 1, "1": 2.0, "2": 2}) == ["1", "2"]


@pytest.mark.parametrize("name", ["1", 1])
def test_paradigms_are_found_by_name_or_number(name: str | int) -> None:
    """A scenario may write 1 or "1"."""
    assert get_paradigm(name) is PARADIGMS["1"]


def test_unknown_paradigms_are_refused() -> None:
    """One line names the paradigm and says where the others are listed."""
    with pytest.raises(UnknownName, match=r"^no paradigm is named '9'; hoyle paradigms lists them$"):
        get_paradigm(9)


@pytest.mark.usefixtures("registries")
def test_a_paradigm_can_be_added_once() -> None:
    """A voting rule of one's own joins the table under a free name; a taken name is refused."""
    mine = Paradigm("mine", "nobody wins", Poll.empty_tally)
    register_paradigm(mine)
    assert get_paradigm("mine") is mine
    with pytest.raises(DuplicateName, match=r"^a paradigm named 'mine' already exists; .*$"):
        register_paradigm(mine)


FOREIGN = Paradigm("foreign", "nobody wins", Poll.empty_tally)
NO_PARADIGM = strengths
COUNTLESS = Paradigm("countless", "", 7)  # type: ignore[arg-type]  # somebody's mistake
BLANK = Paradigm("a b", "", Poll.empty_tally)


def test_paradigms_of_other_distributions_are_found(install: Callable[..., None]) -> None:
    """An entry point under the paradigm's own name is all it takes."""
    install("hoyle.paradigms", ("foreign", f"{__name__}:FOREIGN"))
    assert get_paradigm("foreign") is FOREIGN
    assert list(PARADIGMS)[-1] == "foreign"


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        (
            "foreign",
            "NO_PARADIGM",
            r"^entry point 'foreign' \(.*\) is no paradigm; it must be a control.Paradigm$",
        ),
        ("other", "FOREIGN", r"^entry point 'other' \(.*\) cannot be used: its own name is 'foreign'; "),
        ("countless", "COUNTLESS", r"^paradigm 'countless' cannot count; its tally is a function "),
        ("a", "BLANK", r"^a paradigm is named 'a b'; a name is printable text without blank"),
    ],
)
def test_a_broken_paradigm_is_named(name: str, value: str, line: str, install: Callable[..., None]) -> None:
    """One line says what is wrong, to whoever wants it; the others can be used."""
    install("hoyle.paradigms", (name, f"{__name__}:{value}"))
    with pytest.raises(BadPlugin, match=line):
        get_paradigm(name)
    assert get_paradigm(1).name == "1"
