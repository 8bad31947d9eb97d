"""One decision, from the position to the move."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import attrs
import pytest
import trio

from agents import Streams, get_advisors
from blackboard import Decision, State, events_of
from control import SCHEDULES, Budgets, Panel, Settings, decide
from games import BadPosition, Game, Move
from tests.reference import ORDER_1990, ORDER_FORR, TIERS_1990, Verdict, consult
from tests.support import (
    CLOCKS,
    advisor,
    clock_of,
    decided,
    heard,
    lose_tic_tac_toe,
    played,
    reachable,
    says,
    strengths,
    tic_tac_toe,
    up_to_symmetry,
    with_symmetries,
)

GAMES: dict[str, Callable[[], Game[Any]]] = {
    "tic-tac-toe": tic_tac_toe,
    "lose-tic-tac-toe": lose_tic_tac_toe,
}
FIGURE_1 = "1 4 3 5"
EVERYBODY = Budgets.parse(["1min"])
"""Ample: nobody runs out of time on any clock."""


@cache
def positions(game: str, which: str) -> list[Any]:
    """Return every position that somebody has to move in, or one of each class."""
    return list((reachable if which == "all" else up_to_symmetry)(GAMES[game]()))


@attrs.frozen
class Essence:
    """Of a decision, what must not hang on clock or schedule."""

    position: str
    legal: tuple[Move, ...]
    move: Move
    by: str
    tier: int | None
    removed: dict[Move, str]
    tally: dict[Move, float]

    @classmethod
    def of(cls, decision: Decision) -> "Essence":
        """Leave out what everybody said: of all positions, that would be a burden to every test after."""
        return cls(**{each.name: getattr(decision, each.name) for each in attrs.fields(cls)})


@cache
def decisions(game: str, which: str, schedule: str, clock: str, layout: str = "1990") -> list[Essence]:
    """Decide all positions, one after another in one run."""
    panel = Panel.of(get_advisors(), layout=layout, budgets=EVERYBODY)
    settings = Settings(schedule=schedule)

    async def decide_all() -> list[Essence]:
        return [
            Essence.of(await decide(GAMES[game](), position, panel, settings=settings, streams=Streams(1990)))
            for position in positions(game, which)
        ]

    return trio.run(decide_all, clock=clock_of(clock))


def agrees(decision: Essence, verdict: Verdict, tiers: dict[str, int]) -> bool:
    """Is this the decision of the reference, as far as tiers 1 and 2 have a say?"""
    if len(decision.legal) == 1:
        return decision.by == "forced" and not decision.removed
    if verdict.by is None:
        landed = decision.tier == 3 and list(decision.tally) == verdict.remaining
    else:
        landed = decision.by == verdict.by and decision.tier == tiers[verdict.by]
        landed = landed and decision.move in verdict.moves and not decision.tally
    return landed and decision.removed == verdict.removed


def disagreements(
    game: str, made: list[Essence], which: str, order: tuple[str, ...], tiers: dict[str, int]
) -> Iterator[str]:
    """Yield the positions where a decision is not that of the reference."""
    for position, decision in zip(positions(game, which), made, strict=True):
        verdict = consult(GAMES[game](), position, order)
        if not agrees(decision, verdict, tiers):
            yield f"{decision.position}: {decision.by} chose {decision.move}; the papers: {verdict}"


@pytest.mark.parametrize("game", GAMES)
def test_every_position_is_decided_alike_on_both_clocks_and_as_the_papers_say(game: str) -> None:
    """In every position virtual and real time give the same move, decider, removed moves and tally.

    What tiers 1 and 2 made of it is what a plain sequential reading of the papers makes of it.
    """
    virtual, wall = (decisions(game, "all", "speculative", clock) for clock in CLOCKS)
    assert len(virtual) == 4520
    assert virtual == wall
    assert list(disagreements(game, virtual, "all", ORDER_1990, TIERS_1990)) == []


@pytest.mark.parametrize("game", GAMES)
def test_schedule_and_clock_change_no_decision(game: str) -> None:
    """Given time enough, every schedule on every clock decides the same, for the same seed."""
    expected = decisions(game, "classes", "speculative", "virtual")
    for schedule in SCHEDULES:
        for clock in CLOCKS:
            assert decisions(game, "classes", schedule, clock) == expected, (schedule, clock)


@pytest.mark.parametrize("game", GAMES)
def test_layout_forr_follows_the_tutorial(game: str) -> None:
    """In layout forr all that are always right sit in tier 1, in the order of the tutorial's table."""
    tiers = dict.fromkeys(ORDER_FORR, 1)
    for schedule in SCHEDULES:
        made = decisions(game, "classes", schedule, "virtual", "forr")
        assert list(disagreements(game, made, "classes", ORDER_FORR, tiers)) == []


