"""Farsight, against a plain minimax of its own that shares no code with it."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import blackboard
from agents.advisors import farsight
from agents.advisors.farsight import Farsight
from control import check_advisor
from games import Game, Move, make_game
from tests.support import CLOCKS, decided, heard, strengths, trace_of

MORRIS = make_game("five-mens-morris")
REFERENCE = (
    "five-mens-morris",
    "six-mens-morris",
    "nerenchi",
    "tic-tac-toe",
    "lose-tic-tac-toe",
    "achi",
    "picaria",
    "othello",
)
"""Games that capture, give another turn, only end, and turn men over."""
EVERYTHING = 1000
CLOCKED = pytest.mark.parametrize("clock", CLOCKS)


class Minimax:
    """The whole tree, so many plies deep, valued by men; nothing is left out, and each answer kept."""

    def __init__(self, game: Game[Any], position: Any) -> None:
        self.game, self.us = game, game.mover(position)
        self.now = self.balance(position)
        self.kept: dict[Any, int] = {}

    def balance(self, position: Any) -> int:
        """Count our men less theirs."""
        ours, theirs = (self.game.men(position, role) for role in (self.us, self.us.other))
        assert ours
        assert theirs
        return ours.total - theirs.total

    def value(self, position: Any, plies: int) -> int:
        """Return what a position comes to if both do their best for so many plies."""
        if not plies:
            return self.balance(position)
        if (position, plies) not in self.kept:
            afters = [self.game.play(position, move) for move in self.game.legal_moves(position)]
            values = [self.value(after, plies - 1) for after in afters]
            best = max if self.game.mover(position) is self.us else min
            self.kept[position, plies] = best(values) if values else self.end(position)
        return self.kept[position, plies]

    def end(self, position: Any) -> int:
        """Return what the end of a contest is worth."""
        outcome = self.game.outcome(position)
        assert outcome
        if outcome.winner is None:
            return self.now
        return EVERYTHING if outcome.winner is self.us else -EVERYTHING

    def opposed(self, position: Any, plies: int) -> dict[Move, int]:
        """Return the moves to oppose after looks of 2, 4 and up to so many plies, each with its look."""
        found: dict[Move, int] = {}
        moves = self.game.legal_moves(position)
        for look in range(2, plies + 1, 2):
            values = {move: self.value(self.game.play(position, move), look - 1) for move in moves}
            bars = (self.now, self.now - 1, self.now - 2, 1 - EVERYTHING, -EVERYTHING)
            bar = next(bar for bar in bars if max(values.values()) >= bar)
            if len(found) < len(moves) - 1:
                found |= {move: look for move in moves if move not in found and values[move] < bar}
        return found


def somewhere(game: Game[Any], seed: int, longest: int = 30) -> Any:
    """Return a position of a random contest in which somebody has to move."""
    randomness = random.Random(seed)  # noqa: S311  # no secret hangs on it
    position = game.initial()
    for _ in range(randomness.randrange(longest)):
        after = game.play(position, randomness.choice(game.legal_moves(position)))
        if not game.legal_moves(after):
            break
        position = after
    return position


def asked(
    position: Any, game: Game[Any] = MORRIS, budget: str = "20000calls", clock: str = "virtual"
) -> blackboard.Testimony:
    """Ask Farsight about a position."""
    time = "60s" if "calls" in budget else ""
    budgets = [f"{time}+{budget}" if time else budget]
    return heard(decided([Farsight], game=game, position=position, budgets=budgets, clock=clock), "Farsight")


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        pytest.param(
            ".X.OO.XXO.O..X.. O 0 0", {"5-6": 3, "9-10": 3, "9-13": 3, "11-12": 3}, id="2 plies, sliding"
        ),
        pytest.param(".XXX.OO.XO.O.XO. O 0 0", {"7-8": 2}, id="4 plies, sliding"),
        pytest.param("O..X...OXO.XXXO. O 0 1", {"7": 2, "11": 2, "16": 2}, id="4 plies, placing"),
        pytest.param("O.XOX..X.OXXOO.. O 0 0", {"13-9": 1}, id="6 plies, sliding"),
        pytest.param("..O.X.X..XXOO... O 1 2", {"14": 1, "15": 1, "16": 1}, id="6 plies, placing"),
        pytest.param("O..O..XX..XO...X O 0 0", {"4-5": 2, "12-13": 1}, id="4 and 6 plies"),
    ],
)
def test_a_loss_is_opposed_the_firmer_the_deeper_it_lies(
    text: str, comments: dict[Move, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Men that can be taken by force within 2, 4 or 6 plies are warned of, and nothing else is said."""
    monkeypatch.setattr(farsight, "DEEPEST", 6)
    assert strengths(asked(MORRIS.parse_position(text))) == comments


