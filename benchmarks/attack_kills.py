"""Commands that are killed at random moments and continued: the result is that of an undisturbed command."""

import json
import os
import random
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from benchmarks.forked import hoyle
from blackboard import KnowledgeFile
from scenarios.experiment.store import FILE
from tests.processes import eventually, processes_below
from tests.scenarios.quick import LEARN, TEST, ended, processes_about, quick, start, write

GROUP, ALONE, WORKER = "it and all its processes", "it alone", "a worker"
WORKER_MODULE = b"scenarios.experiment.run_worker"
LEFTOVERS = ".hoyle-*.tmp"
PLAYED = 60
"""How many contests `play` learns from."""
KNOWLEDGE = "learned.hoyle"
OUT = "out"
FAILED = 1

Words = tuple[object, ...]


@attrs.frozen
class Round:
    """A command that was killed a few times and then finished."""

    kills: tuple[str, ...]
    """Who was killed, and when."""
    faults: tuple[str, ...]


def run_words(folder: Path) -> Words:
    """Run a scenario on two processes, or continue if there are results."""
    scenario = folder / "killed.toml"
    phases = ({**LEARN, "contests": 14}, {**TEST, "contests": 6})
    write(quick(*phases, paradigm=[1, 2], runs=4, trace=True), scenario)
    return ("run", scenario, "--out", folder / OUT, "--jobs", 2, "--json", *_resume(folder))


def tune_words(folder: Path) -> Words:
    """Race two settings, or continue if there are results."""
    race = ("--axes", "silence", "--axes", "advisors=Victory+Panic", "--against", "random", "--contests", 400)
    return ("tune", "tic-tac-toe", *race, "--jobs", 2, "--state", folder / OUT, "--json", *_resume(folder))


def play_words(folder: Path) -> Words:
    """Learn from contests against a random contestant."""
    hoyles = ("--me", "hoyle:advisors=Victory+Panic", "--against", "random", "--contests", PLAYED)
    learning = ("--learn", "--knowledge", folder / KNOWLEDGE, "--clock", "virtual")
    return ("play", "tic-tac-toe", *hoyles, *learning, "--json")


def _resume(folder: Path) -> tuple[str, ...]:
    return ("--resume",) if (folder / OUT / FILE).exists() else ()


def run_result(folder: Path, out: str) -> str:
    """Return the digest, and a hash of all traces and knowledge files."""
    files = sorted(each for kind in ("traces", "knowledge") for each in (folder / OUT / kind).iterdir())
    return f"{json.loads(out)['digest']} {sha256(b''.join(each.read_bytes() for each in files)).hexdigest()}"


def tune_result(folder: Path, out: str) -> str:
    """Return the document, without its folder and times."""
    return re.sub(r'"(seconds|state|out)": [^\n]*', "", out.replace(str(folder), ""))


def play_result(folder: Path, out: str) -> str:
    """Return the contests, and what was learned."""
    return out.replace(str(folder), "") + sha256((folder / KNOWLEDGE).read_bytes()).hexdigest()