def test_all_parts_of_the_papers_rules_are_met() -> None:
    """The comparison is not empty: every Advisor of tiers 1 and 2 decides or removes somewhere."""
    made = [each for game in GAMES for each in decisions(game, "classes", "speculative", "virtual")]
    assert {each.by for each in made} >= {
        "Victory",
        "Don't-Lose",
        "Panic",
        "Shortsight",
        "forced",
        "paradigm 1",
    }
    removers = {name for each in made for name in each.removed.values()}
    assert removers == {"Don't-Lose", "Enough-Rope"}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_figure_1_is_won_by_victory(schedule: str, clock: str) -> None:
    """In the papers' Figure 1 Victory insists on 2, and tier 1 decides."""
    decision = decided(get_advisors(), moves=FIGURE_1, schedule=schedule, clock=clock)
    assert decision.position == "X.XOO.... X"
    assert decision.legal == ("2", "6", "7", "8", "9")
    assert (decision.move, decision.tier, decision.by) == ("2", 1, "Victory")
    assert strengths(heard(decision, "Victory")) == {"2": 10}
    assert (decision.tally, decision.removed) == ({}, {})


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_nothing_is_heard_after_a_decision_has_landed(schedule: str, clock: str) -> None:
    """No comment or plan in the trace of Figure 1 is later than the decision, and nobody is left thinking."""
    decision = decided(get_advisors(), moves=FIGURE_1, schedule=schedule, clock=clock)
    *told, landed = events_of(decision)
    assert landed["event"] == "landed"
    posts = [event for event in told if event["event"] in ("comment", "plan")]
    assert posts
    assert all(event["ns"] <= landed["ns"] for event in posts)
    assert all(each.state not in (State.THINKING, State.TIMED_OUT) for each in decision.testimonies)


def test_figure_1_in_virtual_time_to_the_nanosecond() -> None:
    """The trace says who was cut off, when, by whom, and after how much work.

    Victory plays 2 (100 us), looks who won (100 us) and comments (10 us), so the decision lands at 210 us.
    """
    decision = decided(get_advisors(), moves=FIGURE_1)
    ends = {each.advisor: (each.state.value, each.ended_ns, each.work) for each in decision.testimonies}
    assert decision.landed_ns == 210_000
    assert ends == {
        "Victory": ("finished", 210_000, 2),
        "Don't-Lose": ("cancelled", 210_000, 2),
        "Wiser": ("finished", 0, 0),
        "Sadder": ("finished", 0, 0),
        "Panic": ("cancelled", 210_000, 2),
        "Shortsight": ("cancelled", 210_000, 2),
        "Enough-Rope": ("cancelled", 210_000, 2),
        "Anthropomorph": ("finished", 0, 0),
        "Candide": ("cancelled", 210_000, 2),
        "Challenge": ("cancelled", 210_000, 2),
        "Cyber": ("finished", 0, 0),
        "Feinter": ("cancelled", 210_000, 0),
        "Greedy": ("cancelled", 210_000, 0),
        "Not-Again": ("finished", 0, 0),
        "Open": ("finished", 0, 0),
        "Pitchfork": ("finished", 0, 0),
        "Sneak": ("cancelled", 210_000, 2),
        "Spotter": ("finished", 0, 0),
        "Wild": ("finished", 10_000, 0),
        "Worried": ("cancelled", 210_000, 2),
    }
    cut_off = [event for event in events_of(decision) if event["event"] == "cancelled"]
    assert [event["advisor"] for event in cut_off] == [
        "Don't-Lose", "Panic", "Shortsight", "Enough-Rope",
        "Candide", "Challenge", "Feinter", "Greedy", "Sneak", "Worried",
    ]  # fmt: skip
    assert {(event["ns"], event["by"]) for event in cut_off} == {(210_000, "Victory")}


def test_figure_1_without_victory_is_panics() -> None:
    """Asked alone, Panic insists on 6, the only way to prevent a win by Opponent."""
    decision = decided(get_advisors(["Panic"]), moves=FIGURE_1)
    assert strengths(heard(decision, "Panic")) == {"6": 10, "7": 0, "8": 0, "9": 0}
    assert heard(decision, "Panic").comments["6"].reason == "only this stops the win at 6"
    assert (decision.move, decision.tier, decision.by) == ("6", 2, "Panic")


