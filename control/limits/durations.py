"""Times as text, and costs in virtual time."""

from collections.abc import Iterable

import attrs

from agents.time_units import UNITS, parse_duration
from games import BadOption, UnknownName

NS_PER_MS = UNITS["ms"]


def format_duration(ns: int) -> str:
    """Format nanoseconds with about three digits, in a suitable unit."""
    for unit in ("min", "s", "ms", "us"):
        if ns >= UNITS[unit]:
            return f"{_three_digits(ns / UNITS[unit])} {unit.replace('us', 'µs')}"
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
