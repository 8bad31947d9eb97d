"""The examples of the guide: each is run, does what it says, and stands on the page as it is."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agents.contract_table import as_markdown
from games import fresh_registries
from tests.scenarios.conftest import Answer, Hoyle
from tests.support import each_case

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
FILES = sorted(EXAMPLES.glob("*.py"))
LOADED = [file for file in FILES if file.name != "bot.py"]
SCENARIOS = sorted(EXAMPLES.glob("*.toml"))
MOST_LINES = 40
BOT = f"program:{sys.executable} {EXAMPLES / 'bot.py'}"


@pytest.fixture(name="hoyle")
def fixture_hoyle(hoyle: Hoyle) -> Hoyle:
    """Run each command by itself, as a shell would: nothing that one loads is there for the next."""

    def run(*words: object) -> Answer:
        with fresh_registries():
            return hoyle(*words)

    return run


def loads(*names: str) -> list[str]:
    """Return the options that load examples."""
    return [word for name in names for word in ("--load", str(EXAMPLES / name))]


def decided(hoyle: Hoyle, *words: object) -> dict[str, Any]:
    """Return a decision as JSON."""
    answer = hoyle("decide", *words, "--clock", "virtual", "--json")
    assert answer.code == 0, answer.err
    told: dict[str, Any] = json.loads(answer.out)
    return told


@each_case("file", FILES, ids=lambda file: file.name)
def test_the_page_shows_the_file_as_it_is(file: Path) -> None:
    """Whoever copies it has what the tests run, and it is short."""
    text = file.read_text(encoding="utf-8")
    assert f"```python\n{text}```\n" in PAGE
    assert f"(../examples/{file.name})" in PAGE
    assert len(text.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("file", [*SCENARIOS, EXAMPLES / "study.ipynb"], ids=lambda file: file.name)
def test_the_page_names_scenarios_and_the_notebook(file: Path) -> None:
    """Nothing lies there that nobody finds."""
    assert f"(../examples/{file.name})" in PAGE


def test_the_table_of_what_is_offered_is_up_to_date() -> None:
    """Write it again with `agents.contract_table.as_markdown` whenever a docstring changes."""
    assert as_markdown() in PAGE
    assert all(re.fullmatch(r"\| `[^`]+` \| \S.* \|", row) for row in as_markdown().splitlines()[2:])


@pytest.mark.parametrize("file", LOADED, ids=lambda file: file.name)
def test_each_file_conforms(file: Path, hoyle: Hoyle) -> None:
    """`hoyle check` passes what the guide shows, and says so as the page does."""
    answer = hoyle("check", file)
    assert answer.code == 0, answer.out
    first = answer.out.splitlines()[0]
    assert first.endswith(": conforms")
    assert f"$ hoyle check examples/{file.name}\n{first}\n" in PAGE


BLOCKS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SHOWN = [
    (command, lines.splitlines())
    for block in BLOCKS
    for command, lines in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "lines"), SHOWN, ids=[command for command, _ in SHOWN])
def test_commands_on_the_page_print_what_it_shows(
    command: str, lines: list[str], hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each of the lines, in this order; `...` stands for others."""
    (tmp_path / "examples").symlink_to(EXAMPLES)
    (tmp_path / "python3").symlink_to(sys.executable)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    answer = hoyle(*shlex.split(command)[1:])
    printed = iter([line.rstrip() for line in (answer.out + answer.err).splitlines()])
    missing = [line for line in lines if line != "..." and line not in printed]
    assert missing == [], answer.out + answer.err


def test_a_file_that_brings_nothing_says_what_the_page_says(hoyle: Hoyle, tmp_path: Path) -> None:
    """What is near to something is named first."""
    (tmp_path / "row.py").write_text("class Row:\n    def legal_moves(self, position): ...\n")
    (shown,) = re.findall(r"^    hoyle: row\.py (.*) \.\.\.$", PAGE, re.MULTILINE)
    assert f"row.py {shown}" in hoyle("check", tmp_path / "row.py").err


def test_the_program_conforms(hoyle: Hoyle) -> None:
    """As a contestant."""
    answer = hoyle("check", BOT)
    assert (answer.code, answer.out.split(": ")[-1].strip()) == (0, "conforms")


@pytest.mark.parametrize(
    ("game", "file", "options"),
    [("apart", "apart.py", ()), ("in-line", "in_line.py", ("side=3", "line=loses"))],
)
def test_games_are_played(game: str, file: str, options: tuple[str, ...], hoyle: Hoyle) -> None:
    """By Hoyle, to an end that the rules make, also in a variant."""
    rules = [word for option in options for word in ("--option", option)]
    words = ("play", game, *rules, "--me", "hoyle", "--against", "random", "--clock", "virtual", "--json")
    told = json.loads(hoyle(*words, "--contests", 2, *loads(file)).out)
    assert [each["ended_by"] for each in told["contests"]] == ["rules", "rules"]


def test_a_variant_that_is_none_is_refused(hoyle: Hoyle) -> None:
    """In a line, by the family itself."""
    answer = hoyle("play", "in-line", "--option", "side=9", *loads("in_line.py"))
    assert answer.code == 2
    assert "they are 3 to 5" in answer.err


