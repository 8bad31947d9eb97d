"""What a page says and does when something goes as it should not, and by which keys it is led."""

import itertools
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from agents import get_advisors
from blackboard import TraceWriter
from games import tic_tac_toe
from tests.scenarios.view.serving import Served, events, serving
from tests.support import decided, with_symmetries

HERE = Path(__file__).parent
PLAYED = HERE.parents[1] / "data" / "before-rooms" / "played.trace"
GONE, TRYING = "The server has stopped.", "The server does not answer. Trying again."
BRITTLE = """from games import tic_tac_toe

plain = tic_tac_toe()


class Brittle(type(plain)):
    def outcome(self, position):
        if sum(cell is not None for cell in self.cells(position)) > 1:
            raise ZeroDivisionError("<b>broken</b>")
        return super().outcome(position)


brittle = object.__new__(Brittle)
brittle.__dict__.update(plain.__dict__)
brittle.name = "brittle"
"""


LEGAL = "async () => (await (await fetch(location.pathname + '/table')).json()).legal[0]"


def ready(page: Any) -> Any:
    """Wait until a table is to be played at."""
    page.locator("#turn").filter(has_text="Your move").wait_for()
    return page


def begun(served: Served, tab: Callable[..., Any], name: str, **how: Any) -> Any:
    """Open the table of a game at which a contest begins."""
    with served.client() as client:
        client.post(f"/game/{name}/new", json={})
    return ready(tab(served, f"/game/{name}", **how))


def says(page: Any, words: str) -> None:
    """Wait until the voice says something."""
    page.locator("#voice").filter(has_text=words).wait_for(state="attached")


@pytest.fixture(scope="module")
def slow() -> Iterator[Served]:
    """Serve a table at which four Advisors sleep, by the clock on the wall."""
    names = "Alarm,Early,Late,Never"
    words = ("tic-tac-toe", "--load", HERE / "sleepers.py", "--advisors", names, "--clock", "wall")
    with serving(*words, "--place", "inline") as found:
        yield found


# What goes wrong


@pytest.mark.browser
def test_an_illegal_move_is_said_and_changes_nothing(served: Served, tab: Callable[..., Any]) -> None:
    """Typed on the page: refused with 409, told in the live region and above; the board is as it was."""
    page = begun(served, tab, "nine-holes")
    before = page.locator("#board").inner_html()
    page.locator("#move").fill("99")
    with page.expect_response(lambda each: each.url.endswith("/move")) as answer:
        page.keyboard.press("Enter")
    assert answer.value.status == 409
    says(page, "99")
    assert "99" in page.locator("#problem").text_content()
    assert page.locator("#board").inner_html() == before
    assert page.locator("#moves li").count() == 0


@pytest.mark.browser
def test_a_game_that_fails_leaves_the_table_as_it_was(tmp_path: Path, tab: Callable[..., Any]) -> None:
    """Where somebody's game breaks, one sentence tells it, and Hoyle can be asked again."""
    (tmp_path / "brittle.py").write_text(BRITTLE)
    with serving("brittle", "--load", tmp_path / "brittle.py", "--advisors", "Victory") as served:
        page = ready(tab(served))
        page.locator('[data-at="5"]').click()
        says(page, "it failed: brittle.py, line 9: ZeroDivisionError: <b>broken</b>")
        page.locator("#go:enabled").wait_for()
        assert "Opponent (O) to move." in page.locator("#turn").text_content()
        page.keyboard.press("u")
        ready(page)
        page.locator("#side").select_option("both")
        page.locator('[data-at="5"]').click()
        page.locator("#turn").filter(has_text="Opponent").wait_for()
        page.locator('[data-at="1"]').click()
        says(page, "ZeroDivisionError")
        assert page.locator("#moves li").count() == 1
        with served.client() as client:
            assert len(client.get("/game/brittle/table").json()["moves"]) == 1
        page.close()


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/game/achi", "/trace/0/6"])
def test_a_server_that_has_gone_is_told_and_tried_for_a_minute(tab: Callable[..., Any], path: str) -> None:
    """Whether a page listens or is asked something: it says so, tries again, and then says what to do."""
    with serving(PLAYED) as served:
        page = tab(served, path)
        page.locator("#why-move").wait_for()
        if path == "/game/achi":
            ready(page)
        page.clock.install()
        served.process.send_signal(signal.SIGKILL)
        served.process.wait()
        if "trace" in path:
            page.locator("#why").click()
        page.locator("#problem").filter(has_text=TRYING).wait_for()
        page.clock.run_for(100)
        says(page, TRYING)
        page.clock.fast_forward(61_000)
        page.locator("#problem").filter(has_text=GONE).wait_for()


