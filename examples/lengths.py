"""A section of the report: how long contests were, by cell.

hoyle report hoyle-results/quickstart --load examples/lengths.py
"""

from scenarios import Exhibit, register_section

NOTE = "Moves of both sides, over all contests of a cell; a contest of 80 moves is a draw."


def lengths(records, groups):
    """Show a row for each cell; what the page shows are texts."""
    rows = []
    for group in groups:
        for member in group.members:
            plies = records.contests["plies"][records.contests["cell"] == member.cell]
            if len(plies):
                rows.append([member.name, str(plies.min()), f"{plies.mean():.1f}", str(plies.max())])
    return Exhibit("Lengths of contests", NOTE, (), ("cell", "shortest", "mean", "longest"), rows)


register_section("lengths", lengths)
