"""What tests of processes share: the launcher is no process that was left behind, whenever it was started."""

import subprocess
import sys
import threading
from contextlib import ExitStack

import attrs
import pytest

from agents.remote.processes import LAUNCHER, REAPER
from tests import processes
from tests.processes import eventually, leaving_no_process, processes_below


@attrs.frozen
class Late:
    """One that had to be ended; the launcher is started for whoever stands in for it, when somebody looks."""

    is_looked_for: threading.Event = attrs.field(factory=threading.Event)

    def has_stopped(self, seconds: float) -> bool:
        """Wait until somebody looks which processes there are."""
        del seconds
        return not self.is_looked_for.wait(processes.WAIT_S)

    def end(self) -> None:
        """Start the launcher."""
        LAUNCHER.wait_ready()


def test_a_launcher_that_the_reaper_starts_late_is_not_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is known for what it is, also if a test is over before the reaper had to start it."""
    late = Late()

    def looked(pid: int) -> set[int]:
        late.is_looked_for.set()
        eventually(lambda: bool(processes_below(pid)))
        return processes_below(pid)

    LAUNCHER.close()
    with leaving_no_process():
        monkeypatch.setattr(processes, "WAIT_S", 0.5)
        monkeypatch.setattr(processes, "processes_below", looked)
        REAPER.take(late, lambda _: None)
    REAPER.wait()
    assert LAUNCHER.is_ready


def test_what_is_left_behind_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any other process is, by its number."""
    monkeypatch.setattr(processes, "WAIT_S", 0.05)
    with ExitStack() as guarded:
        guarded.enter_context(leaving_no_process())
        with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as left:
            with pytest.raises(AssertionError, match=rf"^processes \{{{left.pid}\}} are left"):
                guarded.close()
            left.kill()
