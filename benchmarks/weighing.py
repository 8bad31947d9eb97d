"""What learned weights cost and save, as ratios taken in one run.

    python benchmarks/weighing.py [--whole]

Hoyle learns with the Advisors of the tutorial, as in the bundled scenarios of that name. Weighing is compared
with the decisions of the very contest after which it is done; a vote with learned weights with one in which
all count alike; and a test with whoever is heard there with one in which all are. Time is that of the
processor, so that others on the machine disturb little. `--whole` adds how long the learning part of a run of
five men's morris takes, a minute or two.
"""

import gc
import math
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import attrs
import trio
from rich.console import Console
from rich.table import Table

from agents import Learner, Lesson, Streams, declared_items, make_contestant
from agents.learners.weighing import EXAMPLES, WEIGHTS, Weighing, track_record
from blackboard import Experience, Knowledge
from control import Budgets, Hoyle, Panel, Settings, VirtualClock, decide
from control.hearing.panel_seating import seat_panel
from control.settings.hoyle_options import HoyleOptions
from games import Game, Move, Role, make_game
from scenarios import read_scenario, run_experiment
from scenarios.experiment.phases import WATCHED_FOR_SYMMETRIES
from scenarios.experiment.run_files import KNOWLEDGE
from scenarios.play.contests import play_contest

GAMES = ("tic-tac-toe", "lose-tic-tac-toe")
CLOCKS: Mapping[str, Callable[[], VirtualClock | None]] = {
    "virtual clock": VirtualClock,
    "wall clock": lambda: None,
}
OPTIONS = HoyleOptions(
    paradigm="pwl",
    advisors=("tutorial",),
    layout="forr",
    symmetry=True,
    learn=True,
    budget=("weights=60s",),
    learning_budget=500_000_000,
)
"""As the scenarios of the tutorial have it."""
CONTESTS = 60
FIRST = 10
"""Contests after which nearly every example is a new one."""
TESTERS = ("perfect", "fallible:10", "fallible:50", "random")
TESTS = 8
ROUNDS = 25
WHOLE_ROUNDS = 3
SEED = 1990
WHOLE = "tutorial-five-mens-morris"
T = TypeVar("T")
BOUNDS = {"weighing": 1.0, "pwl": 1.05, "dropped": 0.8, "whole": 60.0}


@attrs.frozen
class Row:
    """A comparison as it is printed."""

    what: str
    bound: str
    """Which of BOUNDS it is to keep; none if it is only shown."""
    ms: float
    ratio: float

    def cells(self) -> tuple[str, ...]:
        """Write it down."""
        bound = BOUNDS.get(self.bound)
        verdict = "" if bound is None else "kept" if self.ratio <= bound else "MISSED"
        shown = "" if bound is None else f"{bound:g}"
        return self.what, f"{self.ms:.2f}", f"{self.ratio:.2f}", shown, verdict


# Weighing, beside the decisions of the contest.


class TimedWeighing(Weighing):
    """Weighing that keeps how long it takes."""

    feeds = (WEIGHTS, EXAMPLES)

    def __init__(self) -> None:
        self.seconds = 0.0

    async def learn(self, lesson: Lesson) -> None:
        """Weigh against the clock."""
        self.seconds, _ = await timed(super().learn(lesson))


