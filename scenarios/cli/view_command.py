"""The command that shows decisions in a browser."""

import importlib.util
import os
from functools import partial
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from control import CTRL_C
from games import BadFile, BadOption, game_names
from scenarios.cli.answers import answer
from scenarios.cli.command_options import (
    completed,
    decision_options,
    json_option,
    load_option,
    position_options,
    rules_option,
)
from scenarios.cli.screen import Screen

NEEDED = ("starlette", "hypercorn")
MISSING = "hoyle view needs more packages; install them: pip install 'hoyle[view]'"


@click.command("view")
@click.argument(
    "shown",
    required=False,
    metavar="[GAME, TRACE or FOLDER]",
    shell_complete=completed(game_names, or_files=True),
)
@rules_option
@position_options
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Use this port; by default any free one."
)
@click.option("--no-browser", is_flag=True, help="Print the address, and do not open a browser.")
@click.option(
    "--rate",
    type=click.IntRange(1, 120),
    default=30,
    show_default=True,
    help="Update a running decision this many times per second.",
)
@decision_options
@load_option
@json_option
def view_command(
    *,
    shown: str | None,
    rules: tuple[str, ...],
    moves: str,
    position: str | None,
    port: int,
    no_browser: bool,
    rate: int,
    as_json: bool,
    **given: Any,
) -> None:
    """Show decisions and play contests in a browser on this machine.

    Without an argument, list the games. Give a game to play it, a trace to replay it, or a folder of results
    to see its contests and decisions. Decisions can be repeated with other settings.
    """
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise BadOption(MISSING)
    from scenarios.view.app import Viewer  # noqa: PLC0415  # it needs the packages of the extra
    from scenarios.view.browser_access import is_at_terminal, on_enter, open_browser  # noqa: PLC0415  # as above
    from scenarios.view.security import Keys  # noqa: PLC0415  # as above
    from scenarios.view.serving import bind, serve_until_interrupted  # noqa: PLC0415  # as above

    viewer = Viewer(given, rate=rate)
    with viewer.opened():
        if shown is None:
            _check_no_position(rules, moves, position)
            address = "/"
        elif shown in game_names() or not _is_path(shown):
            address = viewer.add_game(shown, rules, moves, position)
        else:
            _check_no_position(rules, moves, position)
            address = viewer.add_file(_existing(shown))
        taken = bind(port)
        keys = Keys(taken.getsockname()[1], opens=address)
        has_terminal = not as_json and is_at_terminal()

        def announce() -> None:
            document = keys.new_address()
            more = " Press Enter for another." if has_terminal else ""
            lines = [
                Text(f"Viewer running at {document['url']}"),
                Text(f"This address works once.{more} Press Ctrl-C to stop the viewer."),
            ]
            answer(document, lines, as_json=as_json)

        def pressed() -> None:
            document = keys.new_address()
            answer(document, [Text(f"Another address, which works once: {document['url']}")], as_json=False)

        def not_opened(why: str) -> None:
            Screen(stderr=True).print(Text(f"No browser was opened ({why}); open the address above."))

        meanwhile = [] if no_browser else [partial(open_browser, keys, not_opened)]
        if has_terminal:
            meanwhile.append(partial(on_enter, pressed))
        CTRL_C.run(
            serve_until_interrupted, lambda nursery: viewer.app(keys, nursery), taken, announce, *meanwhile
        )


def _is_path(place: str) -> bool:
    """Is this a file or a folder, and not a game?"""
    return os.sep in place or "." in place or Path(place).exists()


def _existing(place: str) -> Path:
    path = Path(place)
    if not path.exists():
        raise BadFile(f"no file or folder '{place}'; give a game, a trace, or a folder of results")
    return path


def _check_no_position(rules: tuple[str, ...], moves: str, position: str | None) -> None:
    if rules or moves or position is not None:
        raise BadOption("--option, --moves and --position need a game; name one")
