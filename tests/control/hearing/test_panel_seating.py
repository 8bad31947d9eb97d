"""Convening: who sits at a contest and how much each counts, by what was learned."""

import time
from collections.abc import Sequence
from typing import Any

import pytest
import trio

from agents import Advisor, Deliberation, Streams
from agents.rosters import ANYTHING
from blackboard import Knowledge, State
from control import Budgets, Hoyle, Panel, Settings, VirtualClock, decide, get_paradigm
from control.hearing.panel_seating import seat_panel
from control.settings.hoyle_options import HoyleOptions
from control.voting.learned_weights import learned_weights
from games import BadOption, BadPlugin, DuplicateName
from tests.support import CLOCKS, advisor, clock_of, heard, says, tic_tac_toe

GAME = tic_tac_toe()
PWL = Settings(paradigm=get_paradigm("pwl"))
EVERYBODY = (
    advisor("First", tier=1, rank=1),
    advisor("Good", says("1", 7)),
    advisor("Bad", says("2", 9)),
    advisor("New"),
)


def knowing(**weights: tuple[int, int]) -> Knowledge:
    """Know so many right of so many opinions."""
    return Knowledge.of(GAME, {"weights": {name: list(each) for name, each in weights.items()}})


ALIKE = " All Advisors count alike, because no different weights have been learned."
LEARNED = knowing(Good=(9, 10), Bad=(3, 10), **{ANYTHING: (3, 10)})


def test_while_learning_all_are_heard_and_few_opinions_count_less() -> None:
    """The discount is a tenth an opinion, and a tenth for none."""
    known = knowing(Good=(3, 4), Bad=(1, 20))
    names = ("Good", "Bad", "New")
    assert learned_weights(known, names, is_testing=False) == pytest.approx(
        {"Good": 0.75 * 0.4, "Bad": 0.05, "New": 0.05 * 0.1}
    )


def test_in_tests_only_those_are_heard_who_do_better_than_anything() -> None:
    """By a hundredth at least, at full weight; if nobody does, all count alike."""
    names = ("Good", "Bad", "New")
    assert learned_weights(LEARNED, names, is_testing=True) == {"Good": 0.9}
    close = knowing(Good=(31, 100), Bad=(309, 1000), **{ANYTHING: (3, 10)})
    assert learned_weights(close, names, is_testing=True) == {"Good": 0.31}
    assert learned_weights(knowing(Anything=(1, 2)), names, is_testing=True) == dict.fromkeys(names, 0.05)
    assert learned_weights(Knowledge.of(GAME), names, is_testing=True) == dict.fromkeys(names, 0.05)


def test_whoever_is_not_to_be_heard_is_not_seated() -> None:
    """Those of tiers 1 and 2 are always; while learning all are."""
    panel, settings = seat_panel(Panel.of(EVERYBODY), PWL, LEARNED, is_testing=True)
    assert [seat.name for seat in panel.seats] == ["First", "Good"]
    assert [seat.order for seat in panel.seats] == [0, 1]
    assert settings.weights == {"Good": 0.9}
    panel, settings = seat_panel(Panel.of(EVERYBODY), PWL, LEARNED, is_testing=False)
    assert [seat.name for seat in panel.seats] == ["First", "Bad", "Good", "New"]
    assert settings.weights.keys() == {"Bad", "Good", "New"}


def test_a_maker_of_plans_stays_for_its_readers() -> None:
    """Without a vote; nobody stays for a reader that is not heard itself."""
    maker = advisor("Maker", says("3", 9), makes_plans=True)
    reader = advisor("Reader", reads_plans=True)
    known = knowing(Reader=(9, 10), Maker=(0, 10), **{ANYTHING: (3, 10)})
    panel, settings = seat_panel(Panel.of([maker, reader]), PWL, known, is_testing=True)
    assert [seat.name for seat in panel.seats] == ["Maker", "Reader"]
    assert settings.weights == {"Maker": 0, "Reader": 0.9}
    known = knowing(Reader=(1, 10), Maker=(0, 10), Other=(9, 10), **{ANYTHING: (3, 10)})
    other = Panel.of([maker, reader, advisor("Other")])
    assert [seat.name for seat in seat_panel(other, PWL, known, is_testing=True)[0].seats] == ["Other"]


