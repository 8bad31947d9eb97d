"""The morris engine: against the engine that lists positions, and against the rules oracle."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from games import BadPosition, Board, Outcome, Role, grid, make_game, straight_lines
from games.bundled.mens_morris import nested_squares
from games.families.morris import MorrisGame, MorrisPosition, MorrisRules, make_morris
from games.solving.morris_index import SetIndex, automorphisms
from games.solving.morris_solver import RankedTable, can_rank, rank_positions
from games.solving.morris_spaces import Space
from games.solving.outcome_tables import Counts, list_positions
from games.solving.solution import Solution, load_solution, save_solution, solve

SIXTEEN = nested_squares(2)
NINE = grid(3, 3, lines=straight_lines(3, 3, length=3), style="points")
"""A board so small that its positions can be listed, though four men each can capture without ending it."""


def quiet(_done: int, _total: int, _what: str) -> None:
    """Hear about progress, and say nothing."""


def few(men: int, *, flying: bool = False, board: Board = SIXTEEN) -> MorrisGame:
    """Make a member of the family with few men."""
    rules = MorrisRules(
        name="few-mens-morris",
        title="Few men's morris",
        text="As the others.",
        board=board,
        men=men,
        flying=flying,
        options=(("flying", "at-three" if flying else "none"),),
    )
    return make_morris(rules)


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory) -> Solution:
    """Solve five men's morris once."""
    return solve(make_game("five-mens-morris"), cache=tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize(
    "game",
    [few(3), few(3, board=NINE), few(4, board=NINE), few(4, board=NINE, flying=True)],
    ids=["3 of 16", "3 of 9", "4 of 9", "4 of 9 flying"],
)
def test_two_engines_agree(game: MorrisGame) -> None:
    """The results and the counts are the same when all positions are listed one by one."""
    ranked, counts = rank_positions(game, quiet)
    listed, listed_counts = list_positions(game, quiet)
    assert counts == listed_counts
    for position in sample(game, 20_000):
        assert ranked.look(position) == listed.look(position)


def sample(game: MorrisGame, size: int) -> Iterator[MorrisPosition]:
    """Yield positions of random contests."""
    randomness = random.Random(1990)  # noqa: S311  # no secret hangs on it
    position = game.initial()
    for _ in range(size):
        yield position
        moves = game.legal_moves(position)
        position = game.play(position, randomness.choice(moves)) if moves else game.initial()


def test_five_mens_morris(five: Solution) -> None:
    """It is a draw, with these many positions."""
    assert five.outcome is Outcome.DRAW
    assert five.positions == 17_844_721
    assert five.counts == Counts(win=10_070_264, loss=6_049_820, draw=1_724_637)


def any_position(game: MorrisGame, randomness: random.Random) -> MorrisPosition:
    """Make a position of any stage by chance, reachable or not."""
    men = game.parameters.men
    hand = randomness.choice([0, 0, *range(men + 1)])
    mover = randomness.choice(list(Role)) if hand < men else Role.PLAYER
    hands = (hand, hand + 1) if mover is Role.OPPONENT and hand else (hand, hand)
    counts = [randomness.randint(max(0, 3 - each), men - each) for each in hands]
    places = randomness.sample(range(len(game.board)), sum(counts))
    sets = sum(1 << i for i in places[: counts[0]]), sum(1 << i for i in places[counts[0] :])
    return MorrisPosition(*sets, *hands, mover)


def one_step(solution: Solution, position: MorrisPosition) -> int:
    """Work out a position's result from the results of those that come next, by the rules oracle alone."""
    game = solution.game
    outcome = game.outcome(position)
    if outcome:
        return 1 if outcome.winner is position.mover else -1
    afters = {game.play(position, move) for move in game.legal_moves(position)}
    results = [-solution.table.look(after) for after in afters]
    wins, losses = [each for each in results if each > 0], [each for each in results if each < 0]
    if wins:
        return min(wins) + 1
    return 0 if len(losses) < len(results) else min(losses) - 1


def test_the_table_is_consistent_with_the_rules(five: Solution) -> None:
    """At 100,000 random positions, each result follows from those one move later: 0 mismatches."""
    assert isinstance(five.game, MorrisGame)
    index = Lookup(five)
    randomness = random.Random(1990)  # noqa: S311  # no secret hangs on it
    positions = [any_position(five.game, randomness) for _ in range(100_000)]
    mismatches = [each for each in positions if index.look(each) != one_step(five, each)]
    assert mismatches == []


@attrs.frozen
class Lookup:
    """The table as anybody else would ask it."""

    solution: Solution

    def look(self, position: MorrisPosition) -> int:
        """Put value and distance together again."""
        distance = self.solution.distance(position)
        sign = {"win": 1, "draw": 0, "loss": -1}[self.solution.value(position)]
        return sign * ((distance or 0) + 1)


@pytest.mark.parametrize("flying", [False, True])
def test_symmetric_positions_share_their_result(flying: bool) -> None:
    """Turning the board changes nothing."""
    game = few(4, flying=flying)
    table, _ = rank_positions(game, quiet)
    for position in sample(game, 300):
        for symmetry in game.board.symmetries():
            assert table.look(game.image(position, symmetry)) == table.look(position)


def test_the_rings_can_be_exchanged() -> None:
    """The small board has sixteen automorphisms: eight turns and reflections, and the rings inside out."""
    board = nested_squares(2)
    assert len(automorphisms(board)) == 16
    assert set(board.symmetries()) <= set(automorphisms(board))


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (0, 3), (3, 0), (2, 5), (5, 5)])
def test_numbers_are_perfect(mine: int, theirs: int) -> None:
    """Every pair of disjoint sets of these sizes has a number, and none is left out."""
    index = SetIndex(nested_squares(2))
    pairs = index.pairs(mine, theirs)
    numbers = index.number(*pairs, index.ways(mine, theirs))
    assert np.array_equal(numbers, np.arange(index.size(mine, theirs)))
    assert not np.any(pairs[0] & pairs[1])


