"""What settings are called: a label says what differs, as `paradigm 3`, `budget 1 ms`, `without Mobility`."""

import re
from collections.abc import Iterable

from control import Allowance
from control.settings.declarations import Setting
from control.settings.kinds import ONLY_TABLE
from games import BadOption, UnknownName
from scenarios.analysis.grid_axes import GAME
from scenarios.language.scenario import PHASE_AXIS
from scenarios.language.schema import VARIANT, key_at

NO_LABEL = "(no label)"
_SAID = {("without", "none"): "nobody left out"}
"""What nobody would understand if axis and label were put together."""
_UNIT = re.compile(r"(?<=\d)(?=[a-zµ]+(?:\b|\+))")


def name_label(axis: str, label: str) -> str:
    """Write a label so that it speaks for itself: with the name of its axis, unless it is a name already."""
    phase, key = phase_of_axis(axis)
    return f"{_label_here(key, label)}{_in(phase)}"


def _label_here(axis: str, label: str) -> str:
    value = shown_value(label)
    if (axis, label) in _SAID:
        return _SAID[axis, label]
    if axis == GAME or _is_name(axis, label):
        return value
    return f"{name_axis(axis)} {value}"


def name_labels(labels: Iterable[tuple[str, str]]) -> str:
    """Name labels of several axes, and a phase that several of them in a row are of but once.

    As in `allocation equal, decision budget 3 ms in test`.
    """
    named = [(phase_of_axis(axis), label) for axis, label in labels]
    phases = [phase for (phase, _), _ in named]
    return ", ".join(
        _label_here(key, label) + (_in(phase) if phase != after else "")
        for ((phase, key), label), after in zip(named, [*phases[1:], ""], strict=False)
    )


def name_axis(axis: str) -> str:
    """Name an axis in words: `budget.decision` is the decision budget, here or in a phase."""
    phase, axis = phase_of_axis(axis)
    first, _, rest = axis.partition(".")
    key = _key(axis)
    is_entry = rest and key is not None and key.entries is not None
    return (f"{rest} {first}" if is_entry else axis.replace(".", " ")) + _in(phase)


def phase_of_axis(axis: str) -> tuple[str, str]:
    """Divide an axis into the phase whose key it sweeps over, or nothing, and that key."""
    first, _, rest = axis.partition(".")
    phase, _, key = rest.partition(".")
    return (phase, key) if first == PHASE_AXIS and key else ("", axis)


def _in(phase: str) -> str:
    return f" in {phase}" if phase else ""


def name_pair(axis: str, label: str, other: str) -> str:
    """Name two labels of an axis beside each other: `paradigm 2 against 1`."""
    phase, key = phase_of_axis(axis)
    return f"{_label_here(key, label)} against {_SAID.get((key, other)) or shown_value(other)}{_in(phase)}"


def shown_value(label: str) -> str:
    """Write a label as people write it, with a space before the unit of an amount."""
    if not label:
        return NO_LABEL
    return _UNIT.sub(" ", label).replace("+", " + ") if _is_amount(label) else label


def has_word(label: str) -> bool:
    """Is a label more than a number, so that it can stand alone?"""
    return any(map(str.isalpha, label))


def _is_name(axis: str, label: str) -> bool:
    """Does a label stand alone? One that names its axis does, and of variants, one of several words."""
    if axis in label.split() or axis == VARIANT:
        return has_word(label)
    return has_word(label) and " " in label and _key(axis) is None and axis != PHASE_AXIS


def _is_amount(label: str) -> bool:
    try:
        Allowance.parse(label)
    except BadOption:
        return False
    return has_word(label)


def _key(axis: str) -> Setting | None:
    """Find the setting that an axis sweeps over: its values mean nothing without it. Variants have names."""
    try:
        key = key_at(axis.split("."))
    except UnknownName:
        return None
    return key if key.kind is not ONLY_TABLE and axis != VARIANT else None
