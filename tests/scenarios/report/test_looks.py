"""What a page looks like: whoever opens it, wide or narrow, light or dark, can read all of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scenarios import read_scenario, run_experiment
from scenarios.report.report_files import write_report
from tests.scenarios.fake_results import plausible, table, weird, won_in_tests
from tests.scenarios.quick import quick

FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")
WAYS = [(width, scheme) for width in (1400, 400) for scheme in ("light", "dark")]


def _quickstart(folder: Path) -> Path:
    changes = ["runs=2", "game=tic-tac-toe", "phase.learn.contests=5", "phase.test.contests=2"]
    run_experiment(read_scenario("quickstart-1990", overrides=changes), folder)
    return folder


def _times(folder: Path) -> Path:
    """Sweep over a budget of one phase, with more values than an axis has room for."""
    against = {"name": "learn", "learn": "play", "against": "random", "contests": 5}
    budgets = ["50us", "80us", "100us", "120us", "300us", "20ms", "50ms"]
    test = {"name": "test", "against": "random", "contests": 2, "budget": {"decision": budgets}}
    table = {
        "title": "Choices that a perfect contestant could have made, by the decision's budget",
        "measure": "correct",
        "phase": "test",
        "rows": "phase.test.budget.decision",
        "columns": "paradigm",
    }
    run_experiment(quick(against, test, paradigm=[1, "majority-judgement"], table=[table]), folder)
    return folder


@pytest.mark.browser
@pytest.mark.parametrize("make", [_quickstart, _times, plausible, weird])
def test_a_page_can_be_read_in_four_ways(make: Callable[[Path], Path], tmp_path: Path, browser: Any) -> None:
    """No text is cut, faint, small or over another, nothing is wider than the page, links lead somewhere."""
    page, _ = write_report(make(tmp_path))
    for width, scheme in WAYS:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        tab, wrong = context.new_page(), list[str]()
        tab.on("console", lambda said, wrong=wrong: wrong.append(said.text))
        tab.on("pageerror", lambda error, wrong=wrong: wrong.append(str(error)))
        tab.goto(page.as_uri())
        tab.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        found = [*wrong, *tab.evaluate(FAULTS)]
        context.close()
        assert found == [], (width, scheme)


BROKEN = """<body style="margin: 0; background: #fff"><p style="color: #999">faint</p>
<a href="#gone">a link</a>
<div style="width: 2000px">wide</div><svg viewBox="0 0 100 50" width="100" height="50" aria-label="chart">
<text x="5" y="20" style="font-size: 12px">one</text><text x="8" y="22" style="font-size: 12px">other</text>
<text x="90" y="40" style="font-size: 12px">leaving</text>
<text x="5" y="45" style="font-size: 6px">tiny</text>"""


@pytest.mark.browser
def test_faults_are_found(browser: Any) -> None:
    """Each of them, on a page that has them all."""
    context = browser.new_context(viewport={"width": 400, "height": 300}, color_scheme="light")
    tab = context.new_page()
    tab.set_content(BROKEN)
    found = tab.evaluate(FAULTS)
    context.close()
    assert found == [
        "the page is 2000 wide",
        "faint has a contrast of 2.85",
        "chart: leaving leaves its picture",
        "chart: tiny is too small",
        "chart: one over other",
        "#gone leads nowhere",
    ]


SORTED = """() => [...document.querySelectorAll("#settings-compared-figures tbody tr")]
  .map((row) => row.cells[3].textContent)"""


@pytest.mark.browser
def test_differences_are_sorted_by_their_sign(tmp_path: Path, browser: Any) -> None:
    """From the most negative to the most positive, with 0 between them."""
    axes = {"paradigm": ("1", "2", "3", "4")}
    won = [[5, 6, 7], [9, 10, 12], [1, 2, 2], [5, 6, 7]]
    html, _ = write_report(
        won_in_tests(tmp_path, axes, won, [table("won", "test", rows="paradigm", columns="")])
    )
    page = browser.new_page()
    page.goto(html.as_uri())
    page.get_by_role("button", name="difference").click()
    assert page.evaluate(SORTED) == ["-4.3 [-5.8, -2.9]", "0", "+4.3 [+2.9, +5.8]"]
    page.get_by_role("button", name="difference").click()
    assert page.evaluate(SORTED) == ["+4.3 [+2.9, +5.8]", "0", "-4.3 [-5.8, -2.9]"]
    page.close()
