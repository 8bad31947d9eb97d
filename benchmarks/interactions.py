"""Are interactions as sure as they say? Simulated experiments through the functions that reports use.

Three settings are played under budgets of 1, 2 and 3 ms. Each run has luck of its own, which all cells
share, and luck of each cell. Without an interaction, the effects of a setting and of a budget add up. With
one, the last setting under the largest budget has a bonus of the size that reports call detectable with 80 %
power (the mean over 50 experiments of that world). In the world `crossing`, two settings change places.

Of 1,000 experiments each, of 30 runs 250:

world      runs bonus  found cells* pairs* change  cells  pairs  leads crossings bootstrap
normal        5  0.00   0.0%   0.0%   0.0%   0.0%  94.8%  95.2%  93.9%
normal       10  0.00   5.0%   3.4%   3.5%   0.0%  95.2%  94.7%  93.8%
normal       10  1.80  79.3%   0.0%   3.6%   0.0%  95.2%  94.7%  93.8%
normal       30  0.00   3.6%   3.6%   2.0%   0.0%  95.7%  95.4%  95.6%
normal       30  0.97  80.4%   0.0%   2.0%   0.0%  95.7%  95.4%  95.6%
uneven        5  0.00   0.0%   0.0%   0.0%   0.0%  95.3%  95.1%  94.3%
uneven       10  0.00   6.2%   3.1%   2.3%   0.1%  94.3%  94.9%  94.2%
uneven       10  4.62  66.6%   0.0%   2.8%   0.0%  94.3%  94.9%  94.2%
uneven       30  0.00   4.4%   3.2%   1.2%   0.0%  95.4%  95.1%  96.1%
uneven       30  2.60  72.0%   0.0%   2.4%   0.0%  95.4%  95.1%  95.6%
skewed        5  0.00   0.0%   0.0%   0.0%   0.0%  95.4%  96.4%  96.0%
skewed       10  0.00   5.2%   2.1%   4.4%   0.0%  95.1%  95.8%  94.4%
skewed       10  1.80  84.4%   0.0%   4.9%   0.0%  95.1%  95.8%  94.4%
skewed       30  0.00   4.8%   5.6%   5.2%   0.0%  94.1%  94.4%  93.6%
skewed       30  0.98  84.0%   0.0%   5.2%   0.0%  94.1%  94.4%  93.6%
bounded       5  0.00   0.0%   0.0%   0.0%   0.0%  94.9%  95.6%  93.8%
bounded      10  0.00   4.1%   2.3%   0.6%   0.0%  94.8%  95.2%  93.7%
bounded      10  3.39  88.5%   0.0%   1.0%   0.0%  94.7%  95.2%  94.2%
bounded      30  0.00   7.2%   2.0%   2.4%   0.0%  94.2%  94.6%  94.8%
bounded      30  1.77  82.0%   0.0%   2.4%   0.0%  94.0%  94.8%  94.0%
near none     5  0.00   0.0%   0.0%   0.0%   0.0%  95.2%  95.0%  91.9%
near none    10  0.00   4.6%   2.0%   0.0%   0.0%  94.8%  95.5%  91.4%
near none    10  1.54  60.6%   0.0%   0.0%   0.0%  95.2%  95.3%  92.2%
near none    30  0.00   4.8%   3.2%   0.0%   0.0%  94.4%  94.2%  89.1%
near none    30  0.84  65.2%   0.0%   0.8%   0.0%  94.5%  94.1%  88.8%
one skewed    5  0.00   0.0%   0.0%   0.0%   0.0%  92.8%  93.9%  96.6%
one skewed   10  0.00   9.5%   4.5%   7.4%   0.0%  92.6%  93.9%  97.1%
one skewed   10  1.48  93.1%   0.0%   7.4%   0.0%  92.6%  93.9%  97.1%
one skewed   30  0.00   5.2%   3.2%   3.2%   0.0%  94.8%  95.0%  95.6%
one skewed   30  0.86  93.2%   0.0%   3.2%   0.0%  94.8%  95.0%  95.6%
crossing      5  0.00   0.0%   0.0%   0.0%   0.0%  95.2%  95.3%  95.2%    98.5%    90.5%
crossing     10  0.00  99.3%   0.0%   0.0%   0.0%  95.0%  94.9%  94.9%    97.7%    96.5%
crossing     30  0.00 100.0%   0.0%   0.0%   0.0%  94.6%  95.2%  95.0%    95.2%    94.5%

Columns: experiments in which the interaction is significant; in which a difference of differences or a
difference at a level is significant (Holm) although there is none (*); in which the best setting is said to
change although it does not; intervals of differences of differences, of differences at a level, of leads, and
of crossings that cover the truth; and those of a percentile bootstrap of crossings, for comparison.

Five runs are too few for any result. Leads are those of the best observed setting, so among nearly equal ones
their intervals cover less often. Intervals of crossings cover more often where they are open at an end. In
`one skewed`, the luck of one cell alone is exponential and that of the others small: then ten runs are too
few for the test (9.5 %), as they are for Student's interval of such luck. Power is less than stated where
luck grows with the effect (`near none`) or is much larger in the cell of the effect (`uneven`).

python benchmarks/interactions.py [EXPERIMENTS [WORLD]]
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from benchmarks.findings import AXIS, FIGURE, OTHER, PHASE, Design, records_of
from scenarios.analysis.findings import LEVEL, Contrast, StudyQuestion, find
from scenarios.analysis.setting_interactions import SettingInteraction, find_interactions
from scenarios.statistics import Comparison

EXPERIMENTS = 1000
SEED = 1990
SETTINGS, BUDGETS = 3, 3
CONTESTS = 20
PILOTS = 50
MANY = 10
"""With more runs, a quarter of the experiments is simulated; each takes longer."""
NONE = 1e-9
"""Smaller true differences are none, but for rounding."""
Reals: TypeAlias = npt.NDArray[np.float64]
Draw: TypeAlias = Callable[[np.random.Generator, Reals, int], Reals]
"""Draws figures from expected ones: settings, budgets, runs."""
MEASURE = attrs.evolve(FIGURE, better="more")
QUESTION = StudyQuestion(axis=AXIS, measure=MEASURE, phases=(PHASE,), within=OTHER)


def _normal(random: np.random.Generator, means: Reals, runs: int) -> Reals:
    return means[..., None] + random.normal(0, 2, runs) + random.normal(0, 1, (*means.shape, runs))


def _skewed(random: np.random.Generator, means: Reals, runs: int) -> Reals:
    return means[..., None] + random.exponential(2, runs) + random.exponential(1, (*means.shape, runs)) - 3


def _one_skewed(random: np.random.Generator, means: Reals, runs: int) -> Reals:
    """Let one cell wait as contests until learned do, while the others hardly vary."""
    luck = random.normal(0, 0.3, (*means.shape, runs))
    luck[0, 0] = 2 * random.exponential(1, runs) - 2
    return np.asarray(means[..., None] + luck)


def _bounded(random: np.random.Generator, means: Reals, runs: int) -> Reals:
    """Count the contests won of twenty."""
    return random.binomial(CONTESTS, means[..., None] / CONTESTS, (*means.shape, runs)).astype(np.float64)


def _uneven(random: np.random.Generator, means: Reals, runs: int) -> Reals:
    """Vary four times as much under the largest budget."""
    luck = random.normal(0, 1, (*means.shape, runs))
    luck[:, -1] *= 4
    return np.asarray(means[..., None] + random.normal(0, 2, runs) + luck)


ADDING = np.add.outer([0.0, 0.0, 2.0], [0.0, 3.0, 6.0])
FROM_END_TO_END = np.add.outer([0.5, 0.5, 3.0], [0.0, 6.0, 13.0])
NEAR_NONE = np.add.outer([0.2, 0.2, 0.6], [0.0, 0.3, 0.9])
"""Expected wins of twenty contests: over the whole range, and near the least possible figure."""
CROSSING = np.array([[2.0, 5.0, 6.0], [1.0, 5.6, 9.0], [0.5, 2.0, 3.0]])


@attrs.frozen
class World:
    """How figures come about."""

    draw: Draw
    means: Reals


WORLDS: Mapping[str, World] = {
    "normal": World(_normal, ADDING),
    "uneven": World(_uneven, ADDING),
    "skewed": World(_skewed, ADDING),
    "bounded": World(_bounded, FROM_END_TO_END),
    "near none": World(_bounded, NEAR_NONE),
    "one skewed": World(_one_skewed, ADDING),
    "crossing": World(_bounded, CROSSING),
}


@attrs.define
class Tally:
    """What came of experiments."""

    found: list[bool] = attrs.field(factory=list)
    false_cells: list[bool] = attrs.field(factory=list)
    false_pairs: list[bool] = attrs.field(factory=list)
    false_change: list[bool] = attrs.field(factory=list)
    cells: list[bool] = attrs.field(factory=list)
    pairs: list[bool] = attrs.field(factory=list)
    leads: list[bool] = attrs.field(factory=list)
    crossings: list[bool] = attrs.field(factory=list)
    bootstrap: list[bool] = attrs.field(factory=list)
    detectable: list[float] = attrs.field(factory=list)

    def share(self, name: str) -> float:
        """Return how often that was so; NaN if it could never be."""
        values: Sequence[bool] = getattr(self, name)
        return float(np.mean(values)) if values else float("nan")


def simulate(world: World, runs: int, experiments: int = EXPERIMENTS, *, bonus: float = 0.0) -> Tally:
    """Simulate experiments; the bonus is that of the last setting under the largest budget."""
    random, tally = np.random.default_rng(SEED), Tally()
    means = world.means.copy()
    means[-1, -1] += bonus
    records = records_of(Design(settings=SETTINGS, budgets=BUDGETS, runs=runs), "ms")
    for _ in range(experiments):
        figures = world.draw(random, means, runs)
        records.contests["seconds"] = figures.ravel()
        (interaction,) = find_interactions(records, [QUESTION])
        _count_interaction(tally, interaction, means)
        _count_pairs(tally, find(records, QUESTION).contrasts, means)
        if len(tally.bootstrap) < PILOTS * 4:
            _count_bootstrap(tally, figures, means, random)
    return tally


def _covers(found: Comparison | None, true: float) -> bool:
    ends = None if found is None or found.difference is None else found.difference.interval
    return ends is not None and ends.low - 1e-9 <= true <= ends.high + 1e-9


def _count_interaction(tally: Tally, each: SettingInteraction, means: Reals) -> None:
    true = _differences_of_differences(means)
    tally.found.append(each.is_significant)
    tally.false_cells.append(
        any(
            p is not None and p <= 1 - LEVEL and abs(true[cell.row, cell.column]) < NONE
            for cell, p in each.cells
        )
    )
    tally.cells += [_covers(cell.found, true[cell.row, cell.column]) for cell, _ in each.cells]
    best = set.intersection(*({int(means[:, j].argmax())} for j in range(BUDGETS)))
    tally.false_change.append(each.does_best_change and bool(best))
    tally.detectable += [each.tested.detectable] if each.tested.detectable is not None else []
    for lead in each.leads:
        if lead.leader:
            columns = [each.levels.index(level) for level in lead.levels]
            ahead = means[int(lead.leader)] - means[int(lead.rival)]
            tally.leads.append(_covers(lead.found, float(ahead[columns].mean())))
    place = _true_crossing(means)
    for change in each.changes:
        if place is not None and {change.label, change.other} == {"0", "1"}:
            low, high = change.found.low, change.found.high
            is_below = high is not None and high < place * 1e6
            tally.crossings.append(
                not change.found.is_empty and not is_below and (low is None or low <= place * 1e6)
            )


def _differences_of_differences(means: Reals) -> Reals:
    residuals = means - means.mean(0) - means.mean(1)[:, None] + means.mean()
    return np.asarray(residuals * SETTINGS / (SETTINGS - 1) * BUDGETS / (BUDGETS - 1))


def _true_crossing(means: Reals) -> float | None:
    """Return where the expected difference of the first two settings is 0, in ms."""
    ahead = means[0] - means[1]
    for i in range(BUDGETS - 1):
        if ahead[i] * ahead[i + 1] < 0:
            part = ahead[i] / (ahead[i] - ahead[i + 1])
            return float(np.exp((1 - part) * np.log(i + 1) + part * np.log(i + 2)))
    return None


def _count_pairs(tally: Tally, contrasts: Sequence[Contrast], means: Reals) -> None:
    is_false = False
    for each in contrasts:
        budget = int(each.level.removesuffix("ms")) - 1
        true = means[int(each.label), budget] - means[int(each.other), budget]
        tally.pairs.append(_covers(each.found, true))
        is_false |= bool(abs(true) < NONE and each.is_significant)
    tally.false_pairs.append(is_false)


def _count_bootstrap(tally: Tally, figures: Reals, means: Reals, random: np.random.Generator) -> None:
    place, ahead = _true_crossing(means), (figures[0] - figures[1]).T
    if place is None:
        return
    found = []
    for _ in range(200):
        drawn = ahead[random.integers(0, len(ahead), len(ahead))].mean(axis=0)
        where = _true_crossing(np.stack([drawn, np.zeros(BUDGETS)]))
        found.append(where if where is not None else (0.0 if drawn[0] < 0 else np.inf))
    low, high = np.quantile(found, (0.025, 0.975), method="nearest")
    tally.bootstrap.append(bool(low <= place <= high))


COLUMNS = (
    "found",
    "false_cells",
    "false_pairs",
    "false_change",
    "cells",
    "pairs",
    "leads",
    "crossings",
    "bootstrap",
)


def main() -> None:
    """Print what comes of all worlds."""
    experiments = int(sys.argv[1]) if len(sys.argv) > 1 else EXPERIMENTS
    names = sys.argv[2:] or list(WORLDS)
    print(
        f"{'world':11}{'runs':>5}{'bonus':>7}" + "".join(f"{name.replace('_', ' '):>14}" for name in COLUMNS)
    )
    for name in names:
        for runs in (5, 10, 30):
            pilot = simulate(WORLDS[name], runs, PILOTS)
            bonus = float(np.mean(pilot.detectable)) if pilot.detectable and name != "crossing" else 0.0
            for planted in dict.fromkeys((0.0, bonus)):
                times = experiments // 4 if runs > MANY else experiments
                tally = simulate(WORLDS[name], runs, times, bonus=planted)
                shares = "".join(f"{tally.share(column):14.1%}" for column in COLUMNS)
                print(f"{name:11}{runs:5}{planted:7.2f}{shares}", flush=True)


if __name__ == "__main__":
    main()
