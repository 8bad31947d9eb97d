"""Exhibits of time studies: curves along an axis, decisions changed, performance profiles."""

import re
from pathlib import Path

import pytest

from scenarios import build_scenario, run_experiment
from scenarios.experiment.records import read_records
from scenarios.report.report_files import write_report
from scenarios.report.sections.changes import changes
from scenarios.report.sections.time_profiles import performance
from scenarios.report.sections.trends import trends
from tests.scenarios.fake_results import begin

TABLE = {
    "title": "Drawn",
    "measure": "drawn",
    "phase": "test",
    "rows": "budget.default",
    "columns": "paradigm",
}


def test_each_item_that_is_retained_has_a_curve_of_its_own(tmp_path: Path) -> None:
    """No part of such a measure counts more than another."""
    table = TABLE | {"measure": "retained:wins+openings", "columns": ""}
    fake = begin(tmp_path, {"budget.default": ["1ms", "2ms", "4ms"]}, [table])
    for cell in range(3):
        fake.phase(cell, 0, 0, "test", [0])
    fake.store.close()
    exhibit = trends(read_records(tmp_path), [])
    assert [chart.title for chart in exhibit.charts] == ["Drawn: wins", "Drawn: openings"]
    assert [row[3] for row in exhibit.rows] == ["3 (one run)"] * 3 + ["4 (one run)"] * 3


def test_paradigms_make_no_curves(tmp_path: Path) -> None:
    """A table by paradigm is no line from one to the next."""
    table = {"title": "Drawn", "measure": "drawn", "phase": "test", "rows": "paradigm"}
    fake = begin(tmp_path, {"paradigm": ["1", "2", "3", "4"]}, [table])
    fake.phase(0, 0, 0, "test", [0, 1])
    fake.store.close()
    exhibit = trends(read_records(tmp_path), [])
    assert not exhibit.charts
    assert not exhibit.rows


def test_a_table_along_times_is_drawn_as_curves(tmp_path: Path) -> None:
    """One line a column, in the order of the times; the first chart of the report shows the first table."""
    tables = [TABLE | {"title": "Won", "measure": "won"}, TABLE]
    fake = begin(tmp_path, {"budget.default": ["10ms", "1ms", "100ms"], "paradigm": ["1", "2"]}, tables)
    for cell in range(6):
        for run in range(3):
            fake.phase(cell, run, 0, "test", [0] * (cell + run) + [1] * 5)
            fake.end(cell, run)
    exhibit = trends(read_records(tmp_path), [])
    (chart,) = exhibit.charts
    assert [chart.svg.count(f">{label}<") for label in ("1 ms", "10 ms", "100 ms")] == [1, 1, 1]
    assert chart.svg.index(">1 ms<") < chart.svg.index(">10 ms<") < chart.svg.index(">100 ms<")
    assert re.search(r"paradigm 1, default budget 100 ms: 5 \[2.5\d*, 7.4\d*\], 3 runs", chart.svg)
    assert ["Drawn", "10ms", "2", "2.0 [0.0, 4.5]", "3"] in [list(row) for row in exhibit.rows]
    assert "<h2" in write_report(tmp_path)[0].read_text()


def test_tables_of_words_make_no_curves(tmp_path: Path) -> None:
    """There is nothing between two schedules."""
    table = {"title": "Drawn", "measure": "drawn", "phase": "test", "rows": "schedule"}
    fake = begin(tmp_path, {"schedule": ["speculative", "tiered", "serial"]}, [table])
    fake.phase(0, 0, 0, "test", [0, 1])
    assert not trends(read_records(tmp_path), []).charts


