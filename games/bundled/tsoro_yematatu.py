"""Tsoro yematatu: three men each on seven points."""

from games.families.sketch import sketch
from games.families.stepping import SteppingGame, jumps, leaps, slides
from games.options import one_of

_BOARD = sketch(
    """
    . . 1 . .
    . 2 3 4 .
    5 . 6 . 7
    """,
    "1-2-5 1-3-6 1-4-7 2-3-4 5-6-7",
)

_STEPS = {
    "slide-or-jump": (slides(_BOARD) + jumps(_BOARD), ()),
    "jump-if-stuck": (slides(_BOARD), jumps(_BOARD)),
    "slide": (slides(_BOARD), ()),
    "any": (leaps(_BOARD), ()),
}
"""For each variant, the allowed steps, and the steps allowed only to a mover who has no others."""

_RULES = {
    "slide-or-jump": "slide a man along a line to the empty point, or jump there over one man",
    "jump-if-stuck": "slide a man along a line to the empty point, or, if none can, jump there over one man",
    "slide": "slide a man along a line to the empty point",
    "any": "move any man to the empty point",
}


def tsoro_yematatu(*, moves: str = "slide-or-jump") -> SteppingGame:
    """Make tsoro yematatu: three men each, and one empty point to slide or jump to."""
    steps, if_stuck = _STEPS[one_of("moves", moves, tuple(_STEPS))]
    return SteppingGame(
        name="tsoro-yematatu",
        title="Tsoro yematatu",
        rules=f"Place three men each in turn, then {_RULES[moves]}. Three in line wins, also while placing; "
        "a blocked mover loses.",
        board=_BOARD,
        men=3,
        steps=steps,
        if_stuck=if_stuck,
        winning_lines=_BOARD.lines,
        options={"moves": moves},
    )