class TimedHoyle(Hoyle):
    """Hoyle, that keeps how long its decisions take."""

    seconds = 0.0

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Decide against the clock."""
        seconds, move = await timed(super().choose(game, position, streams))
        self.seconds += seconds
        return move


async def timed(what: Awaitable[T]) -> tuple[float, T]:
    """Return how many seconds of the processor something takes, and what comes of it."""
    start = time.process_time()
    answer = await what
    return time.process_time() - start, answer


async def with_symmetries(game: Game[Any]) -> Knowledge:
    """Learn the symmetries of a game, as experiments do before anything else."""
    watching = Hoyle.of(HoyleOptions(learners=("symmetries",), learn=True), Knowledge.of(game))
    pair = make_contestant("perfect", game), make_contestant("random", game)
    for number in range(WATCHED_FOR_SYMMETRIES):
        streams = Streams(SEED).child("symmetry", number)
        seats = {Role(number % 2): pair[0], Role(1 - number % 2): pair[1]}
        await watching.learn(game, await play_contest(game, seats, streams), streams)
    return watching.knowledge or Knowledge.of(game)


@attrs.frozen
class Taught:
    """What came of learning, and what each contest took."""

    knowledge: Knowledge
    deciding: list[float]
    weighing: list[float]

    def ratio(self, first: int) -> float:
        """Compare weighing after the first so many contests with their own decisions."""
        return math.fsum(self.weighing[:first]) / math.fsum(self.deciding[:first])


async def taught(game: Game[Any]) -> Taught:
    """Learn in contests against the perfect player."""
    known = await with_symmetries(game)
    learners: list[type[Learner]] = [each for each in OPTIONS.learners_for(known) if each is not Weighing]
    hoyle = TimedHoyle(
        OPTIONS.panel(),
        settings=OPTIONS.settings(),
        knowledge=known,
        learners=[*learners, TimedWeighing],
        learning_ns=OPTIONS.learning_budget,
        learners_ns=Budgets.parse(OPTIONS.budget).learners,
    )
    *_, weighing = hoyle.group.learners
    if not isinstance(weighing, TimedWeighing):
        raise TypeError("weighing was to be the last of the learners")
    perfect = make_contestant("perfect", game)
    found = Taught(known, [], [])
    for number in range(CONTESTS):
        role, streams = Role(number % 2), Streams(SEED).child("contest", number)
        hoyle.seconds = 0.0
        contest = await play_contest(game, {role: hoyle, role.other: perfect}, streams)
        await hoyle.learn(game, contest, streams, hoyle=[role], experts=[role.other])
        found.deciding.append(hoyle.seconds)
        found.weighing.append(weighing.seconds)
    return attrs.evolve(found, knowledge=hoyle.knowledge or known)


# Decisions, one way and another.


@attrs.frozen
class Way:
    """A way to decide: who sits, and how they are counted."""

    panel: Panel
    settings: Settings

    @classmethod
    def of(cls, options: HoyleOptions, knowledge: Knowledge, *, is_testing: bool) -> "Way":
        """Seat whoever is heard."""
        return cls(*seat_panel(options.panel(), options.settings(), knowledge, is_testing=is_testing))

    @classmethod
    def with_all(cls, options: HoyleOptions, knowledge: Knowledge) -> "Way":
        """Seat everybody in a test, with what each would count there if it were heard."""
        panel = options.panel()
        names = [seat.name for seat in panel.seats[panel.ranked :]]
        weights = {name: track_record(knowledge, name).weight for name in names}
        settings = attrs.evolve(options.settings(), weights=weights)
        return cls(attrs.evolve(panel, is_seated=True), settings)

    async def decide(self, game: Game[Any], positions: Sequence[Any], knowledge: Knowledge) -> None:
        """Decide in each position."""
        for number, position in enumerate(positions):
            await decide(
                game,
                position,
                self.panel,
                settings=self.settings,
                knowledge=knowledge,
                streams=Streams(SEED).child(number),
            )


async def tested(game: Game[Any], options: HoyleOptions, knowledge: Knowledge) -> list[list[Any]]:
    """Play tests; return the positions of each in which Hoyle decided."""
    hoyle = Hoyle(options.panel(), settings=options.settings(), knowledge=knowledge)
    found = []
    for number in range(TESTS):
        role, streams = Role(number % 2), Streams(SEED).child("test", number)
        other = make_contestant(TESTERS[number // 2 % len(TESTERS)], game)
        contest = await play_contest(game, {role: hoyle, role.other: other}, streams)
        positions = Experience.of(game, contest).positions[: len(contest.moves)]
        found.append([position for position in positions if game.mover(position) is role])
    return found


@attrs.frozen
class Trial:
    """Contests that are decided again, one way and another in turn."""

    game: Game[Any]
    contests: Sequence[Sequence[Any]]
    """Of each, the positions in which Hoyle decided."""
    knowledge: Knowledge
    rounds: int

    async def compare(self, one: Way, other: Way) -> tuple[float, float]:
        """Return the ms a contest of one way, and its ratio to the other."""
        pairs = []
        gc.collect()
        gc.disable()
        for number in range(self.rounds + 1):
            ways = (one, other) if number % 2 else (other, one)
            for positions in self.contests:
                times = {id(way): await self._seconds(way, positions) for way in ways}
                pairs += [(times[id(one)], times[id(other)])] if number else []  # the first round warms up
            gc.collect()
        gc.enable()
        ratio = statistics.median(mine / theirs for mine, theirs in pairs)
        return statistics.median(mine for mine, _ in pairs) * 1000, ratio

    async def _seconds(self, way: Way, positions: Sequence[Any]) -> float:
        seconds, _ = await timed(way.decide(self.game, positions, self.knowledge))
        return seconds


async def decision_rows(
    game: Game[Any], options: HoyleOptions, knowledge: Knowledge, what: str, rounds: int = ROUNDS
) -> list[Row]:
    """Compare a vote with weights with one without, and a test with whoever is heard with one with all."""
    trial = Trial(game, await tested(game, options, knowledge), knowledge, rounds)
    weighed = Way.of(options, knowledge, is_testing=False)
    alike = Way.of(attrs.evolve(options, paradigm="1"), knowledge, is_testing=False)
    heard, everybody = Way.of(options, knowledge, is_testing=True), Way.with_all(options, knowledge)
    seats = f"{len(heard.panel.seats)} Advisors ÷ with all {len(everybody.panel.seats)}"
    return [
        Row(f"{what}: pwl ÷ paradigm 1, same panel", "pwl", *await trial.compare(weighed, alike)),
        Row(f"{what}: test with {seats}", "dropped", *await trial.compare(heard, everybody)),
    ]


async def rows_of(name: str, clock: str) -> list[Row]:
    """Make every comparison for one game on one clock."""
    game, what = make_game(name), f"{name}, {clock}"
    found = await taught(game)
    weighing = [
        Row(
            f"{what}: weighing ÷ decisions, {words} contests",
            "weighing" if name == "tic-tac-toe" else "",
            1000 * statistics.mean(found.weighing[:first]),
            found.ratio(first),
        )
        for words, first in ((f"first {FIRST}", FIRST), (f"all {CONTESTS}", CONTESTS))
    ]
    return weighing + await decision_rows(game, OPTIONS, found.knowledge, what)


# A whole run.


def whole_runs() -> Iterator[tuple[str, float, list[Row]]]:
    """Learn five men's morris as in the tutorial; yield the roster, the seconds it takes, and comparisons."""
    scenario = read_scenario(WHOLE, overrides=["runs=1"])
    for cell in scenario.cells:
        learning = attrs.evolve(cell, phases=tuple(each for each in cell.phases if each.learn != "no"))
        folder = Path(tempfile.mkdtemp())
        try:
            start = time.process_time()
            run_experiment(attrs.evolve(scenario, cells=(learning,)), folder, jobs=0)
            seconds = time.process_time() - start
            (file,) = (folder / KNOWLEDGE).iterdir()
            game, roster = cell.make_game(), cell.labels["advisors"]
            knowledge = Knowledge.load(file, game=game, declared=declared_items())
        finally:
            shutil.rmtree(folder)
        options = attrs.evolve(OPTIONS, advisors=(roster,))
        rows = partial(decision_rows, game, options, knowledge, f"{cell.game}, {roster}", WHOLE_ROUNDS)
        yield roster, seconds, trio.run(rows, clock=VirtualClock())


def table_of(rows: Iterable[Row]) -> Table:
    """Make a table of comparisons."""
    table = Table(box=None, pad_edge=False)
    for heading in ("what", "ms a contest", "ratio", "bound", ""):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for row in rows:
        table.add_row(*row.cells())
    return table


def main() -> None:
    """Print the tables."""
    console = Console(width=130)
    pairs = [(name, clock) for clock in CLOCKS for name in GAMES]
    console.print(
        table_of(row for pair in pairs for row in trio.run(rows_of, *pair, clock=CLOCKS[pair[1]]()))
    )
    if "--whole" in sys.argv[1:]:
        for roster, seconds, rows in whole_runs():
            verdict = "kept" if seconds <= BOUNDS["whole"] else "MISSED"
            bound = f"bound {BOUNDS['whole']:g} s: {verdict}"
            console.print(f"\nlearning five men's morris, {roster}: {seconds:.1f} s, {bound}")
            console.print(table_of(rows))


if __name__ == "__main__":
    main()
