"""All errors, in one tree.

HoyleError
├── UnknownName       no game, Advisor, paradigm or option has this name
├── DuplicateName     the name is already in use
├── BadOption         a setting or a rule option has an impossible value
├── BadPosition       the text does not describe a position of the game
├── IllegalMove       the rules do not allow this move here
├── TooLarge          the game has too many positions to solve
├── BadFile           a file is missing, damaged, of another kind or too new
├── BadPlugin         a file with user-defined Advisors or games cannot be used
└── VoidDecision      a decision on the virtual clock depended on real time or on an event from outside

Every message is one line that names the value and the remedy. The command line prints it and exits with the
error's exit code: 2 for bad input, 1 for a void decision.
"""

import difflib
from collections.abc import Iterable
from typing import ClassVar


class HoyleError(Exception):
    """The base of every error that users can remedy."""

    exit_code: ClassVar[int] = 2
    """The exit code of a command that ends with it."""


class UnknownName(HoyleError):
    """No game, Advisor, paradigm or option has this name."""

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str], remedy: str) -> "UnknownName":
        """Return the error for a name that does not exist, with the closest existing name as a hint."""
        near = difflib.get_close_matches(name, list(known), n=1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        return cls(f"no {kind} is named {name!r}{hint}; {remedy}")


class DuplicateName(HoyleError):
    """The name is already in use."""


class BadOption(HoyleError):
    """A setting or a rule option has an impossible value."""


class BadPosition(HoyleError):
    """The text does not describe a position of the game."""


class IllegalMove(HoyleError):
    """The rules do not allow this move here."""


class TooLarge(HoyleError):
    """The game has too many positions to solve."""


class BadFile(HoyleError):
    """A file is missing, damaged, of another kind or too new."""


class BadPlugin(HoyleError):
    """A file with user-defined Advisors or games cannot be used."""


class VoidDecision(HoyleError):
    """A decision on the virtual clock depended on real time or on an event from outside; it has no result."""

    exit_code = 1

    def __init__(self, line: str, advisor: str = "") -> None:
        super().__init__(line)
        self.advisor = advisor
        """The Advisor because of which it is void; empty for a contestant."""


LOADED, BESIDE = "hoyle_load_", "hoyle_beside_"
"""Prefixes of the module names of loaded files, and of the packages for modules in their folders."""


def in_words(error: BaseException) -> str:
    """Describe any error in one line, as part of one of our messages; name the line of a loaded file."""
    return " ".join(f"{fault_place(error)}{type(error).__name__}: {error}".split()).removesuffix(":")


def fault_place(error: BaseException) -> str:
    """Return `FILE, line N: ` of the innermost call in a loaded file that an error passed through, or "".

    The file is named without folders, because the text may be stored with results.
    """
    found = fault_line(error)
    return "" if found is None else f"{found[0].replace(chr(92), '/').rpartition('/')[2]}, line {found[1]}: "


def fault_line(error: BaseException) -> tuple[str, int] | None:
    """Return the file and line of the innermost call in a loaded file that an error passed through."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    step, found = error.__traceback__, None
    while step is not None:
        if str(step.tb_frame.f_globals.get("__name__", "")).startswith((LOADED, BESIDE)):
            found = (step.tb_frame.f_code.co_filename, step.tb_lineno)
        step = step.tb_next
    return found
