"""The start of `hoyle`: whose packages it finds, what it imports, and Ctrl-C at any time."""

import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hoyle
from tests.processes import eventually, processes_below
from tests.support import CLOCKS

ROOT = Path(__file__).parents[1]
START = (sys.executable, "-P", "-c", "import hoyle; hoyle.main()")
TIMEOUT_S = 60.0
"""How long a busy machine may take for what ought to be done at once."""


def started(
    *words: object, path: tuple[Path, ...] = (), start: tuple[str, ...] = START
) -> subprocess.Popen[str]:
    """Start the command line as a process of its own, with these folders in front of what is imported."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))}
    return subprocess.Popen(  # noqa: S603  # our own command
        [*start, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Wait for a process; return how it ended and what it said."""
    with process:
        out, err = process.communicate(timeout=TIMEOUT_S)
    return process.returncode, out, err


# Whose packages they are.


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *((name, "") for name in hoyle.PACKAGES),
        ("agents", "raise ImportError('no Advisor here')"),
        ("agents", "class Agent: ..."),
    ],
)
def test_a_package_of_somebody_else_is_told_of(name: str, content: str, tmp_path: Path) -> None:
    """Whatever a package in the place of ours would do, one line says where it is and what helps."""
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text(content)
    code, out, err = ended(started("games", path=(tmp_path,)))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(
        f"hoyle: package {name!r} comes from {tmp_path / name}, not from Hoyle's own {ROOT}"
    )
    assert "pipx install hoyle" in err


def test_a_folder_or_a_module_of_that_name_is_told_of_too(tmp_path: Path) -> None:
    """A module in one file is no package of ours either; a folder without code hides nothing."""
    (tmp_path / "control").mkdir()
    assert ended(started("paradigms", path=(tmp_path,)))[0] == 0
    (tmp_path / "agents.py").write_text("")
    code, _, err = ended(started("paradigms", path=(tmp_path,)))
    assert (code, err.count("\n")) == (2, 1)
    assert f"package 'agents' comes from {tmp_path / 'agents.py'}" in err


def test_a_package_that_was_written_over_is_told_of(tmp_path: Path) -> None:
    """Another distribution may have put its files among ours, in the same folder."""
    for name in hoyle.PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "hoyle.py", tmp_path)
    assert ended(started("paradigms", path=(tmp_path,)))[0] == 0
    (tmp_path / "agents" / "__init__.py").write_text("class Agent: ...\n")
    code, _, err = ended(started("paradigms", path=(tmp_path,)))
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith(f"hoyle: package 'agents' in {tmp_path / 'agents'} was overwritten by another")


def test_where_all_is_well_nothing_is_asked_of_the_system() -> None:
    """The usual start does not look through what is installed."""
    program = "import sys, hoyle; print([hoyle.misplaced(name) for name in hoyle.PACKAGES]);"
    program += "print('importlib.metadata' in sys.modules)"
    _, out, _ = ended(started(start=(sys.executable, "-P", "-c", program)))
    assert out == "['', '', '', '', '']\nFalse\n"


# What is imported, and what is not.


def imported_by(*words: object) -> set[str]:
    """Return what Python imports for a command, by its own account."""
    code, _, err = ended(started(*words, start=(sys.executable, "-X", "importtime", *START[1:])))
    assert code == 0
    return {line.rpartition("|")[2].strip() for line in err.splitlines() if line.startswith("import time:")}


@pytest.mark.parametrize("words", [("--help",), ("--version",), ()], ids=" ".join)
def test_whoever_asks_for_help_waits_for_nothing_but_click(words: tuple[str, ...]) -> None:
    """To list the commands needs no floor of the house, and nothing that they are built on."""
    found = imported_by(*words)
    assert "click" in found
    assert not found & {"numpy", "sqlite3", "httpx", "trio", "rich.console", "games", "control"}


@pytest.mark.parametrize("words", [("decide", "tic-tac-toe"), ("games",)], ids=" ".join)
def test_a_command_imports_what_it_needs(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To decide, or to list games of which none is solved, needs neither solver nor results nor network."""
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    found = imported_by(*words)
    assert {"trio", "games"} <= found
    assert not found & {"numpy", "sqlite3", "httpx", "games.solving.solution", "scenarios.experiment"}


# Ctrl-C.

AT_IMPORT = """
import os, signal, sys

MODULE = sys.argv.pop(1)

class Presses:
    def find_spec(self, name, *_):
        if name == MODULE:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Presses())
import hoyle
hoyle.main()
"""
EVIL = """
import sys, threading
import trio
from agents import Advisor, Learner
from control import PARADIGMS, Paradigm
from games import PlacingGame, grid

told = False

def inside():
    global told
    if not told:
        told = True
        sys.stderr.write("inside\\n")
        sys.stderr.flush()

def hang():
    while True:
        try:
            inside()
            while True: pass
        except BaseException: pass

class Spins(Advisor):
    async def advise(self, think):
        inside()
        while True: pass

class SpinsInAChild(Advisor):
    async def advise(self, think):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Spins().advise, think)

class Sleeps(Advisor):
    async def advise(self, think):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.sleep)
    async def sleep(self):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep_forever)
            inside()

class Swallows(Advisor):
    async def advise(self, think):
        hang()

class Shields(Advisor):
    async def advise(self, think):
        with trio.CancelScope(shield=True):
            while True:
                try:
                    inside()
                    await trio.to_thread.run_sync(threading.Event().wait)
                except BaseException: pass

class GivesUp(Advisor):
    async def advise(self, think):
        try:
            inside()
            while True: pass
        except BaseException:
            await think.comment(think.moves[0], 6)

class Hangs(Learner):
    name = "hangs"
    trigger = "contest"
    def learn(self, lesson):
        hang()

