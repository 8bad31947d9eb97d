"""The command line: `hoyle`."""

import io
import os
import sys
from typing import Any, NoReturn

import click

from control import CTRL_C, is_interruption
from control.interruption import INTERRUPTED
from games import HoyleError, in_words
from scenarios.answers import nothing_but_the_answer
from scenarios.experimenting import run_command
from scenarios.inspecting import check_command, trace_command
from scenarios.knowing import knowledge_command
from scenarios.listing import (
    advisors_command,
    games_command,
    learners_command,
    paradigms_command,
    perft_command,
)
from scenarios.playing import decide_command, play_command
from scenarios.redeciding import redecide_command
from scenarios.reporting import report_command
from scenarios.screen import warn
from scenarios.solving import solve_command

BAD_INPUT = 2
_LONGEST_WORD = 300


class _Commands(click.Group):
    """The commands; an interruption is told by us, in our words."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BaseException as error:
            if not is_interruption(error):
                raise
            raise click.Abort("interrupted") from error


@click.group(
    cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110}
)
@click.version_option(package_name="hoyle")
def cli() -> None:
    """Advisors argue on a blackboard, each on its own time limit, and a move lands."""


for command in (
    games_command,
    advisors_command,
    learners_command,
    paradigms_command,
    decide_command,
    play_command,
    solve_command,
    run_command,
    report_command,
    trace_command,
    redecide_command,
    knowledge_command,
    perft_command,
    check_command,
):
    cli.add_command(command)


def main() -> None:
    """Run a command; whatever is wrong with what the user gave is told in one line."""
    _write_anything()
    with CTRL_C.heeded():
        try:
            _run()
        except KeyboardInterrupt:
            _end_interrupted("interrupted")


def _run() -> NoReturn:
    try:
        with nothing_but_the_answer(is_json="--json" in sys.argv):
            code = cli.main(prog_name="hoyle", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stdout.write(f"{error.format_message()}\n")
        sys.exit(0)
    except (HoyleError, click.ClickException) as error:
        _end(_line(error), BAD_INPUT)
    except click.Abort as error:
        _end_interrupted(str(error) or "interrupted")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _end(f"the system refused: {error.strerror or error}", BAD_INPUT)
    except Exception as error:  # the last resort, so that nobody meets a traceback
        if os.environ.get("HOYLE_DEBUG"):
            raise
        _end(f"{in_words(error)}; a fault in Hoyle or in a loaded file: HOYLE_DEBUG=1 shows where", BAD_INPUT)
    sys.exit(code if isinstance(code, int) else 0)


def _write_anything() -> None:
    """Let a terminal that lacks a letter show something else for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _line(error: HoyleError | click.ClickException) -> str:
    text = str(error)
    if isinstance(error, click.ClickException):
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "hoyle"
        text = f"{error.format_message().rstrip('.')}; {path} --help tells what there is"
    return " ".join(map(_brief, text.split()))


def _brief(word: str) -> str:
    """Leave out the middle of what is too long to be read, such as a number of thousands of digits."""
    return word if len(word) <= _LONGEST_WORD else f"{word[:60]}...{word[-20:]}"


def _end(line: str, code: int) -> NoReturn:
    warn(line)
    sys.exit(code)


def _end_interrupted(line: str) -> NoReturn:
    if CTRL_C.may_tell():
        warn(line)
    sys.exit(INTERRUPTED)
