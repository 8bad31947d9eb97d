"""The page that compares us with the paper of 1990, and the script that writes it."""

import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import read_records

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = (DOCS / "reproduction.md").read_text(encoding="utf-8")
KEPT = json.loads((DOCS / "reproduction.json").read_text(encoding="utf-8"))
LONGEST = 250


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    """Load the script without running it."""
    return runpy.run_path(str(ROOT / "benchmarks" / "tables_1990.py"))


def test_the_page_is_what_the_script_writes(script: dict[str, Any]) -> None:
    """Every figure in a table comes from what is kept of results; writing it again changes nothing."""
    assert script["written"](PAGE, KEPT) == PAGE


def test_a_figure_that_changes_changes_the_page(script: dict[str, Any]) -> None:
    """Nothing in the places was typed by hand: a page whose places are empty is written in full."""
    bare = re.sub(r"(<!-- begin (.*?) -->\n).*?(<!-- end \2 -->)", r"\1\3", PAGE, flags=re.DOTALL)
    assert len(bare) < len(PAGE)
    assert script["written"](bare, KEPT) == PAGE


def test_a_page_without_a_place_is_refused(script: dict[str, Any]) -> None:
    """In one line that names the place."""
    with pytest.raises(SystemExit, match=r"^docs/reproduction\.md has no place for 'order'$"):
        script["written"](PAGE.replace("<!-- begin order -->", ""), KEPT)


def test_the_page_is_short_and_lists_nothing_twice() -> None:
    """No list of all that differs: that is in the tables and pictures."""
    assert PAGE.count("\n") <= LONGEST
    for page in DOCS.glob("*.md"):
        assert "Not covered by our interval" not in page.read_text(encoding="utf-8"), page


def test_every_picture_is_there_and_is_one() -> None:
    """What the page shows lies beside it, well-formed."""
    shown = re.findall(r"!\[.+?\]\((.+?)\)", PAGE)
    assert shown
    for file in shown:
        assert ET.parse(DOCS / file).getroot().tag.endswith("svg")  # noqa: S314  # our own files


def test_what_is_kept_names_its_results() -> None:
    """Each experiment has its digest, so that anyone can see whether theirs is the same."""
    assert {"hoyle-1990-experiment-1", "hoyle-1990-experiment-2", "hoyle-1990-experiment-3"} <= KEPT.keys()
    for kept in KEPT.values():
        assert re.fullmatch(r"[0-9a-f]{16}", kept["digest"])
        assert kept["tables"]


def test_results_are_taken_in(script: dict[str, Any], tmp_path: Path) -> None:
    """Of a small experiment: its tables, paired comparisons, standings, and what dropping Advisors saves."""
    short = ["runs=2", "game=['pong-hau-ki', 'tic-tac-toe']", "paradigm=[1, 2]"]
    short += [f"phase.{name}.contests=2" for name in ("learn", "untuned", "rematch")]
    scenario = read_scenario("hoyle-1990-faithful-3", overrides=short)
    run_experiment(scenario, tmp_path, jobs=0)
    keep: Callable[..., dict[str, Any]] = script["kept_of"]
    kept = keep(read_records(tmp_path))
    assert kept["runs"] == "2"
    (table,) = kept["tables"].values()
    assert table["1"]["tic-tac-toe"]["paper"] == (20,)
    assert [each["pair"] for each in kept["orders"][""]["tic-tac-toe"]] == [["1", "2"]]
    assert kept["advisors"]["pong-hau-ki"]["Shortsight"]["asked"] > 0
    assert set(kept["costs"]["pong-hau-ki"]) == {"before", "after", "speed_up", "dropped", "allotments"}
    assert json.loads(json.dumps(kept))["digest"] == kept["digest"]


def test_an_order_says_who_shares_a_place(script: dict[str, Any]) -> None:
    """From the fewest contests to the most."""
    assert script["_order"]({"1": 10.0, "2": 25.2, "3": 10.0, "4": 16.0}) == "1 = 3 < 4 < 2"
