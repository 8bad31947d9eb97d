"""The command that lists the paradigms."""

from typing import Any

import click

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
    width = max(len(row["name"]) for row in rows)
    answer(rows, "\n".join(f"{row['name']:<{width}}  {row['title']}" for row in rows), as_json=as_json)
