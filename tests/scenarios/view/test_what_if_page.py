"""What if, asked by hand: every control of the page, and the answer beside what was."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from agents import get_advisors
from blackboard import TraceWriter
from games import make_game
from tests.scenarios.conftest import Hoyle
from tests.scenarios.view.serving import Served, serving, until_landed
from tests.scenarios.view.wishes import CHOICES, WHOSE, by_command, random_wish
from tests.support import decided, wandered

GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "five-mens-morris", "tic-tac-toe", "achi")
TURNS = 18
"""How many changes are tried: every control is used; test_questions.py tries more without a browser."""


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Keep a few decisions, each in a file of its own."""
    folder, advisors = tmp_path_factory.mktemp("what-if"), get_advisors(["1990"])
    for seed, name in enumerate(GAMES):
        game = make_game(name)
        position = wandered(game, seed, seed % 5)
        with TraceWriter(folder / f"{seed}.trace") as written:
            written.append(decided(advisors, game=game, position=position, budgets=("20ms",), seed=seed))
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def shelved(traces: list[Path]) -> Iterator[Served]:
    """Serve them."""
    with serving(traces[0].parent) as found:
        yield found


SET = """(fields) => {
  document.getElementById("if-reset").click();
  return new Promise((done) => setTimeout(() => {
    for (const [id, value] of fields) {
      const field = document.getElementById("if-" + id);
      field.value = value;
      if (field.value !== value) throw new Error(id + " does not take " + value);
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
    done();
  }));
}"""
"""Sets controls, as somebody does who goes from one to the next; each is answered as soon as it is set."""


def write(page: Any, wish: dict[str, Any]) -> None:
    """Set the controls for what is wished."""
    fields = [(name, str(value)) for name, value in wish.items() if name != "budget"]
    for each in wish.get("budget", ()):
        whose, _, amount = each.rpartition("=")
        is_own = whose in ("Panic", "Wiser")
        fields += [("own-of", whose), ("own", amount)] if is_own else [(whose or "budget", amount)]
    page.evaluate(SET, fields)


def answered(page: Any) -> tuple[str, str]:
    """Wait for the answer to what was set last; return its line, and how sure it is."""
    page.locator("#if-answer[aria-busy=false]").wait_for(state="attached")
    line, sure = page.locator("#if-answer .verdict-line > *").all_text_contents()
    return line, sure


def told(there: dict[str, Any]) -> tuple[str, str]:
    """Return how the page says what `hoyle redecide` answers."""
    was, now = there["was"], there["now"]
    line = f"The move stays {was}." if was == now else f"The move would be {now} instead of {was}."
    doubts = f"? uncertain because of {', '.join(there['doubts'])}"
    return line, "\u2713 certain" if there["certain"] else doubts


@pytest.mark.browser
def test_the_page_answers_as_redecide_does(
    hoyle: Hoyle, traces: list[Path], shelved: Served, tab: Callable[..., Any]
) -> None:
    """Random changes made by its controls, budgets among them: the move, its certainty and the doubts."""
    chance = random.Random(11)  # noqa: S311  # no secret
    page, seen, wished = tab(shelved, "/trace/0/0"), set(), set[str]()
    for turn in range(TURNS):
        number = turn * len(GAMES) // TURNS
        if not page.url.endswith(f"/{number}/0"):
            page.goto(f"{shelved.origin}/trace/{number}/0")
        page.locator("#scrubber").wait_for()
        wish = random_wish(chance)
        there = by_command(hoyle, traces[number], wish)[0]
        write(page, wish)
        assert answered(page) == told(there), wish
        seen.add((there["was"] == there["now"], there["certain"]))
        wished |= {*wish, *(each.partition("=")[0] for each in wish["budget"] if "=" in each)}
    assert len(seen) >= 3
    assert wished >= {*CHOICES, "allocation", *(each.rstrip("=") for each in WHOSE if each)}


@pytest.mark.browser
def test_what_cannot_be_asked_is_one_sentence(shelved: Served, tab: Callable[..., Any]) -> None:
    """A budget that is none, time to deal out without a limit, somebody who is not there: each is told."""
    page = tab(shelved, "/trace/0/0")
    page.locator("#scrubber").wait_for()
    for wish, words in (
        ({"budget": ["decision=soon"]}, "'soon' is neither a time nor an amount of work"),
        ({"budget": ["Panic=0ms"]}, "0ms"),
        ({"allocation": "equal"}, "the record has none"),
        ({"settle": "likely:0.95"}, "likely:0.95"),
        ({"without": "Panik"}, "did you mean 'Panic'?"),
    ):
        write(page, wish)
        page.locator("#if-answer[aria-busy=false]").wait_for(state="attached")
        for place in ("#problem", "#voice"):
            page.locator(place).filter(has_text=words).wait_for(state="attached")
        assert page.locator("#if-answer > *").count() == 0
    page.goto(f"{shelved.origin}/trace/0/0?compare=paradigm:99")
    page.locator("#problem").filter(has_text="compare=paradigm:99").wait_for()


@pytest.mark.browser
def test_budgets_of_several_are_kept_and_dropped(shelved: Served, tab: Callable[..., Any]) -> None:
    """Whoever was given a budget says so in the list; as it was, nobody has one."""
    page = tab(shelved, "/trace/0/0")
    page.locator("#scrubber").wait_for()
    assert page.locator("#if-own").get_attribute("placeholder") == "20 ms"
    assert page.locator("#if-decision").get_attribute("placeholder") == "no limit"
    write(page, {"budget": ["Panic=2ms", "Wiser=9calls", "tier3=5ms"]})
    answered(page)
    options = page.locator("#if-own-of option").all_text_contents()
    assert [each for each in options if "=" in each] == ["Wiser = 9calls", "Panic = 2ms"]
    page.locator("#if-reset").click()
    page.locator("#if-own-of option").filter(has_text="=").first.wait_for(state="detached")
    assert page.locator("#if-tier3").input_value() == ""


def test_what_was_chosen_is_asked_anew(client: httpx.Client) -> None:
    """Asked again, they decide as recorded but for what is wished: when a vote lands, how time is dealt."""
    name = "les-pendus"
    client.post(f"/game/{name}/new", json={})
    client.post(f"/game/{name}/hint", json={})
    number = until_landed(client, name)["hint"]
    for wish, paradigm in (
        ({"settle": "certain", "allocation": "equal", "budget": ["decision=9ms", "Panic=2ms"]}, "1"),
        ({"paradigm": "2"}, "2"),
    ):
        number = client.post(f"/game/{name}/{number}/anew", json=wish).json()["number"]
        until_landed(client, name)
        decision = client.get(f"/game/{name}/{number}/decision").json()["decision"]
        settings = decision["settings"]
        assert (settings["settle"], settings["allocation"]) == ("certain", "equal")
        assert settings["limits"] == {"decision": {"ns": 9_000_000}}
        assert settings["paradigm"] == paradigm
        assert decision["advisors"]["Panic"]["budget_ms"] <= 2
