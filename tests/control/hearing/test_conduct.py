"""What an Advisor does wrong is recorded in the same words, wherever it runs and on both clocks."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import trio

import blackboard
from agents import Streams
from blackboard import Decision
from control import Budgets, Panel, decide
from games import VoidDecision
from tests.control.hearing.conduct import (
    EVERYWHERE,
    FAILED,
    PROCESS,
    TABLE,
    TIMED_OUT,
    Misconduct,
    as_markdown,
)
from tests.support import CLOCKS, advisor, clock_of, heard, played, says, strengths, tic_tac_toe

pytestmark = pytest.mark.usefixtures("leaves_no_process")
PAGE = Path(__file__).parents[3] / "docs" / "limits.md"
TIMES = 3
"""How often a race is repeated."""
BESIDE = [row for row in TABLE if row.where == EVERYWHERE]
ALONE = [row for row in TABLE if row.where != EVERYWHERE]


def decisions_of(
    rows: list[Misconduct], placement: str, clock: str, times: int = 1, brake_s: float = 60
) -> Iterator[Decision]:
    """Decide several times with these Advisors and one that does nothing wrong."""
    limits = [f"{row.advisor.name}=500ms" for row in rows if row.state == TIMED_OUT]
    advisors = [row.advisor for row in rows]
    panel = Panel.of(
        [*advisors, advisor("Innocent", says("3", 7))],
        budgets=Budgets.parse(["20s", *limits]),
        placements={each.name: placement for each in advisors},
    )

    async def make() -> Decision:
        return await decide(tic_tac_toe(), played(""), panel, streams=Streams(3))

    with closing(panel):
        for _ in range(times):
            yield trio.run(make, clock=clock_of(clock, brake_s=brake_s))


def check(decision: Decision, row: Misconduct) -> blackboard.Testimony:
    """See that the record says what the table says."""
    testimony = heard(decision, row.advisor.name)
    assert (testimony.state, testimony.reason[: len(row.reason)]) == (row.state, row.reason), row.what
    assert testimony.reason or row.state != FAILED
    assert strengths(testimony) == row.said, row.what
    assert strengths(heard(decision, "Innocent")) == {"3": 7}
    return testimony


@pytest.mark.filterwarnings("ignore:Exception in thread:pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("placement", ["inline", "thread", "process"])
def test_what_can_happen_anywhere_is_recorded_alike_everywhere(placement: str, clock: str) -> None:
    """All at once; on the virtual clock the testimonies are equal to those of inline, bit for bit."""
    (decision,) = decisions_of(BESIDE, placement, clock)
    testimonies = [check(decision, row) for row in BESIDE]
    if clock == "virtual" and placement != "inline":
        (inline,) = decisions_of(BESIDE, "inline", clock)
        assert testimonies == [heard(inline, row.advisor.name) for row in BESIDE]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("row", [row for row in ALONE if not row.virtual], ids=lambda row: row.what)
def test_what_can_happen_in_a_process_is_recorded_every_time(row: Misconduct, clock: str) -> None:
    """What it said before counts, nothing afterwards does; in virtual time all is equal each time."""
    assert row.where == PROCESS
    testimonies = [check(each, row) for each in decisions_of([row], PROCESS, clock, TIMES)]
    assert not any(each.was_killed for each in testimonies)
    if clock == "virtual":
        assert all(each == testimonies[0] for each in testimonies)


@pytest.mark.parametrize("placement", ["thread", "process"])
def test_what_depends_on_the_machine_voids_a_decision_in_virtual_time(placement: str) -> None:
    """In real time the Advisor is out of time; a thread that spins is named."""
    (row,) = (row for row in ALONE if row.virtual)
    with pytest.raises(VoidDecision, match=r"needed more than 0\.5 s of real time"):
        next(decisions_of([row], placement, "virtual", brake_s=0.5))
    (decision,) = decisions_of([row], placement, "wall")
    assert heard(decision, row.advisor.name).state == TIMED_OUT


def test_the_page_about_limits_shows_the_table() -> None:
    """It is this table; to update the page, paste what as_markdown returns."""
    assert as_markdown(TABLE) in PAGE.read_text()
