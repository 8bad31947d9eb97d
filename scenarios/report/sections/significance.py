"""Reviews: the relevance and the significance of each Advisor of tier 3."""

from collections import Counter
from collections.abc import Callable, Sequence

from scenarios.experiment.records import Records
from scenarios.experiment.rows import AdvisorRow
from scenarios.report.cell_groups import CellGroup
from scenarios.report.charts import HeatRow, heat_map
from scenarios.report.exhibit import Chart, Exhibit, joined, percent
from scenarios.statistics import wilson

_TOGETHER = (
    "All runs and reviewed phases of a cell are pooled. The tooltips and the table have 95 % confidence "
    "intervals (Wilson)."
)


def relevance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show how often each Advisor commented."""
    note = (
        "Percentage of positions in which an Advisor of tier 3 commented, out of those it was asked about. "
        f"{_TOGETHER} The most significant Advisor comes first."
    )
    return _heat(records, groups, "Relevance of the Advisors", note, lambda row: row.commented)


def significance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show how often each Advisor supported the move of a contestant that did not lose."""
    note = (
        "Percentage of positions in which an Advisor's strongest comment supported the move of a contestant "
        f"that did not lose, out of those it was asked about. {_TOGETHER}"
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
            picture = heat_map(joined(title, group.title), labels, body)
            charts.append(Chart(group.title or "All settings", picture, of=group.of))
        rows += [
            [member.name, row.label, percent(value), str(value.n)]
            for row in body
            for member, value in zip(members, row.values, strict=True)
            if value is not None
        ]
    return Exhibit(title, note, charts, ("cell", "Advisor", "share", "asked"), rows)


def _sums(records: Records, count: Callable[[AdvisorRow], int]) -> dict[tuple[int, str], tuple[int, int]]:
    """Return the counts by cell and Advisor, over all runs and phases, with how often it was asked."""
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
