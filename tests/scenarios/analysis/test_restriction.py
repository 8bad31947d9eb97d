"""Parts of an experiment, by the levels of axes."""

from pathlib import Path

import pytest

from games import BadOption, UnknownName
from scenarios.analysis.restriction import find_level, read_conditions, restrict
from scenarios.experiment.records import read_records
from tests.scenarios.fake_results import plausible, table, won_records

AXES = {"paradigm": ("1", "2"), "budget.default": ("500us", "20ms")}
WON = [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_only_the_cells_with_a_level_are_left(tmp_path: Path) -> None:
    """Their rows are the same as before."""
    records = won_records(tmp_path, AXES, WON)
    part = restrict(records, {"budget.default": ["20ms"]})
    assert list(part.cells) == [1, 3]
    assert part.axes == {"paradigm": ("1", "2"), "budget.default": ("20ms",)}
    assert part.only == {"budget.default": ("20ms",)}
    for row in part.phases:
        ours, theirs = (each.contests_of_phase(row)[["cell", "run", "result"]] for each in (part, records))
        assert ours.tolist() == theirs.tolist() != []
    assert {row.cell for row in part.phases} == set(part.contests["cell"].tolist()) == {1, 3}
    both = restrict(records, {"budget.default": ["20ms", "500us"]})
    assert (list(both.cells), both.only) == ([0, 1, 2, 3], {})
    assert restrict(records, {}) is records


def test_everything_that_a_report_reads_is_restricted(tmp_path: Path) -> None:
    """Runs, reviews and what failed, too."""
    part = restrict(read_records(plausible(tmp_path)), {"game": ["achi"], "paradigm": ["1", "3"]})
    assert list(part.cells) == [6, 8]
    for rows in (part.runs, part.advisors, part.phases):
        assert {row.cell for row in rows} == {6, 8}
    assert {key[0] for key in part.slices} == {6, 8}
    assert part.failures == []


@pytest.mark.parametrize("level", ["500us", "500 us", "0.5ms", "500µs"])
def test_an_amount_may_be_written_in_other_ways(tmp_path: Path, level: str) -> None:
    """It is the same level."""
    assert find_level(won_records(tmp_path, AXES, WON), "budget.default", level) == "500us"


def test_what_does_not_exist_is_refused(tmp_path: Path) -> None:
    """With the levels that there are."""
    records = won_records(tmp_path, AXES, WON, [table("won", "test")])
    with pytest.raises(
        UnknownName, match=r"^no axis is named 'budget'.*; there are paradigm, budget.default$"
    ):
        restrict(records, {"budget": ["1ms"]})
    with pytest.raises(
        UnknownName, match=r"^no level of budget.default is named '1ms'.*; there are 500us, 20ms$"
    ):
        restrict(records, {"budget.default": ["1ms"]})
    with pytest.raises(BadOption, match=r"^invalid condition 'paradigm'; write AXIS=LEVEL, such as "):
        read_conditions(["paradigm"])
    assert read_conditions(["a=1", "b=x=y", "a=2"]) == {"a": ["1", "2"], "b": ["x=y"]}
