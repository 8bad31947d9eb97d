"""What ways to vote promise, on any poll."""

import re
from collections.abc import Mapping
from typing import TypeAlias

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from agents import Streams
from blackboard import Comment
from control import PARADIGMS, Paradigm, Poll, Tally, get_paradigm
from control.settings.hoyle_options import check_weights
from control.voting.paradigms import best, drawn
from games import BadOption, UnknownName
from tests.support import each_case

Said: TypeAlias = Mapping[str, Mapping[str, int]]

MOVES = ("1", "2", "3", "4")
NAMES = ("Ann", "Bob", "Cy", "Di")
POSITIONAL = ("plurality", "approval", "approval:8", "range", "majority-judgement", "borda")
PAIRWISE = ("copeland", "schulze", "ranked-pairs", "minimax")
RULES = (*POSITIONAL, *PAIRWISE, "instant-runoff")
DRAWS_LOTS = "ranked-pairs"
"""Among pairs that are won by as many, so that its tally may hang on chance."""

grades = st.dictionaries(st.sampled_from(MOVES), st.sampled_from([0, 2, 5, 7, 8, 10]))
opinions = st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES, grades))
weights = st.dictionaries(st.sampled_from(NAMES), st.sampled_from([0, 1, 2, 3, 0.1, 0.2, 0.25, 1.5]))


def poll_of(said: Said, weights: Mapping[str, float] | None = None, moves: tuple[str, ...] = MOVES) -> Poll:
    """Make a poll of plain numbers."""
    comments = [Comment(name, move, got) for name, each in said.items() for move, got in each.items()]
    return Poll.of(moves, comments, advisors=said, weights=weights or {}, streams=Streams(1))


def count(rule: str, said: Said, weights: Mapping[str, float] | None = None) -> Tally:
    """Count."""
    return get_paradigm(rule)(poll_of(said, weights))


def prefer(said: Said, one: str, other: str) -> int:
    """Count who rather has one than another."""
    return sum(each.get(one, 5) > each.get(other, 5) for each in said.values())


@pytest.mark.parametrize("rule", RULES)
@given(opinions, weights, st.permutations(NAMES))
def test_names_do_not_matter(rule: str, said: Said, weights: Mapping[str, float], order: list[str]) -> None:
    """Whoever says it, and whoever is listed first."""
    other = dict(zip(NAMES, order, strict=True))
    again = {other[name]: said[name] for name in reversed(list(said))}
    assert count(rule, said, weights) == count(rule, again, {other[n]: w for n, w in weights.items()})


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != DRAWS_LOTS])
@given(opinions, st.permutations(MOVES))
def test_moves_are_treated_alike(rule: str, said: Said, order: list[str]) -> None:
    """What one move gets another would get in its place."""
    other = dict(zip(MOVES, order, strict=True))
    again = {name: {other[move]: got for move, got in each.items()} for name, each in said.items()}
    assert {other[move]: got for move, got in count(rule, said).items()} == count(rule, again)


@pytest.mark.parametrize("rule", RULES)
@given(opinions, weights)
def test_the_silent_change_nothing(rule: str, said: Said, weights: Mapping[str, float]) -> None:
    """Nor does whoever counts nothing."""
    more = {**said, "Silent": {}, "Nobody": {"1": 10}}
    assert count(rule, said, weights) == count(rule, more, {**weights, "Nobody": 0})


@pytest.mark.parametrize("rule", RULES)
@given(opinions, st.integers(1, 3))
def test_a_weight_is_a_number_of_voters(rule: str, said: Said, voters: int) -> None:
    """Two who say the same are one with the weight of both."""
    assume(said)
    first, *_ = said
    more = {**said, **{f"{first}{number}": said[first] for number in range(1, voters)}}
    assert count(rule, said, {first: voters}) == count(rule, more)


@pytest.mark.parametrize("rule", RULES)
@given(opinions)
def test_tenths_are_tenths(rule: str, said: Said) -> None:
    """Everybody at 0.1 elects whom everybody at 1 elects, and 0.1 + 0.2 is 0.3."""
    assert best(count(rule, said, dict.fromkeys(NAMES, 0.1))) == best(count(rule, said))
    split = {"A": {"1": 8}, "B": {"1": 8}, "C": {"2": 8}}
    assert best(count(rule, split, {"A": 0.1, "B": 0.2, "C": 0.3})) == ["1", "2"]


@pytest.mark.parametrize("rule", PAIRWISE)
@given(opinions)
def test_whoever_wins_every_pair_is_elected(rule: str, said: Said) -> None:
    """The Condorcet winner, where there is one."""
    for move in MOVES:
        others = [other for other in MOVES if other != move]
        if all(prefer(said, move, other) > prefer(said, other, move) for other in others):
            assert best(count(rule, said)) == [move]


@pytest.mark.parametrize("rule", [*PAIRWISE, "plurality", "instant-runoff"])
@given(opinions)
def test_what_most_like_best_is_elected(rule: str, said: Said) -> None:
    """More than half of those who say anything."""
    speaking = [each for each in said.values() if each]
    for move in MOVES:
        likes = [
            all(each.get(move, 5) > each.get(other, 5) for other in MOVES if other != move)
            for each in speaking
        ]
        if 2 * sum(likes) > len(speaking):
            assert best(count(rule, said)) == [move]


@pytest.mark.parametrize(
    "rule", ["plurality", "approval", "borda", "copeland", "schulze", "minimax", "majority-judgement"]
)
@given(opinions)
def test_to_be_liked_more_does_no_harm(rule: str, said: Said) -> None:
    """A winner that rises to the top of one ballot still wins."""
    below = {name: {move: min(got, 8) for move, got in each.items()} for name, each in said.items()}
    for move in best(count(rule, below)):
        for name, each in below.items():
            assert not each or move in best(count(rule, {**below, name: {**each, move: 9}}))


