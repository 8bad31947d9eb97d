"""Own work, which the rules oracle does not see: charged on the virtual clock, recorded on the wall clock."""

import sys
from typing import Any

import pytest
import trio

from agents import Advisor, Streams, make_external
from blackboard import Decision, State, decisions_of, events_of
from control import Budgets, Changes, HearingCache, Panel, VirtualClock, decide, redecide
from control.conformance.advisor_check import check_advisor
from games import BadOption
from tests.placed import BAD_SPENDERS, BAD_SPENDS, LANDING, MINUTE, SPENDING
from tests.support import (
    MS,
    US,
    advisor,
    clock_of,
    decided,
    heard,
    played,
    says,
    spends,
    strengths,
    tic_tac_toe,
    works,
)

pytestmark = pytest.mark.usefixtures("leaves_no_process")
PLACEMENTS = ("inline", "thread", "process")
PROGRAM = """
import json, sys
def say(**m): print(json.dumps(m), flush=True)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready")
    if m["type"] == "position":
        say(type="comment", move="1", strength=7, spent_ms=SPENT)
        say(type="ask", what="outcome", spent_ms=0.5)
        say(type="done", id=m["id"], spent_ms=2)
"""


def made(
    advisors: Any,
    placement: str = "inline",
    *budgets: str,
    clock: Any = None,
    cache: HearingCache | None = None,
) -> Decision:
    """Make one decision of Advisors in one place."""
    names = [each.name for each in advisors]
    panel = Panel.of(
        advisors, budgets=Budgets.parse(budgets or ("20ms",)), placements=dict.fromkeys(names, placement)
    )

    async def make() -> Decision:
        found = [
            await decide(tic_tac_toe(), played("5"), panel, streams=Streams(5), hearing_cache=cache)
            for _ in "12"
        ]
        return found[-1]

    found = trio.run(make, clock=clock or VirtualClock())
    panel.close()
    return found


def program(spent: str) -> type[Advisor]:
    """Make an Advisor of a program whose first comment has this `spent_ms`."""
    return make_external(
        [sys.executable, "-c", PROGRAM.replace("SPENT", spent)], name="Program", makes_plans=False
    )


def test_own_work_takes_virtual_time_and_is_limited_like_any_work() -> None:
    """Posts come after the own work before them, and an Advisor that spends more than it has is stopped."""
    decision = made(SPENDING)
    early, beyond = heard(decision, "Early"), heard(decision, "Beyond")
    assert early.comments["1"].ns == 200 * US + 3 * MS + 10 * US
    assert (early.elapsed_ns, early.work, early.spent_ns) == (4_010 * US, 5, 3_500 * US)
    assert (beyond.state, beyond.limit, beyond.elapsed_ns) == (State.TIMED_OUT, "budget", 20 * MS)
    assert (strengths(beyond), beyond.spent_ns) == ({"2": 6}, 20 * MS - 10 * US)


def test_own_work_that_ends_at_the_deadline_counts() -> None:
    """An Advisor may spend all of its budget, to the last nanosecond."""
    exact = heard(made(SPENDING), "Exact")
    assert (exact.state, exact.elapsed_ns, exact.spent_ns) == (State.FINISHED, 20 * MS, 19_900 * US)


def test_a_class_may_declare_what_each_decision_costs() -> None:
    """`cost_ms` passes before `advise` starts; more than the budget is a time-out without a comment."""
    decision = made(SPENDING)
    costly, unpaid = heard(decision, "Costly"), heard(decision, "Unpaid")
    assert (costly.comments["9"].ns, costly.spent_ns) == (2_510 * US, 2_500 * US)
    assert (unpaid.state, unpaid.limit, strengths(unpaid)) == (State.TIMED_OUT, "budget", {})


def test_an_own_cost_of_the_clock_replaces_that_of_the_class() -> None:
    """The clock says for each Advisor by name; the decision records it for the Advisors that sat."""
    clock = VirtualClock(own_costs={"Costly": 4 * MS, "Unpaid": MS, "Elsewhere": MS})
    decision = made(SPENDING, clock=clock)
    assert heard(decision, "Costly").comments["9"].ns == 4_010 * US
    assert heard(decision, "Unpaid").comments["6"].ns == 1_010 * US
    assert decision.settings["own_costs"] == {"Costly": 4 * MS, "Unpaid": MS}


