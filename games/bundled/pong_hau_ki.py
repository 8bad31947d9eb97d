"""Pong hau k'i: two men each on five points."""

from games.families.sketch import sketch
from games.families.stepping import SteppingGame, slides
from games.options import one_of

_BOARD = sketch(
    """
    1 . 2
    . 3 .
    4 . 5
    """,
    "1-3-5 2-3-4 1-4 2-5 4-5",
)


def pong_hau_ki(*, placing: str = "no") -> SteppingGame:
    """Make pong hau k'i: two men each, and one empty point; a mover who cannot move loses."""
    placed = one_of("placing", placing, ("no", "yes")) == "yes"
    return SteppingGame(
        name="pong-hau-ki",
        title="Pong hau k'i",
        rules=f"{'Place two men each in turn, then slide' if placed else 'Slide'} a man along a line to the "
        "empty point. A mover who cannot move loses.",
        board=_BOARD,
        men=2,
        steps=slides(_BOARD),
        start=None if placed else ((0, 1), (3, 4)),
        options={"placing": placing},
    )
