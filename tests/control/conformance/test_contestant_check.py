"""Conformance of contestants: what one does wrong is told in words."""

import random
from typing import Any, Self

import pytest

from agents import CONTESTANTS, Contestant, RandomContestant, Streams
from agents.contestants.solved import PerfectContestant
from control import check_contestant_conduct
from games import BadOption, Game, Move, make_game
from tests.support import tic_tac_toe

GAMES = (tic_tac_toe(), make_game("nim"), make_game("pong-hau-ki"))


class Alike(Contestant):
    """Chooses the first move."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # none
        """Return that move."""
        return game.legal_moves(position)[0]


class Illegal(Alike):
    """Plays a move of one game in all of them."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # none
        """Return the middle."""
        return "5"


class Moody(Alike):
    """Takes chance from where nobody can see it."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # none
        """Return any move."""
        return MOOD.choice(game.legal_moves(position))


MOOD = random.Random(1)  # noqa: S311  # no secret hangs on it


class FewChoices(PerfectContestant):
    """Has two choices in a position."""

    @classmethod
    def made_for(cls, game: Game[Any], argument: str = "2") -> Self:
        """Make one for a game."""
        return super().made_for(game, argument)


class Failing(Alike):
    """Fails."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # none
        """Fail."""
        raise ValueError("two\nlines")


class Unmade(Alike):
    """Cannot be made."""

    def __init__(self) -> None:
        raise ValueError("not today")


class Needy(Alike):
    """Cannot do without an argument."""

    @classmethod
    def read_argument(cls, argument: str) -> dict[str, int]:
        """Read a number."""
        int(argument)
        return {}


class Picky(Alike):
    """Plays one game."""

    @classmethod
    def made_for(cls, game: Game[Any], argument: str = "") -> "Picky":
        """Refuse all others."""
        if game.name != "nim":
            raise BadOption("that is not for me")
        return super().made_for(game, argument)


@pytest.mark.parametrize(
    "contestant",
    [Alike, Picky, FewChoices, RandomContestant, CONTESTANTS["perfect"], CONTESTANTS["expert"]],
)
def test_whoever_conforms_is_told_nothing(contestant: type[Contestant]) -> None:
    """Those of ours, and one that refuses a game in words."""
    heard: list[str] = []
    assert check_contestant_conduct(contestant, GAMES, hear=heard.append) == []
    assert set(heard) <= {game.name for game in GAMES}
    assert heard


@pytest.mark.parametrize(
    ("contestant", "finding"),
    [
        (Illegal, "chooses an illegal move in tic-tac-toe at 'OXO.XOX.. X' and 6 other positions: '5'"),
        (Failing, "fails in tic-tac-toe at '......... X' and 8 other positions: ValueError: two lines"),
        (Unmade, "fails in tic-tac-toe at '......... X' and 8 other positions: ValueError: not today"),
        (Needy, "cannot be made without an argument: ValueError: invalid literal for int"),
    ],
)
def test_a_fault_is_told_once_with_the_first_place(contestant: type[Contestant], finding: str) -> None:
    """And in how many others it is met."""
    (told,) = check_contestant_conduct(contestant, GAMES)
    assert told.startswith(finding)


def test_chance_from_elsewhere_is_found() -> None:
    """The same streams give the same move, whoever is asked the second time."""
    (told,) = check_contestant_conduct(Moody, GAMES)
    assert told.startswith("chooses another move when asked again in ")
    assert told.endswith("; use no chance other than streams")


def test_whoever_plays_nothing_is_told_so() -> None:
    """Where every game is refused, nothing has been checked."""
    assert check_contestant_conduct(Picky, GAMES[:1]) == ["plays none of the known games"]


class Endless(Alike):
    """Never chooses, and never waits for anything either."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # as declared
        """Go on for ever."""
        while True:
            pass


def test_whoever_never_chooses_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for it for ever."""
    monkeypatch.setattr("control.conformance.contestant_check.LONGEST_S", 0.05)
    (said,) = check_contestant_conduct(Endless, [tic_tac_toe()])
    assert said.startswith("fails in tic-tac-toe at '......... X': has not chosen after 0.05 s")
