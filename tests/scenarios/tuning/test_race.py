"""Races: the best is found, the field is told in any order, and luck that was seen decides nothing."""

import random
from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Streams
from benchmarks.tuning import WORLDS, play_trial
from scenarios.tuning.race import NEAR_ENOUGH, ONE_LEFT, USED_UP, Batch, Race, RaceResult

Chances = Mapping[str, float]


def raced(chances: Chances, *, blocks: int = 2000, seed: int = 0) -> RaceResult:
    """Let some race whose chance of winning a contest is known; luck hangs on the block alone."""
    race = Race(chances, blocks=blocks)
    while (batch := race.wanted()) is not None:
        race.hear(batch_of(chances, batch, seed))
    return race.result()


def batch_of(chances: Chances, batch: Batch, seed: int = 0) -> dict[str, list[int]]:
    """Play what is wanted."""
    blocks = range(batch.first, batch.first + batch.blocks)
    return {name: [_quarters(chances[name], seed, block) for block in blocks] for name in batch.names}


def _quarters(chance: float, seed: int, block: int) -> int:
    luck = Streams(seed).stream(block)
    return 2 * sum(luck.random() < chance for _ in range(2))


def test_whoever_is_much_better_is_the_only_one_left() -> None:
    """And it is told who ruled the others out, and after how many blocks."""
    result = raced({"poor": 0.1, "good": 0.8, "fair": 0.4})
    assert (result.best, result.why) == ("good", ONE_LEFT)
    best, *others = result.field
    assert (best.name, best.behind, best.ruled_out) == ("good", 0, None)
    for each in others:
        assert each.ruled_out is not None
        assert each.ruled_out.by == "good"
        assert each.ruled_out.block <= best.blocks
        assert 0 < each.low < each.behind < each.high
    assert result.blocks < result.grid < 2000


def test_those_who_are_alike_are_near_enough() -> None:
    """With the same score in every block it ends, and nobody is ruled out."""
    result = raced({"one": 0.5, "other": 0.5}, blocks=20_000)
    assert (result.why, result.best) == (NEAR_ENOUGH, "one")
    assert all(each.ruled_out is None for each in result.field)
    assert result.field[1].high < 11


def test_no_more_is_played_than_there_is() -> None:
    """What cannot be told apart is told as such."""
    result = raced({f"{number:02}": 0.5 + number / 1000 for number in range(24)}, blocks=1000)
    assert result.why == USED_UP
    assert 1000 - 24 < result.blocks <= 1000
    assert result.grid == 24 * max(each.blocks for each in result.field)
    assert result.blocks < result.grid / 3


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.floats(0, 1), min_size=2),
    st.integers(0, 99),
    st.integers(20, 400),
    st.randoms(use_true_random=False),
)
@settings(max_examples=40, deadline=None)
def test_the_order_of_settings_changes_nothing(
    chances: dict[str, float], seed: int, blocks: int, shuffling: random.Random
) -> None:
    """And whatever happens, somebody is the best, and everybody is in the field once."""
    shuffled = list(chances)
    shuffling.shuffle(shuffled)
    result = raced(chances, blocks=blocks, seed=seed)
    assert result == raced({name: chances[name] for name in shuffled}, blocks=blocks, seed=seed)
    assert sorted(each.name for each in result.field) == sorted(chances)
    assert result.field[0].name == result.best
    assert result.field[0].ruled_out is None
    assert result.blocks <= blocks


def test_a_block_is_never_played_later() -> None:
    """Who plays in a block is said before anybody's score in it is known; numbers only grow."""
    race = Race("abcdefgh", blocks=3000)
    seen = 0
    while (batch := race.wanted()) is not None:
        assert batch.first == seen
        seen += batch.blocks
        race.hear(batch_of({name: 0.5 + 0.04 * place for place, name in enumerate("abcdefgh")}, batch))
    assert race.leader in "gh"


def test_planted_worlds_are_seen_through() -> None:
    """A few races in each kind of world; benchmarks/tuning.py has many more of them."""
    trials = [
        play_trial(world, np.random.default_rng([number, seed]), 10_000)
        for number, world in enumerate(WORLDS)
        for seed in range(2)
    ]
    assert sum(each.is_near for each in trials) >= 14
    assert sum(each.is_wrong for each in trials) <= 1
    assert sum(each.contests for each in trials) <= sum(each.grid for each in trials) / 3


@pytest.mark.parametrize("size", [1, 2, 3, 5, 24])
def test_any_number_can_race(size: int) -> None:
    """One alone has won."""
    result = raced({f"{number:02}": 0.3 + 0.02 * number for number in range(size)}, blocks=size)
    assert len(result.field) == size
    assert (result.why == ONE_LEFT) == (size == 1)
