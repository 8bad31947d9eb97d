"""Items of useful knowledge: what whoever feeds one declares of it, and what follows from that.

An item maps texts to entries. Most of these texts are positions as the game writes them. Moves are kept as
the positions they lead to, so that an entry means the same under every symmetry. A declaration is data: it
says which entries are sound, how two under one text become one, and how an entry is told; so the items of
somebody else are checked, merged and written under new symmetries exactly as those that come with Hoyle.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeGuard

import attrs
from attrs.validators import instance_of, is_callable, optional

from blackboard.frozen import thawed
from games import BadPlugin, Game, Role, in_words

Entry = Any
"""What an item knows under one text: a number, a text, a list or a mapping of such, or nothing at all."""

MOST_COUNTED = 2**53
"""More than anybody counts to; up to here a count is exact wherever it goes, JSON included."""


def as_written(game: Game[Any], text: str, entry: Entry) -> str:
    """Tell an entry as it is written."""
    del game
    return f"{text}: {entry}"


@attrs.frozen
class Item:
    """The declaration of one kind of useful knowledge. Its functions see plain dicts and lists."""

    name: str = attrs.field(validator=instance_of(str))
    is_sound: Callable[[Entry], bool] = attrs.field(validator=is_callable())
    """Is an entry in the form that its readers expect? One that it cannot even look at is not."""
    merged: Callable[[Entry, Entry], Entry | None] = attrs.field(validator=is_callable())
    """One entry out of two under the same text, in whatever order; None if they contradict each other."""
    tell: Callable[[Game[Any], str, Entry], str] = attrs.field(
        default=as_written, kw_only=True, validator=is_callable()
    )
    """Say an entry in words."""
    is_by_position: bool = attrs.field(default=True, kw_only=True)
    """Are its texts positions?"""
    is_by_move: bool = attrs.field(default=False, kw_only=True)
    """Is each of its entries a mapping, by the positions that moves lead to? Then `is_sound` and `merged` are
    about what is known of one move."""
    pictured: Callable[[str, Entry], object] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """Which text is the position that an entry is shown in, if it is not the text that it stands under."""
    tell_all: Callable[[Mapping[str, Entry]], Sequence[str]] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """Tell all entries at once, line by line, where they mean little one by one."""
    drawn: Callable[[Game[Any], str, Entry], tuple[Sequence[Role | None], Sequence[int]]] | None = (
        attrs.field(default=None, kw_only=True, validator=optional(is_callable()))
    )
    """Who stands where and which locations are meant, for an entry about a part of the board."""
    misfit: Callable[[Game[Any], str, Entry], str] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """Say why an entry cannot be of a game, where knowledge is read with it; nothing if it can."""
    remark: Callable[[Game[Any], Mapping[str, Entry]], str] | None = attrs.field(
        default=None, kw_only=True, validator=optional(is_callable())
    )
    """A sentence about all entries together, shown above them."""
    use: str = attrs.field(default="", kw_only=True)
    """What it is for, if not to be read by Advisors; a sentence."""
    is_fact: bool = attrs.field(default=True, kw_only=True, validator=instance_of(bool))
    """Is it a fact of the game? Then knowledge is stable when nothing of the kind was new for a while. What
    changes with every contest, such as the weight of an Advisor, is none."""

    # Is it sound?

    def holds(self, entries: object) -> bool:
        """Are these entries in the form that its readers expect, every one of them?"""
        return _is_by_text(entries) and all(map(self.fits, entries.values()))

    def fits(self, entry: Entry) -> bool:
        """Is one entry in the form that its readers expect?"""
        if not self.is_by_move:
            return self._is_sound(entry)
        return _is_by_text(entry) and all(map(self._is_sound, entry.values()))

    def _is_sound(self, entry: Entry) -> bool:
        try:
            return bool(self.is_sound(thawed(entry)))
        except Exception:  # noqa: BLE001  # somebody else's, about what somebody else wrote: not of its form
            return False

    def fault(self, game: Game[Any], entries: Mapping[str, Entry]) -> str:
        """Say of the first entry that cannot be of this game why not; nothing if all can."""
        for text, entry in entries.items() if self.misfit is not None else ():
            why = self.misfit(game, text, thawed(entry)) if self.misfit is not None else ""
            if why:
                return f"{text!r:.60} in item {self.name!r}: {why}"
        return ""

    # Two as one.

    def together(self, *several: Mapping[str, Entry]) -> dict[str, Entry]:
        """Return the entries of several as one; where two contradict each other, there is none."""
        return _gathered(itertools.chain.from_iterable(each.items() for each in several), self.merge)

    def merge(self, one: Entry, other: Entry) -> Entry | None:
        """Return one entry out of two; None if they contradict each other, BadPlugin if that is no entry."""
        if self.is_by_move:
            return _gathered(itertools.chain(one.items(), other.items()), self._merge)
        return self._merge(one, other)

    def _merge(self, one: Entry, other: Entry) -> Entry | None:
        try:
            both = self.merged(thawed(one), thawed(other))
        except Exception as error:
            raise BadPlugin(
                f"item {self.name!r} cannot merge two of its entries: {in_words(error)}; mend its declaration"
            ) from error
        if both is not None and not self._is_sound(both):
            raise BadPlugin(
                f"item {self.name!r} merges two of its entries into {both!r:.60}, which its readers cannot"
                " read; mend its declaration"
            )
        return both

    def respelled(self, entries: Mapping[str, Entry], respell: Callable[[str], str]) -> Mapping[str, Entry]:
        """Write every position as `respell` writes it; those that are then the same become one."""
        if not self.is_by_position:
            return entries
        pairs = ((respell(text), self._respelled(entry, respell)) for text, entry in entries.items())
        return _gathered(pairs, self.merge)

    def _respelled(self, entry: Entry, respell: Callable[[str], str]) -> Entry:
        if not self.is_by_move:
            return entry
        return _gathered(((respell(text), value) for text, value in entry.items()), self._merge)

    def lines(self, entries: Mapping[str, Entry]) -> list[str]:
        """Tell all entries at once; nothing, if they are told one by one."""
        return [] if self.tell_all is None else list(self.tell_all(thawed(entries)))

    def place(self, text: str, entry: Entry) -> object:
        """Return the text of the position that an entry is shown in; None if it is about no position."""
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
    """Make one entry of all that stand under one text, and none where two of them contradict each other."""
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


# What declarations are made of.


def is_count(entry: Entry) -> bool:
    """Is it a number of times?"""
    return type(entry) is int and 0 <= entry <= MOST_COUNTED


def is_seen(entry: Entry) -> bool:
    """Is it a number of times, and not never?"""
    return is_count(entry) and entry > 0


def are_counts(entry: Entry, size: int) -> bool:
    """Is it a list of so many numbers of times?"""
    return isinstance(entry, list) and len(entry) == size and all(map(is_count, entry))


def are_results(entry: Entry) -> bool:
    """Is it how often one won, both drew, the other won: at least once in all?"""
    return are_counts(entry, 3) and any(entry)


def agreed(one: Entry, other: Entry) -> Entry | None:
    """Return the fact that two agree on."""
    return one if one == other else None


def added(one: int, other: int) -> int:
    """Count both."""
    return min(one + other, MOST_COUNTED)


def summed(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Count both, each for itself."""
    return list(map(added, one, other))