def test_weights_count_every_set() -> None:
    """The classes of a size stand for all sets of that size together."""
    index = SetIndex(nested_squares(2))
    assert [int(index.weights(n).sum()) for n in (0, 1, 2, 5)] == [1, 16, 120, 4368]


def test_a_move_leads_to_the_space_of_the_other_role() -> None:
    """A placement empties the hand by one; a capture takes a man."""
    assert Space(3, 2, 1, 2).next(captures=False) == Space(2, 2, 2, 2)
    assert Space(0, 0, 4, 5).next(captures=True) == Space(0, 0, 4, 4)
    assert Space(0, 0, 2, 4).is_over


def test_a_position_no_contest_comes_to(five: Solution) -> None:
    """Hands that turns cannot lead to are refused in one line."""
    position = MorrisPosition(1, 2, 3, 5, Role.PLAYER)
    with pytest.raises(BadPosition, match="is not in the solution"):
        five.value(position)


def test_nerenchi_on_a_small_board_is_left_to_the_other_engine() -> None:
    """This engine is for games where turns alternate and the board never fills."""
    rules = attrs.evolve(few(3).parameters, bonus=True)
    assert not can_rank(make_morris(rules))
    assert not can_rank(few(8))
    assert can_rank(few(7))


def test_a_ranked_solution_is_kept_and_read(five: Solution, tmp_path: Path) -> None:
    """What comes back from a file answers the same."""
    path = tmp_path / "five.solution"
    save_solution(five, path)
    again = load_solution(make_game("five-mens-morris"), path)
    assert isinstance(again.table, RankedTable)
    assert (again.counts, again.outcome) == (five.counts, five.outcome)
    game: Any = five.game
    for position in sample(game, 500):
        assert again.correct_moves(position) == five.correct_moves(position)
