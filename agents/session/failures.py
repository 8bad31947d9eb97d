"""The failure of an Advisor, described in one short line."""

import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import trio

from blackboard import Testimony
from games.errors import fault_place
from games.letters import MARK, shown_line

LONGEST_REASON = 200


class Failure(Exception):
    """A failure whose text is the whole recorded reason."""


class Unstarted(Failure):
    """A command that cannot be started: the mistake is in the command."""


class Killed(Failure):
    """An end from outside: asked again, the Advisor might say something else."""


@contextmanager
def noting_kills(testimony: Testimony) -> Iterator[None]:
    """Record that an Advisor was killed if the block raises Killed."""
    try:
        yield
    except Killed:
        testimony.was_killed = True
        raise
    except BaseExceptionGroup as group:
        testimony.was_killed |= group.subgroup(Killed) is not None
        raise


def is_from_outside(error: BaseException) -> bool:
    """Return whether Ctrl-C or a cancellation caused an error, and not the code that raised it.

    Code may raise KeyboardInterrupt or trio's Cancelled itself; then that is its own failure. Call this in
    the task of that code.
    """
    if isinstance(error, trio.Cancelled):
        return trio.current_effective_deadline() == -math.inf
    return is_ctrl_c(error)


def is_ctrl_c(error: BaseException) -> bool:
    """Return whether the handler of SIGINT raised an error, or one in a group of errors."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(is_ctrl_c, error.exceptions))
    handler = getattr(signal.getsignal(signal.SIGINT), "__code__", None)
    step = error.__traceback__ if isinstance(error, KeyboardInterrupt) else None
    while step is not None:
        if step.tb_frame.f_code is handler:
            return True
        step = step.tb_next
    return False


def described(error: BaseException) -> str:
    """Describe in one short line what an Advisor raised."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    try:
        text = str(error)
    except BaseException as another:  # a user's __str__ may do anything
        if is_ctrl_c(another):
            raise
        text = "(an error that cannot be shown)"
    if isinstance(error, Failure):
        return one_line(text)
    return one_line(fault_place(error) + f"{type(error).__name__}: {text}".rstrip(": "))


def one_line(text: str) -> str:
    """Return a text on one line of limited length."""
    line = "".join(each if each.isprintable() else MARK for each in shown_line(text))
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."