def test_figure_1_as_worried_sees_it() -> None:
    """Worried supports 2 and 8 more strongly than 7 and 9, and has nothing to say of 6."""
    said = strengths(heard(decided(get_advisors(["Worried"]), moves=FIGURE_1), "Worried"))
    assert set(said) == {"2", "7", "8", "9"}
    assert said["2"] == said["8"] > said["7"] == said["9"] > 5


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_a_single_move_is_forced(schedule: str, clock: str) -> None:
    """Where there is one legal move nobody is asked, and no tier decides."""
    decision = decided(get_advisors(), moves="1 2 3 5 4 7 6 9", schedule=schedule, clock=clock)
    assert (decision.move, decision.tier, decision.by) == ("8", None, "forced")
    assert {each.state for each in decision.testimonies} == {State.NOT_STARTED}
    assert decision.landed_ns == 0
    assert (decision.tally, decision.removed) == ({}, {})


def test_a_finished_contest_cannot_be_decided() -> None:
    """Asking for a move where the contest is over is refused in one line that shows the position."""
    with pytest.raises(BadPosition, match=r"^position 'XXXOO.... O' is the end of a contest; .*$"):
        decided(get_advisors(), moves="1 4 2 5 3")


def test_nobody_speaks_and_chance_decides() -> None:
    """If nobody said anything any move may be taken, by the decision's own stream."""
    silent = advisor("Silent")
    made = [decided([silent], seed=seed) for seed in range(60)]
    assert {each.by for each in made} == {"chance"}
    assert {each.move for each in made} == set("123456789")
    assert [each.move for each in made] == [decided([silent], seed=seed).move for seed in range(60)]


def test_nobody_sits_there_and_chance_decides() -> None:
    """A panel without Advisors still comes to a move."""
    decision = decided([])
    assert (decision.by, decision.tier) == ("chance", 3)
    assert decision.move in decision.legal


def test_ties_fall_by_the_seed() -> None:
    """Equally good moves are chosen among at random, and the same seed makes the same choice."""
    torn = advisor("Torn", says("1", 8), says("9", 8))
    made = [decided([torn], seed=seed) for seed in range(40)]
    assert {each.move for each in made} == {"1", "9"}
    assert {each.by for each in made} == {"paradigm 1"}
    assert made == [decided([torn], seed=seed) for seed in range(40)]


@pytest.mark.parametrize("clock", CLOCKS)
def test_symmetric_moves_are_asked_about_once(clock: str) -> None:
    """With symmetries known the empty board offers a corner, a side and the centre; else all nine."""
    known = with_symmetries(tic_tac_toe())
    assert decided(get_advisors(), clock=clock, knowledge=known).legal == ("1", "2", "5")
    assert len(decided(get_advisors(), clock=clock).legal) == 9


def test_removed_moves_are_not_voted_on() -> None:
    """What tiers 1 and 2 removed is no longer in the tally, however loudly tier 3 supports it."""
    never = advisor("Never", says("5", 0), tier=1, rank=1)
    loud = advisor("Loud", says("5", 10), says("1", 6))
    decision = decided([never, loud])
    assert decision.removed == {"5": "Never"}
    assert "5" not in decision.tally
    assert decision.move == "1"


def test_the_account_tells_what_the_decision_hung_on() -> None:
    """A decision names its paradigm, schedule, clock, layout, costs and seed: it can be made again."""
    settings = decided(get_advisors(), seed=7, schedule="tiered", layout="forr", processors=2).settings
    assert settings["clock"] == "virtual"
    assert settings["schedule"] == "tiered"
    assert settings["paradigm"] == "1"
    assert settings["layout"] == "forr"
    assert settings["seed"] == 7
    assert settings["processors"] == 2
    assert "costs" in settings


def test_two_decisions_at_once_are_the_same_as_one_after_the_other() -> None:
    """Decisions that overlap in one virtual run disturb neither moves nor times of each other."""
    panel = Panel.of(get_advisors(), budgets=Budgets.parse(["3ms"]))
    starts = ["", "5 1", FIGURE_1, "5 1 9"]

    async def at_once() -> list[Decision]:
        made: dict[str, Decision] = {}

        async def make(moves: str) -> None:
            made[moves] = await decide(tic_tac_toe(), played(moves), panel)

        async with trio.open_nursery() as nursery:
            for moves in starts:
                nursery.start_soon(make, moves)
        return [made[moves] for moves in starts]

    async def in_a_row() -> list[Decision]:
        return [await decide(tic_tac_toe(), played(moves), panel) for moves in starts]

    for processors in (None, 1, 2):
        clocks = [clock_of("virtual", processors=processors) for _ in range(2)]
        assert trio.run(at_once, clock=clocks[0]) == trio.run(in_a_row, clock=clocks[1])