def test_an_own_cost_is_a_whole_number_of_nanoseconds() -> None:
    """What cannot be charged is refused where the clock is made."""
    for bad in (-1, 0.5, "3ms"):
        with pytest.raises(BadOption, match=r"^the own cost of A is .*; it must be a whole number of ns"):
            VirtualClock(own_costs={"A": bad})  # type: ignore[dict-item]  # as untyped code writes it


def test_checks_find_own_work_that_differs_from_time_to_time() -> None:
    """An Advisor that charges what it measured makes results differ, and `hoyle check` reports it."""
    amounts = (f"{ns}ns" for ns in range(1, 100_000))

    async def measures(think: Any) -> None:
        await think.comment(think.moves[0], 7)
        think.spend(next(amounts))

    findings = check_advisor(advisor("Measures", measures), [tic_tac_toe()])
    assert [each for each in findings if each.startswith("gives different answers to the same question")]
    assert not check_advisor(advisor("Steady", spends("1ms")), [tic_tac_toe()])


@pytest.mark.parametrize("placement", ["thread", "process"])
def test_own_work_binds_alike_in_every_placement(placement: str) -> None:
    """On the virtual clock every testimony is the same as inline, bit for bit."""
    clock = VirtualClock(own_costs={"Early": MS}, processors=2)
    for panel in (SPENDING, (*SPENDING, LANDING)):
        inline, found = made(panel, clock=clock), made(panel, placement, clock=clock)
        assert found.testimonies == inline.testimonies
        assert found == inline


@pytest.mark.parametrize("spent", ["3", "1e-6", "25"])
def test_a_program_is_charged_what_it_sends(spent: str) -> None:
    """A `spent_ms` is charged before its message takes effect, like `think.spend` inline."""
    amounts = [f"{float(each) * 1e6:.0f}ns" for each in (spent, "0.5", "2")]
    twin = advisor(
        "Program", spends(amounts[0]), says("1", 7), spends(amounts[1]), works(1), spends(amounts[2])
    )
    there, here = (heard(made([each]), "Program") for each in (program(spent), twin))
    there.looked = False  # a program is always sent its budget
    assert there == here


@pytest.mark.parametrize("spent", ["-3", "float('nan')", "'3ms'", "True", "1e12", "None"])
def test_a_bad_spent_ms_is_the_programs_own_failure(spent: str) -> None:
    """The reason has the value and what it must be; the message does not count."""
    testimony = heard(made([program(spent)]), "Program")
    assert (testimony.state, testimony.comments) == (State.FAILED, {})
    assert testimony.reason == f"sent a spent_ms of {eval(spent)!r}; give a number of ms from 0 to a year"  # noqa: S307  # a literal above


@pytest.mark.parametrize("clock", ["virtual", "wall"])
@pytest.mark.parametrize("placement", PLACEMENTS)
def test_a_bad_amount_is_the_advisors_own_failure(placement: str, clock: str) -> None:
    """On both clocks and in every place, the reason has the value and the remedy; nothing after it counts."""
    step = 1 if placement == "inline" else 4
    bad, reasons = BAD_SPENDERS[::step], list(BAD_SPENDS)[::step]
    names = dict.fromkeys((each.name for each in bad), placement)
    panel = Panel.of(bad, placements=names, budgets=Budgets.parse(["20s"]))

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played("5"), panel)

    found = trio.run(make, clock=clock_of(clock)).testimonies
    panel.close()
    assert [each.state for each in found] == [State.FAILED] * len(bad)
    assert all(each.reason.startswith(reason) for each, reason in zip(found, reasons, strict=True))
    assert not any(each.comments for each in found)


def test_own_work_before_a_failure_takes_its_time() -> None:
    """An Advisor that fails in the middle of its work ends when that work is done."""
    negative = heard(made(SPENDING), "Negative")
    assert (negative.state, negative.elapsed_ns, negative.spent_ns) == (State.FAILED, 2_100 * US, 2 * MS)


