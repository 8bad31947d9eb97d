"""Contestants that are programs, on the command line and in scenarios: what a user sees of them."""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.conftest import Hoyle

pytestmark = pytest.mark.usefixtures("leaves_no_process")
BOT = """import json, random, sys
for text in sys.stdin:
    m = json.loads(text)
    if m["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif m["type"] == "position":
        move = random.Random(m["seed"]).choice(m["moves"])
        print(json.dumps({"type": "move", "id": m["id"], "move": move}), flush=True)
"""
BROKEN = BOT.replace("        move = ", "        {}[len(m['moves'])]\n        move = ")
SCENARIO = """title = "Against programs"
game = "tic-tac-toe"
advisors = ["Victory", "Panic"]
runs = 2
[[phase]]
name = "test"
learn = "play"
against = ["program:PYTHON bot.py", "program:limit=9s,command=PYTHON broken.py"]
contests = 3
[[phase]]
name = "watch"
learn = "watch"
watch = ["program:PYTHON bot.py", "random"]
contests = 2
""".replace("PYTHON", sys.executable)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two programs and a scenario."""
    for name, text in {"bot.py": BOT, "broken.py": BROKEN, "programs.toml": SCENARIO}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def rows(out: Path) -> list[dict[str, Any]]:
    """Return the contests in a folder of results."""
    database = sqlite3.connect(out / "results.sqlite")
    database.row_factory = sqlite3.Row
    found = [
        dict(row) for row in database.execute("SELECT * FROM contests ORDER BY cell, run, phase, contest")
    ]
    database.close()
    return found


def test_play_against_a_program(hoyle: Hoyle, folder: Path) -> None:
    """It sits across, and the same seed gives the same contests again, on the virtual clock."""
    against = f"program:{sys.executable} {folder / 'bot.py'}"
    words = (
        "play",
        "tic-tac-toe",
        "--me",
        "hoyle",
        "--against",
        against,
        "--contests",
        3,
        "--clock",
        "virtual",
    )
    first, second = (hoyle(*words, "--json") for _ in range(2))
    told = json.loads(first.out)
    assert first.out == second.out
    assert {each["ended_by"] for each in told["contests"]} == {"rules"}
    assert told["failures"] == []


def test_a_fault_is_told_in_play(hoyle: Hoyle, folder: Path) -> None:
    """In words, and as JSON, with the program's own error."""
    words = (
        "play",
        "tic-tac-toe",
        "--me",
        "random",
        "--against",
        f"program:{sys.executable} {folder}/broken.py",
    )
    plain, told = hoyle(*words), json.loads(hoyle(*words, "--json").out)
    assert plain.code == 0
    said = "Random wins by forfeit; fault of the loser: its program ended with exit code 1: KeyError: 8."
    assert said in " ".join(plain.out.split())
    assert (told["outcome"], told["ended_by"], told["moves"]) == ("player", "forfeit", [told["moves"][0]])
    assert told["fault"] == "its program ended with exit code 1: KeyError: 8"
    many = json.loads(hoyle(*words, "--contests", 2, "--json").out)
    assert [each["fault"] for each in many["contests"]] == [f"{told['fault'][:-1]}{left}" for left in (8, 9)]
    (failure,) = many["failures"]
    assert (failure["whose"], failure["failed"], failure["asked"]) == ("contestants", 2, 2)


@pytest.mark.parametrize(
    ("against", "said"),
    [
        ("program:no-such-thing", "cannot be started: No such file"),
        ("program:", "needs a command"),
        ("program:limit=0,command=x", "use a time, such as 2s"),
        (f"program:{sys.executable} -c 'import nosuch'", "ModuleNotFoundError: No module named 'nosuch'"),
    ],
)
def test_what_cannot_play_is_refused(hoyle: Hoyle, against: str, said: str) -> None:
    """In one line, before anything is played."""
    answer = hoyle("play", "tic-tac-toe", "--me", "random", "--against", against)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1


def test_a_scenario_with_programs(hoyle: Hoyle, folder: Path) -> None:
    """They are found beside it, lose by their faults, and are told of in rows, report, JSON and terminal."""
    out = folder / "out"
    answer = hoyle("run", folder / "programs.toml", "--out", out)
    assert answer.code == 1  # one of them never made a move
    assert "failed on every move it was asked for" in answer.err
    found = rows(out)
    good = f"program:{Path(sys.executable).name} bot.py"
    bad = f"program:limit=9s,command={Path(sys.executable).name} broken.py"
    assert {row["other"] for row in found} == {good, bad, f"{good} and random"}
    for row in found:
        assert row["ended_by"] == ("forfeit" if row["other"] == bad else "rules")
        if row["other"] == bad:
            assert (row["result"], row["added"]) == (1, 0)
            assert "KeyError" in row["attendance"]
    page = (out / "report.html").read_text()
    assert "Forfeited contests" in page
    assert "KeyError" in page
    assert "forfeited 6 contests" in " ".join(answer.out.split())
    assert str(folder) not in "".join(row["other"] for row in found)


