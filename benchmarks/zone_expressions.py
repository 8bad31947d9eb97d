"""Which expressions about zones are active, important or an Advisor at the end of runs, in words.

    python benchmarks/zone_expressions.py RESULTS_FOLDER [--most N]

For every cell of an experiment that learned zones: in how many runs each expression came to it, which way it
leaned, and how often it would have been right as an Advisor, over all runs together.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table

from agents import declared_items
from agents.learners.zone_records import ACTIVE, ADVISOR, IMPORTANT
from agents.sight.zones import EXPRESSIONS
from blackboard import Knowledge
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.run_files import KNOWLEDGE

SETTLED = (ACTIVE, IMPORTANT, ADVISOR)


@attrs.define
class Tally:
    """What became of one expression in all runs of a cell."""

    text: str
    direction: int
    states: Counter[str] = attrs.field(factory=Counter)
    right: int = 0
    opinions: int = 0

    @property
    def runs(self) -> int:
        """In how many runs it came to anything."""
        return self.states.total()

    @property
    def share(self) -> float:
        """How often it was right."""
        return self.right / self.opinions if self.opinions else 0.0


def tallies(known: list[Knowledge]) -> list[Tally]:
    """Count over runs, those that came to something most often first."""
    found: dict[tuple[str, int], Tally] = {}
    for knowledge in known:
        for text, entry in knowledge.item("zones").items():
            if entry["state"] in SETTLED:
                tally = found.setdefault((text, entry["direction"]), Tally(text, entry["direction"]))
                tally.states[entry["state"]] += 1
                tally.right += entry["standing"][0]
                tally.opinions += entry["standing"][1]
    return sorted(found.values(), key=lambda each: (-each.runs, -each.share, each.text))


def knowledge_of(folder: Path, cell: int, runs: int) -> Iterator[Knowledge]:
    """Read what each run of a cell knew at its end."""
    for run in range(runs):
        path = folder / KNOWLEDGE / f"cell-{cell}-run-{run}.hoyle"
        if path.exists():
            yield Knowledge.from_bytes(path.read_bytes(), str(path), declared_items())


def shown(records: Records, cell: int, known: list[Knowledge], most: int) -> Table:
    """Make a table of the first so many."""
    found = tallies(known)
    by_stage = Counter(EXPRESSIONS[each.text].stage or "all" for each in found)
    told = ", ".join(f"{count} {stage}" for stage, count in sorted(by_stage.items()))
    labels = ", ".join(str(each) for each in records.cells[cell].values())
    table = Table(title=f"{labels}: {len(found)} in some of {len(known)} runs ({told})", title_justify="left")
    for heading in ("runs", "of these important", "right", "in words"):
        table.add_column(heading)
    for each in found[:most]:
        proven = each.states[IMPORTANT] + each.states[ADVISOR]
        share = f"{each.right:,} of {each.opinions:,} ({each.share:.2f})"
        table.add_row(str(each.runs), str(proven), share, EXPRESSIONS[each.text].describe(each.direction))
    return table


def main() -> None:
    """Print a table for each cell that learned zones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=12, help="expressions of each cell")
    given: Any = parser.parse_args()
    records, console = read_records(given.folder), Console(width=110)
    for cell in range(len(records.cells)):
        known = list(knowledge_of(given.folder, cell, int(records.meta["runs"])))
        if any(each.item("zones") for each in known):
            console.print(shown(records, cell, known, given.most))


if __name__ == "__main__":
    main()
