"""How late the harness is, in real time."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import trio

from agents import Deliberation
from blackboard import Decision, TraceWriter, Validity, decisions_of, read_trace
from control import Budgets, Panel, decide
from control.hearing.deadline_timer import system_load
from tests.support import MS, advisor, decided, kept_waiting_ns, played, says, sleeps, tic_tac_toe


async def broods(think: Deliberation) -> None:
    """Hold up everybody for 60 ms."""
    del think
    end = time.perf_counter() + 0.06
    while time.perf_counter() < end:
        pass


def validity(decision: Decision) -> Validity:
    """Return what a decision in real time says of itself."""
    assert decision.validity is not None
    return decision.validity


async def lag_of(make: Callable[[], Awaitable[Decision]]) -> int:
    """Return how late a decision was, but for the time in which a busy machine ran something else."""
    waited = kept_waiting_ns()
    lag = validity(await make()).lag_ns
    return lag - (kept_waiting_ns() - waited)


def test_virtual_time_needs_no_doubt() -> None:
    """It is exact; nor does a forced move, which takes no time."""
    assert decided([advisor("A")]).validity is None
    assert decided([advisor("A")], moves="1 2 3 5 4 7 6 9", clock="wall").validity is None


def test_whoever_holds_up_the_loop_is_seen() -> None:
    """A timer that should have fired meanwhile comes late, by nearly as much; so does one due at the end."""
    for steps in ((broods, sleeps(20 * MS)), (sleeps(20 * MS), broods)):
        assert validity(decided([advisor("Brooding", *steps)], clock="wall")).lag_ns > 40 * MS


def test_a_quiet_decision_has_little_lag() -> None:
    """The best of a few, and without what a busy machine adds, since lag is just what is measured."""
    panel = Panel.of([advisor("A", sleeps(12 * MS))], budgets=Budgets.parse(["1s"]))
    make = partial(decide, tic_tac_toe(), played(""), panel)
    assert min(trio.run(lag_of, make) for _ in range(8)) < 5 * MS


def test_overruns_are_told_by_advisor() -> None:
    """How long past its deadline each ended that could not be stopped; the others are not named."""
    made = decided(
        [advisor("Brooding", says("1", 6), broods), advisor("Polite", says("2", 6))],
        clock="wall",
        budgets=["1s", "Brooding=20ms"],
    )
    assert list(validity(made).overruns) == ["Brooding"]
    assert validity(made).overruns["Brooding"] > 30 * MS
    shared = decided([advisor("Brooding", broods)], clock="wall", budgets=["1s", "decision=20ms"])
    assert validity(shared).overruns["Brooding"] > 30 * MS


def test_what_happens_between_decisions_is_not_their_lag() -> None:
    """Somebody else's delay is nobody's fault here, and each decision is measured by itself."""
    panel = Panel.of([advisor("A", sleeps(8 * MS))], budgets=Budgets.parse(["1s"]))
    make = partial(decide, tic_tac_toe(), played(""), panel)

    async def twice() -> list[int]:
        lags = []
        for _ in range(6):
            lags.append(await lag_of(make))
            await broods(None)  # type: ignore[arg-type]  # it does not look
            lags.append(await lag_of(make))
        return lags

    assert min(trio.run(twice)[1::2]) < 20 * MS


def test_decisions_at_once_are_all_watched() -> None:
    """One watches for all of them."""
    panel = Panel.of([advisor("A", sleeps(10 * MS), broods, sleeps(10 * MS))], budgets=Budgets.parse(["1s"]))

    async def at_once() -> list[int]:
        lags: list[int] = []

        async def make() -> None:
            lags.append(validity(await decide(tic_tac_toe(), played(""), panel)).lag_ns)

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(make)
        return lags

    assert min(trio.run(at_once)) > 40 * MS


def test_validity_survives_the_trace(tmp_path: Path) -> None:
    """With the load of the system, where there is one."""
    made = decided([advisor("A", broods)], clock="wall", budgets=["5ms"])
    with TraceWriter(tmp_path / "trace") as writer:
        writer.append(made)
    assert list(decisions_of(read_trace(tmp_path / "trace").events)) == [made]
    load = system_load()
    assert load is None or load >= 0
