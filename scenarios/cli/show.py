"""Games, Advisors, learners and the events of traces in a terminal."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from agents import Advisor, summary
from agents.rosters import ROSTERS
from blackboard import Event
from control import format_duration
from games import Game, shown_line
from scenarios.cli.board_pictures import board_picture
from scenarios.cli.catalogues import Catalogue
from scenarios.cli.scores import counted
from scenarios.play.voices import voices_of

VALUES = {"win": "Player wins", "loss": "Opponent wins", "draw": "a draw"}
"""The results of a solved game between perfect contestants."""


def games_view(games: Iterable[tuple[Game[Any], str | None]]) -> Group:
    """Show the games with their boards, and with their values if they are solved."""
    parts: list[RenderableType] = []
    for game, value in games:
        solved = VALUES.get(value or "", "not solved here yet")
        about = f"  {game.title}; {game.family}, {len(game.board.locations)} locations; {solved}"
        options = ", ".join(f"{key}={each}" for key, each in game.options.items())
        parts += [
            Text.assemble((game.name, "bold"), about),
            Text(game.rules),
            *([Text(f"Options: {options}")] if options else []),
            Text(f"Positions where Advisors have an opinion: {_opinions_of(game)}"),
            board_picture(game, game.initial()),
            Text(),
        ]
    note = (
        "Opinions were counted in positions of random contests, for each roster without knowledge and without"
        " the Advisor Wild."
    )
    return Group(*parts, Text(note))


def _opinions_of(game: Game[Any]) -> str:
    voices = voices_of(game)
    return "not measured" if voices is None else voices.words


def advisors_view(advisors: Iterable[tuple[type[Advisor], int, float]]) -> Group:
    """Show the Advisors by tier and rank, and the rosters."""
    lines = [f"{each.name}: {each.title} ({len(each.advisors)})" for each in ROSTERS.values()]
    usage = "Rosters for --advisors; if none is named, the 1990 roster is used:"
    return Group(_advisors_table(advisors), Text(), Text(usage), *(Text(f"  {line}") for line in lines))


def _advisors_table(advisors: Iterable[tuple[type[Advisor], int, float]]) -> Catalogue:
    rows = [
        (
            str(tier),
            f"{rank:g}" if rank else "",
            advisor.name,
            f"{advisor.budget_ms:g} ms",
            ", ".join(advisor.knowledge),
            summary(advisor),
        )
        for advisor, tier, rank in advisors
    ]
    headings = ("tier", "rank", "Advisor", "budget", "reads", "what it does")
    return Catalogue(headings, [list(map(Text, row)) for row in rows], "Advisor", wrapped=["reads"])


def learners_table(learners: Iterable[Mapping[str, Any]]) -> Catalogue:
    """Show the learners in the order in which they learn."""
    rows = []
    for each in learners:
        row = (
            ", ".join(each["items"]),
            _trigger(each["trigger"]),
            format_duration(round(each["budget_ms"] * 1_000_000)),
            f"{each['bound']:,}",
            each["summary"]
            + ("" if each["usual"] else " (Off by default.)")
            + ("" if each["declared"] else " (No learner declares its item, so it stays unchanged.)"),
        )
        name = Text(each["name"], style="" if each["usual"] else "bright_black")
        rows.append([name, *map(Text, row)])
    headings = ("learner", "writes", "after each", "limit", "entries", "what it does")
    return Catalogue(headings, rows, "learner", wrapped=["writes"])


def _trigger(trigger: int | str) -> str:
    return counted(trigger, "contests") if isinstance(trigger, int) else trigger


def event_line(event: Event) -> Text:
    """Return one event of a trace as a line."""
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
