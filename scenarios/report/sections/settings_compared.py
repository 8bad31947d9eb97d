"""Settings compared: what each changes, paired by run; and how long it takes where some runs never learn."""

from collections.abc import Iterable, Sequence

from scenarios.analysis.figures import Figure
from scenarios.analysis.setting_comparisons import (
    SettingComparison,
    compare_settings,
    figures_by_cell,
    measures_of_interest,
)
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.exhibit import Exhibit
from scenarios.statistics import Wait, learning_time
from scenarios.statistics.intervals import number

_NOTE = (
    "Each setting against the first of its axis. Runs of one number have the same seeds, so they are "
    "compared in pairs: the mean difference over runs with Student's 95 % interval, and the p of the paired "
    "t test. Where other settings vary too, a run counts as its mean over them. With many comparisons some "
    "are large by chance: p is corrected by Holm's method for the comparisons of this section ({among}), so "
    "that it holds for all at once; intervals are not corrected."
)
_LIMIT_NOTE = (
    " Where a run reached its limit before what it waited for, all runs count up to the least such limit."
)
_HEAD = ("measure", "phase", "game", "settings", "difference", "p", "runs")
_WAIT_NOTE = (
    "Where some runs reached their limit without what they waited for, the mean of the others is too small. "
    "By Kaplan and Meier's estimate: after how many contests half of the runs were there, and the mean if "
    "each run is stopped at the limit, with Greenwood's 95 % interval."
)
_WAIT_HEAD = ("cell", "phase", "measure", "of runs that came to it", "half by", "mean to the limit", "limit")


def settings_compared(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # pairs are made along an axis
    """Show what each setting changes beside the first of its axis."""
    found = compare_settings(records)
    note = _NOTE.format(among=found[0].among if found else 0)
    note += _LIMIT_NOTE * any(each.limit is not None for each in found)
    has_games = any(each.game for each in found)
    head = [each for each in _HEAD if has_games or each != "game"]
    return Exhibit("Settings compared", note, (), head, [_row(each, has_games=has_games) for each in found])


def _row(each: SettingComparison, *, has_games: bool) -> list[str]:
    game = [each.game] if has_games else []
    upto = f", up to {number(each.limit)}" if each.limit is not None else ""
    title = f"{each.measure.title}{upto}"
    return [title, each.phase, *game, each.settings, each.difference, each.p, str(each.found.n)]


def learning_times(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show how many contests it takes where some runs did not come to what they waited for."""
    rows = []
    for measure, phase in measures_of_interest(records):
        found = figures_by_cell(records, measure, phase)
        every = [figure for runs in found.values() for figure in runs.values()]
        if any(figure.is_censored for figure in every):
            limit = max(figure.values[0] for figure in every)
            members = [member for group in groups for member in group.members if member.cell in found]
            rows += [
                [member.name, phase, measure.title, *_waited(found[member.cell].values(), limit)]
                for member in members
            ]
    return Exhibit("How long learning takes", _WAIT_NOTE, (), _WAIT_HEAD, rows)


def _waited(runs: Iterable[Figure], limit: float) -> list[str]:
    waits = [Wait(figure.values[0], learned=not figure.is_censored) for figure in runs]
    found = learning_time(waits, limit=limit)
    half = "not seen" if found.median is None else number(found.median)
    return [str(found), half, str(found.restricted), number(limit)]
