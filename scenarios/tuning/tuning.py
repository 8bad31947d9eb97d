"""Tuning: a race between settings of Hoyle, in this process or in several, that can be gone on with."""

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import trio

from agents.contestants.registry import SOLVERS
from control import CTRL_C, parse_duration
from games import BadFile, BadOption
from scenarios.experiment.run import leaves_of
from scenarios.experiment.trying import try_out
from scenarios.experiment.workforce import WorkingProcess, worker_command
from scenarios.language.loads import bring_only
from scenarios.language.reading import made_of
from scenarios.language.scenario import Scenario
from scenarios.language.writing import scenario_digest
from scenarios.play.judge import value_of
from scenarios.tuning.axes import Candidate
from scenarios.tuning.block_worker import READY
from scenarios.tuning.blocks import CONTESTS, BlockPlayer
from scenarios.tuning.known_before import KnownBefore, read_known
from scenarios.tuning.race import Batch, Race, RaceResult
from scenarios.tuning.score_file import ScoreFile

SOURCE = "hoyle tune"
PHASE = "play"
MOST_JOBS = 1000


@attrs.frozen(kw_only=True)
class TuningSpec:
    """What is tuned for what."""

    game: str
    options: Mapping[str, str] = attrs.field(factory=dict)
    candidates: Sequence[Candidate]
    axes: Sequence[str] = ()
    """The names of those on which they differ."""
    against: str = "fallible:10"
    time: str | None = None
    """What all Advisors have together for a decision."""
    contests: int = 10_000
    within: float = 10.0
    """How much stronger another may be, in Elo, and make no difference."""
    seed: int = 0
    loads: Sequence[Path] = ()
    knowledge: Path | None = None

    def keys(self, candidate: Candidate | None = None) -> dict[str, Any]:
        """Return the keys of a scenario: of all settings, or of one."""
        keys: dict[str, Any] = {"name": "tuned", "game": self.game}
        if self.options:
            keys["options"] = dict(self.options)
        if self.loads:
            keys["load"] = [str(path.resolve()) for path in self.loads]
        if self.time is not None:
            keys["budget"] = {"decision": self.time}
        phase = {"name": PHASE, "learn": "no", "against": self.against, "contests": CONTESTS}
        keys |= {"seed": self.seed, "phase": [phase]}
        if candidate is None:
            settings = [{"name": each.name, "axis": "setting", **each.keys} for each in self.candidates]
            return {**keys, "variant": settings}
        budget = {**keys.get("budget", {}), **candidate.keys.get("budget", {})}
        return {**keys, **candidate.keys, **({"budget": budget} if budget else {})}


@attrs.frozen
class TuningProgress:
    """How far a race is."""

    contests: int
    most: int
    left: int
    """Settings that are pursued."""
    ruled_out: int
    best: str


HearTuning = Callable[[TuningProgress], None]


def tune(
    spec: TuningSpec,
    *,
    state: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    hear: HearTuning = lambda _: None,
) -> RaceResult:
    """Race the settings, and return what was found: the same in any number of processes."""
    if not 1 <= jobs <= MOST_JOBS:
        raise BadOption(f"there cannot be {jobs} jobs; give 1 or more, and {MOST_JOBS:,} at most")
    if resume and state is None:
        raise BadOption("there is nothing to go on with; name the file of the race: --state FILE --resume")
    _check_amounts(spec)
    keys = spec.keys()
    scenario = made_of(keys, SOURCE)
    with bring_only(scenario, to_others=jobs > 1):
        _check_solved(scenario)
        try_out(scenario)
        known = read_known(spec.knowledge, scenario.cells[0].make_game())
        with ScoreFile(state, _digest(spec, scenario, known), resume=resume) as file:
            tuning = _Tuning(spec, file, hear)
            if jobs == 1:
                player = BlockPlayer(scenario, known.knowledge)
                for setting, block in tuning:
                    tuning.note(setting, block, player.play(setting, block))
            else:
                _race_beside(tuning, keys, known, jobs)
            return tuning.race.result()


def _check_amounts(spec: TuningSpec) -> None:
    size = len(spec.candidates)
    if spec.contests < CONTESTS * size:
        raise BadOption(
            f"{spec.contests:,} contests are too few for {size} settings;"
            f" give --contests {CONTESTS * size:,} at least, or fewer settings"
        )
    if not 0 < spec.within <= 1000:  # noqa: PLR2004  # beyond that everything is as good as anything
        raise BadOption(
            f"--within {spec.within:g} is no difference in Elo; give more than 0, and 1,000 at most"
        )
    if spec.time is not None:
        parse_duration(spec.time)


