"""Useful knowledge: what was learned of one game, as one value."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs
import msgpack

from games import BadFile, Game, Outcome, read_bytes, write_atomically

MAGIC = "hoyle knowledge"
VERSION = 1


def _frozen(items: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(items))


@attrs.frozen
class Knowledge:
    """What was learned of one game. Possibly reusable and probably correct, but not more than that."""

    game: str
    items: Mapping[str, Any] = attrs.field(factory=dict, converter=_frozen)
    """By name, whatever msgpack can write.

    `states`: the text of a position to its outcome, `player`, `opponent` or `draw`.
    `symmetries`: lists of locations counted from 0, where each one's man goes.
    """

    def outcome_of(self, game: Game[Any], position: Any) -> Outcome | None:
        """Recall how a position is known to end."""
        states = self.items.get("states")
        known = states.get(game.format_position(position)) if states else None
        return None if known is None else Outcome(known)

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries that are known."""
        return tuple(tuple(symmetry) for symmetry in self.items.get("symmetries", ()))

    def to_bytes(self) -> bytes:
        """Write it down: equal knowledge gives equal bytes."""
        payload = msgpack.packb({"game": self.game, "items": _sorted(self.items)})
        return bytes(msgpack.packb([MAGIC, VERSION, hashlib.sha256(payload).digest(), payload]))

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "this") -> "Knowledge":
        """Read what `to_bytes` wrote; BadFile says what is wrong, and nothing is loaded wrongly."""
        version, digest, payload = _envelope(data, source)
        if version != VERSION:
            newer = isinstance(version, int) and version > VERSION
            remedy = "a newer Hoyle wrote it; use that one" if newer else "learn it again"
            raise BadFile(f"{source} has knowledge version {version!r}, this Hoyle reads {VERSION}; {remedy}")
        if hashlib.sha256(payload).digest() != digest:
            raise BadFile(f"{source} is damaged: its checksum does not fit; restore it or learn it again")
        match msgpack.unpackb(payload, strict_map_key=False):
            case {"game": str(game), "items": dict(items)} if _is_sound(items):
                return cls(game, items)
        raise BadFile(f"{source} holds no useful knowledge in a form that Hoyle knows; learn it again")

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        write_atomically(path, self.to_bytes())

    @classmethod
    def load(cls, path: Path, *, game: str | None = None) -> "Knowledge":
        """Read it from a file, and see that it is about this game."""
        knowledge = cls.from_bytes(read_bytes(path), str(path))
        if game is not None and knowledge.game != game:
            raise BadFile(
                f"{path} is knowledge of {knowledge.game}, not of {game}; give the file of that game"
            )
        return knowledge


def _envelope(data: bytes, source: str) -> tuple[object, bytes, bytes]:
    foreign = BadFile(f"{source} is no whole knowledge file; restore it or learn it again")
    try:
        match msgpack.unpackb(data):
            case [str(magic), version, bytes(digest), bytes(payload)] if magic == MAGIC:
                return version, digest, payload
            case _:
                raise foreign
    except (ValueError, msgpack.exceptions.UnpackException):
        raise foreign from None


def _is_sound(items: dict[Any, Any]) -> bool:
    """Are the items that Hoyle itself reads in the form it reads them in?"""
    states, symmetries = items.get("states", {}), items.get("symmetries", [])
    return (
        all(isinstance(name, str) for name in items)
        and isinstance(states, dict)
        and set(states.values()) <= {outcome.value for outcome in Outcome}
        and isinstance(symmetries, list)
        and all(isinstance(each, list) and all(type(to) is int for to in each) for each in symmetries)
    )


def _sorted(value: Any) -> Any:
    """Put the keys of every mapping inside into one order."""
    if isinstance(value, Mapping):
        return {key: _sorted(value[key]) for key in sorted(value, key=lambda key: (type(key).__name__, key))}
    if isinstance(value, list | tuple):
        return [_sorted(each) for each in value]
    return value
