"""The learner of forks.

A fork is learned by explaining a won contest: a move of the winner left two lines that each lacked one man,
and the loser could answer only one. The explanation speaks of lines and where they cross, not of locations,
so a fork seen in one place is known everywhere: the item stores its shape, which is the lengths of its two
lines.
"""

import itertools
from collections.abc import Mapping
from typing import Any

from agents.learner import Learner, Lesson
from agents.sight.forks import Crossing, made_by
from blackboard import Entry, Item
from blackboard.items import added, is_count
from games import Game
from games.counting import how_many


def _is_fork(entry: Entry) -> bool:
    return (
        isinstance(entry, dict)
        and entry.keys() == {"position", "pivot", "seen"}
        and isinstance(entry["position"], str)
        and isinstance(entry["pivot"], str)
        and is_count(entry["seen"])
    )


def _seen_together(one: Mapping[str, Any], other: Mapping[str, Any]) -> Entry:
    """Keep the first example, and add the counts."""
    example = min(one, other, key=lambda fork: (fork["position"], fork["pivot"]))
    return {**example, "seen": added(one["seen"], other["seen"])}


def _tell(game: Game[Any], shape: str, entry: Entry) -> str:
    """Describe the lines and where they cross."""
    del game
    one, other = shape.split("+")
    return (
        f"a line of {one} and one of {other} that cross, such as at {entry['pivot']} here;"
        f" seen {how_many(entry['seen'], 'time')}"
    )


FORKS = Item(
    "forks",
    _is_fork,
    _seen_together,
    tell=_tell,
    is_by_position=False,
    pictured=lambda _, entry: entry["position"],
)
"""The shape of a fork, with where it was seen first, and how often."""


class Forks(Learner):
    """Explain a contest that was won by a fork, and remember the fork's shape."""

    name = "forks"
    feeds = FORKS
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
