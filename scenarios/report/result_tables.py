"""Tables of results: in each cell our estimate, the paper's figure, and how they compare."""

import enum
import itertools
import math
from collections.abc import Mapping
from typing import Any, TypeAlias

import attrs

from games import BadFile
from scenarios.analysis.figures import FEWEST_EQUAL, Measured, measured
from scenarios.analysis.grid_axes import split_readably, unnamed_axes
from scenarios.analysis.row_differences import AgainstAbove, Place, against_above
from scenarios.analysis.usual_tables import tables_of
from scenarios.experiment.records import Records
from scenarios.experiment.scenario_measures import measure_of
from scenarios.language.choices import ROW_ABOVE
from scenarios.language.measures import Measure
from scenarios.language.scenario import PHASE_AXIS, TableSpec
from scenarios.report.cell_groups import name_labels
from scenarios.statistics import Estimate

Paper: TypeAlias = tuple[float, ...]

_CLOSE = 1e-9
_SIGNS = {"less": -1, "more": 1}


class AgainstPaper(enum.StrEnum):
    """How our interval compares with the paper's figure."""

    COVERED = "covered"
    BETTER = "better"
    WORSE = "worse"
    DIFFERS = "differs"
    UNKNOWN = "cannot tell"
    """There is no useful interval: no run, one run, or a few runs that are all equal."""
    NONE = ""
    """The paper has no figure."""


MARKS = {
    AgainstPaper.COVERED: "✓",
    AgainstPaper.BETTER: "▲",
    AgainstPaper.WORSE: "▼",
    AgainstPaper.DIFFERS: "≠",
    AgainstPaper.UNKNOWN: "?",
    AgainstPaper.NONE: "",
}
"""A symbol for each, so that readers need not distinguish colours."""


@attrs.frozen
class TableCell:
    """One cell of a table."""

    ours: Measured
    paper: Paper | None
    verdict: AgainstPaper
    is_reached: bool | None = None
    """Whether ours is at least as good as the paper's figure, or our interval covers it.

    None if the paper has no figure, if neither direction is better, or if there is no useful interval.
    """
    above: tuple[AgainstAbove, ...] = ()
    """How each part compares with the row above, if the table marks that."""
    place: Place | None = None
    """The phase and the cells that it measures."""


@attrs.frozen(kw_only=True)
class ResultTable:
    """A table of results."""

    title: str
    measure: Measure
    phase: str
    """The phase; empty if phases are its rows or columns."""
    rows_axis: str
    columns_axis: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: Mapping[tuple[str, str], TableCell]
    """The cells by row and column, without points of the grid that were not run."""
    is_marked: bool = False
    """Whether figures that differ from the row above are marked."""
    averaged: tuple[str, ...] = ()
    """The axes that it averages over, run by run."""
    settings: Mapping[str, str] = attrs.field(factory=dict)
    """The labels that all of its cells share, and its phase."""

    def _repr_html_(self) -> str:
        from scenarios.report.table_views import html_table  # noqa: PLC0415  # views know tables, not the reverse

        return html_table(self)

    def __str__(self) -> str:
        from scenarios.report.table_views import markdown_table  # noqa: PLC0415  # as above

        return markdown_table(self)


def make_tables(records: Records) -> list[ResultTable]:
    """Return the tables of the scenario, or default tables for its phases if it has none."""
    return [table for spec in tables_of(records) for table in make_table(records, spec)]


def make_table(records: Records, spec: TableSpec) -> list[ResultTable]:
    """Return a table, or a table for each label of the axis that splits it.

    Axes that it does not name split it too, as long as that stays readable. It averages over the others.
    """
    splits, averaged = split_readably(records, unnamed_axes(records, (spec.split, spec.rows, spec.columns)))
    tables = []
    for label in _labels(records, spec, spec.split) if spec.split else ("",):
        for others in itertools.product(*(records.axes[axis] for axis in splits)):
            fixed = dict(zip(splits, others, strict=True))
            title = ": ".join(filter(None, (spec.title, _said(spec.split, label, fixed))))
            paper = _below(spec.paper, label) if spec.split else spec.paper
            fixed |= {spec.split: label} if spec.split else {}
            tables.append(_table(records, spec, title, fixed, paper, tuple(averaged)))
    return tables


