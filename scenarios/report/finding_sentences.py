"""Findings in plain words, and as a table of all pairs."""

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from games.counting import how_many
from scenarios.analysis.findings import LEVEL, POWER, Contrast, Findings, StudyQuestion
from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.setting_comparisons import more_or_fewer, turned, upward
from scenarios.analysis.setting_names import name_axis, phase_of_axis, shown_value
from scenarios.language.scenario import PHASE_AXIS
from scenarios.report.cell_groups import name_label
from scenarios.report.exhibit import joined
from scenarios.statistics import Estimate, p_text
from scenarios.statistics.elo import elo_text
from scenarios.statistics.intervals import number

DIFFERENCE = "difference"
"""The column of differences."""
MOST_SENTENCES = 5
"""Differences that are told one by one."""
MOST_NEEDED = 1_000
"""More runs than this are not counted any more."""


_NOTE = (
    "Compared by {title} in {phases}{against}. Runs of one number have the same seeds and are compared in "
    "pairs{over}: the mean difference with Student's 95 % interval, and p by flipping signs{corrected}."
)
_NEEDED_NOTE = (
    " Runs that would be needed: for 80 % power at the 5 % level, corrected, by the normal approximation, if "
    "the difference is what it looks."
)


def findings_note(findings: Findings, *, are_needed: bool = True) -> str:
    """Say what was measured, how it was judged, and if runs that are needed are told, what that means."""
    question = findings.question
    against = question.against
    averaged = " and ".join(map(name_axis, findings.averaged))
    judged = _NOTE.format(
        title=question.measure.title,
        phases=f"phase{'s' * (len(question.phases) > 1)} {', '.join(question.phases)}",
        against="" if against is None else f", each against {name_label(question.axis, against)}",
        over=f", each as its mean over {averaged}" if averaged else "",
        corrected=corrected_for(findings),
    )
    return judged + _NEEDED_NOTE * (are_needed and any(map(_needed, findings.contrasts)))


def corrected_for(findings: Findings) -> str:
    """Say how p was corrected, to follow how it was computed; nothing if it was not."""
    if findings.among < 2:  # noqa: PLR2004  # one comparison needs no correction
        return ""
    return f", corrected by Holm's method for {findings.among} comparisons"


def findings_in_words(findings: Findings) -> list[str]:
    """Say what can be told apart, the clearest first; if nothing can, how many runs that would take."""
    if why := findings.why_none:
        return [f"{_capital(why)}."] if findings.runs else []
    ranked = findings.clearest_first
    told = [each for each in ranked if each.is_told_apart]
    if not told:
        return _nothing(findings)
    said = [_sentence(findings.question, each, findings.among) for each in told[:MOST_SENTENCES]]
    return [*said, *_rest(len(told) - len(said), len(ranked) - len(told))]


def _rest(more: int, equal: int) -> Iterator[str]:
    """Say how many pairs were not told one by one."""
    if more:
        yield f"{more} more pair{'s' * (more > 1)} can be told apart."
    if equal:
        yield (
            "One other pair cannot be told apart."
            if equal == 1
            else f"{equal} other pairs cannot be told apart."
        )


def _sentence(question: StudyQuestion, contrast: Contrast, among: int) -> str:
    """Say which of two settings has more, by how much, and how sure that is."""
    upto = f"counted up to {number(contrast.limit)}" if contrast.limit is not None else ""
    p = f"{'Holm ' * (among > 1)}{p_text(contrast.corrected or 0.0)}"
    sure = joined(_runs([contrast]), upto, _elo(contrast), p)
    return f"{_capital(_difference(question, contrast, _figures(question, contrast)))} ({sure})."


def _elo(contrast: Contrast) -> str:
    """Tell how much stronger the setting is that has more, or how much weaker, where that can be told."""
    if contrast.elo is None or contrast.elo.interval is None:
        return ""
    return f"Elo {elo_text(contrast.elo if contrast.difference >= 0 else turned(contrast.elo))}"


def _nothing(findings: Findings) -> list[str]:
    """Say that nothing can be told apart, whether it ever could, and what looks clearest."""
    clearest = min(findings.contrasts, key=lambda each: each.clarity[1:])
    runs = _runs(findings.contrasts)
    if clearest.needed is None:
        return [f"No difference at all was seen in {runs}{_too_short(findings)}."]
    if findings.most_runs >= findings.least_runs:
        return [
            f"{_capital(runs)} of each setting tell no difference from chance.",
            _clearest(findings, clearest),
        ]
    among = f"for {findings.among} comparisons at once " if findings.among > 1 else ""
    few = f"{_capital(runs)} of each setting are too few to tell any difference from chance"
    return [f"{few}: {among}it takes at least {findings.least_runs}.", _clearest(findings, clearest)]


def _clearest(findings: Findings, contrast: Contrast) -> str:
    """Say what looks clearest, and how many runs it would take to be sure of it."""
    needed = max(contrast.needed or 0, contrast.found.n + 1)
    if needed > MOST_NEEDED:
        confirm = f"it would take more than {MOST_NEEDED:,} runs to confirm"
    elif needed <= findings.least_runs:
        confirm = f"{findings.least_runs} runs would do to confirm"
    else:
        confirm = f"it would take about {needed:,} runs to confirm"
    said = _difference(findings.question, contrast, _plain_figure(findings.question, contrast))
    return f"The clearest so far, which {confirm} if it is as large as it looks: {said}."


