"""The family of morris, against a plain implementation of its rules and against OpenSpiel."""

import pickle
import random
from typing import Any

import pytest

from games import IllegalMove, Outcome, Role, make_game
from games.families.morris import MorrisGame, MorrisPosition
from tests.games.plain_morris import PlainMorris
from tests.support import needs

pyspiel = needs("pyspiel", extra="test")

MEMBERS = {
    "five-mens-morris": (16, 5, False),
    "six-mens-morris": (16, 6, False),
    "nine-mens-morris": (24, 9, False),
    "eleven-mens-morris": (24, 11, True),
    "twelve-mens-morris": (24, 12, True),
}


def made(name: str, **options: str) -> MorrisGame:
    """Make a morris game."""
    game = make_game(name, options)
    assert isinstance(game, MorrisGame)
    return game


def located(name: str, **where: list[int]) -> MorrisPosition:
    """Make a sliding position from lists of locations, X to move."""
    game = made(name)
    marks = ["."] * len(game.board)
    for mark, locations in where.items():
        for location in locations:
            marks[location - 1] = mark
    return game.parse_position("".join(marks) + " X 0 0")


@pytest.mark.parametrize("flying", ["none", "at-three"])
@pytest.mark.parametrize("name", MEMBERS)
def test_random_contests_agree_with_plain_rules(name: str, flying: str) -> None:
    """Positions, moves and outcomes are those of a second implementation, in contests of many kinds."""
    size, men, diagonals = MEMBERS[name]
    game = made(name, flying=flying)
    randomness = random.Random(name + flying)  # noqa: S311  # no secret hangs on it
    for _ in range(12):
        plain = PlainMorris(size, men, diagonals=diagonals, flying=flying == "at-three")
        position = game.initial()
        for _ in range(120):
            assert game.format_position(position) == plain.text()
            outcome = game.outcome(position)
            assert (outcome.value if outcome else None) == plain.outcome()
            assert set(game.legal_moves(position)) == plain.moves()
            if outcome:
                break
            move = randomness.choice(game.legal_moves(position))
            position = game.play(position, move)
            plain.play(move)


def test_random_contests_agree_with_open_spiel() -> None:
    """With flying, nine men's morris is OpenSpiel's, but for two things.

    There a capture is an action of its own, and a contest of 200 turns is a draw; the comparison stops there.
    """
    game = made("nine-mens-morris", flying="at-three")
    rules = pyspiel.load_game("nine_mens_morris")
    randomness = random.Random(1990)  # noqa: S311  # no secret hangs on it
    decided = 0
    for _ in range(150):
        position, state = game.initial(), rules.new_initial_state()
        for _ in range(199):
            assert set(game.legal_moves(position)) == spiel_moves(state)
            if game.outcome(position):
                break
            assert game.mover(position) == state.current_player()
            move = randomness.choice(game.legal_moves(position))
            position = game.play(position, move)
            state = spiel_play(state, move)
        outcome = game.outcome(position)
        if outcome:
            decided += 1
            assert state.is_terminal()
            assert (state.returns()[0] > 0) is (outcome is Outcome.PLAYER)
    assert decided > 50


def spiel_quiet(state: Any) -> dict[str, int]:
    """Return OpenSpiel's actions, captures aside, in our notation."""
    found = {}
    for action in state.legal_actions():
        words = state.action_to_string(state.current_player(), action).split()
        name = f"{int(words[1]) + 1}-{int(words[3]) + 1}" if words[0] == "Move" else f"{int(words[1]) + 1}"
        found[name] = action
    return found


def spiel_moves(state: Any) -> set[str]:
    """Return OpenSpiel's moves in our notation, each with the capture that follows it."""
    found = set()
    for name, action in spiel_quiet(state).items():
        after = state.child(action)
        captures = after.current_player() == state.current_player()
        found |= {f"{name}x{victim}" for victim in spiel_quiet(after)} if captures else {name}
    return found


def spiel_play(state: Any, move: str) -> Any:
    """Make one of our moves there."""
    quiet, _, victim = move.partition("x")
    state = state.child(spiel_quiet(state)[quiet])
    return state.child(spiel_quiet(state)[victim]) if victim else state


