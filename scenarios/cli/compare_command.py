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
from scenarios.analysis.restriction import read_conditions, restrict
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option, where_option
from scenarios.cli.incomplete_results import warn_if_incomplete
from scenarios.experiment.records import read_records
from scenarios.report.axis_comparison import AxisComparison, compare_axis
from scenarios.report.finding_sentences import DIFFERENCE, findings_table

WIDEST = 1_000
"""The width at which a table is measured; no table needs more columns."""


@click.command("compare")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--by", "axis", metavar="AXIS", required=True, help="The axis whose settings to compare.")
@click.option(
    "--within",
    metavar="AXIS",
    help="Compare at each level of this axis, and test whether the differences depend on the level.",
)
@where_option
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
    within: str | None,
    conditions: Sequence[str],
    measure: str | None,
    phase: str | None,
    against: str | None,
    loads: Sequence[Loaded],  # noqa: ARG001  # loading registers what they define
    as_json: bool,
) -> None:
    """Compare settings of an experiment along one axis, paired by run."""
    records = restrict(read_records(folder), read_conditions(conditions))
    compared = compare_axis(records, axis, within=within, measure=measure, phase=phase, against=against)
    answer(compared.document(), _view(compared), as_json=as_json)
    warn_if_incomplete(records)


def _view(compared: AxisComparison) -> Group:
    head, rows = findings_table(compared.findings)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in head:
        justify: JustifyMethod = "right" if name in head[-4:] else "left"
        table.add_column(Text(name), justify=justify, overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    sentences = map(Text, compared.sentences)
    pairs = _Fitting(table, [Text(_line(head, row)) for row in rows])
    return Group(*sentences, Text(), pairs, Text(), Text(compared.note, style="dim"))


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
