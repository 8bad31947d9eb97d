"""Learning under time limits: triggers, budgets, failures, bounds."""

import gc
import re
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import trio

from agents import Learner, Lesson, Opinions, OutOfTime, Streams, get_advisors, get_learners
from blackboard import Decision, Knowledge, State, thawed
from control import Costs, Hoyle, Learned, LearnerGroup, Panel, Settings, VirtualClock, decide
from control.learning.learner_group import VirtualMeter, WallMeter
from games import Game, Role, VoidDecision, make_game
from tests.support import (
    MS,
    advisor,
    decided,
    played,
    random_contests,
    says,
    tic_tac_toe,
    watched,
    works,
)

GAME = tic_tac_toe()
WON = watched(GAME, "1 4 2 5 3", hoyle=[Role.PLAYER])
Taught = tuple[Knowledge, list[Learned]]


def learner(name: str, learn: Callable[[Lesson], object], **declared: Any) -> type[Learner]:
    """Make a learner that does this."""
    return type(name, (Learner,), {"name": name, "learn": lambda _, lesson: learn(lesson), **declared})


def notes(key: str = "x", entry: object = 1) -> Callable[[Lesson], object]:
    """Write one thing down."""
    return lambda lesson: lesson.note(key, entry)


def counts_lessons(lesson: Lesson) -> None:
    """Note how many contests each lesson was about."""
    lesson.note("sizes", [*(lesson.recall("sizes") or []), len(lesson.experiences)])


def taught(
    *learners: type[Learner],
    contests: int = 1,
    knowledge: Knowledge | None = None,
    budget_ns: int | None = None,
    virtual: bool = True,
    panel: Panel | None = None,
) -> Taught:
    """Teach these after so many contests, and return what was known then and the last account."""
    group = LearnerGroup(learners, budget_ns=budget_ns, panel=panel)

    async def teach() -> Taught:
        known = knowledge or Knowledge.of(GAME)
        account: list[Learned] = []
        for number in range(contests):
            known, account = await group.after_contest(GAME, known, WON, Streams(number))
        return known, account

    return trio.run(teach, clock=VirtualClock() if virtual else None)


@pytest.mark.parametrize(
    ("trigger", "sizes"), [("contest", [1] * 7), (1, [1] * 7), (3, [3, 3]), (7, [7]), (8, None)]
)
def test_a_learner_learns_when_its_trigger_says(trigger: str | int, sizes: list[int] | None) -> None:
    """After every contest, or after so many of them: then it sees all since it last learned."""
    knowledge, _ = taught(learner("a", counts_lessons, trigger=trigger), contests=7)
    assert thawed(knowledge.item("a")).get("sizes") == sizes


def test_a_learner_of_decisions_learns_after_each() -> None:
    """It sees the decision, and no contest; the others do not learn then."""
    seen: list[Decision | None] = []
    group = LearnerGroup(
        [
            learner("a", lambda lesson: seen.append(lesson.decision), trigger="decision"),
            learner("b", notes()),
        ]
    )

    async def teach() -> Taught:
        decision = await decide(GAME, GAME.initial(), Panel.of([]))
        known, account = await group.after_decision(GAME, Knowledge.of(GAME), decision, Streams(0))
        assert [decision] == seen
        assert (await group.after_contest(GAME, known, WON, Streams(0)))[0].items.keys() == {"b"}
        return known, account

    knowledge, account = trio.run(teach, clock=VirtualClock())
    assert knowledge.items == {}
    assert account == [Learned("a", State.FINISHED)]
    assert len(seen) == 1


@pytest.mark.parametrize("virtual", [True, False])
def test_learning_that_runs_out_of_time_leaves_what_was_noted(*, virtual: bool) -> None:
    """A call of the oracle past the deadline ends the lesson; whole facts noted before it stand."""

    def learn(lesson: Lesson) -> None:
        lesson.note("early", 1)
        while True:
            lesson.outcome(WON.positions[0])

    late = learner("a", learn, budget_ms=2)
    knowledge, (account,) = taught(late, virtual=virtual)
    assert knowledge.item("a") == {"early": 1}
    assert account == Learned("a", State.TIMED_OUT, added=1)


