"""Running one command: Ctrl-C ends it cleanly, and only its answer goes to stdout."""

import sys
from collections.abc import Callable
from typing import NoReturn, TypeVar

import click

from control import CTRL_C, is_interruption
from control.hearing.interruption import INTERRUPTED
from scenarios.cli.answers import nothing_but_the_answer
from scenarios.cli.screen import warn

T = TypeVar("T")


def invoked(run: Callable[[], T], *, is_json: bool) -> T:
    """Run a command; print one line if it is interrupted."""
    with CTRL_C.handled():
        try:
            with nothing_but_the_answer(is_json=is_json):
                return run()
        except click.Abort as error:
            _end_interrupted(str(error) or "interrupted")
        except BaseException as error:
            if not is_interruption(error):
                raise
            _end_interrupted("interrupted")


def _end_interrupted(line: str) -> NoReturn:
    if CTRL_C.may_tell():
        warn(line)
    sys.exit(INTERRUPTED)
