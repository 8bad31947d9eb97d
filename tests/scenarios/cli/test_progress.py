"""How far an experiment is, where no bar can be drawn."""

from pathlib import Path

import pytest

from scenarios import read_scenario
from scenarios.cli import progress as shown
from scenarios.cli.progress import FIRST_LINE, NEXT_LINE, ProgressLines
from scenarios.experiment.runner import Progress
from tests.scenarios.conftest import Hoyle
from tests.scenarios.quick import quick, write


class Listener:
    """Somebody who is told lines, and sets the clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.lines: list[str] = []
        self.progress = ProgressLines(5280, say=self.lines.append, clock=lambda: self.now)

    def after(self, seconds: float, runs: int, contests: int) -> list[str]:
        """Let time pass and something be done; return what was said of it."""
        self.now += seconds
        before = len(self.lines)
        self.progress.hear(Progress(runs, 24, contests))
        return self.lines[before:]


def test_a_line_comes_every_so_often() -> None:
    """At leisure, however often there is news."""
    listener = Listener()
    assert listener.after(0, 0, 0) == []
    assert listener.after(FIRST_LINE - 1, 0, 100) == []
    assert listener.after(1, 0, 120) == ["0 of 24 runs, 120 of at most 5,280 contests after 30 seconds"]
    assert listener.after(NEXT_LINE - 1, 2, 300) == []
    assert listener.after(1, 2, 312) == [
        "2 of 24 runs, 312 of at most 5,280 contests after 60 seconds; about 11 minutes left"
    ]
    assert listener.after(0.25, 3, 330) == []


def test_what_was_done_before_says_nothing_about_time() -> None:
    """An experiment that is gone on with has not become faster."""
    listener = Listener()
    assert listener.after(0, 12, 2000) == []
    (line,) = listener.after(FIRST_LINE, 12, 2010)
    assert "left" not in line
    (line,) = listener.after(NEXT_LINE, 18, 2500)
    assert line.endswith("after 60 seconds; about 60 seconds left")


@pytest.mark.parametrize("term", ["", "dumb"])
def test_lines_go_to_stderr(hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    """Where nobody looks, or the terminal is dumb; one who wants a document gets that and no line."""
    monkeypatch.setattr(shown, "FIRST_LINE", 0.0)
    if term:
        monkeypatch.setenv("TERM", term)
        monkeypatch.setenv("FORCE_COLOR", "1")
    file = write(quick(), tmp_path / "quick.toml")
    answer = hoyle("run", file, "--out", tmp_path / "told")
    assert answer.code == 0
    assert answer.err == "hoyle: 0 of 1 run, 0 of at most 6 contests after 0 seconds\n"
    assert "of at most" not in answer.out
    answer = hoyle("run", file, "--out", tmp_path / "quiet", "--json")
    assert (answer.code, answer.err) == (0, "")


def test_a_bar_has_the_place_of_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal that can draw one nothing is said in lines."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(shown, "ProgressLines", None)
    with shown.shown_progress(read_scenario("quickstart"), is_quiet=False) as hear:
        hear(Progress(1, 24, 10))
