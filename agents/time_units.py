"""Times as text: a number and a unit."""

import re
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from games import BadOption

UNITS: Final[Mapping[str, int]] = MappingProxyType(
    {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000}
)
"""The units of time, in nanoseconds."""
LONGEST_NS: Final = 366 * 24 * 60 * UNITS["min"]
"""A year."""
_DURATION = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([a-zµ]+)\s*")


def parse_duration(text: str) -> int:
    """Read `5ms`, `1.5 s` or `200us` as nanoseconds."""
    match = _DURATION.fullmatch(text)
    unit = UNITS.get(match[2].replace("µ", "u")) if match else None
    if not match or unit is None:
        raise BadOption(f"{text!r} is not a time; write a number and a unit: {', '.join(UNITS)}")
    ns = round(Decimal(match[1]) * unit)
    if ns <= 0:
        raise BadOption(f"{text!r} is too short a time; it must be at least 1ns")
    if ns > LONGEST_NS:
        raise BadOption(f"{text[:20]!r} is too long a time; it must be at most a year")
    return ns
