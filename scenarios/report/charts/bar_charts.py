"""Stacked bars: shares of a whole, with error bars."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

import attrs

from scenarios.report.charts.chart_parts import label_with_figures
from scenarios.report.drawing import WIDTH, Scale, group, link, shape, sheet, text
from scenarios.statistics import Estimate


@attrs.frozen
class Bar:
    """One stacked bar: shares that add up to 1, each with its interval."""

    label: str
    shares: Sequence[Estimate]
    detail: str = ""
    """Text at its right end."""
    of: str = ""
    """Its settings, as keys for the page's filter."""
    links: Sequence[str | None] = ()
    """The URL behind each part, or None."""


def stacked_bars(name: str, bars: Sequence[Bar], parts: Sequence[str]) -> str:
    """Draw each bar as shares side by side, with error bars below for the first and the last share."""
    x = Scale(0, 1, 4.0, WIDTH - 4)
    drawn, top = [], 0.0
    for bar in bars:
        title, down = label_with_figures(bar.label, bar.detail, x.start, x.stop, top + 14)
        drawn.append(group(title, *_bar(bar, parts, x, top + down), data_of=bar.of or None))
        top += 50 + down
    axis = [
        text(x(share), top + 18, f"{100 * share:.0f} %", class_=f"tick {where}")
        for share, where in ((0, "start"), (0.25, "middle"), (0.5, "middle"), (0.75, "middle"), (1, "end"))
    ]
    role = "group" if any(any(bar.links) for bar in bars) else "img"
    return sheet(top + 26, name, *drawn, *axis, role=role)


def _bar(bar: Bar, parts: Sequence[str], x: Scale, top: float) -> Iterator[str]:
    values = [share.value or 0.0 for share in bar.shares]
    starts = [0.0, *accumulate(values)]
    links = bar.links or [None] * len(values)
    for part, share, start, value, to in zip(parts, bar.shares, starts, values, links, strict=False):
        tooltip = f"{bar.label}: {part} {share.text(factor=100, unit=' %')}"
        wide = x(start + value) - x(start)
        kind = f"point part {part}"
        rect = partial(shape, "rect", x=x(start), y=top + 20, width=wide, height=20)
        yield link(rect(), to=to, title=tooltip, class_=kind) if to and value else rect(tooltip, class_=kind)
        if wide > 34:  # noqa: PLR2004  # room for three digits
            yield text(
                x(start) + wide / 2, top + 34, f"{100 * value:.0f} %", class_=f"inside middle on-{part}"
            )
    yield _whisker(x, top + 43, bar.shares[0], parts[0], is_from_right=False)
    yield _whisker(x, top + 47, bar.shares[-1], parts[-1], is_from_right=True)


def _whisker(x: Scale, y: float, share: Estimate, part: str, *, is_from_right: bool) -> str:
    """Draw the interval of a part's end below the bar."""
    if share.interval is None:
        return ""
    ends = [1 - each if is_from_right else each for each in (share.interval.low, share.interval.high)]
    low, high = x(min(ends)), x(max(ends))
    tooltip = f"{part} {share.text(factor=100, unit=' %')}"
    return shape(
        "path", tooltip, d=f"M{low:.1f},{y - 3:g}v6m0,-3H{high:.1f}m0,-3v6", class_=f"whisker of-{part}"
    )
