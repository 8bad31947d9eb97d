"""Retrograde analysis on graphs made by chance."""

import random

import numpy as np

from games.solving.retrograde import NEVER, Graph, Numbers, resolve
from tests.support import each_case


def graph_of(steps: list[tuple[int, int, bool]], size: int, wins: dict[int, int]) -> Graph:
    """Make a graph from its steps; `wins` are places whose mover wins in so many plies elsewhere."""
    table = np.array(steps, np.int64).reshape(-1, 3)
    wins_at = np.full(size, NEVER, np.int16)
    for place, plies in wins.items():
        wins_at[place] = plies
    nothing = np.zeros(size, np.int16)
    return Graph(table[:, 0], table[:, 1], table[:, 2] == 1, wins_at, nothing, np.zeros(size, np.bool_))


def test_a_row_of_steps() -> None:
    """Who cannot move loses; before that wins and losses alternate, a ply more each time."""
    assert resolve(graph_of([(3, 2, True), (2, 1, True), (1, 0, True)], 4, {})).tolist() == [-1, 2, -3, 4]


def test_a_circle_is_a_draw() -> None:
    """Nobody can force an end."""
    assert resolve(graph_of([(0, 1, True), (1, 0, True)], 2, {})).tolist() == [0, 0]


def test_a_mover_who_moves_again_keeps_the_result() -> None:
    """Where the mover stays the same, so does the sign."""
    assert resolve(graph_of([(1, 0, False), (2, 1, True)], 3, {})).tolist() == [-1, -2, 3]


def test_a_late_win_elsewhere_is_no_loss() -> None:
    """A place whose every step turns out bad still wins if it can win elsewhere, however late."""
    steps = [(2, 1, True), (1, 0, True)]
    assert resolve(graph_of(steps, 3, {2: 7})).tolist() == [-1, 2, 8]


@each_case("seed", range(20))
def test_two_layers_at_once_or_one_after_the_other(seed: int) -> None:
    """What is known of a lower layer can stand in for it: the results of the upper one are the same."""
    randomness = random.Random(seed)  # noqa: S311  # no secret hangs on it
    low, size = 40, 100
    lower = [(randomness.randrange(1, low), randomness.randrange(low), True) for _ in range(70)]
    upper = [(randomness.randrange(low, size), randomness.randrange(size), True) for _ in range(150)]
    together = resolve(graph_of(lower + upper, size, {}))
    assert np.array_equal(together[low:], _upper(resolve(graph_of(lower, low, {})), upper, low, size))


def _upper(known: Numbers, steps: list[tuple[int, int, bool]], low: int, size: int) -> Numbers:
    """Resolve the upper layer from what is known of the lower one."""
    wins_at, loses_at = np.full(size - low, NEVER, np.int16), np.zeros(size - low, np.int16)
    holds = np.zeros(size - low, np.bool_)
    inside = []
    for source, target, _ in steps:
        place = source - low
        if target >= low:
            inside.append((place, target - low))
        elif known[target] < 0:
            wins_at[place] = min(wins_at[place], -known[target])
        elif known[target] > 0:
            loses_at[place] = max(loses_at[place], known[target])
        else:
            holds[place] = True
    table = np.array(inside, np.int64).reshape(-1, 2)
    return resolve(Graph(table[:, 0], table[:, 1], np.ones(len(table), np.bool_), wins_at, loses_at, holds))