def test_the_advisor_is_heard(hoyle: Hoyle) -> None:
    """Its comments are in the decision."""
    told = decided(hoyle, "apart", "--moves", "1 4", "--advisors", "Hemmer", *loads("apart.py", "hemmer.py"))
    comments = told["advisors"]["Hemmer"]["comments"]
    assert comments
    assert all(re.fullmatch(r"leaves \d replies of up to \d", each["reason"]) for each in comments)
    assert told["move"] in {each["move"] for each in comments}


def test_the_plan_is_posted_and_followed(hoyle: Hoyle) -> None:
    """One posts it, another begins it."""
    words = ("tic-tac-toe", "--moves", "1 5", "--advisors", "Liner,Follower", *loads("liner.py"))
    told = decided(hoyle, *words)
    (plan,) = told["advisors"]["Liner"]["plans"]
    (comment,) = told["advisors"]["Follower"]["comments"]
    assert plan["purpose"] == "fill a line"
    assert comment["move"] == plan["moves"][0] == told["move"]


def test_the_item_is_learned_told_and_read(hoyle: Hoyle, tmp_path: Path) -> None:
    """Contests feed it, `hoyle knowledge` tells it, and the Advisor speaks of it."""
    file, mine = tmp_path / "mine.hoyle", loads("stamina.py")
    words = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--contests", 3, "--learn")
    assert hoyle(*words, "--clock", "virtual", "--knowledge", file, *mine).code == 0
    assert re.search(r"(?i)lasted \d plies", hoyle("knowledge", file, *mine).out)
    told = decided(hoyle, "tic-tac-toe", "--advisors", "Patience", "--knowledge", file, *mine)
    assert "plies" in told["advisors"]["Patience"]["comments"][0]["reason"]


def test_the_paradigm_decides(hoyle: Hoyle) -> None:
    """Its tally is the decision's, and is another than that of paradigm 1."""
    words = (
        "tic-tac-toe",
        "--moves",
        "1 5 9",
        "--advisors",
        "Candide,Challenge,Worried,Open",
        *loads("standing.py"),
    )
    standing, first = decided(hoyle, *words, "--paradigm", "standing"), decided(hoyle, *words)
    assert sum(standing["tally"].values()) == 0
    assert standing["by"] == "paradigm standing"
    assert standing["tally"] != first["tally"]
    best = max(standing["tally"].values())
    assert standing["tally"][standing["move"]] == best


@pytest.mark.parametrize("against", ["greedy", BOT])
def test_the_contestants_play(against: str, hoyle: Hoyle) -> None:
    """Both take what wins, and so win more than they lose."""
    words = ("play", "tic-tac-toe", "--me", against, "--against", "random", "--contests", 6, "--json")
    told = json.loads(hoyle(*words, *loads("greedy.py")).out)
    assert told["won"] >= told["lost"]
    assert {each["ended_by"] for each in told["contests"]} == {"rules"}


def test_the_section_is_in_the_report(hoyle: Hoyle, tmp_path: Path) -> None:
    """Of a scenario that loads it, and of any results with --load."""
    scenario = tmp_path / "plain.toml"
    scenario.write_text('game = "nim"\n[[phase]]\nagainst = "random"\ncontests = 2\n')
    out = tmp_path / "out"
    hoyle("run", scenario, "--out", out)
    assert "Lengths of contests" not in (out / "report.html").read_text()
    assert hoyle("report", out, *loads("lengths.py")).code == 0
    page = (out / "report.html").read_text()
    assert "Lengths of contests" in page
    assert "shortest" in page


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the examples, beside which results may be written."""
    folder = tmp_path_factory.mktemp("guide") / "examples"
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "python3").symlink_to(sys.executable)
    return folder


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.name)
def test_the_scenarios_run(file: Path, hoyle: Hoyle, copied: Path) -> None:
    """With fewer runs here: every cell comes to its end, and the report has the table that is asked for."""
    out = copied / f"{file.stem}-results"
    answer = hoyle("run", copied / file.name, "--out", out, "--set", "runs=1", "--json")
    told = json.loads(answer.out)
    assert answer.code == 0
    assert all(cell["runs"] == 1 and not cell["failed"] for cell in told["cells"])
    page = (out / "report.html").read_text()
    title = re.search(r'\[\[table\]\]\ntitle = "(.*)"', file.read_text())
    assert title is not None
    assert title[1] in page
    if "lengths.py" in file.read_text():
        assert "Lengths of contests" in page


def test_the_notebook_runs(copied: Path) -> None:
    """Cell by cell, as plain Python, in a process of its own."""
    notebook = json.loads((copied / "study.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], set(notebook)) == (4, {"cells", "metadata", "nbformat", "nbformat_minor"})
    for cell in notebook["cells"]:
        needed = {"cell_type", "id", "metadata", "source"}
        assert set(cell) == needed | (
            {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
        )
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    program = "import json, sys\nspace = {}\nfor cell in json.load(sys.stdin): exec(cell, space)\n"
    program += "print(len(space['rows']), space['decision'].move in '2346789')\n"
    ran = subprocess.run(  # noqa: S603  # our own
        [sys.executable, "-c", program],
        input=json.dumps(code),
        cwd=copied,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.returncode) == ("16 True\n", 0), ran.stderr
