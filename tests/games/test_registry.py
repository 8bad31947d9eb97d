"""Which games there are, and how each is made."""

import json
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from games import (
    GAMES,
    BadOption,
    BadPlugin,
    BadPosition,
    DuplicateName,
    Game,
    PlacingGame,
    UnknownName,
    check_game,
    game_names,
    grid,
    make_game,
    plugin_faults,
    register,
    straight_lines,
    tic_tac_toe,
    unregister,
)
from scenarios.cli.answers import nothing_but_the_answer
from scenarios.cli.games_command import games_command
from tests.support import each_case

pytestmark = pytest.mark.usefixtures("registries")


class Small(PlacingGame):
    """A user's game: two in line on a board of four."""

    def __init__(self, *, wins: str = "yes") -> None:
        if wins not in ("yes", "no"):
            raise BadOption(f"wins is {wins!r}; it is yes or no")
        board = grid(2, 2, lines=straight_lines(2, 2, length=2))
        super().__init__(name="small", title="Small", rules="Two.", board=board, line_wins=wins == "yes")
        self.options = {"wins": wins}


def make_small() -> Game[Any]:
    """Make one without options."""
    return Small()


Offer = Callable[..., None]


@pytest.fixture
def offer(install: Offer, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Pretend that other distributions offer games; each value is what its entry point leads to."""
    here = ModuleType("foreign_games")
    vars(here).update(Small=Small, make_small=make_small, game=Small(), number=7, sevenfold=lambda: 7)
    monkeypatch.setitem(sys.modules, "foreign_games", here)
    return partial(install, "hoyle.games")


@each_case("name", sorted(GAMES))
def test_bundled_games_answer_to_their_names(name: str) -> None:
    """Each is made under its name and conforms."""
    game = make_game(name)
    assert game.name == name
    assert name in game_names()
    assert check_game(game, contests=5) == []


def test_an_unknown_game() -> None:
    """One line names the value and the remedy."""
    with pytest.raises(UnknownName) as caught:
        make_game("chess")
    assert str(caught.value) == "no game is named 'chess'; hoyle games lists them"


def test_a_misspelt_game_gets_a_hint() -> None:
    """The nearest name is offered."""
    with pytest.raises(UnknownName, match=r"did you mean 'tic-tac-toe'\?"):
        make_game("tictactoe")


def test_an_option_of_a_game_without_options() -> None:
    """The line says that there are none."""
    with pytest.raises(BadOption) as caught:
        make_game("tic-tac-toe", {"size": "4"})
    assert str(caught.value) == "tic-tac-toe has no option 'size'; it has no options"


def test_an_unknown_option_of_a_game_with_options() -> None:
    """The line names those it has."""
    register(Small)
    with pytest.raises(BadOption) as caught:
        make_game("small", {"size": "4"})
    assert str(caught.value) == "small has no option 'size'; its options are wins"


def test_options_reach_the_game() -> None:
    """A variant is picked by text, and an impossible value is the game's to refuse."""
    register(Small)
    assert make_game("small").winning_lines
    assert make_game("small", {"wins": "no"}).winning_lines == ()
    with pytest.raises(BadOption, match="wins is 'perhaps'"):
        make_game("small", {"wins": "perhaps"})


@pytest.mark.parametrize("source", [Small, Small(), make_small, lambda **_options: Small()])
def test_a_game_can_be_registered_in_every_form(source: Any) -> None:
    """A subclass, an instance and a factory all will do, and can be taken out again."""
    assert register(source) == "small"
    assert make_game("small").title == "Small"
    assert "small" in game_names()
    unregister("small")
    assert "small" not in game_names()


def test_an_instance_stays_itself() -> None:
    """Registering an instance does not copy it."""
    game = Small()
    register(game)
    assert make_game("small") is game


@pytest.mark.parametrize("source", [tic_tac_toe, tic_tac_toe()])
def test_a_bundled_name_cannot_be_taken(source: Any) -> None:
    """A duplicate is refused."""
    with pytest.raises(DuplicateName, match="a game named 'tic-tac-toe' already exists"):
        register(source)


def test_a_registered_name_cannot_be_taken_twice() -> None:
    """A duplicate is refused, and the first stays."""
    register(Small)
    with pytest.raises(DuplicateName, match="'small'"):
        register(make_small)
    assert isinstance(make_game("small"), Small)


class Nameless(Small):
    """A game that forgot its name."""

    def __init__(self) -> None:
        super().__init__()
        del self.name


class Shouting(Small):
    """A game with a name that no command line takes."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "My Game"


class Strict(Small):
    """A game that cannot be made without arguments."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size


def raise_error() -> Game[Any]:
    """Fail with words of several lines."""
    raise ZeroDivisionError("one\ntwo")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (7, "game 'int' cannot be used: it must be a Game"),
        (dict, "game 'dict' cannot be used: its factory returned dict, not a Game"),
        (Game, "game 'Game' cannot be made: TypeError: Can't instantiate abstract class"),
        (Strict, "game 'Strict' cannot be made: TypeError: "),
        (raise_error, "game 'raise_error' cannot be made: ZeroDivisionError: one two"),
        (Nameless, "game 'Nameless' cannot be used: it has no name"),
        (Shouting, "game 'Shouting' cannot be used: its name 'My Game' is not lower case with dashes"),
    ],
)
def test_what_is_no_game_is_refused(source: Any, message: str) -> None:
    """One line names what was brought and what is wrong with it."""
    before = game_names()
    with pytest.raises(BadPlugin) as caught:
        register(source)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert game_names() == before