def test_an_advisor_that_goes_on_after_a_bad_amount_is_stopped() -> None:
    """Nothing counts after a bad amount, and nothing waits for the Advisor."""

    async def stubborn(think: Any) -> None:
        for _ in range(3):
            try:
                think.spend("never")
            except Exception:  # noqa: BLE001  # as users write it
                think.play("1")

    testimony = heard(decided([advisor("Stubborn", works(1), stubborn)]), "Stubborn")
    assert (testimony.state, testimony.work, testimony.elapsed_ns) == (State.FAILED, 1, 100 * US)


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_the_wall_clock_records_own_work_and_charges_nothing(placement: str) -> None:
    """A minute of own work takes no time there, and a declared cost has no effect."""
    panel = Panel.of([MINUTE], placements={"Minute": placement}, budgets=Budgets.parse(["20s"]))

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played("5"), panel)

    testimony = heard(trio.run(make), "Minute")
    panel.close()
    assert (testimony.state, testimony.spent_ns) == (State.FINISHED, 61_000 * MS)
    assert testimony.elapsed_ns < 20_000 * MS


@pytest.mark.parametrize("budget", ["10s", "700us"])
def test_a_cancelled_advisor_is_charged_own_work_up_to_the_landing_only(budget: str) -> None:
    """Of own work that is under way at the landing, the part before it is recorded."""
    decider = advisor("Decider", works(5), says("1", 10), tier=1, rank=1)
    thinker = advisor(
        "Thinker", spends("300us"), says("2", 6), spends("100us"), spends("100us"), spends("1s")
    )
    testimony = heard(decided([decider, thinker], budgets=[budget]), "Thinker")
    assert (testimony.state, testimony.spent_ns) == (State.CANCELLED, 500 * US)


def test_a_cached_hearing_repeats_own_work() -> None:
    """With a cache of hearings every decision is the same as without it."""
    sound = [each for each in SPENDING if each.name != "Negative"]  # a failure would prevent caching
    assert made(sound, cache=HearingCache()) == made(sound)


def test_events_hold_own_work_only_where_it_was_used() -> None:
    """A decision with own work is rebuilt from its events; one without has no field for it."""
    decision = made(SPENDING)
    events = events_of(decision)
    assert {e["advisor"]: e["spent_ns"] for e in events if e["event"] == "spent"} == {
        each.advisor: each.spent_ns for each in decision.testimonies if each.spent_ns
    }
    (again,) = decisions_of(events)
    assert again == decision
    plain = str(events_of(decided([advisor("Plain", works(1), says("1", 7))])))
    assert not [word for word in ("spent", "own_cost") if word in plain]


def test_a_record_is_decided_again_with_its_own_work() -> None:
    """Unchanged limits give the same testimonies; less time cuts off what came later."""
    decision = made(SPENDING)
    assert redecide(decision, Changes()).decision == decision
    again = redecide(decision, Changes(budgets=Budgets.parse(["Early=3500us", "Costly=2ms"])))
    really = made(SPENDING, "inline", "20ms", "Early=3500us", "Costly=2ms")
    for name in ("Early", "Costly"):
        recorded, repeated = heard(again.decision, name), heard(really, name)
        assert (recorded.state, recorded.ended_ns, recorded.comments) == (
            repeated.state,
            repeated.ended_ns,
            repeated.comments,
        )
        assert recorded.spent_ns <= repeated.spent_ns
    more = redecide(decision, Changes(budgets=Budgets.parse(["Unpaid=1s"])))
    assert not more.is_certain


def test_what_the_wall_clock_recorded_is_unknown_once_it_is_cut_off() -> None:
    """There own work took no time, so a record does not show how much of it came before a new deadline."""
    decision = decided([advisor("A", spends("1min"), says("1", 7))], clock="wall", budgets=["20s"])
    assert heard(redecide(decision, Changes()).decision, "A").spent_ns == 60_000 * MS
    again = redecide(decision, Changes(budgets=Budgets.parse(["A=1ns"])))
    assert heard(again.decision, "A").spent_ns == 0
