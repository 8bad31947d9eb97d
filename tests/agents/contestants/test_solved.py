"""Contestants that know the solved game."""

import itertools
from collections import Counter

import pytest
import trio

from agents import Contestant, Streams, make_contestant
from agents.contestants.chances import chances
from agents.contestants.solved import reasonable_moves
from games import BadOption, Move, Outcome, Role, make_game
from scenarios import Contest, play_contest
from tests.support import lose_tic_tac_toe, played, tic_tac_toe


def choices(
    contestant: Contestant, moves: str, game_name: str = "tic-tac-toe", times: int = 300
) -> Counter[Move]:
    """Count what a contestant chooses after these moves, under many seeds."""
    game = make_game(game_name)
    position = played(moves, game)

    async def ask() -> Counter[Move]:
        return Counter([await contestant.choose(game, position, Streams(seed)) for seed in range(times)])

    return trio.run(ask)


def contests(game_name: str, one: str, other: str, times: int) -> list[tuple[Role, Contest]]:
    """Play contests in which the first takes both roles in turn."""
    game = make_game(game_name)
    first, second = make_contestant(one, game), make_contestant(other, game)

    async def play() -> list[tuple[Role, Contest]]:
        found = []
        for number in range(times):
            role = Role(number % 2)
            seats = {role: first, role.other: second}
            found.append((role, await play_contest(game, seats, Streams(5).child(number))))
        return found

    return trio.run(play)


def test_perfect_plays_every_correct_move_equally_often() -> None:
    """Every opening of tic-tac-toe keeps the draw, so each is played, none much more often than another."""
    found = choices(make_contestant("perfect", tic_tac_toe()), "", times=900)
    assert set(found) == set("123456789")
    assert max(found.values()) < 2 * min(found.values())


def test_perfect_answers_a_corner_in_the_centre() -> None:
    """Where one move keeps the value it is the only one played."""
    assert set(choices(make_contestant("perfect", tic_tac_toe()), "1")) == {"5"}


def test_perfect_shortens_a_win() -> None:
    """In a won position a move that merely keeps the win is not enough: it takes the win at once."""
    assert set(choices(make_contestant("perfect", tic_tac_toe()), "1 4 3 5")) == {"2"}


@pytest.mark.parametrize("game", ["tic-tac-toe", "lose-tic-tac-toe", "pong-hau-ki", "tsoro-yematatu"])
@pytest.mark.parametrize("contestant", ["perfect", "expert"])
@pytest.mark.parametrize("other", ["random", "reasonable:50", "fallible:50"])
def test_perfect_and_expert_never_lose_a_drawn_game(game: str, contestant: str, other: str) -> None:
    """Whoever plays correct moves only does at least as well as the game's value, in either role."""
    for role, contest in contests(game, contestant, other, 40):
        assert contest.outcome is not Outcome.win_for(role.other)


def test_a_won_game_is_won() -> None:
    """Achi is won by Player under these rules, and perfect wins it every time it moves first."""
    for role, contest in contests("achi", "perfect", "perfect", 20):
        del role
        assert contest.outcome is Outcome.PLAYER


def test_experts_open_in_the_centre_or_a_corner() -> None:
    """The paper's experts never open tic-tac-toe on a side, yet vary among the good openings."""
    assert set(choices(make_contestant("expert", tic_tac_toe()), "")) == set("13579")


def test_reasonable_moves_are_the_tutorials() -> None:
    """An immediate win; else what avoids a loss in two moves; else anything."""
    assert reasonable_moves(tic_tac_toe(), played("1 4 3 5")) == ("2",)
    assert reasonable_moves(tic_tac_toe(), played("1 4 2")) == ("3",)
    assert reasonable_moves(tic_tac_toe(), played("5 1")) == tuple("2346789")
    assert reasonable_moves(lose_tic_tac_toe(), played("1 5 2 9", lose_tic_tac_toe())) == tuple("4678")
    doomed = played("1 2 5 3 7")
    assert reasonable_moves(tic_tac_toe(), doomed) == tic_tac_toe().legal_moves(doomed)