def _plain_figure(question: StudyQuestion, contrast: Contrast) -> str:
    return number(abs(contrast.difference) * question.measure.factor)


def _too_short(findings: Findings) -> str:
    """Say so where runs ended before anything could differ."""
    limits = {each.limit for each in findings.contrasts}
    if None in limits:
        return ""
    most = f" of {findings.question.measure.amount(number(limits.pop() or 0.0))}" if len(limits) == 1 else ""
    return f", but they may have been too short: some reached their limit{most}"


def _difference(question: StudyQuestion, contrast: Contrast, figures: str) -> str:
    """Say which of two settings has more, and by how much."""
    more, less = _names(question, contrast)
    what = question.measure.amount(figures)
    return f"{more} {question.measure.verb} {what} more than {less}{_where(question, contrast)}"


def _names(question: StudyQuestion, contrast: Contrast) -> tuple[str, str]:
    """Name both settings, the one that has more first; not their phase, if it is the one that is judged."""
    labels = (contrast.label, contrast.other)
    more, less = labels if contrast.difference >= 0 else reversed(labels)
    phase, key = phase_of_axis(question.axis)
    axis = key if question.phases == (phase,) else question.axis
    return name_label(axis, more), name_label(axis, less)


def _figures(question: StudyQuestion, contrast: Contrast) -> str:
    """Write how much more it is, with its interval: `2.3 [0.9, 3.7]`."""
    estimate = contrast.found.difference or Estimate(None)
    return attrs.evolve(upward(estimate), note="").text(factor=question.measure.factor)


def _where(question: StudyQuestion, contrast: Contrast) -> str:
    """Say of which game and phase, if there are several."""
    phase = f"phase {contrast.phase}" if len(question.phases) > 1 else ""
    places = joined(name_label(GAME, contrast.game) if contrast.game else "", phase)
    return f" in {places}" if places else ""


def _runs(contrasts: Sequence[Contrast]) -> str:
    least, most = (pick(each.found.n for each in contrasts) for pick in (min, max))
    return how_many(most, "run") if least == most else f"{least} to {most} runs"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def findings_table(findings: Findings) -> tuple[list[str], list[list[str]]]:
    """Write every pair as a row, in the order of the axis, under its head."""
    question = findings.question
    has_games, has_phases = any(each.game for each in findings.contrasts), len(question.phases) > 1
    has_elo = question.measure.is_of_results
    head = (
        [GAME] * has_games
        + [PHASE_AXIS] * has_phases
        + [name_axis(question.axis), DIFFERENCE]
        + ["Elo"] * has_elo
    )
    rows = [
        [
            *[each.game] * has_games,
            *[each.phase] * has_phases,
            f"{shown_value(each.label)} against {shown_value(each.other)}",
            more_or_fewer(each.found.difference or Estimate(None), question.measure),
            *[elo_text(each.elo or Estimate(None))] * has_elo,
            _plain(each.found.p),
            _plain(each.corrected),
            str(each.found.n),
            _needed(each),
        ]
        for each in findings.contrasts
    ]
    return [*head, "p", "Holm p", "runs", "needed"], rows


def _plain(p: float | None) -> str:
    return "" if p is None else p_text(p).removeprefix("p ").removeprefix("= ")


def _needed(contrast: Contrast) -> str:
    if contrast.is_told_apart or contrast.needed is None:
        return ""
    return f"{contrast.needed:,}" if contrast.needed <= MOST_NEEDED else f"over {MOST_NEEDED:,}"


def findings_document(findings: Findings) -> dict[str, Any]:
    """Write everything for programs: differences in the measure's unit, the first label less the other."""
    question = findings.question
    return {
        "axis": question.axis,
        "measure": question.measure.name,
        "unit": question.measure.unit.strip(),
        "phases": list(question.phases),
        "against": question.against,
        "averaged_over": list(findings.averaged),
        "corrected_for": findings.among,
        "least_runs": findings.least_runs,
        "level": LEVEL,
        "power": POWER,
        "comparisons": [_comparison(question, each) for each in findings.contrasts],
        "sentences": findings_in_words(findings),
    }


def _comparison(question: StudyQuestion, contrast: Contrast) -> dict[str, Any]:
    elo = contrast.elo or Estimate(None)
    return {
        "label": contrast.label,
        "other": contrast.other,
        "game": contrast.game or None,
        "phase": contrast.phase,
        "runs": contrast.found.n,
        **_figures_of(contrast.found.difference or Estimate(None), question.measure.factor),
        "elo": None if elo.value is None else _figures_of(elo),
        "test": contrast.found.test,
        "p": contrast.found.p,
        "holm_p": contrast.corrected,
        "is_told_apart": contrast.is_told_apart,
        "runs_needed": contrast.needed,
        "limit": contrast.limit,
    }


def _figures_of(estimate: Estimate, factor: float = 1) -> dict[str, float | None]:
    ends = {"difference": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: None if figure is None else figure * factor for name, figure in ends.items()}
