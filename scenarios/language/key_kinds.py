"""The kinds of values in scenario files that control does not have."""

from pathlib import Path
from typing import Any

from agents import all_advisors, declared_items, get_advisors
from agents.contestants.program_contestant import without_folders
from control.settings.hoyle_options import HoyleOptions
from control.settings.kinds import (
    FLAG,
    LABEL,
    LARGEST,
    NUMBER,
    TEXT,
    TIME,
    Kind,
    Wrong,
    names_of,
    one_of,
    read_number,
    read_text,
    read_texts,
    whole,
)
from control.settings.toml_text import write_key
from games import BadOption, UnknownName, game_names, shown_line
from scenarios.language.choices import FIRST, LEARN, MARKS, ON_FAILURE
from scenarios.language.measures import get_measure, items_of, measure_names
from scenarios.play.named_contestants import HOYLE, read_contestant

__all__ = ["FLAG", "LABEL", "LARGEST", "NUMBER", "TEXT", "TIME", "Kind", "whole"]

BETTER = ("less", "more")
MOST_RUNS = 1_000_000
LONGEST_NAME = 100
"""Letters of a name that a folder can have."""


def _name(value: Any) -> str:
    """Read the name of one folder, which is visible and looks like what it is."""
    name = read_text(value)
    is_one = Path(name).name == name and not set(name) & set("/\\") and ".." not in name
    if not is_one or name.startswith(".") or name != shown_line(name) or not 0 < len(name) <= LONGEST_NAME:
        raise Wrong
    return name


def _fraction(value: Any) -> float:
    if not 0 < read_number(value) < 0.5:  # noqa: PLR2004  # where a test says less than a coin
        raise Wrong
    return float(value)


def _scalar_text(value: Any) -> str:
    """Read the value of an option of a game's rules as text: a word, a number or a flag."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        raise Wrong
    return str(value)


def _bare_name(value: Any) -> str:
    if write_key(read_text(value)) != value:
        raise Wrong
    return str(value)


def _some_texts(value: Any) -> tuple[str, ...]:
    texts = read_texts(value)
    if not texts or len(set(texts)) < len(texts):
        raise Wrong
    return texts


def _learn(value: Any) -> str:
    if isinstance(value, bool):
        return "play" if value else "no"
    return str(_LEARN_NAMES.reads(value))


def _contestant(value: Any) -> str:
    text = read_text(value)
    if read_contestant(text, HoyleOptions()).is_human:
        raise BadOption("a person cannot take part in an experiment; name a program")
    name, _, argument = text.partition(":")
    for part in argument.split(",") if name == HOYLE else ():
        if (key := part.partition("=")[0]) in _SHARED:
            raise BadOption(f"{key} cannot be set: another Hoyle has the knowledge of this one; leave it out")
    return text


_SHARED = ("knowledge", "learn", "learners", "symmetry", "zones", "learning-budget")
"""Options of another Hoyle that would change what it knows."""


def _pair(value: Any) -> tuple[str, ...]:
    names = read_texts(value)
    if len(names) != 2:  # noqa: PLR2004  # a contest has two sides
        raise Wrong
    return tuple(map(_contestant, names))


def _measure(value: Any) -> str:
    """Read the name of a measure; the items of knowledge that it names must exist."""
    name, known = get_measure(read_text(value)).name, tuple(declared_items())
    for item in items_of(name):
        if item not in known:
            raise UnknownName.of("item of knowledge", item, known, f"there are {', '.join(known)}")
    return name


_LEARN_NAMES = one_of("way to learn", lambda: LEARN)

NAME = Kind(
    f"the name of a folder: up to {LONGEST_NAME} letters, no / or \\ or .., and no dot in front", _name
)
BARE_NAME = Kind("a name of letters, digits and dashes", _bare_name)
FRACTION = Kind("a number between 0 and 0.5", _fraction)
RULE = Kind("a text, a number or a flag", _scalar_text)
FILES = Kind('a list of file names, such as ["my_advisors.py"]', read_texts, is_list=True)
GAME = one_of("game", game_names, "hoyle games lists them")
LEARNING = Kind("play, watch or no", _learn, choices=lambda: LEARN)
MOVES_FIRST = one_of("first mover", lambda: FIRST)
ON_FAILING = one_of("way to treat failures", lambda: ON_FAILURE)
CONTESTANT = Kind('a contestant, such as "expert" or "hoyle:paradigm=2"', _contestant, shown=without_folders)
WATCHED = Kind('two contestants, such as ["perfect", "random"]', _pair, is_list=True, shown=without_folders)
ALSO_REVIEWED = names_of("Advisors", '["Shortsight"]', get_advisors, all_advisors)
PHASES = Kind('a list of phases, such as ["perfect", "random"]', _some_texts, is_list=True)
MEASURE = Kind("the name of a measure", _measure, choices=measure_names)
MARK = one_of("mark", lambda: MARKS)
SIDE = one_of("side of the paper's figure", lambda: BETTER)
