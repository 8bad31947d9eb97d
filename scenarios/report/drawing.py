"""SVG drawing: elements, scales, ticks, and labels that do not overlap.

Colours are CSS classes that the page's style sheet defines, so a picture suits light and dark pages.
"""

import itertools
import math
import re
import textwrap
from collections.abc import Sequence

import attrs

from scenarios.report.markup import clean, esc
from scenarios.report.styles import CHARTS, PALETTE, style_sheet

WIDTH = 360.0
"""The usual width of a picture in units. A narrow screen shows it without scaling."""
ZOOM = 0.4
"""An axis may begin above 0 if its lowest value exceeds this fraction of its highest."""
NARROW = 0.01
"""An axis begins at 0 if its values span less than this fraction of the highest."""
_LEAST, _FINEST = 1e-300, 1e-9
"""The smallest number that is not drawn as 0, and the smallest span of an axis relative to its ends."""
_EM = 0.61
"""The average width of a character, as a fraction of its size."""


def shape(name: str, title: str = "", **attributes: str | float | None) -> str:
    """Return an element without children except a tooltip; underscores in attributes become dashes."""
    written = _attributes(attributes)
    return f"<{name}{written}><title>{esc(title)}</title></{name}>" if title else f"<{name}{written}/>"


def text(x: float, y: float, content: str, title: str = "", **attributes: str | float | None) -> str:
    """Return text at a position; `title` is its tooltip."""
    tooltip = f"<title>{esc(title)}</title>" if title else ""
    return f"<text{_attributes({'x': x, 'y': y, **attributes})}>{esc(content)}{tooltip}</text>"


def group(*children: str, title: str = "", **attributes: str | float | None) -> str:
    """Group shapes under one tooltip."""
    tooltip = f"<title>{esc(title)}</title>" if title else ""
    return f"<g{_attributes(attributes)}>{tooltip}{''.join(children)}</g>"


def link(*children: str, to: str, title: str, **attributes: str | float | None) -> str:
    """Return shapes as a link; `title` is its tooltip and its accessible name."""
    about = _attributes({"href": to, "aria-label": title, **attributes})
    return f"<a{about}><title>{esc(title)}</title>{''.join(children)}</a>"


def sheet(height: float, name: str, *children: str, width: float = WIDTH, role: str = "img") -> str:
    """Return a picture with an accessible name; its role is `group` if it contains links.

    It passes its width to the style sheet, which keeps its text readable.
    """
    body = "\n".join(child for child in children if child)
    box = f"0 0 {_number(width)} {_number(height)}"
    wide = f"--wide:{_number(width)}"
    return f'<svg viewBox="{box}" role="{role}" aria-label="{esc(name)}" style="{wide}">\n{body}\n</svg>\n'


def standalone(picture: str, margin: float = 14) -> str:
    """Turn a picture of a page into a file, with style sheets and a background."""
    found = re.match(r'<svg viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    if found is None:
        raise ValueError(f"not a picture made by sheet(): {picture[:40]}")
    width, height = (float(each) + 2 * margin for each in found.groups())
    box = f"{-margin:g} {-margin:g} {_number(width)} {_number(height)}"
    size = f'width="{_number(width)}" height="{_number(height)}"'
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}"{picture[found.end() :]}'
    head, _, body = opened.partition("\n")
    ground = shape("rect", x=-margin, y=-margin, width=width, height=height, rx=8, class_="ground")
    return f"{head}\n<style>\n{style_sheet(PALETTE, CHARTS)}</style>\n{ground}\n{body}"


def _attributes(attributes: dict[str, str | float | None]) -> str:
    written = {
        name.rstrip("_").replace("_", "-"): _number(value) if isinstance(value, int | float) else value
        for name, value in attributes.items()
        if value is not None
    }
    return "".join(f' {name}="{esc(value)}"' for name, value in written.items())


def _number(value: float) -> str:
    return format(round(value, 1) + 0.0, "g")


def path(points: Sequence[tuple[float, float]], *, is_closed: bool = False) -> str:
    """Return the path through points."""
    way = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    return f"M{way}{'Z' if is_closed else ''}"


def cut(points: Sequence[tuple[float, float]], top: float) -> list[tuple[float, float]]:
    """Clip a path at a horizontal line above it."""
    way = list(points[:1])
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        if (y0 < top) != (y1 < top):
            way.append((x0 + (top - y0) / (y1 - y0) * (x1 - x0), top))
        way.append((x1, y1))
    return [(x, max(y, top)) for x, y in way]


