"""The conformance checks, on games that conform and on games that do not."""

# ruff: noqa: D102  # a broken game says in its class docstring what it breaks

import re
from collections.abc import Hashable
from typing import Any

import attrs
import pytest

from games import (
    GAMES,
    Board,
    Game,
    IllegalMove,
    Location,
    Men,
    Move,
    Outcome,
    PlacingGame,
    Position,
    Role,
    check_game,
    grid,
    make_game,
    straight_lines,
)


class Base(PlacingGame):
    """Three in line on three by two: it conforms, so that each subclass breaks one thing."""

    def __init__(self) -> None:
        board = grid(3, 2, lines=straight_lines(3, 2, length=3))
        super().__init__(name="base", title="Base", rules="Three in line wins.", board=board)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_bundled_games_conform(name: str) -> None:
    """Nothing is found."""
    assert check_game(make_game(name)) == []


def test_the_base_of_the_broken_games_conforms() -> None:
    """What is found below is what was broken on purpose."""
    assert check_game(Base()) == []


class StartsOver(Base):
    """A contest that has ended before it began."""

    def outcome(self, position: Position) -> Outcome | None:
        return Outcome.DRAW if position == self.initial() else super().outcome(position)


class OpponentStarts(Base):
    """The wrong role moves first."""

    def initial(self) -> Position:
        return Position(0, 0, Role.OPPONENT)


class ListOfMoves(Base):
    """A list can be changed by whoever gets it."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return list(super().legal_moves(position))  # type: ignore[return-value]  # broken on purpose


class NumbersAsMoves(Base):
    """A move is a text."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return tuple(map(int, super().legal_moves(position)))  # type: ignore[arg-type]  # broken on purpose


class TwiceTheMoves(Base):
    """Every move is offered twice."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return super().legal_moves(position) * 2


class Restless(Base):
    """Another order each time."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        self.calls += 1
        return super().legal_moves(position)[:: 1 if self.calls % 2 else -1]


class MovesAfterTheEnd(Base):
    """A finished contest with moves left."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        return super().legal_moves(position) or ("1",)


class NeverOver(Base):
    """No moves, and yet no outcome."""

    def outcome(self, position: Position) -> Outcome | None:
        del position
        return None


class WordyOutcome(Base):
    """An outcome is no text."""

    def outcome(self, position: Position) -> Outcome | None:
        outcome = super().outcome(position)
        return outcome and outcome.value  # type: ignore[return-value]  # broken on purpose


class Forgiving(Base):
    """Whatever is not legal is taken for a pass."""

    def play(self, position: Position, move: Move) -> Position:
        try:
            return super().play(position, move)
        except IllegalMove:
            return self.passed(position)


class WrongError(Base):
    """An illegal move raises what the dictionary raised."""

    def play(self, position: Position, move: Move) -> Position:
        try:
            return super().play(position, move)
        except IllegalMove:
            raise KeyError(move) from None


class Stubborn(Base):
    """The last location is offered and refused."""

    def play(self, position: Position, move: Move) -> Position:
        if move == "6":
            raise IllegalMove("6 is mine")
        return super().play(position, move)


class MoverAsNumber(Base):
    """A mover is a Role."""

    def mover(self, position: Position) -> Role:
        return Role.PLAYER if position == self.initial() else int(position.mover)  # type: ignore[return-value]


class ShortOfCells(Base):
    """One location is forgotten."""

    def cells(self, position: Position) -> tuple[Role | None, ...]:
        return super().cells(position)[:-1]


class LettersInCells(Base):
    """Cells are Roles, not letters."""

    def cells(self, position: Position) -> tuple[Role | None, ...]:
        return tuple("XO"[cell] if cell is not None else None for cell in super().cells(position))  # type: ignore[misc]


class SeesDouble(Base):
    """Men stand where cells show none."""

    def standing(self, position: Position, role: Role) -> int:
        return super().standing(position, role) << 1


class Forgetful(Base):
    """The text leaves out the men."""

    def format_position(self, position: Position) -> str:
        del position
        return "......"


class Unreadable(Base):
    """The reader cannot read the writer's hand."""

    def format_position(self, position: Position) -> str:
        return super().format_position(position) + "!"


