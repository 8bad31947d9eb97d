"""Fairness: Hoyle learns from contests and from the rules, and never from the solved game."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.learning_phase import against

ROOT = Path(__file__).parents[2]
CONTRACT = next(
    contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if "solved game" in contract["name"]
)
FORBIDDEN = CONTRACT["forbidden_modules"]
CONTESTANTS = {
    "agents.chances",
    "agents.contestants",
    "agents.evaluation",
    "agents.search",
    "agents.solved",
}
"""Those in agents/ who are not Hoyle: whoever knows the solved game or searches, and their table."""


def blindfolded(game: str, who: str = "", *, contests: int = 0, scripts: object = ()) -> dict[str, Any]:
    """Run a learning phase in a process that cannot import a solver."""
    asked = {"game": game, "against": who, "contests": contests, "scripts": scripts}
    done = subprocess.run(  # noqa: S603  # our own file
        [sys.executable, "-m", "tests.scenarios.blindfold", "tests.scenarios.learning_phase", *FORBIDDEN],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_hoyle_learns_against_random_without_any_solver() -> None:
    """A whole phase runs where no solver can be imported, and learns what it learns anywhere."""
    told = blindfolded("tic-tac-toe", "random", contests=16)
    assert not set(told["modules"]) & set(FORBIDDEN)
    assert told["knowledge"] == against("tic-tac-toe", "random", 16).knowledge


@pytest.mark.parametrize("game", ["lose-tic-tac-toe", "tsoro-yematatu"])
def test_hoyle_learns_the_same_from_an_experts_moves_alone(game: str) -> None:
    """Against a script of an expert's moves, with no solver to import, it moves and learns just alike.

    So all that Hoyle ever had of the expert were its moves.
    """
    phase = against(game, "expert", 14)
    told = blindfolded(game, scripts=[contest.moves for contest in phase.contests])
    assert not set(told["modules"]) & set(FORBIDDEN)
    assert [tuple(moves) for moves in told["moves"]] == [contest.moves for contest in phase.contests]
    assert told["knowledge"] == phase.knowledge


def test_the_blindfold_is_tight() -> None:
    """Who asks for a solver in that process does not get one."""
    with pytest.raises(AssertionError, match=r"agents\.solved may not be seen here"):
        blindfolded("tic-tac-toe", "expert", contests=1)


def test_the_import_contract_covers_every_module_of_hoyles_side() -> None:
    """A new module of agents/ is an Advisor's or a learner's, and under the contract, unless listed here."""
    there = {f"agents.{path.stem}" for path in (ROOT / "agents").glob("*.py")} - {"agents.__init__"}
    listed = {name for name in CONTRACT["source_modules"] if name.startswith("agents.")}
    assert listed == there - CONTESTANTS
    assert {"blackboard", "control"} <= set(CONTRACT["source_modules"])
    assert CONTESTANTS - {"agents.contestants"} <= set(FORBIDDEN)


def test_the_import_contract_forbids_every_module_that_solves() -> None:
    """Whatever is loaded for solving, and for nothing else that Hoyle needs, is forbidden to it."""
    source = (
        "import sys, agents, control, scenarios.contest; before = set(sys.modules);"
        "import agents.solved, agents.search; print(*(set(sys.modules) - before))"
    )
    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", source],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    ours = {name for name in done.stdout.decode().split() if name.split(".")[0] in ("games", "agents")}
    assert ours
    assert ours <= set(FORBIDDEN)
