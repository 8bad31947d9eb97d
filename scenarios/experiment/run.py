"""One run: the phases of a cell in order, from no knowledge."""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from agents import Contestant, Streams, make_contestant
from agents.failures import one_line
from blackboard import Contest, Decision, Knowledge, State, TraceWriter, Validity
from control import CTRL_C, HearingCache, Hoyle, parse_duration
from games import BadFile, BadOption, Outcome, Role, in_words
from scenarios.experiment.attendance import OTHERS, OWN, call_roll, write_attendance
from scenarios.experiment.review import Standing, review, tuned
from scenarios.experiment.rows import AdvisorRow, ContestRow, PhaseRow, RunRow, TraceRow
from scenarios.experiment.stopping import StopRules
from scenarios.experiment.store import Store, Unwritable
from scenarios.language.choices import STOP, TELL
from scenarios.language.scenario import CellSpec, PhaseSpec, Scenario
from scenarios.play.contests import play_contest
from scenarios.play.disturbances import check_undisturbed
from scenarios.play.judge import correct_choices, is_expert_like, result_for, value_of
from scenarios.play.named_contestants import EXPERTS, HOYLE, HoyleOptions, read_contestant

WATCHED_FOR_SYMMETRIES = 20
"""Contests of a perfect against a random contestant that are watched before anything else."""
SYMMETRY = "symmetry"
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


