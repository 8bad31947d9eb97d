"""Games of three in line on three by three: achi, les pendus, marelle, tapatan, nine holes, picaria."""

from games.board import Board, grid, straight_lines
from games.families.sketch import lines_of, sketch
from games.families.stepping import SteppingGame, leaps, slides
from games.options import one_of

_EIGHT = straight_lines(3, 3, length=3)
_SIX = _EIGHT[:6]
_CENTRE = 4
_MEN = 3

_BOARDS = {
    "drawn": grid(3, 3, lines=_EIGHT, style="points"),
    "orthogonal": grid(3, 3, lines=_SIX, style="points"),
    "king": grid(3, 3, lines=_EIGHT + lines_of("2-4 2-6 4-8 6-8"), style="points"),
}
_HOLES = grid(3, 3, lines=_SIX)

_CROSSED = sketch(
    """
    1  .  2  .  3
    .  4  .  5  .
    6  .  7  .  8
    .  9  . 10  .
    11 . 12  . 13
    """,
    "1-2-3 6-7-8 11-12-13 1-6-11 2-7-12 3-8-13 1-4-7-10-13 3-5-7-9-11 2-4-6 2-5-8 6-9-12 8-10-12",
)

_CENTRE_CLOSED_UNTIL = {"not-first": 1, "never": 2 * _MEN, "free": 0}
"""How many men must stand on the board before a role may place in the centre."""

_STEPS = {
    "drawn": "step along a line to a neighbouring empty point",
    "orthogonal": "step up, down or sideways to a neighbouring empty point",
    "king": "step in any direction to a neighbouring empty point",
}
_CENTRE_RULES = {
    "not-first": " The first man may not be placed in the centre.",
    "never": " No man may be placed in the centre.",
    "free": "",
}


def achi(*, blocked: str = "loses", steps: str = "drawn", lines: str = "8") -> SteppingGame:
    """Make achi: four men each, and one empty point to slide to."""
    one_of("blocked", blocked, ("loses", "passes", "draws"))
    one_of("steps", steps, ("drawn", "orthogonal"))
    one_of("lines", lines, ("8", "6"))
    board = _BOARDS[steps]
    which = "Three in line" if lines == "8" else "Three in a row or column"
    return SteppingGame(
        name="achi",
        title="Achi",
        rules=f"Place four men each in turn, then {_STEPS[steps]}. {which} wins, also while placing; "
        f"a mover who is blocked {blocked}.",
        board=board,
        men=4,
        steps=slides(board),
        winning_lines=_EIGHT if lines == "8" else _SIX,
        blocked=blocked,
        options={"blocked": blocked, "steps": steps, "lines": lines},
    )


def les_pendus() -> SteppingGame:
    """Make les pendus: three men each, and any man may go to any empty point."""
    board = _BOARDS["drawn"]
    return SteppingGame(
        name="les-pendus",
        title="Les pendus",
        rules="Place three men each in turn, then move any man to any empty point. "
        "Three in line wins, also while placing.",
        board=board,
        men=_MEN,
        steps=leaps(board),
        winning_lines=_EIGHT,
    )


def marelle(*, centre: str = "not-first", steps: str = "drawn") -> SteppingGame:
    """Make marelle: three men's morris in which the first man may not go to the centre."""
    one_of("centre", centre, tuple(_CENTRE_CLOSED_UNTIL))
    one_of("steps", steps, tuple(_STEPS))
    options = {"centre": centre, "steps": steps}
    return _three_mens_morris("marelle", "Marelle", centre=centre, steps=steps, options=options)


def tapatan() -> SteppingGame:
    """Make tapatan: marelle with a free centre."""
    return _three_mens_morris("tapatan", "Tapatan", centre="free", steps="drawn", options={})


def nine_holes() -> SteppingGame:
    """Make nine holes: les pendus without the diagonals."""
    return SteppingGame(
        name="nine-holes",
        title="Nine holes",
        rules="Place three men each in turn, then move any man to any empty hole. "
        "Three in a row or column wins, also while placing.",
        board=_HOLES,
        men=_MEN,
        steps=leaps(_HOLES),
        winning_lines=_SIX,
    )


def picaria(*, points: str = "9") -> SteppingGame:
    """Make picaria: three men's morris with king steps, or on the thirteen points where its lines meet."""
    one_of("points", points, ("9", "13"))
    options = {"points": points}
    if points == "9":
        return _three_mens_morris("picaria", "Picaria", centre="free", steps="king", options=options)
    return SteppingGame(
        name="picaria",
        title="Picaria",
        rules="Place three men each in turn, not in the centre, then step along a line to a neighbouring "
        "empty point. Three consecutive points of a line win, also while placing; a blocked mover loses.",
        board=_CROSSED,
        men=_MEN,
        steps=slides(_CROSSED),
        winning_lines=_threes(_CROSSED),
        closed=[_CROSSED.index("7")],
        closed_until=2 * _MEN,
        options=options,
    )


def _threes(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return every three consecutive locations of a line."""
    return tuple(line[i : i + 3] for line in board.lines for i in range(len(line) - 2))


def _three_mens_morris(
    name: str, title: str, *, centre: str, steps: str, options: dict[str, str]
) -> SteppingGame:
    board = _BOARDS[steps]
    return SteppingGame(
        name=name,
        title=title,
        rules=f"Place three men each in turn, then {_STEPS[steps]}. Three in line wins, also while placing; "
        f"a blocked mover loses.{_CENTRE_RULES[centre]}",
        board=board,
        men=_MEN,
        steps=slides(board),
        winning_lines=_EIGHT,
        closed=[_CENTRE],
        closed_until=_CENTRE_CLOSED_UNTIL[centre],
        options=options,
    )
