"""Structure-aware fuzzing: content that is valid, changed inside in a few places."""

import contextlib
import copy
import io
import random
from collections.abc import Iterator
from typing import Any

import click
from hypothesis import strategies as st

from games import HoyleError
from scenarios.cli.answers import nothing_but_the_answer
from scenarios.cli.main import _line, cli


def nested(depth: int) -> Any:
    """Make lists in lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 4, 9, 10, 11, 63, 64, 65, 2**31, 2**53, 2**62, 2**63 - 1, 2**64 - 1),
    *(-(2**63), 0.0, 0.5, -1.5, 1e308, float("nan"), float("inf"), float("-inf")),
    *(
        "",
        " ",
        "x",
        "X",
        "O",
        "5",
        "0",
        "-1",
        "nowhere",
        "....X.... O",
        "\n\x1b[31m",
        "\u202e",
        "9" * 5000,
        "a" * 3000,
    ),
    *("player", "draw", "Player", "tiered", "1", "wall", "keep", "plans", "budget", "Victory", "=", "tier1"),
    *(
        b"",
        b"\x00\xff",
        [],
        [0],
        [[]],
        [1, 2, 3],
        {},
        {"": 0},
        {"a": {"b": []}},
        {1: 2},
        nested(30),
        nested(300),
    ),
    *([0] * 9, list(range(8, -1, -1)), [0, 0, 0], [2**60] * 3, {"ns": -1}, {"tier9": {}}, {"map": []}),
)
"""What has broken readers before, and what might."""


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything inside a value."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield (*path, key)
            yield from nodes(each, (*path, key))
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield (*path, place)
            yield from nodes(each, (*path, place))


def found(value: Any, path: tuple[Any, ...]) -> Any:
    """Return what is at a path."""
    for step in path:
        value = value[step]
    return value


def mutate(whole: Any, chance: random.Random) -> Any:
    """Return a copy of a value in which up to three things are other, missing, doubled or exchanged."""
    value = copy.deepcopy(whole)
    for _ in range(chance.randint(1, 3)):
        paths = list(nodes(value))
        if not paths:
            break
        *outer, last = chance.choice(paths)
        holder = found(value, tuple(outer))
        match chance.choice(["junk", "junk", "junk", "nudge", "exchange", "drop", "double", "rename"]):
            case "junk":
                holder[last] = copy.deepcopy(chance.choice(JUNK))
            case "nudge" if type(holder[last]) in (int, float):
                holder[last] += chance.choice([-1, 1, 0.5, 1000, -(2**62)])
            case "exchange":
                holder[last] = copy.deepcopy(found(value, chance.choice(paths)))
            case "drop":
                del holder[last]
            case "double" if isinstance(holder, list):
                holder.insert(last, copy.deepcopy(holder[last]))
            case "rename" if isinstance(holder, dict):
                holder[chance.choice([each for each in JUNK if isinstance(each, str | int)])] = holder.pop(
                    last
                )
    return value


def mutated(whole: Any) -> st.SearchStrategy[Any]:
    """Mutate a value by what Hypothesis draws."""
    return st.builds(mutate, st.just(whole), st.randoms(use_true_random=False))


def command(*words: object) -> str | None:
    """Run a command in this process; return its one line of complaint, or None if it had none.

    Whatever else it raises is raised: a fault.
    """
    given = [str(word) for word in words]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            with nothing_but_the_answer(is_json="--json" in given):
                cli.main(given, prog_name="hoyle", standalone_mode=False)
        except (HoyleError, click.ClickException) as error:
            return _line(error)
    return None
