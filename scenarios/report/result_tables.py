"""Tables of results: our estimate in each cell, the paper's figure beside it, and what to make of the two."""

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
    """What our interval says of the paper's figure."""

    COVERED = "covered"
    BETTER = "better"
    WORSE = "worse"
    DIFFERS = "differs"
    UNKNOWN = "cannot tell"
    """There is no interval that means anything: one run or none, or a few that are all equal."""
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
"""A sign for each, so that nobody has to tell colours apart."""


@attrs.frozen
class TableCell:
    """One cell of a table."""

    ours: Measured
    paper: Paper | None
    verdict: AgainstPaper
    is_reached: bool | None = None
    """Is ours at least as good as the paper's figure, or is that one in our interval? None where it has none,
    where neither side is better, and where nobody can tell."""
    above: tuple[AgainstAbove, ...] = ()
    """What each part shows beside the row above, if that was asked for."""
    place: Place | None = None
    """What it is measured of."""


@attrs.frozen(kw_only=True)
class ResultTable:
    """A table of results."""

    title: str
    measure: Measure
    phase: str
    """Of which phase; empty if phases are its rows or columns."""
    rows_axis: str
    columns_axis: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    entries: Mapping[tuple[str, str], TableCell]
    """By row and column; a point of the grid that was not run has none."""
    is_marked: bool = False
    """Is it marked what differs from the row above?"""
    averaged: tuple[str, ...] = ()
    """Axes that it does not tell apart: each run is the mean over their settings."""
    settings: Mapping[str, str] = attrs.field(factory=dict)
    """What all of it is of: a label for each axis that splits it off from others, and its phase."""

    def _repr_html_(self) -> str:
        from scenarios.report.table_views import html_table  # noqa: PLC0415  # views know tables, not the reverse

        return html_table(self)

    def __str__(self) -> str:
        from scenarios.report.table_views import markdown_table  # noqa: PLC0415  # as above

        return markdown_table(self)


def make_tables(records: Records) -> list[ResultTable]:
    """Make every table that the scenario asks for; if it asks for none, those that its phases call for."""
    return [table for spec in tables_of(records) for table in make_table(records, spec)]


def make_table(records: Records, spec: TableSpec) -> list[ResultTable]:
    """Make a table, or one for each label of the axis that splits it.

    Axes that it does not name split it too, as long as that stays readable; over the rest it averages.
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
    """Say which settings a table is of."""
    named = name_labels(fixed.items())
    return ", ".join(filter(None, (label, named))) if split else named


def summary(tables: list[ResultTable]) -> dict[AgainstPaper, int]:
    """Count the cells of each verdict, where the paper has a figure."""
    verdicts = [entry.verdict for table in tables for entry in table.entries.values()]
    return {
        each: verdicts.count(each)
        for each in AgainstPaper
        if each is not AgainstPaper.NONE and each in verdicts
    }


def reached(tables: list[ResultTable]) -> tuple[int, int]:
    """Count the cells that reach the paper's figure, and those of which that can be said."""
    known = [
        entry.is_reached
        for table in tables
        for entry in table.entries.values()
        if entry.is_reached is not None
    ]
    return sum(known), len(known)


def paper_text(paper: Paper) -> str:
    """Write the paper's figures, with every digit they have."""
    return " / ".join(f"{value:.12g}" for value in paper)


def _labels(records: Records, spec: TableSpec, axis: str) -> tuple[str, ...]:
    """Return the labels of an axis; one without a name, if nothing varies there."""
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
    """Find what has these labels; None if nothing has."""
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
    """Take the paper's figures if there are any."""
    if figure is None or figure == {}:
        return None
    values = figure if isinstance(figure, list | tuple) else [figure]
    wrong = [each for each in values if isinstance(each, bool) or not isinstance(each, int | float)]
    if wrong or len(values) != len(measure.parts):
        wanted = "a number" if len(measure.parts) == 1 else f"{len(measure.parts)} numbers"
        raise BadFile(
            f"the paper's figure {figure!r} for {measure.name!r} is not {wanted}; mend the scenario"
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
    """Return the figure by which the paper's result is better or worse than another."""
    return math.fsum(weight * figure for weight, figure in zip(measure.weights, paper, strict=True))


def _is_reached(measure: Measure, ours: Measured, paper: Paper | None, better: str) -> bool | None:
    """Say whether our mean is at least as good as the paper's figure, or that lies in our interval."""
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
    """Say on which side of the paper's figure ours is."""
    value = (ours.worth.value or 0) * measure.factor
    if (value - figure) * _SIGNS[better] < 0:
        return AgainstPaper.WORSE
    is_lower_bound = ours.censored > 0 and better == "less"
    return AgainstPaper.DIFFERS if is_lower_bound else AgainstPaper.BETTER


def _is_sure(estimate: Estimate) -> bool:
    """Does the interval tell anything? One without a width does only if many runs stand behind it."""
    ends = estimate.interval
    return ends is not None and (ends.low < ends.high or estimate.n >= FEWEST_EQUAL)


def _covers(measure: Measure, estimate: Estimate, figure: float) -> bool:
    """Does the interval, or the one value there is, have the paper's figure in it? In the measure's unit."""
    if estimate.value is None:
        return False
    low = estimate.value if estimate.low is None else estimate.low
    high = estimate.value if estimate.high is None else estimate.high
    slack = _CLOSE * max(1.0, abs(figure))
    return low * measure.factor - slack <= figure <= high * measure.factor + slack
