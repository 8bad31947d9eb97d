"""The command line: what it says when something is wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import scenarios.cli
from blackboard import Knowledge
from scenarios.cli.main import COMMANDS, cli
from tests.scenarios.conftest import Hoyle
from tests.support import each_case

DECIDE = ("decide", "tic-tac-toe")
CLASHING_GAME = """
from games import PlacingGame, grid

class Mine(PlacingGame): pass

mine = Mine(name='tic-tac-toe', title='', rules='', board=grid(1, 1, lines=[]))
"""
WRONG = [
    (("decide", "chess"), "chess"),
    (("decide", "tic-tac-to"), "did you mean 'tic-tac-toe'"),
    ((*DECIDE, "--advisors", "Panik"), "did you mean 'Panic'"),
    ((*DECIDE, "--advisors", "Panic,Panic"), "twice"),
    ((*DECIDE, "--without", "Nobody"), "Nobody"),
    ((*DECIDE, "--paradigm", "9"), "'9'"),
    ((*DECIDE, "--frob"), "--frob"),
    ((*DECIDE, "--option", "size=4"), "size"),
    ((*DECIDE, "--option", "size"), "key=value"),
    ((*DECIDE, "--moves", "5 5"), "location 5 is taken"),
    ((*DECIDE, "--moves", "a1"), "'a1'"),
    ((*DECIDE, "--moves", "1 4 2 5 3 6"), "over"),
    ((*DECIDE, "--moves", "1 4 2 5 3"), "end of a contest"),
    ((*DECIDE, "--position", "XX....... O"), "2 X and 0 O"),
    ((*DECIDE, "--position", "XXXOOO... X"), "cannot be"),
    ((*DECIDE, "--position", "XYZ"), "'Y'"),
    ((*DECIDE, "--budget", "5"), "'5'"),
    ((*DECIDE, "--budget", "Panik=5ms"), "Panik"),
    ((*DECIDE, "--schedule", "parallel"), "parallel"),
    ((*DECIDE, "--clock", "sun"), "sun"),
    ((*DECIDE, "--clock", "wall", "--processors", "2"), "virtual"),
    ((*DECIDE, "--processors", "0"), "at least 1"),
    ((*DECIDE, "--cost", "jump=1ms"), "jump"),
    ((*DECIDE, "--late", "never"), "never"),
    ((*DECIDE, "--silence", "3"), "3"),
    ((*DECIDE, "--layout", "2030"), "2030"),
    ((*DECIDE, "--seed", "x"), "--seed"),
    ((*DECIDE, "--knowledge", "nowhere.hoyle"), "nowhere.hoyle"),
    ((*DECIDE, "--load", "nowhere.py"), "nowhere.py"),
    ((*DECIDE, "--trace", "nowhere/x.trace"), "nowhere/x.trace"),
    ((*DECIDE, "--svg", "nowhere/x.svg"), "nowhere/x.svg"),
    (("play", "tic-tac-toe", "--as", "referee"), "referee"),
    (("play", "tic-tac-toe", "--against", "bob"), "bob"),
    (("trace", "nowhere.trace"), "nowhere.trace"),
    (("knowledge", "nowhere.hoyle"), "nowhere.hoyle"),
    (("check", "nowhere.py"), "nowhere.py"),
    (("perft", "chess", "2"), "chess"),
    (("perft", "tic-tac-toe", "--", "-1"), "-1"),
    (("frob",), "frob"),
]


@each_case(("words", "named"), WRONG)
def test_bad_input_is_one_clear_line(
    hoyle: Hoyle, words: tuple[str, ...], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong is named in one line on stderr, with exit code 2 and nothing else printed or left."""
    monkeypatch.chdir(tmp_path)
    answer = hoyle(*words)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.startswith("hoyle: ")
    assert answer.err.count("\n") == 1
    assert named in answer.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("class Broken(:", "SyntaxError"),
        ("x = 1", "brings nothing: it defines no class"),
        ("raise RuntimeError('no')", "RuntimeError: no"),
        ("raise SystemExit(3)", "SystemExit"),
        ("from agents import Advisor\nclass Panic(Advisor):\n  async def advise(self, think): ...", "Panic"),
        ("from agents import Advisor\nclass Lazy(Advisor): ...", "advise"),
        (
            "from agents import Advisor\nclass Odd(Advisor):\n  tier = 7\n  async def advise(self, t): ...",
            "7",
        ),
        (
            "from agents import Advisor\nclass Odd(Advisor):\n  tier = 1\n  async def advise(self, t): ...",
            "rank",
        ),
        (
            CLASHING_GAME,
            "tic-tac-toe",
        ),
        ("\x00", "cannot be loaded"),
    ],
)
def test_a_bad_load_file_is_one_clear_line(hoyle: Hoyle, content: str, named: str, tmp_path: Path) -> None:
    """A file that does not parse, defines nothing, clashes or declares nonsense is refused by name."""
    file = tmp_path / "mine.py"
    file.write_text(content)
    for words in ((*DECIDE, "--load", file), ("advisors", "--load", file), ("check", file)):
        answer = hoyle(*words)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "mine.py" in answer.err
        assert named in answer.err


