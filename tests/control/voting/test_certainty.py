"""A paradigm that says that a move is certain to win is right, whatever the others say then."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Streams
from blackboard import Comment
from control import PARADIGMS, Paradigm, Poll, get_paradigm
from control.voting.certainty import above, ahead, width
from control.voting.paradigms import best
from games import Move

MOVES = ("a", "b", "c", "d")
BOUNDED = [
    *("1", "2", "3", "4", "pwl", "plurality", "approval", "approval:3", "approval:8", "range"),
    *("majority-judgement", "borda", "copeland", "schulze", "ranked-pairs", "minimax"),
]
VOICES = [(0, 10), (5, 10), (0, 5)]
WEIGHTS = [0, 0.3, 1, 2.5]


def random_comments(
    source: random.Random, name: str, voice: tuple[int, int], *, eagerness: float
) -> dict[Move, Comment]:
    """Say something of some moves."""
    return {
        move: Comment(name, move, source.randint(*voice)) for move in MOVES if source.random() < eagerness
    }


def test_every_bundled_paradigm_says_when_a_move_is_certain_but_those_that_cannot() -> None:
    """Where a move is drawn, or rounds are played, nothing is certain; `learned` asks its candidates."""
    assert {name for name in PARADIGMS if PARADIGMS.find(name).certain is None} == {
        "instant-runoff",
        "softmax",
        "learned",
    }


@pytest.mark.parametrize("name", BOUNDED)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), silence=st.sampled_from([5, 0]))
def test_what_is_certain_stays_so(name: str, seed: int, silence: int) -> None:
    """Whatever is said then, the move wins, and alone."""
    paradigm, source = get_paradigm(name), random.Random(seed)  # noqa: S311  # no secret
    assert paradigm.certain is not None
    streams = Streams(seed)
    unanimous = source.random() < 0.5
    heard = {}
    for number in range(source.randint(1, 9)):
        said = random_comments(source, f"H{number}", source.choice(VOICES), eagerness=source.random())
        if unanimous and source.random() < 0.8:
            said["a"] = Comment(f"H{number}", "a", source.randint(7, 10))
        heard[f"H{number}"] = said
    unheard = {f"U{number}": source.choice(VOICES) for number in range(source.randint(1, 3))}
    weights = {each: source.choice(WEIGHTS) for each in (*heard, *unheard) if source.random() < 0.4}
    poll = Poll(MOVES, heard, weights, silence, streams)
    winner = paradigm.certain(poll, unheard)
    for extreme in (0.0, 0.5, 1.0) * 4 if winner is not None else ():
        more = {
            each: extreme_comments(source, each, voice, winner or "")
            if source.random() < extreme
            else random_comments(source, each, voice, eagerness=source.random())
            for each, voice in unheard.items()
        }
        whole = Poll(MOVES, {**heard, **more}, weights, silence, streams)
        assert best(paradigm(whole)) == [winner]


def extreme_comments(
    source: random.Random, name: str, voice: tuple[int, int], winner: Move
) -> dict[Move, Comment]:
    """Say what harms a winner most: nothing, or the least of it, and the most of one other or of all."""
    least, most = voice
    against = [winner] if source.random() < 0.7 else []
    rivals = [move for move in MOVES if move != winner]
    backed = rivals if source.random() < 0.5 else [source.choice(rivals)]
    return {move: Comment(name, move, least) for move in against} | {
        move: Comment(name, move, most) for move in backed if source.random() < 0.8
    }


def poll_of(strengths: dict[str, dict[Move, int]]) -> Poll:
    """Make a poll of strengths."""
    return Poll.of(
        MOVES,
        [Comment(name, move, given) for name, said in strengths.items() for move, given in said.items()],
        advisors=strengths,
    )


def found(paradigm: Paradigm, poll: Poll, unheard: dict[str, tuple[int, int]]) -> Move | None:
    """Ask which move is certain."""
    assert paradigm.certain is not None
    return paradigm.certain(poll, unheard)


def test_a_lead_beyond_reach_is_certain_and_one_within_it_is_not() -> None:
    """What others can make up is the sum of what each can."""
    poll = poll_of({"A": {"a": 10}, "B": {"a": 10}, "C": {"a": 6}})
    assert found(get_paradigm("1"), poll, {"X": (0, 10)}) == "a"  # 11 ahead, and X can make up 10
    assert found(get_paradigm("1"), poll, {"X": (0, 10), "Y": (5, 10)}) is None


def test_to_catch_up_is_enough_to_leave_it_open_for_then_chance_chooses() -> None:
    """A tie is no win."""
    poll = poll_of({"A": {"a": 10}, "B": {"a": 10}})
    assert found(get_paradigm("1"), poll, {"X": (0, 10)}) is None
    assert found(get_paradigm("1"), poll, {"X": (0, 5)}) == "a"


def test_one_vote_raises_one_move_or_lowers_another_and_not_both() -> None:
    """Under paradigm 3 one Advisor can make up half of what it can under 1."""
    poll = poll_of({"A": {"a": 10}, "B": {"a": 6}})
    assert found(get_paradigm("3"), poll, {"X": (0, 10)}) == "a"
    assert found(get_paradigm("1"), poll, {"X": (0, 10)}) is None


def test_a_leader_of_all_pairs_is_certain_once_others_are_too_few() -> None:
    """Three voters are not outvoted by two."""
    poll = poll_of({"A": {"a": 9}, "B": {"a": 8, "b": 7}, "C": {"a": 6}})
    assert found(get_paradigm("schulze"), poll, {"X": (0, 10), "Y": (0, 10)}) == "a"
    assert found(get_paradigm("schulze"), poll, dict.fromkeys("XYZ", (0, 10))) is None


def test_amounts_that_are_no_floats_are_compared_to_the_last_digit() -> None:
    """And of floats a lead by rounding is none."""
    assert ahead({"a": 10, "b": 3}, 6) == "a"
    assert ahead({"a": 10, "b": 4}, 6) is None
    assert ahead({"a": 0.1 + 0.2, "b": 0.0}, 0.3) is None  # ahead by rounding alone
    assert above({"a": (3, 9), "b": (0, 2)}) == "a"
    assert above({"a": (3, 9), "b": (0, 3)}) is None
    assert [width(voice) for voice in VOICES] == [10, 5, 5]
    assert width((5, 10), 0) == 10