class Game(PlacingGame):
    def legal_moves(self, position):
        hang()

def count(poll):
    hang()

game = Game(name="hangs", title="Hangs", rules="", board=grid(3, 3, lines=[]))
paradigm = Paradigm("hangs", "Hangs", count)
"""
DECIDE = ("decide", "tic-tac-toe", "--budget", "1000s", "--advisors")
PLAY = ("play", "tic-tac-toe", "--me", "random", "--contests", "9")
WALL = ("--clock", "wall")
PLACES = ("thread", "process")
STAYS = ("Spins", "SpinsInAChild", "Sleeps", "Swallows", "Shields", "GivesUp")
CALLS: dict[str, tuple[str, ...]] = {
    **{
        f"{name} on the {clock} clock": (*DECIDE, name, "--clock", clock)
        for name in STAYS
        for clock in CLOCKS
        if (name, clock) != ("Sleeps", "virtual")  # there it takes no time
    },
    **{
        f"{name} in a {place}": (*DECIDE, name, *WALL, "--place", place) for name in STAYS for place in PLACES
    },
    "a learner": (*PLAY, "--against", "random", "--learn", "--learners", "hangs", "--knowledge", "k"),
    "play": (*PLAY, "--advisors", "Swallows"),
    "solve": ("solve", "hangs"),
    "perft": ("perft", "hangs", "3"),
    "check": ("check", "evil.py"),
    "redecide": ("redecide", "t.trace", "--paradigm", "hangs"),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a file of those who do not end, and a trace."""
    place = tmp_path_factory.mktemp("place")
    (place / "evil.py").write_text(EVIL)
    trace = ("decide", "tic-tac-toe", "--advisors", "Candide", "--moves", "5", "--trace", place / "t.trace")
    assert ended(started(*trace))[0] == 0
    return place


def interrupted(process: subprocess.Popen[str]) -> str:
    """Press Ctrl-C when somebody is inside; see that no process is left; return the one line."""
    assert process.stderr is not None
    assert process.stderr.readline().endswith("inside\n")
    others = processes_below(process.pid)
    process.send_signal(signal.SIGINT)
    code, out, err = ended(process)
    err = "".join(line for line in err.splitlines(keepends=True) if "has been running for" not in line)
    assert (code, out, err.count("\n")) == (130, "", 1), err
    assert eventually(lambda: not any((Path("/proc") / str(each)).exists() for each in others))
    return err


@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_ends_the_program_whatever_it_does(
    call: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that spins, sleeps in nurseries of its own, or catches everything, ends with all the rest."""
    monkeypatch.chdir(place)
    words = CALLS[call]
    load = () if words[0] == "check" else ("--load", "evil.py")
    assert interrupted(started(*words, *load)).startswith("hoyle: interrupted")


def test_ctrl_c_ends_a_run_with_its_workers(place: Path, tmp_path: Path) -> None:
    """Nobody in another process can keep a run from ending: one line says how to go on."""
    folder = tmp_path / "out"
    scenario = tmp_path / "hangs.toml"
    scenario.write_text(
        f'game = "tic-tac-toe"\nadvisors = ["Swallows"]\nruns = 2\nload = ["{place / "evil.py"}"]\n'
        '[budget]\ndefault = "1000s"\n[[phase]]\nagainst = "random"\ncontests = 5\n'
    )
    process = started("run", scenario, "--out", folder, "--jobs", 2)
    assert process.stderr is not None
    assert process.stderr.readline().endswith("inside\n")  # the one worker, and then the other
    assert interrupted(process) == (
        f"hoyle: interrupted after 0 contests; continue with --resume --out {folder}\n"
    )


def test_ctrl_c_at_the_prompt() -> None:
    """Whoever is asked for a move may leave so."""
    process = started("play", "tic-tac-toe", "--against", "random")
    assert process.stdout is not None
    shown = ""
    while not shown.endswith("Your move (? for help): "):
        shown += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    code, out, err = ended(process)
    assert (code, out, err) == (130, "", "hoyle: interrupted\n")


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("click", "paradigms"),
        ("trio", "paradigms"),
        ("numpy", "report"),
        ("rich.console", "paradigms"),
        ("games.board", "paradigms"),
        ("scenarios.cli.paradigms_command", "paradigms"),
        ("scenarios.cli.main", "paradigms"),
    ],
)
def test_ctrl_c_while_it_starts(module: str, command: str) -> None:
    """While modules are imported there is nothing to put in order, and no traceback either."""
    start = (sys.executable, "-P", "-c", AT_IMPORT, module)
    assert ended(started(command, start=start)) == (130, "", "hoyle: interrupted\n")


def test_ctrl_c_puts_the_terminal_right(place: Path, tmp_path: Path) -> None:
    """Where a progress bar has hidden the cursor, it is shown again, also if the end comes by force."""
    ours, theirs = pty.openpty()
    words = ("play", "tic-tac-toe", "--me", "random", "--contests", "9", "--advisors", "Swallows")
    with subprocess.Popen(  # noqa: S603  # our own command
        [*START, *words, "--budget", "1000s", "--load", str(place / "evil.py")],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
    ) as process:  # fmt: skip
        os.close(theirs)
        sent = b""
        while b"inside" not in sent:
            sent += os.read(ours, 1 << 16)
        process.send_signal(signal.SIGINT)
        try:
            while data := os.read(ours, 1 << 16):
                sent += data
        except OSError:  # so Linux says that nobody is at the other end any more
            pass
    os.close(ours)
    assert process.returncode == 130
    assert sent.rindex(b"\x1b[?25h") > sent.rindex(b"\x1b[?25l")
    assert sent.count(b"hoyle: interrupted") == 1
