"""What tests of statistics need."""

from typing import TypeVar

from hypothesis import settings

from scenarios.statistics import Estimate, Interval, Outcomes, Pairs

quick = settings(max_examples=40)
"""Enough for arithmetic that has no corners but those tested by name."""


def sure(estimate: Estimate | None) -> Interval:
    """Return the interval of an estimate that has one."""
    assert estimate is not None
    assert estimate.interval is not None
    return estimate.interval


def ends(estimate: Estimate | None) -> tuple[float, float]:
    """Return both ends of its interval."""
    return sure(estimate).low, sure(estimate).high


S = TypeVar("S", bound=Outcomes | Pairs)


def swapped(scores: S) -> S:
    """See scores from the other side."""
    return type(scores)(*(scores.counts if isinstance(scores, Outcomes) else reversed(scores.counts)))
