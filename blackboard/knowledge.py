"""Useful knowledge: what was learned about one game, as one value."""

import functools
from collections.abc import Collection, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs
import msgpack

from blackboard.frozen import frozen, frozen_over, in_order
from blackboard.items import Entry, Items
from blackboard.keys import SYMMETRIES, key_of
from blackboard.knowledge_files import KnowledgeFile
from games import BadFile, BadOption, Game, HoyleError, read_bytes, shown_line
from games.envelope import Envelope

ENVELOPE = Envelope(
    magic=b"hoyle knowledge",
    versions=(2,),
    foreign="not a complete knowledge file; restore it or learn it again",
    other_version="knowledge version {found}, this Hoyle reads {known}",
    older="learn it again",
    newer="it was written by a newer Hoyle; use that version",
    remedy="restore it or learn it again",
)
NOTHING: Mapping[str, Any] = MappingProxyType({})
OWN: Items = MappingProxyType({SYMMETRIES.name: SYMMETRIES})
"""Items that knowledge reads itself, and therefore always checks and merges."""


@attrs.frozen
class _Frozen:
    """Items that are all frozen already."""

    items: Mapping[str, Any]


def _frozen(items: Mapping[str, Any] | _Frozen) -> Mapping[str, Any]:
    found: Mapping[str, Any] = items.items if isinstance(items, _Frozen) else frozen(items)
    return found