def test_a_double_mill_captures_one() -> None:
    """A man that fills two mills at once takes one man, not two."""
    position = located("five-mens-morris", X=[1, 2, 16, 10, 6], O=[11, 12, 15, 8])
    game = made("five-mens-morris")
    assert game.outcome(position) is None
    with pytest.raises(IllegalMove):
        game.play(position, "10-3")
    position = game.parse_position("XX.......X.OOOOX X 1 1")
    captures = [move for move in game.legal_moves(position) if move.startswith("3")]
    assert captures == ["3x12", "3x13", "3x14", "3x15"]


def test_men_in_mills_are_safe_unless_all_are() -> None:
    """A man outside any mill must be taken first."""
    game = made("six-mens-morris")
    some = located("six-mens-morris", X=[1, 2, 10], O=[11, 12, 13, 16])
    assert [move for move in game.legal_moves(some) if "x" in move] == ["10-3x16"]
    every = located("six-mens-morris", X=[1, 2, 10], O=[11, 12, 13])
    captures = [move for move in game.legal_moves(every) if "x" in move]
    assert captures == ["10-3x11", "10-3x12", "10-3x13"]
    assert game.outcome(game.play(every, captures[0])) is Outcome.PLAYER


def test_whoever_cannot_slide_loses() -> None:
    """Men that are shut in lose, as long as the board is not full."""
    game = made("five-mens-morris")
    position = located("five-mens-morris", X=[1, 2, 7], O=[3, 5, 8, 14])
    assert game.legal_moves(position) == ()
    assert game.outcome(position) is Outcome.OPPONENT
    flying = made("five-mens-morris", flying="at-three")
    assert flying.outcome(position) is None
    assert len(flying.legal_moves(position)) == 3 * 9


def test_a_full_board_is_a_draw() -> None:
    """Twelve men each, placed without a capture, leave no room and no winner."""
    game = made("twelve-mens-morris")
    position = game.parse_position("XOXOXOOXOXOXOXOXOXXOXOXO X 0 0")
    assert game.outcome(position) is Outcome.DRAW


def test_nerenchi_gives_another_turn() -> None:
    """A row made while placing gives a placement more, a row made by sliding a capture and a move more."""
    game = made("nerenchi")
    position = game.parse_position("XX.OO................... X 9 9")
    after = game.play(position, "3")
    assert (after.mover, after.player_hand) == (Role.PLAYER, 8)
    assert all("x" not in move for move in game.legal_moves(position))
    sliding = game.parse_position("XX..X....O...OXO.......O X 0 0")
    after = game.play(sliding, "15-3x14")
    assert after.mover is Role.PLAYER
    assert after.strength(Role.OPPONENT) == 3
    assert game.play(sliding, "5-6").mover is Role.OPPONENT


def test_nerenchi_does_not_ask_for_what_cannot_be_done() -> None:
    """Another turn lapses where no man is in hand to place."""
    game = made("nerenchi")
    position = game.parse_position("XX.OXOXOXOXOXOXOXOXO.... X 1 2")
    after = game.play(position, "3")
    assert (after.mover, after.player_hand) == (Role.OPPONENT, 0)


def test_positions_belong_to_no_game() -> None:
    """What one variant has worked out about a position does not mislead another."""
    plain, flying = made("five-mens-morris"), made("five-mens-morris", flying="at-three")
    position = located("five-mens-morris", X=[1, 2, 7], O=[3, 5, 8, 14])
    for _ in range(2):
        assert plain.legal_moves(position) == ()
        assert flying.legal_moves(position) != ()


def test_games_and_positions_travel() -> None:
    """A pickled game plays on, and a pickled position is equal and carries no luggage."""
    game = made("nine-mens-morris", flying="at-three")
    position = game.play(game.initial(), "5")
    game.legal_moves(position)
    twin, again = pickle.loads(pickle.dumps((game, position)))  # noqa: S301  # our own
    assert again == position
    assert hash(again) == hash(position)
    assert again.studied_by is None
    assert twin.legal_moves(again) == game.legal_moves(position)
    assert twin.options == game.options
