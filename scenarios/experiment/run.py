"""One run: the phases of a cell in order, from no knowledge."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import attrs

from agents import Streams
from blackboard import Contest, Decision, Knowledge, TraceWriter
from control import CTRL_C, parse_duration
from control.settings.hoyle_options import HoyleOptions
from games import BadFile, in_words
from scenarios.experiment.contest_rows import contest_of, contest_row
from scenarios.experiment.phases import AdvisorFailed, Phase, phases_of
from scenarios.experiment.review import AdvisorReview, review, tuned
from scenarios.experiment.rows import AdvisorRow, ContestRow, PhaseRow, RunRow, TraceRow
from scenarios.experiment.stopping import StopRules
from scenarios.experiment.store import Store, Unwritable
from scenarios.language.choices import STOP, TELL
from scenarios.language.scenario import SYMMETRY, CellSpec, PhaseSpec, Scenario
from scenarios.play.judge import value_of
from scenarios.play.kept_contestants import KeptContestants

KNOWLEDGE = "knowledge"
"""The folder of what each run learned."""
LONGEST_REASON = 1000


@attrs.frozen(kw_only=True)
class RunSpec:
    """Everything one run needs, ready to travel to another process."""

    cell: int
    run: int
    spec: CellSpec
    seed: int
    folder: Path
    trace: bool = False
    margin_ns: int = 10_000_000
    """How late the harness may be before a contest is doubtful."""
    on_failure: str = TELL
    """What happens when an Advisor fails."""


def run_spec(scenario: Scenario, cell: int, run: int, folder: Path) -> RunSpec:
    """Return what one run of a scenario needs."""
    return RunSpec(
        cell=cell,
        run=run,
        spec=scenario.cells[cell],
        seed=scenario.seed,
        folder=folder,
        trace=scenario.trace,
        margin_ns=parse_duration(scenario.margin),
        on_failure=scenario.on_failure,
    )


class Orphaned(BaseException):
    """Raised when whoever wanted the run is gone."""


def play_run(run: RunSpec, *, go_on: Callable[[], bool] = lambda: True) -> str:
    """Play a run, or what is left of it, and write its rows; what goes wrong is a row with its reason.

    After each contest `go_on` is asked whether anybody still wants it. The answer is why the experiment is to
    end here, if it is.
    """
    with Store(run.folder, is_shared=True) as store:
        try:
            _Run(run, store, go_on).play()
        except BaseException as error:
            leaves = leaves_of(error)
            if any(isinstance(leaf, _NO_FAULT) for leaf in leaves):
                raise
            is_stopped = isinstance(leaves[0], AdvisorFailed)
            reason = (str(leaves[0]) if is_stopped else in_words(leaves[0]))[:LONGEST_REASON]
            store.fail(run.cell, run.run, reason)
            return reason if is_stopped else ""
        store.write(RunRow(cell=run.cell, run=run.run, state="done"))
        return ""


_NO_FAULT = (KeyboardInterrupt, Orphaned, Unwritable)
"""What ends a run that has not failed: it can go on later."""


def leaves_of(error: BaseException) -> list[BaseException]:
    """Return the errors that a group is made of, or the one there is."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for each in error.exceptions for leaf in leaves_of(each)]
    return [error]