BAD_CALLS = """from agents import Advisor
from control import Paradigm
from games import WrittenGame, grid


class Tripping(Advisor):
    async def advise(self, think):
        {}["missing"]


class Pit(WrittenGame):
    name = "pit"
    title = "Pit"
    rules = "Nobody moves."
    board = grid(2, 2, lines=[])

    def legal_moves(self, position):
        return [1 // 0]

    def after(self, position, move):
        return position

    def outcome(self, position):
        return None


def count(poll):
    return poll.nothing


lost = Paradigm("lost", "Counts nothing", count)
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("decide", "pit"), "mine.py, line 18: ZeroDivisionError: "),
        (("play", "pit", "--me", "random", "--against", "random"), "mine.py, line 18: ZeroDivisionError: "),
        ((*DECIDE, "--paradigm", "lost"), "paradigm 'lost' cannot count: mine.py, line 28: AttributeError: "),
    ],
)
def test_a_fault_in_a_loaded_file_names_its_line(
    hoyle: Hoyle, words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """Whoever wrote it knows where to look; the file goes by its name, whatever folder it is in."""
    file = tmp_path / "mine.py"
    file.write_text(BAD_CALLS)
    answer = hoyle(*words, "--load", file)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"hoyle: {said}")
    assert str(tmp_path) not in answer.err


def test_an_advisor_that_fails_names_the_line_it_failed_in(hoyle: Hoyle, tmp_path: Path) -> None:
    """The decision goes on without it, and the record has where it broke off."""
    file = tmp_path / "mine.py"
    file.write_text(BAD_CALLS)
    told = json.loads(hoyle(*DECIDE, "--load", file, "--json").out)
    assert told["advisors"]["Tripping"]["reason"] == "mine.py, line 8: KeyError: 'missing'"


def test_a_bad_knowledge_file_is_one_clear_line(hoyle: Hoyle, tmp_path: Path) -> None:
    """A knowledge file that is cut, damaged or of another game is refused by name."""
    file = tmp_path / "k.hoyle"
    good = Knowledge("tic-tac-toe", {"states": {"X........ O": "draw"}}).to_bytes()
    other = Knowledge("lose-tic-tac-toe").to_bytes()
    for data in (good[:-1], good[:-1] + b"?", other, b""):
        file.write_bytes(data)
        answer = hoyle(*DECIDE, "--knowledge", file)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "k.hoyle" in answer.err


def test_help_and_version(hoyle: Hoyle) -> None:
    """The command tells about itself, with and without being asked."""
    assert "decide" in hoyle("--help").out
    assert "decide" in hoyle().out
    assert "0.1.0" in hoyle("--version").out


@each_case("name", COMMANDS)
def test_a_command_begins_with_what_the_list_says_of_it(name: str) -> None:
    """The list of commands, which imports none of them, says of each the first sentence of its docstring."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    first, *_ = re.split(r"(?<=\.)\s", command.help or "", maxsplit=1)
    assert COMMANDS[name] == first