@functools.lru_cache(maxsize=64)
def _shared(symmetries: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return the same object for equal symmetries, because remembered keys keep a reference to them."""
    return symmetries


@attrs.frozen
class Knowledge:
    """What was learned about one game. It is possibly reusable and probably correct, but not more than that.

    It is immutable: what it is given is copied, with read-only mappings for dicts and tuples for lists.
    """

    game: str
    items: Mapping[str, Any] = attrs.field(default=NOTHING, converter=_frozen)
    """By name, each a mapping of texts to numbers, texts, lists and mappings, as its learner declares it."""
    options: Mapping[str, Any] = attrs.field(default=NOTHING, converter=_frozen)
    """The variant of the game's rules."""

    @classmethod
    def of(cls, game: Game[Any], items: Mapping[str, Any] = NOTHING) -> "Knowledge":
        """Make knowledge of a game in its variant; it is empty if no items are given."""
        return cls(game.name, items, {key: str(value) for key, value in game.options.items()})

    def item(self, name: str) -> Mapping[str, Entry]:
        """Return the entries of one item."""
        entries = self.items.get(name)
        return entries if isinstance(entries, Mapping) else NOTHING

    def key(self, game: Game[Any], position: Any) -> str:
        """Return the text under which a position is remembered."""
        return key_of(game, position, self.symmetries)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries that held in every contest so far, always in the same order."""
        tried = self.item(SYMMETRIES.name).values()
        held = (tuple(each["map"]) for each in tried if each["held"] and not each["broke"])
        return _shared(tuple(sorted(held)))

    # New knowledge from old; no knowledge is ever changed.

    def with_item(self, name: str, entries: Mapping[str, Entry]) -> "Knowledge":
        """Return the same knowledge with another version of one item."""
        return self._with(name, frozen_over(entries, self.items.get(name)))

    def with_notes(
        self, name: str, notes: Mapping[str, Entry], forgotten: Collection[str] = ()
    ) -> "Knowledge":
        """Return the same knowledge with some entries of one item added or replaced, and some removed."""
        held: Any = self.item(name)
        if forgotten:
            held = {text: entry for text, entry in held.items() if text not in forgotten}
        return self._with(name, MappingProxyType(held | frozen(notes)))

    def _with(self, name: str, entries: Any) -> "Knowledge":
        items = MappingProxyType({**self.items, name: entries})
        return Knowledge(self.game, _Frozen(items), _Frozen(self.options))

    def merged(self, other: "Knowledge", declared: Items) -> "Knowledge":
        """Return both together, without entries that contradict each other.

        An item without a declaration is taken from this knowledge if it is there, otherwise from the other.
        """
        if (self.game, self.options) != (other.game, other.options):
            raise BadOption(
                f"{_about(other)} cannot be merged into {_about(self)}; both must be of the same game"
            )
        both = {
            name: item.together(self.items[name], other.items[name])
            for name, item in {**declared, **OWN}.items()
            if name in self.items and name in other.items
        }
        return Knowledge(self.game, {**other.items, **self.items, **both}, self.options)

    def rekeyed(self, game: Game[Any], declared: Items) -> "Knowledge":
        """Return the same knowledge after its symmetries changed: positions that are now equal are merged."""
        respell = functools.cache(functools.partial(self._rekeyed_text, game))
        new = {
            name: item.respelled(self.items[name], respell)
            for name, item in declared.items()
            if name in self.items
        }
        return Knowledge(self.game, {**self.items, **new}, self.options)

    def _rekeyed_text(self, game: Game[Any], text: str) -> str:
        try:
            return self.key(game, game.parse_position(text))
        except HoyleError as error:
            what = f"knowledge of {self.game} has {text!r:.60} where a position should be"
            raise BadFile(f"{what}: {error}; restore it or learn it again") from error

    def difference(self, other: "Knowledge") -> dict[str, "Difference"]:
        """Return, by item, how the other knowledge differs; items without a difference are left out."""
        names = sorted({*self.items, *other.items})
        found = {name: _difference(self.items.get(name), other.items.get(name)) for name in names}
        return {name: each for name, each in found.items() if any(attrs.astuple(each, recurse=False))}

    # Files.

    def to_bytes(self) -> bytes:
        """Return the bytes of a knowledge file: equal knowledge gives equal bytes."""
        content = {"game": self.game, "options": in_order(self.options), "items": in_order(self.items)}
        return ENVELOPE.sealed(msgpack.packb(content))

    @classmethod
    def from_bytes(cls, data: bytes, source: str = "this", declared: Items = OWN) -> "Knowledge":
        """Read what `to_bytes` wrote; BadFile if any part of it is wrong.

        Declared items are checked for their form; items without a declaration are returned as they were
        written.
        """
        unfit = ""
        match _unpacked(ENVELOPE.opened(data, source)):
            case {"game": str(game), "options": Mapping() as options, "items": Mapping() as items} if (
                _are_named(items) and _are_texts(options)
            ):
                unfit = _unfit(items, {**declared, **OWN})
                if not unfit:
                    return cls(game, _Frozen(items), _Frozen(options))
        raise BadFile(f"{source} contains no knowledge that this Hoyle can read; learn it again{unfit}")

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all; BadFile also if another process is learning into it."""
        with KnowledgeFile(path) as file:
            file.take()
            file.overwrite(self.to_bytes())

    @classmethod
    def load(cls, path: Path, *, game: Game[Any] | None = None, declared: Items = OWN) -> "Knowledge":
        """Read it from a file, and check that it is of this game, and that declared items are valid."""
        knowledge = cls.from_bytes(read_bytes(path), str(path), declared)
        if game is not None:
            knowledge.check_game(game, str(path), declared)
        return knowledge

    def check_game(self, game: Game[Any], source: str = "this", declared: Items = OWN) -> None:
        """Raise BadFile for knowledge of another game or variant, and for entries that do not fit it."""
        wanted = Knowledge.of(game)
        if (self.game, dict(self.options)) != (wanted.game, dict(wanted.options)):
            raise BadFile(
                f"{source} is knowledge of {_about(self)}, not of {_about(wanted)};"
                " give the file of that game"
            )
        self.check_board(game, source, declared)

    def check_board(self, game: Game[Any], source: str = "this", declared: Items = OWN) -> None:
        """Raise BadFile if symmetries, or entries by their declarations, belong to another board."""
        for name, entry in self.item(SYMMETRIES.name).items():
            if len(entry["map"]) != len(game.board):
                raise BadFile(
                    f"{source} has a symmetry of {len(entry['map'])} locations, {name!r:.60}, but {self.game}"
                    f" has {len(game.board)}; restore it or learn it again"
                )
        for item in declared.values():
            if fault := item.fault(game, self.item(item.name)):
                raise BadFile(f"{source} has {fault}; restore it or learn it again")


def checked_notes(item: str, notes: Mapping[str, Entry], declared: Items) -> Mapping[str, Entry]:
    """Freeze notes for an item; BadOption if they could not be stored, or not be read again."""
    found: Mapping[str, Entry] = frozen(notes)
    if item in declared and not declared[item].holds(found):
        bad = next(((key, entry) for key, entry in found.items() if not declared[item].fits(entry)), None)
        what = f": {bad[1]!r:.60}, noted of {bad[0]!r:.60}, does not have the declared form" if bad else ""
        raise BadOption(
            f"the readers of item {item!r} cannot read this note{what};"
            " note what its declaration accepts, or write to an item with another name"
        )
    return found


@attrs.frozen
class Difference:
    """What one item holds in two states of knowledge, by text."""

    lost: Mapping[str, Entry]
    gained: Mapping[str, Entry]
    changed: Mapping[str, tuple[Entry, Entry]]


def _difference(old: Any, new: Any) -> Difference:
    if not (isinstance(old, Mapping | None) and isinstance(new, Mapping | None)):
        return Difference({}, {}, {} if old == new else {"": (old, new)})
    old, new = old or {}, new or {}
    return Difference(
        {text: old[text] for text in old if text not in new},
        {text: new[text] for text in new if text not in old},
        {text: (old[text], new[text]) for text in old if text in new and old[text] != new[text]},
    )


def _about(knowledge: Knowledge) -> str:
    options = ", ".join(f"{key}={value}" for key, value in sorted(knowledge.options.items()))
    return shown_line(f"{knowledge.game} with {options}" if options else knowledge.game)


def _unpacked(content: bytes) -> Any:
    """Return the content of the envelope, frozen; None if it cannot be knowledge."""
    try:
        return frozen(msgpack.unpackb(content, use_list=False, strict_map_key=False))
    except (BadOption, ValueError, TypeError, msgpack.exceptions.UnpackException):  # keys may be anything
        return None


def _are_named(items: Mapping[Any, Any]) -> bool:
    return all(isinstance(name, str) for name in items)


def _unfit(items: Mapping[str, Any], declared: Items) -> str:
    """Return words about the first item that does not have its declared form; "" if all have."""
    unfit = (name for name, item in declared.items() if name in items and not item.holds(items[name]))
    return next((f" (item {name!r} does not have its declared form)" for name in unfit), "")


def _are_texts(options: Mapping[Any, Any]) -> bool:
    return all(isinstance(each, str) for pair in options.items() for each in pair)
