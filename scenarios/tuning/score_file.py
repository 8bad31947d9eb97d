"""The file of a race: a line for each block that somebody played, and a checksum on each line.

Scores are the truth: who leads, who was ruled out and what comes next follow from them. A line is written
when its block is over and never changed, so a race that was killed loses nothing that was played to its end.
A line that was being written then has no end, and is cut off.
"""

import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from games import BadFile, BadOption, read_bytes

try:
    import fcntl
except ImportError:  # a system without it has no way to tell who else is running
    fcntl = None  # type: ignore[assignment]  # as the comment above says

FORM = "hoyle tune 1"
"""What stands first in such a file."""
_REMEDY = "give another --state, or take the file from a copy"
_MOST = 4


class ScoreFile:
    """Scores of blocks, kept; without a path they are kept nowhere."""

    def __init__(self, path: Path | None, race: str, *, resume: bool = False) -> None:
        """Open a file for a race, known by a digest: a new one, or one to go on with."""
        self.scores: dict[tuple[str, int], int] = {}
        """In quarters, by setting and block."""
        self._path = path
        self._file: BinaryIO | None = None
        if path is None:
            return
        if path.exists() and not resume:
            raise BadOption(f"'{path}' is there already; go on with it by --resume, or give another --state")
        self._file = _opened(path)
        try:
            self._begin(race)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, name: str, block: int, quarters: int) -> None:
        """Keep what a block was worth."""
        self.scores[name, block] = quarters
        self._write({"setting": name, "block": block, "quarters": quarters})

    def _begin(self, race: str) -> None:
        """Read what there is, and cut off what was not written to its end."""
        if self._file is None or self._path is None:
            return
        head = {"form": FORM, "race": race}
        whole, newline, torn = read_bytes(self._path).rpartition(b"\n")
        if not newline:
            if not _sealed(head).startswith(torn):
                raise BadFile(f"'{self._path}' holds no race of hoyle tune; give another --state")
            self._file.truncate(0)
            self._write(head)
            return
        lines = whole.split(b"\n")
        told = [_read(line, number, self._path) for number, line in enumerate(lines, start=1)]
        if told[0].get("form") != FORM:
            raise BadFile(f"'{self._path}' holds no race of hoyle tune; give another --state")
        if told[0].get("race") != race:
            raise BadOption(
                f"'{self._path}' was begun with another game, other settings, contests, seed or files;"
                " give it the same again, or another --state"
            )
        for number, each in enumerate(told[1:], start=2):
            name, block, quarters = _score(each, number, self._path)
            if (name, block) in self.scores:
                raise BadFile(f"'{self._path}' is damaged: line {number} says something again; {_REMEDY}")
            self.scores[name, block] = quarters
        if torn:
            self._file.truncate(len(whole) + len(newline))

    def _write(self, told: Mapping[str, Any]) -> None:
        if self._file is not None:
            try:
                self._file.write(_sealed(told))
                self._file.flush()
            except OSError as error:
                raise BadFile(
                    f"cannot write '{self._path}': {error.strerror}; --resume goes on later"
                ) from error


def _opened(path: Path) -> BinaryIO:
    """Open a file to add to it, which nobody else may do meanwhile."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise BadFile(f"cannot write '{path}': {error.strerror}; give another --state") from error
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.set_inheritable(file.fileno(), False)
    except OSError:
        file.close()
        raise BadOption(
            f"another process races into '{path}'; wait for it, or give another --state"
        ) from None
    return file


def _sealed(told: Mapping[str, Any]) -> bytes:
    text = json.dumps(told, ensure_ascii=True).encode()
    return b"%08x %b\n" % (zlib.crc32(text), text)


def _read(line: bytes, number: int, path: Path) -> dict[str, Any]:
    seal, _, text = line.partition(b" ")
    if seal != b"%08x" % zlib.crc32(text):
        if number == 1 and not text.startswith(b"{"):
            raise BadFile(f"'{path}' holds no race of hoyle tune; give another --state")
        raise BadFile(f"'{path}' is damaged: the checksum of line {number} does not fit; {_REMEDY}")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadFile(f"'{path}' is damaged: line {number} is no entry; {_REMEDY}")
    return found


def _score(told: Mapping[str, Any], number: int, path: Path) -> tuple[str, int, int]:
    name, block, quarters = (told.get(key) for key in ("setting", "block", "quarters"))
    if (
        isinstance(name, str)
        and isinstance(block, int)
        and isinstance(quarters, int)
        and block >= 0
        and 0 <= quarters <= _MOST
    ):
        return name, block, quarters
    raise BadFile(f"'{path}' is damaged: line {number} is no score of a block; {_REMEDY}")
