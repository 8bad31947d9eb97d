"""A run: the phases of a cell in order, starting without knowledge or with what the scenario names."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Self

import attrs
import trio

from agents import Streams
from blackboard import Contest, Decision, TraceWriter
from control import CTRL_C, is_interruption, parse_duration
from control.settings.hoyle_options import HoyleOptions
from games import BadFile, HoyleError, fault_place, in_words, read_bytes
from scenarios.experiment.contest_rows import contest_of, contest_row
from scenarios.experiment.phases import AdvisorFailed, Phase, phases_of
from scenarios.experiment.review import AdvisorReview, review, tuned
from scenarios.experiment.rival_paradigms import rivals_of
from scenarios.experiment.rows import (
    AdvisorRow,
    ContestRow,
    LearnedRow,
    PhaseRow,
    RunRow,
    TraceRow,
    VoteRow,
)
from scenarios.experiment.run_files import knowledge_file, trace_file
from scenarios.experiment.run_starts import RunStart, RunStarts
from scenarios.experiment.stopping import StopRules
from scenarios.experiment.store import Store, Unwritable
from scenarios.experiment.thinking_notes import NoteThinking, ThinkingNotes
from scenarios.language.choices import STOP
from scenarios.language.scenario import SYMMETRY, PhaseSpec, Scenario
from scenarios.play.kept_contestants import KeptContestants
from scenarios.play.votes import FIELDS, VoteCounts, count_votes

LONGEST_REASON = 1000


@attrs.frozen(kw_only=True)
class RunEnd:
    """How a run ended."""

    cell: int
    run: int
    reason: str = ""
    """Why it failed; empty if it did not."""
    advisor: str = ""
    """The Advisor because of which it failed, if that is known."""
    ends_experiment: bool = False
    """Must no other run begin, because an Advisor failed and the scenario says so?"""


class Orphaned(BaseException):
    """Raised when the process that wanted the run is gone."""


class RunPlayer:
    """Plays runs of a scenario into the store of a folder, one after another, in this process."""

    def __init__(self, scenario: Scenario, folder: Path, *, go_on: Callable[[], bool] = lambda: True) -> None:
        """Open the store of a folder. `go_on` is asked after each contest whether its row is still wanted."""
        self.scenario = scenario
        self.folder = folder
        self.margin_ns = parse_duration(scenario.margin)
        self.go_on = go_on
        self.store = Store(folder, is_shared=True)
        self._starts = RunStarts(scenario)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def play(self, cell: int, run: int, *, note: NoteThinking | None = None) -> RunEnd:
        """Play a run, or what is left of it, and write its rows; an error becomes a row with its reason.

        `note` is called with the name of each user-defined Advisor that starts to run.
        """
        for row in self.store.runs(cell=cell, run=run):  # a process ended before it could answer
            return RunEnd(cell=cell, run=run, reason=row.reason, advisor=row.failed_advisor)
        try:
            _Run(self, cell, run, self._starts.of(cell), note).play()
        except BaseException as error:
            self._starts.clear()
            leaves = leaves_of(error)
            if any(isinstance(leaf, _NO_FAULT) for leaf in leaves) or _is_ctrl_c(error):
                raise
            end = _failed(cell, run, leaves[0])
            self.store.fail(cell, run, end.reason, end.advisor)
            return end
        self.store.write(RunRow(cell=cell, run=run, state="done"))
        return RunEnd(cell=cell, run=run)


_NO_FAULT = (Orphaned, Unwritable)
"""Errors that end a run without making it a failed one: it can be resumed later."""


def _is_ctrl_c(error: BaseException) -> bool:
    """Return whether an error may come from Ctrl-C, and not from user code that raised KeyboardInterrupt."""
    return is_interruption(error) and CTRL_C.may_have_raised()


def _failed(cell: int, run: int, error: BaseException) -> RunEnd:
    """Return the end of a run that failed by an error."""
    is_ours = isinstance(error, HoyleError | AdvisorFailed)
    reason = f"{fault_place(error)}{error}" if is_ours else in_words(error)
    return RunEnd(
        cell=cell,
        run=run,
        reason=" ".join(reason.split())[:LONGEST_REASON],
        advisor=str(getattr(error, "advisor", "")) if is_ours else "",
        ends_experiment=isinstance(error, AdvisorFailed),
    )


def leaves_of(error: BaseException) -> list[BaseException]:
    """Return the errors in a group, or the error itself."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for each in error.exceptions for leaf in leaves_of(each)]
    return [error]


