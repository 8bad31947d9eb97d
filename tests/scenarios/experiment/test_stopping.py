"""Stop rules: each ends a phase where it should, and says so."""

import attrs
import pytest

from scenarios.experiment.rows import ContestRow
from scenarios.experiment.stopping import StopRules
from scenarios.language.stop_rules import SprtSpec, Until, end_in_words
from tests.support import each_case

ROW = ContestRow(
    cell=0,
    run=0,
    phase=0,
    contest=0,
    role="player",
    other="expert",
    outcome="draw",
    result=0,
    expert_like=1,
    plies=9,
    moves="5",
    ended_by="rules",
    added=0,
    entries=0,
    decisions=4,
    decision_ns=10_000_000,
    choices=4,
    correct=4,
    work=1000,
    wasted=100,
    seconds=0.1,
)
GOOD, BAD = ROW, attrs.evolve(ROW, expert_like=0, result=-1)
NEW = attrs.evolve(ROW, added=2)
WON, LOST = attrs.evolve(ROW, result=1), BAD


def heard(until: Until, *rows: ContestRow, contests: int = 1000) -> tuple[int, str | None]:
    """Return how many contests there were, and why there were no more."""
    rules = StopRules(until, contests)
    for count, row in enumerate(rows, 1):
        rules.hear(row)
        if rules.ended_by is not None:
            return count, rules.ended_by
    return len(rows), None


@each_case(
    ("until", "rows", "ended"),
    [
        (Until(), [GOOD] * 9, (9, None)),
        (Until(expert_like=3), [GOOD, GOOD, BAD, GOOD, GOOD, GOOD, GOOD], (6, "expert_like")),
        (Until(stable=2), [NEW, ROW, NEW, ROW, ROW, ROW], (5, "stable")),
        (Until(expert_like=3, stable=2), [GOOD, GOOD, GOOD], (2, "stable")),
        (Until(expert_like=2, stable=2), [GOOD, GOOD], (2, "expert_like")),
        (
            Until(expert_like=2, stable=2, together=True),
            [NEW, NEW, BAD, GOOD, GOOD],
            (5, "expert_like and stable"),
        ),
        (Until(expert_like=2, stable=3, together=True), [NEW, NEW, BAD, BAD, BAD, GOOD], (6, None)),
        (Until(time="35ms"), [ROW] * 9, (4, "time")),
        (Until(time="40ms", expert_like=9), [ROW] * 9, (4, "time")),
    ],
)
def test_a_rule_ends_a_phase(until: Until, rows: list[ContestRow], ended: tuple[int, str | None]) -> None:
    """Contests in a row count from the last one that broke the row, and the first rule met is named."""
    assert heard(until, *rows) == ended


def test_contests_end_a_phase_at_last() -> None:
    """A rule that is met by the last contest goes before their number."""
    assert heard(Until(expert_like=5), *[GOOD] * 9, contests=3) == (3, "contests")
    assert heard(Until(expert_like=3), *[GOOD] * 9, contests=3) == (3, "expert_like")


@pytest.mark.parametrize(("row", "verdict"), [(WON, "sprt: H1"), (LOST, "sprt: H0")])
def test_a_sequential_test_ends_either_way(row: ContestRow, verdict: str) -> None:
    """Whoever always wins is better, whoever always loses is not; both are known after an even number."""
    count, ended = heard(Until(sprt=SprtSpec(elo0=0, elo1=100)), *[row, GOOD] * 400)
    assert ended == verdict
    assert count % 2 == 0
    assert 4 <= count < 200


def test_a_sequential_test_may_come_to_no_end() -> None:
    """Draws alone, between two hypotheses that are equally far, say nothing."""
    assert heard(Until(sprt=SprtSpec(elo0=-50, elo1=50)), *[GOOD] * 60, contests=60) == (60, "contests")


@pytest.mark.parametrize(
    ("text", "rows", "ended"),
    [
        ("won >= 2", [WON, LOST, WON, WON], (3, "measure")),
        ("power >= 50 after 4", [WON, LOST, LOST, WON, WON], (4, "measure")),
        ("power <= 30 after 3", [WON, WON, LOST, LOST, LOST, LOST, LOST], (7, "measure")),
        ("plies >= 10", [WON] * 5, (5, None)),
        ("time <= 2.5", [WON] * 5, (1, "measure")),
    ],
)
def test_a_measure_may_come_to_a_number(
    text: str, rows: list[ContestRow], ended: tuple[int, str | None]
) -> None:
    """Of all contests so far, in the measure's unit, and not before so many."""
    assert heard(Until(measure=text), *rows) == ended


def test_a_bound_is_told_in_words() -> None:
    """Before and afterwards."""
    until = Until(measure="power >= 50 after 4")
    assert until.words == "power >= 50 after 4 contests"
    assert end_in_words("measure", until) == "power >= 50 after 4 was reached"
