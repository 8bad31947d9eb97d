"""The command that runs scenarios, as a user meets it."""

import json
import math
import os
import pty
import re
import subprocess
import termios
from pathlib import Path

import pytest

from scenarios import bundled_names, read_scenario, run_experiment
from scenarios.experiment import trial
from scenarios.language.writing import scenario_digest
from tests.scenarios.conftest import Hoyle, document
from tests.scenarios.experiment.test_runner import BAD_GAMES, MINE
from tests.scenarios.quick import TEST, command, quick, ran, write
from tests.support import each_case


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write a small scenario."""
    return write(quick(paradigm=[1, 2]), tmp_path / "quick.toml")


def test_the_document_is_the_contract(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """With --json one document comes out, with these keys and nothing else."""
    out = tmp_path / "out"
    answer = hoyle("run", file, "--out", out, "--json")
    told = json.loads(answer.out)
    assert (answer.code, answer.err) == (0, "")
    assert list(told) == [
        "scenario",
        "out",
        "cells",
        "digest",
        "stopped",
        "findings",
        "failures",
        "failed_runs",
        "complete",
        "votes",
    ]
    assert (told["scenario"], told["out"]) == ("quick", str(out))
    assert told["digest"] == run_experiment(read_scenario(file), tmp_path / "here", jobs=0)
    assert [cell["labels"] for cell in told["cells"]] == [{"paradigm": "1"}, {"paradigm": "2"}]
    for cell in told["cells"]:
        assert (cell["runs"], cell["failed"]) == (1, [])
        assert [(phase["name"], phase["contests"]) for phase in cell["phases"]] == [
            ("learn", [4]),
            ("test", [2]),
        ]
        for phase in cell["phases"]:
            assert phase["won"] + phase["drawn"] + phase["lost"] == sum(phase["contests"])
            assert phase["ended_by"] == ["contests"]


def test_a_person_is_told_where_results_are(hoyle: Hoyle, tmp_path: Path) -> None:
    """And why a run failed: the exit code is 1, and the last line says which, why and how to continue."""
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    games = ["crash", "tic-tac-toe"]
    file = write(quick(TEST, game=games, load=[str(tmp_path / "bad.py")]), tmp_path / "quick.toml")
    out = tmp_path / "out"
    answer = hoyle("run", file, "--out", out)
    reason = "bad.py, line 8: ZeroDivisionError: by nought"
    again = f"play failed runs again with --resume --out {out}"
    line = f"hoyle: 1 of 2 runs failed; the first is game=crash, run 0: {reason}; {again}\n"
    assert (answer.code, answer.err) == (1, line)
    assert f"Failed: game=crash, run 0: {reason}" in answer.out
    assert f"Results: {out}, digest of 1 of 2 runs: " in answer.out
    answer = hoyle("run", file, "--out", out, "--resume", "--json")
    told = json.loads(answer.out)
    assert (answer.code, answer.err, told["complete"]) == (1, line, False)
    failed = {"cell": 0, "labels": {"game": "crash"}, "run": 0, "advisor": None, "reason": reason}
    assert told["failed_runs"] == [failed]
    assert [len(cell["failed"]) for cell in told["cells"]] == [1, 0]


def test_nothing_is_there_to_resume(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """Nothing starts from zero by mistake, and no folder is made."""
    out = tmp_path / "mistyped"
    for words in (("run", file, "--out", out), ("tune", "tic-tac-toe", "--state", out)):
        answer = hoyle(*words, "--resume")
        assert (answer.code, answer.out) == (2, "")
        assert answer.err.startswith(f"hoyle: nothing to resume: there are no results in '{out}'; ")
    assert not out.exists()


@pytest.mark.parametrize(
    ("runs", "line"),
    [
        (1, "hoyle: the only run failed: bad.py, line 8: ZeroDivisionError: by nought; "),
        (2, "hoyle: all 2 runs failed; the first is run 0: bad.py, line 8: ZeroDivisionError: by nought; "),
    ],
)
def test_a_command_that_came_to_nothing_has_failed(
    hoyle: Hoyle, tmp_path: Path, runs: int, line: str
) -> None:
    """One line says why, rows and report are kept, and a document is still one."""
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    scenario = quick(TEST, game="crash", load=[str(tmp_path / "bad.py")], runs=runs)
    file = write(scenario, tmp_path / "quick.toml")
    out = tmp_path / "out"
    line = f"{line}play failed runs again with --resume --out {out}\n"
    answer = hoyle("run", file, "--out", out)
    assert (answer.code, answer.err) == (1, line)
    assert "Failed: run 0: bad.py, line 8: ZeroDivisionError: by nought" in answer.out
    assert (out / "report.html").is_file()
    answer = hoyle("run", file, "--out", out, "--resume", "--json")
    assert (answer.code, answer.err) == (1, line)
    (cell,) = json.loads(answer.out)["cells"]
    assert len(cell["failed"]) == cell["runs"] == runs


def test_a_folder_of_modules_is_no_danger(tmp_path: Path) -> None:
    """A script has them, wherever its Advisor runs; Hoyle has its own, though it was started right there."""
    for name in ("games", "json", "trio"):
        (tmp_path / f"{name}.py").write_text("raise ValueError('not yours')\n")
    (tmp_path / "statistics.py").write_text("strength = 7\n")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "deep.py").write_text("games = ['tic-tac-toe']\n")
    source = MINE.replace("async", "placement = 'process'\n    async").format(strength="strength")
    phase = {"against": "random", "contests": 1}
    (tmp_path / "study.py").write_text(
        f"from statistics import strength\nfrom lib.deep import games\n{source}\n"
        f"scenario = {{'game': games, 'advisors': ['Mine'], 'phase': [{phase}]}}\n"
    )
    code, out, err = ran("run", "study.py", "--json", cwd=tmp_path)
    assert (code, err) == (0, "")
    assert json.loads(out)["cells"][0]["failed"] == []


def test_results_have_a_place_of_their_own(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name of the scenario, unless it is said where."""
    file = write(quick(TEST), tmp_path / "quick.toml")
    monkeypatch.chdir(tmp_path)
    told = json.loads(hoyle("run", file, "--json").out)
    assert told["out"] == "hoyle-results/quick"
    assert (tmp_path / "hoyle-results" / "quick" / "results.sqlite").is_file()


