"""The command line: `hoyle`. `--help` imports only click."""

import importlib
import io
import os
import sys
from typing import Any, NoReturn

import click

UNREAD, BAD_INPUT, INTERRUPTED = 1, 2, 130
"""Exit codes: the reader of stdout has gone, something is wrong with the input, and Ctrl-C."""
_LONGEST_WORD = 300

COMMANDS = {
    "games": "List the games, with the values of those that are solved.",
    "advisors": "List the Advisors, by tier and rank.",
    "learners": "List the learners, what they write, and their limits.",
    "paradigms": "List the paradigms.",
    "decide": "Decide one move and show the blackboard.",
    "play": "Play contests in the terminal or between programs.",
    "solve": "Solve a game by full retrograde analysis.",
    "view": "Show decisions and play contests in a browser on this machine.",
    "run": "Run a scenario, given by its file or its bundled name.",
    "report": "Write the report of an experiment as HTML and Markdown.",
    "tune": "Race settings of Hoyle against each other; certify the best, or say what is still open.",
    "compare": "Compare settings of an experiment along one axis, paired by run.",
    "trace": "Show the decisions in a trace.",
    "redecide": "Repeat recorded decisions with other settings, without playing.",
    "knowledge": "Show what was learned, compare knowledge files, or merge them.",
    "templates": "Draw the templates of a board.",
    "zones": "Draw the zones of a position, and list their features.",
    "perft": "Count the move sequences of a given length.",
    "docs": "Show a page of the documentation, or list the pages.",
    "verify": "Check a results folder, a trace, a knowledge file or a solution completely.",
    "check": "Run the conformance checks on a Python file or a program.",
}
"""Every command with the first sentence of its docstring; `NAME_command` is in the module of that name."""
_PACKAGES = {"knowledge": "scenarios.cli.knowledge"}
"""Commands that have a package of their own."""


class Commands(click.Group):
    """The commands; each is imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # as click calls it
        """Return the names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # as above
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        name = f"{cmd_name}_command"
        package = _PACKAGES.get(cmd_name, "scenarios.cli")
        command: click.Command = getattr(importlib.import_module(f"{package}.{name}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # as above
        """List the commands without importing them."""
        room = formatter.width - 6 - max(map(len, COMMANDS))
        with formatter.section("Commands"):
            formatter.write_dl([(name, _shortened(text, room)) for name, text in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; Ctrl-C ends it cleanly, and only its answer goes to stdout."""
        try:
            from scenarios.cli.invocation import invoked  # noqa: PLC0415  # --help needs none of it

            return invoked(lambda: super(Commands, self).invoke(ctx), is_json=_is_json())
        except KeyboardInterrupt:  # before we handle it; click would print a line of its own
            sys.stderr.write("hoyle: interrupted\n")
            sys.exit(INTERRUPTED)


def _is_json() -> bool:
    """Return whether stdout is for one document, even if the other arguments are wrong."""
    return "--json" in sys.argv


def _shortened(text: str, room: int) -> str:
    """Shorten a summary at a word, so that it fits on a line."""
    text = text.rstrip(".")
    if len(text) <= room:
        return text
    return text[: room - 2].rpartition(" ")[0] + "..."


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="hoyle")
def cli() -> None:
    """Advisors argue on a blackboard, each within a time limit, until a move is chosen."""


def main() -> NoReturn:
    """Run a command; print an error in the input as one line."""
    _write_anything()
    try:
        code = cli.main(prog_name="hoyle", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stdout.write(f"{error.format_message()}\n")
        sys.exit(0)
    except BrokenPipeError:
        _abandon_stdout()
        sys.exit(UNREAD)
    except Exception as error:  # users see no traceback
        if (line := _line(error)) is None:
            raise
        _end(line, error)
    sys.exit(code if isinstance(code, int) else 0)


def _write_anything() -> None:
    """Replace letters that a terminal lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _line(error: Exception) -> str | None:
    """Return an error as one line; None if a developer wants the traceback."""
    from games import HoyleError, fault_place, in_words  # noqa: PLC0415  # not for --help

    if isinstance(error, click.ClickException):
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "hoyle"
        message = error.format_message().rstrip(".")
        return f"{message} See {path} --help" if message.endswith("?") else f"{message}; see {path} --help"
    if isinstance(error, HoyleError):
        return str(error)
    if isinstance(error, OSError):
        return f"system error: {error.strerror or error}"
    if os.environ.get("HOYLE_DEBUG"):
        return None
    remedy = "fix that file" if fault_place(error) else "this is a bug in Hoyle"
    return f"{in_words(error)}; {remedy}; HOYLE_DEBUG=1 shows the traceback"


def _brief(word: str) -> str:
    """Shorten a long word in the middle, such as a number of thousands of digits."""
    return word if len(word) <= _LONGEST_WORD else f"{word[:60]}...{word[-20:]}"


def _end(line: str, error: Exception) -> NoReturn:
    """Print an error on stderr, and with --json also as the document, unless one was printed."""
    from scenarios.cli.answers import has_document, print_document  # noqa: PLC0415  # not for --help
    from scenarios.cli.screen import warn  # noqa: PLC0415  # as above

    line = " ".join(map(_brief, line.split()))
    warn(line)
    try:
        if _is_json() and not has_document(error):
            print_document({"error": line}, sys.stdout)
        sys.stdout.flush()
    except OSError:  # the reader of stdout has gone, or its disk is full
        _abandon_stdout()
    sys.exit(getattr(error, "exit_code", BAD_INPUT))


def _abandon_stdout() -> None:
    """Discard what is left for stdout, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
