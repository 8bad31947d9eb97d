"""The learner of symmetries, by watching contests.

After each contest that was not drawn, the final position is turned or reflected, and the rules are asked who
would have won then. A symmetry is presumed to hold as long as the answer was always the same.
"""

from collections.abc import Callable, Mapping
from typing import Any

from agents.learner import Learner, Lesson
from blackboard import SYMMETRIES
from games import Board, HoyleError

Spot = tuple[float, float]

TRANSFORMATIONS: Mapping[str, Callable[[float, float], Spot]] = {
    "turned by 90 degrees": lambda x, y: (-y, x),
    "turned by 180 degrees": lambda x, y: (-x, -y),
    "turned by 270 degrees": lambda x, y: (y, -x),
    "left and right exchanged": lambda x, y: (-x, y),
    "top and bottom exchanged": lambda x, y: (x, -y),
    "reflected across the falling diagonal": lambda x, y: (y, x),
    "reflected across the rising diagonal": lambda x, y: (-y, -x),
}
"""The standard symmetries of the plane; y grows downwards."""


class Symmetries(Learner):
    """Presume that a turn or reflection of the board changes nothing, until a contest shows that it does."""

    name = "symmetries"
    feeds = SYMMETRIES
    bound = len(TRANSFORMATIONS)

    def learn(self, lesson: Lesson) -> None:
        """Try every symmetry on the final position of a contest that was won by the rules."""
        contest, final = lesson.experience.contest, lesson.experience.positions[-1]
        if contest.outcome.winner is None or contest.ended_by != "rules":
            return
        for name, symmetry in candidates(lesson.game.board).items():
            entry = lesson.recall(name) or {"map": list(symmetry), "held": 0, "broke": 0}
            verdict = "held" if _holds(lesson, final, symmetry) else "broke"
            lesson.note(name, {**entry, verdict: entry[verdict] + 1})


def _holds(lesson: Lesson, final: Any, symmetry: tuple[int, ...]) -> bool:
    try:
        return lesson.outcome(lesson.game.image(final, symmetry)) is lesson.experience.contest.outcome
    except HoyleError:
        return False


def candidates(board: Board) -> dict[str, tuple[int, ...]]:
    """Return the symmetries of the plane that map the board's locations onto each other."""
    if len({location.z for location in board.locations}) > 1:
        return {}
    places = _centred(board)
    indices = {place: i for i, place in enumerate(places)}
    found = {}
    for name, transform in TRANSFORMATIONS.items():
        images = [_rounded(*transform(x, y)) for x, y in places]
        if all(image in indices for image in images):
            found[name] = tuple(indices[image] for image in images)
    return found


def _centred(board: Board) -> list[Spot]:
    columns, rows = ([getattr(each, axis) for each in board.locations] for axis in "xy")
    middle, centre = ((min(along) + max(along)) / 2 for along in (columns, rows))
    return [_rounded(x - middle, y - centre) for x, y in zip(columns, rows, strict=True)]


def _rounded(x: float, y: float) -> Spot:
    return round(x, 4) + 0.0, round(y, 4) + 0.0
