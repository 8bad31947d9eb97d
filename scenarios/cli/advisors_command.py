"""The command that lists the Advisors."""

from typing import Any

import click

from agents import ADVISORS
from control import place
from control.settings.declarations import Scope
from control.settings.hoyle_options import HoyleOptions
from scenarios.cli import show
from scenarios.cli.answers import answer
from scenarios.cli.command_options import json_option, load_option, setting_options
from scenarios.cli.documents import advisor_document
from scenarios.cli.listings import listed


@click.command("advisors")
@setting_options(Scope.ADVISORS, HoyleOptions)
@load_option
@json_option
def advisors_command(*, layout: str, as_json: bool, **_: Any) -> None:
    """List the Advisors, by tier and rank."""
    advisors = listed(ADVISORS)
    placed = sorted((*place(advisor, layout), name) for name, advisor in advisors.items())
    rows = [(advisors[name], tier, rank) for tier, rank, name in placed]
    answer([advisor_document(*row) for row in rows], show.advisors_view(rows), as_json=as_json)
