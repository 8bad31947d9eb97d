"""Hindsight: what a contest teaches about its positions, by backing up from its end.

After a contest with a loser, the question is where the error was. The loser's last chance is where it last
had more than one move that did not lose at once or to the next reply. From there every line of play is
followed as far as the time allows, and certain wins and losses are backed up. If that position was already
lost, it was no chance, and the search continues from the loser's previous turn, until it finds a position
that need not have been lost: the error was made there.

A draw contains no such error, but one could have been made. The search goes back from the end in the same way
until it finds positions, not known before, that one role could have lost. So each contest teaches a bit more.
"""

from collections import deque
from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from agents.learner import Learner, Lesson
from blackboard import Entry, Item
from blackboard.items import added, agreed, is_seen
from games import Game, Outcome, Role

RESERVE = 0.1
"""The part of the time that is reserved for backing up."""
OUTCOMES = frozenset(outcome.value for outcome in Outcome)


def _tell(game: Game[Any], text: str, entry: Entry) -> str:
    """Describe who wins."""
    del game, text
    return "a draw" if entry == Outcome.DRAW.value else f"{entry.capitalize()} wins"


STATES = Item("states", lambda entry: isinstance(entry, str) and entry in OUTCOMES, agreed, tell=_tell)
"""A position, with who wins it: `player`, `opponent` or `draw`."""


DANGEROUS = Item(
    "dangerous_states",
    is_seen,
    added,
    tell=lambda _, __, times: f"moving here lost{'' if times == 1 else f' {times} times'}",
)
"""A position after a move that lost for reasons not found in time, with how often that happened."""


class Hindsight(Learner):
    """Back up from the end of a contest to the error that lost it, or to one that could have."""

    name = "states"
    feeds: ClassVar[Item | tuple[Item, ...]] = STATES
    bound = 50_000

    def learn(self, lesson: Lesson) -> None:
        """Note every position that the search shows to be a win."""
        loser = lesson.experience.loser
        if loser is None:
            self._learn_from_draw(lesson)
            return
        for chance in last_chances(lesson, loser):
            analysis = Analysis(lesson)
            self._search(lesson, analysis, chance)
            if analysis.winner_of(chance) is not loser.other:
                return

    def _learn_from_draw(self, lesson: Lesson) -> None:
        """Go back until a position is learned that one role could have lost from."""
        for position in reversed(lesson.experience.positions[:-1]):
            if lesson.recall(lesson.key(position)) is None:
                analysis = Analysis(lesson)
                is_new = self._search(lesson, analysis, position)
                if analysis.is_complete:
                    note_draws(lesson, analysis)
                if is_new or not analysis.is_complete:
                    return

    def _search(self, lesson: Lesson, analysis: "Analysis", start: Any) -> bool:
        """Search from a position, and note what is decided; return whether any of it is new."""
        analysis.explore(start)
        return note_decided(lesson, analysis)


class LastChance(Hindsight):
    """Look only at the loser's last chance, as the tutorial does; draws teach nothing."""

    name = "last_chance"
    feeds: ClassVar[Item | tuple[Item, ...]] = STATES

    def learn(self, lesson: Lesson) -> None:
        """Note every position that the search from the last chance shows to be a win."""
        loser = lesson.experience.loser
        if loser is not None:
            self._search(lesson, Analysis(lesson), next(last_chances(lesson, loser)))


class _WithDangers(Hindsight):
    """Notes where a search could not be finished, until a later search can."""

    def _search(self, lesson: Lesson, analysis: "Analysis", start: Any) -> bool:
        """Search as usual, and update the dangerous states."""
        is_new = super()._search(lesson, analysis, start)
        settle_dangers(lesson, analysis)
        if lesson.experience.loser is not None and not analysis.is_complete:
            note_danger(lesson, analysis, start)
        return is_new


class HindsightAndDangers(_WithDangers):
    """Learn as states does, and remember dangerous states where the search was not finished."""

    name = "states_and_dangers"
    feeds = (STATES, DANGEROUS)


class LastChanceAndDangers(_WithDangers, LastChance):
    """Learn as last_chance does, and remember dangerous states, as the tutorial does."""

    name = "last_chance_and_dangers"
    feeds = (STATES, DANGEROUS)


def note_danger(lesson: Lesson, analysis: "Analysis", chance: Any) -> None:
    """Note the position after the loser's move at a chance, unless its outcome is known."""
    positions = lesson.experience.positions
    into = positions[positions.index(chance) + 1]
    key = lesson.key(into)
    if analysis.is_open(into) and lesson.recall(key) is None:  # it may be known to be drawn
        lesson.note(key, added(lesson.recall(key, item=DANGEROUS.name) or 0, 1), item=DANGEROUS.name)


def settle_dangers(lesson: Lesson, analysis: "Analysis") -> None:
    """Forget the dangerous states for which a search found the winner, or that there is none."""
    known = lesson.knowledge.item(DANGEROUS.name)
    for position in analysis.settled() if known else ():
        key = lesson.key(position)
        if key in known:
            lesson.forget(key, item=DANGEROUS.name)


