"""One of something is told as one."""

import re
from pathlib import Path

import pytest

from tests.scenarios.conftest import Hoyle

WORDS = (
    "contests runs rows cells moves games settings decisions Advisors states entries zones events files "
    "lines plans turns positions comparisons times calls replies comments votes phases sequences items men "
    "openings templates placements answers plies opinions locations"
)
ONE_OF_MANY = re.compile(rf"(?<![\d.,])(?<! of )1 ({'|'.join(WORDS.split())})\b")

ONE_RUN = """
title = "One of each"
game = "tic-tac-toe"
runs = 1

[[phase]]
name = "only"
contests = 1
against = "random"
learn = "play"
"""


def assert_no_plural_of_one(*texts: str) -> None:
    """Nobody has written 1 contests."""
    for text in texts:
        assert ONE_OF_MANY.findall(text) == []


def test_contests(hoyle: Hoyle, tmp_path: Path) -> None:
    """A contest, what it taught, and what is told of that."""
    file, trace = tmp_path / "t.hoyle", tmp_path / "trace"
    words = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random")
    keep = ("--learn", "--knowledge", file, "--trace", trace, "--symmetry", "--explain")
    for contests in (1, 1, 2):
        assert_no_plural_of_one(hoyle(*words, *keep, "--contests", contests).out)
    told = (
        ("knowledge", file),
        ("knowledge", file, "--moves", "5"),
        ("trace", trace),
        ("trace", trace, "--show"),
    )
    assert_no_plural_of_one(*(hoyle(*words).out for words in told))
    again = (("--paradigm", "2"), ("--budget", "100us"), ("--without", "Wild"), ("--budget", "1calls"))
    assert_no_plural_of_one(*(hoyle("redecide", trace, *more, "--pivotal").out for more in again))


def test_an_experiment_of_one(hoyle: Hoyle, tmp_path: Path) -> None:
    """One run of one contest: before it, after it, and in the report."""
    file, folder = tmp_path / "one.toml", tmp_path / "results"
    file.write_text(ONE_RUN)
    assert_no_plural_of_one(hoyle("run", file, "--dry-run").out)
    assert_no_plural_of_one(hoyle("run", file, "--out", folder).out)
    assert_no_plural_of_one(*(page.read_text() for page in folder.glob("report.*")))


@pytest.mark.parametrize(
    "words",
    [
        "perft tic-tac-toe 1",
        "perft pong-hau-ki 1",
        "templates pong-hau-ki",
        "zones pong-hau-ki",
        "games",
        "learners",
    ],
)
def test_counts(hoyle: Hoyle, words: str) -> None:
    """Commands that count."""
    answer = hoyle(*words.split())
    assert answer.code == 0
    assert_no_plural_of_one(answer.out)


def test_the_last_move_left(hoyle: Hoyle) -> None:
    """Reasons for it too."""
    for moves in ("1 2 3 5 4 6 8 7", "1 2 3 5 4 6 8", "1 2 3 5 4 6"):
        assert_no_plural_of_one(hoyle("decide", "tic-tac-toe", "--moves", moves, "--budget", "1calls").out)
