"""Axes whose levels are quantities (times, amounts of work, numbers) or have no limit."""

import math
from collections.abc import Mapping, Sequence

import attrs

from control import Allowance
from control.settings.kinds import ONLY_TABLE
from games import BadOption, UnknownName
from scenarios.language.schema import key_at

NO_LIMIT = ("none", "no limit", "unlimited", "any amount")
"""Labels of a level without a limit. It is larger than every quantity and has no position among them."""
FEWEST = 2
"""The fewest quantities that make an axis."""
TIME, WORK, NUMBER = "time", "work", "number"


@attrs.frozen
class OrderedAxis:
    """An axis whose levels have an order."""

    axis: str
    kind: str
    """What its levels are: times, amounts of work, or numbers."""
    places: Mapping[str, float]
    """The quantity of each level, the smallest first, without a level that has no limit."""
    apart: str | None = None
    """The level without a limit, or None."""

    @property
    def levels(self) -> list[str]:
        """All levels in order; a level without a limit is the last."""
        return [*self.places, *([] if self.apart is None else [self.apart])]

    @property
    def is_time(self) -> bool:
        """Whether its levels are times."""
        return self.kind == TIME


def ordered_axis(axis: str, labels: Sequence[str]) -> OrderedAxis | None:
    """Return an axis with the quantities of its labels, or None if they are not quantities of one kind.

    Bare numbers can be names, such as those of paradigms, so they count only on an axis of numbers.
    """
    apart = [label for label in labels if label in NO_LIMIT]
    read = {label: _quantity(label) for label in labels if label not in apart}
    known = {label: each for label, each in read.items() if each is not None}
    kinds = {kind for kind, _ in known.values()}
    values = {value for _, value in known.values()}
    fits = len(known) == len(read) == len(values) >= FEWEST and len(kinds) == 1 and len(apart) <= 1
    if not fits or (kinds == {NUMBER} and not _is_numeric(axis)):
        return None
    places = sorted(((label, value) for label, (_, value) in known.items()), key=lambda each: each[1])
    return OrderedAxis(axis, kinds.pop(), dict(places), next(iter(apart), None))


def _is_numeric(axis: str) -> bool:
    """Return whether an axis sweeps over a key whose values are not names."""
    try:
        kind = key_at(axis.split(".")).kind
    except UnknownName:
        return False
    return kind is not ONLY_TABLE and not tuple(kind.choices())


def _quantity(label: str) -> tuple[str, float] | None:
    try:
        value = float(label)
    except ValueError:
        pass
    else:
        return (NUMBER, value) if math.isfinite(value) and value >= 0 else None
    try:
        found = Allowance.parse(label)
    except BadOption:
        return None
    amounts = [(TIME, found.ns), (WORK, found.work)]
    given = [(kind, float(amount)) for kind, amount in amounts if amount is not None]
    return given[0] if len(given) == 1 else None
