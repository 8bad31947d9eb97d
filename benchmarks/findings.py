"""Are findings as sure as they say? Simulated experiments through the functions that reports use.

Each experiment has runs with luck of their own, which all settings share, and luck of each run under each
setting. It is measured, compared and corrected by `measured` and `find`, as a report does it.

Of 2,000 experiments each, in percent: those that found what is not there, those that found the effect,
intervals of differences with the true one in them, and intervals of the means of a table:

settings  budgets  runs  effect  luck        false    seen  covered   means
     2        1     6     0.0  normal        3.1%             95.2%   95.1%
     2        1    10     0.0  normal        4.7%             95.2%   95.0%
     4        1    10     0.0  normal        4.2%             95.2%   95.3%
     4        3    10     0.0  normal        4.6%             94.9%   94.3%
     4        1    10     0.0  exponential   5.0%             95.6%   90.3%
     4        1    10     0.0  counts        2.1%             95.1%   94.8%
     4        1    10     1.5  normal        2.9%   88.2%     95.2%   95.3%
     2        1     8     1.2  normal        0.0%   81.3%     94.2%   95.3%
     2        1    15     0.8  normal        0.0%   82.2%     95.0%   95.5%
     2        1    34     0.5  normal        0.0%   82.0%     94.8%   94.8%

The last rows have as many runs as `pairs_needed` asks for 80 % power. Student's interval of a mean is too
sure of itself where luck is as skewed as that of waiting, and ten runs are few; differences of pairs are not.
A bootstrap of t was tried in its place, on 3,000 samples each: it covers 93.1 % of such luck in ten runs and
92.6 % in five, but 89.6 % of counts in five (Student's 94.2 %), and is 1.6 times as wide for normal luck in
five. Hall's transformed t covers 92.7 % and 90.8 % of it. Neither is right wherever Student's is wrong.

python benchmarks/findings.py [EXPERIMENTS]
"""

import math
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import attrs
import numpy as np
import numpy.typing as npt

from scenarios.analysis.figures import measured
from scenarios.analysis.findings import POWER, Findings, StudyQuestion, find
from scenarios.experiment.records import Records
from scenarios.experiment.rows import ContestRow, PhaseRow
from scenarios.language.measures import Contests, Measure, dtype_of
from scenarios.statistics import pairs_needed

EXPERIMENTS = 2000
SEED = 1990
AXIS, OTHER, PHASE = "setting", "budget", "test"
DRAWS: Mapping[str, Callable[[np.random.Generator, tuple[int, ...]], npt.NDArray[np.float64]]] = {
    "normal": lambda random, shape: random.normal(0, 1, shape),
    "exponential": lambda random, shape: random.exponential(1, shape) - 1,
    "counts": lambda random, shape: random.poisson(3, shape).astype(np.float64) - 3,
}
"""How luck is spread, around nothing: as few figures are, as waiting is, as small numbers of contests are."""


def _reading(contests: Contests, _: str) -> tuple[float]:
    return (float(contests["seconds"][0]),)


FIGURE = Measure("figure", "figures", _reading, least=None)


@attrs.frozen(kw_only=True)
class Design:
    """What an experiment is like."""

    settings: int
    runs: int
    budgets: int = 1
    """Settings of another axis, over which everything is averaged."""
    effect: float = 0.0
    """By how much the last setting is more than the others, in units of the spread of a difference."""
    luck: str = "normal"

    @property
    def difference(self) -> float:
        """By how much the last setting is more: a difference of two draws has a spread of `sqrt(2)`."""
        spread = {"normal": 1.0, "exponential": 1.0, "counts": math.sqrt(3)}[self.luck]
        return self.effect * spread * math.sqrt(2 / self.budgets)


@attrs.frozen(kw_only=True)
class Findable:
    """What came of many experiments, as shares of them."""

    false: float
    """Found something where nothing is."""
    seen: float
    """Found that the last setting differs from the first."""
    covered: float
    """Intervals of differences that have the true one in them."""
    means_covered: float
    """Intervals of the means of a table that have the true one in them."""


