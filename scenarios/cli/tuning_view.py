"""The result of a race in a terminal: the verdict, the settings in one line each, and the scenario."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import attrs
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from scenarios.tuning.account import fate, fragment, sentences
from scenarios.tuning.race import Entrant, RaceResult
from scenarios.tuning.tuning_spec import CONTESTS, TuningSpec

GAP = 2
"""The width of the gap between columns."""


def tuning_view(spec: TuningSpec, result: RaceResult, out: Path | None, *, with_scenario: bool) -> Group:
    """Show the result in sentences, the settings as a table, and the leading one as a scenario."""
    verdict, *more = sentences(spec, result)
    parts: list[RenderableType] = [Text(verdict, style="bold"), *map(Text, more), Text()]
    parts.append(SettingsTable(", ".join(spec.axes), result))
    if with_scenario:
        written = f"Scenario written to {out}" if out else fragment(spec, result).rstrip()
        parts += [Text(), Text(written)]
    return Group(*parts)


@attrs.frozen
class SettingsTable:
    """Each setting in one line, the leader first; settings with equal results share a line."""

    axes: str
    result: RaceResult

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Lay the table out: without the scores if there is little room, then with shorter names."""
        rows = [self._row(list(tied)) for _, tied in groupby(self.result.field, self._standing)]
        headings = (self.axes, "Elo", "from", "to", "contests", "result", "score")
        widths = [max(len(text) for text in column) for column in zip(headings, *rows, strict=True)]
        if sum(widths) + GAP * (len(widths) - 1) > options.max_width:
            widths.pop()
        others = sum(widths[1:]) + GAP * (len(widths) - 1)
        widths[0] = min(widths[0], max(options.max_width - others, 1))
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0))
        for place, width in enumerate(widths):
            table.add_column(
                headings[place],
                width=width,
                justify="left" if headings[place] in (self.axes, "result") else "right",
                no_wrap=True,
                overflow="ellipsis",
            )
        for row in rows:
            table.add_row(*(Text(text) for text in row[: len(widths)]))
        yield table

    def _standing(self, entrant: Entrant) -> tuple[object, ...]:
        """Return what tied settings have in common."""
        return attrs.astuple(attrs.evolve(entrant, name="", ruled_out=None)), fate(self.result, entrant)

    def _row(self, tied: Sequence[Entrant]) -> tuple[str, ...]:
        first = tied[0]
        name = first.name if len(tied) == 1 else f"{first.name} and {len(tied) - 1:,} tied"
        is_leader = first.name == self.result.best
        ends = ("", "") if is_leader else tuple(_elo(end) for end in (first.high, first.low))
        contests = f"{CONTESTS * first.blocks:,}"
        return (name, _elo(first.behind), *ends, contests, fate(self.result, first), f"{first.score:.3f}")


def _elo(behind: float) -> str:
    return f"{0.0 - behind:+.0f}"