def test_a_program_is_started_once_a_run(hoyle: Hoyle, folder: Path) -> None:
    """All phases that name it ask the same one; who plays itself is two; one start is the trial before it."""
    started = "import os\nprint(os.getpid(), file=open(os.path.dirname(__file__) + '/started', 'a'))\n"
    (folder / "bot.py").write_text(started + BOT)
    bot, phase = f'"program:{sys.executable} bot.py"', "[[phase]]\ncontests = 2\n"
    (folder / "once.toml").write_text(
        'title = "Once"\ngame = "tic-tac-toe"\nadvisors = ["Victory"]\nruns = 2\n'
        f'{phase}name = "one"\nagainst = {bot}\n'
        f'{phase}name = "two"\nlearn = "watch"\nwatch = ["random", {bot}]\n'
        f'{phase}name = "three"\nlearn = "watch"\nwatch = [{bot}, {bot}]\n'
    )
    assert hoyle("run", folder / "once.toml", "--out", folder / "out").code == 0
    assert len((folder / "started").read_text().split()) == 1 + 2 * 2
    assert len(rows(folder / "out")) == 2 * 3 * 2


def test_results_are_the_same_however_they_are_run(hoyle: Hoyle, folder: Path, tmp_path: Path) -> None:
    """In two processes, in another folder, and when stopped and resumed."""
    other = tmp_path / "elsewhere"
    other.mkdir()
    for name in ("bot.py", "broken.py", "programs.toml"):
        (other / name).write_text((folder / name).read_text())
    one = json.loads(hoyle("run", folder / "programs.toml", "--out", folder / "out", "--json").out)
    two = json.loads(hoyle("run", other / "programs.toml", "--out", other / "o", "--jobs", 2, "--json").out)
    assert one["digest"] == two["digest"]
    database = sqlite3.connect(other / "o" / "results.sqlite")
    database.execute("DELETE FROM runs WHERE run = 1")
    database.execute("DELETE FROM contests WHERE run = 1 AND (contest > 0 OR phase > 0)")
    database.execute("DELETE FROM phases WHERE run = 1")
    database.commit()
    database.close()
    again = json.loads(hoyle("run", other / "programs.toml", "--out", other / "o", "--resume", "--json").out)
    assert again["digest"] == one["digest"]


def test_a_program_that_has_changed_is_another_experiment(hoyle: Hoyle, folder: Path) -> None:
    """As with Advisors: every byte of it counts."""
    words = ("run", folder / "programs.toml", "--out", folder / "out", "--set", "runs=1")
    hoyle(*words)
    (folder / "bot.py").write_text(BOT + "# another\n")
    answer = hoyle(*words, "--resume")
    assert answer.code == 2
    assert "choose another folder" in answer.err


def test_a_scenario_whose_program_does_not_start_is_not_run(hoyle: Hoyle, folder: Path) -> None:
    """One line names it, and there are no results."""
    (folder / "bot.py").write_text("import nosuch\n")
    answer = hoyle("run", folder / "programs.toml", "--out", folder / "out")
    assert answer.code == 2
    assert "No module named 'nosuch'" in answer.err
    assert not (folder / "out" / "results.sqlite").exists()
    assert "starts no programs" in " ".join(hoyle("run", folder / "programs.toml", "--dry-run").out.split())


def test_an_experiment_may_end_at_a_fault(hoyle: Hoyle, folder: Path) -> None:
    """If the scenario says so, as it does for Advisors."""
    answer = hoyle(
        "run", folder / "programs.toml", "--out", folder / "out", "--set", "on_failure=stop", "--json"
    )
    assert "KeyError" in json.loads(answer.out)["stopped"]


def test_check_takes_programs(hoyle: Hoyle, folder: Path) -> None:
    """A contestant by its name, an Advisor by --agent; findings name the program's own error."""
    good = hoyle("check", f"program:{sys.executable} {folder / 'bot.py'}", "--json")
    assert (good.code, json.loads(good.out)["failed"]) == (0, [])
    bad = hoyle("check", f"program:{sys.executable} {folder / 'broken.py'}", "--json")
    (failed,) = json.loads(bad.out)["failed"]
    assert (bad.code, failed["kind"]) == (1, "contestant")
    assert failed["finding"].startswith("fails in tic-tac-toe at '......... X' and 2 other positions: ")
    assert "KeyError: 9" in failed["finding"]


COUNTER = Path(__file__).parents[3] / "docs" / "agents" / "counter.py"


def test_check_takes_advisors_that_are_programs(hoyle: Hoyle, tmp_path: Path) -> None:
    """Good ones conform; what others do wrong is told."""
    answer = hoyle("check", "--agent", f"name=Counter,command={sys.executable} {COUNTER}", "--json")
    told = json.loads(answer.out)
    assert (answer.code, told["failed"]) == (0, [])
    assert told["checked"][0]["facts"]["ms"]["median"] > 0
    moody = COUNTER.read_text().replace(
        "strength=min(9, 4 + crossing)", "strength=__import__('os').getpid() % 3"
    )
    moody = moody.replace('reason=f"on {crossing} lines"', 'reason=str(__import__("time").perf_counter())')
    for number, (code, said) in enumerate(
        (
            (moody, "answers differently the second time in tic-tac-toe"),
            ("import nosuch", "ModuleNotFoundError: No module named 'nosuch'"),
            (COUNTER.read_text().replace("move=move,", "move='nowhere',"), "nowhere"),
        )
    ):
        file = tmp_path / "advisor.py"
        file.write_text(code)
        answer = hoyle("check", "--agent", f"name=Other{number},command={sys.executable} {file}")
        assert answer.code == 1
        assert said in " ".join(answer.out.split())


def test_something_must_be_named(hoyle: Hoyle) -> None:
    """One line says what may be."""
    answer = hoyle("check")
    assert answer.code == 2
    assert "give a Python file, program:COMMAND, or --agent" in answer.err
