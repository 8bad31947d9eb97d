"""How large a game is at the least, told by random contests."""

import random
from collections import Counter

import pytest

from games import TooLarge, make_game
from games.solving import outcome_tables as tables
from games.solving.estimate import at_least, richness
from games.solving.outcome_tables import list_positions

LARGE = [("qubic", {}), ("tic-tac-toe-3d", {}), ("othello", {}), ("othello", {"size": "6"})]


def quiet(_done: int, _total: int, _what: str) -> None:
    """Take no notice."""


@pytest.mark.parametrize("kinds", [100, 5_000, 200_000])
def test_richness_stays_below_the_truth(kinds: int) -> None:
    """Of so many kinds, equally likely, a sample of 4,000 tells at most a fifth more than there are."""
    stream = random.Random(7)  # noqa: S311  # no secret hangs on it
    counts = Counter(stream.randrange(kinds) for _ in range(4_000))
    assert len(counts) <= richness(list(counts.values())) < 1.2 * kinds


@pytest.mark.parametrize("name", ["tic-tac-toe", "achi", "nim", "mu-torere", "shisima"])
def test_no_small_game_is_thought_large(name: str) -> None:
    """The estimate stays below the number of positions that there are."""
    game = make_game(name)
    _, counts = list_positions(game, quiet)
    assert 1 < at_least(game, 1e9) < counts.positions


@pytest.mark.parametrize(("name", "options"), LARGE)
def test_a_game_far_too_large_is_refused_soon(name: str, options: dict[str, str]) -> None:
    """Nobody waits for positions to be listed in vain, and the line names the game and the remedy."""
    listed: list[int] = []
    with pytest.raises(
        TooLarge, match=rf"{name} is too large to solve: it has millions .* `--against search`"
    ):
        list_positions(make_game(name, options), lambda done, _total, _what: listed.append(done))
    assert max(listed, default=0) <= tables.SUSPECT


def test_a_game_is_asked_about_once_it_is_suspect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games pay nothing for the question."""
    monkeypatch.setattr(tables, "at_least", lambda *_: pytest.fail("asked"))
    list_positions(make_game("tic-tac-toe"), quiet)
