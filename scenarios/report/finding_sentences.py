"""Findings as sentences, as a table of all pairs, and as a document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.counting import how_many
from scenarios.analysis.findings import LEVEL, POWER, Contrast, Findings, StudyQuestion
from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.setting_comparisons import write_difference
from scenarios.analysis.setting_names import count_levels, name_axis, phase_of_axis, shown_value
from scenarios.language.scenario import PHASE_AXIS
from scenarios.report.cell_groups import name_label
from scenarios.report.exhibit import joined
from scenarios.statistics import Estimate, p_text
from scenarios.statistics.elo import elo_text
from scenarios.statistics.intervals import number

DIFFERENCE = "difference"
"""The heading of the column of differences."""
MOST_SENTENCES = 5
"""The most differences that get a sentence of their own."""
MOST_NEEDED = 1_000
"""Larger numbers of runs needed are shown as `over 1,000`."""


_NOTE = (
    "Measure: {title}, {phases}{against}. Runs with the same number share their seeds, so they are compared "
    "in pairs{over}: mean difference with Student's 95 % confidence interval, and p of a sign-flip "
    "test{adjusted}.{intervals}"
)
_NEEDED_NOTE = (
    " Runs needed: for 80 % power at the 5 % level after adjustment, by the normal approximation, if the "
    "observed difference is real."
)


def findings_note(findings: Findings, *, are_needed: bool = True) -> str:
    """Return what was measured and how it was tested, and if `are_needed`, how runs needed are computed."""
    question = findings.question
    against = question.against
    tested = _NOTE.format(
        title=question.measure.title,
        phases=f"phase{'s' * (len(question.phases) > 1)} {', '.join(question.phases)}",
        against="" if against is None else f", each setting against {name_label(question.axis, against)}",
        over=f", each{averaged[1:]}" if (averaged := averaged_over(findings.averaged)) else "",
        adjusted=(adjusted := adjusted_for(findings)),
        intervals=" Intervals are not adjusted." if adjusted else "",
    )
    return tested + _NEEDED_NOTE * (are_needed and any(map(_needed, findings.contrasts)))


def averaged_over(axes: Mapping[str, int]) -> str:
    """Return what runs are averaged over, as a part of a sentence: `, averaged over 8 default budgets`."""
    return f", averaged over {count_levels(axes)}" if axes else ""


def adjusted_for(findings: Findings) -> str:
    """Return how p was adjusted, as the end of a sentence; empty if it was not."""
    if findings.among < 2:  # noqa: PLR2004  # one comparison needs no adjustment
        return ""
    return f", adjusted for {findings.among} comparisons (Holm)"


def findings_in_words(findings: Findings) -> list[str]:
    """Return a sentence for each significant difference, the clearest first.

    If there is none, return how many runs it would take.
    """
    if why := findings.why_none:
        return [f"Inconclusive: {why}."] if findings.runs else []
    ranked = findings.clearest_first
    significant = [each for each in ranked if each.is_significant]
    if not significant:
        return _inconclusive(findings)
    shown = significant[:MOST_SENTENCES]
    sentences = [_sentence(findings, each) for each in shown]
    return [*sentences, *_rest(len(significant) - len(shown), len(ranked) - len(significant))]


def _rest(more: int, inconclusive: int) -> Iterator[str]:
    """Yield the numbers of comparisons that got no sentence of their own."""
    if more:
        yield f"{how_many(more, 'more comparison')} {'is' if more == 1 else 'are'} significant."
    if inconclusive:
        are = "is" if inconclusive == 1 else "are"
        yield f"{how_many(inconclusive, 'other comparison')} {are} inconclusive."


def _sentence(findings: Findings, contrast: Contrast) -> str:
    """Return which of two settings has more, then by how much, then how sure that is."""
    question, contrast = findings.question, _upward(contrast)
    cap = f"capped at {question.measure.amount(number(contrast.limit))}" if contrast.limit is not None else ""
    p = f"{'Holm-adjusted ' * (findings.among > 1)}{p_text(contrast.adjusted or 0.0)}"
    details = joined(_runs([contrast]), cap, _elo(contrast), p)
    return f"{capital(_direction(findings, contrast))}: {_amount(question, contrast)} ({details})."


def _upward(contrast: Contrast) -> Contrast:
    """Exchange the settings if the second has more."""
    return contrast if contrast.difference >= 0 else contrast.reversed


def _elo(contrast: Contrast) -> str:
    """Return the difference in Elo, if the results determine it."""
    if contrast.elo is None or contrast.elo.interval is None:
        return ""
    return f"Elo {elo_text(contrast.elo)}"


def _inconclusive(findings: Findings) -> list[str]:
    """Return why no difference is significant, and which is the clearest so far."""
    clearest = min(findings.contrasts, key=lambda each: each.clarity[1:])
    runs = _runs(findings.contrasts)
    if clearest.needed is None:
        axis = name_axis(findings.question.axis)
        over = averaged_over(findings.averaged)
        return [f"Inconclusive: {axis} made no difference in {runs} per setting{over}{_too_short(findings)}."]
    if findings.most_runs >= findings.least_runs:
        outcome = f"Inconclusive: no significant difference in {runs} per setting."
    else:
        comparisons = "a comparison needs" if findings.among == 1 else f"{findings.among} comparisons need"
        have = runs.partition(" run")[0]
        outcome = (
            f"Inconclusive: {comparisons} at least {findings.least_runs} runs per setting; you have {have}."
        )
    return [outcome, _clearest(findings, _upward(clearest))]


def _clearest(findings: Findings, contrast: Contrast) -> str:
    """Name the clearest difference, and how many runs would confirm it."""
    needed = max(contrast.needed or 0, contrast.found.n + 1, findings.least_runs)
    if needed > MOST_NEEDED:
        confirm = f"it would take more than {MOST_NEEDED:,} runs to confirm it"
    else:
        confirm = f"about {needed:,} runs would confirm it"
    direction, amount = _direction(findings, contrast), _amount(findings.question, contrast)
    return f"Clearest difference so far: {direction} ({amount}). If it is real, {confirm}."


def _too_short(findings: Findings) -> str:
    """Return a note if runs may have ended before anything could differ."""
    limits = {each.limit for each in findings.contrasts}
    if None in limits:
        return ""
    most = f" of {findings.question.measure.amount(number(limits.pop() or 0.0))}" if len(limits) == 1 else ""
    return f", but some runs reached their limit{most} and may have been too short"


def _direction(findings: Findings, contrast: Contrast) -> str:
    """Return which setting has more: `paradigm 2 wins more than paradigm 1, averaged over 8 budgets`."""
    question = findings.question
    one, other = _names(question, contrast)
    where = f"{_where(question, contrast)}{averaged_over(findings.averaged)}"
    return f"{one} {question.measure.verb} more than {other}{where}"


def _names(question: StudyQuestion, contrast: Contrast) -> tuple[str, str]:
    """Name both settings, without their phase if it is the phase that is measured."""
    phase, key = phase_of_axis(question.axis)
    axis = key if question.phases == (phase,) else question.axis
    return name_label(axis, contrast.label), name_label(axis, contrast.other)


def _amount(question: StudyQuestion, contrast: Contrast) -> str:
    """Return the difference with its interval: `+2.3 [+0.9, +3.7] contests`."""
    estimate = contrast.found.difference or Estimate(None)
    return question.measure.amount(estimate.signed_text(factor=question.measure.factor))


def _where(question: StudyQuestion, contrast: Contrast) -> str:
    """Name the level, the game and the phase, if there are several."""
    phase = f"phase {contrast.phase}" if len(question.phases) > 1 else ""
    places = joined(name_label(GAME, contrast.game) if contrast.game else "", phase)
    level = (
        f" with {name_label(question.within, contrast.level)}" if question.within and contrast.level else ""
    )
    return level + (f" in {places}" if places else "")


def _runs(contrasts: Sequence[Contrast]) -> str:
    least, most = (pick(each.found.n for each in contrasts) for pick in (min, max))
    return how_many(most, "run") if least == most else f"{least} to {most} runs"


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def findings_table(findings: Findings) -> tuple[list[str], list[list[str]]]:
    """Return the headings and a row for each pair, in the order of the axis."""
    question = findings.question
    level = [] if question.within in (None, GAME) else [name_axis(question.within or "")]
    has_games, has_phases = any(each.game for each in findings.contrasts), len(question.phases) > 1
    has_elo = question.measure.is_of_results
    head = (
        [GAME] * has_games
        + [PHASE_AXIS] * has_phases
        + level
        + [name_axis(question.axis), DIFFERENCE]
        + ["Elo"] * has_elo
    )
    rows = [
        [
            *[each.game] * has_games,
            *[each.phase] * has_phases,
            *[shown_value(each.level)] * len(level),
            f"{shown_value(each.label)} vs {shown_value(each.other)}",
            write_difference(each.found.difference or Estimate(None), question.measure),
            *[elo_text(each.elo or Estimate(None))] * has_elo,
            _bare(each.found.p),
            _bare(each.adjusted),
            str(each.found.n),
            _needed(each),
        ]
        for each in findings.contrasts
    ]
    return [*head, "p", "Holm p", "runs", "runs needed"], rows


def _bare(p: float | None) -> str:
    """Write p without its name: `0.023`, `< 0.001`."""
    return "" if p is None else p_text(p).removeprefix("p ").removeprefix("= ")


def _needed(contrast: Contrast) -> str:
    if contrast.is_significant or contrast.needed is None:
        return ""
    return f"{contrast.needed:,}" if contrast.needed <= MOST_NEEDED else f"over {MOST_NEEDED:,}"


def findings_document(findings: Findings) -> dict[str, Any]:
    """Return all figures for programs: differences of `label` minus `other`, in the measure's unit."""
    question = findings.question
    return {
        "axis": question.axis,
        "within": question.within,
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
        "level": contrast.level or None,
        "runs": contrast.found.n,
        **_figures_of(contrast.found.difference or Estimate(None), question.measure.factor),
        "elo": None if elo.value is None else _figures_of(elo),
        "test": contrast.found.test,
        "p": contrast.found.p,
        "holm_p": contrast.adjusted,
        "is_told_apart": contrast.is_significant,
        "runs_needed": contrast.needed,
        "limit": contrast.limit,
    }


def _figures_of(estimate: Estimate, factor: float = 1) -> dict[str, float | None]:
    ends = {"difference": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: None if figure is None else figure * factor for name, figure in ends.items()}
