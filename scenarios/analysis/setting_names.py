"""What settings are called: a label says what differs, as `paradigm 3`, `budget 1 ms`, `without Mobility`."""

import re

from control import Allowance
from games import BadOption, UnknownName
from scenarios.analysis.grid_axes import GAME
from scenarios.language.scenario import PHASE_AXIS
from scenarios.language.schema import VARIANT, Key, key_at

NO_LABEL = "(no label)"
_SAID = {("without", "none"): "nobody left out"}
"""What nobody would understand if axis and label were put together."""
_UNIT = re.compile(r"(?<=\d)(?=[a-zµ]+(?:\b|\+))")


def name_label(axis: str, label: str) -> str:
    """Write a label so that it speaks for itself: with the name of its axis, unless it is a name already."""
    value = shown_value(label)
    if (axis, label) in _SAID:
        return _SAID[axis, label]
    if axis == GAME or _is_name(axis, label):
        return value
    return f"{name_axis(axis)} {value}"


def name_axis(axis: str) -> str:
    """Name an axis in words: `budget.decision` is the decision budget, here or of a phase."""
    first, _, rest = axis.partition(".")
    phase, _, key_there = rest.partition(".")
    if first == PHASE_AXIS and key_there:
        return f"{first} {phase} {name_axis(key_there)}"
    key = _key(axis)
    return (
        f"{rest} {first}" if rest and key is not None and key.entries is not None else axis.replace(".", " ")
    )


def name_pair(axis: str, label: str, other: str) -> str:
    """Name two labels of an axis beside each other: `paradigm 2 against 1`."""
    return f"{name_label(axis, label)} against {_SAID.get((axis, other)) or shown_value(other)}"


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


def _key(axis: str) -> Key | None:
    """Find the setting that an axis sweeps over: its values mean nothing without it. Variants have names."""
    try:
        key = key_at(axis.split("."))
    except UnknownName:
        return None
    return key if key.kind is not None and axis != VARIANT else None
