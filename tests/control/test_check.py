"""Conformance checks on Advisors and paradigms."""

import random

import pytest

from agents import Advisor, Deliberation, get_advisors
from control import PARADIGMS, Paradigm, Poll, Tally
from control.check import check_advisor, check_paradigm
from tests.hostile import HOSTILE
from tests.support import advisor, lose_tic_tac_toe, says, tic_tac_toe, works

GAMES = (tic_tac_toe(), lose_tic_tac_toe())


@pytest.mark.parametrize("bundled", get_advisors(), ids=lambda each: each.name)
def test_bundled_advisors_conform(bundled: type[Advisor]) -> None:
    """Nothing is found against any of them."""
    assert check_advisor(bundled, GAMES) == []


@pytest.mark.parametrize("paradigm", PARADIGMS.values(), ids=lambda each: each.name)
def test_bundled_paradigms_conform(paradigm: Paradigm) -> None:
    """Nothing is found against any of them."""
    assert check_paradigm(paradigm) == []


@pytest.mark.parametrize(
    "what", [what for what, case in HOSTILE.items() if "open" not in what and "leaves" not in what]
)
def test_hostile_advisors_are_found_out(what: str) -> None:
    """Whatever an Advisor does wrong is told, with the game and the position."""
    hostile = advisor("Hostile", HOSTILE[what].step, makes_plans=True)
    findings = check_advisor(hostile, [tic_tac_toe()])
    assert findings
    assert all("in tic-tac-toe at '" in finding and "\n" not in finding for finding in findings)


def test_a_bad_declaration_is_all_that_is_told() -> None:
    """An Advisor that cannot take part is not asked."""
    assert check_advisor(advisor("Odd", tier=7), GAMES) == ["Advisor 'Odd' has tier 7; tiers are 1, 2 and 3"]


def test_an_advisor_that_fails_is_told_where() -> None:
    """One line names the game, the position and the fault."""
    (finding, *_) = check_advisor(advisor("Rude", says("99", 6)), [tic_tac_toe()])
    assert finding.startswith("fails in tic-tac-toe at '")
    assert finding.endswith("commented on '99', which is not a legal move here")


def test_an_advisor_that_never_finishes_is_found() -> None:
    """Running out of one's own budget in virtual time is a finding."""
    findings = check_advisor(advisor("Slow", works(10_000)), [tic_tac_toe()])
    assert all("does not finish within its budget" in finding for finding in findings)
    assert findings


def test_chance_of_ones_own_is_found() -> None:
    """An Advisor that takes chance from elsewhere cannot be repeated."""

    async def gamble(think: Deliberation) -> None:
        await think.comment(random.choice(think.moves), random.randrange(11))  # noqa: S311  # the mistake

    findings = check_advisor(advisor("Gambling", gamble), [tic_tac_toe()])
    assert any("take chance from think.random alone" in finding for finding in findings)


def test_memory_of_ones_own_is_found() -> None:
    """An Advisor that remembers earlier decisions is not a function of the position."""

    class Remembering(Advisor):
        """Grow bolder every time."""

        def __init__(self) -> None:
            self.asked = 0

        async def advise(self, think: Deliberation) -> None:
            """Say more strongly what was said before."""
            self.asked += 1
            await think.comment(think.moves[0], min(10, self.asked))

    findings = check_advisor(Remembering, [tic_tac_toe()])
    assert any("keep nothing between decisions" in finding for finding in findings)


def first_advisor_decides(poll: Poll) -> Tally:
    """Look at one Advisor only: the order of the list matters."""
    tally = poll.empty_tally()
    for comments in list(poll.opinions.values())[:1]:
        tally.update({move: comment.strength for move, comment in comments.items()})
    return tally


def fails(poll: Poll) -> Tally:
    """Count nothing."""
    raise ZeroDivisionError(len(poll.moves))


@pytest.mark.parametrize(
    ("tally", "finding"),
    [
        (lambda _: {}, "tallies other moves than those it was asked about"),
        (lambda poll: dict.fromkeys(poll.moves, float("nan")), "no finite number"),
        (lambda poll: dict.fromkeys(poll.moves, "many"), "no finite number"),
        (lambda poll: {move: random.random() for move in poll.moves}, "take chance from poll.streams alone"),  # noqa: S311
        (lambda poll: {move: i * len(poll.opinions) for i, move in enumerate(poll.moves)}, "says nothing"),
        (first_advisor_decides, "depends on the order"),
        (fails, "raises ZeroDivisionError"),
    ],
)
def test_bad_paradigms_are_found_out(tally: object, finding: str) -> None:
    """Whatever a paradigm does wrong is told."""
    findings = check_paradigm(Paradigm("bad", "bad", tally))  # type: ignore[arg-type]  # on purpose
    assert any(finding in each for each in findings)
