"""Tier layouts: the tier and rank of each Advisor."""

from collections.abc import Mapping

from agents import Advisor
from games import UnknownName

Place = tuple[int, float]
"""A tier and a rank in it."""

LAYOUTS: Mapping[str, Mapping[str, Place]] = {
    # As the Advisors declare themselves, after the paper of 1990.
    "1990": {},
    # The tutorial's Table 8.1: all Advisors that are always right in tier 1; tier 2 is for planners.
    "forr": {
        "Victory": (1, 1),
        "Wiser": (1, 2),
        "Sadder": (1, 3),
        "Don't-Lose": (1, 4),
        "Panic": (1, 5),
        "Enough-Rope": (1, 6),
        "Shortsight": (1, 7),
    },
}
"""Advisors that a layout does not name keep their declared tier and rank."""


def place(advisor: type[Advisor], layout: str) -> Place:
    """Return an Advisor's tier and rank in a layout."""
    if layout not in LAYOUTS:
        raise UnknownName.of("layout", layout, LAYOUTS, f"there are {', '.join(LAYOUTS)}")
    return LAYOUTS[layout].get(advisor.name, (advisor.tier, advisor.rank or 0))
