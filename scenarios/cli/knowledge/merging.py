"""Several knowledge files merged into one, and two side by side."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from typing import Any

import attrs

from blackboard import SYMMETRIES, Item, Items, Knowledge
from games import BadOption, Game


@attrs.frozen
class Merged:
    """The knowledge of several files together."""

    knowledge: Knowledge
    contradictions: dict[str, int]
    """By item, how many facts were dropped because two files contradict each other."""


def merge_all(parts: Sequence[Knowledge], game: Game[Any] | None, declared: Items) -> Merged:
    """Merge knowledge; facts that contradict each other are dropped."""
    symmetries = _together(parts, declared).items.get(SYMMETRIES.name)
    alike = [_under(part, symmetries, game, declared) for part in parts]
    together = _together(alike, declared)
    broken: Counter[str] = Counter()
    items = dict(together.items)
    for name in declared.keys() & items.keys():
        torn = _torn(declared[name], alike)
        items[name] = {key: entry for key, entry in items[name].items() if key not in torn}
        broken[name] += len(torn)
    if symmetries is not None:
        items[SYMMETRIES.name] = symmetries
        broken[SYMMETRIES.name] += len(_torn(SYMMETRIES, parts))
    counts = {name: number for name, number in sorted(broken.items()) if number}
    return Merged(Knowledge(together.game, items, together.options), counts)


def _together(parts: Sequence[Knowledge], declared: Items) -> Knowledge:
    return reduce(lambda one, other: one.merged(other, declared), parts)


def side_by_side(
    one: Knowledge, other: Knowledge, game: Game[Any] | None, declared: Items
) -> tuple[Knowledge, Knowledge]:
    """Write the positions of both under the symmetries of the one that knows more of them."""
    if one.symmetries == other.symmetries or game is None:
        return one, other
    more = max(one, other, key=lambda each: len(each.symmetries)).item(SYMMETRIES.name)
    return _under(one, more, game, declared, keep=True), _under(other, more, game, declared, keep=True)


def _under(
    part: Knowledge, symmetries: Any, game: Game[Any] | None, declared: Items, *, keep: bool = False
) -> Knowledge:
    """Return the same knowledge written under these symmetries; its own are kept or dropped."""
    written = part.with_item(SYMMETRIES.name, symmetries or {})
    if written.symmetries:
        if game is None:
            raise BadOption(
                f"knowledge of {part.game} with symmetries needs the game; load it with --load FILE.py"
            )
        written = written.rekeyed(game, declared)
    items = {name: entries for name, entries in written.items.items() if name != SYMMETRIES.name}
    if keep and SYMMETRIES.name in part.items:
        items[SYMMETRIES.name] = part.item(SYMMETRIES.name)
    return Knowledge(part.game, items, part.options)


def _torn(item: Item, parts: Sequence[Knowledge]) -> set[str]:
    """Return the texts under which two of these contradict each other."""
    torn = set()
    held: dict[str, Any] = {}
    for part in parts:
        for key, entry in part.item(item.name).items():
            if key in held and item.merge(held[key], entry) is None:
                torn.add(key)
            held.setdefault(key, entry)
    return torn
