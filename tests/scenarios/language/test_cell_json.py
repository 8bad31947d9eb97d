"""Cells as JSON: what is written down is what is read."""

import json
from typing import Any

import pytest

from scenarios import bundled_names, read_scenario
from scenarios.language.cell_json import read_cell, write_cell
from tests.scenarios.quick import quick
from tests.support import each_case

WATCHED: dict[str, Any] = {
    "name": "watched",
    "learn": "watch",
    "watch": ["perfect", "random"],
    "contests": 3,
    "until": {"stable": 2, "time": "5s"},
}
TESTED: dict[str, Any] = {
    "name": "tested",
    "against": "hoyle:paradigm=2",
    "contests": 4,
    "until": {"sprt": {"elo1": 30, "alpha": 0.01}},
    "tune": {"double": 1},
    "weights": {"Candide": 2},
    "budget": {"default": "5ms", "learning": "1s"},
}


@each_case("name", bundled_names())
def test_the_cells_of_every_bundled_scenario_come_back(name: str) -> None:
    """As they were, labels and all."""
    for cell in read_scenario(name).cells:
        assert read_cell(json.loads(write_cell(cell)), cell.labels) == cell


def test_whatever_a_phase_can_say_comes_back() -> None:
    """Who is watched, rules, tests, tuning, weights, budgets, processors and costs."""
    scenario = quick(
        WATCHED,
        TESTED,
        processors=[2, False],
        cost={"play": "1ms"},
        own_cost={"Panic": "2ms"},
        learners=["openings"],
    )
    for cell in scenario.cells:
        assert read_cell(json.loads(write_cell(cell)), cell.labels) == cell


def test_what_a_cell_says_and_we_do_not_know_is_left_out() -> None:
    """A later version may have more to say, an earlier one less."""
    document = {"game": "achi", "weather": "fine", "phases": [{"name": "test", "mood": 3}]}
    (phase,) = read_cell(document, {}).phases
    assert (phase.name, phase.contests) == ("test", 100)


@each_case(
    "document",
    [
        None,
        7,
        [],
        {},
        {"game": 7},
        {"game": "achi", "phases": 7},
        {"game": "achi", "phases": [{}]},
        {"game": "achi", "phases": [{"name": "test", "contests": "many"}]},
        {"game": "achi", "phases": [{"name": "test", "watch": ["perfect"]}]},
        {"game": "achi", "phases": [{"name": "test", "until": {"sprt": 3}}]},
    ],
)
def test_what_cannot_be_a_cell_is_refused(document: Any) -> None:
    """In one line."""
    with pytest.raises(ValueError, match=r"\w") as told:
        read_cell(document, {})
    assert "\n" not in str(told.value)
