"""Files of solutions: how they are written, and what is checked before a solution is used.

A file is a magic line, a block with the header (games/envelope.py), and the arrays one after the other. The
header names the game, and contains the version and the checksum of the arrays.
"""

import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgpack
import numpy as np

from games.envelope import BlockHead, Envelope, checksum_of
from games.errors import BadFile
from games.files import read_bytes, write_atomically
from games.game import Game
from games.letters import shown_line
from games.perft import perft
from games.solving.outcome_tables import Arrays

ENVELOPE = Envelope(
    magic=b"hoyle solution\n",
    versions=(1,),
    foreign="not a solution of a game",
    other_version="version {found}; this Hoyle reads version {known}",
)
"""The version of the file format, and of what the engines store in it."""
_HEAD = BlockHead(is_doubled=False)
_PREFIX = len(ENVELOPE.magic) + _HEAD.size
_ALIGNED = 64
_KIND = re.compile("[<>|][iu][1248]")
"""The integer types that an array may have."""
_DEEP = 3
"""How many plies of a game are part of its fingerprint."""


def fingerprint(game: Game[Any]) -> str:
    """Return a text that differs if the rules differ: it covers board, words, and the first few plies."""
    board = [(location.name, location.coordinates) for location in game.board.locations]
    options = sorted((key, str(value)) for key, value in game.options.items())
    nodes = [perft(game, depth) for depth in range(1, _DEEP + 1)]
    start = game.format_position(game.initial())
    said = (game.name, options, game.rules, board, game.board.lines, game.winning_lines, start, nodes)
    return blake2b(repr(said).encode(), digest_size=16).hexdigest()


def write_solution(game: Game[Any], path: Path, summary: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a summary and the arrays of a table, whole or not at all; BadFile if that fails."""
    parts = [_aligned(array.tobytes()) for array in arrays.values()]
    header = msgpack.packb(
        {
            "version": ENVELOPE.version,
            "game": game.name,
            "options": {key: str(value) for key, value in game.options.items()},
            "fingerprint": fingerprint(game),
            "summary": dict(summary),
            "arrays": [(name, array.dtype.str, len(array)) for name, array in arrays.items()],
            "checksum": checksum_of(parts),
        }
    )
    header += bytes(-(_PREFIX + len(header)) % _ALIGNED)
    write_atomically(path, b"".join((ENVELOPE.magic, _HEAD.of(header), header, *parts)))


def read_solution(game: Game[Any], path: Path) -> tuple[dict[str, Any], Arrays]:
    """Read a solution of this game; BadFile if it is damaged, foreign, or of another version."""
    data = memoryview(read_bytes(path))
    header, body = _split(path, data)
    ENVELOPE.check_version(header.get("version"), repr(str(path)))
    _check_game(game, path, header)
    if checksum_of([body]) != header.get("checksum"):
        raise ENVELOPE.broken(repr(str(path)))
    summary, arrays = header.get("summary"), _arrays(body, header.get("arrays"))
    if not isinstance(summary, dict) or arrays is None:
        raise BadFile(f"{str(path)!r} contains no solution in a form that this Hoyle can read")
    return summary, arrays


def solved_game(path: Path) -> tuple[str, dict[str, str]]:
    """Return the name and the options of the game that a file solves; BadFile if it is damaged."""
    header, _ = _split(path, memoryview(read_bytes(path)))
    ENVELOPE.check_version(header.get("version"), repr(str(path)))
    match header:
        case {"game": str(name), "options": dict(options)} if all(
            isinstance(each, str) for pair in options.items() for each in pair
        ):
            return name, options
    raise ENVELOPE.broken(repr(str(path)), "its header is not valid")


def _aligned(data: bytes) -> bytes:
    return data + bytes(-len(data) % _ALIGNED)


def _split(path: Path, data: memoryview) -> tuple[dict[str, Any], memoryview]:
    """Return the header, and the data after it."""
    source = repr(str(path))
    ENVELOPE.check_magic(data, source)
    block = _HEAD.read(data, len(ENVELOPE.magic))
    if block.is_cut:
        raise ENVELOPE.cut_off(source)
    if block.content is None:
        raise ENVELOPE.broken(source)
    header = _unpacked(block.content)
    if not isinstance(header, dict):
        raise ENVELOPE.broken(source, "its header is not valid")
    return header, data[block.end :]


def _unpacked(packed: bytes) -> object:
    """Return the header, without the padding after it."""
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
        what = shown_line(f"{name!s:.40} {options!s:.80}")
        raise BadFile(f"{str(path)!r} is the solution of another game: {what}")
    if header.get("fingerprint") != fingerprint(game):
        raise BadFile(f"{str(path)!r} is the solution of {game.name} with other rules")


def _arrays(data: memoryview, described: object) -> Arrays | None:
    """Return the arrays in the data after the header; None if they do not fill it exactly."""
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
