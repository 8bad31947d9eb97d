"""The cache of solutions: where it is, and a file for each variant."""

import sys
from pathlib import Path

import pytest

from games import make_game
from games.solving.solution import solve
from games.solving.solution_cache import cache_folder, cache_path


def test_variants_are_kept_apart(tmp_path: Path) -> None:
    """Each game and each option has a file of its own, whatever the option's text."""
    games = [make_game("nim", {"piles": piles}) for piles in ("3,4,5", "34,5")]
    games += [make_game("tic-tac-toe"), make_game("five-mens-morris", {"flying": "at-three"})]
    paths = {cache_path(game, tmp_path) for game in games}
    assert len(paths) == len(games)
    assert all(path.parent == tmp_path / "solutions" for path in paths)


def test_where_the_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """$HOYLE_CACHE comes first, then this system's own place."""
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("HOYLE_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder() == tmp_path / "xdg" / "hoyle"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_folder().parts[-3:] == ("Library", "Caches", "hoyle")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache_folder() == tmp_path / "local" / "hoyle"


def test_the_cache_is_found_by_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a folder of one's own, the environment's is used."""
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    game = make_game("pong-hau-ki")
    assert solve(game).positions == 56
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [cache_path(game)]
