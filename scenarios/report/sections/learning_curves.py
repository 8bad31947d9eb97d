"""Curves over contests: learning, results so far, and useful knowledge."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from scenarios.experiment.records import Records
from scenarios.language.measures import Contests
from scenarios.report.cell_groups import ALIKE_NOTE, CellGroup, alike_so_far, in_parts
from scenarios.report.charts import Curve, curves
from scenarios.report.exhibit import BEYOND, Behind, Exhibit, PointLink, joined, percent
from scenarios.report.panels import panel
from scenarios.statistics import Estimate, learning_curve
from scenarios.statistics.intervals import number

Curved: TypeAlias = npt.NDArray[np.float64]
"""One value for each contest of a run; NaN where there is none."""

WINDOW = 10
"""The number of contests behind a point of a learning curve, as many as the 1990 criterion."""
MOST_POINTS = 160
FEWEST = 3
"""The fewest contests that are drawn as a curve."""
_SHORT_NOTE = f" No phase has enough contests for a curve ({FEWEST})."
RELIABILITY = "reliability"
"""The name of the measure of contests won or drawn."""
_MANY = 100
"""From this mean on, numbers of entries have no decimal places."""
_MILESTONES = (1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)


@attrs.frozen
class _Kind:
    """A quantity that is measured after each contest."""

    name: str
    title: str
    note: str
    unit: str
    course: Callable[[Contests], Curved]
    counted: Callable[[Contests], Contests]
    """Returns the contests that the last value counts."""
    text: Callable[[Estimate], str]
    tick: Callable[[float], str] = number
    tick_unit: str = ""
    y_title: str = ""
    highest: float | None = None


def expertise(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show the share of expert-like contests as runs progress."""
    return _exhibit(records, groups, _EXPERTISE)


