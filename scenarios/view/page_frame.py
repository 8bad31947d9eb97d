"""The frame of every page: its head, its breadcrumbs, and the live region that announces news."""

import json
from collections.abc import Sequence
from typing import Any

from games import Game
from scenarios.report.markup import esc, tag

SHEETS = ("palette.css", "view.css", "frame.css")
RESULT_SHEETS = ("palette.css", "report.css", "charts.css", "results.css", "frame.css")
KEYS = (
    ("Space", "play or pause the replay"),
    (
        "\N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}",
        "previous or next event; in a contest, previous or next move",
    ),
    ("Shift + \N{LEFTWARDS ARROW} \N{RIGHTWARDS ARROW}", "previous or next decision"),
    ("w", "why this move"),
    ("n", "why not the others"),
    ("c", "next panel: board, blackboard, reasons, what-if"),
    ("h", "hint"),
    ("u", "undo"),
    ("Arrows, Enter, Esc", "on the board: move, select, clear the selection"),
    ("?", "this list"),
)


def page(
    title: str,
    main: str,
    *,
    kicker: str = "",
    script: str | None = None,
    sheets: Sequence[str] = SHEETS,
    more_scripts: Sequence[str] = (),
    crumbs: Sequence[tuple[str, str]] = (),
    is_whole: bool = False,
    **data: object,
) -> str:
    """Write a page: head, breadcrumbs, heading and content; if `is_whole`, `main` has its own heading."""
    links = "".join(f'<link rel="stylesheet" href="/static/{each}">\n' for each in sheets)
    scripts = "".join(f'<script src="/static/{each}" defer></script>\n' for each in more_scripts)
    for each in filter(None, (script, "keys.js")):
        scripts += f'<script type="module" src="/static/{each}"></script>\n'
    head = (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"{links}<title>{esc(title)} · Hoyle</title>\n{scripts}"
    )
    way = [tag("a", esc(name), href=address) for name, address in (("Hoyle", "/"), *crumbs)]
    nav = tag("nav", " / ".join(way), aria_label="Breadcrumbs", class_="crumbs")
    banner = tag(
        "header", nav, tag("h1", esc(title)), tag("p", esc(kicker), class_="kicker") if kicker else ""
    )
    voice = tag("p", id="voice", class_="voice", role="status", aria_live="polite")
    problem = tag("aside", id="problem", class_="problem", aria_label="Problem", hidden="")
    skip = tag("a", "Skip to content", href="#main", class_="skip")
    content = main if is_whole else f"{banner}\n{tag('main', main, id='main')}"
    body = f"{skip}\n{problem}\n{content}\n{voice}\n{_keys()}\n"
    attributes = "".join(f' data-{key}="{esc(value)}"' for key, value in data.items() if value is not None)
    start = f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n'
    return f"{start}<body{attributes}>\n{body}</body>\n</html>\n"


def keys_button() -> str:
    """Write the button that opens the list of keys."""
    return tag("button", "Keys (?)", id="keys", type="button", aria_keyshortcuts="?")


def _keys() -> str:
    """Write the list of keys, which opens on request."""
    listed = (tag("dt", tag("kbd", key)) + tag("dd", esc(what)) for key, what in KEYS)
    close = tag("button", "Close", id="keys-close", type="button")
    return tag("dialog", tag("h2", "Keys"), tag("dl", *listed), close, id="keys-list", aria_label="Keys")


def sentence_page(title: str, sentence: str) -> str:
    """Write a page with a single sentence."""
    return page(title, tag("p", esc(sentence), class_="lead"))


def section(title: str, *content: str, name: str, level: int = 2, **attributes: object) -> str:
    """Write a part of a page under its heading."""
    heading = tag(f"h{level}", esc(title), id=f"{name}-title")
    return tag("section", heading, *content, id=name, aria_labelledby=f"{name}-title", **attributes) + "\n"


def play_on_button(game: Game[Any], position: Any) -> str:
    """Write a button to play on from a position; nothing if the contest is over there."""
    if game.outcome(position) is not None:
        return ""
    start = {"position": game.format_position(position), "options": dict(game.options)}
    return tag(
        "button",
        "Play on from here",
        id="play-on",
        type="button",
        data_table=f"/game/{game.name}",
        data_start=json.dumps(start, default=str),
    )


def results_page(title: str, body: str, number: int) -> str:
    """Write a results page with this body."""
    links = tag("a", "Hoyle", href="/"), " / ", tag("a", "Results", href=f"/results/{number}")
    way = tag("nav", *links, class_="way", aria_label="Breadcrumbs")
    return page(
        title,
        way + body,
        script="results.js",
        sheets=RESULT_SHEETS,
        more_scripts=("report.js",),
        is_whole=True,
        page="results",
        address=f"/results/{number}",
    )
