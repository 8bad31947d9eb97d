"""Terminals of 80 and of 60 columns: no line is longer, and no word is cut."""

from pathlib import Path

import pytest

from games import GAMES
from tests.scenarios.conftest import Hoyle
from tests.support import each_case

WIDE = 2000
NARROW = (80, 60)
RULE = "─"
MARGIN = 20
"""So much of a line may be taken by what stands beside a word: one that is longer than the rest is folded."""


def words(text: str) -> set[str]:
    """Return the words of a text, whatever stands around them; lines across the page are none."""
    return {word.strip(",.;:()[]") for word in text.split() if RULE not in word}


def assert_fits(text: str, wide: str, columns: int) -> None:
    """No line is longer than the terminal, and all words are those that a wide one shows."""
    assert max(map(len, text.splitlines())) <= columns
    assert "…" not in text
    too_long = "\n".join(word for word in wide.split() if len(word) > columns - MARGIN)
    assert {word for word in words(text) - words(wide) if word not in too_long} == set()


@pytest.mark.parametrize("budget", ["200ms", "1ms"])
@pytest.mark.parametrize("game", GAMES)
def test_decisions_fit(hoyle: Hoyle, tmp_path: Path, game: str, budget: str) -> None:
    """In every game, whether limits bind or not: the board, the blackboard, the tally and the reason."""
    file = tmp_path / "trace"
    shown = hoyle("decide", game, "--budget", budget, "--trace", file, columns=80).out
    wide = hoyle("trace", file, "--show", columns=WIDE).out
    assert_fits(shown, wide, 80)
    assert_fits(hoyle("trace", file, "--show", columns=60).out, wide, 60)
    told = hoyle("trace", file, columns=WIDE).out
    for columns in NARROW:
        assert_fits(hoyle("trace", file, columns=columns).out, told, columns)


@each_case("columns", NARROW)
@each_case("command", ["games", "advisors", "learners", "paradigms", "run"])
def test_lists_fit(hoyle: Hoyle, command: str, columns: int) -> None:
    """Whatever a command lists."""
    assert_fits(hoyle(command, columns=columns).out, hoyle(command, columns=WIDE).out, columns)


@pytest.mark.parametrize("columns", NARROW)
@pytest.mark.parametrize("game", ["tic-tac-toe", "qubic", "othello", "nine-mens-morris"])
def test_contests_fit(hoyle: Hoyle, game: str, columns: int) -> None:
    """What a person is shown and told."""
    moves = {"othello": "d3", "qubic": "1"}.get(game, "5")
    typed = f"?\nhint\nblackboard\n{moves}\nwhy\nblackboard\nundo\nnonsense\nquit\n"
    wide = hoyle("play", game, "--budget", "5ms", typed=typed, columns=WIDE).out
    assert_fits(hoyle("play", game, "--budget", "5ms", typed=typed, columns=columns).out, wide, columns)


@pytest.mark.parametrize("columns", NARROW)
def test_knowledge_fits(hoyle: Hoyle, tmp_path: Path, columns: int) -> None:
    """What was learned, told as a whole and of one position, and what contests came to."""
    file = tmp_path / "q.hoyle"
    learn = ("--learn", "--knowledge", file, "--budget", "2ms", "--learning-budget", "10ms")
    told = hoyle("play", "qubic", "--me", "hoyle", "--against", "random", *learn, columns=columns).out
    assert max(map(len, told.partition("Learned")[0].splitlines())) <= columns
    for more in ((), ("--moves", "1 2")):
        wide = hoyle("knowledge", file, *more, columns=WIDE).out
        assert_fits(hoyle("knowledge", file, *more, columns=columns).out, wide, columns)


@pytest.mark.parametrize("columns", NARROW)
def test_wall_clock_decisions_fit(hoyle: Hoyle, tmp_path: Path, columns: int) -> None:
    """With the time that Advisors waited there is a column more."""
    file = tmp_path / "trace"
    hoyle("decide", "tic-tac-toe", "--clock", "wall", "--trace", file)
    wide = hoyle("trace", file, "--show", columns=WIDE).out
    assert_fits(hoyle("trace", file, "--show", columns=columns).out, wide, columns)
