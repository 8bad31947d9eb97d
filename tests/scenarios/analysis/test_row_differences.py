"""A row of a table against the row above it."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from scenarios.analysis.row_differences import Place, against_above
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import get_measure
from tests.scenarios.fake_results import begin

BELOW, ABOVE = Place("test", frozenset({0})), Place("test", frozenset({1}))


def _results(lost: int, contests: int = 10) -> list[int]:
    return [-1] * lost + [0] * (contests - lost)


def _records(folder: Path, lost: Sequence[Sequence[int]], contests: int = 10) -> Records:
    """Make up tests in which so many contests are lost, by cell and run."""
    fake = begin(folder, {"game": [str(cell) for cell in range(len(lost))]})
    for cell, runs in enumerate(lost):
        for run, count in enumerate(runs):
            fake.phase(cell, run, 0, "test", _results(count, contests), "stable")
    fake.store.close()
    return read_records(folder)


@pytest.mark.parametrize(
    ("below", "above", "said"),
    [
        ([0, 1, 2, 3, 4, 5], [1, 2, 3, 5, 5, 6], "more"),
        ([1, 2, 3, 5, 5, 6], [0, 1, 2, 3, 4, 5], "less"),
        ([0, 1, 2, 3, 0, 1], [3, 2, 2, 0, 1, 0], ""),
        ([1, 2, 3, 4], [1, 2, 3, 4], ""),
        ([0] * 30, [0] * 30, ""),
        ([0] * 30, [1] * 30, "more"),
        ([0] * 6, [9] * 6, "more"),
        ([0] * 5, [9] * 5, ""),
        ([0], [9], ""),
        ([], [1, 2, 3], ""),
    ],
)
def test_runs_are_compared_in_pairs(tmp_path: Path, below: list[int], above: list[int], said: str) -> None:
    """By flipping signs, as findings are: small differences show where all runs agree, if there are six."""
    records = _records(tmp_path, [below, above])
    assert against_above(records, get_measure("reliability"), BELOW, ABOVE) == (said,)


def test_only_runs_that_both_rows_have_are_paired(tmp_path: Path) -> None:
    """A run that failed on one side is left out on the other."""
    records = _records(tmp_path, [[0, 1, 2, 3, 4, 5, 9, 9, 9], [1, 2, 3, 5, 5, 7]])
    assert against_above(records, get_measure("reliability"), BELOW, ABOVE) == ("more",)


def test_a_row_of_several_cells_counts_as_their_mean(tmp_path: Path) -> None:
    """Run by run, over the cells that a table does not tell apart."""
    records = _records(tmp_path, [[0, 1, 0, 1, 0, 1], [1, 0, 1, 0, 1, 0], [1, 1, 1, 2, 2, 1]])
    both = Place("test", frozenset({0, 1}))
    assert against_above(records, get_measure("lost"), both, Place("test", frozenset({2}))) == ("less",)


@pytest.mark.parametrize(("runs", "said"), [(5, ""), (6, "more")])
def test_what_is_no_share_is_judged_by_its_sign_if_there_is_no_spread(
    tmp_path: Path, runs: int, said: str
) -> None:
    """Six runs of six are rarer than one in twenty, five are not; and so it is with shares."""
    records = _records(tmp_path, [[1] * runs, [0] * runs])
    assert against_above(records, get_measure("lost"), BELOW, ABOVE) == (said,)


def test_each_part_is_judged_by_itself(tmp_path: Path) -> None:
    """Won, drawn and lost may differ each for itself."""
    records = _records(tmp_path, [[1, 2, 3, 4, 5, 6], [0, 1, 2, 2, 3, 4]])
    assert against_above(records, get_measure("results"), BELOW, ABOVE) == ("", "less", "more")


def test_two_phases_of_one_cell_are_paired_too(tmp_path: Path) -> None:
    """A table whose rows are phases compares what the same runs came to in each."""
    fake = begin(tmp_path, {"game": ("achi",)})
    for run, lost in enumerate((0, 3, 6, 2, 1, 5)):
        fake.phase(0, run, 0, "early", _results(lost + 1 + run % 2))
        fake.phase(0, run, 1, "late", _results(lost))
    fake.store.close()
    late, early = (Place(phase, frozenset({0})) for phase in ("late", "early"))
    assert against_above(read_records(tmp_path), get_measure("reliability"), late, early) == ("more",)


def test_runs_at_their_limit_count_up_to_the_least_of_them(tmp_path: Path) -> None:
    """What nobody saw to its end cannot make a difference."""
    fake = begin(tmp_path, {"game": ("a", "b")})
    for run in range(8):
        fake.phase(0, run, 0, "test", [0] * (12 + run), "contests" if run == 0 else "stable")
        fake.phase(1, run, 0, "test", [0] * (20 + run), "stable")
    fake.store.close()
    assert against_above(read_records(tmp_path), get_measure("contests"), BELOW, ABOVE) == ("",)
