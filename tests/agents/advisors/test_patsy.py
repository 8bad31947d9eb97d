"""Patsy: how positions are scored by the patterns in them, and what is recommended."""

from collections.abc import Mapping
from contextlib import closing
from functools import partial
from typing import Any

import pytest
import trio

from agents import Streams
from agents.advisors.lookahead import Victory
from agents.advisors.patsy import STRENGTH, Patsy1, Patsy2
from blackboard import Comment, Knowledge, State
from control import SCHEDULES, Panel, Settings, VirtualClock, check_advisor, decide
from games import Game, make_game
from tests.support import CLOCKS, decided, each_case, heard, played, strengths, tic_tac_toe

FIVE = make_game("five-mens-morris")
CONTEST = 1_000_000
CHOSEN = "3"
"""What its stream picks, of two moves that are as good, with a certain seed."""


def counted(won: int = 0, drawn: int = 0, lost: int = 0) -> dict[str, int]:
    """Make what is known of a pattern that Patsy-1 counts."""
    return {"won": won * CONTEST, "drawn": drawn * CONTEST, "lost": lost * CONTEST, "met": 0}


def response(who: str) -> dict[str, Any]:
    """Make what is known of a pattern of Patsy-2."""
    return {"response": who, "met": 0}


def one(
    held: Mapping[str, Any], moves: str = "", game: Game[Any] | None = None, **how: Any
) -> dict[str, Comment]:
    """Ask Patsy-1 in a position, with these patterns held."""
    game = game or tic_tac_toe()
    known = Knowledge.of(game, {"patsy_1": held})
    testimony = heard(decided([Patsy1], game=game, moves=moves, knowledge=known, **how), "Patsy-1")
    assert testimony.state is State.FINISHED
    return dict(testimony.comments)


def two(held: Mapping[str, Any], moves: str = "", game: Game[Any] = FIVE, **how: Any) -> dict[str, Comment]:
    """Ask Patsy-2 in a position, with these patterns held."""
    known = Knowledge.of(game, {"patsy_2": held})
    testimony = heard(decided([Patsy2], game=game, moves=moves, knowledge=known, **how), "Patsy-2")
    assert testimony.state is State.FINISHED
    return dict(testimony.comments)


def test_a_winning_pattern_is_worth_more_than_a_drawing_one() -> None:
    """+2 against +1: the move that shows the first is recommended, and nothing else."""
    held = {"1=X 3=X": counted(won=1), "1=X 9=X": counted(drawn=1)}
    found = one(held, "1 5")
    assert found.keys() <= {"3", "7"}
    assert [each.strength for each in found.values()] == [STRENGTH]
    assert next(iter(found.values())).reason == "scores +1.00 by X on 1 and 3 (+2)"


def test_a_losing_pattern_takes_away_as_much_as_a_winning_one_gives() -> None:
    """-2: a position with one of each is as good as one with none, and worse than one with a draw."""
    held = {"1=X 3=X": counted(won=1), "1=X 2=. 3=X": counted(lost=1), "1=X 9=X": counted(drawn=1)}
    assert one(held, "1 5").keys() == {"9"}
    del held["1=X 9=X"]
    assert one(held, "1 5") == {}  # +2 - 2 everywhere else, or nothing


def test_the_score_is_divided_by_the_number_of_patterns_held() -> None:
    """Held ones that are not shown count there too."""
    held = {"1=X 3=X": counted(won=1), "2=O 8=O": counted(lost=1), "1=O 3=O": counted(), "1=O 9=O": counted()}
    (comment,) = one(held, "1 5").values()
    assert comment.reason == "scores +0.50 by X on 1 and 3 (+2)"


def test_a_pattern_is_what_it_was_most_often() -> None:
    """Won twice and lost three times is lost; as often one as the other is worth nothing."""
    lost = {"1=X 3=X": {**counted(won=2, lost=3)}, "1=X 9=X": counted(drawn=1)}
    assert one(lost, "1 5").keys() == {"9"}
    open_ = {"1=X 3=X": counted(won=2, lost=2), "1=X 9=X": counted(drawn=1)}
    assert one(open_, "1 5").keys() == {"9"}


def test_a_pattern_counts_once_however_often_it_is_shown() -> None:
    """Two winning ones beat one that lies in the position twice."""
    twice = {"1=X 2=X": counted(won=1)}
    (reason,) = {each.reason for each in one(twice, "1 5 3 7").values()}
    assert reason == "scores +2.00 by X on 1 and 2 (+2)"  # at 2, beside 1 and beside 3


def test_patsy_1_recommends_one_of_the_best_by_its_own_stream() -> None:
    """Always the same for a seed, and each of them for some."""
    held = {"1=X 3=X": counted(won=1)}
    chosen = [next(iter(one(held, "1 5", seed=seed))) for seed in range(12)]
    assert set(chosen) == {"3", "7"}
    assert chosen == [next(iter(one(held, "1 5", seed=seed))) for seed in range(12)]


def test_patsy_2_recommends_all_of_the_best() -> None:
    """Whatever completes the pattern."""
    held = {"1=X 3=X": response("player")}
    assert two(held, "1 8").keys() == {"3", "14"}


