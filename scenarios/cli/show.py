"""How games, Advisors, learners and the events of traces look in a terminal."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from agents import Advisor, summary
from agents.rosters import ROSTERS
from blackboard import Event
from control import format_duration
from games import Game, shown_line
from scenarios.cli.board_pictures import board_picture

VALUES = {"win": "Player wins", "loss": "Opponent wins", "draw": "a draw"}
"""What a solved game comes to between two perfect contestants."""


def games_view(games: Iterable[tuple[Game[Any], str | None]]) -> Group:
    """Show the games, each with its board and, where it is solved, its value."""
    parts: list[RenderableType] = []
    for game, value in games:
        solved = VALUES.get(value or "", "not solved here yet")
        about = f"  {game.title}; {game.family}, {len(game.board.locations)} locations; {solved}"
        options = ", ".join(f"{key}={each}" for key, each in game.options.items())
        parts += [
            Text.assemble((game.name, "bold"), about),
            Text(game.rules),
            *([Text(f"Options: {options}")] if options else []),
            board_picture(game, game.initial()),
            Text(),
        ]
    return Group(*parts)


def advisors_view(advisors: Iterable[tuple[type[Advisor], int, float]]) -> Group:
    """Show the Advisors by tier and rank, and the rosters."""
    lines = [f"{each.name}: {each.title} ({len(each.advisors)})" for each in ROSTERS.values()]
    told = "Rosters, each of which --advisors takes for a name: 1990 is meant where none is named."
    return Group(_advisors_table(advisors), Text(), Text(told), *(Text(f"  {line}") for line in lines))


def _advisors_table(advisors: Iterable[tuple[type[Advisor], int, float]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in ("tier", "rank", "Advisor", "budget", "reads", "what it stands for"):
        table.add_column(heading)
    for advisor, tier, rank in advisors:
        table.add_row(
            str(tier),
            f"{rank:g}" if rank else "",
            Text(advisor.name, no_wrap=True),
            f"{advisor.budget_ms:g} ms",
            ", ".join(advisor.knowledge),
            summary(advisor),
        )
    return table


def learners_table(learners: Iterable[Mapping[str, Any]]) -> Table:
    """Show the learners in the order in which they learn."""
    table = Table(box=None, pad_edge=False)
    for heading in ("learner", "feeds", "after each", "limit", "entries", "what it does"):
        table.add_column(heading, no_wrap=heading != "what it does")
    for each in learners:
        trigger = each["trigger"]
        table.add_row(
            Text(each["name"], style="" if each["usual"] else "bright_black"),
            ", ".join(each["items"]),
            f"{trigger} contests" if isinstance(trigger, int) else trigger,
            format_duration(round(each["budget_ms"] * 1_000_000)),
            f"{each['bound']:,}",
            each["summary"]
            + ("" if each["usual"] else " (Only if asked for.)")
            + ("" if each["declared"] else " (Nobody declares its item, so it is kept as it is.)"),
        )
    return table


def event_line(event: Event) -> Text:
    """Write one event of a trace on a line."""
    details = {key: value for key, value in event.items() if key not in _NOT_DETAILS}
    return Text.assemble(
        (f"{format_duration(event['ns']):>9}  ", "bright_black"),
        (f"{event['event']:<12}", "bold" if event["event"] in ("posed", "landed") else ""),
        f"{_brief(event.get('advisor', '')):<12} ",
        (", ".join(f"{_brief(key)} {_brief(value)}" for key, value in details.items()), "bright_black"),
    )


_NOT_DETAILS = ("event", "ns", "advisor", "settings", "options")


def _brief(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_brief(key)} {_brief(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return " ".join(map(_brief, value))
    return shown_line(str(value))
