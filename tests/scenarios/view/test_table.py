"""A table: played by hand, and watched while Hoyle thinks."""

import itertools
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import trio

from agents import Contestant, Streams
from games import Game, Move, Role, game_names, make_game
from scenarios.play.contests import play_contest
from tests.scenarios.view.serving import Served, events, serving, until_landed

SLEEPERS = Path(__file__).with_name("sleepers.py")
ENDED = {
    "Alarm": "finished, decided",
    "Early": "finished",
    "Late": "cancelled by Alarm",
    "Never": "cancelled by Alarm",
}
NAMES = list(ENDED)


class Remembered(Contestant):
    """Makes the moves of a contest that was played before."""

    name = "remembered"

    def __init__(self, moves: Iterator[Move]) -> None:
        self._moves = moves

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Make the next."""
        del game, position, streams
        return next(self._moves)


async def accepted(name: str, document: dict[str, Any]) -> bool:
    """Is what a table tells a contest that is played move for move, to the same end?"""
    moves = [each["move"] for each in document["moves"]]
    replayed = iter(moves)
    both = {role: Remembered(replayed) for role in Role}
    contest = await play_contest(make_game(name), both, Streams(0))
    winner = contest.outcome.winner
    told = {"repetition": "3 times", "length": "80 moves", "rules": "draw"}[contest.ended_by]
    return list(contest.moves) == moves and (told if winner is None else winner.title) in document[
        "over"
    ].replace("A d", "d")


# Without a browser


def test_a_contest_is_played_and_told(client: httpx.Client) -> None:
    """Hoyle answers each move; when it is over, the document says how, and no move is taken any more."""
    client.post("/game/tic-tac-toe/new", json={})
    document = client.get("/game/tic-tac-toe/table").json()
    while not document["over"]:
        move = {"move": document["legal"][-1], "ply": len(document["moves"])}
        assert client.post("/game/tic-tac-toe/move", json=move).status_code == 200
        document = until_landed(client, "tic-tac-toe")
    assert trio.run(accepted, "tic-tac-toe", document)
    refused = client.post("/game/tic-tac-toe/move", json={"move": "1", "ply": len(document["moves"])})
    assert refused.status_code == 409
    assert "the contest is over" in refused.json()["problem"]


def test_repetition_ends_a_contest_and_is_told(client: httpx.Client) -> None:
    """A position that occurs for the third time makes a draw, here as in every contest."""
    client.post("/game/pong-hau-ki/side", json={"side": "both"})
    document = client.post("/game/pong-hau-ki/new", json={}).json()
    while not document["over"]:
        back = document["moves"][-2:-1]
        undone = "-".join(reversed(back[0]["move"].split("-"))) if back else ""
        move = undone if undone in document["legal"] else document["legal"][0]
        document = client.post(
            "/game/pong-hau-ki/move", json={"move": move, "ply": len(document["moves"])}
        ).json()
    assert document["over"] == "A draw: the position has occurred 3 times."
    assert trio.run(accepted, "pong-hau-ki", document)
    client.post("/game/pong-hau-ki/side", json={"side": "player"})
    client.post("/game/pong-hau-ki/new", json={})


def test_what_cannot_be_done_changes_nothing(client: httpx.Client) -> None:
    """An illegal move, one on a board that has changed, an unknown side: one sentence each."""
    client.post("/game/nim/new", json={})
    before = client.get("/game/nim/table").json()
    for deed, document, told in (
        ("move", {"move": "77", "ply": 0}, "77"),
        ("move", {"move": before["legal"][0], "ply": 3}, "another move was made"),
        ("move", {"move": 5, "ply": 0}, "not a text"),
        ("side", {"side": "referee"}, "referee"),
        ("back", {}, "no move to take back"),
    ):
        answer = client.post(f"/game/nim/{deed}", json=document)
        assert (answer.status_code, told in answer.json()["problem"]) == (409, True)
    after = client.get("/game/nim/table").json()
    assert {**before, "at": 0} == {**after, "at": 0}


def test_a_position_of_elsewhere_is_played_on(client: httpx.Client) -> None:
    """By whoever is to move there; what cannot be played on is told, and the table stays as it was."""
    on = "/game/achi/play-on"
    game = make_game("achi")
    first = game.play(game.initial(), game.legal_moves(game.initial())[0])
    wish = {"position": game.format_position(first), "options": dict(game.options)}
    document = client.post(on, json=wish).json()
    assert (document["position"], document["side"]) == (wish["position"], "opponent")
    assert (document["yours"], document["moves"]) == (True, [])
    move = {"move": document["legal"][0], "ply": 0}
    assert client.post("/game/achi/move", json=move).status_code == 200
    until_landed(client, "achi")
    assert client.post("/game/achi/back", json={}).json()["position"] == wish["position"]
    before = client.get("/game/achi/table").json()
    for changed, told in (
        ({"position": "nowhere"}, "'n' has no meaning"),
        ({"position": 7}, "not a text"),
        ({"options": {"wide": 9}}, "hoyle view achi --option wide=9"),
        ({"options": 7}, "options are missing"),
    ):
        answer = client.post(on, json={**wish, **changed})
        assert (answer.status_code, told in answer.json()["problem"]) == (409, True), answer.text
    after = client.get("/game/achi/table").json()
    assert {**before, "at": 0} == {**after, "at": 0}
    ended = client.post("/game/tic-tac-toe/play-on", json={"position": "XXXOO.... O", "options": {}})
    assert "over there" in ended.json()["problem"]
    client.post("/game/achi/side", json={"side": "player"})
    assert client.post("/game/achi/new", json={}).json()["position"] == game.format_position(game.initial())


def test_moves_are_taken_back_and_sides_changed(client: httpx.Client) -> None:
    """Back to where the person last moved; who changes sides has Hoyle move for the other."""
    client.post("/game/achi/side", json={"side": "player"})
    client.post("/game/achi/new", json={})
    client.post("/game/achi/move", json={"move": "5", "ply": 0})
    first = until_landed(client, "achi")
    assert [each["by"] for each in first["moves"]] == ["you", "Hoyle"]
    assert client.post("/game/achi/back", json={}).json()["moves"] == []
    client.post("/game/achi/move", json={"move": "5", "ply": 0})
    again = until_landed(client, "achi")
    assert [each["move"] for each in again["moves"]] == [each["move"] for each in first["moves"]]
    boards = [client.get(f"/game/achi/after/{ply}").json()["board"] for ply in (1, 2)]
    assert boards[1] == again["board"] != boards[0]
    for ply in (0, 3, 10**12):
        assert client.get(f"/game/achi/after/{ply}").status_code == 404
    client.post("/game/achi/side", json={"side": "opponent"})
    assert [each["by"] for each in until_landed(client, "achi")["moves"]] == ["you", "Hoyle", "Hoyle"]
    client.post("/game/achi/side", json={"side": "player"})


def test_a_hint_is_a_decision_and_no_move(client: httpx.Client) -> None:
    """What Hoyle would do is told with all that was said; asked anew, it says the same."""
    name = "tsoro-yematatu"
    client.post(f"/game/{name}/new", json={})
    client.post(f"/game/{name}/hint", json={})
    document = until_landed(client, name)
    told = client.get(f"/game/{name}/{document['hint']}/decision").json()
    assert document["moves"] == []
    assert told["decision"]["move"] in document["legal"]
    assert len(told["events"]) > 20
    anew = client.post(f"/game/{name}/{document['hint']}/anew", json={"paradigm": "2"}).json()
    until_landed(client, name)
    again = client.get(f"{anew['address']}/{anew['number']}/decision").json()["decision"]
    assert again["settings"]["paradigm"] == "2"
    said = {key: value["comments"] for key, value in told["decision"]["advisors"].items()}
    assert {key: value["comments"] for key, value in again["advisors"].items()} == said


@pytest.fixture(scope="module")
def slow() -> Iterator[Served]:
    """Serve a table at which four Advisors sleep, by the clock on the wall."""
    words = ("tic-tac-toe", "--load", SLEEPERS, "--advisors", ",".join(NAMES), "--clock", "wall")
    with serving(*words, "--place", "inline") as found:
        yield found


def test_a_late_page_has_every_comment(slow: Served) -> None:
    """One that is there from the start, one that comes late and one that comes back see the same decision."""
    heard: dict[str, list[tuple[int, str, Any]]] = {"early": [], "late": [], "back": []}

    def listen(who: str, last: int = 0, until: str = "end") -> None:
        with slow.client() as client:
            headers = {"last-event-id": str(last)} if last else {}
            with client.stream("GET", "/game/tic-tac-toe/stream", headers=headers) as stream:
                for message in events(stream):
                    heard[who].append(message)
                    if message[1] == until:
                        return

    with slow.client() as client:
        client.post("/game/tic-tac-toe/hint", json={})
    early = threading.Thread(target=listen, args=("early",))
    early.start()
    listen("back", until="frame")
    listen("late")
    listen("back", last=heard["back"][-1][0])
    early.join()
    decision = next(document for _, kind, document in heard["early"] if kind == "landed")["decision"]
    said = {
        (name, each["move"]) for name, about in decision["advisors"].items() for each in about["comments"]
    }
    assert decision["by"] == "Alarm"
    assert [decision["advisors"][name]["state"] for name in NAMES] == [
        "finished",
        "finished",
        "cancelled",
        "cancelled",
    ]
    for who, messages in heard.items():
        numbers = [number for number, _, _ in messages]
        assert numbers == sorted(set(numbers)), who
        frames = [document for _, kind, document in messages if kind == "frame"]
        shown = [
            (row["advisor"], each["move"])
            for frame in frames
            for row in frame["rows"]
            for each in row["comments"]
        ]
        assert len(shown) == len(set(shown))
        assert set(shown) <= said
        assert len(said - set(shown)) <= 1, who
        assert [frame["ns"] for frame in frames] == sorted(frame["ns"] for frame in frames)


# With one


def words_of(page: Any) -> list[list[str]]:
    """Return the rows of the blackboard as they are read."""
    found: list[list[str]] = page.locator("#rows tr").evaluate_all(
        "rows => rows.map(row => [row.dataset.advisor, row.querySelector('.state').textContent])"
    )
    return found


RECORD = """() => {
  window.bars = [];
  const meters = () => document.querySelectorAll("#rows meter.time");
  const note = () => window.bars.push(Array.from(meters(), (each) => each.value));
  const whatever = { childList: true, subtree: true, attributes: true };
  new MutationObserver(note).observe(document.getElementById("rows"), whatever);
}"""
"""Keeps the bars as they are after each change."""


@pytest.mark.browser
def test_a_live_decision_is_seen(slow: Served, tab: Callable[..., Any]) -> None:
    """Rows in order, bars that never shrink, every comment, who was cut off by whom; the same in two tabs."""
    one, two = tab(slow), tab(slow)
    page = one
    page.evaluate(RECORD)
    page.locator("#hint").click()
    page.locator("#scrubber").wait_for(state="hidden")
    page.locator("#scrubber").wait_for()
    bars: list[list[float]] = page.evaluate("() => window.bars")
    for before, after in itertools.pairwise(bars):
        assert all(a <= b for a, b in zip(before, after, strict=False))
    assert len({tuple(each) for each in bars}) > 3
    for each in (one, two):
        each.locator("#verdict b").wait_for()
        assert words_of(each) == [[name, ENDED[name]] for name in NAMES]
    number = page.evaluate("async () => (await (await fetch('/game/tic-tac-toe/table')).json()).last")
    decision = page.evaluate(
        "async (n) => (await (await fetch(`/game/tic-tac-toe/${n}/decision`)).json()).decision", number
    )
    comments = sum(len(about["comments"]) for about in decision["advisors"].values())
    for each in (one, two):
        assert each.locator("#log li:visible").count() == comments
        assert each.locator(".landing:visible").count() == 4
        assert each.title() == "Tic-tac-toe \u00b7 Hoyle"
        assert "<img src=x" in each.locator("#log").text_content()
        assert "\u202e" not in each.content()


PLAY = """async ({ name, keys, seed }) => {
  const box = document.getElementById("board"), moves = document.getElementById("moves");
  const press = (key) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true }));
  const names = Array.from(box.querySelectorAll("[data-at]"), (cell) => cell.dataset.at);
  const here = () => document.activeElement.dataset.at;
  const walk = (to) => {
    box.querySelector('[tabindex="0"]').focus();
    for (let left = names.length; left && here() !== to; left -= 1)
      press(names.indexOf(here()) < names.indexOf(to) ? "ArrowRight" : "ArrowLeft");
    if (here() !== to) throw new Error(to + " cannot be reached by arrows");
    press("Enter");
  };
  const click = (to) => box.querySelector(`[data-at="${to}"]`).dispatchEvent(
    new MouseEvent("click", { bubbles: true }));
  const changed = (ply) => new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error("no move after " + ply)), 8000);
    const look = () => {
      if (moves.children.length <= ply || table.moves.length <= ply) setTimeout(look, 1);
      else { clearTimeout(late); done(); }
    };
    look();
  });
  let table = await (await fetch(`/game/${name}/table`)).json();
  const fetched = window.fetch;
  window.fetch = async (...how) => {
    const answer = await fetched(...how);
    const told = await answer.clone().json();
    if (told.moves) table = told;
    return answer;
  };
  while (!table.over) {
    seed = (seed * 16807) % 2147483647;
    const move = table.legal[seed % table.legal.length];
    const buttons = Array.from(document.querySelectorAll("#others button"));
    if (!table.clicks[move]) buttons.find((each) => each.textContent === move).click();
    else table.clicks[move].forEach(keys ? walk : click);
    await changed(table.moves.length);
    const made = moves.lastElementChild.textContent;
    if (made !== move) throw new Error(`${made} was made and not ${move}`);
  }
  return [table, document.getElementById("turn").textContent];
}"""
"""Plays a contest to its end by nothing but clicks on the page, or nothing but keys."""


SHORT = {
    "tic-tac-toe": (10, 20),
    "lose-tic-tac-toe": (10, 20),
    "tic-tac-toe-3d": (6, 121),
    "qubic": (854, 752),
    "tsoro-yematatu": (5, 12),
    "pong-hau-ki": (3, 11),
    "achi": (10, 20),
    "les-pendus": (10, 20),
    "marelle": (15, 39),
    "tapatan": (10, 20),
    "nine-holes": (43, 64),
    "picaria": (10, 20),
    "shisima": (14, 80),
    "mu-torere": (21, 29),
    "five-mens-morris": (652, 892),
    "six-mens-morris": (826, 74),
    "nine-mens-morris": (186, 475),
    "eleven-mens-morris": (836, 186),
    "twelve-mens-morris": (378, 877),
    "nerenchi": (90, 328),
    "othello": (98, 10),
    "nim": (9, 264),
}
"""Seeds of two contests of each game that are soon over."""
BY_CLICKS = ("tic-tac-toe", "qubic", "achi", "mu-torere", "five-mens-morris", "othello", "nim")
"""One game of each way to move. Where arrows lead differs from board to board; where clicks lead does not."""


@pytest.mark.browser
@pytest.mark.parametrize("keys", [False, True], ids=["clicks", "keys"])
def test_every_game_is_played_to_its_end(served: Served, tab: Callable[..., Any], keys: bool) -> None:
    """By clicks alone, and by keys alone: each a contest that is accepted move for move."""
    page = tab(served)
    for name in game_names() if keys else BY_CLICKS:
        with served.client() as client:
            client.post(f"/game/{name}/side", json={"side": "both"})
            client.post(f"/game/{name}/new", json={})
            page.goto(f"{served.origin}/game/{name}")
            page.locator("#turn").filter(has_text=re.compile("Your move")).wait_for()
            document, told = page.evaluate(
                PLAY, {"name": name, "keys": keys, "seed": SHORT.get(name, (1, 2))[keys]}
            )
            client.post(f"/game/{name}/side", json={"side": "player"})
        assert document["over"] == told
        assert trio.run(accepted, name, document)