@pytest.mark.parametrize(("who", "worth"), [("opponent", "+2"), ("draw", "+1")])
def test_responses_are_judged_by_who_moves(who: str, worth: str) -> None:
    """What Opponent wins is won for whoever plays Opponent."""
    found = two({"1=O 3=O": response(who)}, "8 1 9")
    assert {move: each.reason for move, each in found.items()} == dict.fromkeys(
        ["3", "14"], f"scores {worth}.00 by O on 1 and 3 ({worth})"
    )


def test_what_the_other_wins_is_kept_away_from() -> None:
    """All moves but those to it are recommended."""
    found = two({"1=O 3=O": response("player")}, "8 1 9")
    assert found.keys() == {str(name) for name in range(1, 17)} - {"1", "3", "8", "9", "14"}


def test_parts_of_a_pattern_that_is_shown_do_not_count() -> None:
    """The square adds nothing to the L that every position shows: each has one pattern that is no part."""
    square = {"4=X 6=X 11=X 13=X": response("player")}
    parts = {
        "4=X 6=X": response("player"),
        "4=X 6=X 11=X": response("player"),
        "4=X 13=X": response("player"),
    }
    before = "4 1 6 3 11 16"
    assert two(square, before)["13"].reason == "scores +2.00 by X on 4, 6, 11 and 13 (+2)"
    assert two({**square, **parts}, before) == {}


def test_a_part_counts_where_it_lies_elsewhere() -> None:
    """Being part of something in one place does not keep a pattern from counting in another."""
    held = {"1=X 2=X 5=X": response("player"), "1=X 2=X": response("player")}
    assert two(held, "1 8 5 9")["2"].reason == "scores +1.00 by X on 1, 2 and 5 (+2)"
    both = "scores +2.00 by X on 1 and 2 (+2); X on 1, 2 and 5 (+2)"
    assert two(held, "1 8 5 9 15 12 16 13")["2"].reason == both


@each_case("name", ["tic-tac-toe", "picaria", "achi", "five-mens-morris", "othello", "qubic"])
@each_case("patsy", [Patsy1, Patsy2])
def test_silent_without_patterns(patsy: type[Patsy1], name: str) -> None:
    """On boards that it cannot see too: what keeps it from those says so before."""
    game = make_game(name)
    assert strengths(heard(decided([patsy], game=game), patsy.name)) == {}


def test_silent_where_all_moves_score_alike() -> None:
    """To recommend everything, or any one of it, says nothing."""
    assert one({"1=O 9=O": counted(won=1)}, "1") == one({"1=X 5=X": counted(won=1)}) == {}


@pytest.mark.parametrize("clock", CLOCKS)
def test_both_clocks_hear_the_same(clock: str) -> None:
    """What Patsy says hangs on nothing but the position, what is known and its stream."""
    held = {"1=X 3=X": counted(won=1), "1=X 9=X": counted(drawn=1)}
    assert {m: c.reason for m, c in one(held, "1 5", clock=clock).items()} == {
        m: c.reason for m, c in one(held, "1 5").items()
    }


@pytest.mark.parametrize("place", ["inline", "thread", "process"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_schedules_and_placements_change_nothing(schedule: str, place: str) -> None:
    """On the virtual clock: neither what it says nor the move that is chosen, chance included."""
    game = tic_tac_toe()
    known = Knowledge.of(game, {"patsy_1": {"1=X 3=X": counted(won=1)}})
    panel = Panel.of([Patsy1, Victory], placements={"Patsy-1": place})
    make = partial(decide, game, played("1 5"), panel, knowledge=known, streams=Streams(3))
    with closing(panel):
        decision = trio.run(partial(make, settings=Settings(schedule=schedule)), clock=VirtualClock())
    found = dict(heard(decision, "Patsy-1").comments)
    assert {move: each.reason for move, each in found.items()} == {
        decision.move: "scores +2.00 by X on 1 and 3 (+2)"
    }
    assert decision.move == CHOSEN


def test_a_reason_names_three_patterns_at_most() -> None:
    """Those that weigh most first, and how many there are besides."""
    texts = ("1=X 2=X", "1=X 3=X", "1=X 5=O", "2=X 5=O", "1=X 2=X 3=X")
    held = {text: counted(won=1) for text in texts}
    (comment,) = one(held, "1 5 3 7").values()
    assert comment.reason.endswith("; 2 more")


def test_boards_that_suit_it() -> None:
    """Patsy-1 names Patsy-2 where it cannot be; that one sees all boards in the plane."""
    assert Patsy1.suits(tic_tac_toe()) == Patsy2.suits(tic_tac_toe()) == Patsy2.suits(FIVE) == ""
    assert Patsy1.suits(FIVE) == "it is for boards of three rows of three; Patsy-2 sees this one"
    assert (
        Patsy2.suits(make_game("qubic")) == "it is for boards in the plane, and this one has several layers"
    )


@pytest.mark.parametrize("patsy", [Patsy1, Patsy2])
def test_it_is_a_good_citizen(patsy: type[Patsy1]) -> None:
    """As the conformance check sees it."""
    assert check_advisor(patsy, [tic_tac_toe(), FIVE, make_game("qubic")]) == []