class _Run:
    """A run in progress."""

    def __init__(
        self, player: RunPlayer, cell: int, run: int, start: RunStart, note: NoteThinking | None
    ) -> None:
        self._player = player
        self._note = note
        self._scenario = player.scenario
        self._store = player.store
        self._key = {"cell": cell, "run": run}
        self._start = start
        self._knowledge = start.knowledge
        self._reviews: Mapping[str, AdvisorReview] = {}
        self._contests: list[Contest] = []
        """The contests so far, except forfeits and those in which symmetries are learned."""
        self._kept = KeptContestants()
        """Contestants that serve every phase."""
        self._trace: TraceWriter | None = None

    def play(self) -> None:
        with ExitStack() as stack:
            if self._scenario.trace:
                keep = self._store.traced(**self._key)
                with _written(self._player.folder):
                    writer = TraceWriter(self._file(trace_file), keep=keep)
                    self._trace = stack.enter_context(writer)
            CTRL_C.run(self._play, clock=self._start.clock)

    async def _play(self) -> None:
        if self._note is not None:
            trio.lowlevel.add_instrument(ThinkingNotes(self._note))
        streams = Streams(self._scenario.seed).of_run(self._key["run"])
        phases = tuple(phases_of(self._scenario.cells[self._key["cell"]], self._start.value))
        with closing(self._kept):
            for number, spec in enumerate(phases):
                is_reviewed = spec.review or _is_tuned_for(spec, phases[number + 1 :])
                place = streams.child("phase", spec.name)
                await self._play_phase(number, spec, place, is_reviewed=is_reviewed)
        if self._knowledge.items and self._knowledge is not self._start.knowledge:
            with _written(self._player.folder):
                self._save()

    def _save(self) -> None:
        """Write what was learned, and record the file."""
        file = self._file(knowledge_file)
        self._knowledge.save(file)
        data = read_bytes(file)
        self._store.write(LearnedRow(**self._key, bytes=len(data), sha256=sha256(data).hexdigest()))

    def _file(self, path_of: Callable[[Path, int, int], Path]) -> Path:
        """Return the path of a file of this run, in a folder that exists."""
        path = path_of(self._player.folder, *self._key.values())
        path.parent.mkdir(exist_ok=True)
        return path

    # Phases.

    async def _play_phase(self, number: int, spec: PhaseSpec, streams: Streams, *, is_reviewed: bool) -> None:
        where = {**self._key, "phase": number}
        hoyle = tuned(spec.hoyle, spec.tune, self._reviews) if spec.tune else spec.hoyle
        ends_on_failure = self._scenario.on_failure == STOP
        phase = Phase(
            self._start.game,
            spec,
            hoyle,
            self._knowledge,
            streams,
            ends_on_failure=ends_on_failure,
            kept=self._kept,
            hearing_cache=self._start.hearing_cache,
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
        """Read the review that was made when the phase ended."""
        rows = self._store.advisors(**where)
        if rows:
            self._reviews = {row.advisor: AdvisorReview(row.asked, row.commented, row.agreed) for row in rows}

    async def _review(
        self, spec: PhaseSpec, hoyle: HoyleOptions, streams: Streams, where: dict[str, int]
    ) -> list[AdvisorRow]:
        """Review the Advisors in all contests so far."""
        self._reviews = await review(
            self._start.game, self._contests, hoyle, self._knowledge, streams, also=spec.also_review
        )
        return [
            AdvisorRow(**where, advisor=name, **attrs.asdict(standing))
            for name, standing in self._reviews.items()
        ]

    # Contests.

    async def _play_contests(self, phase: Phase, spec: PhaseSpec, where: dict[str, int]) -> str:
        """Relive the contests that were played before, then play on; return why the phase ended."""
        rules = StopRules(spec.until, spec.contests)

        def count(row: ContestRow, contest: Contest) -> None:
            rules.hear(row)
            if spec.name != SYMMETRY and not contest.is_forfeit:
                self._contests.append(contest)

        with phase.opened():
            for row in self._store.contests(**where):
                contest = contest_of(self._start.game, row)
                await phase.relive(contest)
                count(row, contest)
            rivals = rivals_of(self._scenario, where["cell"], spec.name)
            votes = self._votes(where)
            while rules.ended_by is None:
                played = await phase.play_contest()
                row = contest_row(
                    played,
                    self._start.game,
                    self._start.value,
                    margin_ns=self._player.margin_ns,
                    **where,
                )
                votes += count_votes(played.decisions, rivals, before=votes.voted)
                self._write(row, played.decisions, votes)
                count(row, played.contest)
        return rules.ended_by

    def _votes(self, where: dict[str, int]) -> VoteCounts:
        """Return how the decisions of a phase came about so far."""
        rows = self._store.votes(**where)
        return VoteCounts(**{name: getattr(rows[0], name) for name in FIELDS}) if rows else VoteCounts()

    def _write(self, row: ContestRow, decisions: Sequence[Decision], votes: VoteCounts) -> None:
        """Write the row of a contest, unless the process that wanted it is gone."""
        if not self._player.go_on():
            raise Orphaned
        count = VoteRow(cell=row.cell, run=row.run, phase=row.phase, **attrs.asdict(votes))
        self._store.write(row, count, *self._traced(decisions))

    def _traced(self, decisions: Sequence[Decision]) -> list[TraceRow]:
        """Add a contest to the trace; a resumed run removes it again if its row was not written."""
        if self._trace is None:
            return []
        with _written(self._player.folder):
            self._trace.append(*decisions)
        return [TraceRow(**self._key, bytes=self._trace.size)]


def _is_tuned_for(spec: PhaseSpec, later: Iterable[PhaseSpec]) -> bool:
    """Return whether a later phase depends on a review of this one."""
    return spec.learn != "no" and spec.name != SYMMETRY and any(each.tune for each in later)


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Raise Unwritable if a file cannot be written, whatever kind of file it is."""
    try:
        yield
    except BadFile as error:
        raise Unwritable(str(error)) from error
    except OSError as error:
        raise Unwritable(f"cannot write into '{folder}': {error.strerror}") from error
