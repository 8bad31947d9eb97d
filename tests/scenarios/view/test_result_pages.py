"""The first page and those of results: for everybody, by keys, in both schemes."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scenarios import read_scenario, run_experiment
from tests.scenarios.view.accessibility import check_controls, check_keys, check_reading, check_tree
from tests.scenarios.view.serving import Served, serving
from tests.scenarios.view.test_results import SCENARIO

PAGES = {
    "index": "/",
    "results": "/results/0",
    "contests": "/results/0/contests",
    "figure": "/results/0/figure/0/0/0",
    "curve": "/results/0/curve/expertise/1/0/2",
    "contest": "/results/0/contest/0/0/0/1",
    "wall": "/results/0/wall",
}
VOLATILE = (
    (r"\d{4}-\d\d-\d\d(T[\d:+]+)?", "DATE"),
    (r"python \d[^\n]*", "VERSIONS"),
)
"""What differs from day to day, and from machine to machine."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the results of a small scenario that keeps its traces."""
    place = tmp_path_factory.mktemp("pages")
    (place / "traced.toml").write_text(SCENARIO)
    run_experiment(read_scenario(place / "traced.toml"), place / "results", jobs=0)
    with serving(place / "results") as found:
        yield found


@pytest.fixture
def opened(shown: Served, tab: Callable[..., Any]) -> Callable[..., Any]:
    """Open a page by its name, and wait for its scripts."""

    def open_page(name: str, **how: Any) -> Any:
        page = tab(shown, PAGES[name], **how)
        page.locator("#main").wait_for()
        page.wait_for_load_state("load")
        return page

    return open_page


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
def test_every_control_has_a_name_and_is_reached_by_tab(opened: Callable[..., Any], name: str) -> None:
    """In order, back again by Shift+Tab, without a trap, and one sees where one is."""
    check_controls(opened(name))


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
def test_what_a_screen_reader_finds(opened: Callable[..., Any], name: str) -> None:
    """The tree of each page is the one that was kept; delete the file to keep another."""
    page = opened(name, reduced_motion="reduce")
    page.evaluate(
        "() => document.querySelectorAll('#wall-time-per-contest').forEach((each) => each.remove())"
    )
    found = page.locator("body").aria_snapshot()
    for volatile, word in VOLATILE:
        found = re.sub(volatile, word, found)
    check_tree(found, f"page-{name}")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_pages_are_whole_and_can_be_read(opened: Callable[..., Any], name: str, scheme: str) -> None:
    """Headings, landmarks, names and links are as they should be, no text is too pale, none is cut off."""
    check_reading(opened(name, color_scheme=scheme))


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES)
def test_keys_are_listed_on_every_page(opened: Callable[..., Any], name: str) -> None:
    """By `?`: the same list, which Escape closes."""
    check_keys(opened(name))


@pytest.mark.browser
def test_arrows_go_along_the_moves_of_a_contest(opened: Callable[..., Any]) -> None:
    """Back and on, and no further than it goes."""
    page = opened("contest")
    moves = page.locator(".moves li").count()
    for key, after in (("ArrowLeft", moves - 1), ("ArrowLeft", moves - 2), ("ArrowRight", moves - 1)):
        page.keyboard.press(key)
        page.locator("h2").filter(has_text=f"After {after} moves").wait_for()
        page.wait_for_load_state("load")
    assert page.url.endswith(f"?ply={moves - 1}")


@pytest.mark.browser
def test_a_contest_is_played_on_from_any_of_its_moves(opened: Callable[..., Any]) -> None:
    """The table has the position that was shown, the person whoever was to move; at its end nobody has."""
    page = opened("contest")
    assert page.locator("#play-on").count() == 0
    page.locator("#moves-part li > a:first-child").nth(1).click()
    page.locator("h2").filter(has_text="After 2 moves").wait_for()
    page.wait_for_load_state("load")  # the move leads to a page of its own; its script makes the button work
    before = page.locator("#board-part svg").get_attribute("aria-label")
    page.locator("#play-on").click()
    page.locator("#turn").filter(has_text="Your move as Player (X).").wait_for()
    men = page.evaluate(
        """() => [...document.querySelectorAll("#board [role=gridcell]")].map((each) => each.ariaLabel)"""
    )
    assert before == "Tic-tac-toe: X on 3; O on 5"
    assert [each for each in men if "empty" not in each] == ["3, X", "5, O"]


@pytest.mark.browser
def test_a_point_of_a_curve_is_followed_by_keys_and_by_click(opened: Callable[..., Any]) -> None:
    """Tab comes to a chart, arrows go along its points, and Enter or a click leads to what is counted."""
    page = opened("results")
    chart = page.locator("#learning-curves figure svg").first
    chart.locator("a.point").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    here = page.locator("a.point:focus")
    assert "contest 3:" in here.get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.locator("h1").filter(has_text="Learning curves, paradigm 1, phase learn, contest 3").wait_for()
    assert page.locator("#count").text_content() == "6 contests of 6."
    page.go_back()
    box = page.locator("#learning-curves figure svg a.point").nth(1).bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.locator("#tip").filter(has_text="contest 2:").wait_for()
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    page.locator("h1").filter(has_text="contest 2").wait_for()
    assert page.locator("#count").text_content() == "4 contests of 4."


@pytest.mark.browser
def test_a_part_of_a_bar_is_followed_by_a_click_in_its_middle(opened: Callable[..., Any]) -> None:
    """Also where its share is written on it."""
    page = opened("results")
    page.locator("a.point.part").first.click()
    page.locator("h1").filter(has_text="Contests won against random").wait_for()
    assert page.locator("#count").text_content() == "6 contests of 6."


@pytest.mark.browser
def test_the_wall_is_there_to_read_without_a_script(shown: Served, tab: Callable[..., Any]) -> None:
    """A list with a heading, a board, words and links for each run."""
    page = tab(shown, PAGES["wall"], java_script_enabled=False)
    assert page.locator("#wall > li").count() == 4
    for item in page.locator("#wall > li").all():
        assert item.locator("h3").text_content().startswith("tic-tac-toe, paradigm ")
        assert item.locator("svg .cell").count() == 9
        assert item.locator("a").count() == 2
    assert not page.locator("#hold").is_visible()
