"""Solving on the command line."""

import json
from pathlib import Path

import pytest

from games.solving import outcome_tables as tables
from tests.scenarios.conftest import Hoyle


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep solutions in a folder of the test's own."""
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_solution_has_the_keys_of_the_contract(hoyle: Hoyle) -> None:
    """The document has the game, its value for Player, the reachable positions, and how they are decided."""
    told = json.loads(hoyle("solve", "tic-tac-toe", "--json").out)
    assert (told["game"], told["value"], told["positions"]) == ("tic-tac-toe", "draw", 5478)
    assert sum(told["decided"].values()) == 5478
    assert told["seconds"] > 0


def test_a_best_line_ends_the_contest(hoyle: Hoyle) -> None:
    """With --line a best line of play is told: in tic-tac-toe it fills the board."""
    told = json.loads(hoyle("solve", "tic-tac-toe", "--line", "--json").out)
    assert sorted(told["line"]) == list("123456789")
    assert "best line" in hoyle("solve", "tic-tac-toe", "--line").out


def test_the_second_time_the_cache_answers(hoyle: Hoyle, cache: Path) -> None:
    """A solution is kept, and told again without solving; --fresh solves anew."""
    first = json.loads(hoyle("solve", "pong-hau-ki", "--json").out)
    (file,) = cache.rglob("*.solution")
    written = file.stat().st_mtime_ns
    assert json.loads(hoyle("solve", "pong-hau-ki", "--json").out) == first
    assert file.stat().st_mtime_ns == written
    hoyle("solve", "pong-hau-ki", "--fresh")
    assert file.stat().st_mtime_ns > written


def test_a_damaged_cache_is_told_and_made_anew(hoyle: Hoyle, cache: Path) -> None:
    """A file that cannot be believed does no harm: one line on stderr, and the right answer."""
    good = json.loads(hoyle("solve", "pong-hau-ki", "--json").out)
    (file,) = cache.rglob("*.solution")
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    answer = hoyle("solve", "pong-hau-ki", "--json")
    assert answer.code == 0
    assert "damaged" in answer.err
    assert {**json.loads(answer.out), "seconds": 0} == {**good, "seconds": 0}


def test_variants_are_solved_apart(hoyle: Hoyle) -> None:
    """An option of the rules is another game to solve, and what does not exist is refused."""
    loses = json.loads(hoyle("solve", "achi", "--json").out)
    draws = json.loads(hoyle("solve", "achi", "--option", "blocked=draws", "--json").out)
    assert loses["decided"] != draws["decided"]
    answer = hoyle("solve", "achi", "--option", "blocked=explodes")
    assert (answer.code, answer.err.count("\n")) == (2, 1)


def test_a_game_that_is_too_large_says_so(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be solved is told in one line."""
    monkeypatch.setattr(tables, "MOST", 10_000)
    answer = hoyle("solve", "qubic")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_playing_against_a_perfect_player(hoyle: Hoyle) -> None:
    """The play command takes the contestants by name."""
    answer = hoyle("play", "tic-tac-toe", "--against", "perfect", typed="5\n1\n2\n3\n4\n6\n7\n8\n9\n" * 9)
    assert answer.code == 0
    assert "Perfect plays" in answer.out
