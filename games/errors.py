"""What can go wrong, in one tree.

HoyleError
├── UnknownName       no game, Advisor, paradigm or option goes by that name
├── DuplicateName     a name is taken already
├── BadOption         a setting or a rule option has an impossible value
├── BadPosition       a text describes no position of the game
├── IllegalMove       a move that the rules do not allow here
├── TooLarge          a game with more positions than can be solved
├── BadFile           a file is missing, damaged, foreign or too new
└── BadPlugin         a file of somebody's Advisors and games cannot be used

Every message is one line that names the value and the remedy. The command line prints it and exits with 2.
"""

import difflib
from collections.abc import Iterable


class HoyleError(Exception):
    """The base of every error that is about what a user gave us."""


class UnknownName(HoyleError):
    """No game, Advisor, paradigm or option goes by that name."""

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str], remedy: str) -> "UnknownName":
        """Say that no such thing exists, and which existing one may have been meant."""
        near = difflib.get_close_matches(name, list(known), n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        return cls(f"no {kind} is named {name!r}{hint}; {remedy}")


class DuplicateName(HoyleError):
    """A name is taken already."""


class BadOption(HoyleError):
    """A setting or a rule option has an impossible value."""


class BadPosition(HoyleError):
    """A text describes no position of the game."""


class IllegalMove(HoyleError):
    """A move that the rules do not allow here."""


class TooLarge(HoyleError):
    """A game with more positions than can be solved."""


class BadFile(HoyleError):
    """A file is missing, damaged, foreign or too new."""


class BadPlugin(HoyleError):
    """A file of somebody's Advisors and games cannot be used."""


def in_words(error: BaseException) -> str:
    """Squeeze any error into one line, to be put into one of ours."""
    return " ".join(f"{type(error).__name__}: {error}".split())
