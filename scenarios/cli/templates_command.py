"""The command that draws the templates of a board."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import click
from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from games import FIELD_OF_VIEW, Board, Game, Template, draw_text, templates_of
from games.counting import how_many
from scenarios.cli.answers import answer
from scenarios.cli.command_options import game_argument, json_option, load_option
from scenarios.decisions.positions import chosen_game

BETWEEN = 3
"""The width of the gap between pictures."""


@click.command("templates")
@game_argument
@click.option(
    "--field",
    type=float,
    default=FIELD_OF_VIEW,
    show_default=True,
    help="Limit the distance between two locations of a template, in units of the board.",
)
@load_option
@json_option
def templates_command(
    *, game_name: str, rules: tuple[str, ...], field: float, as_json: bool, **_: Any
) -> None:
    """Draw the templates of a board.

    Templates are its lines, squares, diagonals, Ls and triangles.
    """
    game = chosen_game(game_name, rules)
    templates = templates_of(game.board, field)
    document = [_document(game.board, each) for each in templates]
    answer(document, _view(game, templates, field), as_json=as_json)


def _document(board: Board, template: Template) -> dict[str, Any]:
    return {
        "shape": template.shape,
        "locations": _names(board, template.locations),
        "placements": [_names(board, each) for each in template.placements],
    }


def _names(board: Board, locations: Sequence[int]) -> list[str]:
    return [board.locations[i].name for i in locations]


def _view(game: Game[Any], templates: Sequence[Template], field: float) -> Group:
    if not templates:
        return Group(Text(f"{game.title}: the board has no drawn lines, so it has no templates."))
    head = f"{game.title}, field of view {field:g}: {_counted(templates)}."
    pictures = [_picture(game.board, each) for each in templates]
    return Group(Text(head), Text(), Columns(pictures, padding=(0, BETWEEN), equal=True))


def _counted(templates: Sequence[Template]) -> str:
    """Return the number of templates, of their placements, and of each shape, in words."""
    kinds = Counter(each.shape for each in templates)
    shapes = ", ".join(how_many(count, kind) for kind, count in kinds.items())
    placements = sum(len(each.placements) for each in templates)
    return f"{how_many(len(templates), 'template')}, {how_many(placements, 'placement')} ({shapes})"


def _picture(board: Board, template: Template) -> Text:
    """Draw a template under its name, with its locations in brackets."""
    drawn = draw_text(board, [None] * len(board), highlight=template.locations)
    board_drawn = Text(drawn, style="bright_black")
    board_drawn.highlight_regex(r"[(\[][^])]+[])]", "bold cyan")
    name = f"{template.shape} {'-'.join(_names(board, template.locations))}"
    placements = f", {how_many(len(template.placements), 'placement')}\n"
    whole = Text.assemble((name, "bold"), placements, board_drawn, "\n")
    whole.no_wrap, whole.overflow = True, "ignore"
    return whole
