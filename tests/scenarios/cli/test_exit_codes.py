"""How every command ends when something is wrong: the table of docs/exit-codes.md."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path

import attrs
import pytest

from blackboard.trace import ENVELOPE as TRACE
from games import fresh_registries
from scenarios.cli.main import COMMANDS
from tests.scenarios.conftest import Answer, Hoyle
from tests.scenarios.experiment.test_runner import BAD_GAMES
from tests.scenarios.fake_results import plausible
from tests.scenarios.quick import ran
from tests.support import each_case

PAGE = Path(__file__).parents[3] / "docs/exit-codes.md"
HEADINGS = ("command", "exit code 2, for example", "exit code 1", "the document then")
FAILING = """
from agents import Advisor

class Failing(Advisor):
    async def advise(self, think):
        raise ValueError("never works")
"""
SPOILED = """
from control import Paradigm

spoiled = Paradigm("spoiled", "fails", lambda poll: 1 / 0)
"""
SCENARIO = """
name = "failing"
game = "tic-tac-toe"
load = ["failing.py"]
advisors = ["Failing", "Panic"]
[[phase]]
name = "test"
against = "random"
contests = 1
"""
DYING = "--agent 'name=Dying,command=sh HERE/dying.sh' --advisors Dying,Wild"
VOID = (
    "on the virtual clock, an Advisor was killed from outside, or needed more real time than `--brake` allows"
)


@attrs.frozen
class Failures:
    """How a command fails: on bad input, and, for some, although its input is good."""

    bad: str
    """Words after the command that are bad input."""
    fails: str = ""
    """Words with which it runs and something fails."""
    when: str = "never"
    document: str = ""
    """Where the document has what failed."""
    key: str = ""


FAILURES = {
    "games": Failures("--frob"),
    "advisors": Failures("--load nowhere.py"),
    "learners": Failures("--load nowhere.py"),
    "paradigms": Failures("--load nowhere.py"),
    "decide": Failures(
        "tic-tac-toe --agent name=N,command=nowhere",
        f"tic-tac-toe {DYING}",
        VOID,
        'is `{"error": ...}`, or has `was_killed` in `advisors`',
        "advisors",
    ),
    "play": Failures(
        "tic-tac-toe --me program:nowhere --against random",
        f"tic-tac-toe --me hoyle --against random {DYING}",
        VOID,
        'is `{"error": ...}`',
        "error",
    ),
    "solve": Failures("chess"),
    "view": Failures("nowhere.trace"),
    "run": Failures(
        "nowhere.toml",
        "failing.toml",
        "a run failed, or an Advisor failed in every decision of one",
        "lists Advisors in `failures` and runs in `failed_runs`; `complete` is false if a run failed",
        "failures",
    ),
    "report": Failures(
        "nowhere", "lacking", "a run failed", "lists the runs in `failed_runs`", "failed_runs"
    ),
    "tune": Failures(
        "chess --axes paradigm",
        "crash --load bad.py --axes silence --against random",
        "a block failed, and the race stopped; or `--out` was given, and the race is inconclusive",
        "lists the block in `failed_runs`, or has `verdict`",
        "failed_runs",
    ),
    "compare": Failures(
        "nowhere --by x",
        "lacking --by paradigm",
        "a run failed",
        "lists the runs in `failed_runs`",
        "failed_runs",
    ),
    "trace": Failures("nowhere.trace"),
    "redecide": Failures("nowhere.trace"),
    "knowledge": Failures("nowhere.hoyle"),
    "templates": Failures("chess"),
    "zones": Failures("chess"),
    "perft": Failures("chess 2"),
    "docs": Failures("nowhere"),
    "verify": Failures(
        "nowhere", "cut.trace", "a file has a problem", "lists them in `problems`", "problems"
    ),
    "check": Failures(
        "program:nowhere", "spoiled.py", "a check has a finding", "lists the findings in `failed`", "failed"
    ),
}


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "failing.py").write_text(FAILING)
    (tmp_path / "spoiled.py").write_text(SPOILED)
    (tmp_path / "failing.toml").write_text(SCENARIO)
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    (tmp_path / "dying.sh").write_text('read hello; echo \'{"type": "ready"}\'; read question; kill -9 $$')
    (tmp_path / "cut.trace").write_bytes(TRACE.beginning + b"cut")
    plausible(tmp_path / "lacking")


def as_markdown() -> str:
    """Return the table as the page has it."""
    rows = [HEADINGS, ["---"] * len(HEADINGS)]
    rows += [_row(command, FAILURES[command]) for command in COMMANDS]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(command: str, failures: Failures) -> Sequence[str]:
    return f"`{command}`", f"`hoyle {command} {failures.bad}`", failures.when, failures.document


def test_the_page_has_the_table() -> None:
    """With a row for every command; if this fails, replace the table by what as_markdown returns."""
    assert as_markdown() in PAGE.read_text()


@pytest.mark.usefixtures("_here")
@each_case(("command", "failures"), FAILURES.items())
def test_bad_input(hoyle: Hoyle, command: str, failures: Failures) -> None:
    """One line on stderr, with --json the same in one document, exit code 2, and nothing is left behind."""
    before = sorted(Path.cwd().iterdir())
    answer = hoyle(command, *failures.bad.split())
    assert (answer.code, answer.out) == (2, "")
    with_json = hoyle(command, *failures.bad.split(), "--json")
    for each in (answer, with_json):
        assert each.err.startswith("hoyle: ")
        assert each.err.count("\n") == 1
    assert with_json.code == 2
    assert json.loads(with_json.out) == {"error": with_json.err.removeprefix("hoyle: ").rstrip("\n")}
    assert sorted(Path.cwd().iterdir()) == before


@pytest.mark.usefixtures("_here")
@each_case(("command", "failures"), [each for each in FAILURES.items() if each[1].fails])
def test_something_failed(hoyle: Hoyle, command: str, failures: Failures) -> None:
    """The command did its work: it prints its one document, which has what failed, and exits with 1."""
    with fresh_registries():  # as in a process of its own
        answer: Answer = hoyle(
            command, *shlex.split(failures.fails.replace("HERE", str(Path.cwd()))), "--json"
        )
    assert answer.code == 1
    assert json.loads(answer.out)[failures.key]


@pytest.mark.usefixtures("_here")
def test_input_that_no_command_reads(hoyle: Hoyle) -> None:
    """The document does not depend on whether the command or its option exists."""
    for words in (["frob", "--json"], ["--frob", "--json"], ["decide", "--json"]):
        answer = hoyle(*words)
        assert answer.code == 2
        assert list(json.loads(answer.out)) == ["error"]


def test_a_full_disk_behind_stdout(tmp_path: Path) -> None:
    """It changes neither the line nor the exit code."""
    with Path("/dev/full").open("w") as full:
        code, _, err = ran("decide", "chess", "--json", stdout=full, cwd=tmp_path)
    assert (code, err) == (2, "hoyle: no game is named 'chess'; hoyle games lists them\n")


def test_an_error_after_the_document_adds_none(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stdout has exactly one document, even if a command fails after it has printed its own."""

    def flush() -> None:
        raise PermissionError(1, "no more room")

    monkeypatch.setattr("agents.session.prints.PRINTS.finish", flush)
    answer = hoyle("games", "--json")
    assert (answer.code, answer.err) == (2, "hoyle: system error: no more room\n")
    assert isinstance(json.loads(answer.out), list)
