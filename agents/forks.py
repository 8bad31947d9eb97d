"""Forks: two winning lines that cross, so that one move threatens both.

A fork is learned by explaining a won contest: a move of the winner made two lines lack one man each, and the
loser could answer only one. The explanation speaks of lines and of where they cross, not of any location, so
a fork seen in one place is known in all: what is kept is its shape, the lengths of its two lines.
"""

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import attrs

from agents.advisor import Advisor
from agents.deliberation import Deliberation
from agents.learner import Learner, Lesson
from agents.lines import Cells, is_open, named
from blackboard import Entry
from games import Game, Line, Move, Role

NEAREST = 9
"""What a fork is worth that the next move makes; each man that has to be placed before takes two off."""
FURTHEST = 1
"""How many men may be missing besides the one where the lines cross."""
MOST_PLANNED = 16


@attrs.frozen
class Crossing:
    """Two winning lines and a location on both."""

    pivot: int
    lines: tuple[Line, Line]

    @property
    def shape(self) -> str:
        """The lengths of the lines, the shorter first."""
        return "+".join(map(str, sorted(map(len, self.lines))))


@functools.lru_cache(maxsize=64)
def crossings(lines: tuple[Line, ...]) -> tuple[Crossing, ...]:
    """Answer every location where two lines cross, with the two."""
    return tuple(
        Crossing(pivot, pair)
        for pair in itertools.combinations(lines, 2)
        for pivot in sorted(set(pair[0]) & set(pair[1]))
    )


class Forks(Learner):
    """Explain a contest that was won by a fork, and keep the shape of it."""

    name = "forks"
    bound = 100

    def learn(self, lesson: Lesson) -> None:
        """Look at each of the winner's moves for two threats that it made at once."""
        game, experience = lesson.game, lesson.experience
        winner = experience.contest.outcome.winner
        if winner is None or not game.men_stay:
            return
        for before, after in itertools.pairwise(experience.positions):
            if game.mover(before) is winner:
                for crossing in made_by(game, before, after, winner):
                    self._keep(lesson, before, crossing)

    def _keep(self, lesson: Lesson, before: Any, crossing: Crossing) -> None:
        pivot = lesson.game.board.locations[crossing.pivot].name
        example: Entry = {"position": lesson.game.format_position(before), "pivot": pivot, "seen": 0}
        known = lesson.recall(crossing.shape) or example
        lesson.note(crossing.shape, {**known, "seen": known["seen"] + 1})

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:  # noqa: ARG002  # the position is shown
        """Say what crossed where."""
        one, other = key.split("+")
        return (
            f"a line of {one} and one of {other} that cross, such as at {entry['pivot']} here;"
            f" seen {entry['seen']} times"
        )


def made_by(game: Game[Any], before: Any, after: Any, winner: Role) -> Iterator[Crossing]:
    """Yield the crossings on which a move made two threats at once."""
    old, new = game.cells(before), game.cells(after)
    for crossing in crossings(game.winning_lines):
        if old[crossing.pivot] is None and new[crossing.pivot] is winner:
            missing = [_missing(new, line, winner) for line in crossing.lines]
            if all(each is not None and len(each) == 1 for each in missing) and missing[0] != missing[1]:
                yield crossing


def _missing(cells: Cells, line: Line, role: Role) -> set[int] | None:
    """Answer which locations of a line are still empty; None if it is not open to the role."""
    return {i for i in line if cells[i] is None} if is_open(cells, line, role) else None


@attrs.frozen
class Fork:
    """A fork that a role can still make here."""

    crossing: Crossing
    needed: frozenset[int]
    """Locations of which some have to be taken before the pivot."""
    men: int
    """How many of them."""


def forks_for(game: Game[Any], cells: Cells, role: Role, shapes: set[str]) -> Iterator[Fork]:
    """Yield the forks of these shapes for which a role needs few men."""
    for crossing in crossings(game.winning_lines):
        if cells[crossing.pivot] is None and crossing.shape in shapes:
            missing = [_missing(cells, line, role) for line in crossing.lines]
            if missing[0] is not None and missing[1] is not None:
                rest = [each - {crossing.pivot} for each in (missing[0], missing[1])]
                men = sum(len(each) - 1 for each in rest)
                if all(rest) and men <= FURTHEST and rest[0] != rest[1]:
                    needed = frozenset().union(*(each for each in rest if len(each) > 1))
                    yield Fork(crossing, needed, men)


class Pitchfork(Advisor):
    """Advance own forks, and destroy those of the other contestant."""

    makes_plans = True
    knowledge = ("forks",)

    async def advise(self, think: Deliberation) -> None:
        """Post the forks of known shape as plans, and support the moves that make or prevent them."""
        shapes = set(think.knowledge.item("forks"))
        if not shapes:
            return
        game = think.game
        cells = game.cells(think.position)
        opinions: Opinions = {}
        own = sorted(forks_for(game, cells, think.mover, shapes), key=lambda fork: fork.men)
        for fork in own:
            _weigh(opinions, game, fork, is_own=True)
        for fork in forks_for(game, cells, think.mover.other, shapes):
            _weigh(opinions, game, fork, is_own=False)
        for move in think.moves:
            if move in opinions:
                await think.comment(move, *opinions[move])
        for fork in own[:MOST_PLANNED]:
            steps = [game.board.locations[i].name for i in (*sorted(fork.needed), fork.crossing.pivot)]
            await think.plan(steps, f"fork at {_described(game, fork)}", NEAREST - 2 * fork.men)


Opinions = dict[Move, tuple[int, str]]


def _weigh(opinions: Opinions, game: Game[Any], fork: Fork, *, is_own: bool) -> None:
    """Raise the opinion of every move that belongs to a fork; the pivot counts most."""
    strength = NEAREST - 2 * fork.men - (not is_own)
    verb, weaker = ("prepares" if fork.men else "makes", "prepares") if is_own else ("prevents", "hinders")
    places = {fork.crossing.pivot: (strength, verb)} | dict.fromkeys(fork.needed, (strength, weaker))
    if not is_own:
        others = {place for line in fork.crossing.lines for place in line} - places.keys()
        places |= dict.fromkeys(others, (strength - 1, weaker))
    for place, (value, what) in places.items():
        name = game.board.locations[place].name
        if value > opinions.get(name, (0, ""))[0]:
            opinions[name] = value, f"{what} a fork at {_described(game, fork)}"


def _described(game: Game[Any], fork: Fork) -> str:
    one, other = (named(game, line) for line in fork.crossing.lines)
    return f"{game.board.locations[fork.crossing.pivot].name} ({one} and {other})"
