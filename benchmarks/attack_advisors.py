"""Hostile Advisors: the record says what the tables of the tests say, in each placement on both clocks."""

import itertools
import random
import re

import trio

from agents import Advisor, Streams
from benchmarks.forked import forked
from blackboard import Decision, State
from control import Budgets, Panel, decide
from tests.hostile import HOSTILE
from tests.killers import GUARDIAN_KILLERS, KILLING
from tests.placed import HOSTILE_CLASSES, POLITE
from tests.support import CLOCKS, clock_of, heard, played, strengths, tic_tac_toe

PLACEMENTS = ("inline", "thread", "process")
INNOCENT = POLITE[:3]
TIER = 3
GUARDIAN_LOST = "its guardian was killed"

Case = tuple[str, str, str]
"""What an Advisor does, where it runs, and by which clock."""


def cases(chance: random.Random) -> list[Case]:
    """Return all cases, shuffled; only a process has a guardian to kill."""
    everywhere = itertools.product(HOSTILE, PLACEMENTS, CLOCKS)
    guarded = itertools.product(GUARDIAN_KILLERS, ("process",), CLOCKS)
    found = [*everywhere, *guarded]
    chance.shuffle(found)
    return found


def fault(case: Case) -> str:
    """Decide with a hostile Advisor in a child process; return what is wrong with the record."""

    def decide_and_look() -> int:
        for line in _wrong(case):
            print(line)
        return 0

    ended = forked(decide_and_look)
    return ended.out.strip() or (ended.fault if ended.code else "")


def _wrong(case: Case) -> list[str]:
    what, placement, clock = case
    if what in HOSTILE:
        hostile, expected = HOSTILE_CLASSES[what, TIER], HOSTILE[what]
        state, reason = expected.state, expected.reason
    else:
        hostile, state, reason = KILLING[what], State.FAILED, GUARDIAN_LOST
    decision = _decided(hostile, placement, clock, state)
    testimony, found = heard(decision, hostile.name), []
    if testimony.state is not state or reason not in testimony.reason:
        found.append(
            f"recorded as {testimony.state.value} ({testimony.reason}), not {state.value} ({reason})"
        )
    if strengths(testimony).get("1") != SAID or "9" in strengths(testimony):
        found.append(f"its comments are {strengths(testimony)}")
    ends = {each.name: heard(decision, each.name).state for each in INNOCENT}
    found += [f"{name} is {state.value}" for name, state in ends.items() if state is not State.FINISHED]
    if clock == "virtual" and placement != "inline" and what in HOSTILE:
        found += _differences(decision, _decided(hostile, "inline", clock, state), hostile.name)
    return found


SAID = 9
"""The strength of the comment on move 1 with which each of them begins."""


def _differences(other: Decision, inline: Decision, name: str) -> list[str]:
    """Compare a decision with the one inline; addresses in a reason differ from process to process."""
    mine, theirs = (
        [
            (each.advisor, each.state, re.sub("0x[0-9a-f]+.*", "", each.reason), strengths(each))
            for each in these
        ]
        for these in (other.testimonies, inline.testimonies)
    )
    if mine != theirs or other.move != inline.move:
        return [
            f"with {name} elsewhere the record is {mine} and {other.move}; inline {theirs} and {inline.move}"
        ]
    return []


def _decided(hostile: type[Advisor], placement: str, clock: str, state: State) -> Decision:
    elsewhere_ms = 500 if state is State.TIMED_OUT else 20_000
    limit_ms = 50 if placement == "inline" or clock == "virtual" else elsewhere_ms
    panel = Panel.of(
        [hostile, *INNOCENT],
        budgets=Budgets.parse(["30s", f"{hostile.name}={limit_ms}ms"]),
        placements={hostile.name: placement},
    )

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, streams=Streams(5))

    return trio.run(make, clock=clock_of(clock))
