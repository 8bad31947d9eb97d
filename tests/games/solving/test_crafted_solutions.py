"""Solutions that are well framed, and wrong inside."""

import functools
import tempfile
import zlib
from pathlib import Path
from typing import Any

import attrs
import msgpack
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import BadFile, Game, HoyleError, MorrisGame, make_game
from games.bundled.mens_morris import five_mens_morris
from games.solving.solution import Solution, load_solution, solve
from games.solving.solution_cache import cache_path
from games.solving.solution_files import write_solution
from tests.mutation import mutated

MAGIC = b"hoyle solution\n"
LISTED = ("lose-tic-tac-toe", "pong-hau-ki")
RANKED = "three-mens-morris"


@functools.cache
def game_of(name: str) -> Game[Any]:
    """Make a game; the ranked one is five men's morris with three men each, which is soon solved."""
    if name != RANKED:
        return make_game(name)
    return MorrisGame(attrs.evolve(five_mens_morris().parameters, name=RANKED, men=3))


@functools.cache
def kept(name: str) -> tuple[Any, dict[str, Any]]:
    """Return the header of a solution, and its arrays."""
    with tempfile.TemporaryDirectory() as folder:
        game = game_of(name)
        solve(game, cache=Path(folder))
        data = cache_path(game, Path(folder)).read_bytes()
    at = len(MAGIC) + 8
    length = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 4], "little")
    unpacker = msgpack.Unpacker()
    unpacker.feed(data[at : at + length])
    header, at = unpacker.unpack(), at + length
    arrays = {}
    for array, kind, size in header["arrays"]:
        arrays[array] = np.frombuffer(data, kind, size, at)
        at += arrays[array].nbytes + -arrays[array].nbytes % 64
    return header, arrays


def framed(header: Any, parts: list[bytes]) -> bytes | None:
    """Put the right lengths and checksums around anything; None if msgpack cannot write it."""
    body = b"".join(part + bytes(-len(part) % 64) for part in parts)
    if isinstance(header, dict) and "checksum" in header:
        header["checksum"] = zlib.crc32(body)
    try:
        packed = msgpack.packb(header)
    except (ValueError, OverflowError):
        return None
    packed += bytes(-(len(MAGIC) + 8 + len(packed)) % 64)
    return b"".join(
        (MAGIC, len(packed).to_bytes(4, "little"), zlib.crc32(packed).to_bytes(4, "little"), packed, body)
    )


@pytest.mark.parametrize("name", [*LISTED, RANKED])
def test_a_file_is_laid_out_as_it_always_was(name: str) -> None:
    """Magic line, length and CRC-32 of the header, the header, the arrays: by hand it comes out the same."""
    header, arrays = kept(name)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "solution")
        write_solution(game_of(name), file, header["summary"], arrays)
        assert file.read_bytes() == framed(dict(header), [array.tobytes() for array in arrays.values()])


def ask(solution: Solution) -> None:
    """Ask a solution everything that is asked of one, along a line of play."""
    game, position = solution.game, solution.game.initial()
    assert solution.positions == sum((solution.counts.win, solution.counts.loss, solution.counts.draw))
    solution.best_line()
    for _ in range(8):
        moves = solution.correct_moves(position)
        assert bool(moves) is bool(game.legal_moves(position))
        if not moves:
            return
        solution.value(position), solution.distance(position)  # only whether they answer
        position = game.play(position, moves[0])


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_a_crafted_header_is_refused_or_right(data: st.DataObject) -> None:
    """Whatever the header says, the file is refused in one line, or answers as a solution does."""
    name = data.draw(st.sampled_from(LISTED))
    header, arrays = kept(name)
    crafted = framed(data.draw(mutated(header)), [array.tobytes() for array in arrays.values()])
    if crafted is not None:
        _check(name, crafted)


@pytest.mark.parametrize("key", ["game", "options"])
def test_a_game_of_several_lines_is_refused_in_one(key: str) -> None:
    """Nor does it colour the terminal."""
    header, arrays = kept(LISTED[0])
    crafted = framed({**header, key: "\n\x1b[31m"}, [array.tobytes() for array in arrays.values()])
    assert crafted is not None
    _check(LISTED[0], crafted)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_crafted_arrays_are_refused_or_found_out(data: st.DataObject) -> None:
    """Results that contradict each other, and positions out of order: one line when it is read or asked."""
    name = data.draw(st.sampled_from([*LISTED, RANKED]))
    header, arrays = kept(name)
    changed = {key: array.copy() for key, array in arrays.items()}
    array = changed[data.draw(st.sampled_from(sorted(changed)))]
    places = st.integers(0, len(array) - 1)
    for _ in range(data.draw(st.integers(1, 4))):
        match data.draw(st.sampled_from(["set", "swap", "fill", "shuffle"])):
            case "set":
                limits = np.iinfo(array.dtype)
                array[data.draw(places)] = data.draw(st.integers(int(limits.min), int(limits.max)))
            case "swap":
                one, other = data.draw(places), data.draw(places)
                array[[one, other]] = array[[other, one]]
            case "fill":
                array[data.draw(places) :] = data.draw(st.sampled_from([0, 1, 2]))
            case "shuffle":
                array[:] = array[::-1].copy()
    crafted = framed({**header}, [each.tobytes() for each in changed.values()])
    assert crafted is not None
    _check(name, crafted)


def _check(name: str, crafted: bytes) -> None:
    game = game_of(name)
    with tempfile.TemporaryDirectory() as folder:
        path = cache_path(game, Path(folder))
        path.parent.mkdir()
        path.write_bytes(crafted)
        try:
            ask(load_solution(game, path))
        except HoyleError as error:
            said = str(error)
        else:
            said = ""
    assert "\n" not in said


@pytest.mark.parametrize(
    "summary",
    [
        {"counts": [1, 2], "outcome": "draw", "seconds": 1.0},
        {"counts": [1, 2, 3], "outcome": "draw", "seconds": 1.0},
        {"counts": ["a", 2, 3], "outcome": "draw", "seconds": 1.0},
        {"counts": [-1, 2, 3], "outcome": "draw", "seconds": 1.0},
        {"counts": None, "outcome": "perhaps", "seconds": float("nan")},
        {},
        [],
    ],
)
def test_a_summary_that_does_not_fit_is_solved_anew(summary: Any, tmp_path: Path) -> None:
    """Who named the file is refused; the cache says so in one line, and has a whole one afterwards."""
    game = make_game("lose-tic-tac-toe")
    header, arrays = kept(game.name)
    path = cache_path(game, tmp_path)
    path.parent.mkdir()
    crafted = framed({**header, "summary": summary}, [array.tobytes() for array in arrays.values()])
    assert crafted is not None
    path.write_bytes(crafted)
    with pytest.raises(BadFile, match=r"form that this Hoyle can read|do not match"):
        load_solution(game, path)
    told: list[str] = []
    ask(solve(game, cache=tmp_path, notice=told.append))
    assert len(told) == 1
    assert told[0].endswith("; solving again")
    ask(load_solution(game, path))
