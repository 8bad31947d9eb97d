"""Every game and variant of this floor's smaller families, and a slow plain solver for them."""

import itertools
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeAlias

import attrs

from games import Game, Outcome, make_game

Variant: TypeAlias = tuple[str, dict[str, str]]
"""A game by its name, and its options."""

CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "tic-tac-toe": {},
    "lose-tic-tac-toe": {},
    "tic-tac-toe-3d": {},
    "qubic": {},
    "tsoro-yematatu": {"moves": ("slide-or-jump", "jump-if-stuck", "slide", "any")},
    "pong-hau-ki": {"placing": ("no", "yes")},
    "achi": {
        "blocked": ("loses", "passes", "draws"),
        "steps": ("drawn", "orthogonal"),
        "lines": ("8", "6"),
    },
    "les-pendus": {},
    "marelle": {"centre": ("not-first", "never", "free"), "steps": ("drawn", "orthogonal", "king")},
    "tapatan": {},
    "nine-holes": {},
    "picaria": {"points": ("9", "13")},
    "shisima": {},
    "mu-torere": {"restriction": ("always", "first-move", "first-two-moves", "never")},
    "othello": {"size": ("8", "6", "4")},
    "nim": {"piles": ("1,3,5,7", "3,4,5", "12"), "last": ("loses", "wins"), "most": ("any", "3")},
}
"""What each option may be, the default first."""


def variants() -> Iterator[Variant]:
    """Yield every game in every variant."""
    for name, choices in CHOICES.items():
        for values in itertools.product(*choices.values()):
            yield name, dict(zip(choices, values, strict=True))


def variant_id(variant: object) -> str:
    """Name a variant in the output of a test."""
    if not isinstance(variant, tuple):
        return str(variant)
    name, options = variant
    return " ".join([name, *(f"{key}={value}" for key, value in options.items())])


def made(variant: Variant) -> Game[Any]:
    """Make the game of a variant."""
    return make_game(*variant)


@attrs.frozen
class Solution:
    """The value of a game to Player, and how many reachable positions are what to their mover."""

    value: str
    positions: int
    win: int
    loss: int
    draw: int


def solve(game: Game[Any]) -> Solution:
    """Solve a game from the end backwards, one position at a time; what never ends is a draw."""
    positions, nexts = _reach(game)
    winners = _winners(game, positions, nexts)
    counts = {"win": 0, "loss": 0, "draw": 0}
    for position, winner in zip(positions, winners, strict=True):
        mine = winner == Outcome.win_for(game.mover(position))
        counts["draw" if winner is Outcome.DRAW else "win" if mine else "loss"] += 1
    return Solution(winners[0].value, len(positions), **counts)


def _reach(game: Game[Any]) -> tuple[list[Any], list[list[int]]]:
    """Return every reachable position, and which of them come next after each."""
    numbers = {game.initial(): 0}
    positions, nexts = [game.initial()], []
    for position in positions:
        after = [game.play(position, move) for move in game.legal_moves(position)]
        for each in after:
            if each not in numbers:
                numbers[each] = len(positions)
                positions.append(each)
        nexts.append([numbers[each] for each in after])
    return positions, nexts


def _winners(game: Game[Any], positions: list[Any], nexts: list[list[int]]) -> list[Outcome]:
    before: list[list[int]] = [[] for _ in positions]
    for number, after in enumerate(nexts):
        for each in after:
            before[each].append(number)
    winners = [game.outcome(position) or Outcome.DRAW for position in positions]
    waiting = deque(number for number, winner in enumerate(winners) if winner is not Outcome.DRAW)
    open_moves = [len(after) for after in nexts]
    while waiting:
        decided = waiting.popleft()
        for number in before[decided]:
            open_moves[number] -= 1
            mine = winners[decided] is Outcome.win_for(game.mover(positions[number]))
            if winners[number] is Outcome.DRAW and (mine or not open_moves[number]):
                winners[number] = winners[decided]
                waiting.append(number)
    return winners
