"""Where Hoyle goes wrong: what the benchmark of that name finds in contests."""

from pathlib import Path

import pytest

from agents.contestants.solved import solution_of
from benchmarks.first_errors import NOWHERE, errors_of, judged
from games import make_game
from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import Records, read_records

SCENARIO = """
game = "{game}"
advisors = ["Wild"]
runs = 2
seed = 3

[[phase]]
name = "perfect"
learn = "no"
against = "perfect"
contests = 5
"""


def results(folder: Path, game: str) -> Records:
    """Let Hoyle play nearly by chance."""
    (folder / "errors.toml").write_text(SCENARIO.format(game=game))
    run_experiment(read_scenario(folder / "errors.toml"), folder / "results", jobs=0)
    return read_records(folder / "results")


@pytest.mark.parametrize(
    ("game", "stages"), [("tic-tac-toe", {"all"}), ("achi", {"placing", "sliding", NOWHERE})]
)
def test_a_contest_that_is_lost_has_a_first_error(tmp_path: Path, game: str, stages: set[str]) -> None:
    """But where the game is lost from the start, as achi is for whoever moves second."""
    records = results(tmp_path, game)
    found = errors_of(records, 0, "perfect")
    assert found.contests == 10
    assert found.lost == sum(records.contests["result"] < 0) == found.first.total() > 0
    assert found.first.keys() <= stages
    assert found.wrong.keys() <= stages
    assert all(0 <= (each.value or 0) <= 1 for each in found.wrong.values())
    assert all("[" in found.told(stage) or "%" in found.told(stage) for stage in found.wrong)
    assert found.told("somewhere") == ""


def test_the_first_error_is_named() -> None:
    """The corner is answered by a side, which loses; whatever comes then is no error any more."""
    game = make_game("tic-tac-toe")
    contest = {"role": "opponent", "moves": "1 2 7 4 5 3 9"}
    assert list(judged(game, solution_of(game), contest)) == [("all", False), ("all", True), ("all", True)]
