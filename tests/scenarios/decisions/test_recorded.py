"""Decisions that are made again by the Advisors themselves."""

from typing import Any

import attrs
import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import get_advisors
from blackboard import Decision
from control import PARADIGMS, Budgets, Changes, Costs, decide
from control.hearing.clock_options import ClockOptions
from control.settings.declarations import Scope, Setting, settings_of
from control.settings.hoyle_options import HoyleOptions, check_limits, check_order
from games import BadOption, make_game
from scenarios.view.asking import Asking, asks_anew
from tests.support import MS, advisor, decided, says, wandered

NOT_RECORDED = ("place", "knowledge", "brake")
VALUES: dict[str, tuple[Any, ...]] = {
    "paradigm": tuple(PARADIGMS.whole()),
    "advisors": (None, ("1990",), ("tutorial",), ("Victory", "Panic", "Candide", "Open")),
    "without": ((), ("Victory",), ("Victory", "Wild")),
    "weights": ({}, {"Candide": 2.0}, {"Candide": 0.5, "Open": 0.0}),
    "silence": (5, 0),
    "settle": ("all", "certain", "likely:0.8"),
    "budget": (
        (),
        ("2ms", "Candide=1ms+7calls"),
        ("tier3=3ms", "decision=9ms"),
        ("contest=5s",),
        ("contest=30ms+90calls",),
        ("decision=9ms+50calls", "contest=20ms", "tier2=30calls"),
        ("decision=1ms", "contest=5s"),
    ),
    "cost": ({}, {"play": "30us", "comment": "1us"}),
    "own_cost": ({}, {"Panic": "1ms", "Wild": "300us"}),
    "processors": (None, 1, 3),
}
"""Values of the settings that cannot list their own."""


def values(setting: Setting) -> st.SearchStrategy[Any]:
    """Return the values that a setting is tried with: those that it lists, unless some are named above."""
    return st.sampled_from(VALUES.get(setting.name) or tuple(setting.kind.choices()))


def asking(**given: Any) -> Asking:
    """Return what `hoyle view` asks with: the defaults, and what is given."""
    names = [each.name for owner in (HoyleOptions, ClockOptions) for each in settings_of(owner, Scope.DECIDE)]
    texts = {
        "place": (),
        "budget": (),
        "cost": (),
        "own_cost": (),
        "clock": "virtual",
        "seed": 0,
        "trace_file": None,
    }
    return Asking.of({**dict.fromkeys(names), **texts, **given})


def anew(decision: Decision, changes: Changes | None = None, **given: Any) -> Decision:
    """Ask the Advisors of a decision again."""
    found = trio.run(asks_anew(asking(**given), decision, changes or Changes()).run)
    assert found is not None
    return found


def least(*amounts: int | None) -> int | None:
    """Return the least of the amounts that there are."""
    return min((each for each in amounts if each is not None), default=None)


def with_a_share_of_its_own(decision: Decision) -> Decision:
    """Return a decision as if what the contest left for it had been its own limit."""
    limits = dict(decision.settings.limits)
    share, own = limits.pop("contest", {}), limits.pop("decision", {})
    both = {key: least(share.get(key), own.get(key)) for key in ("ns", "work")}
    if whole := {key: amount for key, amount in both.items() if amount is not None}:
        limits["decision"] = whole

    testimonies = tuple(
        attrs.evolve(each, limit="decision") if each.limit == "contest" else each
        for each in decision.testimonies
    )
    conditions = attrs.evolve(decision.settings, limits=limits)
    return attrs.evolve(decision, settings=conditions, testimonies=testimonies)


@settings(max_examples=120)
@given(data=st.data())
def test_nothing_changed_is_the_same_decision(data: st.DataObject) -> None:
    """For every setting that can be declared, and is recorded: equal settings, limits, clock, and answers."""
    drawn = {
        owner: {
            each.name: data.draw(values(each), label=each.name)
            for each in settings_of(owner, Scope.DECIDE)
            if each.name not in (*NOT_RECORDED, "clock")
        }
        for owner in (HoyleOptions, ClockOptions)
    }
    options = HoyleOptions(**drawn[HoyleOptions])
    if options.order == "worth" and drawn[ClockOptions]["processors"] is None:
        drawn[ClockOptions]["processors"] = 2
    clock = ClockOptions(**drawn[ClockOptions])
    options = fitting(options)
    check_order(options, clock.processors)
    game = make_game(data.draw(st.sampled_from(("tic-tac-toe", "achi"))))
    position = wandered(game, data.draw(st.integers(0, 9)), data.draw(st.integers(0, 5)))

    async def main() -> Decision:
        return await decide(game, position, options.panel(), settings=options.settings())

    decision = trio.run(main, clock=clock.make())
    expected = with_a_share_of_its_own(decision)
    again = anew(decision)
    assert again.settings == expected.settings
    assert again == expected


def fitting(options: HoyleOptions) -> HoyleOptions:
    """Return the options without what may not stand beside the others."""
    options = options.relieved({"Candide", "Open"} - options.seated())
    try:
        options.settings()
    except BadOption:
        options = attrs.evolve(options, weights={})
    try:
        check_limits(options, Budgets.parse(options.budget).limits)
    except BadOption:
        options = attrs.evolve(options, budget=(*options.budget, "decision=9ms", "contest=5s"))
    return options


def test_the_share_of_a_contest_stays_what_it_was() -> None:
    """The first of three decisions to be expected has a third of 5 s, and not a third of that third anew."""
    first = decided(get_advisors(["Victory", "Open"]), budgets=("contest=5s",), contest_clock="contested")
    assert first.settings.limits == {"contest": {"ns": 1_666_666_666}}
    again = anew(first)
    assert again.settings.limits == {"decision": {"ns": 1_666_666_666}}
    assert again.settings["contest_clock"] == "contested"


def test_the_clock_of_the_record_is_used() -> None:
    """Whatever clock the viewer has: the cost table of virtual time, or the clock on the wall."""
    dear = decided(get_advisors(["Victory", "Open"]), costs=Costs(play=7 * MS), processors=1)
    assert anew(dear, clock="wall") == dear
    assert anew(decided(get_advisors(["Victory"]), clock="wall")).settings.clock == "wall"


def test_changes_replace_what_was_recorded() -> None:
    """Budgets, weights and who takes part."""
    was = decided(
        get_advisors(["Victory", "Open", "Candide"]), budgets=("decision=9ms",), weights={"Open": 3}
    )
    changes = Changes(
        paradigm=PARADIGMS["2"],
        budgets=Budgets.parse(["2ms", "Open=4ms+5calls", "decision=7ms"]),
        without=frozenset(["Victory"]),
        weights={"Candide": 2},
        late="drop",
    )
    again = anew(was, changes)
    assert {each.advisor: (each.budget_ns, each.budget_work) for each in again.testimonies} == {
        "Candide": (2 * MS, None),
        "Open": (4 * MS, 5),
    }
    assert again.settings.limits == {"decision": {"ns": 7 * MS}}
    assert (again.settings["paradigm"], again.settings["late"]) == ("2", "drop")
    assert again.settings["weights"] == {"Open": 3, "Candide": 2}


def test_learned_advisors_are_refused() -> None:
    """What they are is in no record."""
    was = decided([advisor("Learnt", says("5", 7))])
    with pytest.raises(BadOption, match="'Learnt' cannot be asked again"):
        asks_anew(asking(), was, Changes())
