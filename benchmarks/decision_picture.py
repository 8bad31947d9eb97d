"""Draws docs/decision.svg, the decision that the README shows: what `hoyle decide` shows of Figure 1.

    python benchmarks/decision_picture.py

The picture asks nothing of other places: whoever looks at it reads it in a font of their own.
"""

import io
from pathlib import Path
from typing import Any

import trio
from rich._export_format import CONSOLE_SVG_FORMAT

from agents import Streams
from blackboard import Decision
from control import VirtualClock, decide
from control.settings.hoyle_options import HoyleOptions
from games import Game, make_game, write_atomically
from scenarios.cli.decision_views import decision_view
from scenarios.cli.screen import Screen

FILE = Path(__file__).parents[1] / "docs/decision.svg"
FIGURE_1 = ("1", "4", "3", "5")
COLUMNS = 98
FONTS = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"


def main() -> None:
    """Write the picture."""
    write_atomically(FILE, drawn().encode())


def drawn() -> str:
    """Draw the decision as a terminal shows it."""
    game = make_game("tic-tac-toe")
    console = Screen(
        record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True, legacy_windows=False
    )
    console.print(decision_view(game, _decided(game)))
    return console.export_svg(title="hoyle decide", code_format=_format(), unique_id="decision")


def _format() -> str:
    """Return the usual form of such a picture, without fonts from elsewhere."""
    start, end = CONSOLE_SVG_FORMAT.index("@font-face"), CONSOLE_SVG_FORMAT.index(".{unique_id}-matrix")
    own = CONSOLE_SVG_FORMAT[:start] + CONSOLE_SVG_FORMAT[end:]
    lines = (line.rstrip() for line in own.replace("Fira Code, monospace", FONTS).splitlines())
    return "\n".join(line for line in lines if "<!--" not in line) + "\n"


def _decided(game: Game[Any]) -> Decision:
    position = game.initial()
    for move in FIGURE_1:
        position = game.play(position, move)
    options = HoyleOptions()

    async def run() -> Decision:
        return await decide(game, position, options.panel(), settings=options.settings(), streams=Streams(0))

    return trio.run(run, clock=VirtualClock())


if __name__ == "__main__":
    main()
