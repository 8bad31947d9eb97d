"""An attack on what docs/promises.md promises: kills, changed files and hostile Advisors, all at random.

Run it with `python benchmarks/attack.py [--minutes 10] [--seed N]`. The numbers of cases are proportional
to the minutes: in ten it makes 40 kills, changes 2,000 files of each format, and tries each hostile Advisor
in each placement on both clocks. Each part stops when its share of the time is over, so a slow machine tries
fewer cases, and the table says how many. The exit code is 1 if a promise was broken; `--case` repeats that
case.
"""

import argparse
import gc
import multiprocessing
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from pathlib import Path

import attrs
from rich.console import Console
from rich.table import Table

from benchmarks import attack_advisors, attack_files, attack_kills
from scenarios.cli.main import COMMANDS, cli

MINUTES = 10.0
FILES = 2000
KILLS = 40
"""How many cases of each format, and how many kills, there are in ten minutes."""
SHARES = {"files": 0.45, "advisors": 0.6, "kills": 1.0}
"""When each part ends at the latest, as parts of the time."""


@attrs.frozen
class Outcome:
    """One case: what was done, and what Hoyle did wrong."""

    case: str
    what: str
    faults: tuple[str, ...] = ()
    size: int = 1
    """How many of the wanted cases it stands for: a round may have several kills."""
    is_refused: bool = False


@attrs.define
class Part:
    """The cases of one kind."""

    name: str
    wanted: int
    outcomes: list[Outcome] = attrs.field(factory=list)

    @property
    def done(self) -> int:
        """Return how many cases were tried."""
        return sum(each.size for each in self.outcomes)

    @property
    def broken(self) -> list[Outcome]:
        """Return the cases in which a promise was broken."""
        return [each for each in self.outcomes if each.faults]


class Attack:
    """All parts, with one seed and one end."""

    def __init__(self, folder: Path, minutes: float, seed: int) -> None:
        """Make what is attacked."""
        self.seed = seed
        self._part = minutes / MINUTES
        self._seconds = minutes * 60
        self._folder = folder
        (folder / "whole").mkdir()
        attack_files.make_originals(folder / "whole")
        gc.freeze()
        self._targets: dict[str, attack_kills.Target] = {}
        self._begin = time.monotonic()

    def parts(self) -> Iterator[Part]:
        """Yield each part when it is over."""
        number = round(FILES * self._part)
        names = list(attack_files.FORMATS)
        fork = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(CORES, mp_context=fork) as pool:
            for place, name in enumerate(names, start=1):
                until = self._until("files", place / len(names))
                yield self._tried(pool, Part(f"files/{name}", number), until)
            cases = len(attack_advisors.cases(random.Random(self.seed)))  # noqa: S311  # to be repeated
            part = Part("advisors", min(cases, round(cases * self._part)))
            yield self._tried(pool, part, self._until("advisors"))
        for place, name in enumerate(attack_kills.TARGETS, start=1):
            wanted = max(1, round(KILLS * self._part / len(attack_kills.TARGETS)))
            yield self._killed(Part(f"kills/{name}", wanted), self._kills_until(place))

    def _until(self, kind: str, place: float = 1.0) -> float:
        """Return when a part of a kind ends at the latest."""
        ends = dict(zip(SHARES, (0.0, *SHARES.values()), strict=False))
        return self._begin + self._seconds * (ends[kind] + (SHARES[kind] - ends[kind]) * place)

    def _kills_until(self, place: int) -> float:
        now = time.monotonic()
        left = max(0.0, self._until("kills") - now)
        return now + left / (len(attack_kills.TARGETS) + 1 - place)

    def _tried(self, pool: ProcessPoolExecutor, part: Part, until: float) -> Part:
        """Try cases in processes until all are done, or the time is over."""
        number, pending = 0, set[Future[Outcome]]()
        task = partial(self.case_of(part.name), self._folder / "whole", self.seed)
        while True:
            while number < part.wanted and len(pending) < CORES and time.monotonic() < until:
                pending.add(pool.submit(task, f"{part.name}/{number}"))
                number += 1
            if not pending:
                return part
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            part.outcomes += [each.result() for each in done]

    def _killed(self, part: Part, until: float) -> Part:
        """Kill a command until it was killed often enough, or the time is over; once in any case."""
        number = 0
        while part.done < part.wanted and (not number or time.monotonic() < until):
            part.outcomes.append(self.kill(f"{part.name}/{number}"))
            number += 1
        return part

    def kill(self, case: str) -> Outcome:
        """Kill a command a few times, and finish it."""
        name = case.split("/")[1]
        if name not in self._targets:
            place = self._folder / f"kills-{len(self._targets)}"
            self._targets[name] = attack_kills.TARGETS[name](place)
        done = self._targets[name].torn(random.Random(f"{self.seed}/{case}"))  # noqa: S311  # to be repeated
        return Outcome(case, ", ".join(done.kills), done.faults, len(done.kills))

    def repeat(self, case: str) -> Outcome:
        """Repeat one case."""
        if case.startswith("kills/"):
            return self.kill(case)
        return self.case_of(case)(self._folder / "whole", self.seed, case)

    @staticmethod
    def case_of(name: str) -> Callable[[Path, int, str], Outcome]:
        """Return what tries a case of a part."""
        return change if name.startswith("files/") else advise


