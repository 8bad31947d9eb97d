"""Settings compared: what each changes, paired by run; and how long it takes where some runs never learn."""

from collections.abc import Iterable, Sequence

from scenarios.analysis.figures import Figure
from scenarios.analysis.findings import Contrast, Findings, StudyQuestion, compare_settings, question_of
from scenarios.analysis.setting_comparisons import figures_by_cell, measures_of_interest, more_or_fewer
from scenarios.analysis.setting_names import name_pair
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.exhibit import Exhibit
from scenarios.report.finding_sentences import corrected_for
from scenarios.statistics import Estimate, Wait, learning_time, p_text
from scenarios.statistics.intervals import number

_NOTE = (
    "Each setting against the first of its axis. Runs of one number have the same seeds, so they are "
    "compared in pairs: the mean difference over runs with Student's 95 % interval, and p by flipping signs. "
    "Where other settings vary too, a run counts as its mean over them."
)
_FIRST_NOTE = (
    " What the study asks first stands first, with p as the findings have it{corrected}; of its pairs only "
    "those with the first setting are shown."
)
_OTHERS_NOTE = (
    " With many comparisons some are large by chance: p is corrected by Holm's method for {the} comparisons "
    "in which any run differs ({among}), so that it holds for all of them at once; intervals are not "
    "corrected."
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
    every = [each for each in compare_settings(records) if any(one.has_differences for one in each.contrasts)]
    shown = [(findings.question, each) for findings in every for each in findings.against_first]
    has_games = any(each.game for _, each in shown)
    head = [name for name in _HEAD if has_games or name != "game"]
    rows = [_row(question, each, has_games=has_games) for question, each in shown]
    return Exhibit("Settings compared", _note(records, every), (), head, rows)


def _note(records: Records, every: Sequence[Findings]) -> str:
    """Say how settings were compared, and for what p was corrected."""
    first = [each for each in every if each.question == question_of(records)]
    others = [each for each in every if each not in first]
    limits = any(each.limit is not None for findings in every for each in findings.contrasts)
    return "".join(
        (
            _NOTE,
            *(_FIRST_NOTE.format(corrected=corrected_for(each)) for each in first),
            *(
                _OTHERS_NOTE.format(the="the other" if first else "the", among=each.among)
                for each in others[:1]
            ),
            _LIMIT_NOTE * limits,
        )
    )


def _row(question: StudyQuestion, each: Contrast, *, has_games: bool) -> list[str]:
    upto = f", up to {number(each.limit)}" if each.limit is not None else ""
    return [
        f"{question.measure.title}{upto}",
        each.phase,
        *[each.game] * has_games,
        name_pair(question.axis, each.label, each.other),
        more_or_fewer(each.found.difference or Estimate(None), question.measure),
        p_text(1.0 if each.corrected is None else each.corrected),
        str(each.found.n),
    ]


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
