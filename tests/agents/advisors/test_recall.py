"""Advisors that recall who moved where, and what came of it."""

from typing import Any

import pytest

from agents import declared_items, get_advisors
from blackboard import Entry, Knowledge, State
from games import Game, make_game
from tests.support import decided, each_case, heard, played, strengths, tic_tac_toe, with_symmetries

RECALL = ("Open", "Anthropomorph", "Cyber", "Not-Again", "Spotter")
ITEMS = ("openings", "expert_moves", "hoyle_moves", "lost_moves", "model")
GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "pong-hau-ki", "othello")


def text(moves: str, game: Game[Any] | None = None) -> str:
    """Write the position after these moves."""
    game = game or tic_tac_toe()
    return game.format_position(played(moves, game))


def after_each(before: str, entries: dict[str, Entry], game: Game[Any] | None = None) -> dict[str, Entry]:
    """Know something of these moves from a position."""
    return {text(before, game): {text(f"{before} {move}", game): known for move, known in entries.items()}}


def told(name: str, items: dict[str, Any], moves: str = "", game: Game[Any] | None = None) -> dict[str, int]:
    """Ask one Advisor that knows these items."""
    game = game or tic_tac_toe()
    known = Knowledge.of(game, items)
    testimony = heard(decided(get_advisors([name]), game=game, moves=moves, knowledge=known), name)
    assert testimony.state is State.FINISHED, testimony.reason
    return strengths(testimony)


def reasons(name: str, items: dict[str, Any], moves: str = "") -> list[str]:
    """Return why one Advisor says what it says."""
    known = Knowledge("tic-tac-toe", items)
    testimony = heard(decided(get_advisors([name]), moves=moves, knowledge=known), name)
    return [comment.reason for comment in testimony.comments.values()]


@each_case("name", RECALL)
@each_case("game", GAMES)
def test_who_recalls_nothing_is_silent_and_does_no_work(game: str, name: str) -> None:
    """Without experience, or with experience of other positions, there is nothing to say."""
    made = make_game(game)
    for knowledge in (None, Knowledge.of(made)):
        testimony = heard(decided(get_advisors([name]), game=made, knowledge=knowledge), name)
        assert (testimony.comments, testimony.work, testimony.state) == ({}, 0, State.FINISHED)


@pytest.mark.parametrize(("name", "item"), list(zip(RECALL, ITEMS, strict=True)))
def test_what_is_recalled_of_other_positions_does_not_matter(name: str, item: str) -> None:
    """Experience speaks of the positions in which it was made."""
    entry: Entry = {"expert_moves": 1, "model": 1, "hoyle_moves": [1, 0, 0], "lost_moves": [1, 0]}.get(item)
    items = {item: {text("9 1 2"): [1, 0, 0]} if item == "openings" else after_each("9 1", {"2": entry})}
    assert told(name, items, "5 1") == {}


def test_open_rates_openings_by_their_outcomes() -> None:
    """Won contests speak for the first move, lost ones against it, and drawn ones are no failure."""
    items = {"openings": {text("5"): [3, 0, 0], text("1"): [0, 4, 0], text("2"): [0, 0, 2]}}
    assert told("Open", items) == {"1": 7, "2": 1, "5": 9}
    assert reasons("Open", items)[0] == "won 0, drew 4, lost 0 from there"


def test_open_speaks_for_whoever_moves() -> None:
    """What Opponent won speaks for a reply of Opponent."""
    items = {"openings": {text("5"): [1, 0, 1], text("5 1"): [0, 0, 1], text("5 2"): [1, 0, 0]}}
    assert told("Open", items, "5") == {"1": 9, "2": 1}


def test_open_says_nothing_once_the_opening_is_over() -> None:
    """Where no contest that it recalls began so, the opening is over, whatever it knows of what follows."""
    items = {"openings": {text("5 1 9 3 7"): [2, 0, 0]}}
    assert told("Open", items, "5 1 9 3") == {}


@pytest.mark.parametrize("name", ["achi", "othello"])
def test_open_knows_other_games_too(name: str) -> None:
    """It knows openings as positions, whatever the game."""
    game = make_game(name)
    move = game.legal_moves(game.initial())[0]
    assert told("Open", {"openings": {text(move, game): [1, 0, 0]}}, game=game) == {move: 9}


def test_anthropomorph_moves_as_experts_did_the_more_the_oftener() -> None:
    """What an expert did three times of four is supported more than what one did once."""
    items = {"expert_moves": after_each("5 1", {"9": 3, "3": 1})}
    assert told("Anthropomorph", items, "5 1") == {"9": 8, "3": 7}
    assert set(reasons("Anthropomorph", items, "5 1")) == {
        "an expert moved here 3 of 4 times",
        "an expert moved here 1 of 4 times",
    }
    assert told("Anthropomorph", {"expert_moves": after_each("5 1", {"9": 1})}, "5 1") == {"9": 9}


