"""Under which text a position is remembered, and the item that says which positions are the same."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from blackboard.items import Entry, Item, added, is_count
from games import Game
from games.counting import how_many

REMEMBERED = 1 << 15
"""Positions whose text is not written anew each time."""


@functools.lru_cache(maxsize=REMEMBERED)
def key_of(game: Game[Any], position: Any, symmetries: tuple[Sequence[int], ...] = ()) -> str:
    """Write a position; of those that known symmetries make equal, always the same one."""
    text = game.format_position(position)
    images = (game.format_position(game.image(position, symmetry)) for symmetry in symmetries)
    return min([text, *images])


def _is_symmetry(entry: Entry) -> bool:
    return (
        isinstance(entry, dict)
        and entry.keys() == {"map", "held", "broke"}
        and isinstance(entry["map"], list)
        and all(type(to) is int for to in entry["map"])
        and sorted(entry["map"]) == list(range(len(entry["map"])))
        and is_count(entry["held"])
        and is_count(entry["broke"])
    )


def _tried_together(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry | None:
    if one["map"] != other["map"]:
        return None
    return {**one, **{count: added(one[count], other[count]) for count in ("held", "broke")}}


def _tell(game: Game[Any], name: str, entry: Entry) -> str:
    """Say whether a symmetry is believed."""
    del game
    if entry["broke"]:
        return f"{name}: not the same game, {how_many(entry['broke'], 'contest')} would have ended otherwise"
    return f"{name}: presumed to be the same, as in {how_many(entry['held'], 'contest')}"


SYMMETRIES = Item(
    "symmetries",
    _is_symmetry,
    _tried_together,
    tell=_tell,
    is_by_position=False,
    use="Positions are remembered, and moves argued about, up to those that are presumed.",
)
"""The name of a symmetry to its map, and in how many contests it held and broke. Knowledge reads it itself,
so it is declared here, beside the keys, and not by the learner that feeds it."""
