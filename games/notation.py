"""Notation: how men, positions and refused moves are written."""

import reprlib
from collections.abc import Sequence

from games.errors import BadPosition, IllegalMove
from games.game import Move, Role

MARKS = {Role.PLAYER: "X", Role.OPPONENT: "O", None: "."}
PASS: Move = "pass"  # noqa: S105  # a move, not a password
MEANINGS = {"X": Role.PLAYER, "x": Role.PLAYER, "O": Role.OPPONENT, "o": Role.OPPONENT}
_EMPTY = ".-_"


def write_cells(cells: Sequence[Role | None], mover: Role) -> str:
    """Write one character per location, then the mover: `X.XOO.... X`."""
    return "".join(map(MARKS.__getitem__, cells)) + " " + MARKS[mover]


def read_cells(text: str, size: int) -> tuple[list[Role | None], Role | None]:
    """Read what `write_cells` wrote; blanks and slashes may separate rows, and the mover may be left out."""
    words = text.replace("/", " ").split()
    marks = "".join(words)
    if len(marks) == size + 1 and len(words[-1]) == 1:
        return [_read_cell(mark) for mark in marks[:-1]], _read_mover(marks[-1])
    cells = [_read_cell(mark) for mark in marks]
    if len(cells) != size:
        raise BadPosition(f"position {text!r} has {len(cells)} locations; it needs {size}, then who moves")
    return cells, None


def _read_cell(mark: str) -> Role | None:
    if mark in _EMPTY:
        return None
    if mark not in MEANINGS:
        raise BadPosition(f"{mark!r} has no meaning in a position; write X, O, or . for an empty location")
    return MEANINGS[mark]


def _read_mover(mark: str) -> Role:
    if mark not in MEANINGS:
        raise BadPosition(f"{mark!r} is not a mover; end a position with X or O")
    return MEANINGS[mark]


def refusal(move: object, why: str, legal: Sequence[Move]) -> IllegalMove:
    """Return the error that names a move, the reason for refusing it, and the legal moves."""
    remedy = f"legal moves: {', '.join(legal)}" if legal else "no move is left"
    return IllegalMove(f"{' '.join(reprlib.repr(move).split())} cannot be played: {why}; {remedy}")
