"""What charts share: looks, labels, and how a figure is written."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import attrs

from scenarios.report.drawing import lines_of_text, text, width_of, wrapped
from scenarios.statistics import Estimate

DASHES = (None, "7 3", "2 2.5", "9 3 2 3", "4 2", "12 3", "1 3", "6 2 1 2")
MOST_SERIES = len(DASHES)
"""Readers cannot distinguish more lines than this on one chart."""
MOST_BAND = 1.6
"""An interval is cut where it ends above this many times the largest value."""
LINE = 13.0
"""The distance between two lines of a label."""
WIDE_FONT = 0.92
"""The width of a text in the widest common font, as a fraction of `width_of`."""


Format: TypeAlias = Callable[[float], str]
"""Writes a number as an axis shows it."""


@attrs.frozen
class Look:
    """How something is drawn: the number of its colour and the number of its dash."""

    colour: int = 0
    dash: int = 0

    @property
    def kind(self) -> str:
        """The CSS class for its colour."""
        return f"s{self.colour % MOST_SERIES}"

    @property
    def pattern(self) -> str | None:
        """The dash pattern, or None for a solid line."""
        return DASHES[self.dash % MOST_SERIES]


def ends_of(estimate: Estimate) -> tuple[float, float]:
    """Return the ends of the interval, or the value twice if there is no interval."""
    value = estimate.value or 0.0
    if estimate.interval is None:
        return value, value
    return estimate.interval.low, estimate.interval.high


def top_of_scale(values: Iterable[float], ends: Iterable[float]) -> float:
    """Return where a scale must end to show all intervals, unless one is so wide that it hides the rest."""
    return min(max(ends, default=1.0), MOST_BAND * max(values, default=1.0)) or 1.0


def axis_start(low: float, write: Format) -> str:
    """Return a note on where an axis begins, if that is not 0."""
    return f" (axis from {write(low)})" if low else ""


def describe_estimate(estimate: Estimate, write: Format, unit: str = "") -> str:
    """Return a figure with its interval and number of runs: `71 % [65, 77], 30 runs`."""
    low, high = ends_of(estimate)
    ends = f" [{write(low)}, {write(high)}]" if low < high else ""
    runs = f", {estimate.n} run{'s' * (estimate.n != 1)}" if estimate.n else ""
    return f"{write(estimate.value or 0.0)}{unit}{ends}{runs}"


def label_with_figures(label: str, figures: str, start: float, stop: float, top: float) -> tuple[str, float]:
    """Draw a label on the left, and figures on the right of its last line, or below it if there is no room.

    Return the drawing, and how far below the first line it ends.
    """
    lines = wrapped(label, stop - start)
    is_apart = WIDE_FONT * (width_of(lines[-1]) + width_of(figures, 11)) + 10 > stop - start
    down = (len(lines) - 1 + is_apart) * LINE
    right = text(stop, top + down, figures, class_="tick end")
    return lines_of_text(start, top, lines, LINE, class_="row") + right, down
