"""The scenarios of the tutorial: its regimens, its tests, its figures; and a small version of each runs."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs
import pytest

from agents.rosters import ROSTERS
from scenarios import read_scenario, run_experiment
from scenarios.experiment.preview import grid_document
from scenarios.experiment.records import read_records
from scenarios.language.scenario import Scenario, TableSpec
from scenarios.report.report_files import write_report
from scenarios.report.result_tables import make_table
from tests.support import each_case

SMALL = ("tutorial-tic-tac-toe", "tutorial-lose-tic-tac-toe", "tutorial-without-weights-small")
SMALL_ON_THE_WALL = "tutorial-decision-times-small"
LARGE = (
    "tutorial-five-mens-morris",
    "tutorial-without-weights",
    "tutorial-limits",
    "tutorial-perfect-choices",
    "tutorial-versions",
    "tutorial-decision-times",
    "time-limits-farsight",
)
NAMES = (*SMALL, SMALL_ON_THE_WALL, *LARGE)
TESTS = {"perfect": "perfect", "strong": "fallible:10", "novice": "fallible:50", "random": "random"}
REASONABLE = {"reasonable-strong": "reasonable:10", "reasonable-novice": "reasonable:50"}
PLAYERS = {**TESTS, **REASONABLE}
RELIABILITY = {
    "tic-tac-toe": (100, 100, 100, 100),
    "lose-tic-tac-toe": (97, 93, 92, 95),
    "five-mens-morris": (83, 82, 83, 96),
}
POWER = {
    "tic-tac-toe": (25, 64, 94),
    "lose-tic-tac-toe": (15, 47, 74),
    "five-mens-morris": (12, 53, 80),
}
SECONDS = {
    "tic-tac-toe": (0.19, 0.18, 0.16, 0.14),
    "lose-tic-tac-toe": (0.19, 0.18, 0.19, 0.19),
    "five-mens-morris": (22.31, 21.96, 19.76, 16.19),
}
RETAINED = {
    "tic-tac-toe": [8.8, 37.1, 0.0, 42.8],
    "lose-tic-tac-toe": [14.6, 40.2, 0.6, 160.6],
    "five-mens-morris": [62.1, 600.9, 0.3, 44.3],
}
"""Tables 8.4 to 8.6 of the tutorial: against the perfect, the strong, the novice and the random player."""


def games_of(scenario: Scenario) -> list[str]:
    """List the games of a scenario."""
    return list(dict.fromkeys(cell.game for cell in scenario.cells))


def _by_phase(rows: Mapping[str, tuple[float, ...]]) -> dict[str, dict[str, float]]:
    """Put rows of the paper under the names of phases: the last of them, where there are fewer figures."""
    return {game: dict(zip([*TESTS][-len(row) :], row, strict=True)) for game, row in rows.items()}


BY_MEASURE = {
    "reliability": _by_phase(RELIABILITY),
    "power": _by_phase(POWER),
    "decision_time": _by_phase(SECONDS),
    "decision_time_median": _by_phase(SECONDS),
}


@each_case("name", NAMES)
def test_each_can_be_shown_before_it_is_run(name: str) -> None:
    """It reads, and has what all of them have in common."""
    scenario = read_scenario(name)
    assert grid_document(scenario)["most_contests"]
    assert scenario.seed == 1990
    for phase in (phase for cell in scenario.cells for phase in cell.phases):
        assert (phase.hoyle.layout, phase.hoyle.symmetry) == ("forr", True)
        assert phase.hoyle.paradigm in {"1", "pwl"}
        assert phase.hoyle.advisors
        assert phase.hoyle.advisors[0] in {"tutorial", "modern"} & ROSTERS.keys()
        assert len(phase.hoyle.seated()) in (20, 21)


@each_case("name", NAMES)
def test_hoyle_is_tested_as_in_the_tutorial(name: str) -> None:
    """In ten contests each without learning; whoever errs reasonably stands beside who errs at random."""
    for cell in read_scenario(name).cells:
        tests = {phase.name: phase for phase in cell.phases if phase.learn == "no"}
        assert all(phase.contests == 10 for phase in tests.values())
        met = {name: phase.against.partition(":")[0] for name, phase in tests.items()}
        assert met.items() <= {name: who.partition(":")[0] for name, who in PLAYERS.items()}.items()
        whole = {name: phase.against for name, phase in tests.items() if name != "perfect"}
        assert whole.items() <= PLAYERS.items()
        assert {"perfect", "strong"} <= met.keys()


@pytest.mark.parametrize("name", [*SMALL, SMALL_ON_THE_WALL])
def test_small_games_are_learned_in_a_hundred_contests(name: str) -> None:
    """Against the perfect player, and all of them played."""
    for cell in read_scenario(name).cells:
        (learn,) = [phase for phase in cell.phases if phase.learn != "no"]
        assert (learn.learn, learn.against, learn.contests) == ("play", "perfect", 100)


@pytest.mark.parametrize("name", LARGE)
def test_five_mens_morris_is_watched_and_played_in_turn(name: str) -> None:
    """Two contests at a time, five players, twice; then the perfect player against itself."""
    for cell in read_scenario(name).cells:
        regimen = [phase for phase in cell.phases if phase.learn != "no"]
        perfect = regimen[-1].others[0]
        players = [perfect, *(f"reasonable:{x}" for x in (10, 25, 50, 100))]
        rounds = [(way, who) for _ in range(2) for who in players for way in ("watch", "play")]
        assert [(phase.learn, phase.others[-1]) for phase in regimen[:-1]] == rounds
        assert all(phase.contests == 2 for phase in regimen[:-1])
        assert all(phase.others[0] == perfect for phase in regimen if phase.learn == "watch")
        assert (regimen[-1].watch, regimen[-1].contests) == ((perfect, perfect), 20)
        (test,) = [phase for phase in cell.phases if phase.name == "perfect"]
        assert test.against == perfect


def test_the_perfect_player_may_have_few_choices() -> None:
    """One, two, three and all."""
    scenario = read_scenario("tutorial-perfect-choices")
    assert scenario.axes == {"choices": ("1", "2", "3", "all")}
    met = [cell.phases[0].others[0] for cell in scenario.cells]
    assert met == ["perfect:1", "perfect:2", "perfect:3", "perfect"]


@each_case("name", NAMES)
def test_the_figures_are_those_of_the_tutorial(name: str) -> None:
    """Wherever a table has figures of Tables 8.4 to 8.6, they are those of its game."""
    scenario = read_scenario(name)
    for table in scenario.tables:
        for game, found in _figures(table, games_of(scenario)):
            if table.measure.startswith("retained"):
                assert found == RETAINED[game]
            elif table.measure == "lost":
                assert found == 0.7
            else:
                usual = {**BY_MEASURE[table.measure][game]}
                told = {phase.removeprefix("reasonable-"): value for phase, value in found.items()}
                assert told.items() <= usual.items()
                assert told.keys() >= {"strong", "novice"}


def _figures(table: TableSpec, games: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield each row of the paper's figures with its game; where there is one game, no axis names it."""
    for split, below in table.paper.items() if table.split else [("", table.paper)]:
        game = split if split in games else games[0]
        for found in below.values():
            yield game, found