def arrowhead(x: float, y: float, way: str, title: str = "", **attributes: str) -> str:
    """Draw an arrowhead that points `up`, `down`, `right` or `left`."""
    drawn = {
        "up": f"M{x - 5:.1f},{y:.1f}h10l-5,-7z",
        "down": f"M{x - 5:.1f},{y:.1f}h10l-5,7z",
        "right": f"M{x:.1f},{y - 5:.1f}v10l7,-5z",
        "left": f"M{x:.1f},{y - 5:.1f}v10l-7,-5z",
    }[way]
    return shape("path", title, d=drawn, **attributes)


def diamond(x: float, y: float, **attributes: str) -> str:
    """Draw a diamond, which looks different from a dot."""
    return shape("path", d=f"M{x:.1f},{y - 6:.1f}l5,6l-5,6l-5,-6z", **attributes)


@attrs.frozen
class Scale:
    """Maps values to positions on a picture."""

    low: float
    high: float
    start: float
    """The position of the low value."""
    stop: float
    is_log: bool = False

    def __call__(self, value: float) -> float:
        """Return the position of a value, clipped to the ends of the scale."""
        return self._place(min(1.0, max(0.0, self._share(value))))

    def beyond(self, value: float) -> float:
        """Return the position of a value without clipping."""
        return self._place(self._share(value))

    def _share(self, value: float) -> float:
        low, high, value = (self._linear(each) for each in (self.low, self.high, value))
        return (value - low) / (high - low) if high > low else 0.0

    def _place(self, share: float) -> float:
        return self.start + share * (self.stop - self.start)

    def _linear(self, value: float) -> float:
        return math.log(max(value, self.low, 1e-300)) if self.is_log else value


def ticks(high: float, count: int = 5) -> list[float]:
    """Return round numbers from 0 to the first that is at least `high`."""
    if not _LEAST < high < math.inf:
        return [0.0, 1.0]
    step = _step(high / count)
    return [i * step for i in range(math.ceil(high / step - 1e-9) + 1)]


def span_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return round numbers that span `low` to `high`.

    They begin at 0 if 0 is near, or if the values hardly differ: zooming would show nothing more.
    """
    if low >= 0 and (low <= ZOOM * high or high - low <= NARROW * high):
        return ticks(high, count)
    step = _step(max(high - low, _FINEST * max(abs(low), abs(high))) / count)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [i * step for i in range(first, max(last, first + 1) + 1)]


def _step(rough: float) -> float:
    """Return the smallest round number that is at least `rough`."""
    power = 10.0 ** math.floor(math.log10(max(rough, _LEAST)))
    return next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= rough * (1 - 1e-9))


def contest_ticks(last: int) -> list[float]:
    """Return 1 and the round numbers up to the last contest."""
    rounds = [tick for tick in ticks(last, 4) if 1 < tick <= last and tick == int(tick)]
    return [1.0, *rounds] if rounds else [1.0, float(last)] if last > 1 else [1.0]


def wrapped(content: str, width: float, size: float = 12) -> list[str]:
    """Break text into lines of about this width, between words if possible; long words at their hyphens."""
    most, words = max(3, int(width / (size * _EM))), clean(content).split()
    is_long = any(len(word) > most for word in words)
    return textwrap.wrap(" ".join(words), most, break_on_hyphens=is_long) or [""]


def width_of(content: str, size: float = 12) -> float:
    """Return the approximate width of a text."""
    return len(content) * size * _EM


def lines_of_text(x: float, y: float, lines: Sequence[str], step: float, **attributes: str) -> str:
    """Return text on several lines, the first at this position."""
    if len(lines) == 1:
        return text(x, y, lines[0], **attributes)
    spans = [
        f"<tspan{_attributes({'x': x, 'dy': step if i else None})}>{esc(line)}</tspan>"
        for i, line in enumerate(lines)
    ]
    return f"<text{_attributes({'x': x, 'y': y, **attributes})}>{' '.join(spans)}</text>"


def stack(wanted: Sequence[float], heights: Sequence[float], low: float, high: float) -> list[float]:
    """Move centres apart until nothing overlaps, within bounds if there is room."""
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    places = [0.0] * len(wanted)
    edge = low - (heights[order[0]] / 2 if order else 0.0)
    for i in order:
        places[i] = max(wanted[i], edge + heights[i] / 2)
        edge = places[i] + heights[i] / 2
    gaps = math.fsum((heights[i] + heights[j]) / 2 for i, j in itertools.pairwise(order))
    edge = max(high, low + gaps) + (heights[order[-1]] / 2 if order else 0.0)
    for i in reversed(order):
        places[i] = min(places[i], edge - heights[i] / 2)
        edge = places[i] - heights[i] / 2
    return places