def test_a_budget_for_all_goes_before_a_learners_own() -> None:
    """In virtual time a lesson has as many calls as its budget pays for, and not one more."""
    calls: list[float] = []

    def learn(lesson: Lesson) -> None:
        while True:
            lesson.legal_moves(WON.positions[0])
            calls.append(lesson.remaining())

    taught(learner("a", learn, budget_ms=1))
    assert len(calls) == 10
    assert calls[-1] == 0
    calls.clear()
    taught(learner("a", learn, budget_ms=1), budget_ns=2 * MS)
    assert len(calls) == 20


def test_a_learner_that_raises_is_recorded_and_changes_nothing() -> None:
    """What it noted before is dropped with it, and the others learn as if it were not there."""

    def learn(lesson: Lesson) -> None:
        lesson.note("x", 1)
        raise ValueError("lost the\nthread")

    before = Knowledge.of(GAME, {"bad": {"old": 0}})
    knowledge, account = taught(learner("bad", learn), learner("good", notes()), knowledge=before)
    assert knowledge.items == {"bad": {"old": 0}, "good": {"x": 1}}
    assert account[0].state is State.FAILED
    assert account[0].reason == "ValueError: lost the thread"
    assert account[1] == Learned("good", State.FINISHED, added=1)


def test_the_account_tells_new_entries_from_changed_ones() -> None:
    """What is noted again as it was is neither."""

    def learn(lesson: Lesson) -> None:
        for key in "abc":
            lesson.note(key, 1)

    _, (account,) = taught(learner("i", learn), knowledge=Knowledge.of(GAME, {"i": {"a": 1, "b": 2}}))
    assert (account.added, account.changed) == (1, 1)


def test_a_bound_is_kept_from_lesson_to_lesson() -> None:
    """A full item takes nothing new, but still takes better versions of what is there."""

    def learn(lesson: Lesson) -> None:
        for _ in range(3):
            lesson.note(str(lesson.random.random()), 1)
        lesson.note("first", (lesson.recall("first") or 0) + 1)

    knowledge, (account,) = taught(
        learner("i", learn, bound=5), contests=9, knowledge=Knowledge.of(GAME, {"i": {"first": 0}})
    )
    assert len(knowledge.item("i")) == 5
    assert knowledge.item("i")["first"] == 9
    assert (account.added, account.changed) == (0, 1)


def test_two_learners_of_one_item_keep_each_others_notes() -> None:
    """Neither takes out what the other put in."""
    pair = (learner("a", notes("x"), item="shared"), learner("b", notes("y"), item="shared"))
    assert taught(*pair)[0].item("shared") == {"x": 1, "y": 1}


def test_all_learners_see_what_was_known_before_the_contest() -> None:
    """What one learns now the next sees after the next contest: their order does not matter."""
    seen: list[dict[str, Any]] = []
    writer, reader = (
        learner("w", notes()),
        learner("r", lambda lesson: seen.append(dict(lesson.knowledge.items))),
    )
    taught(writer, reader, contests=2)
    assert seen == [{}, {"w": {"x": 1}}]