class PassesNothing(Base):
    """A pass that does not pass."""

    def passed(self, position: Position) -> Position:
        return position


class PassesMen(Base):
    """A pass that takes the men away."""

    def passed(self, position: Position) -> Position:
        return Position(0, 0, position.mover.other)


class StaysPut(Base):
    """An image that is no image."""

    def image(self, position: Position, symmetry: Any) -> Position:
        del symmetry
        return position


class OneSided(Base):
    """What is placed on the first location goes to the third."""

    def play(self, position: Position, move: Move) -> Position:
        return super().play(position, "3" if move == "1" and "3" in self.legal_moves(position) else move)


class OutsideLines(Base):
    """A winning line leads off the board."""

    def __init__(self) -> None:
        super().__init__()
        self.winning_lines = ((0, 1, 6),)


class NoRules(Base):
    """Rules are missing."""

    def __init__(self) -> None:
        super().__init__()
        del self.rules


class Exploding(Base):
    """Everything goes well until the third move."""

    def play(self, position: Position, move: Move) -> Position:
        if (position.player | position.opponent).bit_count() == 2:
            raise ZeroDivisionError("the third\nmove")
        return super().play(position, move)


@pytest.mark.parametrize(
    ("game", "finding"),
    [
        (StartsOver, "a contest is over before it starts"),
        (OpponentStarts, "Player moves first, but the mover is <Role.OPPONENT: 1>"),
        (ListOfMoves, "legal_moves returns list, not a tuple"),
        (NumbersAsMoves, "legal_moves returns (1, 2, 3, 4, 5, 6); every move must be a string"),
        (TwiceTheMoves, "which contains a move twice"),
        (Restless, "or another order, the second time"),
        (MovesAfterTheEnd, "although there are legal moves"),
        (NeverOver, "outcome is None although there are no legal moves"),
        (WordyOutcome, "not an Outcome or None"),
        (Forgiving, "which is not legal"),
        (WrongError, "with IllegalMove, but raises KeyError"),
        (Stubborn, "play refuses '6', which legal_moves offers"),
        (MoverAsNumber, "mover returns 1, not a Role"),
        (ShortOfCells, "cells has 5 entries for 6 locations"),
        (LettersInCells, "cells contains 'X', not a Role or None"),
        (SeesDouble, "standing of Player is "),
        (Forgetful, "reads '......' as another position"),
        (Unreadable, "cannot check that a position can be written and read back: BadPosition"),
        (PassesNothing, "passed does not give the move to the other role"),
        (PassesMen, "passed moves men"),
        (StaysPut, "puts men on the wrong locations"),
        (OneSided, "leads elsewhere: the rules do not have this symmetry of the board"),
        (OutsideLines, "winning line (0, 1, 6) is not possible; use distinct locations from 0 to 5"),
        (NoRules, "its rules is missing or not a string"),
        (Exploding, "ZeroDivisionError: the third move"),
    ],
)
def test_a_broken_game_is_found_out(game: type[Base], finding: str) -> None:
    """Something is found, and one finding names what was broken."""
    findings = check_game(game(), contests=20)
    assert any(finding in each for each in findings), findings
    assert not any("\n" in each for each in findings)


@pytest.mark.parametrize("thing", [None, 7, Base, object()])
def test_what_is_no_game_at_all(thing: Any) -> None:
    """Even then the answer is a finding."""
    assert "is not a subclass of games.Game" in check_game(thing)[0]


@attrs.define(eq=False)
class Counter:
    """A position that is changed in place."""

    count: int = 0