CORES = os.cpu_count() or 1


def change(whole: Path, seed: int, case: str) -> Outcome:
    """Change a file, and let a command read it."""
    tried = attack_files.attempt(case.split("/")[1], whole, f"{seed}/{case}")
    faults = (tried.fault,) if tried.fault else ()
    return Outcome(case, f"{tried.kind}: hoyle {tried.command}", faults, is_refused=tried.is_refused)


def advise(_: Path, seed: int, case: str) -> Outcome:
    """Let a hostile Advisor take part in a decision."""
    cases = attack_advisors.cases(random.Random(seed))  # noqa: S311  # to be repeated, not to be secret
    what = cases[int(case.split("/")[1])]
    fault = attack_advisors.fault(what)
    return Outcome(case, ", ".join(what), (fault,) if fault else ())


def table(parts: list[Part], seconds: float) -> Table:
    """Show how many cases there were, and how many broke a promise."""
    made = Table(box=None, pad_edge=False, title=f"{seconds:.0f} seconds", title_justify="left")
    for heading in ("attack", "cases", "of", "refused", "broken"):
        made.add_column(heading, justify="left" if heading == "attack" else "right")
    for part in parts:
        refused = sum(each.is_refused for each in part.outcomes)
        shown = f"{refused:,}" if part.name.startswith("files/") else ""
        made.add_row(part.name, f"{part.done:,}", f"{part.wanted:,}", shown, str(len(part.broken)))
    return made


def main() -> None:
    """Attack, and print a table and what was broken."""
    parser = argparse.ArgumentParser(description="Attack what docs/promises.md promises.")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="how long (10)")
    parser.add_argument(
        "--seed", type=int, default=random.SystemRandom().randrange(10**6), help="to repeat it"
    )
    parser.add_argument("--case", help="repeat this case alone")
    given = parser.parse_args()
    for name in COMMANDS:
        cli.get_command(None, name)  # type: ignore[arg-type]  # it imports the command
    console, begin = Console(width=160, highlight=False), time.monotonic()
    console.print(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as folder:
        attack = Attack(Path(folder), given.minutes, given.seed)
        if given.case:
            console.print(outcome := attack.repeat(given.case))
            raise SystemExit(bool(outcome.faults))
        parts = list(attack.parts())
    console.print(table(parts, time.monotonic() - begin))
    broken = [each for part in parts for each in part.broken]
    for each in broken:
        console.print(f"\n{each.case}: {each.what}", *each.faults, sep="\n  ", markup=False)
        console.print(f"  repeat: python benchmarks/attack.py --seed {given.seed} --case '{each.case}'")
    raise SystemExit(bool(broken))


if __name__ == "__main__":
    main()