def simulate(design: Design, experiments: int = EXPERIMENTS, seed: int = SEED) -> Findable:
    """Simulate experiments of a design."""
    random, records = np.random.default_rng(seed), records_of(design)
    false = seen = 0
    covered: list[bool] = []
    means: list[bool] = []
    for _ in range(experiments):
        _fill(records, design, random)
        findings = find(records, StudyQuestion(axis=AXIS, measure=FIGURE, phases=(PHASE,)))
        told = [(each.label, each.other) for each in findings.contrasts if each.is_significant]
        last = str(design.settings - 1)
        false += any(not design.effect or last not in pair for pair in told)
        seen += ("0", last) in told
        covered += _covered(findings, design)
        cells = {cell for cell, labels in records.cells.items() if labels[AXIS] == "0"}
        interval = measured(records, FIGURE, PHASE, cells).estimates[0].interval
        means.append(interval is not None and 0 in interval)
    return Findable(
        false=false / experiments,
        seen=seen / experiments,
        covered=float(np.mean(covered)),
        means_covered=float(np.mean(means)),
    )


def _covered(findings: Findings, design: Design) -> Iterator[bool]:
    """Say of each interval of a difference whether the true one is in it."""
    last = str(design.settings - 1)
    for each in findings.contrasts:
        interval = None if each.found.difference is None else each.found.difference.interval
        true = -design.difference if each.other == last else 0.0
        yield interval is not None and true in interval


def records_of(design: Design, unit: str = "") -> Records:
    """Make results of one contest for each run of each cell, to be filled; budgets have the unit, if any."""
    budgets = [f"{budget + len(unit[:1])}{unit}" for budget in range(design.budgets)]
    axes = {AXIS: tuple(map(str, range(design.settings))), OTHER: tuple(budgets)}
    cells = dict(enumerate({AXIS: a, OTHER: b} for a in axes[AXIS] for b in axes[OTHER]))
    keys = [(cell, run, 0) for cell in cells for run in range(design.runs)]
    phases = [
        PhaseRow(cell=cell, run=run, phase=0, name=PHASE, contests=1, ended_by="contests", knowledge="{}")
        for cell, run, _ in keys
    ]
    return Records(
        folder=Path(),
        meta={},
        cells=cells,
        specs={},
        runs=(),
        phases=phases,
        advisors=(),
        contests=np.zeros(len(keys), dtype_of(ContestRow)),
        tables=(),
        axes=axes,
        ended={cell: [row for row in phases if row.cell == cell] for cell in cells},
        slices={key: slice(i, i + 1) for i, key in enumerate(keys)},
        seated={},
        attendance={},
    )


def _fill(records: Records, design: Design, random: np.random.Generator) -> None:
    """Draw the figures of one experiment: the luck of each run is common to all cells."""
    draw = DRAWS[design.luck]
    shared = 3 * draw(random, (design.runs,))
    own = draw(random, (design.settings, design.budgets, design.runs))
    figures = shared + own
    figures[-1] += design.difference
    records.contests["seconds"] = figures.ravel()


def enough(effect: float) -> Design:
    """Make an experiment with as many runs as are said to be needed to see such a difference."""
    return Design(settings=2, runs=pairs_needed(effect, 1, power=POWER) or 0, effect=effect)


NULL = (
    Design(settings=2, runs=6),
    Design(settings=2, runs=10),
    Design(settings=4, runs=10),
    Design(settings=4, runs=30),
    Design(settings=4, runs=10, budgets=3),
    Design(settings=4, runs=10, luck="exponential"),
    Design(settings=4, runs=10, luck="counts"),
)
"""Experiments in which nothing is to be found."""


def main() -> None:
    """Print what comes of all designs."""
    experiments = int(sys.argv[1]) if len(sys.argv) > 1 else EXPERIMENTS
    print("settings budgets runs effect luck          false   seen  covered  means")
    for design in (*NULL, Design(settings=4, runs=10, effect=1.5), *map(enough, (0.5, 0.8, 1.2))):
        found = simulate(design, experiments)
        print(
            f"{design.settings:8} {design.budgets:7} {design.runs:4} {design.effect:6} {design.luck:11} "
            f"{found.false:7.1%} {found.seen:6.1%} {found.covered:7.1%} {found.means_covered:7.1%}"
        )


if __name__ == "__main__":
    main()
