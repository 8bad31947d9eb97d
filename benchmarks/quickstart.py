"""Compute how many runs the scenario `quickstart` needs.

It should find out whether the best paradigm depends on the budget. For a yes, each paradigm must be shown to
be beaten at some budget (`changing_leader`). The smallest effect that should be found is fixed: one point of
twenty at a single budget. The pilot, with another seed than the scenario, gives the standard
deviation; the largest of all pairs and budgets is used. Two paradigms must lead somewhere, each with 90 %
power, so both do with at least 80 %.

The paradigms come from an earlier pilot with the same seed, which also had paradigm 4: it was hardly
distinguishable from paradigm 3, and was left out. Majority judgement, the best at every budget of a first
pilot, was left out too, so the answer holds for these three paradigms alone.

Pilot: seed 7, 20 runs; mean and standard deviation of differences in points
paradigms           1ms           2ms           5ms          20ms
1 vs 2      -1.48  1.98   -0.50  1.75   +1.73  0.98   +1.80  0.78
1 vs 3      -2.08  1.45   -1.50  1.47   +1.20  1.33   +0.90  1.14
2 vs 3      -0.60  1.82   -1.00  1.56   -0.53  1.62   -0.90  1.29
Runs needed to find 1 point at one budget: 60
Interaction that 20 runs detect at a single level, 80 % power: 0.96 points

python benchmarks/quickstart.py
"""

import itertools
import tempfile
from pathlib import Path

import numpy as np

from scenarios import read_scenario, run_experiment
from scenarios.analysis.findings import LEVEL
from scenarios.analysis.setting_comparisons import figures_by_cell
from scenarios.experiment.records import read_records
from scenarios.language.measures import get_measure
from scenarios.statistics import Tables, interaction_test, pairs_needed

SEED, RUNS = 7, 20
EFFECT = 1.0
"""Points of twenty."""
POWER = 0.9
"""For each of two leaders."""


def pilot() -> tuple[list[str], list[str], Tables]:
    """Run the scenario with another seed; return paradigms, budgets, and the points of each run."""
    scenario = read_scenario("quickstart", overrides=[f"seed={SEED}", f"runs={RUNS}"])
    with tempfile.TemporaryDirectory() as folder:
        run_experiment(scenario, Path(folder), jobs=2)
        records = read_records(folder)
    found = figures_by_cell(records, get_measure("points"), "play")
    paradigms, budgets = (list(labels) for labels in records.axes.values())
    points = np.array([[found[cell][run].values[0] for cell in records.cells] for run in range(RUNS)])
    return paradigms, budgets, points.reshape(RUNS, len(paradigms), len(budgets))


def main() -> None:
    """Print the differences of the pilot, and the runs needed."""
    paradigms, budgets, points = pilot()
    print(f"Pilot: seed {SEED}, {RUNS} runs; mean and standard deviation of differences in points")
    print("paradigms" + "".join(f"{each:>14}" for each in budgets))
    deviations = []
    for one, two in itertools.combinations(range(len(paradigms)), 2):
        ahead = points[:, one] - points[:, two]
        means, spread = ahead.mean(axis=0), ahead.std(axis=0, ddof=1)
        deviations += spread.tolist()
        cells = "".join(f"{mean:+8.2f} {each:5.2f}" for mean, each in zip(means, spread, strict=True))
        print(f"{paradigms[one]} vs {paradigms[two]}   {cells}")
    # The test is one-sided, and each rival may win at each budget. `pairs_needed` halves its level.
    among = (len(paradigms) - 1) * len(budgets) // 2
    needed = pairs_needed(EFFECT, max(deviations), among=among, level=LEVEL, power=POWER)
    print(f"Runs needed to find {EFFECT:g} point at one budget: {needed}")
    detectable = interaction_test(points).detectable
    print(f"Interaction that {RUNS} runs detect at a single level, 80 % power: {detectable:.2f} points")


if __name__ == "__main__":
    main()
