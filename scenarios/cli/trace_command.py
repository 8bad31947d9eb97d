"""The command that shows traces."""

from pathlib import Path
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.text import Text

from blackboard import Trace, decisions_of, read_trace
from control.redeciding.record import recorded_game
from games import BadFile, BadOption
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option
from scenarios.cli.decision_views import decision_view
from scenarios.cli.show import event_line
from scenarios.cli.trace_stories import story


@click.command("trace")
@click.argument("file", type=PATH)
@click.option(
    "--events", "as_events", is_flag=True, help="List the events one by one, as they were recorded."
)
@click.option("--show", "as_tables", is_flag=True, help="Show each decision as a table, like hoyle decide.")
@load_option
@json_option
def trace_command(*, file: Path, as_events: bool, as_tables: bool, as_json: bool, **_: Any) -> None:
    """Show the decisions in a trace.

    They are shown in words, with --show as tables, or with --events event by event.
    """
    if as_events and as_tables:
        raise BadOption("--events and --show exclude each other; give one of them")
    trace = read_trace(file)
    if as_events:
        view: RenderableType | list[Text] = [event_line(event) for event in trace.events]
    else:
        view = _decisions(trace) if as_tables else Group(*story(trace.events))
    answer(list(trace.events), view, as_json=as_json)
    if trace.damage:
        raise BadFile(trace.damage)


def _decisions(trace: Trace) -> RenderableType:
    views: list[RenderableType] = []
    for decision in decisions_of(trace.events):
        views += [decision_view(recorded_game(decision), decision), Text()]
    return Group(*views)
