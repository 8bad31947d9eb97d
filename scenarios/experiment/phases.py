"""A phase in progress: who plays in it, and the decisions of each of its contests."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import attrs

from agents import Contestant, Streams, declared_items
from agents.contestants.program_contestant import without_folders
from agents.session.failures import one_line
from blackboard import Contest, Decision, Knowledge, State
from control import HearingCache
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, Game, Outcome, Role
from scenarios.experiment.attendance import OTHERS, OWN, WHOSE, Attendance, Roll, count_contest
from scenarios.language.scenario import SYMMETRY, CellSpec, PhaseSpec
from scenarios.play.kept_contestants import KeptContestants
from scenarios.play.named_contestants import HOYLE, Named, read_contestant
from scenarios.play.seating import Seating
from scenarios.play.series import IN_EXPERIMENTS, Played, Series
from scenarios.play.shared_knowledge import SharedKnowledge

WATCHED_FOR_SYMMETRIES = 20
"""Contests between a perfect and a random contestant that Hoyle watches before anything else."""


class AdvisorFailed(Exception):
    """Raised when an Advisor or a contestant failed, and the scenario says that the experiment ends there."""

    def __init__(self, line: str, advisor: str = "") -> None:
        super().__init__(line)
        self.advisor = advisor
        """The Advisor; empty for a contestant."""


def learns_symmetries(spec: CellSpec) -> bool:
    """Return whether symmetries are learned in a cell, before anything else."""
    return any(phase.hoyle.symmetry for phase in spec.phases)


def phases_of(spec: CellSpec, value: Outcome | None) -> Iterator[PhaseSpec]:
    """Yield the phases of a cell, after the one in which symmetries are learned, if there is one."""
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


def seating_of(spec: PhaseSpec, hoyle: HoyleOptions) -> Seating:
    """Seat the Hoyle of a phase, with these options, against or behind the contestants that the phase names.

    Other Hoyles share its knowledge and learn nothing themselves. It learns from its contests against them as
    if it had played both roles.
    """
    learning = attrs.evolve(hoyle, learn=spec.learn != "no")
    others = [read_contestant(name, attrs.evolve(spec.hoyle, learn=False)) for name in spec.others]
    if spec.learn != "watch":
        return Seating(
            pair=(Named(HOYLE, learning), others[0]),
            begins_as=Role.OPPONENT if spec.first == "other" else Role.PLAYER,
            takes_turns=spec.first == "alternate",
            is_one_hoyle=True,
            expert=spec.expert,
        )
    if not others:
        raise BadOption(f"phase {spec.name!r} has no contestants to watch; name two")
    return Seating(pair=(others[0], others[1]), watcher=learning, expert=spec.expert)


@attrs.frozen(kw_only=True)
class PhaseContest:
    """One contest of a phase, and the decisions made in it."""

    number: int
    role: Role | None
    """Hoyle's; None if it watched."""
    other: str
    """Who played against it, or who played."""
    contest: Contest
    added: int
    """Facts of the game that knowledge gained."""
    knowledge: Knowledge
    """What is known afterwards."""
    heard: Mapping[str, Sequence[Decision]]
    """The decisions of each Hoyle, by whose they are."""
    seconds: float
    """How long it took on the wall."""
    contestants: Roll = attrs.field(factory=dict)
    """How often other contestants were asked for moves, as far as they count, and why they lost."""

    @property
    def decisions(self) -> Sequence[Decision]:
        """The decisions of the Hoyle that the phase is about."""
        return self.heard[OWN]


class Phase:
    """A phase in progress."""

    def __init__(
        self,
        game: Game[Any],
        spec: PhaseSpec,
        hoyle: HoyleOptions,
        knowledge: Knowledge,
        streams: Streams,
        *,
        ends_on_failure: bool,
        kept: KeptContestants | None = None,
        hearing_cache: HearingCache | None = None,
    ) -> None:
        """Seat a phase; `hearing_cache` may serve other phases that begin with the same knowledge."""
        self._other = " and ".join(map(without_folders, spec.others))
        self._ends_on_failure = ends_on_failure
        self._whose = OTHERS if spec.learn == "watch" else (OWN, OTHERS[0])
        """Whose decisions those of the pair are."""
        self._heard: dict[str, list[Decision]] = {}
        self._passing = {name for name, item in declared_items().items() if not item.is_fact}
        """Items of knowledge that are no facts of the game."""
        self._shared = SharedKnowledge(game, knowledge, hearing_cache=hearing_cache or HearingCache())
        self.series = Series(
            game,
            seating_of(spec, hoyle),
            lambda _: self._shared,
            streams,
            IN_EXPERIMENTS,
            hear=self._hear,
            kept=kept,
        )

    @property
    def knowledge(self) -> Knowledge:
        """What Hoyle knows by now."""
        return self._shared.knowledge

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Allow contests to be played, and afterwards end what was started for them elsewhere."""
        try:
            with self.series.opened():
                yield
        finally:
            self._shared.dismiss()

    async def play_contest(self) -> PhaseContest:
        """Play the next contest, and learn from it if the phase learns."""
        self._forget()
        start = time.perf_counter()
        number = self.series.count
        seats = self.series.seats
        played = await self.series.play()
        return PhaseContest(
            number=number,
            role=played.role if OWN in self._whose else None,
            other=self._other,
            contest=played.contest,
            added=self._added(played),
            knowledge=self.knowledge,
            heard=self._heard,
            contestants=self._count(played.contest, seats),
            seconds=time.perf_counter() - start,
        )

    def _count(self, contest: Contest, seats: Mapping[Role, Contestant]) -> Roll:
        """Count how contestants fared; AdvisorFailed if one lost by a fault and the scenario ends on that."""
        roll: dict[str, Attendance] = {}
        count_contest(roll, contest, seats)
        for name, each in roll.items() if self._ends_on_failure else ():
            if each.failed:
                raise AdvisorFailed(one_line(f"contestant {name} failed: {each.reason}"))
        return roll

    def _added(self, played: Played) -> int:
        """Count the new entries, except those of items that are no facts of the game."""
        account = (learned for lessons in played.lessons for learned in lessons.account)
        return sum(learned.added for learned in account if learned.item not in self._passing)

    async def relive(self, contest: Contest) -> None:
        """Learn again from a contest that was played before."""
        self._forget()
        await self.series.relive(contest)

    def _forget(self) -> None:
        self._heard = {whose: [] for whose in WHOSE}

    def _hear(self, place: int, decision: Decision) -> None:
        """Record a decision; AdvisorFailed if an Advisor failed and the scenario ends on that."""
        self._heard[self._whose[place]].append(decision)
        if self._ends_on_failure:
            for each in decision.testimonies:
                if each.state is State.FAILED:
                    raise AdvisorFailed(one_line(f"{each.advisor} failed: {each.reason}"), each.advisor)
