"""The items of useful knowledge about zones: how they are checked, merged and described."""

import math
from collections.abc import Mapping
from typing import Any

from agents.learners.moments import Moments
from agents.learners.weighing import is_record
from agents.learners.zone_records import (
    ACTIVE,
    ADVISOR,
    IMPORTANT,
    LISTS,
    MOVES,
    RESULTS,
    RETIRED,
    STATES,
    as_list,
)
from agents.sight.zones import EXPRESSIONS, stage_of, terrain_for
from blackboard import Entry, Item
from blackboard.items import MOST_COUNTED, added, is_count, summed
from games import Game
from games.counting import how_many


def _is_moments(entry: Entry) -> bool:
    count, *floats = entry
    return (
        is_count(count)
        and len(floats) == 2  # noqa: PLR2004  # the mean, and the spread
        and all(type(each) in (int, float) and math.isfinite(each) for each in floats)
        and abs(floats[0]) <= MOST_COUNTED  # so that any two can be added up
        and floats[1] >= 0
    )


def _is_one_of(entry: Entry, *numbers: int) -> bool:
    """Return whether this is one of these whole numbers, not a float: what it counts must be whole."""
    return type(entry) is int and entry in numbers


def _is_leaning(direction: Entry, weight: Entry) -> bool:
    return _is_one_of(direction, -1, 1) and is_count(weight)


def _is_zone(entry: Entry) -> bool:
    return (
        entry.keys() - {MOVES} == {*RESULTS, "attitude", "direction", "held", "contests", "standing", "state"}
        and all(_is_moments(entry[each]) for each in LISTS if each in entry)
        and entry["attitude"] in ("", "win", "loss", MOVES)
        and _is_one_of(entry["direction"], -1, 0, 1)
        and is_count(entry["held"])
        and is_count(entry["contests"])
        and is_record(entry["standing"])
        and entry["state"] in STATES
    )


def _merged(one: Entry, other: Entry) -> Entry:
    """Add up what was seen; an attitude that the two do not share starts again."""
    lists = [each for each in LISTS if each in one or each in other]
    is_shared = (one["attitude"], one["direction"]) == (other["attitude"], other["direction"])
    first = one if is_shared else {"attitude": "", "direction": 0}
    return {
        **{each: as_list(_moments(one, each) + _moments(other, each)) for each in lists},
        "attitude": first["attitude"],
        "direction": first["direction"],
        "held": max(one["held"], other["held"]) if is_shared else 0,
        "contests": added(one["contests"], other["contests"]),
        "standing": summed(one["standing"], other["standing"]),
        "state": one["state"] if one["state"] == other["state"] else "",
    }


def _moments(entry: Mapping[str, Any], which: str) -> Moments:
    return Moments(*entry[which]) if which in entry else Moments()


_GOES_WITH = {
    "": "",
    "win": "goes with winning",
    "loss": "goes with not losing",
    MOVES: "experts choose it",
}


def _tell_zone(game: Game[Any], text: str, entry: Entry) -> str:
    del game
    return _described(text, entry)


def _described(text: str, entry: Entry) -> str:
    if not entry["attitude"] or text not in EXPRESSIONS:
        return f"{text}: nothing shown so far"
    zone = f"{EXPRESSIONS[text].describe(entry['direction'])}: {_GOES_WITH[entry['attitude']]}"
    right, asked = entry["standing"]
    record = f", right in {right} of {how_many(asked, 'opinion')}" if asked else ""
    held = f"held for {how_many(entry['held'], 'contest')}"
    return f"{zone} ({entry['state'] or 'not steady yet'}, {held}{record})"


def _tell_zones(entries: Mapping[str, Entry]) -> list[str]:
    """Describe the active and the important expressions, and count the rest."""
    order = (ADVISOR, IMPORTANT, ACTIVE)
    shown = sorted(
        (order.index(entry["state"]), -entry["held"], text)
        for text, entry in entries.items()
        if entry["state"] in order
    )
    lines = [_described(text, entries[text]) for *_, text in shown]
    retired = sum(entry["state"] == RETIRED for entry in entries.values())
    rest = len(entries) - len(shown) - retired
    return [*lines, f"{rest} more are watched, and {retired} are retired."]


def _misfit(game: Game[Any], text: str, entry: Entry) -> str:
    del entry
    return _unknown(game, text)


def _unknown(game: Game[Any], text: str) -> str:
    """Return why an expression cannot belong to a game; "" if it can."""
    if text not in EXPRESSIONS:
        return "there is no such expression about zones"
    start = game.initial()
    if terrain_for(game, start) is None:
        return f"{game.name} has no lines to slide men along, so it has no zones"
    if bool(EXPRESSIONS[text].stage) != bool(stage_of(game, start)):
        return f"{game.name} has {'' if stage_of(game, start) else 'no '}stages, so it has no such expression"
    return ""


ZONES = Item(
    "zones",
    _is_zone,
    _merged,
    tell=_tell_zone,
    is_by_position=False,
    is_fact=False,
    tell_all=_tell_zones,
    misfit=_misfit,
    use="What was seen of each expression about zones.",
)
"""An expression, with its values by result, its attitude and how long it held, its record and its state."""

ACTIVE_ZONES = Item(
    "active_zones",
    lambda entry: isinstance(entry, list) and len(entry) == 2 and _is_leaning(*entry),  # noqa: PLR2004  # a direction and a weight
    lambda one, other: [one[0], max(one[1], other[1])] if one[0] == other[0] else None,
    tell=lambda _, text, entry: EXPRESSIONS[text].describe(entry[0]) if text in EXPRESSIONS else text,
    is_by_position=False,
    is_fact=False,
    misfit=_misfit,
)
"""An active expression, with the direction that is good, and its weight."""


def _is_advisor(entry: Entry) -> bool:
    return (
        entry.keys() == {"expression", "direction", "attitude", "standing"}
        and isinstance(entry["expression"], str)
        and _is_one_of(entry["direction"], -1, 1)
        and entry["attitude"] in ("win", "loss", MOVES)
        and is_record(entry["standing"])
    )


def _tell_advisor(game: Game[Any], name: str, entry: Entry) -> str:
    del game
    text = entry["expression"]
    zone = EXPRESSIONS[text].describe(entry["direction"]) if text in EXPRESSIONS else text
    return f"{name}: {zone}: {_GOES_WITH[entry['attitude']]}"


def _advisor_misfit(game: Game[Any], name: str, entry: Entry) -> str:
    del name
    return _unknown(game, entry["expression"])


ZONE_ADVISORS = Item(
    "zone_advisors",
    _is_advisor,
    lambda one, other: one if one == other else None,
    tell=_tell_advisor,
    is_by_position=False,
    is_fact=False,
    misfit=_advisor_misfit,
)
"""The name of a learned Advisor, with its expression, and the direction that is good."""