@pytest.mark.parametrize("rule", [rule for rule in RULES if not rule.startswith("approval")])
@given(grades)
def test_one_alone_decides_as_it_ranks(rule: str, said: Mapping[str, int]) -> None:
    """What it likes best wins; instant runoff and plurality tell no more than that."""
    most = max(said.get(move, 5) for move in MOVES)
    assert (
        best(count(rule, {"Ann": said})) == [move for move in MOVES if said.get(move, 5) == most] or not said
    )


@pytest.mark.parametrize("rule", RULES)
@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 10)))
def test_what_all_think_alike_of_ties(rule: str, said: Mapping[str, int]) -> None:
    """With no opinions, and with equal ones, no move comes before another."""
    found = count(rule, {name: dict.fromkeys(MOVES, got) for name, got in said.items()})
    assert best(found) == list(MOVES)


@pytest.mark.parametrize("rule", RULES)
@given(opinions)
def test_what_everybody_likes_better_comes_first(rule: str, said: Said) -> None:
    """Nobody elects a move that everybody likes less than another."""
    assume(any(said.values()))
    found = best(count(rule, said))
    speaking = [each for each in said.values() if each]
    for worse in found:
        for better in MOVES:
            is_worse = all(each.get(better, 5) > each.get(worse, 5) for each in speaking)
            assert not is_worse or better in found


def test_few_do_not_make_a_grade() -> None:
    """One of five who speak is less than a quarter, so its 10 is no mean of anybody."""
    said = {"A": {"1": 10}, **{name: {"2": 6} for name in "BCDE"}}
    assert count("range", said) == {"1": 5, "2": 6, "3": 5, "4": 5}
    assert count("range", {"A": {"1": 10}, "B": {"2": 6}})["1"] == 10


# Drawn.


@given(opinions, weights)
def test_a_softmax_draw_hangs_on_what_is_said_alone(said: Said, weights: Mapping[str, float]) -> None:
    """Whoever is silent changes no chance, and the same decision draws the same."""
    softmax = get_paradigm("softmax:2")
    poll, more = poll_of(said, weights), poll_of({**said, "Silent": {}}, weights)
    assert softmax.chances is not None
    assert softmax.chances(softmax(poll)) == softmax.chances(softmax(more))
    assert softmax.choose(softmax(poll), Streams(3)) == softmax.choose(softmax(more), Streams(3))


def test_a_softmax_draws_as_often_as_it_says() -> None:
    """E to the power of the difference by the temperature: here e for 1, one for each other."""
    softmax = get_paradigm("softmax:3")
    tally = softmax(poll_of({"Ann": {"1": 8}}))
    found = [softmax.choose(tally, Streams(seed)) for seed in range(4000)]
    assert found.count("1") / 4000 == pytest.approx(2.71828 / (2.71828 + 3), abs=0.025)


def test_cold_and_hot_softmax_are_the_best_and_anything() -> None:
    """At temperatures that leave nothing to chance, or everything."""
    poll = poll_of({"Ann": {"1": 8, "2": 7}})
    cold, hot = get_paradigm("softmax:1e-300"), get_paradigm("softmax:1e300")
    assert {cold.choose(cold(poll), Streams(seed)) for seed in range(50)} == {"1"}
    assert {hot.choose(hot(poll), Streams(seed)) for seed in range(50)} == set(MOVES)


@pytest.mark.parametrize(("at", "move"), [(0, "a"), (0.24, "a"), (0.25, "b"), (0.999999, "b"), (1.0, "b")])
def test_what_is_drawn_lies_there(at: float, move: str) -> None:
    """All in a row, each as long as it is likely."""
    assert drawn({"a": 1, "b": 3}, at) == move


# Names.


@pytest.mark.parametrize("name", ["approval:7", "softmax:0.5", "approval", "borda"])
def test_a_name_finds_what_it_names(name: str) -> None:
    """With what stands behind the colon."""
    assert get_paradigm(name).name == name
    assert isinstance(get_paradigm(name), Paradigm)


@each_case(
    ("name", "told"),
    [
        ("softmax:0", "'0' is not a temperature; write a number above 0, such as softmax:2"),
        ("softmax:-1", "'-1' is not a temperature"),
        ("softmax:nan", "'nan' is not a temperature"),
        ("softmax:inf", "'inf' is not a temperature"),
        ("softmax:", "'' is not a temperature"),
        ("approval:11", "'11' is not a strength for approval; write a whole number from 0 to 10"),
        ("approval:-1", "'-1' is not a strength for approval"),
        ("approval:³", "is not a strength for approval"),
        ("borda:2", "paradigm borda takes no argument"),
        ("1:2", "paradigm 1 takes no argument"),
    ],
)
def test_what_a_name_cannot_mean_is_refused(name: str, told: str) -> None:
    """With what is allowed."""
    with pytest.raises(BadOption, match=re.escape(told)):
        get_paradigm(name)
    with pytest.raises(UnknownName):
        get_paradigm("nothing:2")


@each_case("rule", RULES)
def test_there_are_no_negative_voters(rule: str) -> None:
    """A weight below 0 is refused where it is a number of voters, and nowhere else."""
    with pytest.raises(BadOption, match=r"invalid weight -1 of Ann: .* give 0 or more"):
        check_weights(get_paradigm(rule), {"Ann": -1})
    check_weights(PARADIGMS["1"], {"Ann": -1})