def test_every_command_is_in_the_list() -> None:
    """A command that somebody adds is found by the module it is in, and listed."""
    modules = {file.stem for file in Path(scenarios.cli.__path__[0]).rglob("*_command.py")}
    assert modules == {f"{name}_command" for name in COMMANDS}


def test_the_installed_command_needs_no_terminal(tmp_path: Path) -> None:
    """As a program of its own, with no terminal, it prints plain text and an error without a traceback."""
    good, bad = (_ran(tmp_path, *words) for words in (DECIDE, ("decide", "chess")))
    assert (good.returncode, good.stderr) == (0, "")
    assert "Hoyle plays" in good.stdout
    assert "\x1b" not in good.stdout
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "Traceback" not in bad.stderr


def _ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("hoyle")), *words]
    environment = {**os.environ, "PYTHONWARNINGS": "error", "TERM": "dumb"}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)  # noqa: S603  # our own command


LOUD = """
from agents import Advisor
from control import Paradigm
from tests.scenarios.shuttle import Shuttle

print("hello")

class Loud(Advisor):
    '''[/red] has no meaning.'''
    name = "[/red]"
    async def advise(self, think):
        print("and again")
        await think.comment("5", 6, "[/x]")

class Crash(Shuttle):
    name = "crash"
    def outcome(self, position):
        raise ZeroDivisionError("by nought")

boom = Paradigm("boom", "fails", lambda poll: 1 / 0)
other = Paradigm("other", "counts something else", lambda poll: {"zz": 1})
"""


def test_what_a_loaded_file_prints_does_not_spoil_the_document(hoyle: Hoyle, tmp_path: Path) -> None:
    """With --json stdout holds the document alone, and odd names are shown as they are."""
    file = tmp_path / "loud.py"
    file.write_text(LOUD)
    answer = hoyle(*DECIDE, "--load", file, "--json")
    assert json.loads(answer.out)["advisors"]["[/red]"]["comments"]
    assert "hello" in answer.err
    assert "[/x]" in hoyle(*DECIDE).out
    assert "[/red] has no meaning." in hoyle("advisors").out


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ((*DECIDE, "--paradigm", "boom"), "ZeroDivisionError"),
        ((*DECIDE, "--paradigm", "other"), "'other'"),
        (("solve", "crash"), "by nought"),
    ],
)
def test_faults_of_a_loaded_file_are_one_line(
    hoyle: Hoyle, words: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    """A paradigm or a game that raises, or answers nonsense, is told in one line with exit code 2."""
    file = tmp_path / "loud.py"
    file.write_text(LOUD.replace('print("hello")', ""))
    answer = hoyle(*words, "--load", file)
    error = answer.err.replace("[/red]: and again\n", "")
    assert (answer.code, answer.out) == (2, "")
    assert error.count("\n") == 1
    assert named in error


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_learns_to_complete(hoyle: Hoyle, shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the line that the README has for it."""
    page = Path(__file__).parents[3].joinpath("README.md").read_text(encoding="utf-8")
    assert f'eval "$(_HOYLE_COMPLETE={shell}_source hoyle)"\n' in page
    monkeypatch.setenv("_HOYLE_COMPLETE", f"{shell}_source")
    answer = hoyle()
    assert answer.code == 0
    assert "_hoyle_completion" in answer.out
    assert f"_HOYLE_COMPLETE={shell}_complete" in answer.out


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("hoyle rep", ["plain,report"]),
        ("hoyle run quick", ["plain,quickstart", "plain,quickstart-1990"]),
        ("hoyle run mine/stu", ["file,mine/stu"]),
        ("hoyle decide lose", ["plain,lose-tic-tac-toe"]),
        ("hoyle decide chess", []),
        ("hoyle run --dry", ["plain,--dry-run"]),
    ],
)
def test_words_are_completed(
    hoyle: Hoyle, typed: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands, options, games and bundled scenarios; a scenario may be a file too."""
    monkeypatch.setenv("_HOYLE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(typed.count(" ")))
    assert hoyle().out.split() == found