def test_nothing_is_run_to_show_the_grid(
    hoyle: Hoyle, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown, with a guess how long it takes, and no folder is made."""
    monkeypatch.setattr(trial, "_WIDEST", math.inf)
    monkeypatch.setattr(trial, "_FARTHEST", math.inf)
    answer = hoyle("run", file, "--out", tmp_path / "out", "--dry-run", "--set", "paradigm=[1, 2, 3]")
    assert answer.code == 0
    assert "3" in answer.out
    assert re.search(
        r"^time +about \d+ seconds? on 1 process; estimated from 6 contests", answer.out, re.MULTILINE
    )
    told = document(hoyle("run", file, "--dry-run", "--json"))
    assert (told["time"]["contests"], told["time"]["why"]) == (6, "")
    assert re.search(r"^detects +unknown: the scenario has no table", answer.out, re.MULTILINE)
    assert (told["detects"]["runs"], told["detects"]["difference"]) == (told["runs"], None)
    assert told["digest"] == scenario_digest(read_scenario(file))
    assert list(tmp_path.iterdir()) == [file]
    assert not (tmp_path / "out").exists()


def test_without_a_scenario_the_bundled_ones_are_listed(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with its title, its games and how much there is to play; nothing is run."""
    monkeypatch.chdir(tmp_path)
    told = document(hoyle("run", "--json"))
    assert [each["scenario"] for each in told] == list(bundled_names())
    assert next(each for each in told if each["scenario"] == "quickstart-1990") == {
        "scenario": "quickstart-1990",
        "title": "Which paradigm learns fastest, and plays well afterwards?",
        "games": ["tic-tac-toe", "achi"],
        "cells": 8,
        "runs": 3,
        "most_contests": 5280,
    }
    answer = hoyle("run")
    assert (answer.code, answer.err) == (0, "")
    assert re.search(r"^quickstart-1990 +Which paradigm learns fastest", answer.out, re.MULTILINE)
    assert "8 cells x 3 runs, at most 5,280 contests: tic-tac-toe, achi" in answer.out
    assert list(tmp_path.iterdir()) == []


def test_keys_can_be_overruled(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """By --set, by --seed, and by what --load brings, quotes in its path or not."""
    script = tmp_path / 'it\'s "mine".py'
    script.write_text(MINE.format(strength=7))
    words = ("run", file, "--out", tmp_path / "out", "--load", script, "--seed", 9)
    answer = hoyle(*words, "--set", "paradigm=1", "--set", 'advisors=["Mine"]', "--set", "runs=2", "--json")
    assert answer.err == ""
    (cell,) = json.loads(answer.out)["cells"]
    assert cell["runs"] == 2
    kept = read_scenario(tmp_path / "out" / "scenario.toml")
    assert (kept.seed, kept.cells[0].phases[0].hoyle.advisors) == (9, ("Mine",))


@each_case(
    ("words", "named"),
    [
        (("quickstat",), "did you mean 'quickstart'"),
        (("nowhere.toml",), "nowhere.toml"),
        (("quick.toml", "--set", "paradigm=9"), "'9'"),
        (("quick.toml", "--set", "nonsense=9"), "nonsense"),
        (("quick.toml", "--set", "runs"), "runs"),
        (("quick.toml", "--set", "runs=0"), "runs"),
        (("quick.toml", "--seed", "-1"), "seed"),
        (("quick.toml", "--seed", "x"), "--seed"),
        (("quick.toml", "--jobs", "0"), "--jobs"),
        (("quick.toml", "--jobs", "-3"), "--jobs"),
        (("quick.toml", "--load", "nowhere.py"), "nowhere.py"),
        (("quick.toml", "--out", "quick.toml"), "quick.toml"),
        (("quick.toml", "--set", "phase.learn.against=bob"), "bob"),
        (("--jobs", "2"), "SCENARIO"),
        (("--dry-run",), "hoyle run without options lists bundled scenarios"),
    ],
)
def test_what_is_wrong_is_one_line(
    hoyle: Hoyle, file: Path, words: tuple[str, ...], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr, with exit code 2, and nothing is left behind."""
    monkeypatch.chdir(file.parent)
    answer = hoyle("run", *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert named in answer.err
    assert [each.name for each in file.parent.iterdir()] == ["quick.toml"]


def test_what_a_folder_holds_is_told(hoyle: Hoyle, tmp_path: Path) -> None:
    """Results are there already, or are of another scenario; more runs are welcome."""
    file = write(quick(TEST), tmp_path / "quick.toml")
    words = ("run", file, "--out", tmp_path / "out")
    assert hoyle(*words).code == 0
    for more, said in (
        ((), "add --resume to continue"),
        (("--resume", "--seed", 8), "begun with another scenario"),
    ):
        answer = hoyle(*words, *more)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert said in answer.err
    answer = hoyle(*words, "--resume", "--set", "runs=2", "--json")
    assert json.loads(answer.out)["cells"][0]["runs"] == 2


def test_what_lies_beside_a_scenario_is_not_overwritten(
    hoyle: Hoyle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results into the folder at hand, where the scenario itself is, are refused."""
    file = write(quick(TEST), tmp_path / "scenario.toml")
    text = f"# A note of mine.\n{file.read_text()}"
    file.write_text(text)
    (tmp_path / "report.md").write_text("mine")
    monkeypatch.chdir(tmp_path)
    answer = hoyle("run", "scenario.toml", "--out", ".")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("hoyle: '.' holds files but no results of an experiment")
    assert answer.err.count("\n") == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["report.md", "scenario.toml"]
    assert (file.read_text(), (tmp_path / "report.md").read_text()) == (text, "mine")


def seen(width: int, *words: object) -> str:
    """Return what a terminal of a width shows of a command's stderr."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, width))
    environment = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(  # noqa: S603  # our own
        command(*words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=follower,
        env={**environment, "TERM": "xterm"},
    )
    os.close(follower)
    shown = b""
    while True:
        try:
            shown += os.read(leader, 10_000)
        except OSError:
            break
    os.close(leader)
    assert process.wait() == 0
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode())


def test_a_bar_is_for_terminals(file: Path, tmp_path: Path) -> None:
    """Without one nothing is shown but the answer."""
    code, out, err = ran("run", file, "--out", tmp_path / "piped", "--jobs", 2)
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    shown = seen(100, "run", file, "--out", tmp_path / "shown", "--jobs", 2)
    assert re.search(r"\d/2 +.*runs, \d+ contests", shown)


@pytest.mark.parametrize("width", [60, 80])
def test_a_long_title_leaves_room_for_the_bar(width: int, tmp_path: Path) -> None:
    """The title is cut, for how far it is and how long it takes is what people look for."""
    title = "A first look: [two] games, four paradigms, and how long it takes to learn them"
    file = write(quick(TEST, paradigm=[1, 2], title=title), tmp_path / "quick.toml")
    lines = seen(width, "run", file, "--out", tmp_path / "out").split("\r")
    bars = [line for line in lines if "runs" in line]
    assert bars
    for line in bars:
        assert re.search(r"^A .*… [━╸╺]{6,} \d/2 +runs, \d+ contests, left (\d|-):..:..$", line.strip())


BAD_NAMES = (
    "",
    ".",
    "..",
    "../up",
    "/etc/x",
    "a/b",
    "a\\b",
    "a..b",
    ".hidden",
    "a\nb",
    "a\u202eb",
    " a",
    "a" * 101,
)


@pytest.mark.parametrize("name", BAD_NAMES)
def test_results_land_nowhere_but_where_they_are_meant_to(
    hoyle: Hoyle, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is no folder's is refused in one line with its place, however it comes in."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    Path("base.toml").write_text(f'extends = "quickstart"\nname = {json.dumps(name)}\nruns = 1\n')
    Path("over.toml").write_text('extends = "base.toml"\n')
    Path("script.py").write_text(f'scenario = {{"extends": "quickstart", "name": {name!r}}}\n')
    told = {
        "base.toml, line 2": ("base.toml",),
        "base.toml, line 2:": ("over.toml",),
        "script.py": ("script.py",),
        "--set name=": ("quickstart", "--set", f"name={json.dumps(name)}"),
    }
    for place, words in told.items():
        answer = hoyle("run", *words)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert place in answer.err
        assert "it must be the name of a folder" in answer.err
    assert sorted(each.name for each in here.iterdir()) == ["base.toml", "over.toml", "script.py"]
    assert list(tmp_path.iterdir()) == [here]


def test_a_file_whose_name_is_none_needs_another(hoyle: Hoyle, tmp_path: Path) -> None:
    """What a hidden file is called cannot be a folder of results; with a name of its own it can be run."""
    file = tmp_path / ".hidden.toml"
    file.write_text('extends = "quickstart"\n')
    assert "name is '.hidden'; it must be the name of a folder" in hoyle("run", file, "--dry-run").err
    assert hoyle("run", file, "--dry-run", "--set", 'name="fine"').code == 0


@each_case("name", bundled_names())
def test_what_is_bundled_is_named_well(name: str) -> None:
    """Every bundled scenario has a name that can be a folder."""
    assert read_scenario(name).name == name
