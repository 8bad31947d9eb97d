"""The line of each key and each element of a TOML text, which the standard parser does not give.

The text has been parsed before, so this module assumes valid TOML and only follows its structure.
"""

import itertools
import re
import tomllib
from typing import TypeAlias

Path: TypeAlias = tuple[str | int, ...]
"""The keys, and the numbers of elements, that lead to a value."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")'  # up to two quotes may stand before the closing three
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]\}#\r\n]+")


def find_lines(text: str) -> dict[Path, int]:
    """Return the line, counted from 1, of every table, key and element."""
    return _Scanner(text).scan()


class _Scanner:
    """Reads a text once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lines: dict[Path, int] = {}
        self._counted = (0, 1)
        """A place in the text, and its line."""
        self._elements: dict[Path, int] = {}
        """The number of the last table of each array of tables."""

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self._next():
            table = self._header() if self._peek() == "[" else self._pair(table)
        return self._lines

    def _header(self) -> Path:
        """Read `[a.b]` or `[[a.b]]`, and return the table that it opens."""
        line = self._line()
        many = self._text.startswith("[[", self._at)
        self._at += 1 + many
        path: Path = ()
        *outer, last = self._keys()
        for key in outer:
            path = self._latest((*path, key))
            self._lines.setdefault(path, line)
        path = (*path, last)
        self._at += 1 + many
        if many:
            self._lines.setdefault(path, line)
            self._elements[path] = self._elements.get(path, -1) + 1
        path = self._latest(path)
        self._lines.setdefault(path, line)
        return path

    def _pair(self, table: Path) -> Path:
        """Read `key = value` in a table; return the table, which stays open."""
        line, path = self._line(), table
        for key in self._keys():
            path = (*path, key)
            self._lines.setdefault(path, line)
        self._at += 1
        self._value(path)
        return table

    def _value(self, path: Path) -> None:
        self._skip(_SPACE)
        start = self._peek()
        if start == "[":
            self._array(path)
        elif start == "{":
            self._inline_table(path)
        elif start in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_PLAIN)

    def _array(self, path: Path) -> None:
        self._at += 1
        for number in itertools.count():
            if not self._next() or self._peek() == "]":
                break
            self._lines[(*path, number)] = self._line()
            self._value((*path, number))
            self._comma()
        self._at += 1

    def _inline_table(self, path: Path) -> None:
        self._at += 1
        while self._next() and self._peek() != "}":
            self._pair(path)
            self._comma()
        self._at += 1

    def _comma(self) -> None:
        if self._next() and self._peek() == ",":
            self._at += 1

    def _keys(self) -> list[str]:
        """Read a key and those joined to it by dots."""
        keys = []
        while match := _KEY.match(self._text, self._skip(_SPACE)):
            self._at = match.end()
            keys.append(_unquoted(match[0]))
            if self._text[self._skip(_SPACE)] != ".":
                break
            self._at += 1
        return keys

    def _latest(self, path: Path) -> Path:
        """Return the table at a path; if that is an array of tables, the last of them."""
        return (*path, self._elements[path]) if path in self._elements else path

    def _next(self) -> bool:
        """Skip blanks and comments, and return whether any text is left."""
        return self._skip(_BLANK) < len(self._text)

    def _peek(self) -> str:
        return self._text[self._at]

    def _skip(self, pattern: re.Pattern[str]) -> int:
        match = pattern.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return self._at

    def _line(self) -> int:
        before, line = self._counted
        line += self._text.count("\n", before, self._at)
        self._counted = self._at, line
        return line


def _unquoted(key: str) -> str:
    (name,) = tomllib.loads(f"{key} = 0")
    return name
