"""Budgets: how much time and work there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import Learner, register_advisor, register_learner
from control import Allowance, Budgets, Limits, Panel, split_budgets
from games import BadOption, fresh_registries
from tests.support import MS, advisor, each_case


@pytest.mark.parametrize(
    ("text", "allowance"),
    [
        ("5ms", Allowance(5 * MS)),
        ("200calls", Allowance(work=200)),
        ("1call", Allowance(work=1)),
        (" 7 calls ", Allowance(work=7)),
        ("5ms+200calls", Allowance(5 * MS, 200)),
        ("200calls+5ms", Allowance(5 * MS, 200)),
        ("1.5 s + 20 calls", Allowance(1500 * MS, 20)),
    ],
)
def test_an_allowance_is_a_time_or_work_or_both(text: str, allowance: Allowance) -> None:
    """Time with a unit, work in calls, and + between them."""
    assert Allowance.parse(text) == allowance


@given(ns=st.none() | st.integers(1, 10**12), work=st.none() | st.integers(1, 10**9))
def test_what_is_written_is_read(ns: int | None, work: int | None) -> None:
    """Whatever allowance there is can be written."""
    parts = [f"{ns}ns"] if ns is not None else []
    parts += [f"{work}calls"] if work is not None else []
    if parts:
        assert Allowance.parse("+".join(parts)) == Allowance(ns, work)


@each_case(
    ("text", "line"),
    [
        (
            "",
            r"^'' is neither a time nor an amount of work; write for example 5ms, 200calls or 5ms\+200calls$",
        ),
        ("much", "is neither a time nor an amount of work"),
        ("5", "is not a time; write a number and a unit"),
        ("5ms+", "is neither a time nor an amount of work"),
        ("0calls", r"^'0calls' is not an amount of work; it must be 1 to \d+ calls$"),
        ("9" * 400 + "calls", "is not an amount of work"),
        ("1.5calls", "is not a time"),
        ("-5calls", "is neither a time nor an amount of work"),
        ("5ms+7ms", r"^'5ms\+7ms' gives an amount twice; write for example 5ms\+200calls$"),
        ("1call+2calls", "gives an amount twice"),
    ],
)
def test_what_is_no_allowance_is_refused(text: str, line: str) -> None:
    """One line shows the text and tells what to write."""
    with pytest.raises(BadOption, match=line):
        Allowance.parse(text)


def test_allowances_are_told_in_words() -> None:
    """For people: time, work, both or no limit."""
    assert [str(each) for each in (Allowance(5 * MS, 20), Allowance(work=7), Allowance())] == [
        "5 ms + 20 calls", "7 calls", "any amount",
    ]  # fmt: skip


def test_budgets_are_read_for_all_and_for_one() -> None:
    """`5ms` is everybody's, `Panic=5ms` is Panic's; the last of each counts, for time and work apart."""
    budgets = Budgets.parse(["1ms", "Panic=2ms", "5ms", "Don't-Lose=3us", "Panic=20calls", "9calls"])
    assert budgets == Budgets(
        Allowance(5 * MS, 9), {"Panic": Allowance(2 * MS, 20), "Don't-Lose": Allowance(3_000)}
    )
    assert Budgets.parse([]) == Budgets()


def test_budgets_are_read_for_tiers_decision_and_contest() -> None:
    """What many have together is apart from what each has."""
    budgets = Budgets.parse(["tier3=20ms", "tier1=1ms+5calls", "tier3=9calls", "decision=50ms", "contest=5s"])
    tiers = {3: Allowance(20 * MS, 9), 1: Allowance(MS, 5)}
    assert budgets == Budgets(limits=Limits(tiers, Allowance(50 * MS), Allowance(5000 * MS)))
    assert not Budgets.parse(["5ms"]).limits


@pytest.mark.parametrize("text", ["tier0=5ms", "tier4=5ms", "tier12=5ms"])
def test_there_are_three_tiers(text: str) -> None:
    """A tier that is not there has no budget."""
    with pytest.raises(BadOption, match=r"^there is no tier \d+; tiers are 1, 2, 3$"):
        Budgets.parse([text])


@pytest.mark.parametrize("text", ["", "Panic", "Panic=", "Panic=5", "=", "Panic==", "5ms=Panic", "tier3="])
def test_what_is_no_budget_is_refused(text: str) -> None:
    """A budget is an amount, or a name and an amount."""
    with pytest.raises(BadOption, match=r"is (not a time; write|neither a time nor an amount)"):
        Budgets.parse([text])


def test_an_advisors_own_budget_is_the_default() -> None:
    """Nothing set, an Advisor has the time it declares, and may work as it likes."""
    assert Budgets().of(advisor("A", budget_ms=0.25)) == Allowance(250_000)


def test_time_and_work_are_set_apart() -> None:
    """Whoever sets the work of all leaves everybody's time alone, and the other way round."""
    slow, quick = advisor("Slow", budget_ms=300), advisor("Quick", budget_ms=0.5)
    panel = Panel.of([slow, quick], budgets=Budgets.parse(["9calls", "Slow=1ms", "Quick=3calls"]))
    seats = {seat.name: (seat.budget_ns, seat.budget_work) for seat in panel.seats}
    assert seats == {"Slow": (MS, 9), "Quick": (MS // 2, 3)}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("5ms", ("5ms",)),
        ("5ms+Panic=1ms", ("5ms", "Panic=1ms")),
        ("5ms+200calls", ("5ms+200calls",)),
        ("200calls+Panic=1ms + 3 calls+tier3=5ms", ("200calls", "Panic=1ms + 3 calls", "tier3=5ms")),
        ("Panic=1ms+5ms", ("Panic=1ms", "5ms")),
        ("", ()),
    ],
)
def test_budgets_in_one_text_are_taken_apart(text: str, parts: tuple[str, ...]) -> None:
    """Behind a contestant's name + stands between budgets; calls that follow a time belong to it."""
    assert split_budgets(text) == parts


def test_a_name_that_a_learner_and_an_advisor_share_sets_nobodys_budget() -> None:
    """The learner would get what was meant for the Advisor, or the other way round."""
    learner = type("Shy", (Learner,), {"name": "Shy", "learn": lambda *_: None})
    with fresh_registries():
        register_learner(learner)
        assert Budgets.parse(["Shy=5ms"]).learners == {"Shy": 5 * MS}
        register_advisor(advisor("Shy"))
        with pytest.raises(BadOption, match="a learner and an Advisor are named 'Shy'; rename one"):
            Budgets.parse(["Shy=5ms"])