@pytest.mark.browser
def test_a_server_that_comes_back_is_gone_on_with(served: Served, tab: Callable[..., Any]) -> None:
    """After a while without it what is wrong is taken off the page, and a move can be made."""
    page = begun(served, tab, "tapatan")
    page.context.set_offline(True)
    page.locator('[data-at="5"]').click()
    page.locator("#problem").filter(has_text=TRYING).wait_for()
    page.context.set_offline(False)
    page.locator("#moves li").nth(1).wait_for()
    page.locator("#problem").wait_for(state="hidden")
    page.keyboard.press("u")
    ready(page)


@pytest.mark.browser
def test_a_page_too_many_is_told_why(served: Served, tab: Callable[..., Any]) -> None:
    """The ninth says that eight are open, and listens as soon as one is closed."""
    with served.client() as client:
        opened: list[httpx.Response] = []
        try:
            for _ in range(2000):  # pages of other tests may be on their way out
                opened.append(client.send(client.build_request("GET", "/game/nim/stream"), stream=True))
                if opened[-1].status_code != 200:
                    opened.pop().close()
                elif len(opened) == 8:
                    break
            page = tab(served, "/game/nim")
            page.locator("#problem").filter(has_text="there are 8 pages open already").wait_for()
        finally:
            for each in opened:
                each.close()
        page.locator("#problem").wait_for(state="hidden")


def test_one_decision_at_a_time_by_the_wall(slow: Served) -> None:
    """A second table is told to wait, with 429; what was under way is stopped, and then it has its turn."""
    with slow.client() as client:
        assert client.post("/game/tic-tac-toe/hint", json={}).status_code == 200
        answer = client.post("/game/achi/hint", json={})
        assert answer.status_code == 429
        assert answer.json()["problem"].startswith("other decisions are under way")
        assert client.post("/game/tic-tac-toe/stop", json={}).json()["thinking"] is None
        with client.stream("GET", "/game/tic-tac-toe/stream") as stream:
            kinds = []
            for _, kind, document in events(stream):
                kinds.append(kind)
                if kind == "table" and document["thinking"] is None:
                    break
        assert kinds[-2:] == ["end", "table"]


@pytest.mark.browser
def test_what_was_stopped_before_is_no_news(slow: Served, tab: Callable[..., Any]) -> None:
    """Whoever opens a page afterwards is not told; whoever had it open is."""
    page = ready(tab(slow))
    with slow.client() as client:
        client.post("/game/tic-tac-toe/hint", json={})
        client.post("/game/tic-tac-toe/stop", json={})
        says(page, "It was stopped.")
        late = ready(tab(slow))
        client.post("/game/tic-tac-toe/hint", json={})
        says(late, "Hoyle would play")
    assert late.locator("#problem").is_hidden()


def test_an_unknown_game_is_told_with_the_nearest(client: httpx.Client) -> None:
    """On a page as in a document."""
    for accept in ("text/html", "application/json"):
        answer = client.get("/game/tictac-toe", headers={"accept": accept})
        assert answer.status_code == 404
        assert "did you mean" in answer.text
        assert "tic-tac-toe" in answer.text


# What is said


@pytest.mark.browser
def test_one_voice_and_at_most_a_line_a_second(slow: Served, tab: Callable[..., Any]) -> None:
    """While somebody thinks; then the verdict. Nothing else on the page is read aloud by itself."""
    page = begun(slow, tab, "tic-tac-toe")
    live = page.evaluate(
        """() => Array.from(document.querySelectorAll("[aria-live], [role=status], [role=alert], output"))
        .filter((each) => each.getAttribute("aria-live") !== "off").map((each) => each.id)"""
    )
    assert live == ["voice"]
    page.evaluate(
        """() => { window.said = []; new MutationObserver(() => window.said.push(
        [performance.now(), document.getElementById("voice").textContent]))
        .observe(document.getElementById("voice"), { childList: true }); }"""
    )
    page.keyboard.press("h")
    page.locator("#verdict b").wait_for()
    says(page, "Hoyle would play")
    said = page.evaluate("() => window.said")
    thinking = [at for at, words in said if "Hoyle would play" not in words]
    assert thinking
    assert all(after - before > 900 for before, after in itertools.pairwise(thinking))
    assert "it rings" in said[-1][1]


