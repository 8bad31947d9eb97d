"""The items of useful knowledge: in which form each is kept, and how two of a kind become one.

Every item maps texts to entries. Most of these texts are positions as the game writes them. Moves are kept as
the positions they lead to, so that an entry means the same under every symmetry.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from games import Outcome

Entry = Any
"""What an item knows under one text: a number, a text, a list or a mapping of such, or nothing at all."""

MOST_COUNTED = 2**53
"""More than anybody counts to; up to here a count is exact wherever it goes, JSON included."""
_OUTCOMES = frozenset(outcome.value for outcome in Outcome)


@attrs.frozen
class Item:
    """One kind of useful knowledge."""

    name: str
    is_sound: Callable[[Entry], bool]
    """Is an entry in the form that its readers expect?"""
    merged: Callable[[Entry, Entry], Entry | None]
    """One entry out of two under the same text; None if they contradict each other."""
    is_by_position: bool = True
    """Are its texts positions, and those of its entries too?"""

    def holds(self, entries: object) -> bool:
        """Are these entries in the form that its readers expect, every one of them?"""
        return isinstance(entries, Mapping) and all(
            isinstance(text, str) and self.is_sound(entry) for text, entry in entries.items()
        )


def is_count(entry: Entry) -> bool:
    """Is it a number of times?"""
    return type(entry) is int and 0 <= entry <= MOST_COUNTED


def _are_counts(entry: Entry, size: int) -> bool:
    return isinstance(entry, list | tuple) and len(entry) == size and all(map(is_count, entry))


def _are_results(entry: Entry) -> bool:
    """Say how often one won, both drew, the other won: at least once in all."""
    return _are_counts(entry, 3) and any(entry)


def _is_loss(entry: Entry) -> bool:
    return _are_counts(entry, 2)


def _is_seen(entry: Entry) -> bool:
    return is_count(entry) and entry > 0


def _by_move(check: Callable[[Entry], bool]) -> Callable[[Entry], bool]:
    def check_all(entry: Entry) -> bool:
        return isinstance(entry, Mapping) and all(
            isinstance(text, str) and check(value) for text, value in entry.items()
        )

    return check_all


def _is_symmetry(entry: Entry) -> bool:
    return (
        isinstance(entry, Mapping)
        and entry.keys() == {"map", "held", "broke"}
        and isinstance(entry["map"], list | tuple)
        and all(type(to) is int for to in entry["map"])
        and sorted(entry["map"]) == list(range(len(entry["map"])))
        and is_count(entry["held"])
        and is_count(entry["broke"])
    )


def _is_fork(entry: Entry) -> bool:
    return (
        isinstance(entry, Mapping)
        and entry.keys() == {"position", "pivot", "seen"}
        and isinstance(entry["position"], str)
        and isinstance(entry["pivot"], str)
        and is_count(entry["seen"])
    )


def _agreed(one: Entry, other: Entry) -> Entry | None:
    return one if one == other else None


def _added(one: int, other: int) -> int:
    return min(one + other, MOST_COUNTED)


def _summed(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return list(map(_added, one, other))


def _lost(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [_added(one[0], other[0]), min(one[1], other[1])]


def _each_move(merged: Callable[[Entry, Entry], Entry]) -> Callable[[Entry, Entry], Entry]:
    def merge(one: Mapping[str, Entry], other: Mapping[str, Entry]) -> Entry:
        both = {text: merged(one[text], other[text]) for text in one.keys() & other.keys()}
        return {**one, **other, **both}

    return merge


def _seen_together(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry:
    """Keep the first example, and count both."""
    example = min(one, other, key=lambda fork: (fork["position"], fork["pivot"]))
    return {**example, "seen": _added(one["seen"], other["seen"])}


def _tried_together(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry | None:
    if one["map"] != other["map"]:
        return None
    return {**one, **{count: _added(one[count], other[count]) for count in ("held", "broke")}}


ITEMS: Mapping[str, Item] = {
    item.name: item
    for item in (
        # A position to who wins it: `player`, `opponent` or `draw`.
        Item("states", lambda entry: isinstance(entry, str) and entry in _OUTCOMES, _agreed),
        # A position early in a contest to how often Player won, both drew, Opponent won from there.
        Item("openings", _are_results, _summed),
        # A position to the positions that experts moved to, and how often.
        Item("expert_moves", _by_move(_is_seen), _each_move(_added)),
        # A position to the positions that Hoyle moved to, and how often it won, drew, lost then.
        Item("hoyle_moves", _by_move(_are_results), _each_move(_summed)),
        # A position to the positions that Hoyle moved to and lost: how often, how many plies from the end.
        Item("lost_moves", _by_move(_is_loss), _each_move(_lost)),
        # The shape of a fork to where one was seen first, and how often.
        Item("forks", _is_fork, _seen_together, is_by_position=False),
        # A position to the positions that the other contestant moved to, and how often.
        Item("model", _by_move(_is_seen), _each_move(_added)),
        # The name of a symmetry to its map, and in how many contests it held and broke.
        Item("symmetries", _is_symmetry, _tried_together, is_by_position=False),
    )
}
"""The items that Hoyle's own Advisors read. Others are kept as they are."""