class AdvisorFailed(Exception):
    """Raised when an Advisor failed, and the scenario says that the experiment ends there."""


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
        self.run = run
        self.go_on = go_on
        self.store = store
        self.game = run.spec.make_game()
        self.value = value_of(self.game)
        self.knowledge = Knowledge.of(self.game)
        self.standings: Mapping[str, Standing] = {}
        self.contests: list[Contest] = []
        """Those of every phase so far, but for the one in which symmetries are learned."""
        self.trace: TraceWriter | None = None

    def play(self) -> None:
        with ExitStack() as stack:
            if self.run.trace:
                keep = self.store.traced(self.run.cell, self.run.run)
                with _written(self.run.folder):
                    file = self._file("traces", "trace")
                    self.trace = stack.enter_context(TraceWriter(file, keep=keep))
            CTRL_C.run(self._play, clock=self.run.spec.make_clock())

    async def _play(self) -> None:
        streams = Streams(self.run.seed).child("run", self.run.run)
        phases = tuple(_phases(self.run.spec, self.value))
        for number, phase in enumerate(phases):
            later = phases[number + 1 :]
            await _Phase(self, number, phase, streams.child("phase", phase.name), later).play()
        if self.knowledge.items:
            with _written(self.run.folder):
                self.knowledge.save(self._file(KNOWLEDGE, "hoyle"))

    def _file(self, folder: str, ending: str) -> Path:
        """Return where something of this run is kept."""
        place = self.run.folder / folder
        place.mkdir(exist_ok=True)
        return place / f"cell-{self.run.cell}-run-{self.run.run}.{ending}"


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Say that results cannot be written, whatever kind of file it is."""
    try:
        yield
    except BadFile as error:
        raise Unwritable(str(error)) from error
    except OSError as error:
        raise Unwritable(f"cannot write into '{folder}': {error.strerror}") from error


def learns_symmetries(spec: CellSpec) -> bool:
    """Are symmetries learned in a cell, before anything else?"""
    return any(phase.hoyle.symmetry for phase in spec.phases)


def _phases(spec: CellSpec, value: Outcome | None) -> Iterable[PhaseSpec]:
    """Return the phases, and before them the one in which symmetries are learned, if they are."""
    if learns_symmetries(spec):
        expert = "perfect" if value is not None else "random"
        yield PhaseSpec(
            name=SYMMETRY,
            learn="watch",
            watch=(expert, "random"),
            contests=WATCHED_FOR_SYMMETRIES,
            hoyle=HoyleOptions(learners=("symmetries",)),
        )
    yield from spec.phases


class _Phase:
    """A phase under way."""

    def __init__(
        self, run: _Run, number: int, spec: PhaseSpec, streams: Streams, later: Iterable[PhaseSpec]
    ) -> None:
        self.run = run
        self.number = number
        self.spec = spec
        self.streams = streams
        self.is_tuned_for = spec.learn != "no" and spec.name != SYMMETRY and any(each.tune for each in later)
        """Does a later phase want to know how the Advisors fared?"""
        self.rules = StopRules(spec.until, spec.contests)
        self.decisions: list[Decision] = []
        """Hoyle's own of the contest that is played."""
        self.heard: dict[str, list[Decision]] = {OWN: self.decisions, **{whose: [] for whose in OTHERS}}
        """Those of all Hoyles, by whose they are."""
        self.validities: list[Validity] = []
        """How late everybody was in this contest, in real time."""
        self.count = 0
        """Contests of this phase so far."""
        self.options = tuned(spec.hoyle, spec.tune, run.standings) if spec.tune else spec.hoyle
        self.hearing_cache = HearingCache()
        """What was said in this phase: Hoyles that play each other have one memory."""
        self.hoyle = self._make_hoyle(self.options)
        self.others = self._make_others()

    async def play(self) -> None:
        """Go through the contests that were played before, then play on."""
        where = {"cell": self.run.run.cell, "run": self.run.run.run, "phase": self.number}
        try:
            for row in self.run.store.contests(**where):
                await self._relive(row)
            while self.rules.ended_by is None:
                await self._play_contest()
        finally:
            for each in (self.hoyle, *self.others):
                if isinstance(each, Hoyle):
                    each.panel.close()
        self.run.knowledge = self.hoyle.knowledge or self.run.knowledge
        if self.run.store.phases(**where):
            self._recall(where)
        else:
            await self._conclude(where)

    def _recall(self, where: dict[str, int]) -> None:
        """Take what was found when the phase ended."""
        rows = self.run.store.advisors(**where)
        if rows:
            self.run.standings = {row.advisor: Standing(row.asked, row.commented, row.agreed) for row in rows}

    async def _conclude(self, where: dict[str, int]) -> None:
        run = self.run
        rows: list[AdvisorRow] = []
        if self.spec.review or self.is_tuned_for:
            run.standings = await review(
                run.game, run.contests, self.options, run.knowledge, self.streams.child("review")
            )
            rows = [
                AdvisorRow(**where, advisor=name, **attrs.asdict(standing))
                for name, standing in run.standings.items()
            ]
        sizes = {name: len(entries) for name, entries in sorted(run.knowledge.items.items())}
        phase = PhaseRow(
            **where,
            name=self.spec.name,
            contests=self.count,
            ended_by=self.rules.ended_by or "contests",
            knowledge=json.dumps(sizes),
        )
        run.store.write(phase, *rows)

    async def _play_contest(self) -> None:
        streams = self.streams.child("contest", self.count)
        for heard in self.heard.values():
            heard.clear()
        self.validities.clear()
        start = time.perf_counter()
        contest = await play_contest(self.run.game, self._seats(), streams)
        added = self._learn(contest, streams)
        row = self._row(contest, added, time.perf_counter() - start)
        if not self.run.go_on():
            raise Orphaned
        self.run.store.write(row, *self._traced())
        self._count(row, contest)

    def _traced(self) -> list[TraceRow]:
        """Add a contest to the trace; it is cut off again unless its row is written as well."""
        run, trace = self.run.run, self.run.trace
        if trace is None:
            return []
        with _written(run.folder):
            trace.append(*self.decisions)
        return [TraceRow(cell=run.cell, run=run.run, bytes=trace.size)]

    async def _relive(self, row: ContestRow) -> None:
        """Learn again from a contest that was played before."""
        contest = Contest(self.run.game.name, tuple(row.moves.split()), Outcome(row.outcome), row.ended_by)
        streams = self.streams.child("contest", self.count)
        if any(learner.trigger == "decision" for learner in self.hoyle.group.learners):
            await self._decide_again(contest, streams)
        self._learn(contest, streams)
        self._count(row, contest)

    async def _decide_again(self, contest: Contest, streams: Streams) -> None:
        """Make Hoyle's decisions of a contest anew, for those that learn from each of them."""
        game = self.run.game
        position = game.initial()
        for ply, move in enumerate(contest.moves):
            if game.mover(position) is self.role:
                await self.hoyle.choose(game, position, streams.child("ply", ply))
            position = game.play(position, move)

    def _count(self, row: ContestRow, contest: Contest) -> None:
        self.rules.hear(row)
        self.count += 1
        if self.spec.name != SYMMETRY:
            self.run.contests.append(contest)

    # Who sits where.

    @property
    def role(self) -> Role | None:
        """Hoyle's role in the contest to come; None if it watches."""
        if self.spec.learn == "watch":
            return None
        if self.spec.first == "alternate":
            return Role(self.count % 2)
        return Role.PLAYER if self.spec.first == HOYLE else Role.OPPONENT

    def _seats(self) -> Mapping[Role, Contestant]:
        role = self.role
        if role is None:
            first = Role(self.count % 2)
            return {first: self.others[0], first.other: self.others[1]}
        return {role: self.hoyle, role.other: self.others[0]}

    def _experts(self) -> frozenset[Role]:
        seats = self._seats()
        if self.spec.expert is not None:
            return frozenset(role for role in seats if self.spec.expert and role is not self.role)
        return frozenset(role for role, contestant in seats.items() if contestant.name in EXPERTS)

    def _make_hoyle(self, spec: HoyleOptions) -> Hoyle:
        learners = [] if self.spec.learn == "no" else spec.learners_for(self.run.knowledge)
        return Hoyle(
            spec.panel(),
            settings=spec.settings(),
            knowledge=self.run.knowledge,
            learners=learners,
            learning_ns=spec.learning_budget,
            on_decision=partial(self._decided, OWN),
            hearing_cache=self.hearing_cache,
        )

    def _decided(self, whose: str, decision: Decision) -> None:
        """Take note, see how late everybody was, and end if somebody failed over whom that is to be done."""
        check_undisturbed(decision)
        self.heard[whose].append(decision)
        if decision.validity is not None:
            self.validities.append(decision.validity)
        if self.run.run.on_failure == STOP:
            for each in decision.testimonies:
                if each.state is State.FAILED:
                    raise AdvisorFailed(one_line(f"{each.advisor} failed: {each.reason}"))

    def _make_others(self) -> list[Contestant]:
        names = self.spec.watch if self.spec.learn == "watch" else (self.spec.against,)
        if names is None:
            raise BadOption(f"phase {self.spec.name!r} watches nobody; name two contestants to watch")
        return [self._make_other(name, whose) for name, whose in zip(names, OTHERS, strict=False)]

    def _make_other(self, name: str, whose: str) -> Contestant:
        if name.partition(":")[0] != HOYLE:
            return make_contestant(name, self.run.game)
        options = read_contestant(name, self.spec.hoyle).options or self.spec.hoyle
        return Hoyle(
            options.panel(),
            settings=options.settings(),
            knowledge=self.run.knowledge,
            on_decision=partial(self._decided, whose),
            hearing_cache=self.hearing_cache,
        )

    # What comes of it.

    def _learn(self, contest: Contest, streams: Streams) -> int:
        if self.spec.learn == "no":
            return 0
        role = self.role
        own = [role] if role is not None else []
        if any(isinstance(other, Hoyle) for other in self.others) and role is not None:
            own = list(Role)
        account = self.hoyle.learn(
            self.run.game, contest, streams, hoyle=own, experts=self._experts() - set(own)
        )
        for other in self.others:
            if isinstance(other, Hoyle):
                other.knowledge = self.hoyle.knowledge
        return sum(learned.added for learned in account)

    def _row(self, contest: Contest, added: int, seconds: float) -> ContestRow:
        role, value, run = self.role, self.run.value, self.run.run
        choices = [decision for decision in self.decisions if len(decision.legal) > 1]
        said = [testimony for decision in self.decisions for testimony in decision.testimonies]
        return ContestRow(
            cell=run.cell,
            run=run.run,
            phase=self.number,
            contest=self.count,
            role="none" if role is None else role.name.lower(),
            other=" and ".join(self.spec.watch or ()) if role is None else self.spec.against,
            outcome=contest.outcome.value,
            result=None if role is None else result_for(contest.outcome, role),
            expert_like=None if role is None or value is None else _judged(contest, role, value),
            plies=len(contest.moves),
            moves=" ".join(contest.moves),
            ended_by=contest.ended_by,
            added=added,
            entries=_size(self.hoyle.knowledge),
            decisions=len(self.decisions),
            decision_ns=sum(decision.landed_ns for decision in self.decisions),
            choices=len(choices),
            correct=None if value is None else correct_choices(self.run.game, choices),
            work=sum(testimony.work for testimony in said),
            wasted=sum(each.work for each in said if each.state is State.CANCELLED),
            seconds=seconds,
            **_validity(self.validities, run.margin_ns),
            attendance=write_attendance(
                {whose: call_roll(heard) for whose, heard in self.heard.items()}, in_full=not self.count
            ),
        )


def _validity(found: Sequence[Validity], margin_ns: int) -> dict[str, Any]:
    """Sum up how far the times of a contest can be trusted."""
    if not found:
        return {}
    lag_ns = max(each.lag_ns for each in found)
    overruns = [ns for each in found for ns in each.overruns.values()]
    return {
        "lag_ns": lag_ns,
        "overruns": len(overruns),
        "overrun_ns": max(overruns, default=0),
        "load": max((each.load for each in found if each.load is not None), default=None),
        "doubtful": int(lag_ns > margin_ns),
    }


def _judged(contest: Contest, role: Role, value: Outcome) -> int:
    return int(is_expert_like(contest.outcome, role, value))


def _size(knowledge: Knowledge | None) -> int:
    return sum(len(entries) for entries in knowledge.items.values()) if knowledge else 0
