"""What the reviews found: the relevance and the significance of each Advisor of tier 3."""

from collections import Counter
from collections.abc import Callable, Sequence

from scenarios.experiment.records import Records
from scenarios.experiment.rows import AdvisorRow
from scenarios.report.cell_groups import CellGroup
from scenarios.report.charts import HeatRow, heat_map
from scenarios.report.exhibit import Chart, Exhibit, joined, percent
from scenarios.statistics import wilson

_TOGETHER = (
    "All runs and reviewed phases of a cell are counted together; Wilson's 95 % interval is in the tooltips "
    "and the figures."
)


def relevance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show how often each Advisor had something to say."""
    note = (
        "In how many of the positions it was asked about, in %, an Advisor of tier 3 had a comment to make. "
        f"{_TOGETHER} The most significant Advisor comes first."
    )
    return _heat(records, groups, "Relevance of the Advisors", note, lambda row: row.commented)


def significance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show how often each Advisor was for the move of a contestant that did not lose."""
    note = (
        "In how many of the positions it was asked about, in %, an Advisor's strongest comment supported the "
        f"move of a contestant that did not lose. {_TOGETHER}"
    )
    return _heat(records, groups, "Significance of the Advisors", note, lambda row: row.agreed)


def _heat(
    records: Records, groups: Sequence[CellGroup], title: str, note: str, count: Callable[[AdvisorRow], int]
) -> Exhibit:
    shares = {key: wilson(*sums) for key, sums in _sums(records, count).items()}
    reviewed = {cell for cell, _ in shares}
    advisors = _by_significance(records)
    charts, rows = [], []
    for group in groups:
        members = [member for member in group.members if member.cell in reviewed]
        labels = [member.label for member in members]
        body = [HeatRow(name, [shares.get((member.cell, name)) for member in members]) for name in advisors]
        if members:
            charts.append(Chart(group.title, heat_map(joined(title, group.title), labels, body)))
        rows += [
            [member.name, row.label, percent(value), str(value.n)]
            for row in body
            for member, value in zip(members, row.values, strict=True)
            if value is not None
        ]
    return Exhibit(title, note, charts, ("cell", "Advisor", "share", "asked"), rows)


def _sums(records: Records, count: Callable[[AdvisorRow], int]) -> dict[tuple[int, str], tuple[int, int]]:
    """Add up over runs and phases, by cell and Advisor: how often, and of how many."""
    sums: dict[tuple[int, str], tuple[int, int]] = {}
    for row in records.advisors:
        yes, asked = sums.get((row.cell, row.advisor), (0, 0))
        sums[row.cell, row.advisor] = yes + count(row), asked + row.asked
    return sums


def _by_significance(records: Records) -> list[str]:
    agreed, asked = Counter[str](), Counter[str]()
    for row in records.advisors:
        agreed[row.advisor] += row.agreed
        asked[row.advisor] += row.asked
    return sorted(asked, key=lambda name: (-agreed[name] / (asked[name] or 1), name))