def test_contests_that_took_another_course_are_counted(tmp_path: Path) -> None:
    """Each setting is compared with the first, contest by contest of the same run, where both have it."""
    fake = begin(tmp_path, {"schedule": ["speculative", "serial"]})
    for cell, courses in ((0, ["5 1 9", "5 2 3", "1 5"]), (1, ["5 1 9", "5 2 4 1", "1 5 9"])):
        rows = [fake.contest(cell, 0, 0, i, moves=moves) for i, moves in enumerate(courses)]
        fake.store.write(*rows, fake._end(3, (cell, 0, 0), "test", "contests"))
    exhibit = changes(read_records(tmp_path), [])
    assert [list(row) for row in exhibit.rows] == [
        ["all contests", "schedule serial vs speculative", "test", "3", "2: 67 % [21, 94]", "3"]
    ]
    assert len(exhibit.charts) == 1


def test_only_ways_of_running_are_compared(tmp_path: Path) -> None:
    """That another paradigm plays other contests is no news."""
    fake = begin(tmp_path, {"paradigm": ["1", "2"]})
    for cell in (0, 1):
        fake.phase(cell, 0, 0, "test", [0, 1])
    assert not changes(read_records(tmp_path), []).charts


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a small experiment with traces."""
    folder = tmp_path_factory.mktemp("traced")
    scenario = build_scenario(
        game=["tic-tac-toe", "achi"],
        advisors=["Victory", "Panic", "Greedy", "Wild"],
        runs=2,
        trace=True,
        phase=[{"name": "test", "against": "random", "contests": 4}],
    )
    run_experiment(scenario, folder, jobs=0)
    return folder


def test_every_advisor_that_speaks_has_a_profile(traced: Path) -> None:
    """By game and Advisor: it settles in time, and in the end it has settled and posted everything."""
    exhibit = performance(read_records(traced), [])
    rows = {(row[0], row[1]): row for row in exhibit.rows}
    assert set(rows) >= {("tic-tac-toe", "Wild"), ("tic-tac-toe", "Panic"), ("achi", "Wild")}
    for row in rows.values():
        assert row[5].startswith("100 %")
        assert row[6].startswith("100 %")
    assert {chart.group for chart in exhibit.charts} == {"Settled over time", "Posted over time"}
    assert "Performance profiles" in write_report(traced)[1].read_text()


def test_profiles_of_settings_are_kept_apart_or_taken_run_by_run(tmp_path: Path) -> None:
    """As many settings as can be read have a profile each; over the rest, two runs are still two."""
    scenario = build_scenario(
        game="tic-tac-toe",
        advisors=["Victory", "Wild"],
        paradigm=[1, 2],
        schedule=["serial", "tiered"],
        late=["keep", "drop"],
        runs=2,
        trace=True,
        phase=[{"name": "test", "against": "random", "contests": 2}],
    )
    run_experiment(scenario, tmp_path, jobs=0)
    exhibit = performance(read_records(tmp_path), [])
    assert {row[0] for row in exhibit.rows} == {
        f"tic-tac-toe, paradigm {paradigm}, schedule {schedule}"
        for paradigm in (1, 2)
        for schedule in ("serial", "tiered")
    }
    assert {row[6] for row in exhibit.rows} == {"100 % (all 2 equal)"}
    assert exhibit.note.endswith("Each run is pooled over late.")


def test_a_trace_that_cannot_be_read_is_left_out(traced: Path, tmp_path: Path) -> None:
    """The report is about the others."""
    import shutil  # noqa: PLC0415  # only here

    folder = shutil.copytree(traced, tmp_path / "copy")
    for path in (folder / "traces").glob("cell-0-*"):
        path.write_bytes(b"this is no trace")
    assert {row[0] for row in performance(read_records(folder), []).rows} == {"achi"}


def test_without_traces_there_is_no_profile(tmp_path: Path) -> None:
    """An experiment that kept none has a report without them."""
    fake = begin(tmp_path, {"game": ["achi"]})
    fake.phase(0, 0, 0, "test", [0, 1])
    assert not performance(read_records(tmp_path), []).charts


def test_what_no_run_has_come_to_has_no_curve(tmp_path: Path) -> None:
    """An empty chart would say nothing."""
    begin(tmp_path, {"budget.default": ("1ms", "2ms", "4ms"), "paradigm": ("1",)}, [TABLE]).store.close()
    assert trends(read_records(tmp_path), ()).charts == []
