"""The command that compares settings."""

from collections.abc import Sequence
from pathlib import Path

import attrs
import click
from rich.console import Console, ConsoleOptions, Group, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from control import Loaded
from games import BadOption
from scenarios.analysis.findings import Findings, ask, find
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option
from scenarios.experiment.records import read_records
from scenarios.report.finding_sentences import (
    DIFFERENCE,
    findings_document,
    findings_in_words,
    findings_note,
    findings_table,
)

WIDEST = 1_000
"""More columns than any table takes."""


@click.command("compare")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--by", "axis", metavar="AXIS", required=True, help="The axis whose settings are compared.")
@click.option("--measure", metavar="M", help="By what; if not given, as the first table of the scenario.")
@click.option("--phase", metavar="NAME", help="Of which phase; if not given, as the table of that measure.")
@click.option(
    "--against",
    metavar="LABEL",
    help="The setting that all others are compared with; if not given, each is with each other, or where the "
    "others lack something that the first has, with the first.",
)
@load_option
@json_option
def compare_command(
    *,
    folder: Path,
    axis: str,
    measure: str | None,
    phase: str | None,
    against: str | None,
    loads: Sequence[Loaded],  # noqa: ARG001  # what they bring takes part
    as_json: bool,
) -> None:
    """Compare the settings of an experiment along one axis, paired by run."""
    records = read_records(folder)
    findings = find(records, ask(records, axis, measure, phase, against))
    if why := findings.why_none:
        raise BadOption(f"{why}; there is nothing to compare by {axis!r}")
    answer(findings_document(findings), _view(findings), as_json=as_json)


def _view(findings: Findings) -> Group:
    head, rows = findings_table(findings)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in head:
        justify: JustifyMethod = "right" if name in head[-4:] else "left"
        table.add_column(Text(name), justify=justify, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    sentences = map(Text, findings_in_words(findings))
    pairs = _Fitting(table, [Text(_line(head, row)) for row in rows])
    return Group(*sentences, Text(), pairs, Text(), Text(findings_note(findings), style="dim"))


@attrs.frozen
class _Fitting:
    """A table where there is room for it, and else a line of words for each of its rows."""

    table: Table
    lines: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = Measurement.get(console, options.update(max_width=WIDEST), self.table).maximum
        yield from [self.table] if wide <= options.max_width else self.lines


def _line(head: Sequence[str], row: Sequence[str]) -> str:
    """Write a row on a line: its places, the difference, and what else there is by its name."""
    at = head.index(DIFFERENCE)
    named = [f"{name} {text}" for name, text in zip(head[at + 1 :], row[at + 1 :], strict=True) if text]
    axis = head[at - 1]
    return f"{', '.join([*row[: at - 1], f'{axis} {row[at - 1]}'])}: {', '.join([row[at], *named])}"
