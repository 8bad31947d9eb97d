"""The scenarios about Patsy: what they compare, and a small version of each runs."""

from pathlib import Path

import attrs
import pytest

from scenarios import read_scenario, run_experiment
from scenarios.experiment.preview import grid_document
from scenarios.experiment.records import read_records
from scenarios.report.cell_groups import make_groups
from scenarios.report.report_files import write_report
from scenarios.report.result_tables import make_table
from scenarios.report.sections.learning_curves import added_up

NAMES = ("hoylite", "grid-games-with-patsy", "five-mens-morris-patsy")
LEARNERS = {"Patsy-1": {"patsy_states", "patsy_1"}, "Patsy-2": {"patsy_2", "patsy_2_before"}}


@pytest.mark.parametrize("name", NAMES)
def test_each_compares_with_patsy_to_without(name: str) -> None:
    """Everybody else is the same in all cells of a game, and whoever is seated is fed."""
    scenario = read_scenario(name)
    assert grid_document(scenario)["most_contests"]
    assert scenario.seed == 1990
    for game in {cell.game for cell in scenario.cells}:
        seated = [cell.phases[0].hoyle.seated() for cell in scenario.cells if cell.game == game]
        assert len({frozenset(each - LEARNERS.keys()) for each in seated}) == 1
        assert [bool(each & LEARNERS.keys()) for each in seated][:2] == [False, True]
    for cell in scenario.cells:
        for phase in (each for each in cell.phases if each.learn != "no"):
            for patsy in phase.hoyle.seated() & LEARNERS.keys():
                assert set(phase.hoyle.named_learners() or ()) & LEARNERS[patsy]


def test_hoylite_is_that_of_the_paper() -> None:
    """Victory and Panic, fifty contests of tic-tac-toe against the perfect player, thirty runs."""
    scenario = read_scenario("hoylite")
    assert scenario.runs == 30
    for cell in scenario.cells:
        (phase,) = cell.phases
        assert (cell.game, phase.against, phase.contests) == ("tic-tac-toe", "perfect", 50)
        assert phase.hoyle.seated() - {"Patsy-1"} == {"Victory", "Panic"}


def test_the_grid_games_are_those_of_three_rows_of_three() -> None:
    """Eight of them."""
    games = {cell.game for cell in read_scenario("grid-games-with-patsy").cells}
    three = (
        "tic-tac-toe",
        "lose-tic-tac-toe",
        "achi",
        "les-pendus",
        "marelle",
        "tapatan",
        "nine-holes",
        "picaria",
    )
    assert games == set(three)


def test_five_mens_morris_is_held_against_the_twelve_patterns_of_the_paper() -> None:
    """With both readings of which position teaches."""
    tables = read_scenario("five-mens-morris-patsy").tables
    assert tables[-1].measure == "retained:patsy_2"
    assert list(tables[-1].paper.values()) == [12, 12]


@pytest.mark.parametrize("name", NAMES)
def test_a_small_version_of_each_runs(name: str, tmp_path: Path) -> None:
    """Two contests in every phase of each cell of the last game; each table has a figure."""
    phases = read_scenario(name).cells[0].phases
    short = [f"phase.{phase.name}.contests=2" for phase in phases]
    scenario = read_scenario(name, overrides=["runs=1", *short])
    cells = tuple(cell for cell in scenario.cells if cell.game == scenario.cells[-1].game)
    run_experiment(attrs.evolve(scenario, cells=cells), tmp_path, jobs=0)
    records = read_records(tmp_path)
    assert {row.state for row in records.runs} == {"done"}
    for spec in records.tables:
        made = make_table(records, spec)
        assert any(entry.ours.runs for table in made for entry in table.entries.values())
    assert all(path.is_file() for path in write_report(tmp_path))


def test_hoylite_has_a_curve_of_contests_won_and_drawn_added_up(tmp_path: Path) -> None:
    """The last point is the number that were not lost."""
    scenario = read_scenario("hoylite", overrides=["runs=2", "phase.play.contests=12"])
    run_experiment(scenario, tmp_path, jobs=0)
    records = read_records(tmp_path)
    exhibit = added_up(records, make_groups(records))
    (chart,) = exhibit.charts
    assert "Cumulative contests won or drawn" in chart.svg
    last = {row[0]: row for row in exhibit.rows if row[2] == "12"}
    assert len(last) == 2
    for number, row in enumerate(last.values()):
        phases = [records.contests_of_phase(each) for each in records.ended_phases(number, "play")]
        mean = sum(int((contests["result"] >= 0).sum()) for contests in phases) / 2
        assert float(row[3].split()[0]) == mean
