"""Useful knowledge as one value: saved, loaded, compared."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import declared_items
from blackboard import Knowledge
from games import BadFile, make_game
from tests.support import played, tic_tac_toe

ITEMS = declared_items()
LEARNED = Knowledge(
    "tic-tac-toe",
    {
        "states": {"X........ O": "draw", "....X.... O": "player", "X...O.... X": "opponent"},
        "symmetries": {"left and right": {"map": [2, 1, 0, 5, 4, 3, 8, 7, 6], "held": 3, "broke": 0}},
        "openings": {"....X.... O": [7, 1, 0], "X........ O": [0, 3, 0]},
    },
)

plain = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
)
items = st.dictionaries(
    st.text().filter(lambda name: name not in ITEMS),
    st.recursive(
        plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_size=4,
)


def shuffled(value: Any) -> Any:
    """Return an equal value whose mappings were filled in another order."""
    if isinstance(value, dict):
        return {key: shuffled(value[key]) for key in reversed(value)}
    return [shuffled(each) for each in value] if isinstance(value, list) else value


@given(game=st.text(), learned=items)
def test_knowledge_is_read_back_as_it_was(game: str, learned: dict[str, Any]) -> None:
    """What was written is what is read, byte for byte when it is written again."""
    knowledge = Knowledge(game, learned)
    again = Knowledge.from_bytes(knowledge.to_bytes())
    assert again == knowledge
    assert again.to_bytes() == knowledge.to_bytes()


@given(learned=items)
def test_equal_knowledge_gives_equal_bytes(learned: dict[str, Any]) -> None:
    """In whatever order it was learned."""
    assert Knowledge("g", learned).to_bytes() == Knowledge("g", shuffled(learned)).to_bytes()


def test_counts_by_number_are_read_back() -> None:
    """Whatever msgpack can write can be an item: mappings by whole number too."""
    knowledge = Knowledge("g", {"wins by ply": {5: 3, 9: 1}})
    assert Knowledge.from_bytes(knowledge.to_bytes()) == knowledge


def test_knowledge_cannot_be_changed() -> None:
    """It is a value; what is learned makes a new one."""
    given_items = {"a": 1}
    knowledge = Knowledge("g", given_items)
    given_items["a"] = 2
    assert knowledge.items["a"] == 1
    with pytest.raises(TypeError):
        knowledge.items["a"] = 3  # type: ignore[index]  # on purpose


def test_knowledge_survives_a_file(tmp_path: Path) -> None:
    """Saved and loaded it is the same, and saving it again replaces the file."""
    path = tmp_path / "learned"
    Knowledge("tic-tac-toe").save(path)
    LEARNED.save(path)
    assert Knowledge.load(path, game=tic_tac_toe()) == LEARNED
    assert path.read_bytes() == LEARNED.to_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["learned"]


def test_the_first_bytes_never_change() -> None:
    """A file of today is read tomorrow: the form of version 2 is part of the contract."""
    assert LEARNED.to_bytes().startswith(b"\x94\xafhoyle knowledge\x02\xc4\x20")


KEPT = Path(__file__).parents[1] / "data/before-rooms"


def test_a_file_that_was_written_before_is_written_again_to_the_byte() -> None:
    """Learned and kept by an earlier Hoyle, it is read in the declared forms, and nothing is lost."""
    data = (KEPT / "learned.hoyle").read_bytes()
    learned = Knowledge.from_bytes(data, declared=ITEMS)
    assert learned.items.keys() <= ITEMS.keys()
    assert learned.to_bytes() == data


def test_every_truncation_is_refused() -> None:
    """Cut off at any byte, it is no knowledge."""
    data = LEARNED.to_bytes()
    for size in range(len(data)):
        with pytest.raises(BadFile):
            Knowledge.from_bytes(data[:size])


def test_every_flipped_bit_is_refused() -> None:
    """One wrong bit anywhere, and nothing is loaded rather than something wrong."""
    data = LEARNED.to_bytes()
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(BadFile):
            Knowledge.from_bytes(bytes(flipped))


@given(data=st.binary())
def test_any_other_bytes_are_refused(data: bytes) -> None:
    """What is no knowledge file is refused in one line that names it."""
    with pytest.raises(
        BadFile, match=r"^mine is not a complete knowledge file; restore it or learn it again$"
    ):
        Knowledge.from_bytes(data, "mine")


def test_bytes_behind_the_end_are_refused() -> None:
    """A file that goes on is not the one that was written."""
    with pytest.raises(BadFile):
        Knowledge.from_bytes(LEARNED.to_bytes() + b"\0")


def test_a_file_that_is_cut_off_is_told_from_one_that_is_none() -> None:
    """Somebody who copied half of it knows what to do."""
    with pytest.raises(BadFile, match=r"^mine is damaged: it is cut off; restore it or learn it again$"):
        Knowledge.from_bytes(LEARNED.to_bytes()[:-1], "mine")


@pytest.mark.parametrize(
    ("version", "remedy"),
    [
        (3, "it was written by a newer Hoyle; use that version"),
        (1, "learn it again"),
        ("2", "learn it again"),
    ],
)
def test_other_versions_are_refused_with_a_remedy(version: object, remedy: str) -> None:
    """One line names the version of the file and the one that can be read."""
    _, _, digest, payload = msgpack.unpackb(LEARNED.to_bytes())
    data = msgpack.packb(["hoyle knowledge", version, digest, payload])
    with pytest.raises(
        BadFile, match=rf"^mine has knowledge version {version!r}, this Hoyle reads 2; {remedy}$"
    ):
        Knowledge.from_bytes(data, "mine")


def test_damage_is_told_from_other_files(tmp_path: Path) -> None:
    """A changed item is damage, and the line names the file."""
    path = tmp_path / "learned"
    path.write_bytes(LEARNED.to_bytes().replace(b"openings", b"endgames"))
    with pytest.raises(BadFile, match=rf"^{path} is damaged: its checksum does not match; .*$"):
        Knowledge.load(path)


def test_knowledge_of_another_game_is_refused(tmp_path: Path) -> None:
    """The line names both games."""
    LEARNED.save(tmp_path / "learned")
    with pytest.raises(
        BadFile, match=r"is knowledge of tic-tac-toe, not of achi.*; give the file of that game$"
    ):
        Knowledge.load(tmp_path / "learned", game=make_game("achi"))


@pytest.mark.parametrize("name", ["missing", "."])
def test_a_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    """Missing, or a folder: one line names it."""
    with pytest.raises(BadFile, match=r"^cannot read '"):
        Knowledge.load(tmp_path / name)


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """Where there is no folder, one line says so."""
    with pytest.raises(BadFile, match=r"^cannot write '"):
        LEARNED.save(tmp_path / "missing" / "learned")


def test_outcomes_are_recalled_by_position() -> None:
    """A known position has its outcome, and so has its image; an unknown one has None."""
    game = tic_tac_toe()
    learned = LEARNED.rekeyed(game, ITEMS)

    def known(moves: str) -> str | None:
        return learned.item("states").get(learned.key(game, played(moves)))

    assert known("5") == "player"
    assert known("1") == known("3") == "draw"
    assert known("1 5") == "opponent"
    assert known("2") is known("7") is None
    assert Knowledge("tic-tac-toe").item("states") == {}


def test_equal_symmetries_are_one_object() -> None:
    """Whoever remembers keys by them does not hold on to as many copies as there were contests."""
    assert LEARNED.symmetries is LEARNED.with_item("more", {}).symmetries
    tried = {name: {"map": place, "held": 1, "broke": 0} for name, place in (("b", [0, 1]), ("a", [1, 0]))}
    known = Knowledge("g", {"symmetries": tried})
    assert Knowledge.from_bytes(known.to_bytes()).symmetries is known.symmetries


def test_symmetries_are_there_if_they_are_known() -> None:
    """Those that held and never broke, or none."""
    assert LEARNED.symmetries == ((2, 1, 0, 5, 4, 3, 8, 7, 6),)
    tried = {"map": [0], "held": 5, "broke": 1}, {"map": [0], "held": 0, "broke": 0}
    refuted = {"symmetries": {str(i): each for i, each in enumerate(tried)}}
    assert Knowledge("tic-tac-toe", refuted).symmetries == ()
    assert Knowledge("tic-tac-toe").symmetries == ()


@pytest.mark.parametrize(
    "content",
    [
        [1, 2],
        {"game": "tic-tac-toe", "options": {}},
        {"game": "tic-tac-toe", "items": {}},
        {"game": "tic-tac-toe", "options": {}, "items": 5},
        {"game": "tic-tac-toe", "options": 5, "items": {}},
        {"game": 5, "options": {}, "items": {}},
        {"game": "tic-tac-toe", "options": {}, "items": {1: 2, "a": 3}},
    ],
)
def test_what_is_no_knowledge_is_refused_whatever_its_checksum_says(content: object) -> None:
    """A file that is whole but says nothing Hoyle can read gives one line, and no wrong load."""
    payload = msgpack.packb(content)
    data = msgpack.packb(["hoyle knowledge", 2, hashlib.sha256(payload).digest(), payload])
    with pytest.raises(BadFile, match="that this Hoyle can read"):
        Knowledge.from_bytes(data)


MAP = {"map": [0, 1], "held": 1, "broke": 0}
FORK = {"position": "XO....... X", "pivot": "5", "seen": 1}


@pytest.mark.parametrize(
    ("item", "entries"),
    [
        ("states", 5),
        ("states", {"X........ O": "perhaps"}),
        ("states", {5: "draw"}),
        ("states", {"X........ O": ["draw"]}),
        ("symmetries", 5),
        ("symmetries", [[0, 1]]),
        ("symmetries", {"a": [0, 1]}),
        ("symmetries", {"a": {**MAP, "map": ["a"]}}),
        ("symmetries", {"a": {**MAP, "held": -1}}),
        ("symmetries", {"a": {**MAP, "more": 1}}),
        ("openings", {"X........ O": [1, 2]}),
        ("openings", {"X........ O": [1, 2, True]}),
        ("expert_moves", {"X........ O": {"XO....... X": 1.5}}),
        ("expert_moves", {"X........ O": {5: 1}}),
        ("hoyle_moves", {"X........ O": {"XO....... X": 1}}),
        ("lost_moves", {"X........ O": {"XO....... X": [1]}}),
        ("model", {"X........ O": "XO....... X"}),
        ("forks", {"3+3": {**FORK, "seen": None}}),
        ("forks", {"3+3": {"seen": 1}}),
    ],
)
def test_an_item_that_its_readers_could_not_read_is_refused(item: str, entries: object) -> None:
    """A file that is whole but whose items are in another form gives the same line."""
    data = Knowledge("tic-tac-toe", {item: entries}).to_bytes()
    with pytest.raises(BadFile, match=r"^mine contains no knowledge that this Hoyle can read; learn"):
        Knowledge.from_bytes(data, "mine", ITEMS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills processes it has forked")
def test_a_process_killed_while_it_saves_leaves_one_of_the_two(tmp_path: Path) -> None:
    """Killed three dozen times at any moment, the file was always whole: the old knowledge or the new."""
    root = Path(__file__).parents[2]
    done = subprocess.run(  # noqa: S603  # our own file
        [sys.executable, root / "tests/blackboard/killed.py", tmp_path / "learned", "36", "1990"],
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = dict(part.split("=") for part in done.stdout.split())
    assert found["neither"] == "0"
    assert int(found["one"]) + int(found["other"]) == 36
    assert Knowledge.load(tmp_path / "learned").item("states")
