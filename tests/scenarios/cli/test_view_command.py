"""`hoyle view`: it starts, says where it is, and ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scenarios.cli import view_command as module
from tests.processes import eventually, is_alive, kept_waiting_s, processes_below
from tests.scenarios.conftest import Hoyle
from tests.scenarios.view.serving import ROOT, events, serving
from tests.support import each_case


def test_it_answers_soon_and_ends_at_once(tmp_path: Path) -> None:
    """Within three times what listing the games takes; Ctrl-C ends it with 130, streams open or not.

    What a busy machine runs in the meantime is not counted.
    """
    begin = time.perf_counter()
    command = [sys.executable, "-m", "hoyle", "games", "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as listing:  # noqa: S603  # ours
        os.waitid(os.P_PID, listing.pid, os.WEXITED | os.WNOWAIT)
        games = time.perf_counter() - begin - kept_waiting_s(listing.pid)
    assert listing.returncode == 0
    begin, waited = time.perf_counter(), kept_waiting_s(os.getpid())
    with serving("achi", "--trace", tmp_path / "kept.trace") as served, served.client() as client:
        assert client.get("/game/achi").status_code == 200
        waited = kept_waiting_s(os.getpid()) - waited + kept_waiting_s(served.process.pid)
        assert time.perf_counter() - begin - waited < 3 * games + 0.5
        with client.stream("GET", "/game/achi/stream"), client.stream("GET", "/game/achi/stream"):
            client.post("/game/achi/move", json={"move": "5", "ply": 0})
            below = processes_below(served.process.pid)
            pressed, waited = time.perf_counter(), kept_waiting_s(served.process.pid)
            served.process.send_signal(signal.SIGINT)
            assert eventually(lambda: not is_alive(served.process.pid))
            waited = kept_waiting_s(served.process.pid) - waited
            assert time.perf_counter() - pressed - waited < 1
            assert served.process.wait() == 130
            assert served.process.stderr is not None
            assert served.process.stderr.read() == "hoyle: interrupted\n"
        assert not any(Path(f"/proc/{pid}").exists() for pid in below)


def test_help_does_not_load_it() -> None:
    """Neither `hoyle --help` nor another command imports what the extra brings."""
    program = (
        "import sys; sys.argv = ['hoyle', {!r}]\n"
        "try:\n    import hoyle; hoyle.main()\nexcept SystemExit: pass\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('starlette', 'hypercorn') or 'view' in m])"
    )
    for word in ("--help", "paradigms"):
        done = subprocess.run(  # noqa: S603  # ours
            [sys.executable, "-c", program.format(word)], check=True, cwd=ROOT, capture_output=True, text=True
        )
        assert done.stdout.splitlines()[-1] == "[]"


def test_without_the_extra_it_says_what_to_install(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and code 2."""
    monkeypatch.setattr(module, "NEEDED", ("no_such_distribution",))
    answer = hoyle("view")
    assert (answer.code, answer.err) == (
        2,
        "hoyle: hoyle view needs more packages; install them: pip install 'hoyle[view]'\n",
    )


def test_a_port_that_is_taken(hoyle: Hoyle) -> None:
    """It is told, with what helps."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        answer = hoyle("view", "--no-browser", "--port", port)
    assert answer.code == 2
    assert f"port {port} cannot be used" in answer.err
    assert len(answer.err.splitlines()) == 1


@each_case(
    ("words", "told"),
    [
        (["tictac-toe"], "did you mean 'tic-tac-toe'?"),
        (["no/such.trace"], "no file or folder 'no/such.trace'"),
        (["README.md"], "not a trace file"),
        (["docs"], "no results and no traces in 'docs'"),
        (["achi", "--moves", "77"], "77"),
        (["achi", "--paradigm", "nobody"], "no paradigm is named 'nobody'"),
        (["achi", "--clock", "sun"], "sun"),
        (["--moves", "5"], "name one"),
        (["achi", "--advisors", "Panik"], "Panik"),
        (["achi", "--knowledge", "no.hoyle"], "no.hoyle"),
        (["--port", "99999"], "99999"),
        (["--rate", "0"], "rate"),
    ],
)
def test_bad_input_is_one_line(
    hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch, words: list[str], told: str
) -> None:
    """It names what was given, and nothing is served."""
    monkeypatch.chdir(ROOT)
    answer = hoyle("view", "--no-browser", *words)
    assert answer.code == 2
    assert told in answer.err
    assert len(answer.err.splitlines()) == 1


def test_loaded_advisors_run_in_processes(tmp_path: Path) -> None:
    """One that never yields is killed at its deadline, and the server answers meanwhile."""
    (tmp_path / "stuck.py").write_text(
        "from agents import Advisor\n\n\nclass Stuck(Advisor):\n"
        '    """Never come back."""\n    tier = 3\n    budget_ms = 300\n\n'
        "    async def advise(self, think):\n        while True:\n            pass\n"
    )
    words = ("achi", "--load", tmp_path / "stuck.py", "--clock", "wall", "--advisors", "Stuck,Greedy")
    with serving(*words) as served, served.client() as client:
        client.post("/game/achi/hint", json={})
        assert client.get("/game/achi/table").json()["thinking"] == "hint"
        with client.stream("GET", "/game/achi/stream") as stream:
            lines = stream.iter_lines()
            landed = next(
                line for line in lines if line.startswith("data: ") and '"purpose":"hint","decision"' in line
            )
        told = json.loads(landed.removeprefix("data: "))["decision"]["advisors"]
        assert told["Stuck"]["state"] == "timed out"


def test_a_game_that_fails_is_told_in_one_sentence(tmp_path: Path) -> None:
    """Somebody's game that breaks while Hoyle thinks is told of, and the server answers on."""
    (tmp_path / "brittle.py").write_text(
        "from games import PlacingGame, tic_tac_toe\n\nplain = tic_tac_toe()\n\n\n"
        "class Brittle(type(plain)):\n    def outcome(self, position):\n"
        "        if sum(cell is not None for cell in self.cells(position)) > 1:\n"
        '            raise ZeroDivisionError("<b>broken</b>")\n        return super().outcome(position)\n\n\n'
        "brittle = object.__new__(Brittle)\nbrittle.__dict__.update(plain.__dict__)\n"
        'brittle.name, brittle.title = "brittle", "</script> \\u202ebrittle"\n'
    )
    words = ("brittle", "--load", tmp_path / "brittle.py", "--advisors", "Victory")
    with serving(*words) as served, served.client() as client:
        page = client.get("/game/brittle").text
        assert "\u202e" not in page
        assert "&lt;/script&gt;" in page
        client.post("/game/brittle/move", json={"move": "5", "ply": 0})
        with client.stream("GET", "/game/brittle/stream") as stream:
            told = next(
                document for _, kind, document in events(stream) if kind == "end" and document["words"]
            )
        assert told == {
            "how": "failed",
            "words": "it failed: brittle.py, line 9: ZeroDivisionError: <b>broken</b>",
        }
        assert "Traceback" not in client.get("/game/brittle/table").text
        assert client.get("/").status_code == 200
