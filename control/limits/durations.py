"""Times as text, and costs in virtual time."""

import re
from collections.abc import Iterable
from decimal import Decimal

import attrs

from games import BadOption, UnknownName

_UNITS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000}
NS_PER_MS = _UNITS["ms"]
_LONGEST = 366 * 24 * 60 * _UNITS["min"]
_DURATION = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-zµ]+)\s*")


def parse_duration(text: str) -> int:
    """Read `5ms`, `1.5 s` or `200us` as nanoseconds."""
    match = _DURATION.fullmatch(text)
    unit = _UNITS.get(match[2].replace("µ", "u")) if match else None
    if not match or unit is None:
        raise BadOption(f"{text!r} is not a time; write a number and a unit: {', '.join(_UNITS)}")
    ns = round(Decimal(match[1]) * unit)
    if ns <= 0:
        raise BadOption(f"{text!r} is too short a time; it must be at least 1ns")
    if ns > _LONGEST:
        raise BadOption(f"{text[:20]!r} is too long a time; it must be at most a year")
    return ns


def format_duration(ns: int) -> str:
    """Format nanoseconds with about three digits, in a suitable unit."""
    for unit in ("min", "s", "ms", "us"):
        if ns >= _UNITS[unit]:
            return f"{_three_digits(ns / _UNITS[unit])} {unit.replace('us', 'µs')}"
    return f"{ns} ns"


def _three_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 99.95 else f"{value:.3g}"  # noqa: PLR2004  # where three digits end


_ROUGH = (("day", 86_400), ("hour", 3_600), ("minute", 60))
_FEWEST = 1.5
"""How many of a unit it takes to use it instead of a smaller one."""
_WHOLE = 9.95
"""The count from which tenths are left out."""


def rough_time(seconds: float) -> str:
    """Format a time roughly, in words: `40 seconds`, `2.5 hours`."""
    for unit, length in _ROUGH:
        if seconds >= _FEWEST * length:
            count = seconds / length
            return f"{count:.0f} {unit}s" if count >= _WHOLE else f"{count:.2g} {unit}s"
    whole = round(seconds)
    return "1 second" if whole == 1 else f"{whole} seconds"


_POSITIVE = [attrs.validators.instance_of(int), attrs.validators.gt(0)]


@attrs.frozen
class Costs:
    """The cost of each action of an Advisor on the virtual clock, in nanoseconds.

    Nothing is free, so that whatever an Advisor repeats for ever brings its deadline nearer.
    """

    play: int = attrs.field(default=100_000, validator=_POSITIVE)
    legal_moves: int = attrs.field(default=100_000, validator=_POSITIVE)
    outcome: int = attrs.field(default=100_000, validator=_POSITIVE)
    comment: int = attrs.field(default=10_000, validator=_POSITIVE)
    plan: int = attrs.field(default=10_000, validator=_POSITIVE)
    read: int = attrs.field(default=10_000, validator=_POSITIVE)
    look: int = attrs.field(default=1_000, validator=_POSITIVE)
    """A look at the time left."""

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "Costs":
        """Read costs such as `play=50us`."""
        names = [field.name for field in attrs.fields(cls)]
        given = {}
        for text in texts:
            name, equals, duration = text.partition("=")
            if not equals:
                raise BadOption(f"{text!r} is not a cost; write it like play=50us")
            if name not in names:
                raise UnknownName.of("cost", name, names, f"there are {', '.join(names)}")
            given[name] = parse_duration(duration)
        return cls(**given)

    @property
    def table(self) -> tuple[int, ...]:
        """The costs in the order of the constants PLAY to LOOK."""
        return attrs.astuple(self)
