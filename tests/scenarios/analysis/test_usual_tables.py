"""Tables of a scenario that asks for none."""

from pathlib import Path

from scenarios import build_scenario, run_experiment, scenario_digest
from scenarios.analysis.usual_tables import tables_of
from scenarios.experiment.records import read_records
from scenarios.report.report_files import write_report
from scenarios.report.result_tables import make_tables
from tests.scenarios.fake_results import begin, table, won_records

UNTIL = """
game = "tic-tac-toe"
paradigm = [1, 2]
[[phase]]
name = "learn"
learn = "play"
contests = 40
until = { expert_like = 10 }
[[phase]]
name = "test"
contests = 4
"""


def test_phases_call_for_what_they_came_to(tmp_path: Path) -> None:
    """How long learning took that could end early; how contests ended; by the setting that varies."""
    faker = begin(tmp_path, {"paradigm": ("1", "2")}, (), scenario=UNTIL)
    for cell in range(2):
        for run in range(2):
            faker.phase(cell, run, 0, "learn", [0] * (10 + run), "expert_like")
            faker.phase(cell, run, 1, "test", [1, 0, 0, -1])
    faker.store.close()
    records = read_records(tmp_path)
    assert [(each.measure, each.phase, each.rows, each.columns) for each in tables_of(records)] == [
        ("contests", "learn", "paradigm", ""),
        ("expert_like", "learn", "paradigm", ""),
        ("expert_like", "test", "paradigm", ""),
        ("results", "learn", "paradigm", ""),
        ("results", "test", "paradigm", ""),
    ]
    assert make_tables(records)[0].title == "Contests until the phase ended, phase learn"
    _, markdown = write_report(tmp_path)
    assert "### Table 5: Contests won, drawn and lost, phase test" in markdown.read_text(encoding="utf-8")


def test_games_are_columns_and_what_else_varies_splits(tmp_path: Path) -> None:
    """Two axes fit into a table; a third makes several."""
    axes = {"game": ("achi", "nim"), "paradigm": ("1", "2"), "late": ("keep", "drop")}
    records = won_records(tmp_path, axes, [[5, 6]] * 8, ())
    first = tables_of(records)[0]
    assert (first.measure, first.rows, first.columns) == ("expert_like", "paradigm", "game")
    titles = [each.title for each in make_tables(records)]
    assert titles[:2] == ["Expert-like contests: late keep", "Expert-like contests: late drop"]


def test_where_nothing_varies_phases_are_rows(tmp_path: Path) -> None:
    """One setting, several phases; one that only watched has no results, but knows something."""
    faker = begin(tmp_path, {"game": ("achi",)}, ())
    for run in range(2):
        faker.phase(0, run, 0, "watch", [None, None], role="none", entries=7)
        faker.phase(0, run, 1, "test", [1, 0])
    faker.store.close()
    made = {each.measure.name: each for each in make_tables(read_records(tmp_path))}
    assert {name: each.rows for name, each in made.items()} == {
        "expert_like": ("test",),
        "results": ("test",),
        "entries": ("watch",),
    }
    assert made["entries"].entries["watch", ""].ours.estimates[0].value == 7


def test_on_the_wall_clock_times_are_called_for(tmp_path: Path) -> None:
    """They are what it is for."""
    faker = begin(tmp_path, {"game": ("achi",)}, (), wall_cells=[0])
    faker.phase(0, 0, 0, "test", [1, 0])
    faker.store.close()
    assert [each.measure for each in tables_of(read_records(tmp_path))][-1] == "time"


def test_whoever_asks_for_tables_gets_these(tmp_path: Path) -> None:
    """And nothing else."""
    records = won_records(
        tmp_path, {"paradigm": ("1", "2")}, [[5, 6]] * 2, [table("won", "test", rows="paradigm", columns="")]
    )
    assert tables_of(records) == list(records.tables)


def test_what_is_stored_does_not_change(tmp_path: Path) -> None:
    """The tables are made of the rows when somebody reads them; the scenario means the same."""
    phase = {"name": "test", "against": "random", "contests": 2}
    scenario = build_scenario(game="tic-tac-toe", advisors=["Victory", "Wild"], phase=[phase])
    before = scenario_digest(scenario)
    run_experiment(scenario, tmp_path, jobs=0)
    records = read_records(tmp_path)
    assert (list(records.tables), records.meta["scenario_digest"]) == ([], before)
    assert [each.measure.name for each in make_tables(records)] == ["expert_like", "results"]
