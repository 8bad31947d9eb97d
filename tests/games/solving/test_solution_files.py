"""Files of solutions, as they are kept in the cache."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import attrs
import msgpack
import pytest

from games import BadFile, Outcome, make_game
from games.families.placing import PlacingGame
from games.solving import solution_files
from games.solving.solution import Solution, load_solution, solve
from games.solving.solution_cache import cache_path

GAME = make_game("lose-tic-tac-toe")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Solve a game, and answer where its solution is kept."""
    solve(GAME, cache=tmp_path)
    path = cache_path(GAME, tmp_path)
    assert path.is_file()
    return path


def names_in(folder: Path) -> list[str]:
    """Name every file below a folder."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def agree(one: Solution, other: Solution) -> bool:
    """Do two solutions say the same?"""
    moves = GAME.legal_moves(GAME.initial())
    afters = [GAME.play(GAME.initial(), move) for move in moves]
    return (one.counts, one.outcome) == (other.counts, other.outcome) and all(
        one.table.look(each) == other.table.look(each) for each in afters
    )


def cut(data: bytes) -> bytes:
    """Lose the end."""
    return data[: len(data) // 2]


def flip(data: bytes) -> bytes:
    """Change one bit near the end."""
    return data[:-200] + bytes([data[-200] ^ 1]) + data[-199:]


def flip_header(data: bytes) -> bytes:
    """Change one bit of the header."""
    return data[:60] + bytes([data[60] ^ 1]) + data[61:]


def foreign(_data: bytes) -> bytes:
    """Be something else."""
    return b"GIF89a and so on, quite unlike a solution"


def empty(_data: bytes) -> bytes:
    """Be nothing."""
    return b""


DAMAGES = {
    cut: "is damaged",
    flip: "is damaged",
    flip_header: "is damaged",
    foreign: "is not a solution of a game",
    empty: "is not a solution of a game",
}


@pytest.mark.parametrize(("damage", "message"), list(DAMAGES.items()))
def test_a_damaged_file_is_solved_anew(kept: Path, damage: Callable[[bytes], bytes], message: str) -> None:
    """The cache tells in one line, solves again, and is whole afterwards; who named the file is refused."""
    whole = solve(GAME, cache=kept.parents[1])
    kept.write_bytes(damage(kept.read_bytes()))
    with pytest.raises(BadFile, match=message):
        load_solution(GAME, kept)
    told: list[str] = []
    assert agree(solve(GAME, cache=kept.parents[1], notice=told.append), whole)
    assert len(told) == 1
    assert message in told[0]
    assert "\n" not in told[0]
    assert agree(load_solution(GAME, kept), whole)


def test_every_cut_is_noticed(kept: Path) -> None:
    """Whatever is missing at the end, the file is refused."""
    data = kept.read_bytes()
    for length in (1, 14, 15, 20, 23, 100, 300, len(data) - 64, len(data) - 1):
        kept.write_bytes(data[:length])
        with pytest.raises(BadFile):
            load_solution(GAME, kept)


def test_an_old_version(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of another version is refused by its number, and solved anew."""
    monkeypatch.setattr(solution_files, "ENVELOPE", attrs.evolve(solution_files.ENVELOPE, versions=(2,)))
    with pytest.raises(BadFile, match="has version 1; this Hoyle reads version 2"):
        load_solution(GAME, kept)
    solve(GAME, cache=kept.parents[1])
    assert load_solution(GAME, kept).outcome is Outcome.DRAW


def test_the_file_of_another_game(kept: Path) -> None:
    """It is refused, and says whose it is."""
    with pytest.raises(BadFile, match="is the solution of another game: lose-tic-tac-toe"):
        load_solution(make_game("tic-tac-toe"), kept)


def test_the_file_of_other_rules(kept: Path) -> None:
    """A game that has kept its name and changed its rules is not misled."""
    changed = PlacingGame(name=GAME.name, title="", rules="Otherwise.", board=GAME.board)
    with pytest.raises(BadFile, match="is the solution of lose-tic-tac-toe with other rules"):
        load_solution(changed, kept)


def test_a_header_that_makes_no_sense(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's header with our magic is refused like any damage."""
    monkeypatch.setattr(msgpack, "packb", lambda _header: b"\x93\x01\x02\x03")
    solution_files.write_solution(GAME, kept, {}, {})
    with pytest.raises(BadFile, match="is damaged"):
        load_solution(GAME, kept)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """Who named it is told."""
    with pytest.raises(BadFile, match="cannot read"):
        load_solution(GAME, tmp_path / "absent")


def test_a_second_use_solves_nothing(kept: Path) -> None:
    """It comes from the cache, and no progress is made; benchmarks/solving.py tells how soon."""

    def forbid(_done: int, _total: int, _what: str) -> None:
        pytest.fail("it was solved again")

    assert solve(GAME, cache=kept.parents[1], progress=forbid).positions == 5478


def test_a_fresh_solve_can_be_asked_for(kept: Path) -> None:
    """Then the cache is passed over, and written again."""
    told: list[str] = []
    solve(GAME, cache=kept.parents[1], fresh=True, progress=lambda *_what: told.append("solved"))
    assert told


def test_two_processes_at_once(tmp_path: Path) -> None:
    """Both get their solution, one whole file stays, and nothing else."""
    code = (
        "import sys, pathlib; from games import make_game; from games.solving.solution import solve; "
        "print(solve(make_game('lose-tic-tac-toe'), cache=pathlib.Path(sys.argv[1])).positions)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])  # noqa: S603
        for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in running] == ["5478", "5478"]
    assert names_in(tmp_path) == ["lose-tic-tac-toe.solution"]
    assert load_solution(GAME, cache_path(GAME, tmp_path)).positions == 5478


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.ENOSPC, "no space is left on the disk"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EACCES, "permission denied"),
    ],
)
def test_a_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, reason: str
) -> None:
    """The solution is returned all the same, one line says why it is not kept, and nothing is left behind."""

    def fail(*_args: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fail)
    told: list[str] = []
    solution = solve(GAME, cache=tmp_path, notice=told.append)
    assert solution.positions == 5478
    assert len(told) == 1
    assert told[0].startswith("cannot save the solution of lose-tic-tac-toe: cannot write")
    assert reason in told[0]
    assert names_in(tmp_path) == []


def test_a_cache_that_is_no_folder(tmp_path: Path) -> None:
    """A file where the folder should be does no harm either."""
    (tmp_path / "solutions").write_bytes(b"")
    told: list[str] = []
    assert solve(GAME, cache=tmp_path, notice=told.append).positions == 5478
    assert len(told) == 1
    assert "cannot save" in told[0]
    assert "\n" not in told[0]


def test_an_interrupted_solve_leaves_the_cache_as_it_was(kept: Path) -> None:
    """Ctrl-C gets out, and the old file is there, byte for byte."""

    def interrupt(_done: int, _total: int, _what: str) -> None:
        raise KeyboardInterrupt

    before = kept.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        solve(GAME, cache=kept.parents[1], fresh=True, progress=interrupt)
    assert kept.read_bytes() == before
    assert names_in(kept.parents[1]) == [kept.name]
