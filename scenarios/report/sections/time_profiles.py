"""Performance profiles: how complete each Advisor's opinion is after a given time, from the traces."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import attrs

from blackboard import Decision, decisions_of, read_trace
from control import format_duration
from games import HoyleError
from scenarios.analysis.figures import mean_over_runs
from scenarios.analysis.grid_axes import GAME, split_readably, unnamed_axes
from scenarios.experiment.records import Records
from scenarios.experiment.run_files import TRACES
from scenarios.profiles import Profile, profile, profiles
from scenarios.report.cell_groups import CellGroup, name_labels
from scenarios.report.charts import Curve, XAxis, curves
from scenarios.report.drawing import ticks
from scenarios.report.exhibit import Chart, Exhibit, joined, percent
from scenarios.statistics import Estimate
from scenarios.statistics.intervals import number

MOST_DECISIONS = 2000
"""The most decisions of one game that are read, spread evenly over the runs."""
MOST_LINES = 5
_HALVES = (0.5, 0.95)
_NOTE = (
    "From the traces: how complete each Advisor's opinion is, by time since it started. Settled: share of "
    "decisions in which its strongest comment so far is on the same move as its final strongest comment. "
    "Posted: share of its final comments that it has posted. Mean over runs with 95 % confidence band. Only "
    "decisions in which the Advisor finished and commented are counted."
)

Place: TypeAlias = tuple[str, str]
"""A game, and the settings in which its cells differ."""
Runs: TypeAlias = Mapping[Place, Sequence[Sequence[Decision]]]
"""The decisions of each run, by place."""


@attrs.frozen
class _Course:
    """The profile of one Advisor in one game under some settings."""

    game: str
    """The game and its settings."""
    advisor: str
    decisions: int
    settled: Sequence[tuple[float, Estimate]]
    posted: Sequence[tuple[float, Estimate]]


def performance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # a group is a game here
    """Show the performance profile of every Advisor, if there are traces."""
    splits, averaged = split_readably(records, unnamed_axes(records, (GAME,)))
    courses = [course for at, runs in _by_place(records, splits).items() for course in _courses(at, runs)]
    charts = [
        Chart(_title(game, part, parts), _chart(part, kind), f"{kind.capitalize()} over time")
        for kind in ("settled", "posted")
        for game in dict.fromkeys(course.game for course in courses)
        for parts in [_parts([course for course in courses if course.game == game])]
        for part in parts
    ]
    rows = [
        [
            course.game,
            course.advisor,
            str(course.decisions),
            *(_reached(course.settled, share) for share in _HALVES),
            *(_last(each) for each in (course.settled, course.posted)),
        ]
        for course in courses
    ]
    head = (
        "game",
        "Advisor",
        "decisions",
        "50 % settled by",
        "95 % settled by",
        "settled at the end",
        "posted at the end",
    )
    over = f" Each run is pooled over {' and '.join(averaged)}." if averaged else ""
    return Exhibit("Performance profiles", _NOTE + over, charts, head, rows)


def _by_place(records: Records, splits: Sequence[str]) -> Runs:
    """Read the decisions by game and settings, then by run, the same number from each run."""
    files: dict[Place, dict[str, list[Path]]] = {}
    for cell, labels in records.cells.items():
        where = labels.get(GAME, ""), name_labels((axis, labels.get(axis, "")) for axis in splits)
        for path in sorted((records.folder / TRACES).glob(f"cell-{cell}-run-*.trace")):
            run = path.stem.rpartition("-")[2]
            files.setdefault(where, {}).setdefault(run, []).append(path)
    return {
        where: [[each for path in paths for each in _some(path, runs)] for paths in runs.values()]
        for where, runs in files.items()
    }


def _some(path: Path, runs: Mapping[str, Sequence[Path]]) -> Iterator[Decision]:
    """Yield the decisions of a trace up to its share of the decisions that are read."""
    return itertools.islice(_decisions(path), max(1, MOST_DECISIONS // sum(map(len, runs.values()))))


def _decisions(path: Path) -> Iterator[Decision]:
    """Yield the decisions of a trace with more than one legal move; an unreadable trace has none."""
    try:
        trace = read_trace(path)
        yield from (decision for decision in decisions_of(trace.events) if decision.tier is not None)
    except HoyleError:
        return


def _courses(at: Place, runs: Sequence[Sequence[Decision]]) -> Iterator[_Course]:
    for whole in profiles(itertools.chain.from_iterable(runs)):
        each = [profile(decisions, whole.advisor, whole.ns) for decisions in runs]
        heard = [one for one in each if one.decisions]
        game = at[0] or (runs[0][0].game if runs and runs[0] else "")
        yield _Course(
            joined(game, at[1]),
            whole.advisor,
            whole.decisions,
            _means(whole, [one.agreed for one in heard]),
            _means(whole, [one.posted for one in heard]),
        )


def _means(whole: Profile, shares: Sequence[Sequence[float]]) -> list[tuple[float, Estimate]]:
    return [(float(ns), mean_over_runs(share[i] for share in shares)) for i, ns in enumerate(whole.ns)]


def _parts(courses: Sequence[_Course]) -> list[Sequence[_Course]]:
    """Divide the Advisors into charts by how long they take, so that lines do not cover each other."""
    order = sorted(courses, key=lambda course: (_longest([course]), course.advisor))
    return [order[i : i + MOST_LINES] for i in range(0, len(order), MOST_LINES)]


def _title(game: str, part: Sequence[_Course], parts: Sequence[Sequence[_Course]]) -> str:
    return game if len(parts) == 1 else f"{game} ({parts.index(part) + 1} of {len(parts)})"


def _chart(part: Sequence[_Course], kind: str) -> str:
    marks = [(mark, format_duration(int(mark)) if mark else "0") for mark in ticks(_longest(part), 4)]
    last = marks[-1][0]
    lines = []
    for course in part:
        points = list(getattr(course, kind))
        nothing = [(0.0, attrs.evolve(points[0][1], value=0.0, interval=None))]
        lines.append(Curve(course.advisor, [*nothing, *_stepped(points), (last, points[-1][1])]))
    marks = [
        (last * share / 4, format_duration(int(last * share / 4)) if share else "0") for share in range(5)
    ]
    return curves(
        f"Performance profiles, {part[0].game}: {', '.join(course.advisor for course in part)}",
        lines,
        y_title=f"{kind}, %",
        write=lambda share: number(100 * share),
        unit=" %",
        highest=1.0,
        x_axis=XAxis("time", marks),
    )


def _longest(part: Sequence[_Course]) -> float:
    return max(course.settled[-1][0] for course in part)


def _stepped(points: Sequence[tuple[float, Estimate]]) -> Iterator[tuple[float, Estimate]]:
    """Make steps: a line keeps its value until the next comment."""
    before = None
    for at, value in points:
        if before is not None:
            yield at, before
        else:
            yield at, attrs.evolve(value, value=0.0, interval=None)
        yield at, value
        before = value


def _reached(points: Sequence[tuple[float, Estimate]], share: float) -> str:
    reached = [at for at, value in points if (value.value or 0.0) >= share]
    return format_duration(int(reached[0])) if reached else "never"


def _last(points: Sequence[tuple[float, Estimate]]) -> str:
    return percent(points[-1][1]) if points else "none"