@pytest.mark.parametrize("value", ["foreign_games:Small", "foreign_games:make_small", "foreign_games:game"])
def test_a_game_of_another_distribution(offer: Offer, value: str) -> None:
    """An entry point is listed and made like any other, in every form."""
    offer(("small", value))
    assert game_names() == (*GAMES, "small")
    assert make_game("small").title == "Small"
    assert plugin_faults() == []


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            "no_such_module:Game",
            "entry point 'broken' (no_such_module:Game) cannot be loaded: ModuleNotFound",
        ),
        ("foreign_games:absent", "entry point 'broken' (foreign_games:absent) cannot be loaded: Attribute"),
        ("foreign_games:number", "entry point 'broken' (foreign_games:number) cannot be used: it must be"),
        ("foreign_games:sevenfold", "game 'broken' cannot be used: its factory returned int"),
        ("foreign_games:Small", "game 'broken' cannot be used: its own name is 'small'"),
    ],
)
def test_a_broken_entry_point(offer: Offer, value: str, message: str) -> None:
    """It is named in one line, and every other game goes on working."""
    offer(("broken", value), ("small", "foreign_games:Small"))
    with pytest.raises(BadPlugin) as caught:
        make_game("broken")
    assert str(caught.value).startswith(message)
    assert make_game("small").name == "small"
    assert make_game("tic-tac-toe").name == "tic-tac-toe"
    assert game_names() == (*GAMES, "broken", "small")
    assert [str(fault) for fault in plugin_faults()] == [str(caught.value)]


def test_the_list_of_games_tells_what_is_broken(offer: Offer, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line lists every game that works, and names each fault in one line on stderr."""
    offer(("broken", "no_such_module:Game"), ("small", "foreign_games:Small"))
    with nothing_but_the_answer(is_json=True):
        games_command.main(["--json"], standalone_mode=False)
    told = capsys.readouterr()
    assert [each["name"] for each in json.loads(told.out)] == [*GAMES, "small"]
    assert told.err.startswith("hoyle: entry point 'broken' (no_such_module:Game) cannot be loaded")
    assert told.err.count("\n") == 1


def test_an_entry_point_cannot_take_a_bundled_name(offer: Offer) -> None:
    """The bundled game stays, and the fault is told."""
    offer(("tic-tac-toe", "foreign_games:Small"))
    assert make_game("tic-tac-toe").title == "Tic-tac-toe"
    (fault,) = plugin_faults()
    assert isinstance(fault, DuplicateName)
    assert "(foreign_games:Small) uses the name of a bundled game" in str(fault)


def test_two_distributions_with_one_name(offer: Offer) -> None:
    """Neither wins: the line names both."""
    offer(("small", "foreign_games:Small"), ("small", "foreign_games:make_small"))
    with pytest.raises(DuplicateName, match="foreign_games:Small and foreign_games:make_small"):
        make_game("small")


def test_a_users_game_cannot_take_the_name_of_an_entry_point(offer: Offer) -> None:
    """A duplicate is refused."""
    offer(("small", "foreign_games:Small"))
    with pytest.raises(DuplicateName):
        register(Small)


def test_our_own_errors_pass_through() -> None:
    """A factory that raises one of our errors is quoted as it is."""

    def factory() -> Game[Any]:
        raise BadPosition("as it is")

    with pytest.raises(BadPosition, match=r"^as it is$"):
        register(factory)
