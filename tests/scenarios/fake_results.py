"""Results that look like an experiment's, made up: every shape that a report has to cope with."""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import attrs

from games import HoyleError
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.rows import AdvisorRow, ContestRow, PhaseRow, RunRow
from scenarios.experiment.store import Store
from scenarios.language.reading import resolve_text
from scenarios.language.scenario import CellSpec

SCRIPT = "<script>alert('x')</script> & \"quotes\" | pipe `tick` **bold**"
UNICODE = "pong hau k'i 五道棋 ♞"
LONG = "a label that goes on and on " * 6 + "until-it-has-a-word-that-nobody-would-ever-break-in-half"
ADVISORS = ("Anthropomorph", "Candide", "Cyber", "Greedy", "Leery", "Open", "Pitchfork", "Shortsight")
SCENARIO = """title = "Contests until learned, by paradigm"
game = ["tic-tac-toe", "lose-tic-tac-toe", "achi"]
paradigm = [1, 2, 3]
runs = 5

[[phase]]
name = "learn"
contests = 120
until = { expert_like = 10 }
"""
META: dict[str, Any] = {
    "scenario": SCENARIO,
    "name": "learning-by-paradigm",
    "title": "Contests until learned, by paradigm",
    "about": "Hoyle learns each game from nothing against an expert, under each paradigm of 1990.",
    "seed": 1990,
    "runs": 5,
    "versions": {"hoyle": "0.1.0", "python": "3.11.2", "trio": "0.27.0", "numpy": "2.4.6"},
    "started": "2026-11-16T05:16:00+00:00",
    "scenario_digest": "5c1e" * 16,
    "games": {"tic-tac-toe": {"value": "draw"}, "achi": {"value": "draw"}},
}


