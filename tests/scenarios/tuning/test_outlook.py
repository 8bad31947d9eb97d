"""Verdicts: a race certifies only what it knows, and names the contests that it would take."""

import numpy as np
import pytest

from benchmarks.tuning import NEAR, World, play_trial, run_race
from scenarios.tuning.outlook import fewest_blocks, probable_blocks
from scenarios.tuning.race import STEPS, Race

PLANTED = (
    World("one clear best", lambda rng: np.array([0, *-rng.uniform(60, 300, 3)])),
    World("a few near it", lambda rng: np.array([0, *-rng.uniform(0, 30, 3)]), shared=0.95),
    World("all near it, all luck shared", lambda rng: np.array([0, *-rng.uniform(0, 25, 2)]), shared=1.0),
    World("alike, and every contest its own luck", lambda _: np.zeros(4), shared=0.0),
)
RACES = 400


def test_400_planted_races_claim_no_more_than_they_know() -> None:
    """Wrong certificates stay within the guarantee; where nothing can be known, nothing is certified."""
    found = {
        world.name: [play_trial(world, np.random.default_rng(seed), 800) for seed in range(RACES // 4)]
        for world in PLANTED
    }
    trials = [trial for each in found.values() for trial in each]
    assert len(trials) == RACES
    assert sum(each.is_certified and not each.is_near for each in trials) <= RACES * 0.05
    certified = {name: sum(each.is_certified for each in some) for name, some in found.items()}
    assert certified["one clear best"] >= 90
    assert certified["alike, and every contest its own luck"] == 0


def extreme(size: int, blocks: int) -> Race:
    """Run a race in which one wins everything and the others lose everything."""
    race = Race([f"{number:03}" for number in range(size)], blocks=blocks)
    while (batch := race.wanted()) is not None:
        race.hear({name: [0 if int(name) else STEPS] * batch.blocks for name in batch.names})
    return race


@pytest.mark.parametrize("size", [2, 3, 24])
def test_the_fewest_blocks_are_the_fewest(size: int) -> None:
    """With them the most extreme race certifies, with one less it does not."""
    fewest = fewest_blocks(size, size, 10.0)
    assert fewest is not None
    assert extreme(size, fewest).is_certified
    assert not extreme(size, fewest - 1).is_certified
    assert fewest_blocks(size, fewest, 10.0) is None


def test_an_undecided_race_forecasts_a_decision() -> None:
    """It is more than was given; a race with other luck decides with it; larger leads need less."""
    world = World("planted", lambda _: np.zeros(0))
    forecasts = {}
    for gap in (40.0, 120.0):
        strengths = np.array([0, -gap, -gap, -gap])
        race = run_race(world, strengths, np.random.default_rng(1), 240)
        assert not race.is_certified
        enough = probable_blocks(race)
        assert enough is not None
        assert enough > 120
        assert run_race(world, strengths, np.random.default_rng(2), 2 * enough).is_certified
        forecasts[gap] = enough
    assert forecasts[120.0] < forecasts[40.0]


def test_doubted_settings_are_those_that_may_be_better() -> None:
    """An undecided race names them; a certified race has none."""
    world = World("planted", lambda _: np.zeros(0))
    open_race = run_race(world, np.array([0.0, 0.0, -400.0]), np.random.default_rng(0), 300).result()
    assert not open_race.is_certified
    assert [each.name in ("00", "01") for each in open_race.doubted] == [True]
    assert -open_race.doubted[0].low > NEAR
    decided = run_race(world, np.array([0.0, -400.0, -400.0]), np.random.default_rng(0), 300).result()
    assert decided.is_certified
    assert decided.doubted == []
