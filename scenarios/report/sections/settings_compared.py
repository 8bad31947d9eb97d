"""Compare each setting with the first, and estimate learning times from runs that may not have finished."""

from collections.abc import Iterable, Sequence

from scenarios.analysis.figures import Figure
from scenarios.analysis.findings import Contrast, Findings, StudyQuestion, compare_settings, question_of
from scenarios.analysis.setting_comparisons import figures_by_cell, measures_of_interest, write_difference
from scenarios.analysis.setting_names import name_pair
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.exhibit import Exhibit
from scenarios.report.finding_sentences import adjusted_for
from scenarios.statistics import Estimate, Wait, learning_time, p_text
from scenarios.statistics.intervals import number

_NOTE = (
    "Each setting compared with the first of its axis. Runs with the same number share their seeds, so they "
    "are compared in pairs: mean difference with Student's 95 % confidence interval, and p of a sign-flip "
    "test. If other settings vary too, each run is averaged over them."
)
_FIRST_NOTE = (
    " The comparison of the findings comes first, with the same p{adjusted}. Of its pairs, only those with "
    "the first setting are shown."
)
_OTHERS_NOTE = (
    " Among many comparisons some are large by chance. So p is adjusted (Holm) for {the} {among} comparisons "
    "in which any run differs. Intervals are not adjusted."
)
_LIMIT_NOTE = " If runs reached their limit first, all runs are capped at the smallest such limit."
_HEAD = ("measure", "phase", "game", "settings", "difference", "p", "runs")
_WAIT_NOTE = (
    "If some runs reached their limit before they finished, the mean of the finished runs is too small. The "
    "Kaplan-Meier estimate gives the median number of contests, and the mean up to the limit with "
    "Greenwood's 95 % confidence interval."
)
_WAIT_HEAD = ("cell", "phase", "measure", "mean of finished runs", "median", "mean up to the limit", "limit")


def settings_compared(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # pairs are made along an axis
    """Compare each setting with the first of its axis."""
    every = [each for each in compare_settings(records) if any(one.has_differences for one in each.contrasts)]
    shown = [(findings.question, each) for findings in every for each in findings.against_first]
    has_games = any(each.game for _, each in shown)
    head = [name for name in _HEAD if has_games or name != "game"]
    rows = [_row(question, each, has_games=has_games) for question, each in shown]
    return Exhibit("Settings compared", _note(records, every), (), head, rows)


def _note(records: Records, every: Sequence[Findings]) -> str:
    """Return how settings were compared, and for how many comparisons p was adjusted."""
    first = [each for each in every if each.question == question_of(records)]
    others = [each for each in every if each not in first]
    limits = any(each.limit is not None for findings in every for each in findings.contrasts)
    return "".join(
        (
            _NOTE,
            *(_FIRST_NOTE.format(adjusted=adjusted_for(each)) for each in first),
            *(
                _OTHERS_NOTE.format(the="the other" if first else "the", among=each.among)
                for each in others[:1]
            ),
            _LIMIT_NOTE * limits,
        )
    )


def _row(question: StudyQuestion, each: Contrast, *, has_games: bool) -> list[str]:
    cap = f", capped at {number(each.limit)}" if each.limit is not None else ""
    return [
        f"{question.measure.title}{cap}",
        each.phase,
        *[each.game] * has_games,
        name_pair(question.axis, each.label, each.other),
        write_difference(each.found.difference or Estimate(None), question.measure),
        p_text(1.0 if each.adjusted is None else each.adjusted),
        str(each.found.n),
    ]


def learning_times(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Estimate how many contests learning takes if some runs reached their limit first."""
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
    median = "not reached" if found.median is None else number(found.median)
    return [str(found), median, str(found.restricted), number(limit)]