def test_meters_count_what_they_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Virtual time is the cost table's, real time the wall's; both end in OutOfTime."""
    meter = VirtualMeter(30, Costs(play=10, legal_moves=20, outcome=5))
    meter.spend(0)
    meter.spend(1)
    assert meter.remaining() == 0
    with pytest.raises(OutOfTime):
        meter.spend(2)
    wall = WallMeter(5 * MS)
    wall.spend(0)
    later = time.perf_counter_ns() + 6 * MS
    monkeypatch.setattr("control.learning.learner_group.time.perf_counter_ns", lambda: later)
    with pytest.raises(OutOfTime):
        wall.spend(0)
    assert wall.remaining() == 0


def test_hoyle_learns_from_what_it_played_and_what_it_watched() -> None:
    """As a contestant its own moves are learned, as a spectator only those of experts."""
    hoyle = Hoyle(Panel.of(get_advisors(["Wild"])), learners=get_learners())

    async def live() -> None:
        await hoyle.learn(GAME, WON.contest, Streams(0), experts=[Role.PLAYER])
        assert hoyle.knowledge is not None
        assert {"expert_moves", "openings", "states"} <= hoyle.knowledge.items.keys()
        assert "hoyle_moves" not in hoyle.knowledge.items
        account = await hoyle.learn(GAME, WON.contest, Streams(1), hoyle=[Role.OPPONENT])
        assert {each.item for each in account if each.added} == {"hoyle_moves", "lost_moves", "model"}
        assert await hoyle.choose(GAME, played("1"), Streams(2)) in "23456789"

    trio.run(live, clock=VirtualClock())


def test_the_same_contests_teach_the_same_byte_for_byte() -> None:
    """Whatever was learned in between elsewhere."""

    async def learn(game: Game[Any]) -> bytes:
        hoyle = Hoyle(Panel.of([]), learners=get_learners(symmetry=True), learning_ns=50 * MS)
        for index, each in enumerate(random_contests(game, 8)):
            await hoyle.learn(game, each.contest, Streams(index), hoyle=each.hoyle, experts=each.experts)
        assert hoyle.knowledge is not None
        return hoyle.knowledge.to_bytes()

    for name in ("tic-tac-toe", "pong-hau-ki", "othello"):
        first, second = (trio.run(partial(learn, make_game(name)), clock=VirtualClock()) for _ in range(2))
        assert first == second


def test_what_was_learned_changes_what_is_decided() -> None:
    """Having lost once by answering a corner with a side, Hoyle does not do so again."""
    hoyle = Hoyle(Panel.of([]), learners=get_learners())

    async def lose() -> None:
        await hoyle.learn(GAME, watched(GAME, "1 2 5 9 7 4 3").contest, Streams(0), hoyle=[Role.OPPONENT])

    trio.run(lose, clock=VirtualClock())
    decision = decided(get_advisors(), moves="1", knowledge=hoyle.knowledge)
    assert decision.removed["2"] == "Sadder"


# Stages, several items, and what is forgotten.


def test_the_second_stage_sees_what_the_first_has_noted() -> None:
    """After the same contest; those of one stage see only what was known before it."""
    seen: dict[str, object] = {}

    def look(name: str) -> Callable[[Lesson], object]:
        def learn(lesson: Lesson) -> None:
            seen[name] = dict(lesson.knowledge.item("a"))
            lesson.note(name, 1)

        return learn

    late = learner("z", look("z"), stage=2)
    early = [learner("a", notes("x")), learner("b", look("b"))]
    taught(late, *early)
    assert seen == {"b": {}, "z": {"x": 1}}


def test_what_is_forgotten_is_told_and_gone() -> None:
    """A learner that had noted something takes it out again, and the account counts it."""

    def swap(lesson: Lesson) -> None:
        lesson.forget("x")
        lesson.note("y", 2)

    known, account = taught(learner("a", swap), knowledge=Knowledge.of(GAME, {"a": {"x": 1, "z": 3}}))
    assert known.item("a") == {"y": 2, "z": 3}
    assert account == [Learned("a", State.FINISHED, added=1, removed=1)]


def test_a_learner_that_feeds_two_items_has_an_account_for_each() -> None:
    """Each is written where it belongs, and checked for itself."""

    def learn(lesson: Lesson) -> None:
        lesson.note("k", 1)
        lesson.note("k", 2, item="second")
        lesson.note("l", 3, item="second")

    known, account = taught(learner("both", learn, items=("first", "second")))
    assert (known.item("first"), known.item("second")) == ({"k": 1}, {"k": 2, "l": 3})
    assert [(each.item, each.added) for each in account] == [("first", 1), ("second", 2)]


# Asking the panel.

ASKED = (
    advisor("Early", says("1", 9), tier=1, rank=1),
    advisor("Talker", works(3), says("1", 7), says("2", 3)),
    advisor("Silent"),
)


def asks(after: Callable[[Lesson, Opinions], object], positions: int = 1) -> type[Learner]:
    """Make a learner that asks about the position after the first move, and uses the answer."""

    async def learn(_: Learner, lesson: Lesson) -> None:
        for _number in range(positions):
            opinions = await lesson.ask(lesson.experience.positions[1])
            after(lesson, opinions)

    return type("Asks", (Learner,), {"name": "asks", "learn": learn})


@pytest.mark.parametrize("virtual", [True, False])
def test_a_learner_asks_those_that_vote(virtual: bool) -> None:
    """About every legal move, and in the words of tier 3 alone, on either clock."""
    heard: list[Opinions] = []
    taught(asks(lambda _, opinions: heard.append(opinions)), panel=Panel.of(ASKED), virtual=virtual)
    (opinions,) = heard
    assert opinions.moves == tuple("23456789")
    said = {each.advisor: each.comments for each in opinions.testimonies}
    assert said.keys() == {"Silent", "Talker"}
    assert [each.state for each in opinions.testimonies] == [State.FINISHED, State.FAILED]


def test_what_the_asked_take_is_charged_to_the_learner() -> None:
    """In virtual time, the time of the hearing; nobody asked has more than the learner has left."""
    left: list[float] = []
    panel = Panel.of([advisor("Worker", works(20), says("2", 7))])
    learn = asks(lambda lesson, _: left.append(lesson.remaining()), positions=5)
    known, account = taught(learn, panel=panel, budget_ns=5 * MS)
    assert left == pytest.approx([0.00299, 0.00098])
    assert account[0].state is State.TIMED_OUT
    assert not known.items


def test_a_learner_without_a_panel_hears_nobody() -> None:
    """It learns from what there is."""
    heard: list[Opinions] = []
    taught(asks(lambda _, opinions: heard.append(opinions)))
    assert [each.testimonies for each in heard] == [()]


def test_a_forgotten_await_is_the_failure_of_the_learner() -> None:
    """With its line; Python would warn of it later, and nobody would know that nothing was asked."""

    def forgets(lesson: Lesson) -> None:
        lesson.note("x", 1)
        lesson.ask(lesson.experience.positions[0])  # type: ignore[unused-coroutine]  # this is the fault

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known, (account,) = taught(learner("a", forgets), panel=Panel.of(ASKED))
        gc.collect()
    assert account.state is State.FAILED
    assert re.fullmatch(r"forgot to await lesson.ask at line \d+ of test_learner_group.py", account.reason)
    assert not known.items


def asks_at_once(positions: int, **declared: Any) -> type[Learner]:
    """Make a learner that asks about several positions in a nursery, and notes each that was answered."""

    async def learn(_: Learner, lesson: Lesson) -> None:
        async def ask(number: int) -> None:
            opinions = await lesson.ask(lesson.experience.positions[number])
            lesson.note(str(number), len(opinions.testimonies))

        async with trio.open_nursery() as nursery:
            for number in range(positions):
                nursery.start_soon(ask, number)

    return type("Asks", (Learner,), {"name": "asks", "learn": learn, **declared})


@pytest.mark.parametrize("virtual", [True, False])
@pytest.mark.usefixtures("leaves_no_process")
def test_positions_that_are_asked_about_at_once_are_heard_one_after_another(virtual: bool) -> None:
    """Somebody in a process can be asked choose one."""
    panel = Panel.of(get_advisors(["Challenge"]), placements={"Challenge": "process"})
    try:
        known, account = taught(asks_at_once(3), panel=panel, virtual=virtual)
    finally:
        panel.close()
    assert account == [Learned("asks", State.FINISHED, added=3)]
    assert thawed(known.item("asks")) == {"0": 1, "1": 1, "2": 1}


def test_time_that_runs_out_in_a_nursery_ends_the_lesson_alone() -> None:
    """It comes in a group then, and what was noted before stands."""
    panel = Panel.of([advisor("Worker", works(20), says("9", 7))])
    known, (account,) = taught(asks_at_once(4), panel=panel, budget_ns=5 * MS)
    assert account == Learned("asks", State.TIMED_OUT, added=2)
    assert len(known.item("asks")) == 2


def test_a_learner_that_would_end_the_program_fails_alone() -> None:
    """Like an Advisor; and the reason is what it raised, not the group that it came in."""

    async def fails(_: Learner, lesson: Lesson) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lesson.ask, lesson.experience.positions[-1])

    def leaves(_: Lesson) -> None:
        sys.exit(3)

    grouped = type("Grouped", (Learner,), {"name": "grouped", "learn": fails})
    _, account = taught(grouped, learner("leaves", leaves), panel=Panel.of(ASKED))
    assert [each.state for each in account] == [State.FAILED, State.FAILED]
    assert [each.reason.partition(":")[0] for each in account] == ["BadPosition", "SystemExit"]


def test_a_disturbance_in_a_nursery_is_still_one() -> None:
    """It is not the learner's failure, and the run is to be played again."""

    async def end(_: object) -> None:
        raise VoidDecision("somebody else ended it")

    async def meets(_: Learner, lesson: Lesson) -> None:

        async with trio.open_nursery() as nursery:
            nursery.start_soon(end, lesson)

    with pytest.raises(VoidDecision, match="somebody else ended it"):
        taught(type("Meets", (Learner,), {"name": "meets", "learn": meets}))


