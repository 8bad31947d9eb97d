"""The command that writes reports."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.text import Text

from control import parse_duration
from games import BadOption
from scenarios.analysis.restriction import read_conditions, restrict
from scenarios.analysis.trade_offs import trade_offs
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option, where_option
from scenarios.cli.findings_view import findings_view
from scenarios.cli.incomplete_results import warn_if_incomplete
from scenarios.cli.levels_view import levels_view
from scenarios.cli.screen import warn
from scenarios.experiment.records import digest_problems, read_records
from scenarios.experiment.run_files import file_problems
from scenarios.report.contents import Account, make_account
from scenarios.report.interaction_sentences import interaction_document
from scenarios.report.report_files import write_pages
from scenarios.report.sections.best_for_cost import trade_off_document
from scenarios.report.sections.failing import by_cell, documents, failure_lines, over_all
from scenarios.report.table_views import table_document, terminal_table


@click.command("report")
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--valid", is_flag=True, help="Leave out wall-clock contests with doubtful times.")
@click.option(
    "--margin",
    metavar="TIME",
    help="With --valid: how late the harness may be; by default as the scenario says.",
)
@where_option
@load_option
@json_option
def report_command(
    *, folder: Path, valid: bool, margin: str | None, conditions: Sequence[str], as_json: bool, **_: Any
) -> None:
    """Write the report of an experiment as HTML and Markdown."""
    if margin is not None and not valid:
        raise BadOption("--margin has no effect without --valid; give both")
    records = read_records(folder)
    warnings = [str(each) for each in (*digest_problems(records), *file_problems(records))]
    for line in warnings:
        warn(f"{line}; hoyle verify {folder} checks everything")
    records = restrict(records, read_conditions(conditions))
    if valid:
        records = records.without_doubtful(None if margin is None else parse_duration(margin))
    account = make_account(records)
    html_path, markdown_path = write_pages(account, records.folder)
    document: dict[str, Any] = {
        "html": str(html_path),
        "markdown": str(markdown_path),
        "where": {axis: list(labels) for axis, labels in records.only.items()},
        "findings": list(account.findings),
        "interactions": [interaction_document(each) for each in account.interactions],
        "best_for_cost": [trade_off_document(each) for each in trade_offs(records)],
        "tables": [table_document(table) for table in account.tables],
        "failures": documents(by_cell(records)),
        **records.completeness.document(),
        "warnings": warnings,
    }
    lines = failure_lines(over_all(records))
    answer(document, _view(account, lines, html_path, markdown_path), as_json=as_json)
    warn_if_incomplete(records)


def _view(account: Account, failures: Iterable[str], html_path: Path, markdown_path: Path) -> Group:
    parts: list[RenderableType] = [Text(account.title, style="bold"), Text()]
    if account.lacking:
        parts += [Text(account.lacking, style="red"), Text()]
    parts += findings_view(account)
    parts += levels_view(account)
    for table in account.tables:
        parts += [terminal_table(table), Text()]
    if account.verdicts:
        counts = ", ".join(f"{count} {verdict.value}" for verdict, count in account.verdicts.items())
        parts += [Text(f"Compared with the paper's figures: {counts}.")]
    parts += [Text(sentence) for sentence in account.found]
    parts += [
        Text(f"Failed: {cell}, run {run}: {reason}", style="red") for cell, run, _, reason in account.failures
    ]
    parts += [Text(line, style="red") for line in failures]
    return Group(*parts, Text(f"Report: {html_path} and {markdown_path}", no_wrap=True, overflow="ignore"))
