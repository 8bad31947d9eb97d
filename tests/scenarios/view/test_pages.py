"""Pages: for everybody, by keys, and within the policy."""

import re
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import attrs
import pytest

from agents import get_advisors
from blackboard import TraceWriter, Validity
from scenarios.view.app import client_files
from tests.scenarios.view.accessibility import check_controls, check_keys, check_reading, check_tree
from tests.scenarios.view.serving import Served, serving
from tests.support import decided, each_case

MOST_BYTES = 60_000


def test_the_client_is_small_and_asks_nobody() -> None:
    """Below 60 KB together, and no address of anybody else's is in it."""
    own = files("scenarios.view") / "client"
    found = [each.read_text(encoding="utf-8") for each in own.iterdir() if each.name in client_files()]
    assert sum(len(each.encode()) for each in found) < MOST_BYTES
    for text in found:
        assert set(re.findall(r"https?://[^\s\"')]+", text)) <= {"http://www.w3.org/2000/svg"}
        assert "innerHTML" not in text
        assert "eval(" not in text


def colours(scheme: str) -> dict[str, str]:
    """Read the palette of a scheme."""
    sheet = (files("scenarios.report") / "palette.css").read_text()
    light, _, dark = sheet.partition("@media")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", light))
    return found if scheme == "light" else found | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", dark))


