"""Morris a second time: plain rules over strings and lists, with no code of ours, to compare with."""

import itertools
from collections.abc import Iterator

PLAIN_BOARDS: dict[int, tuple[list[tuple[int, ...]], list[tuple[int, ...]]]] = {
    16: (
        [(1, 2, 3, 10, 16, 15, 14, 7), (4, 5, 6, 9, 13, 12, 11, 8)],
        [(2, 5), (7, 8), (9, 10), (12, 15)],
    ),
    24: (
        [(1, 2, 3, 15, 24, 23, 22, 10), (4, 5, 6, 14, 21, 20, 19, 11), (7, 8, 9, 13, 18, 17, 16, 12)],
        [(2, 5, 8), (10, 11, 12), (13, 14, 15), (17, 20, 23)],
    ),
}
DIAGONALS: list[tuple[int, ...]] = [(1, 4, 7), (3, 6, 9), (16, 19, 22), (18, 21, 24)]


class PlainMorris:
    """One contest, changed in place."""

    def __init__(self, size: int, men: int, *, diagonals: bool = False, flying: bool = False) -> None:
        rings, spokes = PLAIN_BOARDS[size]
        sides: list[tuple[int, ...]] = [(r[i], r[i + 1], r[(i + 2) % 8]) for r in rings for i in (0, 2, 4, 6)]
        rows = sides + spokes + (DIAGONALS if diagonals else [])
        self.mills = [row for row in rows if len(row) == 3]
        self.joined = {(a, b) for row in rows for a, b in itertools.pairwise(row)}
        self.joined |= {(b, a) for a, b in self.joined}
        self.board = [" "] + ["."] * size
        self.hand = {"X": men, "O": men}
        self.mover, self.other = "X", "O"
        self.flying = flying

    def in_mill(self, at: int) -> bool:
        """Does the man there stand in a mill?"""
        who = self.board[at]
        return any(at in mill and all(self.board[i] == who for i in mill) for mill in self.mills)

    def count(self, who: str) -> int:
        """Count one side's men."""
        return self.board.count(who) + self.hand[who]

    def steps(self) -> Iterator[tuple[int | None, int]]:
        """Yield where a man may come from and go to."""
        empty = [i for i, who in enumerate(self.board) if who == "."]
        if self.hand[self.mover]:
            yield from ((None, i) for i in empty)
            return
        flies = self.flying and self.count(self.mover) == 3
        for a, who in enumerate(self.board):
            if who == self.mover:
                yield from ((a, b) for b in empty if flies or (a, b) in self.joined)

    def moves(self) -> set[str]:
        """Return every legal move."""
        if min(self.count("X"), self.count("O")) < 3:
            return set()
        found = set()
        for a, b in list(self.steps()):
            name = f"{a}-{b}" if a else f"{b}"
            self.step(a, b)
            men = [i for i, who in enumerate(self.board) if who == self.other]
            victims = ([i for i in men if not self.in_mill(i)] or men) if self.in_mill(b) else []
            found |= {f"{name}x{i}" for i in victims} or {name}
            self.unstep(a, b)
        return found

    def step(self, a: int | None, b: int) -> None:
        """Move a man, or place one."""
        self.board[b] = self.mover
        if a:
            self.board[a] = "."
        else:
            self.hand[self.mover] -= 1

    def unstep(self, a: int | None, b: int) -> None:
        """Take that back."""
        self.board[b] = "."
        if a:
            self.board[a] = self.mover
        else:
            self.hand[self.mover] += 1

    def play(self, move: str) -> None:
        """Make a legal move."""
        quiet, _, victim = move.partition("x")
        a, _, b = quiet.rpartition("-")
        self.step(int(a) if a else None, int(b))
        if victim:
            self.board[int(victim)] = "."
        self.mover, self.other = self.other, self.mover

    def outcome(self) -> str | None:
        """Return who has won, or whether it is a draw."""
        for who, other in (("X", "opponent"), ("O", "player")):
            if self.count(who) < 3:
                return other
        if self.moves():
            return None
        if "." not in self.board:
            return "draw"
        return "player" if self.mover == "O" else "opponent"

    def text(self) -> str:
        """Write the position as our notation does."""
        return f"{''.join(self.board[1:])} {self.mover} {self.hand['X']} {self.hand['O']}"
