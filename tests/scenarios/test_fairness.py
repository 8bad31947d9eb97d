"""Fairness: Hoyle learns from contests and from the rules, and never from the solved game."""

import json
import shutil
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
HARMLESS = (
    "agents.contestants",
    "agents.contestants.contestant",
    "agents.contestants.program_contestant",
    "agents.contestants.registry",
)
"""What `agents` itself imports: contestants as such, their table, the line to programs. They know nothing."""


def modules_of(package: str) -> set[str]:
    """Name a package and all modules in it."""
    files = (ROOT / package.replace(".", "/")).rglob("*.py")
    return {package} | {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files}


UNSEEN = sorted(set().union(*map(modules_of, FORBIDDEN)) - set(HARMLESS))
"""What Hoyle's side can do without."""


def blindfolded(game: str, who: str = "", *, contests: int = 0, scripts: object = ()) -> dict[str, Any]:
    """Run a learning phase in a process that cannot import a solver."""
    asked = {"game": game, "against": who, "contests": contests, "scripts": scripts}
    done = subprocess.run(  # noqa: S603  # our own file
        [sys.executable, "-m", "tests.scenarios.blindfold", "tests.scenarios.learning_phase", *UNSEEN],
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
    assert not set(told["modules"]) & set(UNSEEN)
    assert told["knowledge"] == against("tic-tac-toe", "random", 16).knowledge


@pytest.mark.parametrize("game", ["lose-tic-tac-toe", "tsoro-yematatu"])
def test_hoyle_learns_the_same_from_an_experts_moves_alone(game: str) -> None:
    """Against a script of an expert's moves, with no solver to import, it moves and learns just alike.

    So all that Hoyle ever had of the expert were its moves.
    """
    phase = against(game, "expert", 14)
    told = blindfolded(game, scripts=[contest.moves for contest in phase.contests])
    assert not set(told["modules"]) & set(UNSEEN)
    assert [tuple(moves) for moves in told["moves"]] == [contest.moves for contest in phase.contests]
    assert told["knowledge"] == phase.knowledge


def test_the_blindfold_is_tight() -> None:
    """Who asks for a solver in that process does not get one."""
    with pytest.raises(AssertionError, match=r"agents\.contestants\.solved may not be seen here"):
        blindfolded("tic-tac-toe", "expert", contests=1)


def test_the_import_contract_covers_modules_of_tomorrow(tmp_path: Path) -> None:
    """An Advisor's or a learner's new module that imports a solver, or all of agents, breaks the contract."""
    for package in ("games", "blackboard", "control", "scenarios"):
        (tmp_path / package).symlink_to(ROOT / package)
    shutil.copytree(ROOT / "agents", tmp_path / "agents", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    assert linted(tmp_path)[0] == 0
    cheats = {
        f"agents.{room}.cheat_{number}": f"import {solver}"
        for room in ("advisors", "learners")
        for number, solver in enumerate(("games.solving.solution", "agents.contestants.search", "agents"))
    }
    for name, line in cheats.items():
        Path(tmp_path, *name.split(".")).with_suffix(".py").write_text(f'"""Ask."""\n\n{line}\n')
    code, said = linted(tmp_path)
    assert code == 1
    assert f"{CONTRACT['name']} BROKEN" in said
    assert [name for name in cheats if name not in said] == []


def linted(folder: Path) -> tuple[int, str]:
    """Run the linter of imports."""
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_the_import_contract_forbids_every_module_that_solves() -> None:
    """Whatever is loaded for solving, and for nothing else that Hoyle needs, is forbidden to it."""
    source = (
        "import sys, agents, control, scenarios.play.contests; before = set(sys.modules);"
        "import agents.contestants.solved, agents.contestants.search, games.solving.solution;"
        "print(*(set(sys.modules) - before))"
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
    assert ours <= set(UNSEEN)
