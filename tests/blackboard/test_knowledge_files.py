"""Knowledge files: one at a time learns into one, and nobody's knowledge is overwritten unseen."""

import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard import Knowledge, KnowledgeFile, knowledge_files
from games import BadFile

ROOT = Path(__file__).parents[2]
ONE, TWO, THREE = (Knowledge("g", {"mine": {"n": n}}).to_bytes() for n in (1, 2, 3))
HAS_LOCKS = importlib.util.find_spec("fcntl") is not None
LOCKS = pytest.mark.skipif(not HAS_LOCKS, reason="this system has no locks")
HELD = (
    r"^.*file is in use: another process is learning into it; wait until it has ended, or name another file$"
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a knowledge file that somebody wrote."""
    path = tmp_path / "file"
    path.write_bytes(ONE)
    return path


def names(path: Path) -> list[str]:
    """Name everything beside a file, hidden files included."""
    return sorted(each.name for each in path.parent.iterdir())


@LOCKS
def test_one_at_a_time_has_a_file(path: Path) -> None:
    """A second one is told so in one line, also after the file was replaced, until the first lets go."""
    with KnowledgeFile(path) as mine, KnowledgeFile(path) as theirs:
        assert mine.take()
        mine.read()
        for data in (TWO, THREE, ONE):
            with pytest.raises(BadFile, match=HELD):
                theirs.take()
            mine.write(data)
        mine.release()
        assert theirs.take()
    assert names(path) == ["file"]


@LOCKS
@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_file_by_another_name_is_the_same_file(path: Path, link: Callable[[Path, Path], None]) -> None:
    """A symbolic link and a hard link lead to what somebody holds."""
    other = path.with_name("other file")
    link(path, other)
    with KnowledgeFile(path) as mine, KnowledgeFile(other) as theirs:
        assert mine.take()
        with pytest.raises(BadFile, match=HELD):
            theirs.take()


@LOCKS
def test_two_that_make_a_new_file_at_once(tmp_path: Path) -> None:
    """The first has it from the first moment, and the other is told; neither writes over the other's."""
    path = tmp_path / "file"
    with KnowledgeFile(path) as mine, KnowledgeFile(path) as theirs:
        assert not mine.take()
        assert not theirs.take()
        mine.make(ONE)
        with pytest.raises(FileExistsError):
            theirs.make(TWO)
        with pytest.raises(BadFile, match=HELD):
            theirs.take()
    assert path.read_bytes() == ONE
    assert names(path) == ["file"]


@LOCKS
def test_who_opened_the_file_before_it_was_replaced_does_not_get_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lock on a file that has lost its name is no lock: it is tried again with the file of that name."""
    opened = knowledge_files._opened
    with KnowledgeFile(path) as mine, KnowledgeFile(path) as theirs:
        mine.take()
        mine.read()

        def replaced_meanwhile(place: Path) -> int | None:
            monkeypatch.setattr(knowledge_files, "_opened", opened)
            file = opened(place)
            mine.write(TWO)
            return file

        monkeypatch.setattr(knowledge_files, "_opened", replaced_meanwhile)
        with pytest.raises(BadFile, match=HELD):
            theirs.take()


@LOCKS
def test_nobody_saves_into_a_file_that_somebody_learns_into(path: Path) -> None:
    """To save is refused while it is held, and leaves the file as it is; to read is not."""
    with KnowledgeFile(path) as mine:
        mine.take()
        with pytest.raises(BadFile, match=HELD):
            Knowledge("g").save(path)
        assert Knowledge.load(path).to_bytes() == ONE
    Knowledge("g").save(path)
    assert Knowledge.load(path) == Knowledge("g")


HOLDER = """
import sys, pathlib
from blackboard import KnowledgeFile
file = KnowledgeFile(pathlib.Path(sys.argv[1]))
file.take()
file.read()
file.write(file.read())
print("held", flush=True)
sys.stdin.read()
"""


@LOCKS
def test_a_holder_that_was_killed_holds_nothing(path: Path) -> None:
    """Killed outright, it leaves neither a lock nor a file behind."""
    with subprocess.Popen(  # noqa: S603  # our own script
        [sys.executable, "-c", HOLDER, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BadFile, match=HELD):
            KnowledgeFile(path).take()
        holder.send_signal(signal.SIGKILL)
    with KnowledgeFile(path) as mine:
        assert mine.take()
    assert names(path) == ["file"]


@LOCKS
def test_a_child_process_does_not_go_on_holding(path: Path) -> None:
    """What was forked while a file was held does not keep it once its holder lets go."""
    with KnowledgeFile(path) as mine, KnowledgeFile(path) as theirs:
        mine.take()
        assert mine._held is not None
        os.set_inheritable(mine._held, True)
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, close_fds=False):
            mine.release()
            assert theirs.take()


@pytest.mark.parametrize("has_locks", [True, False])
def test_what_others_wrote_meanwhile_is_not_overwritten(
    path: Path, has_locks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for no lock is found out: theirs stays, ours is beside it, and the line says where."""
    if not has_locks:
        monkeypatch.setattr(knowledge_files, "fcntl", None)
    with KnowledgeFile(path) as mine:
        assert mine.take()
        mine.read()
        mine.write(TWO)
        path.write_bytes(THREE)
        for number in (2, 3):
            kept = path.with_name(f"file-{number}")
            line = (
                f"{path} was changed by another process and stays as it is; what was learned is in {kept}; "
            )
            with pytest.raises(BadFile, match=f"^{line}merge both with .*$"):
                mine.write(ONE)
            assert kept.read_bytes() == ONE
    assert path.read_bytes() == THREE


def test_a_file_that_was_only_touched_or_taken_away_is_written(path: Path) -> None:
    """The same bytes under a new date are no change, and where nothing is, nothing is lost."""
    with KnowledgeFile(path) as mine:
        mine.take()
        mine.read()
        os.utime(path, (1, 1))
        mine.write(TWO)
        path.unlink()
        mine.write(THREE)
    assert path.read_bytes() == THREE


def test_what_cannot_be_written_leaves_all_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full is told of; the old file stays, and stays held."""
    with KnowledgeFile(path) as mine, KnowledgeFile(path) as theirs:
        mine.take()
        mine.read()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "replace", _refuse)
            with pytest.raises(BadFile, match="no space is left on the disk"):
                mine.write(TWO)
        assert path.read_bytes() == ONE
        if HAS_LOCKS:
            with pytest.raises(BadFile, match=HELD):
                theirs.take()
        mine.write(TWO)
    assert names(path) == ["file"]


def _refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("where", ["folder", "absent/file"])
def test_a_place_where_no_file_can_be_is_told(tmp_path: Path, where: str) -> None:
    """There is nothing to hold, and one line says why nothing can be written."""
    (tmp_path / "folder").mkdir()
    file = KnowledgeFile(tmp_path / where)
    assert not file.take()
    with pytest.raises(BadFile, match=r"^cannot write '"):
        file.make(ONE)


def test_what_is_no_path_is_told() -> None:
    """One line names it."""
    with pytest.raises(BadFile, match=r"^'nul.*' is not a path: "):
        KnowledgeFile(Path("nul\0"))


def test_a_disk_without_links_makes_a_new_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the place if it is free, and not if it is taken."""
    monkeypatch.setattr(os, "link", _refuse)
    path = tmp_path / "file"
    with KnowledgeFile(path) as mine:
        mine.make(ONE)
        with pytest.raises(FileExistsError):
            KnowledgeFile(path).make(TWO)
    assert path.read_bytes() == ONE
    assert names(path) == ["file"]