def test_other_paradigms_take_the_weights_they_are_given() -> None:
    """And everybody sits."""
    given = Settings(weights={"Good": 2})
    panel, settings = seat_panel(Panel.of(EVERYBODY), given, LEARNED, is_testing=True)
    assert (len(panel.seats), settings) == (4, given)


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_decision_votes_and_records_by_learned_weights(clock: str) -> None:
    """Bad speaks louder, but Good counts; what was in force is in the record."""

    async def make() -> Any:
        known = knowing(Good=(9, 10), Bad=(4, 10), **{ANYTHING: (1, 10)})
        return await decide(GAME, GAME.initial(), Panel.of(EVERYBODY), settings=PWL, knowledge=known)

    decision = trio.run(make, clock=clock_of(clock))
    assert (decision.move, decision.by) == ("1", "paradigm pwl")
    assert decision.settings["weights"] == {"Good": 0.9, "Bad": 0.4}
    assert "New" not in {each.advisor for each in decision.testimonies}
    assert decision.tally["1"] == pytest.approx(0.9 * 7 + 0.4 * 5)


def test_where_no_weights_were_learned_the_decision_says_so() -> None:
    """All count .05, and the loudest is heard."""

    async def make() -> Any:
        return await decide(GAME, GAME.initial(), Panel.of(EVERYBODY), settings=PWL)

    decision = trio.run(make, clock=VirtualClock())
    assert decision.settings["weights"] == {"Bad": 0.05, "Good": 0.05, "New": 0.05}
    assert decision.move == "2"
    assert decision.why.endswith(ALIKE)


@pytest.mark.parametrize(
    ("known", "is_said"),
    [
        (knowing(Good=(0, 10), **{ANYTHING: (3, 10)}), True),
        (knowing(Good=(0, 3)), False),
        (knowing(Good=(1, 1)), False),
    ],
    ids=["nobody is better than a guess", "one was always wrong", "one was right"],
)
def test_all_count_alike_only_where_they_do(known: Knowledge, is_said: bool) -> None:
    """A weight of nothing has been learned too: while learning, it counts less than that of a newcomer."""
    is_testing = ANYTHING in known.item("weights")

    async def make() -> Any:
        panel, settings = seat_panel(Panel.of(EVERYBODY), PWL, known, is_testing=is_testing)
        return await decide(GAME, GAME.initial(), panel, settings=settings, knowledge=known)

    assert ("All Advisors count alike" in trio.run(make, clock=VirtualClock()).why) is is_said


def test_one_with_learners_learns_and_one_without_is_tested() -> None:
    """A Hoyle that learns hears everybody."""

    async def heard_by(**more: Any) -> set[str]:
        seen: set[str] = set()

        def note(decision: Any) -> None:
            seen.update(each.advisor for each in decision.testimonies)

        hoyle = Hoyle(Panel.of(EVERYBODY), settings=PWL, knowledge=LEARNED, on_decision=note, **more)
        await hoyle.choose(GAME, GAME.initial(), Streams(0))
        return seen

    async def both() -> tuple[set[str], set[str]]:
        learners = HoyleOptions(learners=("openings",)).learners_for(LEARNED)
        return await heard_by(), await heard_by(learners=learners)

    tested, learning = trio.run(both, clock=VirtualClock())
    assert tested == {"First", "Good"}
    assert learning == {"First", "Good", "Bad", "New"}


def test_weights_beside_learned_ones_are_refused() -> None:
    """One of the two is to be left out."""
    options = HoyleOptions(paradigm="pwl", weights={"Candide": 2})
    with pytest.raises(BadOption, match=r"weights are given, but paradigm pwl has its own; leave out one"):
        options.check()


# Advisors that sit under learned names.


class Family(Advisor):
    """Speaks for the move that knowledge has under its name."""

    knowledge = ("family",)

    @classmethod
    def seats(cls, knowledge: Knowledge) -> Sequence[str]:
        """Sit under each name that was learned."""
        return sorted(knowledge.item("family"))

    async def advise(self, think: Deliberation) -> None:
        """Look up what it stands for."""
        await think.comment(think.knowledge.item("family")[think.name], 8)


KNOWN_FAMILY = Knowledge.of(GAME, {"family": {"Family-2": "2", "Family-1": "1"}})


@pytest.mark.parametrize("place", ["inline", "thread", "process"])
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.usefixtures("leaves_no_process")
def test_a_learned_advisor_is_one_class_and_many_names(clock: str, place: str) -> None:
    """Each finds what it stands for in knowledge, wherever it runs; budgets and places name the class."""
    panel = Panel.of(
        [Family, advisor("Other", says("3", 6))],
        budgets=Budgets.parse(["Family=20s"]),
        placements={"Family": place},
    )

    async def make() -> Any:
        return await decide(GAME, GAME.initial(), panel, knowledge=KNOWN_FAMILY)

    try:
        for _ in range(2):
            decision = trio.run(make, clock=clock_of(clock))
            names = [each.advisor for each in decision.testimonies]
            assert names == ["Family-1", "Family-2", "Other"]
            for number in "12":
                testimony = heard(decision, f"Family-{number}")
                assert (testimony.state, list(testimony.comments)) == (State.FINISHED, [number])
                assert testimony.budget_ns == 20_000_000_000
    finally:
        panel.close()


