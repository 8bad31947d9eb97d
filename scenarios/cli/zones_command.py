"""The command that draws the zones of a position."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import attrs
import click
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from agents.sight.zones import TYPES, Terrain, Zone, men_by_side, names_in, terrain_for
from games import BadOption, Game, Role
from games.counting import plural
from games.notation import MARKS
from scenarios.cli.answers import answer
from scenarios.cli.board_pictures import part_picture
from scenarios.cli.cards import Card, Cards
from scenarios.cli.command_options import game_argument, json_option, load_option, position_options
from scenarios.decisions.positions import chosen_game, chosen_position

SHARES = ("density", "compactness")
"""The features that need not be whole numbers."""
FAINT = "bright_black"
_LARGEST_DENOMINATOR = 100
"""Fractions with a larger denominator are printed as decimals."""

Zones: TypeAlias = Mapping[str, Sequence[Zone]]
"""The zones of one role, by type."""


@attrs.frozen
class _Survey:
    """A position, and the terrain on which its zones lie."""

    game: Game[Any]
    position: Any
    terrain: Terrain

    def zones(self, role: Role) -> Zones:
        """Return the zones of a role."""
        return self.terrain.zones(*men_by_side(self.game, self.position, role))

    def names(self, locations: int) -> list[str]:
        """Return the names of a set of locations."""
        return names_in(self.game.board, locations)


@click.command("zones")
@game_argument
@position_options
@load_option
@json_option
def zones_command(
    *, game_name: str, rules: tuple[str, ...], moves: str, position: str | None, as_json: bool, **_: Any
) -> None:
    """Draw the zones of a position, and list their features.

    The zones are grouped by role and type. Brackets mark their locations. A short line has two locations, a
    long line more. The path is the longest of the shortest paths between two locations of a zone.
    """
    game = chosen_game(game_name, rules)
    terrain = _terrain(game)
    survey = _Survey(game, chosen_position(game, moves, position), terrain)
    zones = {role: survey.zones(role) for role in Role}
    answer(_document(survey, zones), Group(*_view(survey, zones)), as_json=as_json)


def _terrain(game: Game[Any]) -> Terrain:
    """Return the terrain of the board; raise BadOption if men cannot slide on it."""
    terrain = terrain_for(game, game.initial())
    if terrain is None:
        raise BadOption(
            f"{game.name} has no zones: its board has no lines for men to slide along;"
            " hoyle games draws the boards"
        )
    return terrain


def _document(survey: _Survey, zones: Mapping[Role, Zones]) -> dict[str, Any]:
    game, position = survey.game, survey.position
    return {
        "game": game.name,
        "position": game.format_position(position),
        "stage": game.stage(position),
        "zones": {
            role.name.lower(): {kind: [_described(survey, each) for each in found[kind]] for kind in TYPES}
            for role, found in zones.items()
        },
    }


def _described(survey: _Survey, zone: Zone) -> dict[str, Any]:
    """Describe a zone; features that may be fractions are given as a fraction and as a float."""
    features = survey.terrain.exactly(zone)
    return {
        "locations": survey.names(zone.locations),
        "men": survey.names(zone.men),
        "features": {
            name: {"exact": str(value), "float": float(value)} if name in SHARES else int(value)
            for name, value in features.items()
        },
    }


def _view(survey: _Survey, zones: Mapping[Role, Zones]) -> Iterator[RenderableType]:
    yield _heading(survey)
    if not any(_men(found) for found in zones.values()):
        yield Text("There are no men on the board, so there are no zones; give a position with men: --moves.")
        return
    yield Text()
    for role, found in zones.items():
        yield from _role_view(survey, role, found)


def _role_view(survey: _Survey, role: Role, zones: Zones) -> Iterator[RenderableType]:
    """Show the zones of one role, followed by an empty line."""
    who, men = f"{role.title} ({MARKS[role]})", _men(zones)
    if men:
        yield Rule(Text.assemble((who, "bold"), f": {_number(men, 'man')}"), align="left", style=FAINT)
        yield Cards(list(_cards(survey, zones)))
    else:
        yield Text(f"{who} has no men on the board, so it has no zones.\n")


def _heading(survey: _Survey) -> Text:
    game, position = survey.game, survey.position
    stage = game.stage(position)
    title = f"Zones of {game.title}{f', {stage}' if stage else ''}"
    return Text.assemble((title, "bold"), f": {game.format_position(position)}", overflow="fold")


def _men(zones: Zones) -> int:
    """Return the number of men of a role: each is in one zone of every type."""
    return sum(each.men.bit_count() for each in zones[TYPES[0]])


def _cards(survey: _Survey, zones: Zones) -> Iterator[Card]:
    """Draw the zones of a role by type; types with equal zones share a picture."""
    drawn: list[str] = []
    for kind in TYPES:
        if all(zones[kind] != zones[each] for each in drawn):
            drawn.append(kind)
            yield _card(survey, zones, kind)


def _card(survey: _Survey, zones: Zones, kind: str) -> Card:
    found = zones[kind]
    alike = [each for each in TYPES if each != kind and zones[each] == found]
    marked = [i for i in range(len(survey.game.board)) if any(each.locations >> i & 1 for each in found)]
    lines: list[RenderableType] = [
        Text.assemble((kind, "bold"), f": {_number(len(found), 'zone')}"),
        *(Text.assemble((each, "bold"), f": same as {kind}") for each in alike),
        _list_of(_described_in_words(survey, each) for each in found),
    ]
    return Card(part_picture(survey.game, survey.game.cells(survey.position), marked), lines)


def _list_of(items: Iterable[Text]) -> Table:
    """Return items as a list, each with a dash."""
    table = Table.grid(padding=(0, 1, 0, 0))
    for each in items:
        table.add_row("-", each)
    return table


def _described_in_words(survey: _Survey, zone: Zone) -> Text:
    """Describe a zone in words: its locations and its features."""
    features = survey.terrain.exactly(zone)
    words = (
        _number(features["men"], "man"),
        _number(features["locations"], "location"),
        *(f"{name} {_written(features[name])}" for name in SHARES),
        _lines(features),
        f"path {features['path']}",
    )
    return Text.assemble((" ".join(survey.names(zone.locations)), "green"), f": {', '.join(words)}")


def _lines(features: Mapping[str, Fraction]) -> str:
    """Return the number of lines in a zone, by length, in words."""
    lengths = [f"{features[length]} {length}" for length in ("long", "short") if features[length]]
    return f"{_number(features['lines'], 'line')} ({', '.join(lengths)})" if lengths else "no lines"


def _written(value: Fraction) -> str:
    """Return a fraction for people."""
    return str(value) if value.denominator <= _LARGEST_DENOMINATOR else f"{float(value):.3f}"


def _number(count: Fraction | int, noun: str) -> str:
    return f"{count} {noun if count == 1 else plural(noun)}"