class Target:
    """A command to be killed."""

    most_kills = 3
    whom: tuple[str, ...] = (GROUP, ALONE, WORKER)

    def __init__(
        self, words: Callable[[Path], Words], result: Callable[[Path, str], str], folder: Path
    ) -> None:
        """Run it undisturbed, to know its result and how long it takes."""
        self.words, self.result, self.folder = words, result, folder
        self.folder.mkdir()
        (place := folder / "whole").mkdir()
        began = time.monotonic()
        self.whole = self.finished(place)
        self.seconds = time.monotonic() - began

    def finished(self, place: Path) -> str:
        """Run it to its end in a folder, and return its result; RuntimeError if it fails."""
        code, out, err = ended(start(*self.words(place)))
        if code or err.strip():
            raise RuntimeError(f"it ended with {code}: {err.strip()[-300:]}")
        return self.result(place, out)

    def torn(self, chance: random.Random) -> Round:
        """Kill it a few times in one folder, and then finish it."""
        kills: list[str] = []
        faults: list[str] = []
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            place = Path(name)
            for _ in range(chance.randint(1, self.most_kills)):
                whom, after = chance.choice(self.whom), chance.random() * self.seconds
                kills.append(f"{whom} after {after:.2f} s")
                faults += self.killed(place, whom, after)
            try:
                faults += self.compared(place)
            except RuntimeError as error:
                faults.append(str(error))
            faults += [f"{each.name} was left" for each in place.rglob(LEFTOVERS)]
        return Round(tuple(kills), tuple(faults))

    def killed(self, place: Path, whom: str, after: float) -> Iterator[str]:
        """Start it and kill something; yield what must not happen then."""
        process, until = start(*self.words(place)), time.monotonic() + after
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        if whom == WORKER and (workers := workers_below(process.pid)):
            _kill(os.kill, workers[0])
        else:
            _kill(os.kill if whom == ALONE else os.killpg, process.pid)
        code, out, err = ended(process)
        if code not in (0, FAILED, -signal.SIGKILL) or "Traceback" in err:
            yield f"it ended with {code}: {err.strip()[-300:]}"
        elif code == 0 and self.result(place, out) != self.whole:
            yield "exit code 0, but another result"
        if not eventually(lambda: not processes_about(place)):
            yield "processes are left"

    def compared(self, place: Path) -> Iterator[str]:
        """Finish it; yield how it differs."""
        if self.finished(place) != self.whole:
            yield "finished with another result"


class Player(Target):
    """`hoyle play --learn`: its file is always that after a number of whole contests."""

    most_kills = 1
    whom = (GROUP, ALONE)

    def __init__(self, folder: Path) -> None:
        """Play undisturbed, and note what the file holds after each contest."""
        super().__init__(play_words, play_result, folder)
        (place := folder / "noted").mkdir()
        self.hashes = set(noted(place))

    def compared(self, place: Path) -> Iterator[str]:
        """Play on; yield how it differs from a program that begins with a copy of the file."""
        file = place / KNOWLEDGE
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            if file.exists():
                if sha256(file.read_bytes()).hexdigest() not in self.hashes:
                    yield "the file is that after no number of contests"
                shutil.copy(file, name)
            if self.finished(Path(name)) != self.finished(place):
                yield "played on to another result"


def noted(place: Path) -> Sequence[str]:
    """Return a hash of everything that `play` writes into its file."""
    log = place / "hashes"
    names = ("write", "make")
    whole = {name: getattr(KnowledgeFile, name) for name in names}

    def noting(name: str) -> Callable[[KnowledgeFile, bytes], Any]:
        def put(file: KnowledgeFile, data: bytes) -> Any:
            with log.open("a") as lines:
                lines.write(f"{sha256(data).hexdigest()}\n")
            return whole[name](file, data)

        return put

    try:
        for name in names:
            setattr(KnowledgeFile, name, noting(name))
        done = hoyle(*play_words(place))
    finally:
        for name in names:
            setattr(KnowledgeFile, name, whole[name])
    if done.code:
        raise RuntimeError(done.err)
    return log.read_text().splitlines()


def workers_below(pid: int) -> list[int]:
    """Return the worker processes of a command."""
    found = []
    for each in sorted(processes_below(pid)):
        try:
            words = Path(f"/proc/{each}/cmdline").read_bytes()
        except OSError:
            continue
        if WORKER_MODULE in words:
            found.append(each)
    return found


def _kill(kill: Callable[[int, int], None], pid: int) -> None:
    try:
        kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


TARGETS: dict[str, Callable[[Path], Target]] = {
    "run --jobs 2": lambda folder: Target(run_words, run_result, folder),
    "tune": lambda folder: Target(tune_words, tune_result, folder),
    "play --learn": Player,
}
"""By name, in a folder that does not exist yet."""
