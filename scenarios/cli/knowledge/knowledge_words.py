"""Useful knowledge in words: each entry, its position, and what it makes Advisors say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from agents import LEARNERS, Advisor, Learner, all_advisors
from blackboard import Entry, Items, Knowledge, Testimony, thawed
from control import CTRL_C, Panel, VirtualClock, decide
from games import Game, HoyleError, Move, Role

MOST_SEARCHED = 20_000
"""How many known positions are searched for one from which a move leads to an entry."""


@attrs.frozen
class Voice:
    """What one Advisor says in the position of an entry, or one move earlier."""

    testimony: Testimony
    position: str
    """Where the Advisor was asked."""
    is_before: bool = False
    """Whether that is one move before the entry's own position."""

    @property
    def says_something(self) -> bool:
        """Return whether there is anything to show."""
        return bool(self.testimony.comments or self.testimony.plans or self.testimony.reason)


@attrs.frozen
class DescribedEntry:
    """One entry, described."""

    item: str
    key: str
    entry: Entry
    position: Any
    """Where it applies; None if it has no position."""
    words: str
    voices: tuple[Voice, ...] = ()
    drawn: tuple[Sequence[Role | None], Sequence[int]] | None = None
    """The men and the relevant locations, if the entry is about a part of the board."""


def names_in_order(knowledge: Knowledge, declared: Items) -> list[str]:
    """Return the names of all items: those that Advisors read, other declared ones, then the rest by name."""
    ours = sorted((name for name in declared if name in knowledge.items), key=lambda name: not readers(name))
    return [*ours, *undeclared(knowledge, declared)]


def undeclared(knowledge: Knowledge, declared: Items) -> list[str]:
    """Return the items that no learner here declares, which can be kept, but not checked or merged."""
    return sorted(knowledge.items.keys() - declared.keys())


def size(entries: Any) -> int:
    """Return how many entries an item has."""
    return len(entries) if isinstance(entries, Mapping | list | tuple | str | bytes) else 1


def readers(item: str) -> list[type[Advisor]]:
    """Return the Advisors that read an item, by tier, rank and name."""
    return _in_order(advisor for advisor in all_advisors().values() if item in advisor.knowledge)


def _in_order(advisors: Iterable[type[Advisor]]) -> list[type[Advisor]]:
    return sorted(advisors, key=lambda advisor: (advisor.tier, advisor.rank or 0, advisor.name))


def learner_of(item: str) -> type[Learner] | None:
    """Return the learner that writes an item."""
    return next((learner for learner in LEARNERS.values() if item in learner.items), None)


