"""Items of useful knowledge: what the learner that writes an item declares about it.

An item maps texts to entries. Most of these texts are positions as the game writes them. Moves are stored as
the positions they lead to, so that an entry means the same under every symmetry. A declaration is data: it
defines which entries are valid, how two entries under one text are merged, and how an entry is described. So
the items of users are checked, merged and rewritten under new symmetries exactly like those of Hoyle.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

import attrs
from attrs.validators import instance_of, is_callable, optional

from blackboard.frozen import thawed
from games import BadPlugin, Game, Role, in_words

Entry = Any
"""What an item stores under one text: a number, a text, a list or a mapping of these, or None."""

MOST_COUNTED = 2**53
"""The largest count; up to here a count is exact everywhere, including JSON."""


def as_written(game: Game[Any], text: str, entry: Entry) -> str:
    """Return an entry in its written form."""
    del game
    return f"{text}: {entry}"


@attrs.frozen
class Item:
    """The declaration of one kind of useful knowledge. Its functions get plain dicts and lists."""

    name: str = attrs.field(validator=instance_of(str))
    is_sound: Callable[[Entry], bool] = attrs.field(validator=is_callable())
    """Returns whether an entry has the form that its readers expect. If it raises, the entry has not."""
    merged: Callable[[Entry, Entry], Entry | None] = attrs.field(validator=is_callable())
    """Merges two entries under the same text, in any order; returns None if they contradict each other."""
    tell: Callable[[Game[Any], str, Entry], str] = attrs.field(
        default=as_written, kw_only=True, validator=is_callable()
    )
    """Describes an entry in words."""
    is_by_position: bool = attrs.field(default=True, kw_only=True)
    """Whether the texts are positions."""
    is_by_move: bool = attrs.field(default=False, kw_only=True)
    """Whether each entry is a mapping by the positions that moves lead to. Then `is_sound` and `merged` apply
    to what is known about one move."""
    pictured: Callable[[str, Entry], object] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """Returns the text of the position to show an entry in, if that is not its own text."""
    tell_all: Callable[[Mapping[str, Entry]], Sequence[str]] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """Describes all entries at once, line by line, if they mean little one by one."""
    drawn: Callable[[Game[Any], str, Entry], tuple[Sequence[Role | None], Sequence[int]]] | None = (
        attrs.field(default=None, kw_only=True, validator=optional(is_callable()))
    )
    """Returns the men and the relevant locations, for an entry about a part of the board."""
    misfit: Callable[[Game[Any], str, Entry], str] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """Returns why an entry cannot belong to a game, when knowledge is read with it; "" if it can."""
    remark: Callable[[Game[Any], Mapping[str, Entry]], str] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """A sentence about all entries together, shown above them."""
    use: str = attrs.field(default="", kw_only=True)
    """What the item is for, if Advisors do not read it; a sentence."""
    is_fact: bool = attrs.field(default=True, kw_only=True, validator=instance_of(bool))
    """Whether an entry is a fact about the game. Knowledge is stable if no fact was new for a while. Values
    that change with every contest, such as the weight of an Advisor, are not facts."""

    # Validity.

    def holds(self, entries: object) -> bool:
        """Return whether all of these entries have the form that their readers expect."""
        return _is_by_text(entries) and all(map(self.fits, entries.values()))

    def fits(self, entry: Entry) -> bool:
        """Return whether one entry has the form that its readers expect."""
        if not self.is_by_move:
            return self._is_sound(entry)
        return _is_by_text(entry) and all(map(self._is_sound, entry.values()))

    def _is_sound(self, entry: Entry) -> bool:
        try:
            return bool(self.is_sound(thawed(entry)))
        except Exception:  # noqa: BLE001  # user code on untrusted data: if it raises, the form is wrong
            return False

    def fault(self, game: Game[Any], entries: Mapping[str, Entry]) -> str:
        """Return why the first entry that cannot belong to this game cannot; "" if all can."""
        for text, entry in entries.items() if self.misfit is not None else ():
            why = self.misfit(game, text, thawed(entry)) if self.misfit is not None else ""
            if why:
                return f"{text!r:.60} in item {self.name!r}: {why}"
        return ""

    # Merging.

    def together(self, *several: Mapping[str, Entry]) -> dict[str, Entry]:
        """Return the merged entries of several mappings, without those that contradict each other."""
        return _gathered(itertools.chain.from_iterable(each.items() for each in several), self.merge)

    def merge(self, one: Entry, other: Entry) -> Entry | None:
        """Merge two entries; None if they contradict each other, BadPlugin if the result is invalid."""
        if self.is_by_move:
            return _gathered(itertools.chain(one.items(), other.items()), self._merge)
        return self._merge(one, other)

    def _merge(self, one: Entry, other: Entry) -> Entry | None:
        try:
            both = self.merged(thawed(one), thawed(other))
        except Exception as error:
            raise BadPlugin(
                f"item {self.name!r} cannot merge two of its entries: {in_words(error)}; fix its declaration"
            ) from error
        if both is not None and not self._is_sound(both):
            raise BadPlugin(
                f"item {self.name!r} merges two of its entries into {both!r:.60}, which its readers cannot"
                " read; fix its declaration"
            )
        return both

    def respelled(self, entries: Mapping[str, Entry], respell: Callable[[str], str]) -> Mapping[str, Entry]:
        """Rewrite every position with `respell`; entries whose positions become equal are merged."""
        if not self.is_by_position:
            return entries
        pairs = ((respell(text), self._respelled(entry, respell)) for text, entry in entries.items())
        return _gathered(pairs, self.merge)

    def _respelled(self, entry: Entry, respell: Callable[[str], str]) -> Entry:
        if not self.is_by_move:
            return entry
        return _gathered(((respell(text), value) for text, value in entry.items()), self._merge)

    def lines(self, entries: Mapping[str, Entry]) -> list[str]:
        """Describe all entries at once; return nothing if they are described one by one."""
        return [] if self.tell_all is None else list(self.tell_all(thawed(entries)))

    def place(self, text: str, entry: Entry) -> object:
        """Return the text of the position in which an entry is shown; None if there is no such position."""
        if self.pictured is not None:
            return self.pictured(text, thawed(entry))
        return text if self.is_by_position else None


Items: TypeAlias = Mapping[str, Item]
"""Declarations, by the name of the item."""


def _is_by_text(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping) and all(isinstance(text, str) for text in value)


def _gathered(
    pairs: Iterable[tuple[str, Entry]], merge: Callable[[Entry, Entry], Entry | None]
) -> dict[str, Entry]:
    """Merge all entries under one text, and drop texts whose entries contradict each other."""
    found: dict[str, Entry] = {}
    torn = set()
    for text, entry in pairs:
        if text in found:
            both = merge(found[text], entry)
            if both is None:
                torn.add(text)
            else:
                found[text] = both
        else:
            found[text] = entry
    return {text: entry for text, entry in found.items() if text not in torn}


# Building blocks of declarations.


def is_count(entry: Entry) -> bool:
    """Return whether this is a count."""
    return type(entry) is int and 0 <= entry <= MOST_COUNTED


def is_seen(entry: Entry) -> bool:
    """Return whether this is a count above 0."""
    return is_count(entry) and entry > 0


def are_counts(entry: Entry, size: int) -> bool:
    """Return whether this is a list of `size` counts."""
    return isinstance(entry, list) and len(entry) == size and all(map(is_count, entry))


def are_results(entry: Entry) -> bool:
    """Return whether this is a list of wins, draws and losses, with at least one contest."""
    return are_counts(entry, 3) and any(entry)


def agreed(one: Entry, other: Entry) -> Entry | None:
    """Return the fact that both entries state, or None."""
    return one if one == other else None


def added(one: int, other: int) -> int:
    """Return the sum of two counts."""
    return min(one + other, MOST_COUNTED)


def summed(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the sums of two lists of counts."""
    return list(map(added, one, other))