@pytest.mark.parametrize(
    ("text", "errs"), [("reasonable:0", False), ("fallible:0", False), ("fallible:100", True)]
)
def test_the_percentage_says_how_often_it_errs(text: str, *, errs: bool) -> None:
    """At 0 it plays as perfect does; a fallible player at 100 plays anything."""
    found = set(choices(make_contestant(text, tic_tac_toe()), "1"))
    assert found == (set("23456789") if errs else {"5"})


def test_half_fallible_errs_about_half_the_time() -> None:
    """X per cent means X per cent, measured on a position with one correct move of eight."""
    found = choices(make_contestant("fallible:50", tic_tac_toe()), "1", times=2000)
    assert 0.50 < found["5"] / 2000 < 0.63


def known(text: str, streams: Streams, moves: str = "", times: int = 60) -> set[Move]:
    """Find what a perfect contestant plays after these moves in the contests of one run."""
    game = tic_tac_toe()
    contestant, position = make_contestant(text, game), played(moves, game)

    async def ask() -> set[Move]:
        places = [streams.child("phase", "test", "contest", i, "ply", i % 5) for i in range(times)]
        return {await contestant.choose(game, position, place) for place in places}

    return trio.run(ask)


@pytest.mark.parametrize("choices", [1, 2, 3, 9, 100])
def test_a_perfect_contestant_may_have_few_choices(choices: int) -> None:
    """So many correct moves are played in a position, the same ones in every contest of a run."""
    run = Streams(1990).of_run(3)
    found = known(f"perfect:{choices}", run, times=300)
    assert len(found) == min(choices, 9)
    assert found == known(f"perfect:{choices}", run.child("later"), times=300)


def test_who_has_more_choices_has_those_of_who_has_fewer() -> None:
    """So settings that differ in the number alone have their luck in common."""
    run = Streams(1990).of_run(0)
    sets = [known(f"perfect:{choices}", run, times=200) for choices in (1, 2, 3, 4)]
    assert all(fewer < more for fewer, more in itertools.pairwise(sets))


def test_another_run_or_seed_or_position_has_other_choices() -> None:
    """Each opening is the only one in about as many runs; and another seed draws anew."""
    by_run = Counter(next(iter(known("perfect:1", Streams(5).of_run(run), times=1))) for run in range(180))
    assert set(by_run) == set("123456789")
    assert max(by_run.values()) < 3 * min(by_run.values())
    assert len({tuple(known("perfect:1", Streams(seed).of_run(0), times=1)) for seed in range(20)}) > 3
    replies = {tuple(known("perfect:1", Streams(5).of_run(0), moves, times=1)) for moves in ("5", "5 1 9")}
    assert len(replies) == 2


def test_with_enough_choices_perfect_is_perfect() -> None:
    """Draw for draw, so a study of how many it has ends where all others begin."""
    many, all_of_them = (make_contestant(text, tic_tac_toe()) for text in ("perfect:9", "perfect"))
    for moves in ("", "5", "5 1"):
        assert choices(many, moves) == choices(all_of_them, moves)


@pytest.mark.parametrize("other", ["random", "perfect:1"])
def test_few_choices_are_correct_ones(other: str) -> None:
    """It never loses a drawn game, whoever sits across."""
    for role, contest in contests("lose-tic-tac-toe", "perfect:1", other, 40):
        assert contest.outcome is not Outcome.win_for(role.other)


@pytest.mark.parametrize("argument", ["0", "-1", "1.5", "x", "01", "1_0", "\u0661", "9" * 5000])
def test_a_number_of_choices_is_a_whole_one_from_1(argument: str) -> None:
    """Anything else is told in one line."""
    with pytest.raises(BadOption, match=r"use perfect:K for at most K choices in a position") as told:
        make_contestant(f"perfect:{argument}", tic_tac_toe())
    assert len(str(told.value)) < 150


def test_whose_choices_hang_on_the_run_has_no_odds() -> None:
    """Chances are worked out for no run at all, so it must play instead."""
    with pytest.raises(BadOption, match="'perfect:2' has other choices in every run; let it play"):
        chances(tic_tac_toe(), Role.PLAYER, *(make_contestant("perfect:2", tic_tac_toe()) for _ in range(2)))
