"""One run: the phases of a cell in order, from no knowledge."""

import json
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs
import trio

from agents import Contestant, Streams, get_learners, make_contestant
from blackboard import Contest, Decision, Knowledge, TraceWriter
from control import Hoyle
from games import BadOption, Game, Outcome, Role
from scenarios.contest import play_contest
from scenarios.contestants import EXPERTS, HOYLE, HoyleOptions, read_contestant
from scenarios.judge import check_solved, is_expert_like, result_for, value_of
from scenarios.review import Standing, review, tuned
from scenarios.scenario import CellSpec, PhaseSpec
from scenarios.stopping import StopRules
from scenarios.store import AdvisorRow, ContestRow, PhaseRow, RunRow, Store

WATCHED_FOR_SYMMETRIES = 20
"""Contests of a perfect against a random contestant that are watched before anything else."""
SYMMETRY = "symmetry"


@attrs.frozen(kw_only=True)
class RunSpec:
    """Everything one run needs, ready to travel to another process."""

    cell: int
    run: int
    spec: CellSpec
    seed: int
    folder: Path
    trace: bool = False


class Orphaned(BaseException):
    """Raised when whoever wanted the run is gone."""


def play_run(run: RunSpec, *, go_on: Callable[[], bool] = lambda: True) -> None:
    """Play a run, or what is left of it, and write its rows; what goes wrong is a row with its reason.

    Before each contest `go_on` is asked whether anybody still wants it.
    """
    with Store(run.folder) as store:
        try:
            _Run(run, store, go_on).play()
        except Exception as error:  # noqa: BLE001  # a failed run is a row, not the end of the experiment
            reason = f"{type(error).__name__}: {error}"
            store.write(RunRow(cell=run.cell, run=run.run, state="failed", reason=reason))
        else:
            store.write(RunRow(cell=run.cell, run=run.run, state="done"))


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
        """Those that Hoyle learned from so far."""

    def play(self) -> None:
        trio.run(self._play, clock=self.run.spec.make_clock())

    async def _play(self) -> None:
        streams = Streams(self.run.seed).child("run", self.run.run)
        for number, phase in enumerate(_phases(self.run.spec, self.value)):
            await _Phase(self, number, phase, streams.child("phase", phase.name)).play()
        if self.knowledge.items:
            folder = self.run.folder / "knowledge"
            folder.mkdir(exist_ok=True)
            self.knowledge.save(folder / f"cell-{self.run.cell}-run-{self.run.run}.hoyle")


