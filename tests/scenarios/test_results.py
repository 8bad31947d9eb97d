"""Results in notebooks."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from games import BadOption
from scenarios.experiment.rows import ContestRow
from scenarios.results import Results
from tests.scenarios.fake_results import SCENARIO, begin, plausible, table, weird
from tests.support import needs


@pytest.fixture
def results(tmp_path: Path) -> Results:
    """Make an experiment of two contests."""
    spec = table("won", "test", columns="")
    faker = begin(tmp_path, {"game": ("achi", "nim"), "plies": ("few",)}, [spec])
    faker.phase(1, 0, 0, "test", [1, None])
    faker.store.write(faker.contest(1, 0, 1, 0))
    faker.store.close()
    return Results(tmp_path)


def test_a_row_for_each_contest(results: Results) -> None:
    """Labels and the phase's name stand before the columns of the store; a name that is taken gives way."""
    rows = results.rows()
    assert rows.dtype.names is not None
    assert rows.dtype.names[:4] == ("game", "plies_", "phase_name", "cell")
    assert len(rows.dtype.names) == 3 + len(ContestRow.__attrs_attrs__)
    assert rows["game"].tolist() == ["nim"] * 3
    assert rows["plies_"].tolist() == ["few"] * 3
    assert rows["phase_name"].tolist() == ["test", "test", ""]
    np.testing.assert_array_equal(rows["result"], [1, np.nan, 0])
    assert rows["plies"].dtype == np.int64


def test_a_frame_has_the_same_columns(results: Results) -> None:
    """With pandas, the rows are a frame."""
    data_frame = needs("pandas", extra="frames").DataFrame
    frame = results.frame()
    assert isinstance(frame, data_frame)
    assert tuple(frame.columns) == results.rows().dtype.names
    assert frame["plies"].tolist() == [9, 9, 9]


def test_without_pandas_the_extra_is_named(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lacks pandas is told what to install."""
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadOption, match=r"hoyle\[frames\]"):
        results.frame()


def test_tables_count_as_in_the_report(results: Results) -> None:
    """Table 1 is the first, and what is not there is told."""
    assert results.table(1).title == "Contests until learned"
    for n in (0, 2, -1):
        with pytest.raises(BadOption, match="the report has 1"):
            results.table(n)


def test_what_was_run(tmp_path: Path) -> None:
    """The scenario, the facts and the cells are at hand."""
    results = Results(str(plausible(tmp_path, runs=2)))
    assert results.scenario_text == SCENARIO
    assert results.meta["seed"] == 1990
    assert results.cells[0] == {"game": "tic-tac-toe", "paradigm": "1"}
    assert "9 cells" in repr(results)
    assert len(results.tables()) == 5


def test_a_notebook_shows_findings_and_tables(tmp_path: Path) -> None:
    """As HTML that stands alone, with whatever comes from files as text; the plain form stays as it is."""
    results = Results(plausible(tmp_path, runs=2))
    shown = results._repr_html_()
    assert "Contests until learned, by paradigm" in shown
    assert shown.count("<table") == len(results.tables())
    for made in results.tables():
        assert made._repr_html_() in shown
    assert repr(results).startswith("Results(")
    assert not re.search(r"<script|<button|url\(|src=|href=| on\w+=| id=", shown)
    for style in re.findall(r"<style>(.*?)</style>", shown, re.DOTALL):
        rules = re.findall(r"([^{}]+)\{", style)
        assert all(part.strip().startswith(".hoyle-results") for rule in rules for part in rule.split(","))


def test_hostile_results_are_text_in_a_notebook(tmp_path: Path) -> None:
    """Labels and titles of a file that means harm."""
    shown = Results(weird(tmp_path))._repr_html_()
    assert "<script" not in shown
    assert "&lt;script" in shown
