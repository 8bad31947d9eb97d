"""The bundled scenarios, against the papers."""

from pathlib import Path

import attrs
import pytest

from scenarios import bundled_names, read_scenario, run_experiment
from scenarios.language.scenario import Tune
from scenarios.language.stop_rules import Until
from tests.support import each_case

NAMES = {
    "quickstart",
    "quickstart-1990",
    *(f"hoyle-1990-experiment-{number}{ending}" for number in (1, 2, 3) for ending in ("", "-modern")),
}
EXTENDED = {"tutorial-training"}
"""What has no tests of its own."""
GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "pong-hau-ki", "tsoro-yematatu")


@each_case("name", bundled_names())
def test_every_bundled_scenario_reads_and_tells_what_it_is(name: str) -> None:
    """It has a title, a paragraph and a table, unless it is there for others to extend."""
    scenario = read_scenario(name)
    assert scenario.name == name
    assert scenario.title != name
    assert scenario.about
    assert scenario.tables or name in EXTENDED


def test_the_experiments_of_1990_are_there() -> None:
    """Each as it was, and done better."""
    assert set(bundled_names()) >= NAMES


@pytest.mark.parametrize("number", [1, 3])
def test_four_paradigms_learn_five_games(number: int) -> None:
    """Until ten contests in a row are expert-like, five times."""
    scenario = read_scenario(f"hoyle-1990-experiment-{number}")
    assert scenario.axes == {"game": GAMES, "paradigm": ("1", "2", "3", "4")}
    assert scenario.runs == 5
    for cell in scenario.cells:
        learn = cell.phases[0]
        assert (learn.learn, learn.against, learn.contests, learn.review) == ("play", "expert", 500, True)
        assert learn.until == Until(expert_like=10)
        assert learn.hoyle.paradigm == cell.labels["paradigm"]


def test_table_1_has_the_figures_of_the_paper() -> None:
    """Their column means are the paper's own row of averages."""
    (table,) = read_scenario("hoyle-1990-experiment-1").tables
    means = [sum(table.paper[row][game] for row in "1234") / 4 for game in GAMES]
    assert means == pytest.approx([23.55, 164.45, 15.3, 10, 10])
    assert table.better == "less"


def test_six_pairs_of_paradigms_meet_with_knowledge_of_the_first() -> None:
    """Learning is off, and each row is Hoyle under its own paradigm."""
    scenario = read_scenario("hoyle-1990-experiment-2")
    assert scenario.axes["variant"] == ("1v2", "1v3", "1v4", "2v3", "2v4", "3v4")
    assert len(scenario.cells) == 30
    for cell in scenario.cells:
        learn, test = cell.phases
        row, _, column = cell.labels["variant"].partition("v")
        assert (learn.hoyle.paradigm, test.hoyle.paradigm) == ("1", row)
        assert (test.learn, test.contests, test.against) == ("no", 100, f"hoyle:paradigm={column}")
        assert (cell.labels["row"], cell.labels["column"]) == (f"Paradigm {row}", f"Paradigm {column}")
    (table,) = scenario.tables
    entries = [entry for game in table.paper.values() for row in game.values() for entry in row.values()]
    assert len(entries) == 30
    assert all(sum(entry) == 100 for entry in entries)


def test_the_rematch_is_tuned() -> None:
    """Irrelevant Advisors are dropped, three count twice, and Hoyle goes on learning."""
    scenario = read_scenario("hoyle-1990-experiment-3")
    rematch = scenario.cells[0].phases[1]
    assert (rematch.learn, rematch.contests, rematch.tune) == ("play", 20, Tune(drop=True, double=3))
    table = scenario.tables[-1]
    assert (table.measure, table.better) == ("expert_like", "more")
    assert table.paper["4"] == dict(zip(GAMES, (20, 13, 20, 20, 20), strict=True))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_modern_one_differs_only_where_it_says(number: int) -> None:
    """The grid, the figures of the paper and the other phases stay."""
    old = read_scenario(f"hoyle-1990-experiment-{number}")
    new = read_scenario(f"hoyle-1990-experiment-{number}-modern")
    assert (new.axes, new.runs) == (old.axes, old.runs)
    figures = {table.title: (table.paper, table.rows, table.columns) for table in new.tables}
    assert (
        figures.items()
        >= {table.title: (table.paper, table.rows, table.columns) for table in old.tables}.items()
    )
    learn = new.cells[0].phases[0]
    assert learn.until == Until(expert_like=20, stable=20, together=True)
    assert all(phase.hoyle.symmetry and phase.hoyle.layout == "forr" for phase in new.cells[0].phases)


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("time-limits-paradigms", "4260c97f0591d776"),
        ("time-limits-schedules", "a70f9c529214514a"),
        ("time-limits-profiles", "9505d81c0e932879"),
    ],
)
def test_time_studies_come_out_the_same_everywhere(name: str, digest: str, tmp_path: Path) -> None:
    """A small version of each, bit for bit; whoever changes how Hoyle plays writes down the new digest."""
    short = ["runs=1", "phase.learn.contests=2", "phase.test.contests=2"]
    scenario = read_scenario(name, overrides=short)
    step = max(1, len(scenario.cells) // 8)
    assert (
        run_experiment(attrs.evolve(scenario, cells=scenario.cells[::step]), tmp_path, jobs=0)[:16] == digest
    )