def _said(split: str, label: str, fixed: Mapping[str, str]) -> str:
    """Return the settings of a table."""
    named = name_labels(fixed.items())
    return ", ".join(filter(None, (label, named))) if split else named


def summary(tables: list[ResultTable]) -> dict[AgainstPaper, int]:
    """Count the cells of each verdict, among those for which the paper has a figure."""
    verdicts = [entry.verdict for table in tables for entry in table.entries.values()]
    return {
        each: verdicts.count(each)
        for each in AgainstPaper
        if each is not AgainstPaper.NONE and each in verdicts
    }


def reached(tables: list[ResultTable]) -> tuple[int, int]:
    """Count the cells that reach the paper's figure, and all cells for which that is known."""
    known = [
        entry.is_reached
        for table in tables
        for entry in table.entries.values()
        if entry.is_reached is not None
    ]
    return sum(known), len(known)


def paper_text(paper: Paper) -> str:
    """Return the paper's figures with all digits."""
    return " / ".join(f"{value:.12g}" for value in paper)


def _labels(records: Records, spec: TableSpec, axis: str) -> tuple[str, ...]:
    """Return the labels of an axis, or an empty label if it does not vary."""
    if axis == PHASE_AXIS:
        return spec.phases or records.phase_names
    return records.axes.get(axis, ("",))


def _table(  # noqa: PLR0917  # what is measured, and of what
    records: Records,
    spec: TableSpec,
    title: str,
    fixed: Mapping[str, str],
    paper: Mapping[str, Any],
    averaged: tuple[str, ...],
) -> ResultTable:
    measure = measure_of(records, spec.measure)
    entries, places = {}, {}
    for row in _labels(records, spec, spec.rows):
        for column in _labels(records, spec, spec.columns):
            labels = {**fixed, spec.rows: row, **({spec.columns: column} if spec.columns else {})}
            if place := _place(records, spec.phase, labels):
                figure = _below(paper, row)
                figure = _below(figure, column) if spec.columns else figure
                found = measured(records, measure, place.phase, place.cells)
                entries[row, column] = attrs.evolve(_entry(measure, found, figure, spec.better), place=place)
                places[row, column] = place
    is_marked = spec.mark == ROW_ABOVE
    if is_marked:
        entries = _marked(records, measure, entries, places)
    phase = fixed.get(PHASE_AXIS, spec.phase)
    return ResultTable(
        title=title,
        measure=measure,
        phase=phase,
        rows_axis=spec.rows,
        columns_axis=spec.columns,
        rows=tuple(dict.fromkeys(row for row, _ in entries)),
        columns=tuple(
            column for column in _labels(records, spec, spec.columns) if any(c == column for _, c in entries)
        ),
        entries=entries,
        is_marked=is_marked,
        averaged=averaged,
        settings={**fixed, PHASE_AXIS: phase} if PHASE_AXIS not in {spec.rows, spec.columns} else fixed,
    )


def _marked(
    records: Records,
    measure: Measure,
    entries: Mapping[tuple[str, str], TableCell],
    places: Mapping[tuple[str, str], Place],
) -> dict[tuple[str, str], TableCell]:
    """Compare each entry with the one above it."""
    rows = list(dict.fromkeys(row for row, _ in entries))
    above = {row: higher for higher, row in itertools.pairwise(rows)}
    return {
        (row, column): attrs.evolve(
            entry, above=against_above(records, measure, places[row, column], places[above[row], column])
        )
        if row in above and (above[row], column) in places
        else entry
        for (row, column), entry in entries.items()
    }


