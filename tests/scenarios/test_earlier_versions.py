"""Results, knowledge and traces of earlier versions: they are read, reported on and gone on with."""

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scenarios.cli.redecide_command import LATER
from scenarios.results import Results
from tests.scenarios.conftest import Hoyle, document

DATA = Path(__file__).parents[1] / "data"
VERSIONS = ("before-rooms", "before-plain")
"""The folders in it: what a version has written, and the JSON that its commands printed of that."""


@pytest.fixture(params=VERSIONS, autouse=True)
def _kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a copy of what a version has written."""
    shutil.copytree(DATA / request.param, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)


def told(hoyle: Hoyle, *words: object) -> Any:
    """Run a command that must succeed, and return its document."""
    return document(hoyle(*words, "--json"))


def printed_then(name: str) -> Any:
    """Return the document that a command of the earlier version printed."""
    return json.loads(Path(name).read_text())


def as_then(document: dict[str, Any]) -> dict[str, Any]:
    """Return what a run printed then too; of findings, sentences for people, only whether there are any."""
    then = printed_then("run.json")
    return {
        key: bool(value) if key == "findings" else value for key, value in document.items() if key in then
    }


def test_its_results_are_reported_on(hoyle: Hoyle) -> None:
    """A report is made of the rows as they are, under the digest that was printed when they were written."""
    page = Path(told(hoyle, "report", "experiment")["markdown"]).read_text()
    assert printed_then("run.json")["digest"] in page
    assert "Contests until learned" in page


def test_a_part_of_it_is_reported_on(hoyle: Hoyle) -> None:
    """In Python too; one run of each setting is too few to compare at each level, and that is said."""
    part = told(hoyle, "report", "experiment", "--where", "variant=modern")
    assert part["where"] == {"variant": ["modern"]}
    assert part["interactions"] == []
    assert part["best_for_cost"] == Results("experiment").where({"variant": "modern"}).best_for_cost()
    refused = hoyle("compare", "experiment", "--by", "paradigm", "--within", "variant")
    assert refused.code == 2
    assert "needs at least 2 runs per setting; you have 1" in refused.err


def test_its_experiment_is_gone_on_with(hoyle: Hoyle) -> None:
    """A folder that is complete is found so, cell by cell."""
    again = told(hoyle, "run", "experiment/scenario.toml", "--out", "experiment", "--resume")
    assert as_then(again) == as_then(printed_then("run.json"))


def test_its_scenario_comes_out_the_same(hoyle: Hoyle) -> None:
    """The scenario in the folder, run anew, gives the same results under the same digest."""
    again = told(hoyle, "run", "experiment/scenario.toml", "--out", "anew")
    assert as_then(again) == {**as_then(printed_then("run.json")), "out": "anew"}


def test_its_decisions_are_made_again(hoyle: Hoyle) -> None:
    """What other settings would have changed is what they would have changed then."""
    now = told(hoyle, "redecide", "experiment", "--paradigm", "2")
    then = printed_then("redecided.json")
    assert now == {**then, "note": LATER}  # a sentence for people


def test_its_trace_is_read_back(hoyle: Hoyle) -> None:
    """Each decision of a trace has a beginning and an end, and comes out as it was logged."""
    kinds = Counter(event["event"] for event in told(hoyle, "trace", "played.trace"))
    again = told(hoyle, "redecide", "played.trace")
    assert kinds["posed"] == kinds["landed"] == again["decisions"] == again["certain"] > 0
    assert kinds["comment"] > 0
    assert again["changed"] == []


def test_its_knowledge_is_told(hoyle: Hoyle) -> None:
    """Every entry of every item is there, with the value it had."""
    now, then = told(hoyle, "knowledge", "learned.hoyle"), printed_then("learned.json")
    for key in ("game", "options", "items"):
        assert now[key] == then[key]
    assert _facts(now) == _facts(then)


def _facts(document: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return what was learned, without what is said of it."""
    return [(each["item"], each["key"], each["entry"]) for each in document["entries"]]


def test_its_knowledge_is_added_to(hoyle: Hoyle) -> None:
    """Hoyle plays on with knowledge of an earlier version, and learns more into the same file."""
    known = ("--knowledge", "learned.hoyle", "--learn")
    seated = ("--me", "hoyle", "--against", "perfect", "--contests", "2")
    assert len(told(hoyle, "play", "tic-tac-toe", *seated, *known)["contests"]) == 2
    before, after = printed_then("learned.json")["items"], told(hoyle, "knowledge", "learned.hoyle")["items"]
    assert all(after[item] >= size for item, size in before.items())
    assert after["states"] > before.get("states", 0)


def test_its_knowledge_is_found_in_its_results(hoyle: Hoyle) -> None:
    """What each run of an experiment has learned can be told."""
    files = sorted(Path("experiment", "knowledge").iterdir())
    assert files
    for file in files:
        assert told(hoyle, "knowledge", file)["items"]
