"""What an Advisor is given is only to be looked at."""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import attrs

from agents import Deliberation
from blackboard import Knowledge, State
from games import Game, game_names, make_game
from tests.support import CLOCKS, advisor, decided, does, each_case, heard, says

KNOWN = Knowledge(
    "tic-tac-toe",
    {
        "states": {"X........ O": "draw"},
        "openings": {"X........ O": [1, 0, 0]},
        "hoyle_moves": {"......... X": {"X........ O": [1, 0, 0]}},
        "mine": {"list": [[1], {"a": [2]}]},
    },
)

CHANGES: dict[str, Callable[[Any], object]] = {
    "an entry": lambda think: think.knowledge.item("states").__setitem__("EVIL", "player"),
    "an entry, by update": lambda think: think.knowledge.item("states").update(EVIL="player"),
    "an entry, taken out": lambda think: think.knowledge.item("states").pop("X........ O"),
    "all entries": lambda think: think.knowledge.item("states").clear(),
    "a list": lambda think: think.knowledge.item("openings")["X........ O"].append(1),
    "a count": lambda think: think.knowledge.item("openings")["X........ O"].__setitem__(0, 9),
    "a mapping inside": lambda think: think.knowledge.item("hoyle_moves")["......... X"].__delitem__("a"),
    "a list in a list": lambda think: think.knowledge.item("mine")["list"][0].append(1),
    "a list in all that": lambda think: think.knowledge.item("mine")["list"][1]["a"].append(1),
    "an item": lambda think: think.knowledge.items.__setitem__("states", {}),
    "the items": lambda think: setattr(think.knowledge, "items", {}),
    "the items, by their place": lambda think: think.knowledge.__dict__.update(items={}),
    "the options of knowledge": lambda think: think.knowledge.options.update(size="9"),
    "an option": lambda think: think.game.options.__setitem__("size", "9"),
    "the game": lambda think: setattr(think.game, "x", 1),
    "its name": lambda think: setattr(think.game, "name", "evil"),
    "its rules": lambda think: setattr(think.game, "play", None),
    "its inside": lambda think: think.game._bits.clear(),
    "the board": lambda think: setattr(think.game.board, "lines", ()),
    "a line": lambda think: think.game.board.lines[0].__setitem__(0, 5),
    "a winning line": lambda think: think.game.winning_lines.append((0, 1, 3)),
    "a location": lambda think: setattr(think.game.board.locations[0], "name", "9"),
    "the position": lambda think: setattr(think.position, "player", 511),
    "the moves": lambda think: think.moves.remove("1"),
    "a list of the game's own": lambda think: think.game.heights["a"].append(1),
}


@each_case("change", CHANGES.values(), ids=CHANGES)
def test_whoever_tries_to_change_what_it_is_given_fails_alone(change: Callable[[Any], object]) -> None:
    """It is told why, and what the others see and say is as if it had not been there."""
    game = make_game("tic-tac-toe")
    game.heights = {"a": [1, 2]}  # type: ignore[attr-defined]  # games of others have more than ours
    before = KNOWN.to_bytes()
    seen: list[bytes] = []
    panel = [
        advisor("Evil", does(change)),
        advisor("Good", says("5", 8), does(lambda think: seen.append(think.knowledge.to_bytes()))),
    ]
    decision = decided(panel, knowledge=KNOWN, game=game)
    testimony = heard(decision, "Evil")
    assert testimony.state is State.FAILED
    assert testimony.reason.startswith(("TypeError: ", "AttributeError: ", "FrozenInstanceError"))
    assert heard(decision, "Good").state is State.FINISHED
    assert seen == [before]
    assert KNOWN.to_bytes() == before
    assert game.heights == {"a": [1, 2]}  # type: ignore[attr-defined]  # as above
    assert decision.options == {}


def reachable(value: Any, met: set[int]) -> Iterator[Any]:
    """Yield what can be reached in a value through what is public."""
    if id(value) in met:
        return
    met.add(id(value))
    yield value
    if attrs.has(type(value)):
        inside = [getattr(value, each.name) for each in attrs.fields(type(value)) if each.name[0] != "_"]
    elif isinstance(value, tuple | frozenset):
        inside = list(value)
    else:
        inside = []
    for each in inside:
        yield from reachable(each, met)


@each_case("name", game_names())
def test_no_game_shows_what_could_be_changed(name: str) -> None:
    """Of every game, nothing that an Advisor can look up is a dict, a list or a set."""
    open_things: list[Any] = []

    def look(think: Deliberation) -> None:
        shown = [each for each in dir(make_game(name)) if each[0] != "_"]
        met: set[int] = set()
        for attribute in shown:
            found = getattr(think.game, attribute)
            open_things.extend(
                (attribute, each) for each in reachable(found, met) if isinstance(each, dict | list | set)
            )

    assert heard(decided([advisor("A", does(look))], game=make_game(name)), "A").state is State.FINISHED
    assert open_things == []


@each_case("clock", CLOCKS)
@each_case("name", game_names())
def test_nobody_changes_the_position_of_others(name: str, clock: str) -> None:
    """What one does to its position reaches nobody, and nothing hangs on it that knows the rules for free."""
    game = make_game(name)
    position = game.initial()
    before, seen, shown = game.format_position(position), [], []

    def tamper(think: Deliberation) -> None:
        for attribute in [each for each in dir(think.position) if each[0] != "_"]:
            with contextlib.suppress(Exception):
                shown.append(getattr(think.position, attribute))
                setattr(think.position, attribute, 1)

    def look(think: Deliberation) -> None:
        seen.append(think.game.format_position(think.position))

    decided(
        [advisor("Evil", does(tamper)), advisor("Good", does(look))],
        game=game,
        position=position,
        clock=clock,
    )
    assert seen == [before] == [game.format_position(position)]
    assert not any(isinstance(each, Game | dict | list | set) for each in shown)