def _place(records: Records, phase: str, labels: Mapping[str, str]) -> Place | None:
    """Return the phase and the cells that have these labels, or None if no cell has them."""
    phase = labels.get(PHASE_AXIS, phase)
    cells = frozenset(
        cell
        for cell, have in records.cells.items()
        if all(have.get(axis, "") == label for axis, label in labels.items() if axis != PHASE_AXIS)
    )
    return Place(phase, cells) if cells else None


def _below(paper: Any, label: str) -> Any:
    """Go one label deeper into the paper's figures."""
    if not isinstance(paper, Mapping):
        return {}
    return paper.get(label, {})


def _entry(measure: Measure, ours: Measured, figure: Any, better: str) -> TableCell:
    paper = _paper(measure, figure)
    return TableCell(
        ours, paper, _verdict(measure, ours, paper, better), _is_reached(measure, ours, paper, better)
    )


def _paper(measure: Measure, figure: Any) -> Paper | None:
    """Return the paper's figures, or None."""
    if figure is None or figure == {}:
        return None
    values = figure if isinstance(figure, list | tuple) else [figure]
    wrong = [each for each in values if isinstance(each, bool) or not isinstance(each, int | float)]
    if wrong or len(values) != len(measure.parts):
        wanted = "a number" if len(measure.parts) == 1 else f"{len(measure.parts)} numbers"
        raise BadFile(
            f"invalid paper figure {figure!r} for {measure.name!r}: it must be {wanted}; correct the scenario"
        )
    return tuple(float(each) for each in values)


def _verdict(measure: Measure, ours: Measured, paper: Paper | None, better: str) -> AgainstPaper:
    if paper is None:
        return AgainstPaper.NONE
    pairs = list(zip(ours.estimates, paper, strict=True))
    missed = [pair for pair in pairs if not _covers(measure, *pair)]
    if not missed:
        return AgainstPaper.COVERED
    sure = [pair for pair in missed if _is_sure(pair[0])]
    if not sure:
        return AgainstPaper.UNKNOWN
    figure = _worth(measure, paper)
    if better not in _SIGNS or not _is_sure(ours.worth) or _covers(measure, ours.worth, figure):
        return AgainstPaper.DIFFERS
    return _side(measure, ours, figure, better)


def _worth(measure: Measure, paper: Paper) -> float:
    """Return the figure by which a result of the paper is ranked."""
    return math.fsum(weight * figure for weight, figure in zip(measure.weights, paper, strict=True))


def _is_reached(measure: Measure, ours: Measured, paper: Paper | None, better: str) -> bool | None:
    """Return whether our mean is at least as good as the paper's figure, or our interval covers it."""
    if paper is None or better not in _SIGNS:
        return None
    figure = _worth(measure, paper)
    if _covers(measure, ours.worth, figure):
        return True
    if not _is_sure(ours.worth):
        return None
    side = _side(measure, ours, figure, better)
    return None if side is AgainstPaper.DIFFERS else side is AgainstPaper.BETTER


def _side(measure: Measure, ours: Measured, figure: float, better: str) -> AgainstPaper:
    """Return whether ours is better or worse than the paper's figure."""
    value = (ours.worth.value or 0) * measure.factor
    if (value - figure) * _SIGNS[better] < 0:
        return AgainstPaper.WORSE
    is_lower_bound = ours.censored > 0 and better == "less"
    return AgainstPaper.DIFFERS if is_lower_bound else AgainstPaper.BETTER


def _is_sure(estimate: Estimate) -> bool:
    """Return whether there is a useful interval. An interval of width 0 is useful only with many runs."""
    ends = estimate.interval
    return ends is not None and (ends.low < ends.high or estimate.n >= FEWEST_EQUAL)


def _covers(measure: Measure, estimate: Estimate, figure: float) -> bool:
    """Return whether the interval, or a single value, covers the paper's figure, in the measure's unit."""
    if estimate.value is None:
        return False
    low = estimate.value if estimate.low is None else estimate.low
    high = estimate.value if estimate.high is None else estimate.high
    slack = _CLOSE * max(1.0, abs(figure))
    return low * measure.factor - slack <= figure <= high * measure.factor + slack
