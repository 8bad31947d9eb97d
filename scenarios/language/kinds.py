"""What a value in a scenario file may be: each kind reads one value, or says what it must be."""

import functools
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import attrs

from agents import LEARNERS, all_advisors, get_advisors, get_learners
from agents.advisor import PLACEMENTS
from control import LAYOUTS, PARADIGMS, SCHEDULES, Allowance, get_paradigm, parse_duration
from control.settings import LATE, SILENCE
from games import BadOption, UnknownName, game_names, shown_line
from scenarios.language.choices import CLOCKS, FIRST, LEARN, ON_FAILURE
from scenarios.language.measures import MEASURES
from scenarios.language.toml_text import show_value
from scenarios.play.named_contestants import HOYLE, HoyleOptions, read_contestant

BETTER = ("less", "more")
ALL = "all"
"""Stands for no list of names at all."""
MOST = 1_000_000_000
"""More than anyone can run, play or wait for."""
MOST_RUNS = 1_000_000
LONGEST_NAME = 100
"""Letters of a name that is to be a folder's."""
LARGEST = (1 << 63) - 1
"""The largest whole number of a TOML file."""


class Wrong(Exception):
    """A value is of another kind."""


@attrs.frozen
class Kind:
    """One kind of value."""

    words: str
    """What the value must be, to follow `it must be`."""
    reads: Callable[[Any], Any]
    """Return the value as the program wants it; Wrong if it is of another kind."""
    is_list: bool = False
    """Is a list one value, so that only a list of lists is a sweep?"""
    choices: Callable[[], Iterable[str]] = tuple
    """What there is to choose from, if that can be listed."""
    nothing: str = "none"
    """The label of None."""

    def read(self, key: str, value: Any) -> Any:
        """Return the value as the program wants it, or refuse it in one line."""
        try:
            return self.reads(value)
        except Wrong:
            raise BadOption(f"{key} is {show_value(value)}; it must be {self.words}") from None

    def label(self, value: Any) -> str:
        """Write a value that was read on an axis of the sweep."""
        if value is None:
            return self.nothing
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, tuple):
            return " + ".join(map(str, value)) or "none"
        return str(value)

    def or_false(self, meaning: str) -> "Kind":
        """Let `false` stand for None, and say what that means."""
        return Kind(
            f"{self.words}, or false for {meaning}",
            lambda value: None if value is False else self.reads(value),
            nothing=meaning,
        )


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong
    return value


def _name(value: Any) -> str:
    """Read what a folder may be called: it is one, and the one that is seen."""
    name = _text(value)
    is_one = Path(name).name == name and not set(name) & set("/\\") and ".." not in name
    if not is_one or name.startswith(".") or name != shown_line(name) or not 0 < len(name) <= LONGEST_NAME:
        raise Wrong
    return name


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Wrong
    return value


def _fraction(value: Any) -> float:
    if not 0 < _number(value) < 0.5:  # noqa: PLR2004  # where a test says less than a coin
        raise Wrong
    return float(value)


def _time(value: Any) -> str:
    parse_duration(_text(value))
    return _text(value)


def _amount(value: Any) -> str:
    Allowance.parse(_text(value))
    return _text(value)


def _scalar_text(value: Any) -> str:
    """Read what a game's rules call an option: a word, a number or a flag, as text."""
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        raise Wrong
    return str(value)


def _command(value: Any) -> list[str]:
    words = list(_texts(value))
    if not words:
        raise Wrong
    return words


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Wrong
    return tuple(map(_text, value))


def whole(least: int, most: int = MOST) -> Kind:
    """A whole number from a least one to the most that there can be."""

    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Wrong
        return value

    return Kind(f"a whole number from {least} to {_short(most)}", read)


def _short(number: int) -> str:
    """Write large numbers as people do."""
    return "2^63 - 1" if number == LARGEST else f"{number:,}"


def one_of(what: str, choices: Callable[[], Iterable[str]], remedy: str = "") -> Kind:
    """One of some names; a number will do for a name that looks like one."""

    def read(value: Any) -> str:
        name = str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(value)
        known = tuple(choices())
        if name not in known:
            raise UnknownName.of(what, name, known, remedy or f"there are {', '.join(known)}")
        return name

    return Kind(f"the name of a {what}", read, choices=choices)