@attrs.frozen
class Describer:
    """Describes the knowledge of one game; without the game, it can only show the written form."""

    game: Game[Any] | None
    knowledge: Knowledge
    declared: Items

    def entries(self, item: str, most: int | None = None) -> list[tuple[str, Entry]]:
        """Return the entries of an item: those seen most often first, then those with the fewest men."""
        held = self.knowledge.items.get(item, {})
        if not isinstance(held, Mapping):
            return []
        ordered = sorted(held.items(), key=lambda pair: (-_weight(pair[1]), self._men(*pair), str(pair[0])))
        return ordered[:most]

    def described(self, item: str, key: str, entry: Entry) -> DescribedEntry:
        """Describe one entry."""
        position, words = self.position_of(item, key, entry), self.words(item, key, entry)
        return DescribedEntry(item, str(key), entry, position, words, drawn=self._drawn(item, key, entry))

    def _drawn(self, item: str, key: str, entry: Entry) -> tuple[Sequence[Role | None], Sequence[int]] | None:
        draw = self.declared[item].drawn if item in self.declared else None
        try:
            return None if draw is None or self.game is None else draw(self.game, key, thawed(entry))
        except Exception:  # noqa: BLE001  # user code
            return None

    def remark(self, item: str) -> str:
        """Return the remark about all entries of an item together."""
        make = self.declared[item].remark if item in self.declared else None
        try:
            return "" if make is None or self.game is None else make(self.game, self.knowledge.item(item))
        except Exception:  # noqa: BLE001  # user code
            return ""

    def words(self, item: str, key: str, entry: Entry) -> str:
        """Return an entry in words."""
        learner = learner_of(item)
        if learner is not None and self.game is not None:
            main, declared = learner.item == item, self.declared.get(item)
            try:
                if main or declared is None:
                    return learner().tell(self.game, key, thawed(entry))
                return declared.tell(self.game, key, thawed(entry))
            except Exception:  # noqa: BLE001, S110  # user code and untrusted data: show the written form
                pass
        return f"{key}: {thawed(entry)}"

    def position_of(self, item: str, key: str, entry: Entry) -> Any:
        """Return the position that an entry is about."""
        declared = self.declared.get(item)
        try:
            return self._parsed(key if declared is None else declared.place(key, entry))
        except Exception:  # noqa: BLE001  # as above
            return None

    def _parsed(self, text: object) -> Any:
        return self.game.parse_position(text) if self.game is not None and isinstance(text, str) else None

    def explained(self, described: Iterable[DescribedEntry]) -> list[DescribedEntry]:
        """Ask the Advisors that read each item about its entries, in virtual time."""
        described = list(described)
        voices = CTRL_C.run(self._asked, described, clock=VirtualClock())
        return [attrs.evolve(each, voices=tuple(said)) for each, said in zip(described, voices, strict=True)]

    def voices(self, position: Any) -> list[Voice]:
        """Ask every Advisor that reads useful knowledge about a position."""
        advisors = _in_order(advisor for advisor in all_advisors().values() if advisor.knowledge)
        return CTRL_C.run(self._heard, advisors, position, clock=VirtualClock())

    async def _asked(self, described: list[DescribedEntry]) -> list[list[Voice]]:
        said = []
        silent = set()
        for each in described:
            voices = [] if each.position is None else await self._heard(readers(each.item), each.position)
            said.append([voice for voice in voices if voice.says_something])
            if each.position is not None and not said[-1] and self._is_by_position(each.item):
                silent.add(each.key)
        befores = self._befores(silent)
        for each, voices in zip(described, said, strict=True):
            if not voices and each.key in befores and self._is_by_position(each.item):
                voices.extend(await self._heard_before(readers(each.item), *befores[each.key]))
        return said

    def _is_by_position(self, item: str) -> bool:
        return item not in self.declared or self.declared[item].is_by_position

    async def _heard(self, advisors: Iterable[type[Advisor]], position: Any) -> list[Voice]:
        """Ask each Advisor alone, so that none cancels another; a learned one under all its names."""
        game = self.game
        if game is None or not game.legal_moves(position):
            return []
        text, voices = game.format_position(position), []
        for each in advisors:
            decision = await decide(game, position, Panel.of([each]), knowledge=self.knowledge)
            voices += [Voice(testimony, text) for testimony in decision.testimonies]
        return voices

    async def _heard_before(
        self, advisors: Iterable[type[Advisor]], position: Any, moves: set[Move]
    ) -> list[Voice]:
        """Ask one move earlier, and keep the comments on moves that lead to the entry."""
        voices = []
        for voice in await self._heard(advisors, position):
            comments = {move: said for move, said in voice.testimony.comments.items() if move in moves}
            if comments:
                testimony = attrs.evolve(voice.testimony, comments=comments, plans=())
                voices.append(Voice(testimony, voice.position, is_before=True))
        return voices

    def _befores(self, wanted: set[str]) -> dict[str, tuple[Any, set[Move]]]:
        """Find known positions from which a move leads to each of these."""
        found: dict[str, tuple[Any, set[Move]]] = {}
        game = self.game
        if game is None or not wanted:
            return found
        for position in self._known_positions(game):
            leading: dict[str, set[Move]] = {}
            for move in game.legal_moves(position):
                key = self.knowledge.key(game, game.play(position, move))
                if key in wanted and key not in found:
                    leading.setdefault(key, set()).add(move)
            found |= {key: (position, moves) for key, moves in leading.items()}
            if len(found) == len(wanted):
                break
        return found

    def _known_positions(self, game: Game[Any]) -> Iterator[Any]:
        yield game.initial()
        items = sorted(self.declared.values(), key=lambda item: size(self.knowledge.item(item.name)))
        texts = (text for item in items if item.is_by_position for text in self.knowledge.item(item.name))
        for text in list(dict.fromkeys(texts))[:MOST_SEARCHED]:
            try:
                yield game.parse_position(text)
            except HoyleError:
                continue

    def _men(self, key: str, entry: Entry) -> int:
        position = self.position_of("", key, entry)
        if self.game is None or position is None:
            return 0
        return sum(cell is not None for cell in self.game.cells(position))


def _weight(entry: Entry) -> int:
    """Return how often an entry was seen, if it counts that."""
    if isinstance(entry, Mapping):
        return sum(map(_weight, entry.values()))
    if isinstance(entry, list | tuple):
        return sum(map(_weight, entry))
    return entry if type(entry) is int else 0