def luminance(colour: str) -> float:
    """Return how light a colour is, as WCAG reckons it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@each_case("scheme", ["light", "dark"])
@each_case(
    ("ink", "paper"),
    [
        ("ink", "paper"), ("ink", "wash"), ("soft", "paper"), ("soft", "wash"), ("s0", "paper"),
        ("s0", "wash"),
        ("bad", "paper"), ("bad", "bad-wash"), ("good", "good-wash"), ("odd", "odd-wash"), ("ink", "card"),
    ],
)  # fmt: skip
def test_text_can_be_read(scheme: str, ink: str, paper: str) -> None:
    """Every pair of colours that text is written in has a contrast of 4.5 at least."""
    palette = colours(scheme)
    lights = sorted((luminance(palette[ink]), luminance(palette[paper])), reverse=True)
    assert (lights[0] + 0.05) / (lights[1] + 0.05) >= 4.5


@pytest.fixture(scope="module")
def trace() -> Iterator[Served]:
    """Serve a trace of what an earlier version wrote."""
    with serving(Path(__file__).parents[2] / "data" / "before-rooms" / "played.trace") as served:
        yield served


PAGES = ("/game/tic-tac-toe", "/trace/0", "/trace/0/6")


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_every_control_has_a_name_and_is_reached_by_tab(
    trace: Served, tab: Callable[..., Any], path: str
) -> None:
    """In order, back again by Shift+Tab, without a trap, and one sees where one is."""
    page = tab(trace, path)
    page.locator("#main").wait_for()
    page.wait_for_load_state("load")
    if path != "/trace/0":
        page.locator("#board [tabindex='0']").wait_for()
        page.wait_for_timeout(300)
    check_controls(page)


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_what_a_screen_reader_finds(trace: Served, tab: Callable[..., Any], path: str) -> None:
    """The tree of each page is the one that was kept; delete the file to keep another."""
    page = tab(trace, path, reduced_motion="reduce")
    page.wait_for_load_state("load")
    if path != "/trace/0":
        page.locator("#turn").filter(has_text=re.compile("move")).wait_for() if "game" in path else None
        page.locator("#why-move").wait_for()
        page.wait_for_timeout(300)
    check_tree(page.locator("body").aria_snapshot(), path.strip("/").replace("/", "-"))


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_are_whole_and_can_be_read(
    trace: Served, tab: Callable[..., Any], path: str, scheme: str
) -> None:
    """So they are with all that can be asked on them answered: a hint, why not, what if, and a problem."""
    page = tab(trace, path, color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_load_state("load")
    if "game" in path:
        page.locator("#hint:enabled").click()
    if path != "/trace/0":
        page.locator("#scrubber").wait_for()
        page.locator("#heat").check()
        page.locator("#why-not").click()
        page.locator("#reasons article").first.wait_for()
        page.locator("#if-silence").select_option("0")
        page.locator("#if-answer .verdict-line").first.wait_for()
        page.locator("#if-without").fill("Nobody")
        page.locator("#if-ask").click()
        page.locator("#problem").filter(has_text="Nobody").wait_for()
        check_reading(page)
        page.locator("#if-without").fill("Wild")
        page.locator("#if-ask").click()
        page.locator("#if-answer .verdict-line").first.wait_for()
    check_reading(page)


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_keys_are_listed_on_every_page(trace: Served, tab: Callable[..., Any], path: str) -> None:
    """By `?`: the same list, which Escape closes."""
    check_keys(tab(trace, path))


@pytest.mark.browser
@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_a_headline_is_sentences(trace: Served, tab: Callable[..., Any], number: int) -> None:
    """What was chosen, why and when: each told once, and the same before any script runs as after it."""
    told = []
    for has_scripts in (False, True):
        page = tab(trace, f"/trace/0/{number}", java_script_enabled=has_scripts, reduced_motion="reduce")
        if has_scripts:
            page.locator("#voice").filter(has_text=".").wait_for(state="attached")
        told.append(page.locator("#verdict").text_content())
    assert re.match(r"Hoyle chooses (\d)\. .*\b\1\b[^.]*\.", told[0])
    assert "  " not in told[0]
    assert told[0] == told[1]


@pytest.mark.browser
def test_a_headline_says_how_far_times_can_be_trusted(tab: Callable[..., Any], tmp_path: Path) -> None:
    """By the clock on the wall, scripts leave what stands there of the harness."""
    decision = attrs.evolve(decided(get_advisors(["1990"])), validity=Validity(2_000_000))
    with TraceWriter(tmp_path / "one.trace") as written:
        written.append(decision)
    with serving(tmp_path / "one.trace") as served:
        page = tab(served, "/trace/0/0")
        page.locator("#scrubber").wait_for()
        assert "The harness was up to 2 ms late" in page.locator("#verdict").text_content()
        page.close()


@pytest.mark.browser
def test_a_replay_is_played_on(trace: Served, tab: Callable[..., Any]) -> None:
    """From where a decision was made, at the table of its game, by whoever was to move."""
    page = tab(trace, "/trace/0/6")
    turn = page.locator(".turn").text_content()
    page.locator("#play-on").click()
    page.locator("#turn").filter(has_text=f"Your move as {turn.partition(' ')[0]}").wait_for()
    table = page.evaluate("async () => (await (await fetch(location.pathname + '/table')).json())")
    assert turn.endswith(table["position"])
    assert table["moves"] == []


@pytest.mark.browser
def test_nothing_inline_runs(trace: Served, tab: Callable[..., Any]) -> None:
    """A script that somebody brought into a page is not run."""
    page = tab(trace, "/trace/0/6")
    page.evaluate(
        """() => { const each = document.createElement("script");
        each.textContent = "document.title = 'hit'"; document.body.append(each);
        document.body.insertAdjacentHTML("beforeend", "<img src=x onerror=\\"document.title='hit'\\">"); }"""
    )
    page.wait_for_timeout(200)
    assert "hit" not in page.title()


@pytest.mark.browser
@pytest.mark.parametrize("path", ["/trace/0/0", "/game/tic-tac-toe"])
def test_there_is_no_heat_before_the_vote(trace: Served, tab: Callable[..., Any], path: str) -> None:
    """The board is shaded when the decision has landed, and not while its time is gone through."""
    with trace.client() as client:
        for deed in ("side", "new"):
            client.post(f"/game/tic-tac-toe/{deed}", json={"side": "both"})
    page = tab(trace, path, reduced_motion="reduce")
    if "game" in path:
        page.locator("#hint:enabled").click()
        page.locator("#no-tally").wait_for(state="hidden")
    page.locator("#scrubber").wait_for()
    page.locator("#heat").check()
    page.locator("#board .heat-disc").first.wait_for()
    page.locator("#back-event").click()
    page.locator("#no-tally").filter(has_text="Tier 3 has not voted yet.").wait_for()
    assert page.locator("#board .heat-disc").count() == 0
    page.locator("#next-event").click()
    page.locator("#board .heat-disc").first.wait_for()


@pytest.mark.browser
def test_replay_is_gone_through_by_keys(trace: Served, tab: Callable[..., Any]) -> None:
    """Event by event, decision by decision, with the time and the event always told."""
    page = tab(trace, "/trace/0/6")
    page.locator("#scrubber").wait_for()
    events = page.evaluate("async () => (await (await fetch('/trace/0/6/decision')).json()).events.length")
    told = f"event {events} of {events}"
    assert told in page.locator("#scrub").get_attribute("aria-valuetext")
    page.locator("h1").click()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert f"event {events - 3} of {events}" in page.locator("#when").text_content()
    assert "no decision yet" in page.locator("#verdict").text_content()
    page.keyboard.press("w")
    page.locator("#reasons article").wait_for()
    page.keyboard.press("n")
    page.locator("#reasons h3").filter(has_text="Why not").first.wait_for()
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("Shift+ArrowRight")
    page.locator("h1").filter(has_text="Decision 8").wait_for()
