"""Curves of measures along an axis of times or numbers, such as budgets."""

import math
from collections.abc import Callable, Sequence
from functools import partial

from control import Allowance
from control.settings.kinds import ONLY_TABLE
from games import BadOption, UnknownName
from scenarios.analysis.setting_names import name_axis, shown_value
from scenarios.experiment.records import Records
from scenarios.language.measures import get_measure
from scenarios.language.schema import key_at
from scenarios.report.cell_groups import CellGroup, look_at, name_label
from scenarios.report.charts import MOST_SERIES, Curve, XAxis, curves
from scenarios.report.exhibit import BEYOND, Chart, Exhibit, InTable, PointLink, joined
from scenarios.report.filters import Filters
from scenarios.report.result_tables import ResultTable, make_tables
from scenarios.statistics.intervals import number

FEWEST = 3
"""The fewest points that are drawn as a curve."""
WIDE = 8
"""An axis is logarithmic if its ends differ by more than this factor."""
MOST_MARKS = 9
"""The most labels that fit below a chart."""
_NUMBER = "number"
_NOTE = (
    "The measures of the tables along an axis of times or numbers: mean over runs with 95 % confidence band. "
    f"A wide axis is logarithmic. {BEYOND}"
)


def trends(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # tables say what belongs together
    """Draw the measure of each table along its rows, if these are quantities."""
    charts, rows = [], []
    for index, table in enumerate(make_tables(records)):
        places = quantities(table.rows_axis, table.rows)
        if places is None:
            continue
        for part in table.measure.telling:
            over = f"averaged over {' and '.join(map(name_axis, table.averaged))}" if table.averaged else ""
            title = joined(f"{table.title}{_of(table, part)}", over)
            draws = [
                partial(_chart, records, table, index=index, part=part, places=places, columns=shown)
                for shown in _chunks(table.columns)
                if _has_figures(table, part, shown)
            ]
            charts += [Chart(title, draw(None), linked=draw) for draw in draws]
            rows += [
                [
                    title,
                    row,
                    column or "all",
                    table.measure.text(entry.ours.estimates[part]),
                    str(entry.ours.runs),
                ]
                for (row, column), entry in table.entries.items()
            ]
    return Exhibit("Curves", _NOTE, charts, ("table", "row", "column", "value", "runs"), rows)


def _has_figures(table: ResultTable, part: int, columns: Sequence[str]) -> bool:
    """Return whether there is anything to draw."""
    return any(
        entry.ours.estimates[part].value is not None
        for (_, column), entry in table.entries.items()
        if column in columns
    )


def _of(table: ResultTable, part: int) -> str:
    """Return the part that a chart shows, if each part has a chart."""
    return f": {table.measure.parts[part]}" if len(table.measure.telling) > 1 else ""


def quantities(axis: str, labels: Sequence[str]) -> tuple[float, ...] | None:
    """Return labels as times, amounts of work or numbers, all of one kind, or None if they are not.

    Bare numbers can be names, such as those of paradigms, so they count only on an axis of numbers.
    """
    read = [_quantity(label) for label in labels]
    known = [each for each in read if each is not None]
    kinds = {kind for kind, _ in known}
    values = tuple(value for _, value in known)
    fits = len(known) == len(labels) >= FEWEST and len(kinds) == 1 and len(set(values)) == len(values)
    return values if fits and (kinds != {_NUMBER} or _is_numeric(axis)) else None


def _is_numeric(axis: str) -> bool:
    """Return whether an axis sweeps over a key whose values are not names."""
    try:
        kind = key_at(axis.split(".")).kind
    except UnknownName:
        return False
    return kind is not ONLY_TABLE and not tuple(kind.choices())


def _quantity(label: str) -> tuple[str, float] | None:
    try:
        value = float(label)
    except ValueError:
        pass
    else:
        return (_NUMBER, value) if math.isfinite(value) and value >= 0 else None
    try:
        found = Allowance.parse(label)
    except BadOption:
        return None
    amounts = [("time", found.ns), ("work", found.work)]
    given = [(kind, float(amount)) for kind, amount in amounts if amount is not None]
    return given[0] if len(given) == 1 else None


def _chunks(columns: Sequence[str]) -> list[Sequence[str]]:
    return [columns[i : i + MOST_SERIES] for i in range(0, len(columns), MOST_SERIES)]


def _chart(
    records: Records,
    table: ResultTable,
    point_link: PointLink | None,
    *,
    index: int,
    part: int,
    places: Sequence[float],
    columns: Sequence[str],
) -> str:
    """Draw a part of a table, with a link on each point if `point_link` returns one."""
    measure, filters = table.measure, Filters.of_records(records)
    row_at = dict(zip(places, table.rows, strict=True))

    def linked(column: str) -> Callable[[float], str | None] | None:
        return point_link and (lambda at: point_link(InTable(index, row_at[at], column)))

    lines = [
        Curve(
            _label(table, column),
            sorted(
                (
                    (place, table.entries[row, column].ours.estimates[part])
                    for place, row in zip(places, table.rows, strict=True)
                    if (row, column) in table.entries
                ),
                key=lambda point: point[0],
            ),
            look_at(records, table.columns_axis, column),
            filters.of({table.columns_axis: column}),
            link=linked(column),
        )
        for column in columns
    ]
    title = measure.title if len(measure.parts) == 1 else get_measure(measure.alone[part]).title
    return curves(
        f"{table.title} along {name_axis(table.rows_axis)}",
        lines,
        y_title=f"{title},{measure.unit}" if measure.unit else title,
        write=lambda value: number(value * measure.factor),
        unit=measure.unit,
        highest=1 / measure.factor * 100 if measure.unit == " %" else None,
        x_axis=_along(table, places),
    )


def _along(table: ResultTable, places: Sequence[float]) -> XAxis:
    marks = sorted(zip(places, table.rows, strict=True))
    every = math.ceil(len(marks) / MOST_MARKS)
    shown = [
        (place, shown_value(label) if i % every == 0 or i == len(marks) - 1 else "")
        for i, (place, label) in enumerate(marks)
    ]
    low, high = marks[0][0], marks[-1][0]
    return XAxis(name_axis(table.rows_axis), shown, is_log=low > 0 and high > WIDE * low)


def _label(table: ResultTable, column: str) -> str:
    if not column:
        return table.measure.name
    return name_label(table.columns_axis, column)