def _learn(value: Any) -> str:
    if isinstance(value, bool):
        return "play" if value else "no"
    return str(_LEARN_NAMES.reads(value))


def _silence(value: Any) -> int:
    if isinstance(value, bool) or value not in SILENCE:
        raise Wrong
    return int(value)


def _paradigm(value: Any) -> str:
    name = str(value) if isinstance(value, int) and not isinstance(value, bool) else _text(value)
    return get_paradigm(name).name


def _contestant(value: Any) -> str:
    text = _text(value)
    if read_contestant(text, HoyleOptions()).is_human:
        raise BadOption("a person cannot take part in an experiment; name a program")
    name, _, argument = text.partition(":")
    for part in argument.split(",") if name == HOYLE else ():
        if (key := part.partition("=")[0]) in _SHARED:
            raise BadOption(f"{key} cannot be set: another Hoyle knows what this one learns; leave it out")
    return text


_SHARED = ("knowledge", "learn", "learners", "symmetry", "learning-budget")
"""Options of another Hoyle that would say what it knows."""


def _pair(value: Any) -> tuple[str, ...]:
    names = _texts(value)
    if len(names) != 2:  # noqa: PLR2004  # a contest has two sides
        raise Wrong
    return tuple(map(_contestant, names))


def _names(find: Callable[[Iterable[str]], object], value: Any) -> tuple[str, ...]:
    names = _texts(value)
    find(names)
    return names


def _names_or_all(find: Callable[[Iterable[str]], object], value: Any) -> tuple[str, ...] | None:
    return None if value == ALL else _names(find, value)


_LEARN_NAMES = one_of("way to learn", lambda: LEARN)

TEXT = Kind("a text", _text)
NAME = Kind(
    f"the name of a folder: up to {LONGEST_NAME} letters, no / or \\ or .., and no dot in front", _name
)
FLAG = Kind("true or false", _flag)
NUMBER = Kind("a number", _number)
FRACTION = Kind("a number between 0 and 0.5", _fraction)
TIME = Kind('a time, such as "5ms"', _time)
AMOUNT = Kind('a time or work or both, such as "5ms", "200calls" or "5ms+200calls"', _amount)
RULE = Kind("a text, a number or a flag", _scalar_text)
FILES = Kind('a list of file names, such as ["my_advisors.py"]', _texts, is_list=True)
COMMAND = Kind('a list of words, such as ["python3", "counter.py"]', _command, is_list=True)
GAME = one_of("game", game_names, "hoyle games lists them")
PARADIGM = Kind("the name of a paradigm", _paradigm, choices=lambda: PARADIGMS)
LAYOUT = one_of("layout", lambda: LAYOUTS)
SCHEDULE = one_of("schedule", lambda: SCHEDULES)
LATE_POSTS = one_of("way to treat late posts", lambda: LATE)
QUIET = Kind("5, or 0 for the literal formula of 1990", _silence)
PLACE = one_of("placement", lambda: PLACEMENTS)
CLOCK = one_of("clock", lambda: CLOCKS)
LEARNING = Kind("play, watch or no", _learn, choices=lambda: LEARN)
MOVES_FIRST = one_of("first mover", lambda: FIRST)
ON_FAILING = one_of("way to treat failures", lambda: ON_FAILURE)
CONTESTANT = Kind('a contestant, such as "expert" or "hoyle:paradigm=2"', _contestant)
WATCHED = Kind('two contestants, such as ["perfect", "random"]', _pair, is_list=True)
MEASURE = one_of("measure", lambda: MEASURES)
SIDE = one_of("side of the paper's figure", lambda: BETTER)
ADVISORS = Kind(
    'a list of Advisors, such as ["Victory", "Panic"], or "all"',
    functools.partial(_names_or_all, get_advisors),
    is_list=True,
    choices=all_advisors,
    nothing=ALL,
)
LEFT_OUT = Kind(
    'a list of Advisors, such as ["Panic"]',
    functools.partial(_names, get_advisors),
    is_list=True,
    choices=all_advisors,
)
LEARNERS_NAMED = Kind(
    'a list of learners, such as ["openings"], or "all"',
    functools.partial(_names_or_all, get_learners),
    is_list=True,
    choices=lambda: LEARNERS,
    nothing=ALL,
)