@attrs.define
class Faker:
    """Writes made-up rows into a folder."""

    store: Store
    random: Random = attrs.field(factory=lambda: Random(1990))  # noqa: S311  # made up anyway

    def contest(self, cell: int, run: int, phase: int, contest: int, **known: Any) -> ContestRow:
        """Make up a contest, except for what is known."""
        result = known.get("result", 0)
        made = {
            "role": ("player", "opponent")[contest % 2],
            "other": "expert",
            "outcome": "draw" if result == 0 else "player",
            "result": result,
            "expert_like": None if result is None else int(result >= 0),
            "plies": 9,
            "moves": "5 1 9",
            "ended_by": "rules",
            "added": 0,
            "entries": 0,
            "decisions": 4,
            "decision_ns": 4 * 21_000_000,
            "choices": 4,
            "correct": 3,
            "work": 4_000,
            "wasted": 400,
            "seconds": 0.125,
        }
        return ContestRow(cell=cell, run=run, phase=phase, contest=contest, **{**made, **known})

    def phase(  # noqa: PLR0917  # where, then what
        self,
        cell: int,
        run: int,
        phase: int,
        name: str,
        results: Sequence[int | None],
        ended_by: str = "contests",
        **known: Any,
    ) -> None:
        """Write a phase with these results."""
        rows = [self.contest(cell, run, phase, i, result=r, **known) for i, r in enumerate(results)]
        self.store.write(*rows, self._end(len(rows), (cell, run, phase), name, ended_by))

    def _end(self, contests: int, key: tuple[int, int, int], name: str, ended_by: str) -> PhaseRow:
        cell, run, phase = key
        return PhaseRow(
            cell=cell,
            run=run,
            phase=phase,
            name=name,
            contests=contests,
            ended_by=ended_by,
            knowledge='{"wins": 3, "openings": 4}',
        )

    def learn(self, cell: int, run: int, difficulty: float, limit: int = 120) -> None:
        """Write a learning phase that gets better, until ten contests in a row were expert-like."""
        rows: list[ContestRow] = []
        good, entries = 0, 0
        while good < 10 and len(rows) < limit:
            skill = 1 - math.exp(-(len(rows) + 4) / difficulty)
            result = self.random.choice((0, 0, 0, 1)) if self.random.random() < skill else -1
            added = int(self.random.random() < 1.4 - skill) * self.random.randrange(1, 4)
            entries += added
            good = good + 1 if result >= 0 else 0
            known = {"result": result, "added": added, "entries": entries, **self._noise()}
            rows.append(self.contest(cell, run, 0, len(rows), **known))
        ended_by = "expert_like" if good == 10 else "contests"
        self.store.write(*rows, self._end(len(rows), (cell, run, 0), "learn", ended_by))

    def _noise(self) -> dict[str, Any]:
        return {
            "plies": self.random.randrange(5, 10),
            "decision_ns": self.random.randrange(60, 110) * 1_000_000,
            "seconds": self.random.uniform(0.05, 0.2),
        }

    def review(self, cell: int, run: int) -> None:
        """Write what the Advisors would have said."""
        rows = []
        for i, advisor in enumerate(ADVISORS):
            commented = self.random.randrange(10 * i, 10 * i + 20)
            agreed = self.random.randrange(commented // 2, commented + 1)
            counts = {"asked": 100, "commented": commented, "agreed": agreed}
            rows.append(AdvisorRow(cell=cell, run=run, phase=1, advisor=advisor, **counts))
        self.store.write(*rows)

    def end(self, cell: int, run: int, reason: str = "") -> None:
        """End a run."""
        self.store.write(RunRow(cell=cell, run=run, state="failed" if reason else "done", reason=reason))


OPEN: list[Store] = []
"""The files of all that was made up in this test: whoever runs tests closes them."""


def begin(
    folder: Path, axes: Mapping[str, Sequence[str]], tables: Iterable[Mapping[str, Any]] = (), **meta: Any
) -> Faker:
    """Start an experiment: every combination of the labels is a cell."""
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(folder)
    store._database.execute("PRAGMA synchronous = OFF")  # what is made up may be lost with the power
    OPEN.append(store)
    cells: list[dict[str, str]] = [{}]
    for axis, labels in axes.items():
        cells = [{**cell, axis: label} for cell in cells for label in labels]
    facts = {**META, "axes": dict(axes), "tables": list(tables), **meta}
    store.set_cells(_specs(facts["scenario"], cells))
    store.set_meta(facts)
    return Faker(store)


def _specs(scenario: str, cells: Sequence[dict[str, str]]) -> list[CellSpec]:
    """Let cells be what the scenario says, if it can be read and has as many."""
    try:
        found = resolve_text(scenario).cells
    except HoyleError:
        found = ()
    if len(found) != len(cells):
        found = (CellSpec(labels={}, game="achi"),) * len(cells)
    return [attrs.evolve(spec, labels=labels) for spec, labels in zip(found, cells, strict=True)]


def table(measure: str = "contests", phase: str = "learn", **other: Any) -> dict[str, Any]:
    """Describe a table."""
    usual = {"title": "Contests until learned", "rows": "game", "columns": "paradigm"}
    return {"measure": measure, "phase": phase, **usual, **other}


def won_in_tests(
    folder: Path,
    axes: Mapping[str, Sequence[str]],
    won: Sequence[Sequence[int]],
    tables: Iterable[Mapping[str, Any]] = (),
) -> Path:
    """Make up tests of twenty contests, so many of which were won in each run of each cell."""
    faker = begin(folder, axes, tables, runs=max(map(len, won)))
    for cell, runs in enumerate(won):
        for run, count in enumerate(runs):
            faker.phase(cell, run, 0, "test", [1] * count + [0] * (20 - count))
            faker.end(cell, run)
    faker.store.close()
    return folder


WON = table("won", "test", title="Won", rows="paradigm", columns="")


def won_records(
    folder: Path,
    axes: Mapping[str, Sequence[str]],
    won: Sequence[Sequence[int]],
    tables: Iterable[Mapping[str, Any]] = (WON,),
) -> Records:
    """Make up such tests, and read them."""
    return read_records(won_in_tests(folder, axes, won, tables))


GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi")
PARADIGMS = ("1", "2", "3")
PAPER = {
    "tic-tac-toe": {"1": 21.6, "2": 19.8, "3": 28.6},
    "lose-tic-tac-toe": {"1": 73.2, "2": 143.2, "3": 230.2},
    "achi": {"1": 10.0, "2": 25.2, "3": 10.0},
}
DIFFICULTY = {"tic-tac-toe": 6.0, "lose-tic-tac-toe": 30.0, "achi": 2.0}


def plausible(folder: Path, *, runs: int = 5, games: Sequence[str] = GAMES) -> Path:
    """Make up an experiment as the paper's: learning, a test, reviews, a failed run and censored ones."""
    wdl = {"tic-tac-toe": {"1": [0, 20, 0], "2": [2, 18, 0], "3": [1, 17, 2]}}
    tables = [
        table(paper=PAPER, better="less"),
        table("results", "test", title="Twenty contests after learning", paper=wdl),
        table("time", "test", title="Decision time", columns="", better="less", paper={"achi": 21}),
    ]
    faker = begin(folder, {"game": games, "paradigm": PARADIGMS}, tables)
    for cell in range(len(games) * len(PARADIGMS)):
        game = games[cell // len(PARADIGMS)]
        for run in range(1 if cell == 4 else runs):
            faker.learn(cell, run, DIFFICULTY.get(game, 4.0) * (1 + 0.4 * (cell % 3)))
            if (cell, run) == (2, 3):
                faker.end(cell, run, "ValueError: Patsy asked for location 10 of 9")
                continue
            weights = (1, 8, 1) if game != "lose-tic-tac-toe" else (5, 3, 4)
            faker.phase(cell, run, 1, "test", faker.random.choices((1, 0, -1), weights, k=20), entries=40)
            faker.review(cell, run)
            faker.end(cell, run)
    faker.store.close()
    return folder


def weird(folder: Path) -> Path:
    """Make up an experiment of what is strange: labels, empty phases, watching, unfinished runs."""
    labels = (SCRIPT, UNICODE, LONG, "", "nothing here")
    tables = [
        table(paper={SCRIPT: {"1": 10}}, title=SCRIPT),
        table("plies", title="By hand", rows="paradigm", columns="", split="game"),
        table("results", rows="game", columns="phase", title="By phase"),
        table(rows="no such axis", columns="", title="Of nothing"),
    ]
    strange = {"title": SCRIPT, "about": LONG, "name": SCRIPT, "scenario": SCRIPT}
    faker = begin(folder, {"game": labels, "paradigm": ("1",)}, tables, **strange)
    faker.phase(0, 0, 0, "learn", [1, 0, -1], added=2)
    faker.phase(0, 0, 1, SCRIPT, [], "time")
    faker.end(0, 0)
    faker.phase(1, 0, 0, "learn", [None, None], role="none", other=SCRIPT, added=1)
    faker.end(1, 0, SCRIPT)
    faker.phase(2, 0, 0, "learn", [0] * 4, ended_by="stable", decisions=0, decision_ns=0, added=1)
    faker.store.write(
        AdvisorRow(cell=2, run=0, phase=0, advisor=SCRIPT, asked=0, commented=0, agreed=0),
        AdvisorRow(cell=2, run=0, phase=0, advisor=LONG, asked=5, commented=5, agreed=1),
        faker.contest(3, 0, 0, 0, result=1),
    )
    faker.store.close()
    return folder


def large(folder: Path, rows: int = 100_000) -> Path:
    """Make up an experiment of very many contests."""
    games, paradigms = [f"game-{i}" for i in range(10)], [str(i) for i in range(5)]
    faker = begin(folder, {"game": games, "paradigm": paradigms}, [table()])
    contests = rows // (50 * 10)
    for cell in range(50):
        for run in range(10):
            faker.phase(cell, run, 0, "learn", faker.random.choices((1, 0, -1), k=contests), added=1)
            faker.review(cell, run)
            faker.end(cell, run)
    faker.store.close()
    return folder
