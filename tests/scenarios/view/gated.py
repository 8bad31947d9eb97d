"""An experiment whose contests wait to be let through, so that a test says how far it is."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import attrs

from scenarios.experiment.store import FILE
from tests.scenarios.view.serving import ROOT

CONTESTANT = '''
import os

from agents import Contestant, pick


class Gated(Contestant):
    """Play anything, but wait at the gate before the first move of each contest."""

    name = "gated"

    async def choose(self, game, position, streams):
        if sum(cell is not None for cell in game.cells(position)) < 2:
            gate = os.open(os.environ["GATE"], os.O_RDONLY)
            os.read(gate, 1)
            os.close(gate)
        return pick(streams.stream("gated"), game.legal_moves(position))
'''
SCENARIO = """
title = "Waits at a gate"
game = "tic-tac-toe"
paradigm = [1, 2]
runs = 1
seed = 4
trace = true
load = ["gated.py"]

[[phase]]
name = "learn"
learn = "play"
against = "gated"
contests = 4
"""
EVERY_CONTEST = 8
PATIENCE_S = 180.0


@attrs.frozen
class Gate:
    """The gate, and the experiment that waits at it."""

    folder: Path
    process: subprocess.Popen[str]
    _opened: int

    def has_begun(self) -> bool:
        """Is it written down what is run?"""
        try:
            with closing(sqlite3.connect(f"file:{self.folder / FILE}?mode=ro", uri=True)) as database:
                return bool(database.execute("SELECT COUNT(*) FROM meta").fetchone()[0])
        except sqlite3.Error:
            return False

    def let(self, contests: int) -> None:
        """Let so many contests through, of whichever run."""
        os.write(self._opened, b"." * contests)

    def end(self) -> None:
        """Let all through, and wait for the end."""
        self.let(EVERY_CONTEST)
        _, told = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0, told


@contextmanager
def gated(place: Path) -> Iterator[Gate]:
    """Start an experiment of two runs in two processes, of which none gets beyond its first moves."""
    (place / "gated.py").write_text(CONTESTANT)
    (place / "gated.toml").write_text(SCENARIO)
    os.mkfifo(place / "gate")
    opened = os.open(place / "gate", os.O_RDWR)
    words = ("run", place / "gated.toml", "--out", place / "results", "--jobs", 2, "--json")
    process = subprocess.Popen(  # noqa: S603  # ours
        [sys.executable, "-m", "hoyle", *map(str, words)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "GATE": str(place / "gate")},
    )
    gate = Gate(place / "results", process, opened)
    try:
        yield gate
        if process.poll() is None:
            gate.end()
    finally:
        process.kill()
        gate.let(EVERY_CONTEST)
        process.communicate()
        os.close(opened)
