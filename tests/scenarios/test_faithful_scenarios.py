"""The experiments of 1990 under the setting nearest to the paper."""

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from games import Outcome, make_game
from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import read_records
from scenarios.language.stop_rules import Until
from scenarios.play.judge import value_of

FAITHFUL = tuple(f"hoyle-1990-faithful-{ending}" for ending in ("1", "2", "3", "achi"))
PAGE = Path(__file__).parents[2] / "docs" / "reproduction.md"
OF_STATES = {"states", "last_chance", "played_states"}
"""Learners of who wins a position."""


@pytest.mark.parametrize("name", [*FAITHFUL, "hoyle-1990-faithful-3d"])
def test_the_faithful_setting_learns_no_more_than_the_paper_tells(name: str) -> None:
    """Positions that were played, nothing of symmetry, sums as printed; other readings change one thing."""
    for cell in read_scenario(name).cells:
        if cell.labels.get("reading", "faithful") == "faithful":
            for phase in cell.phases:
                assert phase.hoyle.silence == 0
                assert not phase.hoyle.symmetry
                assert phase.hoyle.layout == "1990"
                assert set(phase.hoyle.learners or ()) & OF_STATES == {"played_states"}


def test_faithful_tables_have_the_figures_of_the_paper() -> None:
    """The same as those of the experiments that they are compared with."""
    (one,) = read_scenario("hoyle-1990-experiment-1").tables
    (table,) = read_scenario("hoyle-1990-faithful-1").tables
    assert list(table.paper) == ["faithful", "silence 5", "last chance"]
    assert not table.better, "it is near the paper or far, never better"
    assert all(paper == one.paper for paper in table.paper.values())
    (two,) = read_scenario("hoyle-1990-experiment-2").tables
    (table,) = read_scenario("hoyle-1990-faithful-2").tables
    for label, paper in table.paper.items():
        theirs = two.paper[label.split()[0]]
        assert paper == {
            f"{row[-1]}v{column[-1]}": entry for row, line in theirs.items() for column, entry in line.items()
        }
    seven = [
        next(table for table in read_scenario(name).tables if table.title.startswith("Table 7")).paper
        for name in ("hoyle-1990-experiment-3", "hoyle-1990-faithful-3")
    ]
    assert seven[0] == seven[1]


def test_knowledge_of_lose_tic_tac_toe_comes_of_200_contests() -> None:
    """As the paper says it had almost 200; and achi is also played by rules under which it is drawn."""
    cells = {cell.labels["knowledge"]: cell for cell in read_scenario("hoyle-1990-faithful-2").cells}
    learn = cells["lose-tic-tac-toe 200 contests"].phases[0]
    assert (learn.contests, learn.until) == (200, Until())
    assert value_of(cells["achi until learned"].make_game()) is Outcome.PLAYER
    assert value_of(cells["achi drawn until learned"].make_game()) is Outcome.DRAW


def test_attempts_at_table_3_change_one_thing_each() -> None:
    """Beside the faithful one there is one in which nothing is learned, and one that moves at random."""
    scenario = read_scenario("hoyle-1990-table-3")
    cells = {cell.labels["attempt"]: cell for cell in scenario.cells}
    assert {"faithful", "nothing learned", "Wild alone"} <= cells.keys()
    assert cells["nothing learned"].phases[0].learn == "no"
    assert all([phase.name for phase in cell.phases] == ["learn", "1v2", "3v4"] for cell in scenario.cells)
    unlearned = read_scenario("hoyle-1990-table-3-unlearned")
    assert all(phase.learn == "no" for phase in unlearned.cells[0].phases)


def test_who_moves_at_random_draws_one_contest_in_eight() -> None:
    """Of lose tic-tac-toe, exactly: the page says so beside Table 3."""
    game = make_game("lose-tic-tac-toe")

    @cache
    def drawn(position: Any) -> Fraction:
        outcome = game.outcome(position)
        if outcome is not None:
            return Fraction(outcome is Outcome.DRAW)
        moves = game.legal_moves(position)
        return sum((drawn(game.play(position, move)) for move in moves), Fraction(0)) / len(moves)

    share = f"{float(100 * drawn(game.initial())):.1f} of 100"
    assert share in PAGE.read_text(encoding="utf-8")
    assert share in read_scenario("hoyle-1990-table-3").about


def test_in_three_dimensions_nobody_has_to_solve_the_game(tmp_path: Path) -> None:
    """The expert is `search`, and nothing is said of how perfect contestants would end."""
    scenario = read_scenario("hoyle-1990-faithful-3d", overrides=["runs=1", "phase.learn.contests=1"])
    assert {cell.game for cell in scenario.cells} == {"tic-tac-toe-3d", "qubic"}
    assert all(
        cell.phases[0].expert and cell.phases[0].against.startswith("search") for cell in scenario.cells
    )
    run_experiment(attrs.evolve(scenario, cells=scenario.cells[:1]), tmp_path, jobs=0)
    (contest,) = read_records(tmp_path).contests
    assert np.isnan(contest["expert_like"])


@pytest.mark.parametrize("name", [*FAITHFUL, "hoyle-1990-table-3", "hoyle-1990-table-3-unlearned"])
def test_a_small_version_of_each_runs(name: str, tmp_path: Path) -> None:
    """Every phase of its first cell and of its last, which may be the same, two contests each."""
    scenario = read_scenario(name, overrides=["runs=1"])
    ends = tuple(
        attrs.evolve(cell, phases=tuple(attrs.evolve(phase, contests=2) for phase in cell.phases))
        for cell in (*scenario.cells[:-1][:1], scenario.cells[-1])
    )
    run_experiment(attrs.evolve(scenario, cells=ends), tmp_path, jobs=0)
    assert [row.state for row in read_records(tmp_path).runs] == ["done"] * len(ends)
