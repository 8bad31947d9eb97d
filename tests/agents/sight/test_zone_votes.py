"""What expressions about zones say of moves: gains, opinions, and which of them count in a stage."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sight.zone_votes import (
    STRENGTHS,
    Leaning,
    Leanings,
    View,
    gain,
    leanings_in,
    opinions,
    view_of,
    votes,
)
from agents.sight.zones import EXPRESSIONS, ORDER, PER_TYPE, TYPES, Terrain, men_by_side, terrain_of
from games import Game, Role, make_game
from tests.support import wandered

FIVE = make_game("five-mens-morris")
ALL = [Leaning(each, 1) for each in EXPRESSIONS.values() if each.stage == "sliding"]
"""Every expression of a stage, more of it being good."""


def terrain() -> Terrain:
    """Return the board of five men's morris."""
    found = terrain_of(FIVE.board)
    assert found is not None
    return found


def leaning(text: str, direction: int = 1) -> Leaning:
    """Name what is good."""
    return Leaning(EXPRESSIONS[text], direction)


def seen(text: str, role: Role = Role.PLAYER) -> View:
    """Look at a position from the side of a role."""
    return view_of(terrain(), FIVE, FIVE.parse_position(text), role)


def signs(game: Game[Any], before: Any, after: Any, role: Role) -> list[int]:
    """Return how each value of a role changes, by their order; nothing where it has no men."""
    sides = [men_by_side(game, position, role) for position in (before, after)]
    if not all(mine for mine, _ in sides):
        return [0] * len(ORDER)
    one, other = (terrain().values(*each) for each in sides)
    return [(late > early) - (late < early) for early, late in zip(one, other, strict=True)]


def gained(leanings: Sequence[Leaning], before: View, after: View) -> list[int]:
    """Return what a single move changes for the better, at five men's morris."""
    (found,) = votes(terrain(), Leanings(leanings), before, [after])
    return found


# What a move changes.

APART = "X.X.OO...X.O...O X 0 0"
"""Four men each, sliding."""
LOCATIONS = leaning("sliding one-step locations total")
MEN = leaning("sliding one-step men total")


def test_ours_count_one_way_and_theirs_the_other() -> None:
    """More for us is 1, less for them is 1, both are 2; and a direction of -1 turns all of it round."""
    ours, theirs = before = seen(APART)
    unit = 1 << 8 * terrain().packing.width * LOCATIONS.place
    for mine, other in itertools.product((-3, 0, 3), repeat=2):
        after = View(ours + mine * unit, theirs + other * unit)
        expected = ((mine > 0) - (mine < 0)) - ((other > 0) - (other < 0))
        assert gained([LOCATIONS], before, after) == [expected]
        assert gained([leaning("sliding one-step locations total", -1)], before, after) == [-expected]
        assert gained([MEN], before, after) == [0]


def test_to_take_a_man_is_to_take_from_them() -> None:
    """One man less for them; for us nothing has changed."""
    after = "X.X.O....X.O...O X 0 0"
    assert gained([MEN], seen(APART), seen(after)) == [1]
    assert gained([leaning("sliding one-step men total", -1)], seen(APART), seen(after)) == [-1]
    assert gained([MEN], seen(APART, Role.OPPONENT), seen(after, Role.OPPONENT)) == [-1]


def test_nothing_changes_by_staying() -> None:
    """By no expression; and no expressions say nothing."""
    assert gained(ALL, seen(APART), seen(APART)) == [0] * len(ORDER)
    assert gained([], seen(APART), seen(APART)) == []


def test_what_there_is_only_before_or_only_after_has_not_changed() -> None:
    """The first man brings its role no gain, nor does it lose by the last; the other role's values count."""
    nobody, alone, both = "................ X 5 5", "X............... O 4 5", "X..............O X 4 4"
    assert seen(nobody) == (0, 0)
    assert gained(ALL, seen(nobody), seen(alone)) == [0] * len(ORDER)
    assert gained(ALL, seen(alone), seen(nobody)) == [0] * len(ORDER)
    for before, after in ((alone, both), (both, alone)):
        ours = signs(FIVE, FIVE.parse_position(before), FIVE.parse_position(after), Role.PLAYER)
        assert any(ours)
        assert gained(ALL, seen(before), seen(after)) == ours
        turned = gained(ALL, seen(before, Role.OPPONENT), seen(after, Role.OPPONENT))
        assert turned == [-each for each in ours]