def note_decided(lesson: Lesson, analysis: "Analysis") -> bool:
    """Note the positions that one role is sure to win; return whether any of them is new."""
    is_new = False
    for position, winner in analysis.decided():
        key = lesson.key(position)
        is_new |= lesson.recall(key) is None
        lesson.note(key, Outcome.win_for(winner).value)
    return is_new


def note_draws(lesson: Lesson, analysis: "Analysis") -> None:
    """Note which positions of the contest neither role can win, so that they are not searched again."""
    for position in lesson.experience.positions[:-1]:
        if analysis.is_drawn(position):
            lesson.note(lesson.key(position), Outcome.DRAW.value)


def last_chances(lesson: Lesson, loser: Role) -> Iterator[Any]:
    """Yield the positions in which the loser had a choice, from its last real one back to its first."""
    positions = lesson.experience.positions[:-1]
    turns = [position for position in reversed(positions) if lesson.game.mover(position) is loser]
    is_late = True
    for position in turns:
        is_late = is_late and _safe_moves(lesson, position, loser, enough=2) < 2  # noqa: PLR2004  # a choice
        if not is_late and len(lesson.legal_moves(position)) > 1:
            yield position
    if is_late and turns:
        yield turns[-1]


def _safe_moves(lesson: Lesson, position: Any, role: Role, *, enough: int) -> int:
    """Count the moves that lose neither at once nor to the next reply, up to `enough`."""
    count = 0
    for move in lesson.legal_moves(position):
        after = lesson.play(move, position)
        count += not _loses_soon(lesson, after, role)
        if count == enough:
            break
    return count


def _loses_soon(lesson: Lesson, after: Any, role: Role) -> bool:
    outcome = lesson.outcome(after)
    if outcome is not None or lesson.game.mover(after) is role:
        return outcome is not None and outcome.winner is role.other
    replies = (lesson.outcome(lesson.play(reply, after)) for reply in lesson.legal_moves(after))
    return any(end is not None and end.winner is role.other for end in replies)


@attrs.define
class _Node:
    """One position of the subtree, with what is known about it."""

    mover: Role
    winner: Role | None = None
    parents: list[Any] = attrs.field(factory=list)
    open: int = -1
    """How many moves do not yet lose; below 0 until the moves are examined."""


class Analysis:
    """Partial retrograde analysis: a subtree, expanded breadth first, and backed up from its decided ends."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._nodes: dict[Any, _Node] = {}
        self._waiting: deque[Any] = deque()
        self._decided: deque[Any] = deque()
        self._ends: set[Any] = set()

    def explore(self, start: Any) -> None:
        """Expand positions while time remains, then back up."""
        reserve = RESERVE * self._lesson.remaining()
        self._meet(start)
        while self._waiting and self._lesson.remaining() > reserve:
            self._open(self._waiting.popleft())
        while self._decided:
            self._back_up(self._decided.popleft())

    @property
    def is_complete(self) -> bool:
        """Return whether there was time for every line of play."""
        return not self._waiting

    def is_open(self, position: Any) -> bool:
        """Return whether the winner of a position is unknown; the position may be outside the subtree."""
        return position not in self._nodes or self._nodes[position].winner is None

    def settled(self) -> Iterator[Any]:
        """Yield the positions that are fully known: all of a complete subtree, otherwise the decided ones."""
        for position, node in self._nodes.items():
            if node.winner is not None or self.is_complete:
                yield position

    def is_drawn(self, position: Any) -> bool:
        """Return whether a position of a complete subtree has no winner."""
        return position in self._nodes and self._nodes[position].winner is None

    def winner_of(self, position: Any) -> Role | None:
        """Return the role that is sure to win a position of the subtree, or None."""
        return self._nodes[position].winner

    def decided(self) -> list[tuple[Any, Role]]:
        """Return the positions that one role is sure to win, except those where the contest is over."""
        return [
            (position, node.winner)
            for position, node in self._nodes.items()
            if node.winner is not None and position not in self._ends
        ]

    def _meet(self, position: Any) -> _Node:
        node = self._nodes.get(position)
        if node is None:
            node = self._nodes[position] = _Node(self._lesson.game.mover(position))
            outcome = self._lesson.outcome(position)
            if outcome is None:
                known = self._lesson.recall(self._lesson.key(position))
                if known is None:
                    self._waiting.append(position)
                else:
                    node.winner = Outcome(known).winner
            else:
                node.winner = outcome.winner
                self._ends.add(position)
            if node.winner is not None:
                self._decided.append(position)
        return node

    def _open(self, position: Any) -> None:
        moves = self._lesson.legal_moves(position)
        afters = dict.fromkeys(self._lesson.play(move, position) for move in moves)
        for after in afters:
            self._meet(after).parents.append(position)
        self._nodes[position].open = len(afters)

    def _back_up(self, position: Any) -> None:
        winner = self._nodes[position].winner
        for parent in self._nodes[position].parents:
            node = self._nodes[parent]
            if node.winner is not None:
                continue
            if winner is not node.mover:
                node.open -= 1
            if winner is node.mover or node.open == 0:
                node.winner = winner
                self._decided.append(parent)