def knowledge(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show the growth of useful knowledge as runs progress."""
    return _exhibit(records, groups, _KNOWLEDGE)


def added_up(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show cumulative contests won or drawn, in learning phases whose reliability a table shows."""
    asked = {
        phase
        for table in records.tables
        if table.measure == RELIABILITY
        for phase in table.phases_of_interest or records.phase_names
    }
    return _exhibit(records, groups, _ADDED_UP, [name for name in _learning_phases(records) if name in asked])


def _exhibit(
    records: Records, groups: Sequence[CellGroup], kind: _Kind, phases: Sequence[str] | None = None
) -> Exhibit:
    """Draw the charts of these phases, or by default of every phase that learns."""
    charts, rows, is_any_alike = [], [], False
    for phase in _learning_phases(records) if phases is None else phases:
        for group in in_parts(groups):
            lines = {
                member.cell: Curve(
                    member.label, _line(records, member.cell, phase, kind), member.look, member.of
                )
                for member in group.members
            }
            members = alike_so_far(records, group, phase)
            is_any_alike |= any(member.alike for member in members)
            shown = {
                each.cell: attrs.evolve(lines[each.cell], label=each.label, of=each.of) for each in members
            }
            if max((line.drawn[-1][0] for line in shown.values() if line.drawn), default=0) >= FEWEST:
                name = joined(kind.title, group.title, f"phase {phase}")
                draw = partial(_drawn, name, kind, phase, shown)
                charts.append(panel(records, group, phase, draw(None), linked=draw))
            rows += [
                [member.name, phase, str(at), kind.text(value), str(value.n)]
                for member in group.members
                for at, value in _milestones(lines[member.cell])
            ]
    note = kind.note + ALIKE_NOTE * (is_any_alike and bool(charts)) + _SHORT_NOTE * (not charts)
    return Exhibit(kind.title, note, charts, ("cell", "phase", "contest", kind.unit, "runs"), rows)


def _drawn(
    name: str, kind: _Kind, phase: str, lines: Mapping[int, Curve], point_link: PointLink | None
) -> str:
    """Draw the lines of cells, with a link on each point if `point_link` returns one."""

    def linked(cell: int, line: Curve) -> Curve:
        if point_link is None:
            return line
        return attrs.evolve(line, link=lambda at: point_link(Behind(kind.name, cell, phase, int(at))))

    return curves(
        name,
        [linked(*each) for each in lines.items()],
        y_title=kind.y_title,
        write=kind.tick,
        unit=kind.tick_unit,
        highest=kind.highest,
    )


def curve_title(kind: str) -> str:
    """Return the title of a kind of curves, or raise KeyError."""
    return _KINDS[kind].title


def contests_behind(records: Records, point: Behind) -> Contests:
    """Return exactly the contests that a point of a curve counts; raise KeyError for an unknown kind."""
    kind, found = _KINDS[point.kind], [records.contests[:0]]
    for row in records.ended_phases(point.cell, point.phase):
        contests = records.contests_of_phase(row)[: point.contest]
        if len(contests) and not np.isnan(kind.course(contests)[-1]):
            found.append(kind.counted(contests))
    return np.concatenate(found)


def _learning_phases(records: Records) -> list[str]:
    """Return the phases in which knowledge changed."""
    learning = {row.name for row in records.phases if _learns(records.contests_of_phase(row))}
    return [name for name in records.phase_names if name in learning]


def _learns(contests: Contests) -> bool:
    return bool((contests["added"] > 0).any() or len(np.unique(contests["entries"])) > 1)


def _line(records: Records, cell: int, phase: str, kind: _Kind) -> list[tuple[int, Estimate]]:
    """Average the runs of a cell after each contest, at no more contests than a chart can show."""
    phases = (records.contests_of_phase(row) for row in records.ended_phases(cell, phase))
    courses = [kind.course(contests) for contests in phases if len(contests)]
    longest = max(map(len, courses), default=0)
    if not longest:
        return []
    shown = np.unique(np.linspace(0, longest - 1, MOST_POINTS).round().astype(int))
    shown = np.union1d(shown, [each - 1 for each in _MILESTONES if each <= longest])
    padded = [course[np.minimum(shown, len(course) - 1)].tolist() for course in courses]
    known = [[None if np.isnan(value) else value for value in course] for course in padded]
    most = math.inf if kind.highest is None else kind.highest
    means = learning_curve(known)
    return [(int(at) + 1, each.within(0, most)) for at, each in zip(shown, means, strict=True)]


def _milestones(line: Curve) -> Iterator[tuple[int, Estimate]]:
    """Yield the points of a curve that its table lists."""
    known = [(int(at), value) for at, value in line.points if value.value is not None]
    for at, value in known:
        if at in _MILESTONES or at == known[-1][0]:
            yield at, value


def _trailing(contests: Contests) -> Curved:
    """Return the share of expert-like contests in the trailing window, after each contest."""
    values = contests["expert_like"]
    known = ~np.isnan(values)
    good, count = np.cumsum(np.where(known, values, 0.0)), np.cumsum(known).astype(np.float64)
    good[WINDOW:] -= good[:-WINDOW].copy()
    count[WINDOW:] -= count[:-WINDOW].copy()
    shares = np.full(len(values), np.nan)
    np.divide(good, count, out=shares, where=count > 0)
    return shares


def _known_of_last(contests: Contests) -> Contests:
    last: Contests = contests[-WINDOW:]
    known: Contests = last[~np.isnan(last["expert_like"])]
    return known


def _won_or_drawn(contests: Contests) -> Curved:
    """Return the number of contests won or drawn so far, after each contest."""
    results = contests["result"]
    total: Curved = np.cumsum(np.where(np.isnan(results), 0.0, results >= 0))
    return total


def _not_lost(contests: Contests) -> Contests:
    found: Contests = contests[contests["result"] >= 0]
    return found


def _entries(contests: Contests) -> Curved:
    return contests["entries"].astype(np.float64)


_EXPERTISE = _Kind(
    "expertise",
    "Learning curves",
    f"Share of expert-like contests among the last {WINDOW}: mean over runs with 95 % confidence band. A run "
    "that has ended keeps its last value; a line ends with its longest run.",
    "expert-like",
    _trailing,
    _known_of_last,
    percent,
    tick=lambda share: number(100 * share),
    tick_unit=" %",
    y_title="expert-like contests, %",
    highest=1.0,
)
_KNOWLEDGE = _Kind(
    "knowledge",
    "Useful knowledge",
    "Entries of useful knowledge after each contest: mean over runs with 95 % confidence band. A run that "
    f"has ended keeps its last value; a line ends with its longest run. {BEYOND}",
    "entries",
    _entries,
    lambda contests: contests[-1:],
    str,
    tick=lambda entries: f"{entries:,.0f}" if entries >= _MANY else number(entries),
    y_title="entries of knowledge",
)
_ADDED_UP = _Kind(
    "added-up",
    "Cumulative contests won or drawn",
    "Contests won or drawn so far: mean over runs with 95 % confidence band. A run that has ended keeps its "
    f"last value; a line ends with its longest run. {BEYOND}",
    "won or drawn",
    _won_or_drawn,
    _not_lost,
    str,
    y_title="contests won or drawn so far",
)
_KINDS: Mapping[str, _Kind] = {kind.name: kind for kind in (_EXPERTISE, _KNOWLEDGE, _ADDED_UP)}
