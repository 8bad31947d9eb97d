"""Names of settings that say what differs: `paradigm 3`, `budget 1 ms`, `without Mobility`."""

import re
from collections.abc import Iterable, Mapping

from control import Allowance
from control.settings.declarations import Setting
from control.settings.kinds import ONLY_TABLE
from games import BadOption, UnknownName
from games.counting import how_many, in_a_row
from scenarios.analysis.grid_axes import GAME
from scenarios.language.scenario import PHASE_AXIS
from scenarios.language.schema import VARIANT, key_at

NO_LABEL = "(no label)"
_COUNTABLE = ("allocation", "budget", "clock", "game", "paradigm", "roster", "schedule", "variant")
"""The last words of the names of axes that have a plural."""
_SPECIAL = {("without", "none"): "all Advisors"}
"""Names that are clearer than the axis with the label."""
_UNIT = re.compile(r"(?<=\d)(?=[a-zµ]+(?:\b|\+))")


def name_label(axis: str, label: str) -> str:
    """Return a label with the name of its axis, unless the label is clear without it."""
    phase, key = phase_of_axis(axis)
    return f"{_label_here(key, label)}{_in(phase)}"


def _label_here(axis: str, label: str) -> str:
    value = shown_value(label)
    if (axis, label) in _SPECIAL:
        return _SPECIAL[axis, label]
    if axis == GAME or _is_name(axis, label):
        return value
    return f"{name_axis(axis)} {value}"


def name_labels(labels: Iterable[tuple[str, str]]) -> str:
    """Return the labels of several axes, with a phase that several in a row share named once.

    For example `allocation equal, decision budget 3 ms in test`.
    """
    named = [(phase_of_axis(axis), label) for axis, label in labels]
    phases = [phase for (phase, _), _ in named]
    return ", ".join(
        _label_here(key, label) + (_in(phase) if phase != after else "")
        for ((phase, key), label), after in zip(named, [*phases[1:], ""], strict=False)
    )


def name_axis(axis: str) -> str:
    """Return the name of an axis in words: `budget.decision` is `decision budget`, possibly in a phase."""
    phase, axis = phase_of_axis(axis)
    first, _, rest = axis.partition(".")
    key = _key(axis)
    is_entry = rest and key is not None and key.entries is not None
    return (f"{rest} {first}" if is_entry else axis.replace(".", " ")) + _in(phase)


def count_levels(axes: Mapping[str, int]) -> str:
    """Count the levels of axes: `8 default budgets and 2 rosters`; empty without axes."""
    return in_a_row([_count(*phase_of_axis(axis), number) for axis, number in axes.items()]) if axes else ""


def _count(phase: str, key: str, number: int) -> str:
    name = name_axis(key)
    is_countable = name.split()[-1] in _COUNTABLE
    return (how_many(number, name) if is_countable else f"{how_many(number, 'level')} of {name}") + _in(phase)


def phase_of_axis(axis: str) -> tuple[str, str]:
    """Divide an axis into the phase whose key varies, or an empty name, and that key."""
    first, _, rest = axis.partition(".")
    phase, _, key = rest.partition(".")
    return (phase, key) if first == PHASE_AXIS and key else ("", axis)


def _in(phase: str) -> str:
    return f" in {phase}" if phase else ""


def name_pair(axis: str, label: str, other: str) -> str:
    """Return two labels of an axis: `paradigm 2 vs 1`."""
    phase, key = phase_of_axis(axis)
    return f"{_label_here(key, label)} vs {_SPECIAL.get((key, other)) or shown_value(other)}{_in(phase)}"


def shown_value(label: str) -> str:
    """Return a label with a space before the unit of an amount."""
    if not label:
        return NO_LABEL
    return _UNIT.sub(" ", label).replace("+", " + ") if _is_amount(label) else label


def has_word(label: str) -> bool:
    """Return whether a label contains a letter, so that it can be clear without its axis."""
    return any(map(str.isalpha, label))


def _is_name(axis: str, label: str) -> bool:
    """Return whether a label is clear without its axis: it names the axis, or it is a variant's name."""
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
    """Return the key that an axis varies, or None if there is none or if the axis consists of variants."""
    try:
        key = key_at(axis.split("."))
    except UnknownName:
        return None
    return key if key.kind is not ONLY_TABLE and axis != VARIANT else None
