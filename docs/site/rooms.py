"""Draw docs/rooms.svg: the five floors and their rooms, as the import contracts in pyproject.toml order them.

Run it after adding or moving a room: `python docs/site/rooms.py`.
"""

import tomllib
from html import escape
from pathlib import Path

TOP = Path(__file__).parents[2]
PICTURE = TOP / "docs" / "rooms.svg"
FLOORS = {
    "scenarios": ("what is studied?", "#e0ecff"),
    "control": ("who is heard, and for how long?", "#e3f4e8"),
    "agents": ("who speaks?", "#fff1d6"),
    "blackboard": ("what has been said?", "#f6e4f5"),
    "games": ("what can happen?", "#eef0f3"),
}
ROOMS = {
    "scenarios.cli": "the commands",
    "scenarios.view": "the browser viewer",
    "scenarios.report": "pages and sections",
    "scenarios.tuning": "settings race",
    "scenarios.decisions": "a decision, shown",
    "scenarios.analysis": "findings",
    "scenarios.experiment": "runs and rows",
    "scenarios.language": "TOML to cells",
    "scenarios.play": "contests, series",
    "scenarios.statistics": "error bars",
    "control.conformance": "are contracts kept?",
    "control.learning": "when learners run",
    "control.redeciding": "decide again",
    "control.hearing": "one decision",
    "control.settings": "what can be chosen",
    "control.voting": "paradigms",
    "control.limits": "time and work",
    "agents.contestants": "random, perfect, search",
    "agents.remote": "threads, processes, HTTP",
    "agents.advisors": "the bundled Advisors",
    "agents.learners": "the bundled learners",
    "agents.plugins": "loaded files",
    "agents.sight": "lines, patterns, zones",
    "agents.session": "one Advisor thinking",
    "games.solving": "every position's value",
    "games.bundled": "the 22 games",
    "games.families": "shared rules",
    "games.pictures": "boards as text and SVG",
}
"""Each room in a few words. The order comes from the contracts."""
WITHOUT_ROOMS = {"blackboard": "comments, plans, testimonies, decisions, useful knowledge, the trace"}
WIDTH, LEFT, ROOM, HIGH, FLOOR = 960, 150, 158, 44, 26
"""The width of the picture, where rooms begin, the width and height of a room, and the padding of a floor."""


def layers() -> dict[str, list[str]]:
    """Return the rooms of each floor in the order of their import contract, the highest first."""
    settings = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {}
    for contract in settings["tool"]["importlinter"]["contracts"]:
        rooms = [room.strip() for layer in contract.get("layers", ()) for room in layer.split("|")]
        if rooms and all("." in room for room in rooms):
            found[rooms[0].partition(".")[0]] = rooms
    return found


def drawing() -> str:
    """Return the picture as SVG."""
    y, parts, rooms = 8, [], layers()
    across = (WIDTH - LEFT - 16) // ROOM
    for floor, (question, colour) in FLOORS.items():
        own = rooms.get(floor, [])
        rows = max(1, -(-len(own) // across))
        height = rows * (HIGH + 6) + FLOOR - 6
        parts += [
            f'<rect x="8" y="{y}" width="{WIDTH - 16}" height="{height}" rx="8" fill="{colour}"/>',
            _text(20, y + height // 2 - 2, f"{floor}/", size=17, weight="bold"),
            *(
                _text(20, y + height // 2 + 15 + 13 * place, line, size=11, fill="#4b5563")
                for place, line in enumerate(_wrapped(question))
            ),
        ]
        for place, room in enumerate(own):
            x = LEFT + ROOM * (place % across)
            top = y + FLOOR // 2 + (HIGH + 6) * (place // across)
            parts += _room(x, top, room.partition(".")[2], ROOMS[room])
        if not own:
            parts.append(_text(LEFT + 6, y + height // 2 + 5, WITHOUT_ROOMS[floor], size=12, fill="#4b5563"))
        y += height + 8
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" '
        'font-family="system-ui, sans-serif" role="img" aria-label="Five floors and their rooms">'
    )
    return "\n".join([head, f'<rect width="{WIDTH}" height="{y}" fill="#ffffff"/>', *parts, "</svg>", ""])


def _room(x: int, y: int, name: str, words: str) -> list[str]:
    return [
        f'<rect x="{x}" y="{y}" width="{ROOM - 8}" height="{HIGH}" rx="6" fill="#ffffff" stroke="#9ca3af"/>',
        _text(x + ROOM // 2 - 4, y + 19, name, size=14, weight="600", anchor="middle"),
        _text(x + ROOM // 2 - 4, y + 35, words, size=11, anchor="middle", fill="#4b5563"),
    ]


def _text(  # noqa: PLR0917  # a place, the words, and how they look
    x: int,
    y: int,
    words: str,
    size: int,
    weight: str = "normal",
    anchor: str = "start",
    fill: str = "#1f2937",
) -> str:
    look = f'font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}"'
    return f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>'


def _wrapped(question: str) -> list[str]:
    first, comma, second = question.partition(", ")
    return [first + comma.rstrip(), second] if comma else [first]


if __name__ == "__main__":
    PICTURE.write_text(drawing(), encoding="utf-8")
