"""What an Advisor sees and may do while it thinks."""

import contextlib
from numbers import Integral
from typing import Any

import pytest

from agents import Deliberation
from blackboard import Knowledge, State
from games import Men, Role
from tests.support import (
    CLOCKS,
    advisor,
    decided,
    does,
    heard,
    played,
    strengths,
    tic_tac_toe,
    with_symmetries,
)

CLOCKED = pytest.mark.parametrize("clock", CLOCKS)


@CLOCKED
def test_think_shows_the_question(clock: str) -> None:
    """Game, position, mover, moves and knowledge are there to see, the same for everyone."""
    seen: list[tuple[Any, ...]] = []

    def look(think: Deliberation) -> None:
        seen.append((think.game.name, think.position, think.mover, think.moves, think.knowledge))

    knowledge = Knowledge("tic-tac-toe", {"a": 1})
    decided(
        [advisor("A", does(look)), advisor("B", does(look))], moves="1 5", knowledge=knowledge, clock=clock
    )
    assert seen == [("tic-tac-toe", played("1 5"), Role.PLAYER, tuple("2346789"), knowledge)] * 2


@CLOCKED
def test_the_oracle_answers_as_the_rules_do(clock: str) -> None:
    """`play`, `legal_moves`, `outcome`, `passed`, `wins` and `loses` are the game's own answers."""
    game, here = tic_tac_toe(), played("1 4 3 5")
    won = game.play(here, "2")
    lost = game.play(game.passed(here), "6")
    seen: list[Any] = []

    def ask(think: Deliberation) -> None:
        after = think.play("7")
        seen.extend(
            [after, think.play("6", after), think.legal_moves(after), think.passed(), think.passed(after)]
        )
        seen.extend([think.outcome(won), think.outcome(here), think.wins(won), think.loses(won)])
        seen.extend([think.wins(lost), think.loses(lost), think.wins(here), think.loses(here)])

    testimony = heard(decided([advisor("A", does(ask))], moves="1 4 3 5", clock=clock), "A")
    after = game.play(here, "7")
    assert seen == [
        after, game.play(after, "6"), game.legal_moves(after), game.passed(here), game.passed(after),
        game.outcome(won), None, True, False, False, True, False, False,
    ]  # fmt: skip
    assert testimony.work == 13


@CLOCKED
def test_the_games_board_and_notation_are_there_for_nothing(clock: str) -> None:
    """Lines, locations, cells, men and stages are no rules: looking at them costs no work."""
    seen: list[Any] = []

    def look(think: Deliberation) -> None:
        seen.extend([len(think.game.winning_lines), len(think.game.board), think.game.title])
        seen.append(think.game.format_position(think.position))
        seen.append(think.game.cells(think.position))
        seen.append(think.game.men(think.position, Role.PLAYER))
        seen.append(think.game.stage(think.position))

    testimony = heard(decided([advisor("A", does(look))], moves="1", clock=clock), "A")
    assert seen == [8, 9, "Tic-tac-toe", "X........ O", (Role.PLAYER, *[None] * 8), Men(1, 4), None]
    assert testimony.work == 0


@CLOCKED
@pytest.mark.parametrize("strength", range(11))
def test_every_strength_of_the_scale_can_be_posted(strength: int, clock: str) -> None:
    """Whole numbers from 0 to 10, with or without a reason."""

    async def speak(think: Deliberation) -> None:
        await think.comment("1", strength)
        await think.comment("2", strength, "because ♟")

    testimony = heard(decided([advisor("A", speak)], clock=clock), "A")
    assert testimony.state is State.FINISHED
    assert strengths(testimony) == {"1": strength, "2": strength}
    assert [comment.reason for comment in testimony.comments.values()] == ["", "because ♟"]


class Seven:
    """A whole number of another library, as numpy has them."""

    def __int__(self) -> int:
        return 7


Integral.register(Seven)


def test_whole_numbers_of_other_libraries_are_strengths_too() -> None:
    """A strength that was computed elsewhere counts, and is written down as a plain number."""
    testimony = heard(decided([advisor("A", lambda think: think.comment("1", Seven()))]), "A")  # type: ignore[arg-type]  # on purpose
    assert type(testimony.comments["1"].strength) is int
    assert strengths(testimony) == {"1": 7}


@CLOCKED
def test_the_longest_reason_and_the_most_plans_are_accepted(clock: str) -> None:
    """The limits themselves can be used: 1000 characters, 1000 moves, 64 plans."""

    async def speak(think: Deliberation) -> None:
        await think.comment("1", 6, "x" * 1000)
        for _ in range(64):
            await think.plan(["1"] * 1000, "y" * 1000, 10)

    testimony = heard(decided([advisor("A", speak, makes_plans=True)], clock=clock), "A")
    assert testimony.state is State.FINISHED
    assert len(testimony.plans) == 64


@CLOCKED
def test_a_plan_is_kept_as_it_was_posted(clock: str) -> None:
    """Moves in order, purpose and strength; a list that is changed later changes nothing."""

    async def speak(think: Deliberation) -> None:
        moves = ["9", "1"]
        await think.plan(moves, "a diagonal", 8)
        moves.clear()

    (plan,) = heard(decided([advisor("A", speak, makes_plans=True)], clock=clock), "A").plans
    assert (plan.advisor, plan.moves, plan.purpose, plan.strength) == ("A", ("9", "1"), "a diagonal", 8)


@CLOCKED
def test_who_has_made_a_mistake_is_not_heard_again(clock: str) -> None:
    """After a bad post nothing more is taken, even from an Advisor that caught the error."""

    async def insist(think: Deliberation) -> None:
        await think.comment("1", 6)
        with contextlib.suppress(Exception):
            await think.comment("99", 6)
        await think.comment("2", 6)

    testimony = heard(decided([advisor("A", insist)], clock=clock), "A")
    assert strengths(testimony) == {"1": 6}
    assert testimony.reason == "commented on '99', which is not a legal move here"


@CLOCKED
def test_only_moves_that_were_asked_about_can_be_commented_on(clock: str) -> None:
    """Where symmetries are known, a legal move that another stands for is not on the table."""
    known = with_symmetries(tic_tac_toe())
    testimony = heard(
        decided([advisor("A", lambda think: think.comment("9", 6))], knowledge=known, clock=clock), "A"
    )
    assert testimony.state is State.FAILED
