"""The command that checks files."""

from pathlib import Path

import click
from rich.text import Text

from games import shown_line
from games.counting import how_many
from scenarios.analysis.verification import Verification, recognised, verify
from scenarios.cli.answers import answer
from scenarios.cli.command_options import PATH, json_option, load_option
from scenarios.cli.progress import shown_work

HAS_PROBLEMS = 1
_COUNTED = {
    "runs": "complete run",
    "contests": "contest",
    "traces": "trace",
    "knowledge": "knowledge file",
    "decisions": "decision",
    "entries": "entry",
    "positions": "position",
}


@click.command("verify")
@click.argument("path", type=PATH)
@load_option
@json_option
def verify_command(*, path: Path, as_json: bool, **_: object) -> None:
    """Check a results folder, a trace, a knowledge file or a solution completely.

    Print one line per problem. The exit code is 1 if there is one.
    """
    place, kind = recognised(path)  # bad input is refused before anything is shown
    with shown_work() as tell:
        found = verify(place, kind, tell)
    problems = [{"path": str(each.path), "problem": shown_line(each.words)} for each in found.problems]
    answer({"checked": [found.checked], "problems": problems}, _lines(found), as_json=as_json)
    if problems:
        raise click.exceptions.Exit(HAS_PROBLEMS)


def _lines(found: Verification) -> list[Text]:
    """Return a line for each problem, and one about what was checked."""
    checked = found.checked
    counts = [how_many(checked[key], word) for key, word in _COUNTED.items() if key in checked]
    about = ", ".join([str(checked["kind"]), *counts])
    version = f" (version {checked['version']})" if "version" in checked else ""
    count = how_many(len(found.problems), "problem") if found.problems else "no problems"
    lines = [Text(str(each), style="red") for each in found.problems]
    return [*lines, Text(f"Checked {checked['path']}{version}: {about}; {count}")]
