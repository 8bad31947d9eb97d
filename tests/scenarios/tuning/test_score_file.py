"""The file of a race: nothing that was played is lost, and nothing else is believed."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadFile, BadOption, HoyleError
from scenarios.tuning.score_file import ScoreFile

SCORES = [("1, serial", 0, 3), ("1, serial", 1, 0), ("bordä\n", 0, 4)]


def written(path: Path) -> bytes:
    """Write a race of three blocks."""
    with ScoreFile(path, "race") as file:
        for score in SCORES:
            file.add(*score)
    return path.read_bytes()


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """In the same form, and to be added to."""
    path = tmp_path / "race.state"
    before = written(path)
    with ScoreFile(path, "race", resume=True) as file:
        assert file.scores == {(name, block): quarters for name, block, quarters in SCORES}
    assert path.read_bytes() == before


@given(st.data())
def test_a_torn_file_goes_on(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Wherever a kill tore it: the rest is written as if nothing had happened."""
    path = tmp_path_factory.mktemp("torn") / "race.state"
    whole = written(path)
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    with ScoreFile(path, "race", resume=True) as file:
        for name, block, quarters in SCORES:
            if (name, block) not in file.scores:
                file.add(name, block, quarters)
    assert path.read_bytes() == whole


@given(st.data())
def test_a_changed_byte_is_noticed(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """It is damaged, or no such file at all, and stays as it is; only what was torn off may be lost."""
    path = tmp_path_factory.mktemp("changed") / "race.state"
    whole = bytearray(written(path))
    last = whole[:-1].rindex(b"\n") + 1
    place = data.draw(st.integers(0, last - 2))
    whole[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(whole)
    with pytest.raises(HoyleError), ScoreFile(path, "race", resume=True):
        pass
    assert path.read_bytes() == whole


@pytest.mark.parametrize("content", [b"my notes", b"my notes\n", b"\n", b"00000000 {}\n", b"44136fa3 {}\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """Not a byte of it is changed."""
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(BadFile), ScoreFile(path, "race", resume=True):
        pass
    assert path.read_bytes() == content


def test_one_race_at_a_time(tmp_path: Path) -> None:
    """A second process, another race and a file that already exists are refused, with the remedy."""
    path = tmp_path / "race.state"
    with ScoreFile(path, "race"):
        with pytest.raises(BadOption, match="another process races into"):
            ScoreFile(path, "race", resume=True)
        with pytest.raises(BadOption, match="already exists; go on with it by --resume"):
            ScoreFile(path, "race")
    with pytest.raises(BadOption, match="was begun with another game"):
        ScoreFile(path, "another", resume=True)
    with pytest.raises(BadFile, match="cannot write"):
        ScoreFile(tmp_path / "nowhere" / "file", "race")
