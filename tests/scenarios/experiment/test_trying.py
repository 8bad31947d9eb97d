"""Whoever is asked elsewhere is tried once before an experiment begins."""

import contextlib
import http.server
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scenarios import IncompleteExperiment, read_scenario, run_experiment
from scenarios.experiment.store import Store
from tests.scenarios.conftest import Hoyle

SCENARIO = """
game = "tic-tac-toe"
advisors = ["Victory", "Outsider"]

{table}

[[phase]]
name = "test"
against = "random"
contests = 1
"""
READY = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "position":
        print(json.dumps({"type": "done", "id": message["id"]}), flush=True)
"""
SLEEPY = "import sys; sys.stdin.read()"


def _scenario(folder: Path, table: str) -> Path:
    file = folder / "outsider.toml"
    file.write_text(SCENARIO.format(table=table))
    return file


def _program(*command: str) -> str:
    words = ", ".join(f"'{word}'" for word in command)
    return f'[[advisor]]\nname = "Outsider"\ncommand = [{words}]\nbudget = "1ms"'


def _refused(hoyle: Hoyle, file: Path, *more: object) -> str:
    """Run it in vain, see that nothing is written, and return what is said."""
    out = file.parent / "out"
    before = sorted(out.rglob("*")) if out.exists() else None
    answer = hoyle("run", file, "--out", out, *more)
    assert answer.code == 2, answer
    assert (sorted(out.rglob("*")) if out.exists() else None) == before
    assert answer.err.startswith("hoyle: Advisor 'Outsider' cannot take part: ")
    assert 'without = ["Outsider"]' in answer.err
    assert answer.err.count("\n") == 1
    return answer.err


def test_a_program_that_cannot_be_started_is_an_error(hoyle: Hoyle, tmp_path: Path) -> None:
    """It is named, nothing is written, and the exit code is 2."""
    assert "'nodx'" in _refused(hoyle, _scenario(tmp_path, _program("nodx", "x.js")))


def test_a_program_that_ends_before_it_is_ready_is_an_error(hoyle: Hoyle, tmp_path: Path) -> None:
    """Its last words are told."""
    (tmp_path / "program.py").write_text("raise SystemExit('no licence')")
    table = _program(sys.executable, "program.py")
    assert "no licence" in _refused(hoyle, _scenario(tmp_path, table))


@pytest.mark.parametrize(("code", "state"), [(READY, "done"), (SLEEPY, "failed")])
def test_a_program_that_runs_takes_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, state: str
) -> None:
    """One that takes its time to be ready is not refused; if it never is, its run fails by the brake."""
    monkeypatch.setattr("agents.remote.external.ExternalAdvisor.start_s", 0.2)
    (tmp_path / "program.py").write_text(code)
    brake = [] if state == "done" else ['brake="0.3s"']
    scenario = read_scenario(_scenario(tmp_path, _program(sys.executable, "program.py")), overrides=brake)
    with contextlib.suppress(IncompleteExperiment):
        run_experiment(scenario, tmp_path / "out", jobs=0)
    with Store(tmp_path / "out") as store:
        (row,) = store.runs()
    assert (row.state, "needed more than 0.3 s" in row.reason) == (state, state == "failed")


def test_what_worked_once_is_tried_again_on_resume(hoyle: Hoyle, tmp_path: Path) -> None:
    """A program that is gone since is told of before anything is touched."""
    program = tmp_path / "program"
    program.write_text(f"#!{sys.executable}\n{READY}")
    program.chmod(0o755)
    file = _scenario(tmp_path, _program(str(program)))
    assert hoyle("run", file, "--out", tmp_path / "out").code in (0, 1)
    program.chmod(0o644)
    assert "Permission denied" in _refused(hoyle, file, "--resume")


@contextmanager
def _endpoint(status: int) -> Iterator[str]:
    """Return every request with a status."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(status)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()


def _model(url: str) -> str:
    return f'[[advisor]]\nname = "Outsider"\nurl = "{url}"\nmodel = "m"\nkey_env = "OUTSIDER_KEY"'


@pytest.mark.parametrize("status", [401, 403])
def test_an_endpoint_that_refuses_the_key_is_an_error(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """The variable of the key is named, and the key is not."""
    monkeypatch.setenv("OUTSIDER_KEY", "sesame-1234")
    with _endpoint(status) as url:
        told = _refused(hoyle, _scenario(tmp_path, _model(url)))
    assert f"answered {status}: it refuses the key in OUTSIDER_KEY" in told
    assert "sesame" not in told


def test_an_endpoint_that_nobody_answers_at_is_an_error(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its address is named."""
    monkeypatch.setenv("OUTSIDER_KEY", "sesame-1234")
    with _endpoint(200) as url:
        pass
    assert f"cannot reach {url}" in _refused(hoyle, _scenario(tmp_path, _model(url)))


@pytest.mark.parametrize("status", [200, 400, 404, 405, 503])
def test_an_endpoint_that_is_there_takes_part(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """What it makes of a question without words says nothing of what it makes of a real one."""
    monkeypatch.setenv("OUTSIDER_KEY", "sesame-1234")
    with _endpoint(status) as url:
        file = _scenario(tmp_path, _model(url) + '\nbudget = "50ms"')
        answer = hoyle("run", file, "--set", "clock=wall", "--out", tmp_path / "out")
    assert answer.code != 2, answer.err


def test_an_advisor_that_no_process_can_make_is_an_error(hoyle: Hoyle, tmp_path: Path) -> None:
    """It was made here, but a process of its own cannot make it."""
    (tmp_path / "outsider.py").write_text(
        "import os\n"
        "from agents import Advisor\n"
        f"if os.getpid() != {os.getpid()}:\n"
        "    raise RuntimeError('only at home')\n"
        "class Outsider(Advisor):\n"
        "    placement = 'process'\n"
        "    async def advise(self, think):\n"
        "        pass\n"
    )
    file = _scenario(tmp_path, "")
    file.write_text('load = ["outsider.py"]\n' + file.read_text())
    assert "only at home" in _refused(hoyle, file)