@pytest.mark.browser
def test_whoever_decides_is_marked(slow: Served, tab: Callable[..., Any]) -> None:
    """In the row, in a word and by a sign; those it cut off name it."""
    page = ready(tab(slow))
    page.locator("#hint").click()
    page.locator("#verdict b").wait_for()
    row = page.locator("tr.decides")
    assert row.get_attribute("data-advisor") == "Alarm"
    assert row.locator(".state").text_content() == "finished, decided"
    page.reload()
    page.locator("tr.decides").wait_for()


# Replay


@pytest.fixture(scope="module")
def shelved() -> Iterator[Served]:
    """Serve a trace of what an earlier version wrote."""
    with serving(PLAYED) as found:
        yield found


@pytest.mark.browser
def test_every_way_through_a_decision(shelved: Served, tab: Callable[..., Any]) -> None:
    """A tick for each event, in its place; by event, by decision and by contest; played at any speed."""
    page = tab(shelved, "/trace/0/6")
    page.locator("#scrubber").wait_for()
    told = page.evaluate("async () => (await (await fetch('/trace/0/6/decision')).json()).events")
    places = page.locator("#minimap i").evaluate_all("all => all.map((each) => parseFloat(each.style.left))")
    assert places == pytest.approx([100 * each["ns"] / told[-1]["ns"] for each in told], abs=0.01)
    speeds = page.locator("#speed option").evaluate_all("all => all.map((each) => Number(each.value))")
    assert (min(speeds), max(speeds)) == (0.01, 10)
    page.locator("#back-event").click()
    assert f"event {len(told) - 1} of {len(told)}" in page.locator("#scrub").get_attribute("aria-valuetext")
    page.locator("#scrub").focus()
    page.keyboard.press("Home")
    page.locator("#when").filter(has_text="event 1 of").or_(
        page.locator("#when").filter(has_text="0 ns")
    ).wait_for()
    page.keyboard.press("w")
    page.locator("#reasons article").wait_for()
    page.locator("#speed").select_option("10")
    page.locator("#play").click()
    page.locator("#when").filter(has_text=f"event {len(told)} of {len(told)}").wait_for()
    page.locator("#play").filter(has_text="Play").wait_for()
    for link, title in (("#next-contest", "Decision 10 "), ("#previous-contest", "Decision 9 ")):
        page.locator(link).click()
        page.locator("h1").filter(has_text=title).wait_for()


@pytest.mark.browser
def test_a_move_that_a_symmetry_left_out_is_told_of(tmp_path: Path, tab: Callable[..., Any]) -> None:
    """Every legal move can be asked about: those that nobody was asked about say why."""
    game = tic_tac_toe()
    known = with_symmetries(game)
    decision = decided(get_advisors(["1990"]), game=game, position=game.initial(), knowledge=known)
    with TraceWriter(tmp_path / "one.trace") as written:
        written.append(decision)
    with serving(tmp_path / "one.trace") as served:
        page = tab(served, "/trace/0/0")
        page.locator("#scrubber").wait_for()
        moves = page.locator("#why-move option").all_text_contents()
        assert sorted(moves) == sorted(game.legal_moves(game.initial()))
        left_out = next(move for move in moves if move not in decision.legal)
        page.locator("#why-move").select_option(left_out)
        page.locator("#reasons p").filter(has_text="a symmetry makes it equal to another move").wait_for()
        page.close()


# Play


@pytest.mark.browser
def test_a_move_of_ones_own_has_its_rank_in_the_hint(served: Served, tab: Callable[..., Any]) -> None:
    """Who has a hint and plays something else sees where that stands among what Hoyle considered."""
    page = begun(served, tab, "picaria", reduced_motion="reduce")
    page.keyboard.press("h")
    page.locator("#tally tr").first.wait_for()
    moves = page.locator("#tally th").all_text_contents()
    chosen = page.locator("#tally .chosen th").text_content()
    assert f"{chosen} ranks 1 of" in page.locator("#rank").text_content()
    page.locator("#move").fill(moves[-1])
    page.keyboard.press("Enter")
    page.locator("#moves li").nth(1).wait_for()
    page.locator("#moves button").first.click()
    page.locator("#rank").filter(has_text=f"{moves[-1]} ranks").wait_for()
    page.keyboard.press("u")
    ready(page)