def _phases(spec: CellSpec, value: Outcome | None) -> Iterable[PhaseSpec]:
    """Answer the phases, and before them the one in which symmetries are learned, if they are."""
    if any(phase.hoyle.symmetry for phase in spec.phases):
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

    def __init__(self, run: _Run, number: int, spec: PhaseSpec, streams: Streams) -> None:
        self.run = run
        self.number = number
        self.spec = spec if spec.tune is None else _tuned(spec, run.standings)
        self.streams = streams
        self.rules = StopRules(spec.until, spec.contests)
        self.decisions: list[int] = []
        self.trace: TraceWriter | None = None
        self.hoyle = self._make_hoyle(self.spec.hoyle)
        self.others = self._make_others()

    async def play(self) -> None:
        """Go through the contests that were played before, then play on."""
        if self.spec.until.expert_like is not None:
            check_solved(self.run.game)
        where = {"cell": self.run.run.cell, "run": self.run.run.run, "phase": self.number}
        for row in self.run.store.contests(**where):
            self._relive(row)
        if self.rules.ended_by is None:
            with self._tracing():
                while self.rules.ended_by is None:
                    await self._play_contest()
        self.run.knowledge = self.hoyle.knowledge or self.run.knowledge
        await self._conclude(where)

    async def _conclude(self, where: dict[str, int]) -> None:
        store, run = self.run.store, self.run
        standings: Mapping[str, Standing] = {}
        if self.spec.review or self._is_tuned_for():
            standings = await review(
                run.game, run.contests, self.spec.hoyle, run.knowledge, self.streams.child("review")
            )
            run.standings = standings
        if store.phases(**where):
            return
        sizes = {name: len(entries) for name, entries in sorted(run.knowledge.items.items())}
        rows = [
            AdvisorRow(**where, advisor=name, **attrs.asdict(standing))
            for name, standing in standings.items()
        ]
        phase = PhaseRow(
            **where,
            name=self.spec.name,
            contests=self.count,
            ended_by=self.rules.ended_by or "contests",
            knowledge=json.dumps(sizes),
        )
        store.write(phase, *rows)

    count = 0
    """Contests of this phase so far."""

    def _is_tuned_for(self) -> bool:
        """Does a later phase want to know how the Advisors fared?"""
        later = self.run.run.spec.phases[self.number + 1 :]
        return self.spec.learn != "no" and any(phase.tune for phase in later)

    def _tracing(self) -> Any:
        run = self.run.run
        if not run.trace:
            return _NoTrace()
        folder = run.folder / "traces"
        folder.mkdir(exist_ok=True)
        self.trace = TraceWriter(folder / f"cell-{run.cell}-run-{run.run}.trace")
        return self.trace

    async def _play_contest(self) -> None:
        streams = self.streams.child("contest", self.count)
        self.decisions.clear()
        start = time.perf_counter()
        contest = await play_contest(self.run.game, self._seats(), streams)
        added = self._learn(contest, streams)
        row = self._row(contest, added, time.perf_counter() - start)
        if not self.run.go_on():
            raise Orphaned
        self.run.store.write(row)
        self._heed(row, contest)

    def _relive(self, row: ContestRow) -> None:
        """Learn again from a contest that was played before."""
        contest = Contest(self.run.game.name, tuple(row.moves.split()), Outcome(row.outcome), row.ended_by)
        self._learn(contest, self.streams.child("contest", self.count))
        self._heed(row, contest)

    def _heed(self, row: ContestRow, contest: Contest) -> None:
        self.rules.hear(row)
        self.count += 1
        if self.spec.learn != "no":
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
        learners = [] if self.spec.learn == "no" else get_learners(spec.learners)
        return Hoyle(
            spec.panel(),
            settings=spec.settings(),
            knowledge=self.run.knowledge,
            learners=learners,
            learning_ns=spec.learning_budget,
            on_decision=self._hear,
        )

    def _make_others(self) -> list[Contestant]:
        names = self.spec.watch if self.spec.learn == "watch" else (self.spec.against,)
        if names is None:
            raise BadOption(f"phase {self.spec.name!r} watches nobody; name two contestants to watch")
        return [self._make_other(name) for name in names]

    def _make_other(self, name: str) -> Contestant:
        if name.partition(":")[0] != HOYLE:
            return make_contestant(name, self.run.game)
        options = read_contestant(name, self.spec.hoyle).options or self.spec.hoyle
        return Hoyle(options.panel(), settings=options.settings(), knowledge=self.run.knowledge)

    def _hear(self, decision: Decision) -> None:
        self.decisions.append(decision.landed_ns)
        if self.trace is not None:
            self.trace.append(decision)

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
            decision_ns=sum(self.decisions),
            seconds=seconds,
        )


class _NoTrace:
    def __enter__(self) -> None:
        """Begin nothing."""

    def __exit__(self, *_: object) -> None:
        """End nothing."""


def _tuned(spec: PhaseSpec, standings: Mapping[str, Standing]) -> PhaseSpec:
    if spec.tune is None or not standings:
        raise BadOption(f"phase {spec.name!r} is to be tuned, but nothing was learned before it")
    return attrs.evolve(spec, hoyle=tuned(spec.hoyle, spec.tune, standings))


def _judged(contest: Contest, role: Role, value: Outcome) -> int:
    return int(is_expert_like(contest.outcome, role, value))


def _size(knowledge: Knowledge | None) -> int:
    return sum(len(entries) for entries in knowledge.items.values()) if knowledge else 0


def games_of(cells: Iterable[CellSpec]) -> list[Game[Any]]:
    """Answer every game that is played, once."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], Game[Any]] = {}
    for cell in cells:
        key = cell.game, tuple(sorted(cell.options.items()))
        found.setdefault(key, cell.make_game())
    return list(found.values())
