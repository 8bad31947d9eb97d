"""The rules of contests at a table: 80 moves, and three times the same position, are ends, and are told."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from games import Game, Move, make_game
from scenarios.play.contests import MOST_MOVES, ending
from tests.scenarios.view.serving import Served

ENDS = {
    "length": ("mu-torere", "A draw: 80 moves were made."),
    "repetition": ("pong-hau-ki", "A draw: the position has occurred 3 times."),
}


def contest(game: Game[Any], by: str) -> list[Move]:
    """Return the first random contest that ends so."""
    for seed in range(1000):
        chance, position, moves = random.Random(seed), game.initial(), list[Move]()  # noqa: S311  # no secret
        seen = Counter([position])
        while (ended := ending(game, position, seen[position], len(moves))) is None:
            moves.append(chance.choice(game.legal_moves(position)))
            position = game.play(position, moves[-1])
            seen[position] += 1
        if ended[1] == by:
            return moves
    raise AssertionError(f"no contest of {game.name} ends by {by}")


@pytest.fixture(params=ENDS)
def nearly(request: pytest.FixtureRequest, client: httpx.Client) -> Iterator[tuple[str, list[Move], str]]:
    """Play all moves of such a contest but the last; both sides are the person's."""
    name, told = ENDS[request.param]
    moves = contest(make_game(name), request.param)
    client.post(f"/game/{name}/side", json={"side": "both"})
    client.post(f"/game/{name}/new", json={})
    for ply, move in enumerate(moves[:-1]):
        document = client.post(f"/game/{name}/move", json={"move": move, "ply": ply}).json()
        assert document["over"] == ""
    yield name, moves, told
    client.post(f"/game/{name}/side", json={"side": "player"})
    client.post(f"/game/{name}/new", json={})


def test_a_contest_ends_by_its_rules(nearly: tuple[str, list[Move], str], client: httpx.Client) -> None:
    """With the last move it is a draw, which is told; then nobody moves, and Hoyle gives no hint."""
    name, moves, told = nearly
    last = {"move": moves[-1], "ply": len(moves) - 1}
    document = client.post(f"/game/{name}/move", json=last).json()
    assert (document["over"], document["legal"], document["clicks"]) == (told, [], {})
    assert [each["move"] for each in document["moves"]] == moves
    assert (len(moves) == MOST_MOVES) == ("80" in told)
    for deed, more in (("move", {"move": moves[0], "ply": len(moves)}), ("hint", {}), ("go", {})):
        answer = client.post(f"/game/{name}/{deed}", json=more)
        assert (answer.status_code, "the contest is over" in answer.json()["problem"]) == (409, True)
    assert client.post(f"/game/{name}/back", json={}).json()["over"] == ""


@pytest.mark.browser
def test_the_page_says_how_a_contest_ended(
    nearly: tuple[str, list[Move], str], served: Served, tab: Callable[..., Any]
) -> None:
    """Beside the board and in the voice; nothing more is offered; taken back, it goes on."""
    name, moves, told = nearly
    page = tab(served, f"/game/{name}")
    page.locator("#turn").filter(has_text="Your move").wait_for()
    for location in moves[-1].split("-"):
        page.locator(f'[data-at="{location}"]').click()
    page.locator("#turn").filter(has_text=told).wait_for()
    page.locator("#voice").filter(has_text=told).wait_for(state="attached")
    assert page.locator("#moves li").count() == len(moves)
    assert page.locator(".can").count() == 0
    assert all(page.locator(f"#{name}").is_disabled() for name in ("hint", "go", "move"))
    page.keyboard.press("u")
    page.locator("#turn").filter(has_text="Your move").wait_for()
