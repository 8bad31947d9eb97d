"""The interaction of two axes, cell by cell, and where leaders change places."""

from collections.abc import Sequence

from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.setting_comparisons import write_difference
from scenarios.analysis.setting_interactions import interactions_of
from scenarios.analysis.setting_names import name_axis
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.exhibit import Exhibit
from scenarios.report.finding_sentences import capital
from scenarios.report.interaction_sentences import (
    cell_in_words,
    cells_note,
    crossing_in_words,
)
from scenarios.statistics import Estimate, p_text

MOST_CELLS = 20
"""The most cells that are listed, the largest differences first."""


def interactions(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # cells follow the axes
    """List the largest differences of differences of every interaction that is significant."""
    every = interactions_of(records)
    found = [each for each in every if each.is_significant]
    if not found:
        return Exhibit("", "", (), (), ())
    has_games, has_phases = any(each.game for each in found), len({each.phase for each in found}) > 1
    rows = [
        [
            *[each.game] * has_games,
            *[each.phase] * has_phases,
            cell_in_words(each, cell),
            write_difference(cell.found.difference or Estimate(None), each.measure),
            "" if p is None else p_text(p),
            str(cell.found.n),
        ]
        for each in found
        for cell, p in each.cells[:MOST_CELLS]
    ]
    crossings = [f"{capital(crossing_in_words(each, change))}." for each in found for change in each.changes]
    axes = f"{name_axis(found[0].axis)} and {name_axis(found[0].within)}"
    head = [
        *[GAME] * has_games,
        *["phase"] * has_phases,
        "settings and levels",
        "difference",
        "Holm p",
        "runs",
    ]
    return Exhibit(f"Interaction of {axes}", " ".join([cells_note(every), *crossings]), (), head, rows)
