"""The game and the position that a decision is about, and what a move changes on the board."""

from collections.abc import Iterable
from typing import Any

from games import BadOption, Game, make_game


def chosen_game(name: str, rules: Iterable[str]) -> Game[Any]:
    """Make the game that GAME and --option name."""
    options = {}
    for text in rules:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"{text!r} picks no variant; write --option key=value")
        options[key] = value
    return make_game(name, options)


def chosen_position(game: Game[Any], moves: str, text: str | None) -> Any:
    """Find the position that --position and --moves name."""
    position = game.initial() if text is None else game.parse_position(text)
    for move in moves.replace(",", " ").split():
        position = game.play(position, move)
    return position


def changed_locations(game: Game[Any], before: Any, after: Any) -> tuple[int, ...]:
    """Return the locations that look different in two positions."""
    pairs = zip(game.cells(before), game.cells(after), strict=True)
    return tuple(i for i, (old, new) in enumerate(pairs) if old is not new)
