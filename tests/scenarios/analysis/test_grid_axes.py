"""The axes of a grid, and the cells that differ in one of them alone."""

from pathlib import Path

from scenarios.analysis.grid_axes import pairs_along, twins_along, varied_axes
from scenarios.experiment.records import read_records
from scenarios.language.scenario import CellSpec
from tests.scenarios.fake_results import begin


def test_it_takes_no_more_axes_than_tell_cells_apart() -> None:
    """Of those that go together the first counts, and one label alone tells nothing."""
    cells = {
        0: {"game": "achi", "clock": "wall", "variant": "1v2", "row": "Paradigm 1"},
        1: {"game": "nim", "clock": "wall", "variant": "1v2", "row": "Paradigm 1"},
        2: {"game": "achi", "clock": "wall", "variant": "3v2", "row": "Paradigm 3"},
    }
    assert varied_axes(cells) == ["game", "variant"]
    assert varied_axes({0: {"game": "achi"}}) == []


def test_twins_differ_in_one_axis_alone(tmp_path: Path) -> None:
    """Each has the first label of the axis on one side; further labels of a variant do not part them."""
    faker = begin(tmp_path, {"late": ("keep", "drop"), "variant": ("plain", "modern")})
    faker.store.set_cells(
        CellSpec(labels={"late": late, "variant": name, "row": f"Row {name}"}, game="achi")
        for late in ("keep", "drop")
        for name in ("plain", "modern")
    )
    faker.store.close()
    records = read_records(tmp_path)
    assert list(twins_along(records, "late")) == [(0, 2, "drop"), (1, 3, "drop")]
    assert list(twins_along(records, "variant")) == [(0, 1, "modern"), (2, 3, "modern")]


def test_variants_of_several_games_are_not_compared(tmp_path: Path) -> None:
    """A game is no setting, nor are other rules, even where a variant brings them."""
    faker = begin(tmp_path, {})
    faker.store.set_cells(
        [
            CellSpec(labels={"variant": "nim"}, game="nim"),
            CellSpec(labels={"variant": "nim again"}, game="nim"),
            CellSpec(labels={"variant": "achi"}, game="achi"),
            CellSpec(labels={"variant": "other achi"}, game="achi", options={"lines": "6"}),
        ]
    )
    faker.store.close()
    records = read_records(tmp_path)
    pairs = [(at, label) for _, _, at, label in pairs_along(records, "variant")]
    assert pairs == [("nim", "nim again")]
