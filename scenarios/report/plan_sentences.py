"""What planned runs can detect, as sentences and as a document."""

import math
from collections.abc import Iterator
from typing import Any

from scenarios.analysis.detectable_effects import DetectableEffects, DetectableInteraction
from scenarios.analysis.findings import POWER
from scenarios.analysis.setting_names import name_axis
from scenarios.language.measures import Measure
from scenarios.report.finding_sentences import averaged_over
from scenarios.statistics.intervals import number

_ROUNDING = 1e-9


def detectable_in_words(found: DetectableEffects) -> str:
    """Return which differences the planned runs can detect, or why that is unknown."""
    if found.question is not None and found.runs < found.least_runs:
        return (
            f"no difference can be significant: {found.comparisons} comparisons need at least "
            f"{found.least_runs} runs per setting; {found.runs} are planned"
        )
    if found.question is None or found.difference is None:
        return f"unknown: {found.why}"
    lines = [_difference(found), *map(_interaction, found.interactions), _basis(found)]
    return "\n".join(filter(None, lines))


def _difference(found: DetectableEffects) -> str:
    question = found.question
    if question is None or found.difference is None:
        return ""
    size = _amount(question.measure, found.difference)
    return f"{size} between two settings of {name_axis(question.axis)}{averaged_over(dict(found.averaged))}"


def _interaction(each: DetectableInteraction) -> str:
    question = each.question
    if each.difference is None:
        return ""
    axes = f"{name_axis(question.axis)} and {name_axis(question.within or '')}"
    return f"{_amount(question.measure, each.difference)} at a single level: interaction of {axes}"


def _amount(measure: Measure, size: float) -> str:
    """Write a size with two digits, rounded up so that it is still detected."""
    size *= measure.factor
    if size > 0:
        unit = 10.0 ** (math.floor(math.log10(size)) - 1)
        size = float(f"{math.ceil(size / unit - _ROUNDING) * unit:.2g}")
    return measure.amount(number(size))


def _basis(found: DetectableEffects) -> str:
    power = f"with about {POWER * 100:g} % power"
    if found.pilot is not None:
        return f"{power}, if runs differ as the {found.pilot_runs} in {found.pilot} do"
    return f"{power} or more, however much results of {found.contests} independent contests vary"


def detectable_document(found: DetectableEffects) -> dict[str, Any]:
    """Return the same as JSON; differences are in the unit of the measure."""
    question = found.question
    return {
        "runs": found.runs,
        "least_runs": None if question is None else found.least_runs,
        "comparisons": found.comparisons,
        "axis": None if question is None else question.axis,
        "measure": None if question is None else question.measure.name,
        "averaged_over": [axis for axis, _ in found.averaged],
        "difference": _scaled(found, found.difference),
        "interactions": list(_interactions(found)),
        "power": POWER,
        "spread": None if found.difference is None else "results" if found.pilot is not None else "bound",
        "results": None if found.pilot is None else str(found.pilot),
        "results_runs": found.pilot_runs,
        "why": found.why,
    }


def _interactions(found: DetectableEffects) -> Iterator[dict[str, Any]]:
    for each in found.interactions:
        yield {
            "axis": each.question.axis,
            "within": each.question.within,
            "difference": _scaled(found, each.difference),
        }


def _scaled(found: DetectableEffects, size: float | None) -> float | None:
    return None if size is None or found.question is None else size * found.question.measure.factor
