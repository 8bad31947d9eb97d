"""Games on a wheel, with eight points on the rim and one in the centre: shisima and mu torere."""

import math

from games.board import Board, Location
from games.families.sketch import lines_of
from games.families.stepping import Step, SteppingGame, slides
from games.options import one_of

_RIM = 8
_CENTRE = 8
_SPOKES = lines_of("1-9-5 2-9-6 3-9-7 4-9-8")
_EDGES = lines_of("1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-1")

_RESTRICTED = {"always": None, "first-move": 2, "first-two-moves": 4, "never": 0}
"""How many moves of a contest the restriction holds, counted over both roles; None for all."""

_RESTRICTION_RULES = {
    "always": " A man may go from the rim to the centre only if an enemy man is next to it.",
    "first-move": " On each role's first move, a man may go to the centre only if an enemy is next to it.",
    "first-two-moves": " On each role's first two moves, a man may go to the centre only if an enemy is next "
    "to it.",
    "never": "",
}


def _wheel() -> Board:
    angles = [math.tau * i / _RIM for i in range(_RIM)]
    rim = [Location(str(i + 1), math.sin(angle), -math.cos(angle)) for i, angle in enumerate(angles)]
    return Board([*rim, Location("9", 0, 0)], _SPOKES + _EDGES, "points")


_WHEEL = _wheel()


def shisima() -> SteppingGame:
    """Make shisima: three men each, set up face to face; a line through the centre wins."""
    return SteppingGame(
        name="shisima",
        title="Shisima",
        rules="Step along a line to a neighbouring empty point. Three in line through the centre wins; "
        "a blocked mover loses.",
        board=_WHEEL,
        men=3,
        steps=slides(_WHEEL),
        winning_lines=_SPOKES,
        start=((0, 1, 2), (4, 5, 6)),
    )


def mu_torere(*, restriction: str = "always") -> SteppingGame:
    """Make mu torere: four men each, and one empty point; a mover who cannot move loses."""
    one_of("restriction", restriction, tuple(_RESTRICTED))
    return SteppingGame(
        name="mu-torere",
        title="Mu torere",
        rules="Move a man to the empty point: along the rim, or to or from the centre. "
        f"A mover who cannot move loses.{_RESTRICTION_RULES[restriction]}",
        board=_WHEEL,
        men=4,
        steps=map(_watched, slides(_WHEEL)),
        start=(range(4), range(4, 8)),
        early=_RESTRICTED[restriction],
        options={"restriction": restriction},
    )


def _watched(step: Step) -> Step:
    """Allow a step to the centre only if an enemy man is next to the start."""
    if step.end != _CENTRE:
        return step
    rim = tuple(i for i in _WHEEL.neighbours(step.start) if i != _CENTRE)
    return Step(step.start, step.end, beside=rim)
