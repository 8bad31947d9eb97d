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
from scenarios.cli.incomplete_results import warn_if_incomplete
from scenarios.experiment.records import read_records
from scenarios.report.finding_sentences import (
    DIFFERENCE,
    findings_document,
    findings_in_words,
    findings_note,
    findings_table,
)

WIDEST = 1_000
"""The width at which a table is measured; no table needs more columns."""


@click.command("compare")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--by", "axis", metavar="AXIS", required=True, help="The axis whose settings to compare.")
@click.option("--measure", metavar="M", help="The measure; by default as in the scenario's first table.")
@click.option("--phase", metavar="NAME", help="The phase; by default as in the measure's table.")
@click.option(
    "--against",
    metavar="LABEL",
    help="The setting to compare all others with. By default all pairs are compared; in an ablation, where "
    "the others lack something that the first has, each is compared with the first.",
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
    loads: Sequence[Loaded],  # noqa: ARG001  # loading registers what they define
    as_json: bool,
) -> None:
    """Compare settings of an experiment along one axis, paired by run."""
    records = read_records(folder)
    findings = find(records, ask(records, axis, measure, phase, against))
    if why := findings.why_none:
        lacking = records.completeness.sentence
        raise BadOption(f"cannot compare by {axis!r}: {why}{f'; {lacking}' if lacking else ''}")
    document = {**findings_document(findings), **records.completeness.document()}
    answer(document, _view(findings), as_json=as_json)
    warn_if_incomplete(records)


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
    """A table if there is room for it, otherwise a line of text for each row."""

    table: Table
    lines: Sequence[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = Measurement.get(console, options.update(max_width=WIDEST), self.table).maximum
        yield from [self.table] if wide <= options.max_width else self.lines


def _line(head: Sequence[str], row: Sequence[str]) -> str:
    """Return a row as a line: the settings, the difference, then the other values with their names."""
    at = head.index(DIFFERENCE)
    named = [f"{name} {text}" for name, text in zip(head[at + 1 :], row[at + 1 :], strict=True) if text]
    axis = head[at - 1]
    return f"{', '.join([*row[: at - 1], f'{axis} {row[at - 1]}'])}: {', '.join([row[at], *named])}"
