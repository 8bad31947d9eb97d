"""What Hoyle knows in a race: the same in every contest, from a file that must not change meanwhile."""

import hashlib
from pathlib import Path
from typing import Any

import attrs

from agents import declared_items
from blackboard import Knowledge
from games import BadFile, Game, read_bytes


@attrs.frozen
class KnownBefore:
    """Useful knowledge that was learned before."""

    path: Path | None = None
    knowledge: Knowledge | None = None
    digest: str = ""
    """Of the file."""


def read_known(path: Path | None, game: Game[Any], digest: str = "") -> KnownBefore:
    """Read a file of knowledge, if one is named; `digest` is what it must still be."""
    if path is None:
        return KnownBefore()
    data = read_bytes(path)
    found = hashlib.sha256(data).hexdigest()
    if digest not in ("", found):
        raise BadFile(f"'{path}' has changed since the race began; begin it again")
    knowledge = Knowledge.from_bytes(data, str(path), declared_items())
    knowledge.check_game(game, str(path), declared_items())
    return KnownBefore(path, knowledge, found)
