"""Learned patterns in a report: drawn for the first run of a cell, told for all."""

from pathlib import Path

import attrs
import pytest

from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import Records, read_records
from scenarios.report.report_files import write_report
from scenarios.report.sections.learned_patterns import FEWEST_OF_A_CELL, MOST_OF_A_CELL, learned_patterns


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """Learn a few patterns of five men's morris, in two runs."""
    short = [
        "phase.learn.contests=6",
        *(f"phase.{name}.contests=1" for name in ("perfect", "strong", "random")),
    ]
    scenario = read_scenario(
        "five-mens-morris-patsy", overrides=["runs=2", *short, "phase.novice.contests=1"]
    )
    folder = tmp_path_factory.mktemp("patterns")
    run_experiment(scenario, folder, jobs=0)
    return read_records(folder)


def test_the_first_run_of_each_cell_is_drawn(records: Records) -> None:
    """Each pattern as a small board, under its words; nothing where no patterns are learned."""
    exhibit = learned_patterns(records, [])
    groups = {chart.group for chart in exhibit.charts}
    assert groups == {
        "Patsy-2, positions after the move: patsy_2 of run 0",
        "Patsy-2, positions before the move: patsy_2 of run 0",
    }
    assert all(chart.is_board and chart.svg.startswith("<svg ") for chart in exhibit.charts)
    assert all(" wins" in chart.title or "a draw" in chart.title for chart in exhibit.charts)
    drawn = [sum(chart.group == group for chart in exhibit.charts) for group in sorted(groups)]
    assert all(0 < number <= MOST_OF_A_CELL for number in drawn)
    assert FEWEST_OF_A_CELL < MOST_OF_A_CELL


def test_all_runs_tell_how_many_come_in_pairs(records: Records) -> None:
    """With how many they hold."""
    rows = learned_patterns(records, []).rows
    assert [(row[1], row[2]) for row in rows] == [("0", "patsy_2"), ("1", "patsy_2")] * 2
    for row in rows:
        assert row[4].endswith(f" of {row[3]} are also known with men and response exchanged.")


def test_the_page_shows_them_with_their_own_colours(records: Records) -> None:
    """As boards, which the style of charts leaves alone."""
    page = next(path for path in write_report(records.folder) if path.suffix == ".html").read_text("utf-8")
    assert '<div class="charts boards">' in page
    assert '<svg class="board" xmlns=' in page


def test_knowledge_that_is_gone_or_damaged_is_passed_over(records: Records, tmp_path: Path) -> None:
    """A report is made of what there is."""
    copy = attrs.evolve(records, folder=tmp_path)
    assert not learned_patterns(copy, []).rows
    (tmp_path / "knowledge").mkdir()
    for path in (records.folder / "knowledge").glob("*.hoyle"):
        (tmp_path / "knowledge" / path.name).write_bytes(path.read_bytes()[:-9])
    assert not learned_patterns(copy, []).rows


def test_nothing_is_read_where_nothing_of_the_kind_was_learned(tmp_path: Path) -> None:
    """Other experiments have no such section."""
    scenario = read_scenario("quickstart-1990", overrides=["runs=1", "game=tic-tac-toe"])
    run_experiment(scenario, tmp_path, jobs=0)
    assert not learned_patterns(read_records(tmp_path), []).rows
