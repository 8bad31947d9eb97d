"""Knowledge files that are well framed, and wrong inside."""

import functools
import hashlib
import tempfile
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents import declared_items
from blackboard import Knowledge
from games import make_game
from tests.mutation import command, mutated, nested


@functools.cache
def learned(game: str, *words: str) -> bytes:
    """Learn a game for a few contests."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "t.hoyle")
        told = command(
            *("play", game, "--me", "hoyle:advisors=Victory+Panic", "--against", "random", "--contests", 6),
            *("--learn", "--knowledge", file, "--symmetry", *words),
        )
        assert told is None, told
        return file.read_bytes()


@functools.cache
def content(game: str) -> Any:
    """Return what a knowledge file holds: few entries of each item, for a change to hit one that matters."""
    whole = msgpack.unpackb(msgpack.unpackb(learned(game))[3], strict_map_key=False)
    whole["items"] = {name: dict(list(entries.items())[:3]) for name, entries in whole["items"].items()} | {
        "notes": {"a": [1, {"b": 2.5}]}
    }
    return whole


def framed(inside: Any) -> bytes | None:
    """Put the right checksum around anything; None if msgpack cannot write it."""
    try:
        payload = msgpack.packb(inside)
    except (ValueError, OverflowError):
        return None
    return bytes(msgpack.packb(["hoyle knowledge", 2, hashlib.sha256(payload).digest(), payload]))


HOYLE = "hoyle:advisors=Victory+Wiser+Open+Anthropomorph+Not-Again+Cyber+Spotter+Pitchfork"
COMMANDS = (
    ("knowledge", "{file}"),
    ("knowledge", "{file}", "--json", "--all"),
    ("knowledge", "{file}", "--item", "states"),
    ("knowledge", "{file}", "--item", "notes", "--json"),
    ("knowledge", "{file}", "--item", "symmetries", "--json"),
    ("knowledge", "{file}", "--moves", "{move}"),
    ("knowledge", "{file}", "--moves", "{move}", "--json"),
    ("knowledge", "{file}", "--diff", "{good}"),
    ("knowledge", "{good}", "--diff", "{file}", "--json"),
    ("knowledge", "{file}", "--merge", "{good}", "--out", "{out}"),
    ("knowledge", "{good}", "--merge", "{file}", "--out", "{out}", "--json"),
    ("decide", "{game}", "--knowledge", "{file}", "--moves", "{move}"),
    ("play", "{game}", "--me", HOYLE, "--against", "random", "--knowledge", "{file}"),
    (
        "play",
        "{game}",
        "--me",
        HOYLE,
        "--against",
        "random",
        "--contests",
        "3",
        "--learn",
        "--symmetry",
        "--knowledge",
        "{file}",
    ),
)
GAMES = {"tic-tac-toe": "5", "nim": "4:3", "achi": "5"}


@settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_every_command_reads_it_or_refuses_it_in_one_line(data: st.DataObject) -> None:
    """Whatever is inside, a command works or says in one line what is wrong; what it writes can be read."""
    game = data.draw(st.sampled_from(list(GAMES)))
    words = data.draw(st.sampled_from(COMMANDS))
    crafted = framed(data.draw(mutated(content(game))))
    if crafted is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        file, good, out = (Path(folder, name) for name in ("file", "good", "out"))
        file.write_bytes(crafted)
        good.write_bytes(learned(game))
        names = {"file": file, "good": good, "out": out, "game": game, "move": GAMES[game]}
        told = command(*(word.format(**names) for word in words))
        assert told is None or "\n" not in told
        for written in (out, file) if told is None else ():
            if written.exists():
                Knowledge.load(written, declared=declared_items())


MIRROR = {"map": [2, 1, 0, 5, 4, 3, 8, 7, 6], "held": 1, "broke": 0}


@pytest.mark.parametrize(
    ("items", "named"),
    [
        ({"symmetries": {"a": {**MIRROR, "map": [0] * 9}}}, "that this Hoyle can read"),
        ({"symmetries": {"a": {**MIRROR, "map": [-1, *range(1, 9)]}}}, "that this Hoyle can read"),
        (
            {"symmetries": {"a": {**MIRROR, "map": [1, 0]}}},
            "has a symmetry of 2 locations, 'a', but tic-tac-toe has 9",
        ),
        ({"openings": {"........X O": [2**60, 0, 0]}}, "that this Hoyle can read"),
        ({"openings": {"........X O": [0, 0, 0]}}, "that this Hoyle can read"),
        ({"model": {"........X O": {"........X O": 0}}}, "that this Hoyle can read"),
        ({"notes": nested(300)}, "that this Hoyle can read"),
        ({"notes": {"a": msgpack.Timestamp(1, 2)}}, "that this Hoyle can read"),
    ],
)
def test_crafted_items_are_refused_by_every_command(items: Any, named: str, tmp_path: Path) -> None:
    """One line says what is wrong, before anything is played or written."""
    file, out = tmp_path / "file", tmp_path / "out"
    crafted = framed({"game": "tic-tac-toe", "options": {}, "items": items})
    assert crafted is not None
    file.write_bytes(crafted)
    names = {"file": file, "good": file, "out": out, "game": "tic-tac-toe", "move": "5"}
    for words in COMMANDS:
        told = command(*(word.format(**names) for word in words))
        assert told is not None
        assert named in told
        assert str(file) in told
    assert file.read_bytes() == crafted
    assert not out.exists()


def test_a_position_that_is_none_does_not_stop_a_merge_without_a_word(tmp_path: Path) -> None:
    """Where symmetries have to be written into it, one line names the text that is no position."""
    file, good = tmp_path / "file", tmp_path / "good"
    crafted = framed({"game": "tic-tac-toe", "options": {}, "items": {"states": {"nowhere": "draw"}}})
    assert crafted is not None
    file.write_bytes(crafted)
    good.write_bytes(learned("tic-tac-toe"))
    told = command("knowledge", file, "--merge", good, "--out", tmp_path / "out")
    assert told is not None
    assert "knowledge of tic-tac-toe has 'nowhere' where a position should be: " in told


def test_items_by_number_are_told(tmp_path: Path) -> None:
    """Whatever may be a key of an item can be shown, as a document and to a person."""
    file = tmp_path / "file"
    Knowledge.of(make_game("tic-tac-toe"), {"plies": {5: 1, True: 2, None: [3], b"x": 4}}).save(file)
    for words in ((), ("--json",), ("--item", "plies"), ("--diff", file)):
        assert command("knowledge", file, *words) is None


@pytest.mark.parametrize("words", [("--diff", "{good}"), ("--merge", "{good}", "--out", "{out}")])
def test_a_crafted_game_name_stays_on_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    """A name with a new line and an escape sequence reaches the terminal as neither."""
    file, good = tmp_path / "file", tmp_path / "good"
    crafted = framed({"game": "a\n\x1b[31mb", "options": {}, "items": {}})
    assert crafted is not None
    file.write_bytes(crafted)
    good.write_bytes(learned("tic-tac-toe"))
    line = command("knowledge", file, *(word.format(good=good, out=tmp_path / "out") for word in words))
    assert line is not None
    assert "\n" not in line
    assert "\x1b" not in line
