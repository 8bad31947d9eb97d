"""The command that lists the paradigms."""

from typing import Any

import click
from rich.table import Table
from rich.text import Text

from control import PARADIGMS
from scenarios.cli.answers import answer
from scenarios.cli.command_options import json_option, load_option
from scenarios.cli.listings import listed


@click.command("paradigms")
@load_option
@json_option
def paradigms_command(*, as_json: bool, **_: Any) -> None:
    """List the paradigms."""
    rows = [{"name": each.name, "title": each.title} for each in listed(PARADIGMS).values()]
    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(Text(row["name"], no_wrap=True), Text(row["title"]))
    answer(rows, table, as_json=as_json)
