"""Test the hypotheses of docs/time-limits.md on the results of the scenario `time-limits-study`.

python benchmarks/time_limits_study.py FOLDER

The interaction tests, the best paradigms of each level and the crossing points are in the report of the
folder; `hoyle report FOLDER` writes it.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from scenarios.analysis.figures import figures
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import get_measure
from scenarios.statistics import Comparison, holm, p_text, sign_flips

PHASE = "play"
SHORTEST, LONGEST = "500us", "100ms"
CLOSE = 1.0
"""Points of twenty within which hypothesis 2 expects paradigms."""

Points: TypeAlias = dict[tuple[str, str, str], list[float]]
"""The points of each run, by game, paradigm and limit."""
Pair: TypeAlias = tuple[str, str, str, str]
"""A game, a limit, and the paradigms whose difference is tested."""


def points_of(records: Records, measure: str) -> Points:
    """Return the figure of each run of each cell."""
    found: dict[int, dict[int, float]] = {}
    for figure in figures(records, get_measure(measure), PHASE, records.cells.keys()):
        found.setdefault(figure.cell, {})[figure.run] = figure.values[0]
    return {
        (labels["game"], labels["paradigm"], labels["budget.default"]): [
            found[cell][run] for run in sorted(found[cell])
        ]
        for cell, labels in records.cells.items()
    }


def compared(points: Points, pairs: Iterable[Pair]) -> list[tuple[Pair, Comparison]]:
    """Compare the runs of each pair."""
    return [
        (pair, sign_flips(points[pair[0], pair[2], pair[1]], points[pair[0], pair[3], pair[1]]))
        for pair in pairs
    ]


def show(title: str, found: Sequence[tuple[Pair, Comparison]]) -> None:
    """Print the differences of a hypothesis, with p adjusted for all of them."""
    print(f"\n{title}")
    adjusted = holm([each.p for _, each in found])
    for ((game, limit, one, other), each), p in zip(found, adjusted, strict=True):
        difference = "" if each.difference is None else each.difference.signed_text()
        told = "" if p is None else f", Holm-adjusted {p_text(p)}"
        print(f"  {game}, {limit}: {one} minus {other} {difference} points{told}")


def is_close(each: Comparison) -> bool:
    """Return whether the interval of a difference lies within the bounds of hypothesis 2."""
    found = each.difference
    if found is None or found.interval is None:
        return found is not None and abs(found.value or 0.0) <= CLOSE
    return found.interval.low >= -CLOSE and found.interval.high <= CLOSE


def means(points: Points, games: Sequence[str], paradigms: Sequence[str], limits: Sequence[str]) -> None:
    """Print the means as one table per game."""
    for game in games:
        print(f"\n| {game} | {' | '.join(limits)} |")
        print(f"|---|{'---|' * len(limits)}")
        table = np.array([[np.mean(points[game, each, limit]) for limit in limits] for each in paradigms])
        best = table.max(axis=0)
        for paradigm, row in zip(paradigms, table, strict=True):
            cells = [
                f"**{value:.2f}**" if value == most else f"{value:.2f}"
                for value, most in zip(row, best, strict=True)
            ]
            print(f"| `{paradigm}` | {' | '.join(cells)} |")


def main() -> None:
    """Print the figures of the study."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="Read the results in this folder.")
    parser.add_argument("--measure", default="points", help="Use this measure; by default points.")
    chosen = parser.parse_args()
    records = read_records(chosen.folder)
    points = points_of(records, chosen.measure)
    games, paradigms, limits = (list(records.axes[axis]) for axis in ("game", "paradigm", "budget.default"))
    print(json.dumps({"runs": len(records.runs), "complete": records.completeness.is_complete}))
    means(points, games, paradigms, limits)
    second = compared(
        points, [(game, SHORTEST, other, "1") for game in games for other in ("2", "4", "plurality")]
    )
    show(f"Hypothesis 2: within {CLOSE:g} point of paradigm 1 at {SHORTEST}", second)
    print(f"  {sum(is_close(each) for _, each in second)} of {len(second)} intervals lie within")
    third = [
        (game, LONGEST, strong, weak)
        for game in ("achi", "five-mens-morris")
        for strong in ("1", "majority-judgement", "approval:8")
        for weak in ("2", "plurality")
    ]
    show(f"Hypothesis 3: strength counts at {LONGEST}", compared(points, third))
    fourth = [("tic-tac-toe", limit, "1", "majority-judgement") for limit in limits]
    show("Hypothesis 4: the same order at all limits", compared(points, fourth))


if __name__ == "__main__":
    main()
