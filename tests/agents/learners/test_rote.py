"""Learners by rote."""

from typing import Any

import pytest

from agents import LEARNERS
from agents.learners.rote import moves_to
from blackboard import Experience, Knowledge, thawed
from games import Game, Role, make_game
from tests.support import each_case, played, taught, tic_tac_toe, watched, with_symmetries

PLAYER, OPPONENT = Role.PLAYER, Role.OPPONENT
WON, DRAWN = "1 4 2 5 3", "1 2 3 5 8 6 4 7 9"
ROTE = ("openings", "expert_moves", "hoyle_moves", "lost_moves", "model")


def text(moves: str, game: Game[Any] | None = None) -> str:
    """Write the position after these moves."""
    game = game or tic_tac_toe()
    return game.format_position(played(moves, game))


def learned(item: str, *lived: Experience, knowledge: Knowledge | None = None) -> dict[str, Any]:
    """Return what an item says after these contests of tic-tac-toe."""
    known: dict[str, Any] = thawed(taught([item], tic_tac_toe(), lived, knowledge=knowledge)[0].item(item))
    return known


def lived(moves: str, *, hoyle: Role | None = None, expert: Role | None = None) -> Experience:
    """Live through a contest of tic-tac-toe."""
    roles = ([role] if role is not None else [] for role in (hoyle, expert))
    return watched(tic_tac_toe(), moves, hoyle=next(roles), experts=next(roles))


def test_openings_count_how_contests_ended_that_began_so() -> None:
    """Four plies of each: Player won, drawn, Opponent won."""
    known = learned("openings", lived(WON), lived(DRAWN), lived(WON))
    assert known[text("1")] == [2, 1, 0]
    assert known[text("1 4 2 5")] == [2, 0, 0]
    assert known[text("1 2 3 5")] == [0, 1, 0]
    assert len(known) == 7


def test_expert_moves_are_those_of_experts_that_did_not_lose() -> None:
    """Of the loser nothing is copied, nor of whoever is no expert."""
    known = learned("expert_moves", lived(WON, expert=PLAYER), lived(WON, expert=PLAYER))
    assert known[text("")] == {text("1"): 2}
    assert known.keys() == {text(""), text("1 4"), text("1 4 2 5")}
    assert learned("expert_moves", lived(WON, expert=OPPONENT), lived(WON, hoyle=PLAYER)) == {}
    assert learned("expert_moves", lived(DRAWN, expert=OPPONENT))[text("1")] == {text("1 2"): 1}


def test_hoyle_moves_are_kept_with_what_came_of_them() -> None:
    """Won, drawn and lost are counted, for Hoyle in either role."""
    known = learned(
        "hoyle_moves", lived(WON, hoyle=PLAYER), lived(DRAWN, hoyle=PLAYER), lived(WON, hoyle=OPPONENT)
    )
    assert known[text("")] == {text("1"): [1, 1, 0]}
    assert known[text("1")] == {text("1 4"): [0, 0, 1]}


def test_lost_moves_are_hoyles_with_the_distance_from_the_end() -> None:
    """Only of contests that Hoyle lost; the nearest loss is kept."""
    longer = "1 4 9 5 2 6"
    known = learned("lost_moves", lived(WON, hoyle=OPPONENT), lived(longer, hoyle=PLAYER))
    assert known[text("1")] == {text("1 4"): [1, 3]}
    assert known[text("1 4 2")] == {text("1 4 2 5"): [1, 1]}
    assert known[text("")] == {text("1"): [1, 5]}
    assert learned("lost_moves", lived(WON, hoyle=PLAYER), lived(DRAWN, hoyle=PLAYER), lived(WON)) == {}
    again = learned("lost_moves", lived(longer, hoyle=PLAYER), lived("1 4 2 5 7 6", hoyle=PLAYER))
    assert again[text("")] == {text("1"): [2, 5]}


def test_the_model_is_of_whoever_plays_against_hoyle() -> None:
    """Nothing is learned of a contest that Hoyle only watched, or played against itself."""
    known = learned("model", lived(WON, hoyle=PLAYER), lived("1 5 9 3 7 4 8", hoyle=PLAYER))
    assert known[text("1")] == {text("1 4"): 1, text("1 5"): 1}
    assert text("") not in known
    itself = watched(tic_tac_toe(), WON, hoyle=[PLAYER, OPPONENT])
    assert learned("model", lived(WON), itself) == {}


def test_forced_moves_teach_nothing() -> None:
    """The ninth move of tic-tac-toe is nobody's choice."""
    known = learned("hoyle_moves", lived(DRAWN, hoyle=PLAYER))
    assert text("1 2 3 5 8 6 4 7") not in known
    assert len(known) == 4


@each_case("item", ROTE)
@each_case("name", ["achi", "othello", "pong-hau-ki"])
def test_every_game_can_be_learned_by_rote(name: str, item: str) -> None:
    """What is kept is positions, whatever a move is."""
    game = make_game(name)
    position = game.initial()
    moves: list[str] = []
    while (legal := game.legal_moves(position)) and len(moves) < 20:
        moves.append(legal[len(moves) % len(legal)])
        position = game.play(position, moves[-1])
    experience = watched(game, " ".join(moves), hoyle=[OPPONENT], experts=[PLAYER])
    knowledge = taught([item], game, [experience])[0]
    for key in knowledge.item(item):
        assert game.format_position(game.parse_position(key)) == key
        told = LEARNERS[item]().tell(game, key, knowledge.item(item)[key])
        assert "to " + key not in told


@pytest.mark.parametrize("item", ROTE)
def test_images_are_learned_as_one(item: str) -> None:
    """With symmetries known, a contest and its mirror image are the same contest twice."""
    mirror = " ".join({"1": "3", "3": "1", "4": "6", "5": "5", "2": "2"}[move] for move in WON.split())
    known = with_symmetries(tic_tac_toe())
    both = [lived(each, hoyle=OPPONENT, expert=PLAYER) for each in (WON, mirror)]
    once = learned(item, both[0], knowledge=known)
    twice = learned(item, *both, knowledge=known)
    assert twice.keys() == once.keys() != set()
    assert twice == learned(item, both[1], both[0], knowledge=known)


def test_what_was_learned_is_told_in_words() -> None:
    """Moves are named as people write them, and counts as people say them."""
    game = tic_tac_toe()
    here, there = text("1 5"), text("1 5 9")

    def tell(item: str, entry: object) -> str:
        return LEARNERS[item]().tell(game, here, entry)

    assert tell("openings", [1, 2, 3]) == "Player won 1, Opponent 3, 2 drawn"
    assert tell("expert_moves", {there: 1}) == "experts moved 9 (once)"
    assert tell("hoyle_moves", {there: [1, 0, 2]}) == "Hoyle moved 9 (won 1, drew 0, lost 2)"
    assert tell("lost_moves", {there: [2, 3]}) == "Hoyle moved 9 (lost 2 times, 3 plies later)"
    assert tell("model", {there: 2, text("1 5 2"): 1}) == "the other moved 2 (once); 9 (2 times)"


def test_moves_are_named_by_where_they_lead() -> None:
    """To the position itself or, failing that, to an image of it; what no move leads to is shown as it is."""
    game = tic_tac_toe()
    assert moves_to(game, text(""), text("9")) == "9"
    assert moves_to(game, text("1"), text("9 5")) == "5"
    assert moves_to(game, text("5"), text("5 9")) == "9"
    assert moves_to(game, text("1"), text("9 2")) == "6 or 8"
    assert moves_to(game, text(""), text("5 1")) == f"to {text('5 1')}"
