"""What is printed: nothing that came from outside reaches a terminal raw, whichever the command."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from blackboard import Knowledge
from games import make_game, shown
from scenarios.cli.main import COMMANDS
from tests.scenarios.conftest import Answer, Hoyle

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\x08\u202egnp\u202c\u2066x\u2069\u200e\u200f\u061c\u200b\u2028\x7f"
"""A title, a cleared screen, a colour, and all that turns a text around or hides it."""
FILE = f"""
from agents import Advisor, Learner
from control import PARADIGMS, Paradigm
from games import PlacingGame, grid, straight_lines

EVIL = {EVIL!r}

class Evil(Advisor):
    makes_plans = True
    knowledge = ("evil",)
    async def advise(self, think):
        await think.plan(think.moves[:2], "why " + EVIL)
        await think.comment(think.moves[0], 6, "because " + EVIL)

class Bad(Advisor):
    async def advise(self, think):
        raise ValueError("no " + EVIL)

Evil.__doc__ = "Stand for " + EVIL
Bad.__doc__ = "Fail " + EVIL

class Learns(Learner):
    name = "evil"
    trigger = "contest"
    def learn(self, lesson):
        lesson.note("key " + EVIL, "entry " + EVIL)

Learns.__doc__ = "Learn " + EVIL

game = PlacingGame(name="evil", title="Game " + EVIL, rules="Rules " + EVIL,
                   board=grid(3, 3, lines=straight_lines(3, 3, length=3)))
paradigm = Paradigm("evil", "Paradigm " + EVIL, PARADIGMS["1"].tally)
"""
SCENARIO = """
scenario = {
    "name": "evil", "title": "Title " + EVIL, "about": "About " + EVIL, "game": "evil", "runs": 1,
    "trace": True, "advisors": ["Evil", "Bad"], "learners": ["evil"], "load": ["evil.py"],
    "variant": [{"name": "label " + EVIL, "axis": "kind", "paradigm": "evil"}],
    "phase": [{"name": "learning", "learn": "play", "against": "random", "contests": 2}],
    "table": [{"title": "Table " + EVIL, "measure": "won", "phase": "learning",
               "rows": "kind"}],
}
"""
PROGRAM = "import sys; sys.stderr.write(sys.argv[1] + sys.argv[1][:9]); sys.exit(3)"
STYLES = re.compile(r"\x1b\[[0-9;]*m|\x1b\[\?25[lh]|\x1b\[\d*[AK]|\r")
"""What rich writes itself: styles, and the moves of a progress bar."""


SCRIPT = (sys.executable, "-c", "from scenarios.cli.main import main; main()")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whatever is written land where nobody minds, and be checked on one game: it is about printing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("scenarios.cli.check_command.usable_games", lambda: [make_game("tic-tac-toe")])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with files full of such texts, and results and traces made of them."""
    place = tmp_path_factory.mktemp("evil")
    (place / "evil.py").write_text(FILE)
    (place / "study.py").write_text(f"EVIL = {EVIL!r}\n{SCENARIO}")
    (place / "broken.py").write_text(f"raise ValueError({EVIL!r})")
    Knowledge("evil", {"evil": {"key " + EVIL: "entry " + EVIL}}).save(place / "evil.hoyle")
    deciding = ("decide", "evil", "--load", "evil.py", "--advisors", "Evil,Bad", "--trace", "evil.trace")
    for words, code in ((deciding, 0), (("run", "study.py", "--out", "out"), 1)):  # an Advisor always fails
        made = subprocess.run(  # noqa: S603  # our own command line
            [*SCRIPT, *words], cwd=place, check=False, stdout=subprocess.DEVNULL
        )
        assert made.returncode == code
    return place


def asked(place: Path) -> dict[str, tuple[object, ...]]:
    """Return a call of each command, and of some that fail."""
    load = ("--load", place / "evil.py")
    trace = place / "evil.trace"
    agent = f"name=Prog,command={sys.executable} -c '{PROGRAM}' '{EVIL}'"
    deciding = ("evil", *load, "--advisors", "Evil,Bad")
    return {
        "games": ("games", *load),
        "advisors": ("advisors", *load),
        "learners": ("learners", *load),
        "paradigms": ("paradigms", *load),
        "decide": ("decide", *deciding, "--paradigm", "evil", "--knowledge", place / "evil.hoyle"),
        "decide with a program": ("decide", "evil", *load, "--agent", agent, "--advisors", "Prog"),
        "play": ("play", *deciding, "--me", "random", "--explain", "--learn", "--knowledge", "new.hoyle"),
        "play many": ("play", *deciding, "--me", "random", "--contests", "2"),
        "solve": ("solve", "evil", *load, "--line"),
        "perft": ("perft", "evil", "2", *load),
        "templates": ("templates", "evil", *load),
        "zones": ("zones", "evil", *load, "--moves", "5 1"),
        "run": ("run", place / "study.py", "--out", f"o{EVIL}"),
        "run again": ("run", place / "study.py", "--out", place / "out", "--resume"),
        "the grid": ("run", place / "study.py", "--dry-run"),
        "report": ("report", place / "out"),
        "compare": ("compare", place / "out", "--by", "kind"),
        "trace": ("trace", trace, *load),
        "the trace as tables": ("trace", trace, "--show", *load),
        "redecide": ("redecide", place / "out", *load, "--paradigm", "2", "--pivotal"),
        "knowledge": ("knowledge", place / "evil.hoyle", *load),
        "docs": ("docs", EVIL),
        "tune": ("tune", "evil", *load, "--axes", EVIL),
        "verify": ("verify", f"no{EVIL}"),
        "view": ("view", f"no{EVIL}", "--no-browser"),
        "check": ("check", place / "evil.py"),
        "a name": ("decide", EVIL),
        "a file": ("trace", f"no{EVIL}"),
        "an option": (f"--{EVIL}",),
        "a broken file": ("check", place / "broken.py"),
    }


