"""Curves of measures along an axis of times or numbers, such as budgets."""

from collections.abc import Callable, Sequence
from functools import partial

from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.level_comparisons import LevelQuestion, level_question
from scenarios.analysis.ordered_axes import OrderedAxis, ordered_axis
from scenarios.analysis.setting_names import name_axis
from scenarios.experiment.records import Records
from scenarios.language.measures import get_measure
from scenarios.report.cell_groups import CellGroup, look_at, name_label
from scenarios.report.charts import MOST_SERIES, Curve
from scenarios.report.exhibit import BEYOND, Chart, Exhibit, InTable, PointLink, joined
from scenarios.report.filters import Filters
from scenarios.report.measure_curves import axis_of, curves_of
from scenarios.report.result_tables import ResultTable, make_tables

FEWEST = 3
"""The fewest points that are drawn as a curve."""
_NOTE = (
    "The measures of the tables along an axis of times or numbers: mean over runs with 95 % confidence band. "
    f"An axis of times, or a wide one, is logarithmic. {BEYOND}"
)


def trends(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # tables say what belongs together
    """Draw the measure of each table along its rows, if these are quantities.

    Leave out the tables that the first chart of the report shows.
    """
    charts, rows, shown_first = [], [], level_question(records)
    for index, table in enumerate(make_tables(records)):
        along = ordered_axis(table.rows_axis, table.rows)
        if along is None or len(along.levels) < FEWEST or _is_shown(table, shown_first):
            continue
        for part in table.measure.telling:
            over = f"averaged over {' and '.join(map(name_axis, table.averaged))}" if table.averaged else ""
            title = joined(f"{table.title}{_of(table, part)}", over)
            draws = [
                partial(_chart, records, table, index=index, part=part, along=along, columns=shown)
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


def _is_shown(table: ResultTable, first: LevelQuestion | None) -> bool:
    """Return whether the first chart shows the same figures."""
    return first is not None and (
        table.measure.name == first.measure.name
        and table.phase in first.phases
        and {table.rows_axis, table.columns_axis} - {"", GAME} == {first.along.axis, first.by} - {""}
        and set(table.averaged) == set(first.averaged)
    )


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


def _chunks(columns: Sequence[str]) -> list[Sequence[str]]:
    return [columns[i : i + MOST_SERIES] for i in range(0, len(columns), MOST_SERIES)]


def _chart(
    records: Records,
    table: ResultTable,
    point_link: PointLink | None,
    *,
    index: int,
    part: int,
    along: OrderedAxis,
    columns: Sequence[str],
) -> str:
    """Draw a part of a table, with a link on each point if `point_link` returns one."""
    measure, filters = table.measure, Filters.of_records(records)
    x_axis = axis_of(along)
    places = [place for place, _ in x_axis.marks]
    row_at = dict(zip(places, along.levels, strict=True))

    def linked(column: str) -> Callable[[float], str | None] | None:
        return point_link and (lambda at: point_link(InTable(index, row_at[at], column)))

    lines = [
        Curve(
            _label(table, column),
            [
                (place, table.entries[row, column].ours.estimates[part])
                for place, row in row_at.items()
                if (row, column) in table.entries
            ],
            look_at(records, table.columns_axis, column),
            filters.of({table.columns_axis: column}),
            link=linked(column),
        )
        for column in columns
    ]
    title = measure.title if len(measure.parts) == 1 else get_measure(measure.alone[part]).title
    name = f"{table.title} along {name_axis(table.rows_axis)}"
    return curves_of(measure, title)(name, lines, x_axis=x_axis)


def _label(table: ResultTable, column: str) -> str:
    if not column:
        return table.measure.name
    return name_label(table.columns_axis, column)
