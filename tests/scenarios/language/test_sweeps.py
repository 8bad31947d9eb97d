"""Sweeps: the grid that lists span."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import BadOption
from scenarios import build_scenario, scenario_digest
from scenarios.language.line_numbers import Path
from scenarios.language.sweeps import Axis, Choice, axis_labels, check_size, grid, sweep_axis

KEYS: dict[str, list[Any]] = {
    "game": ["tic-tac-toe", "achi", "nim"],
    "paradigm": [1, 2, 3, 4],
    "layout": ["1990", "forr"],
    "schedule": ["speculative", "tiered", "serial"],
    "late": ["keep", "drop"],
    "silence": [5, 0],
    "symmetry": [True, False],
    "without": [[], ["Panic"], ["Panic", "Open"]],
    "processors": [1, 2, False],
}


@st.composite
def sweeps(draw: st.DrawFn) -> dict[str, list[Any]]:
    """Choose some keys, and some values of each."""
    keys = draw(st.lists(st.sampled_from(sorted(KEYS)), unique=True, max_size=4))
    return {key: draw(st.lists(st.sampled_from(KEYS[key]), min_size=1, unique_by=str)) for key in keys}


@settings(max_examples=30)
@given(sweeps())
def test_the_grid_is_the_product_of_all_sweeps(swept: dict[str, list[Any]]) -> None:
    """There is a cell for each choice of values, with its own labels, and the axes tell them in order."""
    scenario = build_scenario(**{"game": "achi", **swept, "phase": [{"contests": 1}]})
    assert len(scenario.cells) == math.prod(map(len, swept.values()))
    assert len({tuple(cell.labels.items()) for cell in scenario.cells}) == len(scenario.cells)
    assert set(scenario.axes) == set(swept)
    for axis, labels in scenario.axes.items():
        assert list(dict.fromkeys(cell.labels[axis] for cell in scenario.cells)) == list(labels)
        assert len(labels) == len(swept[axis])


@settings(max_examples=15)
@given(sweeps(), st.randoms())
def test_the_order_in_which_keys_are_written_changes_nothing(
    swept: dict[str, list[Any]], random: Any
) -> None:
    """Axes stand in the order of the schema."""
    keys = list(({"game": "achi"} | swept).items())
    phase = [{"contests": 1}]
    written = build_scenario(**dict(keys), phase=phase)
    random.shuffle(keys)
    assert build_scenario(**dict(keys), phase=phase) == written
    assert scenario_digest(build_scenario(**dict(keys), phase=phase)) == scenario_digest(written)


def test_the_last_axis_changes_fastest() -> None:
    """As the hand of a clock that is nearest."""
    choices: dict[Path, Choice] = {
        ("a",): Choice((1, 2), ("1", "2"), is_sweep=True),
        ("b",): Choice((3,), ("3",)),
    }
    axes = [
        sweep_axis("a", ("a",), choices["a",]),
        Axis("v", ("x", "y"), ({("b",): 4}, {}), {"l": ("p", "p")}),
    ]
    cells = list(grid(choices, axes))
    assert [(cell.values["a",], cell.values["b",]) for cell in cells] == [(1, 4), (1, 3), (2, 4), (2, 3)]
    assert cells[1].labels == {"a": "1", "v": "y", "l": "p"}
    assert axis_labels(axes) == {"a": ("1", "2"), "v": ("x", "y"), "l": ("p",)}


def test_nobody_runs_more_than_ten_thousand_cells() -> None:
    """The message says what made so many."""
    many = Axis("a", tuple(map(str, range(101))), ({},) * 101)
    check_size([many])
    with pytest.raises(BadOption, match="10,201 cells \\(101 of a x 101 of a\\)"):
        check_size([many, many])
