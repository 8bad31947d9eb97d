"""Do the virtual clock and the one on the wall tell the same story? A time study, ranked by each.

Run it with `python benchmarks/clocks.py [RUNS] [FOLDER]` on a quiet machine; it takes a quarter of an hour,
and with a folder it can be interrupted and goes on. The scenario `time-limits-paradigms` is run on both
clocks, in this process, with the same seeds. Two settings are told apart by a clock if the 95 % interval of
their difference, paired by run, does not hold nothing. The clocks agree if no two settings that both tell
apart are ranked the other way round. On the virtual clock a question to the rules takes 100 µs, on the wall
what it takes; so the budgets at which quality drops differ, and only the order is compared.
"""

import itertools
import math
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from rich.console import Console
from rich.table import Table

from scenarios import read_scenario, run_experiment
from scenarios.analysis.figures import figures
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import MEASURES
from scenarios.statistics import mean_estimate, paired_difference

SCENARIO = "time-limits-paradigms"
RUNS = 5
CLOCKS = ("virtual", "wall")
PHASE = "test"
JUDGED = ("expert_like", "correct")

Quality: TypeAlias = Mapping[tuple[str, str], Sequence[float]]
"""By budget and paradigm, what each run came to."""


def quality(records: Records, game: str, measure: str) -> Quality:
    """Return what each setting came to in a game, run by run."""
    found = {}
    for cell, labels in records.cells.items():
        if labels["game"] == game:
            runs = sorted(figures(records, MEASURES[measure], PHASE, {cell}), key=lambda figure: figure.run)
            found[labels["budget.default"], labels["paradigm"]] = [figure.values[0] for figure in runs]
    return found


def order(quality: Quality) -> dict[tuple[tuple[str, str], tuple[str, str]], int]:
    """Return which of every two settings is better: 1 or -1, or 0 if they cannot be told apart."""
    ranks = {}
    for first, second in itertools.combinations(quality, 2):
        difference = paired_difference(quality[first], quality[second])
        value, interval = difference.value or 0.0, difference.interval
        is_clear = bool(value) if interval is None else 0 not in interval
        ranks[first, second] = (value > 0) - (value < 0) if is_clear else 0
    return ranks


def spearman(virtual: Quality, wall: Quality) -> float:
    """Return the correlation of ranks; settings that are equal share theirs."""
    first, second = (_ranks([math.fsum(each[key]) for key in virtual]) for each in (virtual, wall))
    means = [statistics.fmean(ranks) for ranks in (first, second)]
    products = math.fsum((a - means[0]) * (b - means[1]) for a, b in zip(first, second, strict=True))
    spread = [
        math.fsum((rank - mean) ** 2 for rank in ranks)
        for ranks, mean in zip((first, second), means, strict=True)
    ]
    return products / (spread[0] * spread[1]) ** 0.5 if all(spread) else float("nan")


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def main() -> None:
    """Print both tables, and whether the clocks agree."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp())  # noqa: PLR2004  # the second word
    console = Console(width=118)
    found = {}
    for clock in CLOCKS:
        scenario = read_scenario(SCENARIO, overrides=[f"clock={clock}", f"runs={runs}"])
        run_experiment(scenario, folder / clock, jobs=0, resume=(folder / clock).exists())
        found[clock] = read_records(folder / clock)
    doubtful = int(found["wall"].is_doubtful().sum())
    summary = Table(box=None, pad_edge=False)
    for heading in (
        "game",
        "measure",
        "pairs",
        "told apart: virtual",
        "wall",
        "both",
        "reversed",
        "rank correlation",
    ):
        summary.add_column(heading, justify="left" if heading in ("game", "measure") else "right")
    reversed_ = 0
    for game, measure in itertools.product(found["wall"].axes["game"], JUDGED):
        both = [quality(found[clock], game, measure) for clock in CLOCKS]
        console.print(_means(game, measure, both))
        virtual, wall = (order(each) for each in both)
        clear = [pair for pair in virtual if virtual[pair] and wall[pair]]
        wrong = [pair for pair in clear if virtual[pair] != wall[pair]]
        reversed_ += len(wrong)
        summary.add_row(
            game,
            measure,
            str(len(virtual)),
            *(str(sum(map(bool, ranks.values()))) for ranks in (virtual, wall)),
            str(len(clear)),
            str(len(wrong)),
            f"{spearman(*both):.2f}",
        )
    console.print(summary)
    console.print(
        f"{runs} runs a setting; {doubtful} of {len(found['wall'].contests)} on the wall are doubtful"
    )
    console.print(
        "the clocks agree"
        if not reversed_
        else f"{reversed_} pairs of settings are ranked the other way round"
    )
    sys.exit(reversed_ > 0)


def _means(game: str, measure: str, both: Sequence[Quality]) -> Table:
    paradigms = list(dict.fromkeys(paradigm for _, paradigm in both[0]))
    table = Table(
        title=f"{game}: {MEASURES[measure].title}, virtual | wall",
        box=None,
        pad_edge=False,
        title_justify="left",
    )
    table.add_column("budget")
    for paradigm in paradigms:
        table.add_column(f"paradigm {paradigm}", justify="right")
    for budget in dict.fromkeys(budget for budget, _ in both[0]):
        means = [
            [MEASURES[measure].factor * (mean_estimate(each[budget, paradigm]).value or 0) for each in both]
            for paradigm in paradigms
        ]
        table.add_row(budget, *(f"{virtual:.1f} | {wall:.1f}" for virtual, wall in means))
    return table


if __name__ == "__main__":
    main()
