"""The command that reports."""

from pathlib import Path

import click
from rich.console import Group, RenderableType
from rich.text import Text

from scenarios.account import Account, make_account
from scenarios.answers import answer
from scenarios.options import PATH, json_option
from scenarios.records import read_records
from scenarios.report import write_pages
from scenarios.table_views import terminal_table


@click.command("report")
@click.argument("folder", metavar="DIR", type=PATH)
@json_option
def report_command(*, folder: Path, as_json: bool) -> None:
    """Write the tables and charts of an experiment as one HTML page, and in Markdown."""
    records = read_records(folder)
    account = make_account(records)
    html_path, markdown_path = write_pages(account, records.folder)
    document = {"html": str(html_path), "markdown": str(markdown_path)}
    answer(document, _view(account, html_path, markdown_path), as_json=as_json)


def _view(account: Account, html_path: Path, markdown_path: Path) -> Group:
    parts: list[RenderableType] = [Text(account.title, style="bold"), Text()]
    for table in account.tables:
        parts += [terminal_table(table), Text()]
    parts += [Text(sentence) for sentence in account.sentences]
    parts += [
        Text(f"Failed: {cell}, run {run}: {reason}", style="red") for cell, run, reason in account.failures
    ]
    return Group(*parts, Text(f"Written: {html_path} and {markdown_path}", no_wrap=True, overflow="ignore"))