def test_one_learner_can_have_a_limit_of_its_own() -> None:
    """Written as a budget under its name; the others have what all learners have."""
    left: dict[str, float] = {}

    def look(name: str) -> type[Learner]:
        return learner(name, lambda lesson: left.update({name: lesson.remaining()}))

    group = LearnerGroup([look("a"), look("b")], budget_ns=2 * MS, budgets_ns={"b": 9 * MS})

    async def teach() -> None:
        await group.after_contest(GAME, Knowledge.of(GAME), WON, Streams(0))

    trio.run(teach, clock=VirtualClock())
    assert left == {"a": 0.002, "b": 0.009}


@pytest.mark.parametrize("virtual", [True, False])
def test_a_learner_that_waits_is_ended_at_its_limit(virtual: bool) -> None:
    """What it noted before stands."""

    async def learn(_: Learner, lesson: Lesson) -> None:
        lesson.note("before", 1)
        await trio.sleep_forever()

    waiting: type[Learner] = type("Waiting", (Learner,), {"name": "waiting", "learn": learn})
    known, account = taught(waiting, budget_ns=5 * MS, virtual=virtual)
    assert (account[0].state, known.item("waiting")) == (State.TIMED_OUT, {"before": 1})


@pytest.mark.parametrize(("late", "said"), [("keep", ["2"]), ("drop", [])])
def test_the_asked_are_heard_as_in_a_decision(late: str, said: list[str]) -> None:
    """What somebody said before its time was up counts as it does there."""
    slow = advisor("Slow", says("2", 7), works(50), says("3", 7), budget_ms=1)
    heard: list[Opinions] = []
    learn = asks(lambda _, opinions: heard.append(opinions))
    group = LearnerGroup([learn], panel=Panel.of([slow]), settings=Settings(late=late))

    async def teach() -> None:
        await group.after_contest(GAME, Knowledge.of(GAME), WON, Streams(0))

    trio.run(teach, clock=VirtualClock())
    assert [list(each.testimonies[0].comments) for each in heard] == [said]