def standing(page: Any) -> list[str]:
    """Tell how each location of the board stands, without what can be played there."""
    found: list[str] = page.locator("#board [data-at]").evaluate_all(
        "all => all.map(each => each.dataset.label)"
    )
    return found


@pytest.mark.browser
def test_every_move_of_the_list_can_be_jumped_to(served: Served, tab: Callable[..., Any]) -> None:
    """By click, by Enter, and by Shift with arrows: the board as it was, until the last move or a new one."""
    page = begun(served, tab, "achi", reduced_motion="reduce")
    boards = []
    for ply in (0, 2):
        page.locator("#move").fill(
            "1" if ply == 0 else page.locator("#board .can").first.get_attribute("data-at")
        )
        page.keyboard.press("Enter")
        page.locator("#moves li").nth(ply + 1).wait_for()
        ready(page)
        boards.append(standing(page))
    moves = page.locator("#moves button").all_text_contents()
    assert len(moves) == 4
    page.locator("#moves button").nth(1).click()
    page.locator("#turn").filter(has_text=f"After move 2 of 4: {moves[1]}.").wait_for()
    assert standing(page) == boards[0]
    assert page.locator("#board .can").count() == 0
    says(page, "After move 2 of 4")
    page.locator("#moves button").nth(0).focus()
    page.keyboard.press("Enter")
    page.locator("#turn").filter(has_text="After move 1 of 4: 1.").wait_for()
    assert [each for each in standing(page) if "empty" not in each] == ["1, X"]
    assert page.evaluate("() => document.activeElement.textContent") == "1"
    page.locator("h1").click()
    for key, ply in (("ArrowRight", 2), ("ArrowRight", 4), ("ArrowLeft", 2), ("ArrowRight", 4)):
        page.keyboard.press(f"Shift+{key}")
        page.locator(f"#moves li:nth-child({ply}) [aria-current=step]").wait_for()
        assert page.locator("#moves [aria-current=step]").count() == 1
    ready(page)
    assert standing(page) == boards[1]
    page.locator("#moves button").nth(0).click()
    page.locator("#turn").filter(has_text="After move 1").wait_for()
    page.locator("#move").fill(page.evaluate(LEGAL))
    page.keyboard.press("Enter")
    page.locator("#moves li").nth(5).wait_for()
    assert sum("empty" not in each for each in standing(page)) == 6


@pytest.mark.browser
def test_keys_are_the_same_everywhere(served: Served, tab: Callable[..., Any]) -> None:
    """On the board and off it: hint, why, why not, panels, play and pause, the list of keys, take back."""
    page = begun(served, tab, "marelle", reduced_motion="reduce")
    page.locator('#board [tabindex="0"]').focus()
    page.keyboard.press("h")
    page.locator("#verdict b").wait_for()
    for key, found in (("w", "#reasons article.chosen"), ("n", "#reasons article:not(.chosen)")):
        page.keyboard.press(key)
        page.locator(found).first.wait_for()
    places = []
    for _ in range(4):
        page.keyboard.press("c")
        places.append(page.evaluate("() => document.activeElement.closest('section').id"))
        page.evaluate("() => document.activeElement.blur()")
    assert places == ["blackboard", "reasons-part", "what-if", "board-part"]
    page.keyboard.press("?")
    listed = page.locator("dialog dt").all_text_contents()
    assert {"Space", "w", "n", "c", "h", "u", "?"} <= set(listed)
    page.keyboard.press("Escape")
    page.locator("#speed").select_option("0.01")
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.locator("#play").filter(has_text="Pause").wait_for()
    page.keyboard.press("Space")
    page.locator("#play").filter(has_text="Play").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator('[data-at="1"]').click()
    page.locator("#moves li").nth(1).wait_for()
    page.keyboard.press("u")
    page.locator("#moves li").first.wait_for(state="detached")
