"""The text under which a position is remembered, and the item that stores which positions are equal."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from blackboard.items import Entry, Item, added, is_count
from games import Game
from games.counting import how_many

REMEMBERED = 1 << 15
"""How many positions are remembered with their text."""


@functools.lru_cache(maxsize=REMEMBERED)
def key_of(game: Game[Any], position: Any, symmetries: tuple[Sequence[int], ...] = ()) -> str:
    """Return the text of a position, the same for all positions that known symmetries make equal."""
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
    """Describe whether a symmetry is presumed to hold."""
    del game
    if entry["broke"]:
        return f"{name}: not a symmetry; {how_many(entry['broke'], 'contest')} would have ended differently"
    return f"{name}: presumed; it held in {how_many(entry['held'], 'contest')}"


SYMMETRIES = Item(
    "symmetries",
    _is_symmetry,
    _tried_together,
    tell=_tell,
    is_by_position=False,
    use="Positions that presumed symmetries make equal are remembered and argued about as one.",
)
"""The name of a symmetry with its map, and in how many contests it held and broke. Knowledge reads this item
itself, so it is declared here, beside the keys, and not by the learner that writes it."""
