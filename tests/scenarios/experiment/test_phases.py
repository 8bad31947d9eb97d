"""Phases: who plays in them, and what is heard of their contests."""

import attrs
import pytest
import trio

from agents import (
    Advisor,
    Deliberation,
    Learner,
    Lesson,
    Streams,
    declared_items,
    register_advisor,
    register_learner,
)
from blackboard import Item, Knowledge
from blackboard.items import added, is_count
from control import Panel, VirtualClock
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, Role, make_game
from scenarios.experiment.contest_rows import contest_row
from scenarios.experiment.phases import AdvisorFailed, Phase, PhaseContest, phases_of, seating_of
from scenarios.experiment.stopping import StopRules
from scenarios.language.scenario import CellSpec, PhaseSpec
from scenarios.language.stop_rules import Until
from scenarios.play.judge import value_of

GAME = make_game("tic-tac-toe")
QUICK = HoyleOptions(advisors=("Victory", "Panic"))
SPEC = PhaseSpec(name="test", against="hoyle:paradigm=2", hoyle=QUICK)


class Failing(Advisor):
    """Fail."""

    async def advise(self, think: Deliberation) -> None:
        """Fail."""
        del think
        raise ValueError("on purpose")


def played(spec: PhaseSpec, contests: int = 1, *, ends_on_failure: bool = False) -> list[PhaseContest]:
    """Play contests of a phase in virtual time."""
    phase = Phase(GAME, spec, spec.hoyle, Knowledge.of(GAME), Streams(7), ends_on_failure=ends_on_failure)

    async def run() -> list[PhaseContest]:
        with phase.opened():
            return [await phase.play_contest() for _ in range(contests)]

    return trio.run(run, clock=VirtualClock())


@pytest.mark.parametrize(
    ("first", "roles"),
    [
        ("alternate", [Role.PLAYER, Role.OPPONENT]),
        ("hoyle", [Role.PLAYER, Role.PLAYER]),
        ("other", [Role.OPPONENT, Role.OPPONENT]),
    ],
)
def test_hoyle_sits_where_the_phase_says(first: str, roles: list[Role]) -> None:
    """Its decisions are known from the other's by the moves of its role."""
    for told in played(attrs.evolve(SPEC, first=first), 2):
        role = roles[told.number]
        assert told.role is role
        assert tuple(each.move for each in told.decisions) == told.contest.moves[role.value :: 2]
        assert tuple(each.move for each in told.heard["other"]) == told.contest.moves[role.other.value :: 2]


def test_whoever_is_watched_is_somebody_else() -> None:
    """Hoyle has no role and no decisions there; those of others are heard apart."""
    spec = PhaseSpec(name="watch", learn="watch", watch=("hoyle:paradigm=2", "hoyle"), hoyle=QUICK)
    first, second = played(spec, 2)
    assert (first.role, first.other, list(first.decisions)) == (None, "hoyle:paradigm=2 and hoyle", [])
    for told, whose in ((first, "other"), (second, "other 2")):
        assert tuple(each.move for each in told.heard[whose]) == told.contest.moves[::2]
    assert second.knowledge.items


def test_watching_takes_two() -> None:
    """A phase that watches and names nobody is refused."""
    with pytest.raises(BadOption, match="'test' has no contestants to watch"):
        seating_of(attrs.evolve(SPEC, learn="watch"), QUICK)


@pytest.mark.parametrize("learn", ["play", "watch", "no"])
def test_only_the_hoyle_of_the_phase_learns(learn: str) -> None:
    """Others know what it knows, by the phase's own options and theirs, and never learn themselves."""
    spec = attrs.evolve(SPEC, learn=learn, watch=("hoyle", "hoyle:paradigm=2"))
    tuned = attrs.evolve(QUICK, weights={"Panic": 2.0})
    hoyles = seating_of(spec, tuned).hoyles
    assert [each.learn for each in hoyles if each.weights] == [learn != "no"]
    assert not any(each.learn for each in hoyles if not each.weights)


def test_symmetries_come_before_everything_else() -> None:
    """If any phase uses them; where no perfect contestant can be had, contests of random ones are watched."""
    cell = CellSpec(labels={}, game="tic-tac-toe", phases=(SPEC,))
    assert list(phases_of(cell, value_of(GAME))) == [SPEC]
    symmetric = attrs.evolve(SPEC, hoyle=HoyleOptions(symmetry=True))
    for value, expert in ((value_of(GAME), "perfect"), (None, "random")):
        first, *rest = phases_of(attrs.evolve(cell, phases=(SPEC, symmetric)), value)
        assert (first.name, first.watch, rest) == ("symmetry", (expert, "random"), [SPEC, symmetric])


def test_a_failure_ends_the_phase_only_if_it_is_to() -> None:
    """Then it is told who failed, and why."""
    register_advisor(Failing)
    spec = attrs.evolve(SPEC, hoyle=HoyleOptions(advisors=("Failing",)))
    (told,) = played(spec)
    assert {each.state.value for each in told.decisions[0].testimonies} == {"failed"}
    with pytest.raises(AdvisorFailed, match="Failing failed: ValueError: on purpose"):
        played(spec, ends_on_failure=True)


@pytest.mark.parametrize(
    "spec",
    [SPEC, PhaseSpec(name="watch", learn="watch", watch=("hoyle", "random"), hoyle=QUICK)],
    ids=["plays", "watches"],
)
def test_whatever_runs_for_a_phase_ends_with_it(spec: PhaseSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs and processes of every Hoyle's Advisors, the watching one's included."""
    closed: list[Panel] = []

    def close(self: Panel) -> None:
        closed.append(self)

    monkeypatch.setattr(Panel, "close", close)
    played(spec)
    assert len(closed) == 2


class Diary(Learner):
    """Note every contest."""

    name = "diary"
    feeds = Item("diary", is_count, added, is_by_position=False)

    def learn(self, lesson: Lesson) -> None:
        """Note that there was one more."""
        lesson.note(str(len(lesson.knowledge.item("diary"))), 1)


@pytest.mark.parametrize("is_fact", [True, False])
def test_only_facts_of_the_game_count_as_added(*, is_fact: bool) -> None:
    """What is new with every contest is known afterwards, and lets no phase go on for ever."""
    item = attrs.evolve(Diary.feeds, is_fact=is_fact)
    register_learner(type("Diary", (Diary,), {"feeds": item}))
    hoyle = attrs.evolve(QUICK, learners=("diary",))
    told = played(PhaseSpec(name="learn", learn="play", against="random", hoyle=hoyle), 3)
    assert [each.added for each in told] == ([1, 1, 1] if is_fact else [0, 0, 0])
    assert [len(each.knowledge.item("diary")) for each in told] == [1, 2, 3]
    rows = [contest_row(each, GAME, None, margin_ns=0, cell=0, run=0, phase=0) for each in told]
    assert [row.entries for row in rows] == [1, 2, 3]
    rules = StopRules(Until(stable=2), 100)
    for row in rows:
        rules.hear(row)
    assert rules.ended_by == (None if is_fact else "stable")


def test_whatever_comes_with_hoyle_is_a_fact() -> None:
    """So what `stable` ended before, it ends as it did."""
    before = (
        "states",
        "openings",
        "expert_moves",
        "hoyle_moves",
        "lost_moves",
        "forks",
        "model",
        "symmetries",
    )
    assert all(declared_items()[name].is_fact for name in before)
