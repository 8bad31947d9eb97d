"""The first page: games, traces and results."""

from collections.abc import Iterable, Sequence
from typing import Any

from games import Game, draw_svg, shown, shown_line
from scenarios.report.markup import esc, tag
from scenarios.view.page_frame import page, section
from scenarios.view.shelf import ShelvedTrace


def index_page(
    games: Iterable[Game[Any]], traces: Sequence[ShelvedTrace], folders: Sequence[tuple[int, str]]
) -> str:
    """List the games, traces and results."""
    cards = []
    for game in games:
        cells = game.cells(game.initial())
        picture = tag(
            "div", shown(draw_svg(game.board, cells, interactive=True)), aria_hidden="true", class_="small"
        )
        link = tag("a", esc(game.title), href=f"/game/{game.name}")
        rules = tag("p", esc(shown_line(game.rules)), class_="soft")
        cards.append(tag("li", picture.replace(' tabindex="0"', ""), tag("h3", link), rules))
    parts = []
    if folders:
        items = [tag("li", tag("a", esc(name), href=f"/results/{number}")) for number, name in folders]
        parts.append(section("Results", tag("ul", *items), name="folders"))
    items = [
        tag("li", tag("a", esc(each.name), href=f"/trace/{i}"))
        for i, each in enumerate(traces)
        if each.is_listed
    ]
    if items:
        parts.append(section("Traces", tag("ul", *items), name="traces"))
    about = tag(
        "p", "Choose a game to play it, let Hoyle decide, or watch Hoyle play against itself.", class_="soft"
    )
    parts.append(section("Games", about, tag("ul", *cards, class_="games"), name="games"))
    return page("Games", "".join(parts), kicker="Decisions by argument, on this machine only.")