CALLS = asked(Path())


def lines_of(text: str) -> list[str]:
    """Return lines without what rich adds itself."""
    return STYLES.sub("", text).split("\n")


def check_clean(answer: Answer) -> None:
    """See that no letter is left that a terminal would obey."""
    for line in (*lines_of(answer.out), *lines_of(answer.err)):
        assert line == shown(line), ascii(line)


def test_every_command_is_asked() -> None:
    """No command is left out here."""
    assert {str(words[0]) for words in CALLS.values()} >= set(COMMANDS)


@pytest.mark.parametrize("is_terminal", [False, True])
@pytest.mark.parametrize("call", CALLS)
def test_nothing_from_outside_is_printed_raw(
    call: str, is_terminal: bool, place: Path, hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, titles, reasons, keys, file names and errors are printed with marks for what is no letter."""
    if is_terminal:
        monkeypatch.setenv("FORCE_COLOR", "1")
    answer = hoyle(*asked(place)[call], typed="quit\n")
    check_clean(answer)
    assert answer.code in (0, 1, 2)
    if answer.code == 2:
        assert answer.err.count("\n") == 1
    assert "owned" in answer.out + answer.err or call in ("perft", "play many", "redecide")


@pytest.mark.parametrize("call", [call for call, words in CALLS.items() if words[0] in COMMANDS])
def test_json_is_plain_ascii(call: str, place: Path, hoyle: Hoyle) -> None:
    """A document holds every text as it was, and is written in letters that steer nothing."""
    answer = hoyle(*asked(place)[call], "--json", typed="quit\n")
    check_clean(answer)
    assert answer.out.isascii()
    if answer.code == 0:
        json.loads(answer.out)
    if call == "the grid":
        assert json.loads(answer.out)["title"] == f"Title {EVIL}"


def test_reports_show_what_they_cannot_hold(place: Path) -> None:
    """Both pages are free of controls and of changes of direction, and mark where some were."""
    for name in ("report.html", "report.md"):
        text = (place / "out" / name).read_text()
        assert text == shown(text)
        assert "Title \ufffd]0;owned\ufffd" in text


def test_columns_stay_in_line(place: Path, hoyle: Hoyle) -> None:
    """A mark is measured before a table is laid out: what stands behind it is not pushed aside."""
    out = hoyle("trace", place / "evil.trace", "--show", "--load", place / "evil.py").out
    head = next(line for line in out.splitlines() if line.startswith("tier"))
    assert all(
        line.index(word) == head.index("reason")
        for line in out.splitlines()
        for word in ("why ", "because \ufffd")
        if word in line
    )


def on_a_terminal(*words: object) -> str:
    """Run the command line on a terminal, and return all that it was sent."""
    ours, theirs = pty.openpty()
    env: dict[str, Any] = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    with subprocess.Popen(  # noqa: S603  # our own command line
        [*SCRIPT, *map(str, words)], stdin=theirs, stdout=theirs, stderr=theirs, env=env
    ):
        os.close(theirs)
        sent = b""
        try:
            while data := os.read(ours, 1 << 16):
                sent += data
        except OSError:  # so Linux says that nobody is at the other end any more
            pass
    os.close(ours)
    return sent.decode()


def test_a_real_terminal_gets_styles_and_nothing_else(place: Path) -> None:
    """On a terminal tables and progress bars are styled, and the only escapes are rich's own."""
    load = ("--load", place / "evil.py")
    told = on_a_terminal("decide", "evil", *load, "--advisors", "Evil,Bad")
    told += on_a_terminal("run", place / "study.py", "--out", place / "other")
    assert "\x1b[1m" in told
    assert "\x1b[?25l" in told
    for line in lines_of(told):
        assert line == shown(line), ascii(line)
