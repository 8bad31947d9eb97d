"""The command that compares settings."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Group, JustifyMethod
from rich.table import Table
from rich.text import Text

from control import Loaded
from games import BadOption
from scenarios.analysis.findings import Findings, ask, find
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option
from scenarios.experiment.records import read_records
from scenarios.report.finding_sentences import (
    findings_document,
    findings_in_words,
    findings_note,
    findings_table,
)


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
    return Group(*sentences, Text(), table, Text(), Text(findings_note(findings), style="dim"))
