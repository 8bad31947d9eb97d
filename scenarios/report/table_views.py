"""Tables of results in a terminal, in Markdown, on a page and as JSON."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import attrs
import rich.table
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

from scenarios.analysis.figures import FEWEST_EQUAL
from scenarios.analysis.row_differences import AgainstAbove
from scenarios.analysis.setting_names import name_axis, shown_value
from scenarios.language.scenario import PHASE_AXIS
from scenarios.report.cell_groups import NO_LABEL, name_label
from scenarios.report.filters import Filters
from scenarios.report.markup import esc, md, md_grid, scroll_box, sort_head, tag, unbroken
from scenarios.report.notebook import displayed
from scenarios.report.result_tables import (
    MARKS,
    AgainstPaper,
    ResultTable,
    TableCell,
    paper_text,
)
from scenarios.statistics import Estimate

_STYLES = {
    AgainstPaper.COVERED: "green",
    AgainstPaper.BETTER: "bold green",
    AgainstPaper.WORSE: "bold red",
    AgainstPaper.DIFFERS: "yellow",
    AgainstPaper.UNKNOWN: "bright_black",
    AgainstPaper.NONE: "",
}
NOT_RUN = "·"
_NUMBERED = re.compile(r"tables?\b", re.IGNORECASE)
KEY = (
    "Covered: the paper's figure lies in our 95 % confidence interval. Better, worse, differs: it does not. "
    f"Cannot tell: there is no useful interval, because there is only one run, or fewer than {FEWEST_EQUAL} "
    "that are all equal. Reached: covered or better."
)
ABOVE = {AgainstAbove.MORE: "↑", AgainstAbove.LESS: "↓", AgainstAbove.SAME: ""}
"""The symbol behind a figure that differs from the row above."""


def headings(tables: Sequence[ResultTable]) -> list[str]:
    """Number the titles of tables, except those that already have a number."""
    return [
        table.title if _NUMBERED.match(table.title) else f"Table {i}: {table.title}"
        for i, table in enumerate(tables, 1)
    ]


def note(table: ResultTable) -> str:
    """Return what the figures of a table are."""
    unit = f" ({table.measure.unit.strip()})" if table.measure.unit else ""
    phase = "" if PHASE_AXIS in (table.rows_axis, table.columns_axis) else f" in phase {table.phase}"
    title = table.measure.title[0].upper() + table.measure.title[1:]
    bound = "; ≥: at least one run reached its limit" * _is_censored(table)
    return f"{title}{unit}{phase}: {_means(table)}{_over(table)}{bound}{_legend(table)}"


def _over(table: ResultTable) -> str:
    """Return the settings over which each run is averaged."""
    named = " and ".join(map(name_axis, table.averaged))
    return f"; each run is averaged over {named}" if named else ""


def _legend(table: ResultTable) -> str:
    """Explain the symbols behind figures that differ from the row above."""
    if not table.is_marked or len(table.rows) == 1:
        return ""
    signs = f"{ABOVE[AgainstAbove.MORE]} {ABOVE[AgainstAbove.LESS]}"
    how = "p at most 0.05 by a sign-flip test, paired by run, not adjusted"
    return f"; {signs}: more or less than in the row above ({how})"


def _means(table: ResultTable) -> str:
    counts = {entry.ours.runs for entry in table.entries.values()}
    usual = _usual_runs(table)
    if not usual:
        return "no run has finished this phase"
    unless = " unless noted otherwise" * (len(counts) > 1)
    if usual > 1:
        return f"mean over {usual} runs{unless}, with 95 % confidence interval"
    return f"one run, no interval{unless}"


def _is_censored(table: ResultTable) -> bool:
    return any(entry.ours.censored for entry in table.entries.values())


def _usual_runs(table: ResultTable) -> int:
    """Return the most frequent number of runs of a cell, the larger one if there are two."""
    counts = Counter(entry.ours.runs for entry in table.entries.values() if entry.ours.runs)
    return max(counts, key=lambda count: (counts[count], count), default=0)


def ours_lines(table: ResultTable, entry: TableCell) -> list[tuple[str, str, str]]:
    """Return our figures, each as its part, its value, and its interval with a symbol."""
    if not entry.ours.runs:
        return [("", *_split(table, entry, entry.ours.estimates[0]))]
    signs = [ABOVE[each] for each in entry.above] or [""] * len(table.measure.parts)
    lines = []
    for part, estimate, sign in zip(table.measure.parts, entry.ours.estimates, signs, strict=True):
        value, rest = _split(table, entry, estimate)
        lines.append((part, value, f"{rest} {sign}".strip()))
    return lines


def _split(table: ResultTable, entry: TableCell, estimate: Estimate) -> tuple[str, str]:
    value, rest = table.measure.split_text(estimate)
    sign = "≥ " if entry.ours.censored and estimate.value is not None else ""
    return sign + value, rest


def remark(table: ResultTable, entry: TableCell) -> str:
    """Return what is special about the runs of one cell."""
    runs = entry.ours.runs
    is_unusual = runs > 1 and runs != _usual_runs(table)
    return ", ".join(filter(None, (f"{runs} runs" if is_unusual else "", entry.ours.remark)))


def _head(table: ResultTable) -> list[str]:
    """Return the headings of the columns, beginning with the column of row labels."""
    return [name_axis(table.rows_axis), *(_column(table, label) for label in table.columns)]


def _row(table: ResultTable, label: str) -> str:
    """Return the label of a row. The heading of its column names the axis."""
    return shown_value(label) if table.rows_axis else label or NO_LABEL


def _column(table: ResultTable, label: str) -> str:
    if not table.columns_axis:
        return table.measure.title
    return name_label(table.columns_axis, label)


def terminal_table(table: ResultTable) -> rich.table.Table:
    """Return a table for a terminal."""
    view = rich.table.Table(
        title=Text(table.title, style="bold"),
        caption=Text(note(table)),
        title_justify="left",
        caption_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for i, heading in enumerate(_head(table)):
        view.add_column(Text(heading), justify="right" if i else "left")
    for row in table.rows:
        view.add_row(
            Text(_row(table, row)),
            *(_terminal_cell(table, row, column) for column in table.columns),
        )
    return view


@attrs.frozen
class _Cell:
    """A cell of a terminal's table: where it is too wide, intervals begin a line instead of being broken."""

    wide: Text
    narrow: Text

    def __rich_console__(self, _: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield self.wide if _width(self.wide) <= options.max_width else self.narrow

    def __rich_measure__(self, _: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(_width(self.narrow), _width(self.wide)).with_maximum(options.max_width)


def _width(text: Text) -> int:
    return max((cell_len(line) for line in text.plain.splitlines()), default=0)


def _terminal_cell(table: ResultTable, row: str, column: str) -> _Cell:
    return _Cell(*(_cell_text(table, row, column, before=each) for each in (" ", "\n")))


def _cell_text(table: ResultTable, row: str, column: str, *, before: str) -> Text:
    """Return the lines of a cell, with this before each interval."""
    entry = table.entries.get((row, column))
    if entry is None:
        return Text(NOT_RUN, style="bright_black")
    lines = [
        Text.assemble(f"{part} " if part else "", (value, "bold"), (f"{before}{rest}" if rest else "", ""))
        for part, value, rest in ours_lines(table, entry)
    ]
    if entry.paper is not None:
        verdict = f" {MARKS[entry.verdict]} {entry.verdict.value}"
        lines.append(Text.assemble(f"paper {paper_text(entry.paper)}", (verdict, _STYLES[entry.verdict])))
    if said := remark(table, entry):
        lines.append(Text(said, style="bright_black"))
    return Text("\n").join(lines)


def markdown_table(table: ResultTable) -> str:
    """Return a table in Markdown, without its title."""
    rows = [
        [
            f"**{md(_row(table, row))}**",
            *(_markdown_cell(table, row, column) for column in table.columns),
        ]
        for row in table.rows
    ]
    return md_grid(map(md, _head(table)), rows)


def _markdown_cell(table: ResultTable, row: str, column: str) -> str:
    entry = table.entries.get((row, column))
    if entry is None:
        return NOT_RUN
    lines = [
        " ".join(filter(None, (md(part), f"**{value}**", rest)))
        for part, value, rest in ours_lines(table, entry)
    ]
    if entry.paper is not None:
        lines.append(f"paper {paper_text(entry.paper)} {MARKS[entry.verdict]} {entry.verdict.value}")
    if said := remark(table, entry):
        lines.append(said)
    return "<br>".join(lines)


def html_table(table: ResultTable) -> str:
    """Return a table as self-contained HTML for notebooks."""
    heads = "".join(tag("th", esc(heading), scope="col") for heading in _head(table))
    return displayed(_html_table(table, table.title, heads, Filters()))


FigureLink: TypeAlias = Callable[[int, str, str], str | None]
"""Returns the URL of a figure by the table's number, the row and the column, or None."""


def no_link(_: int, __: str, ___: str) -> None:
    """Return no URL for any figure."""


def page_table(
    table: ResultTable,
    title: str,
    filters: Filters,
    name: str,
    link: Callable[[str, str], str | None] = lambda _, __: None,
) -> str:
    """Return a table for the page, with an anchor, headings that sort, and keys for the filter."""
    first, *rest = _head(table)
    keys = [filters.key(table.columns_axis, each) or None for each in table.columns]
    heads = [sort_head(heading, data_of=of) for heading, of in zip(rest, keys, strict=True)]
    return _html_table(table, title, sort_head(first) + "".join(heads), filters, name, link=link)


def _html_table(
    table: ResultTable,
    title: str,
    head: str,
    filters: Filters,
    name: str | None = None,
    *,
    link: Callable[[str, str], str | None] = lambda _, __: None,
) -> str:
    columns = {each: filters.key(table.columns_axis, each) or None for each in table.columns}
    rows = "".join(
        tag(
            "tr",
            tag("th", esc(_row(table, row)), scope="row"),
            *(_html_cell(table, row, column, columns[column], link(row, column)) for column in table.columns),
            data_of=filters.key(table.rows_axis, row) or None,
        )
        + "\n"
        for row in table.rows
    )
    caption = tag(
        "caption", tag("strong", esc(title)), " ", tag("span", esc(unbroken(note(table))), class_="note")
    )
    made = tag("table", caption, tag("thead", tag("tr", head)), tag("tbody", rows), class_="results")
    return scroll_box(title, made, id=name, data_of=filters.of(table.settings) or None)


def _html_cell(table: ResultTable, row: str, column: str, of: str | None, to: str | None) -> str:
    entry = table.entries.get((row, column))
    if entry is None:
        return tag("td", NOT_RUN, class_="none", aria_label="not run", data_of=of, data_sort="")
    lines = [
        tag(
            "div",
            tag("span", esc(part), class_="part") + " " if part else "",
            tag("b", esc(value) if to is None else tag("a", esc(value), href=to)),
            " " + tag("span", esc(rest), class_="ci") if rest else "",
        )
        for part, value, rest in ours_lines(table, entry)
    ]
    if entry.paper is not None:
        lines.append(_html_paper(entry, entry.paper))
    if said := remark(table, entry):
        lines.append(tag("div", esc(said), class_="remark"))
    judged = entry.ours.estimates[table.measure.judged].value
    return tag("td", *lines, data_of=of, data_sort="" if judged is None else f"{judged:.12g}")


def _html_paper(entry: TableCell, paper: tuple[float, ...]) -> str:
    verdict = f"{MARKS[entry.verdict]} {entry.verdict.value}"
    kind = entry.verdict.name.lower()
    return tag(
        "div",
        esc(f"paper {paper_text(paper)} "),
        tag("span", esc(verdict), class_=f"verdict {kind}"),
        class_="paper",
    )


def table_document(table: ResultTable) -> dict[str, Any]:
    """Return a table as JSON, in the unit of its measure."""
    return {
        "title": table.title,
        "measure": table.measure.name,
        "unit": table.measure.unit.strip(),
        "phase": table.phase,
        "rows": table.rows_axis,
        "columns": table.columns_axis,
        "averaged_over": list(table.averaged),
        "cells": [_cell_document(table, *key, entry) for key, entry in table.entries.items()],
    }


def _cell_document(table: ResultTable, row: str, column: str, entry: TableCell) -> dict[str, Any]:
    parts = zip(table.measure.parts, entry.ours.estimates, strict=True)
    return {
        "row": row,
        "column": column,
        "runs": entry.ours.runs,
        "failed": entry.ours.failed,
        "at_limit": entry.ours.censored,
        "ours": [_part_document(part, estimate, table.measure.factor) for part, estimate in parts],
        "paper": None if entry.paper is None else list(entry.paper),
        "verdict": entry.verdict.value,
        "reached": entry.is_reached,
        "above": [each.value for each in entry.above],
    }


def _part_document(part: str, estimate: Estimate, factor: float) -> dict[str, Any]:
    ends = {"mean": estimate.value, "low": estimate.low, "high": estimate.high}
    scaled = {end: None if value is None else value * factor for end, value in ends.items()}
    return {"part": part, **scaled, "note": estimate.note}