def test_cyber_moves_as_hoyle_did_unless_that_only_lost() -> None:
    """Moves of contests that Hoyle did not lose are supported; those that only lost are not its affair."""
    results = {"1": [2, 0, 0], "2": [0, 1, 0], "3": [0, 0, 5], "5": [1, 0, 9]}
    items = {"hoyle_moves": after_each("", results)}
    assert told("Cyber", items) == {"1": 9, "2": 7, "5": 6}


def test_not_again_opposes_moves_of_lost_contests_the_more_the_later() -> None:
    """The move just before the loss is opposed most; none is insisted against."""
    items = {"lost_moves": after_each("5 1", {"2": [1, 1], "3": [2, 3], "9": [1, 30]})}
    assert told("Not-Again", items, "5 1") == {"2": 1, "3": 2, "9": 4}
    assert "moved here and lost 3 plies later, 2 times so far" in reasons("Not-Again", items, "5 1")


@each_case("game", ["achi", "tsoro-yematatu", "othello"])
@each_case(
    ("name", "item", "entry", "strength"),
    [
        ("Anthropomorph", "expert_moves", 2, 9),
        ("Cyber", "hoyle_moves", [1, 0, 0], 9),
        ("Not-Again", "lost_moves", [1, 0], 1),
    ],
)
def test_moves_are_recalled_in_every_game(
    game: str, name: str, item: str, entry: Entry, strength: int
) -> None:
    """A move is what it leads to, placed, slid or turned over."""
    made = make_game(game)
    first = made.legal_moves(made.initial())[0]
    then = made.legal_moves(played(first, made))[-1]
    assert told(name, {item: after_each(first, {then: entry}, made)}, first, made) == {then: strength}


@pytest.mark.parametrize(
    ("name", "item", "entry"),
    [
        ("Anthropomorph", "expert_moves", 2),
        ("Cyber", "hoyle_moves", [1, 0, 0]),
        ("Not-Again", "lost_moves", [1, 0]),
    ],
)
def test_an_image_of_what_is_recalled_is_recalled(name: str, item: str, entry: Entry) -> None:
    """With symmetries known, what was done in one corner is known in every corner."""
    game = tic_tac_toe()
    known = with_symmetries(game, {item: after_each("1 5", {"9": entry})}).rekeyed(game, declared_items())
    for corner, across in ("19", "91", "37", "73"):
        testimony = heard(decided(get_advisors([name]), moves=f"{corner} 5", knowledge=known), name)
        assert [*testimony.comments] == [across]


def test_spotter_hopes_for_the_mistake_it_has_seen() -> None:
    """Where the other contestant failed to block before, the threat is supported; where it blocked, not."""
    blunder = {"model": after_each("1 5 2", {"9": 1})}
    assert told("Spotter", blunder, "1 5")["2"] == 9
    assert reasons("Spotter", blunder, "1 5") == ["the expected reply serves us (+1.00)"]
    assert told("Spotter", {"model": after_each("1 5 2", {"3": 1})}, "1 5") == {}
    assert told("Spotter", {"model": after_each("1 5 2", {"9": 1, "3": 1})}, "1 5") == {"2": 7}


def test_spotter_fears_the_reply_that_beat_it() -> None:
    """A reply that wins at once, or reaches what is known to be lost, speaks against the move."""
    assert told("Spotter", {"model": after_each("1 5 2 3 9", {"7": 1})}, "1 5 2 3") == {"9": 1}
    items = {"model": after_each("1", {"5": 1}), "states": {text("1 5"): "opponent"}}
    assert told("Spotter", items) == {"1": 1}
    assert told("Spotter", {**items, "states": {text("1 5"): "draw"}}) == {}


def test_spotter_counts_replies_that_are_images_of_each_other_once() -> None:
    """Four corners to reply in are one reply when symmetries are known: no hope is counted four times."""
    game = tic_tac_toe()
    items = {"model": after_each("5", {"1": 2}), "states": {text("5 1"): "opponent"}}
    known = with_symmetries(game, items).rekeyed(game, declared_items())
    testimony = heard(decided(get_advisors(["Spotter"]), knowledge=known), "Spotter")
    assert testimony.state is State.FINISHED
    assert strengths(testimony) == {"5": 1}


def test_spotter_foresees_replies_where_men_slide() -> None:
    """In pong hau k'i a reply that leaves the other contestant without a move is foreseen too."""
    game = make_game("pong-hau-ki")
    first = game.legal_moves(game.initial())[0]
    then = game.legal_moves(played(first, game))[0]
    won = {text(f"{first} {then}", game): "player"}
    assert told("Spotter", {"model": after_each(first, {then: 1}, game), "states": won}, game=game) == {
        first: 9
    }