def test_a_weight_that_is_given_to_a_class_is_that_of_each_of_its_names() -> None:
    """Like its budget: nobody knows the names beforehand."""

    async def make() -> Any:
        panel = Panel.of([Family, advisor("Other", says("3", 9))])
        settings = Settings(weights={"Family": 3, "Other": 0.5})
        return await decide(GAME, GAME.initial(), panel, settings=settings, knowledge=KNOWN_FAMILY)

    decision = trio.run(make, clock=VirtualClock())
    assert decision.tally["1"] == 3 * 8 + 3 * 5 + 0.5 * 5
    assert decision.move in {"1", "2"}


def test_where_nothing_is_known_of_it_a_learned_advisor_does_not_sit() -> None:
    """It has nothing to say."""
    panel = Panel.of([Family])
    assert panel.is_varied
    assert panel.seated_for(Knowledge.of(GAME)).seats == ()


def test_names_that_cannot_be_sat_under_are_refused() -> None:
    """Somebody else's, no list of names, or no answer at all."""
    taken = Panel.of([Family, advisor("Family-1")])
    with pytest.raises(DuplicateName, match="two Advisors are named 'Family-1'"):
        taken.seated_for(KNOWN_FAMILY)
    odd = type("Odd", (Family,), {"seats": classmethod(lambda *_: "Odd")})
    with pytest.raises(
        BadPlugin, match="Advisor 'Odd' returned 'Odd' from seats\\(\\); return a list of names"
    ):
        Panel.of([odd]).seated_for(KNOWN_FAMILY)
    failing = type("Failing", (Family,), {"seats": classmethod(lambda *_: 1 // 0)})
    with pytest.raises(BadPlugin, match="Advisor 'Failing' failed in seats\\(\\): ZeroDivisionError"):
        Panel.of([failing]).seated_for(KNOWN_FAMILY)


@pytest.mark.parametrize("name", ["", "a,b", "two words", "line\nline", "decision", "tutorial", ANYTHING])
def test_a_learned_name_is_a_name_that_an_advisor_could_have(name: str) -> None:
    """Else it could not stand in a list, would mean something else there, or be judged as who guesses."""
    odd = type("Odd", (Family,), {"seats": classmethod(lambda *_: [name])})
    with pytest.raises(BadPlugin, match=r"Advisor 'Odd' cannot sit as .*: an Advisor is named"):
        Panel.of([odd]).seated_for(KNOWN_FAMILY)


def test_a_name_that_passes_from_one_class_to_another_is_the_others_then() -> None:
    """It is not asked of whoever had it in the contest before."""

    def relative(name: str) -> type[Advisor]:
        def seats(_: type[Advisor], knowledge: Knowledge) -> Sequence[str]:
            return [each for each, owner in knowledge.item("owners").items() if owner == name]

        return type(name, (Family,), {"seats": classmethod(seats)})

    panel = Panel.of([relative("Older"), relative("Younger")])
    for name in ("Older", "Younger"):
        (seat,) = panel.seated_for(Knowledge.of(GAME, {"owners": {"Heirloom": name}})).seats
        assert (seat.name, type(seat.advisor).__name__) == ("Heirloom", name)


def test_thousands_sit_as_quickly_as_they_are_named() -> None:
    """Each name is looked up, not compared with every other: that took a minute."""
    many = type("Many", (Family,), {"seats": classmethod(lambda *_: [f"Many-{i}" for i in range(60_000)])})
    began = time.process_time()
    assert len(Panel.of([many]).seated_for(KNOWN_FAMILY).seats) == 60_000
    assert time.process_time() - began < 10


def test_it_is_settled_when_a_contest_begins_who_sits() -> None:
    """What is learned during a contest changes the next."""
    seen: list[set[str]] = []
    hoyle = Hoyle(
        Panel.of([Family]),
        knowledge=KNOWN_FAMILY,
        on_decision=lambda decision: seen.append({each.advisor for each in decision.testimonies}),
    )

    async def choose() -> None:
        for begins in (False, False, True):
            if begins:
                hoyle.begin()
            await hoyle.choose(GAME, GAME.initial(), Streams(0))
            hoyle.knowledge = Knowledge.of(GAME, {"family": {"Family-1": "1"}})

    trio.run(choose, clock=VirtualClock())
    assert seen == [{"Family-1", "Family-2"}, {"Family-1", "Family-2"}, {"Family-1"}]
