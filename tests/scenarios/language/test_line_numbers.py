"""On which line a key stands."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.language.line_numbers import Path, find_lines
from tests.support import each_case

TEXT = '''
# what is [not] = a key
title = "a # no comment"
about = """
game = "not a key"
\\""" still no end
"""
'single quoted' = 'C:\\'   # a comment
budget.default = "5ms"
budget."Don't-Lose" = "1ms"
game = [
    "achi",  # ] = [
    "tic-tac-toe",
]
until = { expert_like = 10, sprt = { elo0 = 0 } }

[[phase]]
name = "learn"
[phase.until]
stable = 3

[[phase]]
name = "test"
watch = ["perfect", "random"]

[table.paper."1"]
achi = [[1, 2], [3]]
'''


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of everything in a document."""
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, each in items:
        yield (*path, key)
        yield from paths(each, (*path, key))


@each_case(
    ("path", "line"),
    [
        (("title",), 3),
        (("about",), 4),
        (("single quoted",), 8),
        (("budget",), 9),
        (("budget", "default"), 9),
        (("budget", "Don't-Lose"), 10),
        (("game",), 11),
        (("game", 0), 12),
        (("game", 1), 13),
        (("until", "sprt", "elo0"), 15),
        (("phase",), 17),
        (("phase", 0), 17),
        (("phase", 0, "name"), 18),
        (("phase", 0, "until"), 19),
        (("phase", 0, "until", "stable"), 20),
        (("phase", 1), 22),
        (("phase", 1, "name"), 23),
        (("phase", 1, "watch", 1), 24),
        (("table", "paper", "1", "achi", 0, 1), 27),
    ],
)
def test_every_way_to_write_a_key_is_found(path: Path, line: int) -> None:
    """Dotted and quoted keys, inline tables, arrays over many lines, tables and arrays of tables."""
    assert find_lines(TEXT)[path] == line


def test_nothing_else_is_found() -> None:
    """What stands in strings and comments is no key, and nothing is missing."""
    assert set(find_lines(TEXT)) == set(paths(tomllib.loads(TEXT)))


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "a = 1", "a = 1\r\nb = 2\r\n", "a = ''''''"])
def test_small_texts_are_read_to_their_end(text: str) -> None:
    """Empty texts, texts without a last newline, and both kinds of newline."""
    assert set(find_lines(text)) == set(paths(tomllib.loads(text)))


names = st.sampled_from(["game", "paradigm", "Don't-Lose", "runs", "1v2", "a.b", 'say "so"', "über", "until"])
leaves = st.one_of(
    st.integers(-9, 9999),
    st.booleans(),
    st.sampled_from(["achi", "a = b", "# no", "[x]", 'quo"te', "back\\slash", "5ms", "two\nlines", ""]),
)


def written(key: str) -> str:
    """Write a key, quoted where it must be."""
    return key if key.isascii() and key.replace("-", "").replace("_", "").isalnum() else quoted(key)


def quoted(text: str) -> str:
    """Write a text, at times over several lines."""
    if "\n" in text:
        return '"""' + text.replace("\\", "\\\\").replace('"', '\\"') + '"""'
    return json.dumps(text, ensure_ascii=False)


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> str:
    """Write a value."""
    kind = draw(st.sampled_from(["leaf", "array", "table"] if depth else ["leaf"]))
    if kind == "leaf":
        leaf = draw(leaves)
        return quoted(leaf) if isinstance(leaf, str) else str(leaf).lower()
    if kind == "array":
        gap = draw(st.sampled_from(["", " ", "\n", " # [\n  "]))
        parts = [gap + draw(values(depth - 1)) + gap + "," for _ in range(draw(st.integers(0, 3)))]
        return "[" + "".join(parts) + gap + "]"
    keys = draw(st.lists(names, unique=True, max_size=3))
    return "{ " + ", ".join(f"{written(key)} = {draw(values(depth - 1))}" for key in keys) + " }"


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Write a document: keys, then tables and arrays of tables with keys."""
    lines = []
    headers = draw(
        st.lists(st.sampled_from(["[budget]", "[cost]", "[[phase]]", "[[ variant ]]"]), max_size=5)
    )
    for header in [
        "",
        *dict.fromkeys(h for h in headers if h[1] != "["),
        *(h for h in headers if h[1] == "["),
    ]:
        lines += [header, draw(st.sampled_from(["", "# game = 1", "  "]))]
        for key in draw(st.lists(names, unique=True, max_size=3)):
            dotted = draw(st.sampled_from(["", " . inner"]))
            lines.append(f"{written(key)}{dotted} = {draw(values())}  # why")
    return "\n".join(lines)


@given(documents())
def test_the_line_that_is_found_holds_the_key(text: str) -> None:
    """Whatever is written, each key is found, and on a line where it stands."""
    rows = text.split("\n")
    found = find_lines(text)
    assert set(found) == set(paths(tomllib.loads(text)))
    for path, line in found.items():
        if isinstance(path[-1], str):
            assert path[-1] in rows[line - 1].replace('\\"', '"')
