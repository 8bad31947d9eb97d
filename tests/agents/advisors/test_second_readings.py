"""Material, Freedom and Vulnerable at five men's morris, read a second time from written positions."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from agents.advisors.freedom import Freedom
from agents.advisors.material import Material
from agents.advisors.vulnerable import Vulnerable
from games import Move, make_game
from tests.support import decided, each_case, heard, strengths, wandered

GAME = make_game("five-mens-morris")
LINES = "1 2 3, 4 5 6, 7 8, 9 10, 11 12 13, 14 15 16, 1 7 14, 4 8 11, 2 5, 12 15, 6 9 13, 3 10 16"
STEPS = {
    pair
    for line in LINES.split(",")
    for one, other in zip(line.split(), line.split()[1:], strict=False)
    for pair in ((int(one) - 1, int(other) - 1), (int(other) - 1, int(one) - 1))
}


def read(position: Any) -> tuple[str, str, Mapping[str, int]]:
    """Return the board, the mover, and how many men each has on the board and in hand."""
    board, mover, *hands = GAME.format_position(position).split()
    return board, mover, {man: board.count(man) + int(hand) for man, hand in zip("XO", hands, strict=True)}


def men_less_theirs(position: Any, me: str) -> int:
    """Count men."""
    men = read(position)[2]
    return 2 * men[me] - sum(men.values())


def steps_less_theirs(position: Any, me: str) -> int:
    """Count pairs of a man and an empty neighbour."""
    board = read(position)[0]
    found = [board[one] for one, other in STEPS if board[one] != "." == board[other]]
    return 2 * found.count(me) - len(found)


def safe_men(position: Any, me: str) -> int:
    """Count, below 0, the men of ours that some move of theirs captures, were it their turn."""
    board, mover, _ = read(position)
    turn = GAME.passed(position) if mover == me else position
    after = [read(GAME.play(turn, reply))[0] for reply in GAME.legal_moves(turn)]
    return -sum(board[i] == me and any(each[i] != me for each in after) for i in range(len(board)))


def scaled(changes: Mapping[Move, int]) -> dict[Move, int]:
    """Scale changes by the largest."""
    largest = max(map(abs, changes.values()), default=0)
    extents = {move: ceil(Fraction(4 * abs(each), largest)) for move, each in changes.items() if each}
    return {move: 5 + extent if changes[move] > 0 else 5 - extent for move, extent in extents.items()}


@each_case("plies", [3, 7, 9, 10, 20, 33])
@each_case("seed", range(6))
def test_they_say_what_a_second_reading_says(seed: int, plies: int) -> None:
    """Every strength of every move, while men are placed and while they slide."""
    position = wandered(GAME, seed, plies)
    me = read(position)[1]
    decision = decided([Material, Freedom, Vulnerable], game=GAME, position=position, budgets=["60s"])
    after = {move: GAME.play(position, move) for move in GAME.legal_moves(position)}
    for name, value in (
        ("Material", men_less_theirs),
        ("Freedom", steps_less_theirs),
        ("Vulnerable", safe_men),
    ):
        changes = {move: value(there, me) - value(position, me) for move, there in after.items()}
        if name == "Vulnerable":
            changes = {move: change for move, change in changes.items() if change > 0}
        assert strengths(heard(decision, name)) == scaled(changes)