def _check_solved(scenario: Scenario) -> None:
    """Solve the game if somebody needs that, before anybody plays."""
    cell = scenario.cells[0]
    against = cell.phases[0].against
    if against.partition(":")[0] in SOLVERS and value_of(cell.make_game()) is None:
        raise BadOption(
            f"{against} solves games, but {cell.game} is too large to solve; race against search or random"
        )


def _digest(spec: TuningSpec, scenario: Scenario, known: KnownBefore) -> str:
    """Return a hash of all that the scores hang on, and what is played next."""
    names = [each.name for each in spec.candidates]
    told = [scenario_digest(scenario), names, spec.contests, spec.within, known.digest]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


class _Tuning:
    """A race, its scores, and what is still to be played."""

    def __init__(self, spec: TuningSpec, file: ScoreFile, hear: HearTuning) -> None:
        self._names = [each.name for each in spec.candidates]
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._contests = spec.contests
        self._file = file
        self._hear = hear
        self._noted: dict[tuple[str, int], int] = {}
        """Scores that came before others whose turn it is to be kept."""
        self._order: deque[tuple[str, int]] = deque()
        self.race = Race(self._names, blocks=spec.contests // CONTESTS, within=spec.within)
        self._go_on()

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield one thing to play after another; each is to be noted before the next is asked for."""
        while self._order:
            name, block = self._order[0]
            yield self._numbers[name], block

    def due(self) -> list[tuple[int, int]]:
        """Return all that can be played now, in the order in which it is kept."""
        return [(self._numbers[name], block) for name, block in self._order]

    def note(self, setting: int, block: int, quarters: int) -> None:
        """Take what a block was worth. Scores are kept in one order, in whichever they come."""
        self._noted[self._names[setting], block] = quarters
        while self._order and self._order[0] in self._noted:
            name, number = self._order.popleft()
            self._file.add(name, number, self._noted.pop((name, number)))
        if not self._order:
            self._go_on()

    def _go_on(self) -> None:
        """Let the race have all scores there are, up to those that are still to be played."""
        while (batch := self.race.wanted()) is not None:
            blocks = range(batch.first, batch.first + batch.blocks)
            wanted = [(name, block) for block in blocks for name in batch.names]
            missing = [each for each in wanted if each not in self._file.scores]
            if missing:
                self._tell(batch)
                self._order.extend(missing)
                return
            scores = self._file.scores
            self.race.hear({name: [scores[name, block] for block in blocks] for name in batch.names})
        if len(self._file.scores) != self.race.blocks:
            raise BadFile("the file of the race holds blocks that it never came to; give another --state")

    def _tell(self, batch: Batch) -> None:
        race = self.race
        played = race.blocks * CONTESTS
        self._hear(TuningProgress(played, self._contests, len(batch.names), race.ruled_out, race.leader))


def _race_beside(tuning: _Tuning, keys: Mapping[str, Any], known: KnownBefore, jobs: int) -> None:
    """Race in other processes; whatever ends it comes alone, not in a group."""
    try:
        CTRL_C.run(_race_in_workers, tuning, keys, known, jobs)
    except BaseExceptionGroup as group:
        leaves = leaves_of(group)
        interrupted = [leaf for leaf in leaves if isinstance(leaf, KeyboardInterrupt)]
        raise (interrupted or leaves)[0] from None


async def _race_in_workers(tuning: _Tuning, keys: Mapping[str, Any], known: KnownBefore, jobs: int) -> None:
    workers: list[WorkingProcess] = []
    told = {"keys": keys, "knowledge": known.path and str(known.path), "digest": known.digest}
    try:
        while due := deque(tuning.due()):
            async with trio.open_nursery() as nursery:
                for place in range(min(jobs, len(due))):
                    if place == len(workers):
                        workers.append(await WorkingProcess.launch(worker_command("block_worker", "tuning")))
                        nursery.start_soon(_keep_busy, workers[place], due, tuning, json.dumps(told))
                    else:
                        nursery.start_soon(_keep_busy, workers[place], due, tuning, "")
    finally:
        with trio.CancelScope(shield=True):
            for worker in workers:
                await worker.close()


async def _keep_busy(
    worker: WorkingProcess, due: deque[tuple[int, int]], tuning: _Tuning, greeting: str
) -> None:
    """Hand blocks to one process, which is told first what it is about."""
    if greeting:
        answer = await worker.ask(greeting)
        if answer != READY:
            raise BadFile(answer or f"a process of the race ended with {await worker.close()}")
    while due:
        setting, block = due.popleft()
        answer = await worker.ask(f"{setting} {block}")
        if answer is None or not answer.isdecimal():
            raise BadFile(answer or f"a process of the race ended with {await worker.close()}")
        tuning.note(setting, block, int(answer))
