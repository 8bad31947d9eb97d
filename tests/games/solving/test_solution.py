"""Solved games: the production solver against a slow plain one, and what a solution answers."""

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest

from games import BadPosition, Game, Move, Outcome, TooLarge, make_game
from games.solving import outcome_tables as tables
from games.solving.retrograde import DRAWN
from games.solving.solution import Solution, solve

GOLDEN = tomllib.loads(Path(__file__).parents[1].joinpath("golden.toml").read_text(encoding="utf-8"))[
    "variant"
]
SMALL = [each for each in GOLDEN if each.get("positions", 10**9) < 10_000]
LARGER = [each for each in GOLDEN if "positions" in each and each not in SMALL]


def label(entry: dict[str, Any]) -> str:
    """Name a variant in the output of a test."""
    return " ".join([entry["game"], *(f"{key}={value}" for key, value in entry["options"].items())])


def reachable(game: Game[Any]) -> dict[Any, list[Any]]:
    """Return every position that a contest can come to, with those that come next."""
    found: dict[Any, list[Any]] = {}
    waiting = [game.initial()]
    while waiting:
        position = waiting.pop()
        if position not in found:
            found[position] = [game.play(position, move) for move in game.legal_moves(position)]
            waiting += found[position]
    return found


def plainly_solved(game: Game[Any]) -> dict[Any, int]:
    """Return each position's result by going over all of them until nothing changes, a ply at a time."""
    nexts = reachable(game)
    results = dict.fromkeys(nexts, DRAWN)
    for position in nexts:
        outcome = game.outcome(position)
        if outcome and outcome.winner is not None:
            results[position] = 1 if outcome.winner is game.mover(position) else -1
    ply = 1
    while True:
        found = {}
        for position in [each for each, result in results.items() if result == DRAWN and nexts[each]]:
            seen = [
                results[each] * (1 if game.mover(each) is game.mover(position) else -1)
                for each in nexts[position]
            ]
            if any(result > 0 for result in seen):
                found[position] = ply + 1
            elif all(result < 0 for result in seen):
                found[position] = -ply - 1
        if not found:
            return results
        results |= found
        ply += 1


@pytest.fixture
def solved(tmp_path: Path) -> Any:
    """Solve a game, with a cache of its own."""
    return lambda game: solve(game, cache=tmp_path)


@pytest.mark.parametrize("entry", SMALL, ids=label)
def test_two_solvers_agree(entry: dict[str, Any], tmp_path: Path) -> None:
    """Value, counts, and the result of every single position are those of a slow plain solver."""
    game = make_game(entry["game"], entry["options"])
    solution = solve(game, cache=tmp_path)
    plain = plainly_solved(game)
    assert solution.outcome.value == entry["value"]
    assert solution.positions == len(plain) == entry["positions"]
    assert {
        "win": solution.counts.win,
        "loss": solution.counts.loss,
        "draw": solution.counts.draw,
    } == entry["decided"]
    assert {position: solution.table.look(position) for position in plain} == plain


@pytest.mark.parametrize("entry", LARGER, ids=label)
def test_larger_games_come_to_the_recorded_counts(entry: dict[str, Any], tmp_path: Path) -> None:
    """Value and counts are those that a plain solver found, where comparing every result takes too long."""
    solution = solve(make_game(entry["game"], entry["options"]), cache=tmp_path)
    assert (solution.outcome.value, solution.positions) == (entry["value"], entry["positions"])
    assert attrs.asdict(solution.counts) == entry["decided"]


def test_value_and_distance_of_tic_tac_toe(solved: Any) -> None:
    """The start is a draw; X to complete a line wins in one ply, and two open lines lose in two."""
    game = make_game("tic-tac-toe")
    solution = solved(game)
    assert solution.outcome is Outcome.DRAW
    assert (solution.value(game.initial()), solution.distance(game.initial())) == ("draw", None)
    won = game.parse_position("XX.OO....")
    assert (solution.value(won), solution.distance(won)) == ("win", 1)
    over = game.parse_position("XXXOO....")
    assert (solution.value(over), solution.distance(over)) == ("loss", 0)
    fork = game.parse_position("X.XOO.X..")
    assert solution.value(fork) == "win"


def test_correct_moves(solved: Any) -> None:
    """Only the quickest win is correct, every drawing move in a draw, and every move in a lost position."""
    game = make_game("tic-tac-toe")
    solution = solved(game)
    assert solution.correct_moves(game.parse_position("XX.OO....")) == ("3",)
    assert solution.correct_moves(game.initial()) == tuple("123456789")
    assert solution.correct_moves(game.parse_position("X........")) == ("5",)
    lost = game.parse_position("X.X.O.O.X")
    assert solution.value(lost) == "loss"
    assert solution.correct_moves(lost) == game.legal_moves(lost)
    over = game.parse_position("XXXOO....")
    assert solution.correct_moves(over) == ()


@pytest.mark.parametrize("name", ["tic-tac-toe", "achi", "pong-hau-ki", "nim", "tapatan"])
def test_best_lines(name: str, solved: Any) -> None:
    """A won line ends after as many plies as the distance; a drawn one ends, or comes round again."""
    game = make_game(name)
    solution: Solution = solved(game)
    line = solution.best_line()
    met = [game.initial()]
    for move in line:
        assert move in solution.correct_moves(met[-1])
        met.append(game.play(met[-1], move))
    if solution.outcome is Outcome.DRAW:
        assert game.outcome(met[-1]) is Outcome.DRAW or met[-1] in met[:-1]
    else:
        assert len(line) == solution.distance(game.initial())
        assert game.outcome(met[-1]) is solution.outcome


def test_a_position_no_contest_comes_to(solved: Any) -> None:
    """It is refused in one line."""
    game = make_game("tic-tac-toe")
    with pytest.raises(BadPosition, match="is not in the solution: no contest of tic-tac-toe reaches it"):
        solved(game).value(game.passed(game.initial()))


def test_a_game_that_is_too_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is refused in one line, and the cache stays empty."""
    monkeypatch.setattr(tables, "MOST", 1000)
    with pytest.raises(TooLarge, match="tic-tac-toe is too large to solve: it has more than 1,000 positions"):
        solve(make_game("tic-tac-toe"), cache=tmp_path)
    with pytest.raises(TooLarge, match="nine-mens-morris is too large to solve: its board has 24 locations"):
        solve(make_game("nine-mens-morris"), cache=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_progress_is_told(tmp_path: Path) -> None:
    """Done never exceeds the total, and the last word is about this game's work."""
    told: list[tuple[int, int, str]] = []
    solve(make_game("achi"), cache=tmp_path, progress=lambda *what: told.append(what))
    assert told
    assert all(0 <= done <= total and what for done, total, what in told)


def test_perfect_play_looks_one_move_ahead(solved: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each legal move is played once, and the rest looked up; benchmarks/solving.py tells how soon."""
    game = make_game("achi")
    solution, positions = solved(game), list(reachable(game))[:500]
    played: list[Move] = []
    play = type(game).play

    def noted(self: Any, position: Any, move: Move) -> Any:
        played.append(move)
        return play(self, position, move)

    monkeypatch.setattr(type(game), "play", noted)
    for position in positions:
        played.clear()
        solution.correct_moves(position)
        assert sorted(played) == sorted(game.legal_moves(position))
