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


LOADED, BESIDE = "hoyle_load_", "hoyle_beside_"
"""How the modules of loaded files are named, and the packages of what lies beside them."""


def in_words(error: BaseException) -> str:
    """Squeeze any error into one line, to be put into one of ours; of a loaded file, with its line."""
    return " ".join(f"{fault_place(error)}{type(error).__name__}: {error}".split())


def fault_place(error: BaseException) -> str:
    """Return `FILE, line N: ` of the innermost call of a loaded file that an error came through, if any did.

    The file goes by its name without folders, for what is told of it may be kept with results.
    """
    found = fault_line(error)
    return "" if found is None else f"{found[0].replace(chr(92), '/').rpartition('/')[2]}, line {found[1]}: "


def fault_line(error: BaseException) -> tuple[str, int] | None:
    """Return the file and the line of the innermost call of a loaded file that an error came through."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    step, found = error.__traceback__, None
    while step is not None:
        if str(step.tb_frame.f_globals.get("__name__", "")).startswith((LOADED, BESIDE)):
            found = (step.tb_frame.f_code.co_filename, step.tb_lineno)
        step = step.tb_next
    return found
