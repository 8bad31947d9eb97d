"""Files of solutions: how they are written, and what is checked before one is believed.

A file is a magic line, the length and the checksum of its header, the header (msgpack), and the arrays one
behind the other. The header names the game, and carries the checksum of the arrays.
"""

import re
import zlib
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from games.errors import BadFile
from games.files import read_bytes, write_atomically
from games.game import Game
from games.perft import perft
from games.solving.outcome_tables import Arrays

VERSION = 1
"""Of the files, and of what the engines put into them."""

_MAGIC = b"hoyle solution\n"
_PREFIX = len(_MAGIC) + 8
_ALIGNED = 64
_KIND = re.compile("[<>|][iu][1248]")
"""The kinds of numbers that an array may be of."""
_DEEP = 3
"""How many plies of a game go into its fingerprint."""


def fingerprint(game: Game[Any]) -> str:
    """Return a text that differs where the rules differ: board, words, and the first few plies go into it."""
    board = [(location.name, location.coordinates) for location in game.board.locations]
    options = sorted((key, str(value)) for key, value in game.options.items())
    nodes = [perft(game, depth) for depth in range(1, _DEEP + 1)]
    start = game.format_position(game.initial())
    said = (game.name, options, game.rules, board, game.board.lines, game.winning_lines, start, nodes)
    return blake2b(repr(said).encode(), digest_size=16).hexdigest()


def write_solution(game: Game[Any], path: Path, summary: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a summary and the arrays of a table, whole or not at all; BadFile if that cannot be done."""
    parts = [_aligned(array.tobytes()) for array in arrays.values()]
    header = msgpack.packb(
        {
            "version": VERSION,
            "game": game.name,
            "options": {key: str(value) for key, value in game.options.items()},
            "fingerprint": fingerprint(game),
            "summary": dict(summary),
            "arrays": [(name, array.dtype.str, len(array)) for name, array in arrays.items()],
            "checksum": _checksum(parts),
        }
    )
    header += bytes(-(_PREFIX + len(header)) % _ALIGNED)
    prefix = _MAGIC + len(header).to_bytes(4, "little") + zlib.crc32(header).to_bytes(4, "little")
    write_atomically(path, b"".join((prefix, header, *parts)))


def read_solution(game: Game[Any], path: Path) -> tuple[dict[str, Any], Arrays]:
    """Read what was written for this game; BadFile if it is damaged, foreign, or of another version."""
    data = memoryview(read_bytes(path))
    header, body = _split(path, data)
    if header.get("version") != VERSION:
        found = header.get("version")
        raise BadFile(f"{str(path)!r} has version {found!r:.20}; this Hoyle reads version {VERSION}")
    _check_game(game, path, header)
    if zlib.crc32(body) != header.get("checksum"):
        raise BadFile(f"{str(path)!r} is damaged: its checksum does not fit")
    summary, arrays = header.get("summary"), _arrays(body, header.get("arrays"))
    if not isinstance(summary, dict) or arrays is None:
        raise BadFile(f"{str(path)!r} holds no solution in a form that Hoyle knows")
    return summary, arrays


def _aligned(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNED)


def _checksum(parts: list[bytes]) -> int:
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    return checksum


def _split(path: Path, data: memoryview) -> tuple[dict[str, Any], memoryview]:
    """Return the header, and what comes behind it."""
    if bytes(data[: len(_MAGIC)]) != _MAGIC:
        raise BadFile(f"{str(path)!r} is no solution of a game")
    length, checksum = (int.from_bytes(data[at : at + 4], "little") for at in (_PREFIX - 8, _PREFIX - 4))
    packed = data[_PREFIX : _PREFIX + length]
    header = _unpacked(packed) if len(packed) == length and zlib.crc32(packed) == checksum else None
    if not isinstance(header, dict):
        raise BadFile(f"{str(path)!r} is damaged: its header is not whole")
    return header, data[_PREFIX + length :]


def _unpacked(packed: memoryview) -> object:
    """Read a header, and leave the blanks behind it alone."""
    unpacker = msgpack.Unpacker()
    unpacker.feed(packed)
    try:
        header: object = unpacker.unpack()
    except (ValueError, msgpack.exceptions.UnpackException):
        return None
    return header


def _check_game(game: Game[Any], path: Path, header: dict[str, Any]) -> None:
    name, options = header.get("game"), header.get("options")
    if (name, options) != (game.name, {key: str(value) for key, value in game.options.items()}):
        raise BadFile(f"{str(path)!r} is the solution of another game, {name!s:.40} {options!s:.80}")
    if header.get("fingerprint") != fingerprint(game):
        raise BadFile(f"{str(path)!r} is the solution of {game.name} under other rules")


def _arrays(data: memoryview, described: object) -> Arrays | None:
    """Take the arrays out of what lies behind the header; None unless they are all of it."""
    arrays = {}
    at = 0
    for each in described if isinstance(described, list) else ():
        match each:
            case [str(name), str(kind), int(length)] if _KIND.fullmatch(kind) and 0 <= length <= len(data):
                size = length * np.dtype(kind).itemsize
                if size > len(data) - at or name in arrays:
                    return None
                arrays[name] = np.frombuffer(data[at : at + size], kind)
                at += size + -size % _ALIGNED
            case _:
                return None
    return arrays if arrays and at == len(data) else None
