"""Several knowledge files as one, and two side by side."""

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from typing import Any

import attrs

from blackboard import ITEMS, Knowledge
from games import BadOption, Game

SYMMETRIES = "symmetries"


@attrs.frozen
class Merged:
    """What several know together."""

    knowledge: Knowledge
    contradictions: dict[str, int]
    """By item, how many facts were given up because two of them said different things."""


def merged(parts: Sequence[Knowledge], game: Game[Any] | None) -> Merged:
    """Merge knowledge; a fact that two of them contradict each other on is believed of none."""
    symmetries = reduce(Knowledge.merged, parts).items.get(SYMMETRIES)
    alike = [_under(part, symmetries, game) for part in parts]
    together = reduce(Knowledge.merged, alike)
    broken: Counter[str] = Counter()
    items = dict(together.items)
    for name in ITEMS.keys() & items.keys():
        torn = _torn(name, alike)
        items[name] = {key: entry for key, entry in items[name].items() if key not in torn}
        broken[name] += len(torn)
    if symmetries is not None:
        items[SYMMETRIES] = symmetries
        broken[SYMMETRIES] += len(_torn(SYMMETRIES, parts))
    counts = {name: number for name, number in sorted(broken.items()) if number}
    return Merged(Knowledge(together.game, items, together.options), counts)


def side_by_side(one: Knowledge, other: Knowledge, game: Game[Any] | None) -> tuple[Knowledge, Knowledge]:
    """Write the positions of both under the symmetries of whichever knows more of them."""
    if one.symmetries == other.symmetries or game is None:
        return one, other
    more = max(one, other, key=lambda each: len(each.symmetries)).item(SYMMETRIES)
    return _under(one, more, game, keep=True), _under(other, more, game, keep=True)


def _under(part: Knowledge, symmetries: Any, game: Game[Any] | None, *, keep: bool = False) -> Knowledge:
    """Return the same knowledge written under these symmetries; its own are kept, or left out."""
    written = part.with_item(SYMMETRIES, symmetries or {})
    if written.symmetries:
        if game is None:
            raise BadOption(
                f"knowledge of {part.game} with symmetries needs the game; bring it in with --load FILE.py"
            )
        written = written.rekeyed(game)
    items = {name: entries for name, entries in written.items.items() if name != SYMMETRIES}
    if keep and SYMMETRIES in part.items:
        items[SYMMETRIES] = part.item(SYMMETRIES)
    return Knowledge(part.game, items, part.options)


def _torn(name: str, parts: Sequence[Knowledge]) -> set[str]:
    """Return the texts under which two of these contradict each other."""
    torn = set()
    held: dict[str, Any] = {}
    for part in parts:
        for key, entry in part.item(name).items():
            if key in held and ITEMS[name].merged(held[key], entry) is None:
                torn.add(key)
            held.setdefault(key, entry)
    return torn
