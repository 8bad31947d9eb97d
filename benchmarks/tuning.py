"""Race in simulated worlds: `python benchmarks/tuning.py [--trials 400] [--contests 10000] [--again]`.

Each trial draws 24 settings of known strength, which race in simulated contests. The table shows how often
the leader is within 10 Elo of the best, how often it is certified, how often it is certified although it is
not within 10 Elo, how often the best is ruled out, and how many contests a race takes, compared with a grid
in which every setting plays as many as the one that played most.

With --again, every inconclusive race is repeated, with other luck, with as many contests as would probably
decide; the table then shows how often that decides.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist

import attrs
import numpy as np
import numpy.typing as npt

from scenarios.statistics import elo_of_score, expected_score, wilson
from scenarios.tuning.outlook import probable_blocks
from scenarios.tuning.race import Race

SETTINGS = 24
NEAR = 10.0
SCORE = 0.55
"""The score of the best setting of a world against the common contestant."""
Strengths = npt.NDArray[np.float64]
Draw = Callable[[np.random.Generator], Strengths]


@attrs.frozen
class World:
    """A kind of world: how strong settings are, how much luck they share, and how often they draw."""

    name: str
    draw: Draw
    shared: float = 0.5
    """The share of luck that depends on the block alone."""
    draws: float = 0.3


def _below(*ranges: tuple[int, float, float]) -> Draw:
    """Draw one best setting, and others at random distances below it: (count, least, most) for each range."""
    return lambda rng: np.concatenate([[0.0], *(-rng.uniform(low, high, n) for n, low, high in ranges)])


def _normal(spread: float) -> Draw:
    return lambda rng: rng.normal(0, spread, SETTINGS)


WORLDS = (
    World("one clear best, 40 to 250 Elo above", _below((23, 40, 250))),
    World("three more within 10 Elo of the best", _below((3, 0, 10), (20, 15, 200))),
    World("strengths spread normally, 60 Elo", _normal(60)),
    World("the same, luck not shared", _normal(60), shared=0.0),
    World("the same, luck shared to nine tenths", _normal(60), shared=0.9),
    World("the same, four of five contests drawn", _normal(60), draws=0.8),
    World("all equal", _below((23, 0, 0))),
    World("23 equals, 50 Elo below the best", _below((23, 50, 50))),
)


@attrs.frozen
class Trial:
    """The result of one race."""

    is_near: bool
    """Whether the leader is within 10 Elo of the best."""
    is_wrong: bool
    """Whether the best was ruled out."""
    is_certified: bool
    contests: int
    grid: int
    decides_again: bool | None = None
    """Whether a race of as many contests as would probably decide does so; None if there was none."""


def play_trial(world: World, rng: np.random.Generator, contests: int, *, again: bool = False) -> Trial:
    """Draw a world, and run a race in it; with `again`, also the race that an undecided one asks for."""
    strengths = world.draw(rng)
    strengths -= strengths.max()
    race = run_race(world, strengths, rng, contests)
    result = race.result()
    out = {each.name for each in result.field if each.ruled_out is not None}
    found = Trial(
        bool(strengths[int(result.best)] >= -NEAR),
        race.names[int(strengths.argmax())] in out,
        result.is_certified,
        result.blocks * 2,
        result.grid * 2,
    )
    if not again or result.is_certified or (enough := probable_blocks(race)) is None:
        return found
    decides = run_race(world, strengths, rng, 2 * enough).is_certified
    return attrs.evolve(found, decides_again=decides)


def run_race(world: World, strengths: Strengths, rng: np.random.Generator, contests: int) -> Race:
    """Run a race between settings of these strengths to its end."""
    low, high = _thresholds(world, strengths)
    names = [f"{number:02}" for number in range(len(strengths))]
    race = Race(names, blocks=contests // 2, indifference=NEAR)
    while (batch := race.wanted()) is not None:
        places = [int(name) for name in batch.names]
        common = rng.normal(size=(1, batch.blocks, 2))
        own = rng.normal(size=(len(places), batch.blocks, 2))
        luck = np.sqrt(world.shared) * common + np.sqrt(1 - world.shared) * own
        halves = (luck > low[places, None, None]).astype(int) + (luck > high[places, None, None])
        race.hear(dict(zip(batch.names, halves.sum(axis=2).tolist(), strict=True)))
    return race


def _thresholds(world: World, strengths: Strengths) -> tuple[Strengths, Strengths]:
    """Return the luck that each setting needs to draw, and to win."""
    top = elo_of_score(SCORE)
    scores = np.array([expected_score(top + strength) for strength in strengths])
    draws = np.minimum(world.draws, 1.8 * np.minimum(scores, 1 - scores))
    normal = NormalDist()
    low = np.array([normal.inv_cdf(1 - score - draw / 2) for score, draw in zip(scores, draws, strict=True)])
    high = np.array([normal.inv_cdf(1 - score + draw / 2) for score, draw in zip(scores, draws, strict=True)])
    return low, high


def _share(hits: Iterable[bool]) -> str:
    found = list(hits)
    if not found:
        return "-"
    told = wilson(sum(found), len(found))
    return f"{sum(found) / len(found):.1%} ({told.low or 0:.1%} to {told.high or 0:.1%})"


HEADINGS = (
    *("world", "within 10 Elo", "certified", "wrongly certified", "best ruled out"),
    *("contests", "÷ grid", "mean ÷", "decided again"),
)


def cells_of(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Sum up the trials of one world."""
    contests, grid = (sum(getattr(each, key) for each in trials) for key in ("contests", "grid"))
    return (
        _share(each.is_near for each in trials),
        _share(each.is_certified for each in trials),
        _share(each.is_certified and not each.is_near for each in trials),
        _share(each.is_wrong for each in trials),
        f"{contests / len(trials):,.0f}",
        f"{contests / grid:.2f}",
        f"{statistics.fmean(each.contests / each.grid for each in trials):.2f}",
        _share(each.decides_again for each in trials if each.decides_again is not None),
    )


def main() -> None:
    """Run races in every kind of world, and print a table."""
    options = argparse.ArgumentParser(description="Races in planted worlds.")
    options.add_argument("--trials", type=int, default=400)
    options.add_argument("--contests", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--again", action="store_true")
    given = options.parse_args()
    print(f"{given.trials} trials of each kind of world, at most {given.contests:,} contests each\n")
    print(f"| {' | '.join(HEADINGS)} |")
    print(f"|{'---|' * len(HEADINGS)}")
    start = time.monotonic()
    for number, world in enumerate(WORLDS):
        seeds = np.random.SeedSequence([given.seed, number]).spawn(given.trials)
        rngs = map(np.random.default_rng, seeds)
        trials = [play_trial(world, rng, given.contests, again=given.again) for rng in rngs]
        print(f"| {' | '.join((world.name, *cells_of(trials)))} |", flush=True)
    print(f"\n{time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
