"""Files: whole or not at all."""

import errno
import fcntl
import os
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from games import BadFile, clear_unfinished, read_bytes, write_atomically


def names_in(folder: Path) -> list[str]:
    """Name everything in a folder, hidden files included."""
    return sorted(path.name for path in folder.iterdir())


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Bytes come back as they were, and a second writing takes the place of the first."""
    path = tmp_path / "file"
    for data in (b"one", b"", bytes(range(256))):
        write_atomically(path, data)
        assert read_bytes(path) == data
    assert names_in(tmp_path) == ["file"]


def test_a_text_path_will_do(tmp_path: Path) -> None:
    """A path may be given as text."""
    write_atomically(str(tmp_path / "file"), b"data")
    assert read_bytes(str(tmp_path / "file")) == b"data"


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    """The file gets the mode that an ordinary new file gets."""
    (tmp_path / "plain").write_bytes(b"")
    write_atomically(tmp_path / "ours", b"")
    assert stat.S_IMODE((tmp_path / "ours").stat().st_mode) == stat.S_IMODE(
        (tmp_path / "plain").stat().st_mode
    )


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """Writing to a link writes the file it leads to."""
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_atomically(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink()
    assert read_bytes(tmp_path / "file") == b"data"


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("absent/file", "there is no such folder"),
        ("folder", "it is a folder"),
        ("plain/file", "a part of the path is not a folder"),
        ("nul\0", "null"),
    ],
)
def test_a_place_that_cannot_be_written(tmp_path: Path, where: str, reason: str) -> None:
    """One line names the path and why."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_bytes(b"")
    with pytest.raises(BadFile, match=f"^cannot write .*{re.escape(where.rstrip(chr(0)))}.*: .*{reason}"):
        write_atomically(tmp_path / where, b"data")
    assert names_in(tmp_path) == ["folder", "plain"]


def test_a_device_is_left_alone() -> None:
    """Something that is neither file nor folder is not replaced."""
    with pytest.raises(BadFile, match="it is a device"):
        write_atomically(os.devnull, b"data")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (errno.ENOSPC, "no space is left on the disk"),
        (errno.EACCES, "permission denied"),
        (errno.EROFS, "the disk is read-only"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, code: int, reason: str
) -> None:
    """Whatever step fails, the old bytes are there, nothing else is, and the reason is told."""

    def fail(*_args: object) -> None:
        raise OSError(code, os.strerror(code))

    path = tmp_path / "file"
    write_atomically(path, b"old")
    monkeypatch.setattr(os, step, fail)
    with pytest.raises(BadFile, match=reason):
        write_atomically(path, b"new")
    assert read_bytes(path) == b"old"
    assert names_in(tmp_path) == ["file"]


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of writing is no error of ours, and no half-written file stays."""

    def interrupt(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "file", b"new")
    assert names_in(tmp_path) == []


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("absent", "there is no such file"),
        (".", "it is a folder"),
        ("plain/file", "a part of the path is not a folder"),
        ("nul\0", "null"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, where: str, reason: str) -> None:
    """One line names the path and why."""
    (tmp_path / "plain").write_bytes(b"")
    with pytest.raises(BadFile, match=f"^cannot read .*{re.escape(str(tmp_path))}.*: .*{reason}"):
        read_bytes(tmp_path / where)


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that may not be read says so."""

    def refuse(_path: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(BadFile, match="permission denied"):
        read_bytes(tmp_path / "file")


def test_what_a_killed_writer_left_is_cleared(tmp_path: Path) -> None:
    """But nothing else, and a folder that is not there has nothing of it."""
    (tmp_path / ".hoyle-0123456789abcdef.tmp").write_bytes(b"half")
    (tmp_path / "kept").write_bytes(b"whole")
    clear_unfinished(tmp_path)
    clear_unfinished(tmp_path / "nowhere")
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


KILLED = """
import os, signal, sys
from games import write_atomically

os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
write_atomically(sys.argv[1], b"half")
"""


def killed_while_writing(path: Path) -> list[str]:
    """Kill a process that is writing a file; return the names of what it left."""
    before = names_in(path.parent)
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)  # noqa: S603  # our own code
    assert done.returncode == -signal.SIGKILL
    return [name for name in names_in(path.parent) if name not in before]


def test_the_next_writer_deletes_what_a_killed_one_left(tmp_path: Path) -> None:
    """It deletes the temporary files of its own target, and no others."""
    (own,) = killed_while_writing(tmp_path / "file")
    (other,) = killed_while_writing(tmp_path / "other")
    write_atomically(tmp_path / "file", b"whole")
    assert names_in(tmp_path) == sorted([other, "file"])
    assert own != other


def test_what_another_process_is_writing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two writers of one target do not delete each other's temporary files; the last one wins."""
    path, sync, seen = tmp_path / "file", os.fsync, []

    def write_another(descriptor: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        write_atomically(path, b"other")
        clear_unfinished(tmp_path)
        seen.append(names_in(tmp_path))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", write_another)
    write_atomically(path, b"own")
    assert [len(names) for names in seen] == [2]
    assert read_bytes(path) == b"own"
    assert names_in(tmp_path) == ["file"]


def test_a_new_file_that_was_taken_for_a_leftover_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is deleted before it is locked is noticed, and no write is lost."""
    deleted: list[str] = []

    def delete_first(file: int, how: int) -> None:
        if not deleted:
            deleted.extend(names_in(tmp_path))
            (tmp_path / deleted[0]).unlink()
        lock(file, how)

    lock = fcntl.flock
    monkeypatch.setattr(fcntl, "flock", delete_first)
    write_atomically(tmp_path / "file", b"data")
    assert len(deleted) == 1
    assert names_in(tmp_path) == ["file"]


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    """The temporary name does not grow with that of the target."""
    path = tmp_path / ("x" * 255)
    write_atomically(path, b"data")
    assert read_bytes(path) == b"data"