class _Run:
    """A run under way."""

    def __init__(self, run: RunSpec, store: Store, go_on: Callable[[], bool]) -> None:
        self._run = run
        self._go_on = go_on
        self._store = store
        self._game = run.spec.make_game()
        self._value = value_of(self._game)
        self._knowledge = Knowledge.of(self._game)
        self._reviews: Mapping[str, AdvisorReview] = {}
        self._contests: list[Contest] = []
        """Those of every phase so far but forfeits, and the one in which symmetries are learned."""
        self._kept = KeptContestants()
        """Those who serve every phase."""
        self._trace: TraceWriter | None = None

    def play(self) -> None:
        with ExitStack() as stack:
            if self._run.trace:
                keep = self._store.traced(self._run.cell, self._run.run)
                with _written(self._run.folder):
                    file = self._file("traces", "trace")
                    self._trace = stack.enter_context(TraceWriter(file, keep=keep))
            CTRL_C.run(self._play, clock=self._run.spec.clock.make())

    async def _play(self) -> None:
        streams = Streams(self._run.seed).of_run(self._run.run)
        phases = tuple(phases_of(self._run.spec, self._value))
        with closing(self._kept):
            for number, spec in enumerate(phases):
                is_reviewed = spec.review or _is_tuned_for(spec, phases[number + 1 :])
                place = streams.child("phase", spec.name)
                await self._play_phase(number, spec, place, is_reviewed=is_reviewed)
        if self._knowledge.items:
            with _written(self._run.folder):
                self._knowledge.save(self._file(KNOWLEDGE, "hoyle"))

    def _file(self, folder: str, ending: str) -> Path:
        """Return where something of this run is kept."""
        place = self._run.folder / folder
        place.mkdir(exist_ok=True)
        return place / f"cell-{self._run.cell}-run-{self._run.run}.{ending}"

    # Phases.

    async def _play_phase(self, number: int, spec: PhaseSpec, streams: Streams, *, is_reviewed: bool) -> None:
        where = {"cell": self._run.cell, "run": self._run.run, "phase": number}
        hoyle = tuned(spec.hoyle, spec.tune, self._reviews) if spec.tune else spec.hoyle
        ends_on_failure = self._run.on_failure == STOP
        phase = Phase(
            self._game,
            spec,
            hoyle,
            self._knowledge,
            streams,
            ends_on_failure=ends_on_failure,
            kept=self._kept,
        )
        ended_by = await self._play_contests(phase, spec, where)
        self._knowledge = phase.knowledge
        if self._store.phases(**where):
            self._recall(where)
            return
        rows = await self._review(spec, hoyle, streams.child("review"), where) if is_reviewed else []
        sizes = {name: len(entries) for name, entries in sorted(self._knowledge.items.items())}
        self._store.write(
            PhaseRow(
                **where,
                name=spec.name,
                contests=phase.series.count,
                ended_by=ended_by,
                knowledge=json.dumps(sizes),
            ),
            *rows,
        )

    def _recall(self, where: dict[str, int]) -> None:
        """Take what was found when the phase ended."""
        rows = self._store.advisors(**where)
        if rows:
            self._reviews = {row.advisor: AdvisorReview(row.asked, row.commented, row.agreed) for row in rows}

    async def _review(
        self, spec: PhaseSpec, hoyle: HoyleOptions, streams: Streams, where: dict[str, int]
    ) -> list[AdvisorRow]:
        """See how the Advisors fare in all that was played so far."""
        self._reviews = await review(
            self._game, self._contests, hoyle, self._knowledge, streams, also=spec.also_review
        )
        return [
            AdvisorRow(**where, advisor=name, **attrs.asdict(standing))
            for name, standing in self._reviews.items()
        ]

    # Contests.

    async def _play_contests(self, phase: Phase, spec: PhaseSpec, where: dict[str, int]) -> str:
        """Go through the contests that were played before, then play on; return why that is enough."""
        rules = StopRules(spec.until, spec.contests)

        def count(row: ContestRow, contest: Contest) -> None:
            rules.hear(row)
            if spec.name != SYMMETRY and not contest.is_forfeit:
                self._contests.append(contest)

        with phase.opened():
            for row in self._store.contests(**where):
                contest = contest_of(self._game, row)
                await phase.relive(contest)
                count(row, contest)
            while rules.ended_by is None:
                told = await phase.play_contest()
                row = contest_row(told, self._game, self._value, margin_ns=self._run.margin_ns, **where)
                self._write(row, told.decisions)
                count(row, told.contest)
        return rules.ended_by

    def _write(self, row: ContestRow, decisions: Sequence[Decision]) -> None:
        """Keep a contest, if anybody still wants it."""
        if not self._go_on():
            raise Orphaned
        self._store.write(row, *self._traced(decisions))

    def _traced(self, decisions: Sequence[Decision]) -> list[TraceRow]:
        """Add a contest to the trace; it is cut off again unless its row is written as well."""
        if self._trace is None:
            return []
        with _written(self._run.folder):
            self._trace.append(*decisions)
        return [TraceRow(cell=self._run.cell, run=self._run.run, bytes=self._trace.size)]


def _is_tuned_for(spec: PhaseSpec, later: Iterable[PhaseSpec]) -> bool:
    """Does a later phase want to know how the Advisors fared in this one?"""
    return spec.learn != "no" and spec.name != SYMMETRY and any(each.tune for each in later)


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Say that results cannot be written, whatever kind of file it is."""
    try:
        yield
    except BadFile as error:
        raise Unwritable(str(error)) from error
    except OSError as error:
        raise Unwritable(f"cannot write into '{folder}': {error.strerror}") from error
