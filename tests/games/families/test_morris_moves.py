"""The moves of the morris games, which are named one by one, against the tuple of their names."""

import copy
import itertools
import pickle
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import IllegalMove, Role, make_game
from games.families.morris import MorrisGame, MorrisPosition
from games.families.morris_moves import Moves

NAMES = [f"{count}-mens-morris" for count in ("five", "six", "nine", "eleven", "twelve")]
VARIANTS: list[tuple[str, dict[str, str]]] = [
    ("nerenchi", {}),
    *itertools.product(NAMES, ({"flying": "none"}, {"flying": "at-three"})),
]


def made(name: str, options: dict[str, str]) -> MorrisGame:
    """Make a morris game."""
    game = make_game(name, options)
    assert isinstance(game, MorrisGame)
    return game


GAMES = {" ".join((name, *options.values())): made(name, options) for name, options in VARIANTS}

SEEDS = st.integers(0, 2**32)


def lengthy(game: MorrisGame, seed: int) -> MorrisPosition:
    """Return a position somewhere in a random contest, where captures are made if they can be."""
    stream = random.Random(seed)  # noqa: S311  # no secret hangs on it
    position = game.initial()
    for _ in range(stream.randrange(120)):
        moves = tuple(game.legal_moves(position))
        if not moves:
            break
        taking = [move for move in moves if "x" in move]
        position = game.play(position, stream.choice(taking if taking and stream.random() < 0.5 else moves))
    return position


def fresh(game: MorrisGame, position: MorrisPosition) -> Moves:
    """Return the moves of a position, of which none is named yet."""
    moves = game.legal_moves(copy.copy(position))
    assert moves.listed in (None, ())
    return moves


def written(game: MorrisGame) -> list[str]:
    """Write every move there could be: placed, or from any location to any other, with any capture."""
    names = [location.name for location in game.board.locations]
    steps = [*names, *(f"{a}-{b}" for a in names for b in names)]
    return [move for step in steps for move in (step, *(f"{step}x{name}" for name in names))]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_each_move_is_named_as_in_the_list(game: MorrisGame, seed: int) -> None:
    """Length, every index from both ends, and slices are those of the tuple."""
    position = lengthy(game, seed)
    names = tuple(fresh(game, position))
    moves = fresh(game, position)
    assert len(moves) == len(names)
    assert bool(moves) is bool(names)
    assert [moves[i] for i in range(len(names))] == [*names]
    assert [moves[-1 - i] for i in range(len(names))] == [*reversed(names)]
    assert moves.listed in (None, ())
    for beyond in (len(names), -len(names) - 1, 10**30):
        with pytest.raises(IndexError):
            moves[beyond]
    for part in (slice(None), slice(2, 5), slice(None, None, -1), slice(-3, None), slice(9, 2)):
        assert moves[part] == names[part]
        assert type(moves[part]) is tuple


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_moves_are_like_a_tuple(game: MorrisGame, seed: int) -> None:
    """They equal it, hash and print like it, and are searched like it."""
    position = lengthy(game, seed)
    names = tuple(fresh(game, position))
    assert fresh(game, position) == names
    assert names == fresh(game, position)
    assert fresh(game, position) == fresh(game, position)
    assert fresh(game, position) != (*names, "0")
    assert fresh(game, position) != [*names]
    assert hash(fresh(game, position)) == hash(names)
    assert repr(fresh(game, position)) == repr(names)
    assert tuple(reversed(fresh(game, position))) == names[::-1]
    assert all(move in fresh(game, position) for move in names)
    assert "0" not in fresh(game, position)
    assert [fresh(game, position).index(move) for move in names] == [*range(len(names))]
    assert fresh(game, position).count("0") == 0
    assert all(fresh(game, position).count(move) == 1 for move in names)
    assert isinstance(fresh(game, position), Sequence)


def test_indices_are_those_of_a_tuple() -> None:
    """What is no index of a tuple is none here; what stands for a number is that number."""
    game = GAMES["nine-mens-morris none"]
    assert fresh(game, game.initial())[True] == "2"
    for nonsense in ("1", 1.0, None):
        with pytest.raises(TypeError):
            fresh(game, game.initial())[nonsense]  # type: ignore[call-overload]  # that is the test


def test_moves_travel_as_a_tuple() -> None:
    """Whoever takes moves elsewhere has their names, and no tables come along."""
    game = GAMES["nine-mens-morris at-three"]
    moves = game.legal_moves(game.initial())
    for twin in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))):  # noqa: S301  # our own
        assert type(twin) is tuple
        assert twin == moves


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(seed=SEEDS)
@settings(max_examples=4, deadline=None)
def test_play_accepts_the_listed_moves_alone(game: MorrisGame, seed: int) -> None:
    """Of all moves that can be written, exactly the legal ones are played."""
    position = lengthy(game, seed)
    accepted = set()
    for move in written(game):
        try:
            game.play(position, move)
        except IllegalMove:
            continue
        accepted.add(move)
    assert accepted == set(game.legal_moves(position))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_what_is_kept_up_to_date_is_what_is_counted_anew(game: MorrisGame, seed: int) -> None:
    """A position that play made is studied like an equal one that has no past, also after a null move."""
    position = lengthy(game, seed)
    for here in (position, game.passed(position)):
        anew = MorrisPosition(here.player, here.opponent, here.player_hand, here.opponent_hand, here.mover)
        assert here == anew
        assert game.outcome(here) == game.outcome(anew)
        assert game.legal_moves(here) == game.legal_moves(anew)
        assert (here.player_side, here.opponent_side, here.open) == (
            anew.player_side,
            anew.opponent_side,
            anew.open,
        )


def test_other_boards_count_for_themselves() -> None:
    """A position that one game has counted is counted again by one with other lines."""
    plain, diagonal = GAMES["nine-mens-morris none"], GAMES["twelve-mens-morris none"]
    position = plain.parse_position("X..XO...O.OX..X...O..... X 0 0")
    after = plain.play(position, plain.legal_moves(position)[0])
    twin = MorrisPosition(after.player, after.opponent, 0, 0, Role.OPPONENT)
    assert diagonal.legal_moves(after) == diagonal.legal_moves(twin)
    assert plain.legal_moves(after) == plain.legal_moves(twin)
    assert plain.legal_moves(after) != diagonal.legal_moves(twin)