@pytest.mark.parametrize("name", ["tutorial-tic-tac-toe", "tutorial-lose-tic-tac-toe", LARGE[0]])
def test_tables_8_4_to_8_6_are_there(name: str) -> None:
    """Reliability is judged and power only shown, against either kind of player."""
    tables = read_scenario(name).tables
    measures = [table.measure.partition(":")[0] for table in tables]
    assert measures[:6] == ["reliability", "power", "reliability", "power", "decision_time", "retained"]
    assert [table.better for table in tables[:4]] == ["more", "", "more", ""]
    assert [table.phases for table in tables[:4:2]] == [(*TESTS,), (*REASONABLE,)]
    assert all(table.paper for table in tables[:4])


@pytest.mark.parametrize("name", NAMES)
def test_a_small_version_of_each_runs(name: str, tmp_path: Path) -> None:
    """One contest in every phase of the last cell, at a game that is soon over; each table has a figure."""
    phases = read_scenario(name).cells[0].phases
    short = [f"phase.{phase.name}.contests=1" for phase in phases]
    scenario = read_scenario(name, overrides=["runs=1", "game=tic-tac-toe", *short])
    run_experiment(attrs.evolve(scenario, cells=scenario.cells[-1:]), tmp_path, jobs=0)
    records = read_records(tmp_path)
    assert [row.state for row in records.runs] == ["done"]
    for spec in records.tables:
        made = make_table(records, spec)
        assert any(entry.ours.runs for table in made for entry in table.entries.values())
    assert all(path.is_file() for path in write_report(tmp_path))
