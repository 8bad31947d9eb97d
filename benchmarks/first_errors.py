"""Where Hoyle goes wrong: its wrong choices, and those that lost a contest, by stage of the game.

    python benchmarks/first_errors.py RESULTS_FOLDER [--phase NAME] [--json]

A choice is wrong if a perfect contestant would not have made it. Of a contest that was lost the first wrong
choice is what counts: until then nothing was amiss. Shares are means over runs with their 95 % interval. The
game has to be one that can be solved; Hoyle itself never sees the solution.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
from rich.console import Console
from rich.table import Table

from agents.contestants.solved import solution_of
from games import Game, HoyleError, Role
from games.solving.solution import Solution
from scenarios.experiment.records import Records, read_records
from scenarios.report.cell_groups import name_cell
from scenarios.report.exhibit import percent
from scenarios.statistics import Estimate, mean_estimate

LOST = -1
NOWHERE = "nowhere"
"""Where the error of a contest lies that was lost from the start."""


@attrs.frozen
class Errors:
    """What went wrong in the contests of one cell."""

    contests: int
    lost: int
    first: Counter[str]
    """The contests that were lost, by stage of the first wrong choice."""
    wrong: dict[str, Estimate]
    """By stage, the share of choices that were wrong."""

    def told(self, stage: str) -> str:
        """Write what is known of one stage."""
        return f"{self.first[stage]}, {percent(self.wrong[stage])}" if stage in self.wrong else ""


def main() -> None:
    """Print the table, or the document."""
    parser = argparse.ArgumentParser(description="Show at what stage of the game Hoyle goes wrong.")
    parser.add_argument("folder", help="the results of an experiment")
    parser.add_argument("--phase", default="perfect", help="the phase that is looked at (default: perfect)")
    parser.add_argument("--json", action="store_true", help="print one document")
    args = parser.parse_args()
    try:
        records = read_records(args.folder)
        if args.phase not in records.phase_names:
            names = ", ".join(records.phase_names)
            parser.error(f"no phase {args.phase!r} in '{args.folder}'; it has {names}")
        found = {name_cell(records, cell): errors_of(records, cell, args.phase) for cell in records.cells}
    except HoyleError as error:
        parser.error(" ".join(str(error).split()))
    if args.json:
        print(json.dumps({name: attrs.asdict(each) for name, each in found.items()}, indent=1))
    else:
        show(found, f"Where Hoyle goes wrong in phase {args.phase}")


def errors_of(records: Records, cell: int, phase: str) -> Errors:
    """Look at all contests of a phase."""
    game = records.specs[cell].make_game()
    solution = solution_of(game)
    first: Counter[str] = Counter()
    shares: dict[str, list[float]] = {}
    contests = 0
    for row in records.ended_phases(cell, phase):
        chosen: Counter[str] = Counter()
        wrong: Counter[str] = Counter()
        for contest in records.contests_of_phase(row):
            contests += 1
            choices = list(judged(game, solution, contest))
            errors = [stage for stage, is_right in choices if not is_right]
            chosen.update(stage for stage, _ in choices)
            wrong.update(errors)
            if contest["result"] == LOST:
                first[errors[0] if errors else NOWHERE] += 1
        for stage, count in chosen.items():
            shares.setdefault(stage, []).append(wrong[stage] / count)
    return Errors(
        contests, first.total(), first, {stage: mean_estimate(each) for stage, each in shares.items()}
    )


def judged(game: Game[Any], solution: Solution, contest: Any) -> Iterator[tuple[str, bool]]:
    """Yield the stage of each choice that Hoyle had, and whether it was right."""
    role = Role[str(contest["role"]).upper()]
    position = game.initial()
    for move in contest["moves"].split():
        if game.mover(position) is role and len(game.legal_moves(position)) > 1:
            yield game.stage(position) or "all", move in solution.correct_moves(position)
        position = game.play(position, move)


def show(found: dict[str, Errors], title: str) -> None:
    """Draw the table."""
    stages = sorted({stage for each in found.values() for stage in each.wrong})
    table = Table(title=title)
    for name in ("cell", "contests", "lost", *(f"{each}: first error, wrong choices" for each in stages)):
        table.add_column(name)
    for name, each in found.items():
        shown = (each.told(stage) for stage in stages)
        table.add_row(name or "all", str(each.contests), str(each.lost), *shown)
    Console().print(table)


if __name__ == "__main__":
    main()