class Counting(Game[Hashable]):
    """Count to three, or for ever, on a position that may be changed by playing."""

    family = "counting"
    name = "counting"
    title = "Counting"
    rules = "Say the next number."
    board = Board([Location("1", 0, 0)], [])

    def __init__(self, last: int, *, changes: bool) -> None:
        self.options = {}
        self.last = last
        self.changes = changes
        self.counter = Counter()

    def initial(self) -> Any:
        return self.counter if self.changes else 0

    def mover(self, position: Any) -> Role:
        return Role(self._count(position) % 2)

    def legal_moves(self, position: Any) -> tuple[Move, ...]:
        return () if self._count(position) >= self.last else ("next",)

    def play(self, position: Any, move: Move) -> Any:
        if move not in self.legal_moves(position):
            raise IllegalMove(f"{move!r} is not the next number")
        if not self.changes:
            return position + 1
        position.count += 1
        return position

    def outcome(self, position: Any) -> Outcome | None:
        return Outcome.DRAW if self._count(position) >= self.last else None

    def cells(self, position: Any) -> list[Role | None]:
        return [self.mover(position)]

    def passed(self, position: Any) -> Any:
        return position + 1

    def image(self, position: Any, symmetry: Any) -> Any:
        del symmetry
        return position

    def format_position(self, position: Any) -> str:
        return str(self._count(position))

    def parse_position(self, text: str) -> Any:
        return int(text)

    def _count(self, position: Any) -> int:
        return position.count if self.changes else int(position)


def test_a_play_that_is_not_pure_is_found_out() -> None:
    """A position that changes under one's hands is named."""
    findings = check_game(Counting(3, changes=True), contests=1)
    assert any("play changes the position it is given; the move was 'next'" in each for each in findings)


def test_men_that_are_said_to_stay_and_do_not_are_found_out() -> None:
    """Moved, turned over or taken: a game in which men do not stay may not say that they do."""
    for name in ("achi", "othello", "five-mens-morris"):
        restless = make_game(name)
        assert restless.men_stay is False
        restless.men_stay = True  # type: ignore[misc]  # on purpose
        (finding,) = check_game(restless, contests=12)
        assert re.search(r"^men_stay is True, but the man on \w+ does not stay \(after ", finding)


class Hoarder(Base):
    """Men in hand that placing does not use up, or that come from nowhere."""

    def __init__(self, first: Men, later: Men | None, stage: Any = None) -> None:
        super().__init__()
        self._answers = first, later, stage

    def stage(self, position: Position) -> Any:
        del position
        return self._answers[2]

    def men(self, position: Position, role: Role) -> Any:
        first, later, _ = self._answers
        standing = position.men(role).bit_count()
        men = later if standing else first
        return men and Men(standing + men.board, men.hand)


@pytest.mark.parametrize(
    ("game", "finding"),
    [
        (Hoarder(Men(0, 2), Men(0, 2), "sleeping"), "stage returns 'sleeping', not"),
        (Hoarder(Men(0, 0), Men(0, 0), "placing"), "stage is 'placing', but the mover has no men in hand"),
        (Hoarder(Men(1, 1), Men(0, 0)), "men counts 1 of Player on the board, but cells shows 0"),
        (Hoarder(Men(0, 1), Men(0, 4)), "Player has 4 men in hand after a move, and had 1 before"),
        (Hoarder(Men(0, 3), Men(0, 1)), "Player has 2 men in all after placing one, and had 3 before"),
        (Hoarder(Men(0, 3), None), "men of Player is None in one position of a contest, and not in another"),
    ],
)
def test_men_that_are_miscounted_are_found_out(game: Game[Any], finding: str) -> None:
    """Each thing that others count on has a finding of its own."""
    assert any(found.startswith(finding) for found in check_game(game, contests=3))


def test_captures_that_are_said_to_be_written_and_are_not_are_found_out() -> None:
    """Discs that turn over change hands, and no x says so."""
    othello = make_game("othello")
    assert othello.writes_captures is False
    othello.writes_captures = True  # type: ignore[misc]  # on purpose
    (finding,) = check_game(othello, contests=3)
    assert re.search(r"^writes_captures is True, but '\w+' takes -\d men of Player, not 0 \(after ", finding)


def test_a_contest_without_end_is_found_out() -> None:
    """The bound is named, and the check itself ends."""
    findings = check_game(Counting(10**9, changes=False), contests=3, longest=30)
    assert "a contest lasted for more than 30 moves" in findings


def test_the_same_seed_finds_the_same() -> None:
    """Checks are repeatable."""
    assert check_game(Stubborn(), seed=4) == check_game(Stubborn(), seed=4)
