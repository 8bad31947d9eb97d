"""The command line: `hoyle`. Whoever asks only for help waits for nothing but click."""

import importlib
import io
import os
import sys
from typing import Any, NoReturn

import click

BAD_INPUT, INTERRUPTED = 2, 130
_LONGEST_WORD = 300

COMMANDS = {
    "games": "List the games, each with its value if it has been solved.",
    "advisors": "List the Advisors, by tier and rank.",
    "learners": "List the learners: what each feeds, when, and within what limits.",
    "paradigms": "List the paradigms.",
    "decide": "Decide one move, and show the blackboard.",
    "play": "Play contests, in the terminal or among programs, and learn from them.",
    "solve": "Solve a game by full retrograde analysis.",
    "view": "Show decisions in a browser, on this machine only: live, replayed, asked what-if, and played.",
    "run": "Run a scenario: the path of a file, or the name of a bundled one.",
    "report": "Write the tables and charts of an experiment as one HTML page, and in Markdown.",
    "tune": "Race settings of Hoyle against each other, and tell which is best.",
    "compare": "Compare the settings of an experiment along one axis, paired by run.",
    "trace": "Read a trace back: each decision in words, or as it was shown, or event by event.",
    "redecide": "Decide logged decisions again under other settings, without playing.",
    "knowledge": "Show what was learned, all of it or one position; compare or merge knowledge files.",
    "templates": "Draw the templates of a board: its lines, squares, diagonals, Ls and triangles.",
    "zones": "Draw the zones of a position by role and type, and tell their features.",
    "perft": "Count the move sequences of a length.",
    "docs": "Show a page of the documentation, or list the pages.",
    "check": "Run the conformance checks on a Python file, or on a program.",
}
"""Every command and what its docstring begins with: `NAME` is `NAME_command` in a module of that name."""
_PACKAGES = {"knowledge": "scenarios.cli.knowledge", "view": "scenarios.view"}
"""Commands that have a package to themselves; nothing but this table knows of the viewer's."""


class Commands(click.Group):
    """The commands: each is imported when it is wanted."""

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
        """Run a command; Ctrl-C ends it in good order, and stdout is for its answer."""
        try:
            from scenarios.cli.invocation import invoked  # noqa: PLC0415  # not for those who ask for help

            return invoked(lambda: super(Commands, self).invoke(ctx), is_json="--json" in sys.argv)
        except KeyboardInterrupt:  # before anybody heeds it; click would begin a line of its own
            sys.stderr.write("hoyle: interrupted\n")
            sys.exit(INTERRUPTED)


def _shortened(text: str, room: int) -> str:
    """Cut a summary at a word, so that it fits on a line."""
    text = text.rstrip(".")
    if len(text) <= room:
        return text
    return text[: room - 2].rpartition(" ")[0] + "..."


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="hoyle")
def cli() -> None:
    """Advisors argue on a blackboard, each on its own time limit, and a move lands."""


def main() -> NoReturn:
    """Run a command; whatever is wrong with what the user gave is told in one line."""
    _write_anything()
    try:
        code = cli.main(prog_name="hoyle", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        sys.stdout.write(f"{error.format_message()}\n")
        sys.exit(0)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:  # whatever it is, nobody meets a traceback
        if (line := _line(error)) is None:
            raise
        _end(line)
    sys.exit(code if isinstance(code, int) else 0)


def _write_anything() -> None:
    """Let a terminal that lacks a letter show something else for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _line(error: Exception) -> str | None:
    """Say in one line what is wrong; None if a developer wants to see all of it."""
    from games import HoyleError, fault_place, in_words  # noqa: PLC0415  # as said at the top

    if isinstance(error, click.ClickException):
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "hoyle"
        return f"{error.format_message().rstrip('.')}; {path} --help tells what there is"
    if isinstance(error, HoyleError):
        return str(error)
    if isinstance(error, OSError):
        return f"the system refused: {error.strerror or error}"
    if os.environ.get("HOYLE_DEBUG"):
        return None
    whose = "mend that file" if fault_place(error) else "a fault in Hoyle"
    return f"{in_words(error)}; {whose}: HOYLE_DEBUG=1 shows how it came to that"


def _brief(word: str) -> str:
    """Leave out the middle of what is too long to be read, such as a number of thousands of digits."""
    return word if len(word) <= _LONGEST_WORD else f"{word[:60]}...{word[-20:]}"


def _end(line: str) -> NoReturn:
    from scenarios.cli.screen import warn  # noqa: PLC0415  # as said at the top

    warn(" ".join(map(_brief, line.split())))
    sys.exit(BAD_INPUT)