@given(seed=st.integers(0, 10_000), plies=st.integers(2, 50), role=st.sampled_from(Role))
def test_gains_are_what_values_change_by(seed: int, plies: int, role: Role) -> None:
    """For every expression and every move, of whole numbers; the two roles see opposite gains."""
    position = wandered(FIVE, seed, plies)
    before = view_of(terrain(), FIVE, position, role)
    for move in FIVE.legal_moves(position)[:6]:
        after = FIVE.play(position, move)
        found = gained(ALL, before, view_of(terrain(), FIVE, after, role))
        ours, theirs = (signs(FIVE, position, after, each) for each in (role, role.other))
        assert found == [mine - other for mine, other in zip(ours, theirs, strict=True)]
        assert found == [gain(terrain(), each, before, view_of(terrain(), FIVE, after, role)) for each in ALL]
        turned = [Leaning(each.expression, -1) for each in ALL]
        other_view = [view_of(terrain(), FIVE, each, role.other) for each in (position, after)]
        assert gained(turned, other_view[0], other_view[1]) == found


@given(seed=st.integers(0, 10_000), plies=st.integers(2, 50), kinds=st.sets(st.sampled_from(TYPES)))
def test_a_look_at_the_types_that_count_is_enough(seed: int, plies: int, kinds: set[str]) -> None:
    """Who asks about some types of zones hears the same from a view of these alone as from a whole one."""
    position = wandered(FIVE, seed, plies)
    mover, moves = FIVE.mover(position), FIVE.legal_moves(position)[:6]
    leanings = Leanings(each for each in ALL if each.expression.kind in kinds)
    positions = [position, *(FIVE.play(position, move) for move in moves)]
    whole, some = (
        [view_of(terrain(), FIVE, each, mover, *looked_at) for each in positions]
        for looked_at in ((), (leanings.kinds,))
    )
    assert votes(terrain(), leanings, some[0], some[1:]) == votes(terrain(), leanings, whole[0], whole[1:])


def test_types_that_nobody_asks_about_are_not_worked_out() -> None:
    """Their values are 0, and those of the type that is asked about are what they are."""
    sides = men_by_side(FIVE, FIVE.parse_position(APART), Role.PLAYER)
    found = terrain().unpacked(terrain().packed(*sides, Leanings([MEN]).kinds))
    assert found == (*terrain().by_type(*sides)[0], *[0] * (len(ORDER) - PER_TYPE))


# What it would say.


@given(seed=st.integers(0, 10_000), plies=st.integers(2, 50))
def test_opinions_are_gains_in_words(seed: int, plies: int) -> None:
    """Expression by expression: 2, 3, 7 or 8 where something is gained or lost, and 5 where nothing is."""
    position = wandered(FIVE, seed, plies)
    mover = FIVE.mover(position)
    before, *afters = (
        view_of(terrain(), FIVE, each, mover)
        for each in (position, *(FIVE.play(position, move) for move in FIVE.legal_moves(position)[:6]))
    )
    turned = [Leaning(each.expression, -1) for each in ALL]
    for leanings in (ALL, turned):
        found = opinions(terrain(), iter(leanings), before, iter(afters))
        by_move = votes(terrain(), Leanings(leanings), before, iter(afters))
        assert by_move == [gained(leanings, before, after) for after in afters]
        assert found == [
            tuple(STRENGTHS.get(gain, 5) for gain in of_one) for of_one in zip(*by_move, strict=True)
        ]


def test_how_strongly_a_single_expression_speaks() -> None:
    """Two against is 2, one against 3, one for 7 and two for 8."""
    assert STRENGTHS == {-2: 2, -1: 3, 1: 7, 2: 8}


def test_nobody_says_anything_of_what_stays() -> None:
    """And where nobody is, nobody says anything."""
    assert opinions(terrain(), [MEN, LOCATIONS], seen(APART), [seen(APART), seen(APART)]) == [(5, 5), (5, 5)]
    assert opinions(terrain(), [], seen(APART), [seen(APART)]) == []


# What counts.


@pytest.mark.parametrize(
    ("stage", "texts"),
    [
        ("placing", ["placing one-step men total"]),
        ("sliding", ["sliding one-step men total", "sliding private path most"]),
        ("", ["one-step men total"]),
        ("flying", []),
    ],
)
def test_only_what_is_of_the_stage_counts(stage: str, texts: list[str]) -> None:
    """With its direction and its weight, in the order of names; what nobody knows is left aside."""
    active = {
        "sliding one-step men total": [1, 1],
        "no such thing": [1, 1],
        "placing one-step men total": [-1, 250],
        "sliding one-step men": [1, 1],
        "one-step men total": [-1, 1],
        "sliding private path most": [-1, 300],
        "flying one-step men total": [1, 1],
        "": [1, 1],
    }
    found = leanings_in(active, stage)
    assert [each.expression.text for each in found] == texts
    assert [[each.direction, each.weight] for each in found] == [active[text] for text in texts]


def test_a_leaning_is_told_in_words() -> None:
    """As what is good."""
    assert leaning("sliding one-step men total", -1).describe == (
        "fewer men together in one's one-step zones, sliding"
    )