@pytest.mark.parametrize("name", REFERENCE)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_it_opposes_what_a_plain_minimax_would(name: str, seed: int) -> None:
    """Look by look the same moves are opposed, whatever is remembered, left out or tried first."""
    game = make_game(name)
    position = somewhere(game, seed)
    plies = 4 if name in ("nerenchi", "six-mens-morris", "othello", "picaria") else 6
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(farsight, "DEEPEST", plies)
        found = {
            move: int(comment.reason.split()[-2])
            for move, comment in asked(position, game, "1000000calls").comments.items()
        }
    assert found == Minimax(game, position).opposed(position, plies)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("five-mens-morris", "................ X 5 5"),
        ("five-mens-morris", "X..O............ X 4 4"),
        ("tic-tac-toe", "X...O...."),
        ("pong-hau-ki", "XX.OO X"),
    ],
)
def test_it_is_silent_where_no_loss_can_be_forced(name: str, text: str) -> None:
    """Nothing is opposed where the other contestant can win nothing."""
    game = make_game(name)
    assert asked(game.parse_position(text), game, "200ms").comments == {}


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("name", ["five-mens-morris", "achi", "tic-tac-toe-3d"])
def test_one_move_at_least_is_left_alone_or_opposed_less(name: str, seed: int) -> None:
    """If everything loses, the vote still hears which moves lose least or last."""
    game = make_game(name)
    position = somewhere(game, seed, 60)
    said = strengths(asked(position, game, "200ms"))
    assert set(said.values()) <= {1, 2, 3}
    assert len(said) < len(game.legal_moves(position)) or len(set(said.values())) > 1


@given(seed=st.integers(0, 2**32), one=st.integers(0, 3000), other=st.integers(0, 3000))
@settings(max_examples=25, deadline=None)
def test_more_time_only_adds_comments(seed: int, one: int, other: int) -> None:
    """What a smaller budget posts, a larger one posts too, at the same time, before all else."""
    position = somewhere(MORRIS, seed)
    less, more = (
        list(asked(position, budget=f"{100 * calls + 50}us").comments.values())
        for calls in sorted((one, other))
    )
    assert more[: len(less)] == less


@CLOCKED
@pytest.mark.parametrize("calls", [1, 37, 500])
def test_it_makes_no_more_calls_than_it_may(calls: int, clock: str) -> None:
    """A limit in work ends it in the midst of a look; what earlier looks have shown stands."""
    position = MORRIS.parse_position("O..O..XX..XO...X O 0 0")
    testimony = asked(position, budget=f"{calls}calls", clock=clock)
    assert testimony.work == calls
    assert list(testimony.comments) == ["4-5", "12-13"][: (calls > 37) + (calls > 400)]


@CLOCKED
def test_both_clocks_hear_the_same(clock: str) -> None:
    """With a limit in work, comments hang on nothing but the position."""
    position = somewhere(MORRIS, 5)
    assert strengths(asked(position, budget="3000calls", clock=clock)) == strengths(
        asked(position, budget="3000calls")
    )


def test_it_is_the_same_twice() -> None:
    """Nothing is random, and nothing is kept from one decision to the next."""
    position = MORRIS.parse_position("O..O..XX..XO...X O 0 0")
    once, again = (decided([Farsight], game=MORRIS, position=position, seed=seed) for seed in (1, 1))
    assert trace_of(once) == trace_of(again)
    assert heard(decided([Farsight], game=MORRIS, position=position, seed=2), "Farsight").comments


@CLOCKED
@pytest.mark.parametrize(
    ("name", "text"), [("nim", "1 3 5 7 X"), ("nim", "0 0 2 2 O"), ("tic-tac-toe", "XOXOXO.XO")]
)
def test_it_costs_nothing_where_it_has_nothing_to_say(name: str, text: str, clock: str) -> None:
    """Without men, or without a choice, it ends before its first question to the rules."""
    game = make_game(name)
    testimony = asked(game.parse_position(text), game, clock=clock)
    assert (testimony.work, testimony.comments) == (0, {})


def test_a_small_game_is_looked_through_to_its_end() -> None:
    """Where every line of play is seen to the end of the contest, it ends before its time is up."""
    game = make_game("tic-tac-toe")
    testimony = asked(game.parse_position("XO..X...."), game)
    assert strengths(testimony) == dict.fromkeys("34678", 2)
    assert testimony.work < 2000


def test_a_contest_that_every_move_loses_is_not_looked_into_for_ever() -> None:
    """Once all moves are known to lose all, there is nothing to add."""
    game = make_game("tic-tac-toe")
    testimony = asked(game.parse_position("X.OX....O"), game)
    assert testimony.work < 500


def test_it_conforms() -> None:
    """The checks that users run on theirs find nothing; it never supports."""
    assert Farsight.supports is False
    assert Farsight.tier == 3
    assert check_advisor(Farsight, [MORRIS, make_game("tic-tac-toe"), make_game("nim")]) == []
