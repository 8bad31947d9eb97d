"""Experiments: the same seed gives the same results, and a folder is one experiment's own."""

import re
import threading
from pathlib import Path
from typing import Any

import pytest
import trio

from agents import register_advisor
from blackboard import Knowledge
from games import BadFile, BadOption, HoyleError, make_game
from scenarios import (
    IncompleteExperiment,
    Results,
    build_scenario,
    read_scenario,
    run_experiment,
    scenario_digest,
    write_scenario,
)
from scenarios.experiment import locks
from scenarios.experiment.rows import ContestRow
from scenarios.experiment.runner import Progress
from scenarios.experiment.store import Store
from scenarios.language.scenario import Scenario
from tests.scenarios.quick import LEARN, TEST, quick
from tests.scenarios.resealing import alter
from tests.support import advisor, needs

BAD_GAMES = """
from games import TooLarge
from tests.scenarios.shuttle import Shuttle

class Crash(Shuttle):
    name = "crash"
    def outcome(self, position):
        raise ZeroDivisionError("by\\n  nought")

class Leave(Shuttle):
    name = "leave"
    def legal_moves(self, position):
        raise SystemExit(3)

class Huge(Shuttle):
    name = "huge"
    def outcome(self, position):
        raise TooLarge("huge is too large to solve")
"""


def contests(folder: Path, **where: int) -> list[ContestRow]:
    """Read the contests of an experiment."""
    with Store(folder) as store:
        return store.contests(**where)


def run(scenario: Scenario, folder: Path, **how: Any) -> str:
    """Run a scenario in this process."""
    return run_experiment(scenario, folder, **{"jobs": 0, **how})


# The same seed, the same results.


def test_the_digest_does_not_hang_on_who_plays(tmp_path: Path) -> None:
    """In this process, in one other or in two, beside another experiment or alone: all is the same."""
    scenario = quick(paradigm=[1, 2], runs=2)
    beside = threading.Thread(target=run, args=(quick(seed=8, runs=3), tmp_path / "beside"))
    digests = {run(scenario, tmp_path / "here"), run(scenario, tmp_path / "again")}
    beside.start()
    digests |= {run(scenario, tmp_path / str(jobs), jobs=jobs) for jobs in (1, 2)}
    beside.join()
    assert len(digests) == 1
    assert run(quick(paradigm=[1, 2], runs=2, seed=8), tmp_path / "other") not in digests


def test_the_digest_knows_no_time(tmp_path: Path) -> None:
    """Neither the seconds that a contest took nor why a run failed are in it, but moves are."""
    digest = run(quick(), tmp_path)
    changes = {
        "UPDATE contests SET seconds = seconds + 1": True,
        "UPDATE runs SET reason = 'in /home/me'": True,
        "UPDATE meta SET value = '\"1990\"' WHERE key = 'started'": True,
        "UPDATE contests SET decision_ns = 1": False,
        "UPDATE contests SET moves = '1 2'": False,
    }
    for change, stays in changes.items():
        alter(tmp_path, change)
        with Store(tmp_path) as store:
            assert (store.digest() == digest) is stays, change


def test_times_on_the_wall_are_no_result(tmp_path: Path) -> None:
    """What a decision took there hangs on the machine, so it is no part of the digest."""
    phase = {**TEST, "contests": 1}
    digests = {run(quick(phase, clock="wall", budget="10s"), tmp_path / name) for name in "ab"}
    assert len(digests) == 1


def test_cells_that_differ_in_nothing_that_matters_play_the_same(tmp_path: Path) -> None:
    """A weight of 1 changes nothing: both cells meet the same luck. One of 3 does."""
    run(quick(variant=[{"name": "silent"}, {"name": "said", "weights": {"Candide": 1}}], runs=2), tmp_path)
    first, second = ([row.moves for row in contests(tmp_path, cell=cell)] for cell in (0, 1))
    assert first == second
    assert len(set(first)) > 6


def test_runs_have_luck_of_their_own(tmp_path: Path) -> None:
    """No two runs of a cell are the same."""
    run(quick(runs=3), tmp_path)
    assert len({tuple(row.moves for row in contests(tmp_path, run=run)) for run in range(3)}) == 3


# What is left in the folder.


def test_the_folder_tells_everything(tmp_path: Path) -> None:
    """Its scenario reads to the same one, and what each run learned loads, and is about its game."""
    scenario = quick(game=["tic-tac-toe", "achi"], runs=2, title="A title", about="Why.\nAnd how.")
    run(scenario, tmp_path)
    found = read_scenario(tmp_path / "scenario.toml")
    assert found == scenario
    assert scenario_digest(found) == scenario_digest(scenario)
    files = sorted((tmp_path / "knowledge").iterdir())
    assert len(files) == 4
    for file in files:
        cell = scenario.cells[int(file.name.split("-")[1])]
        knowledge = Knowledge.load(file, game=make_game(cell.game))
        assert knowledge.item("model") or knowledge.items


def test_progress_is_told(tmp_path: Path) -> None:
    """From the first run to the last, and never backwards."""
    heard: list[Progress] = []
    run(quick(runs=3), tmp_path, hear=heard.append)
    assert heard[-1] == Progress(runs=3, all_runs=3, contests=18)
    assert heard == sorted(heard, key=lambda each: each.contests)


def test_a_notebook_needs_few_lines(tmp_path: Path) -> None:
    """A folder may be a text."""
    scenario = build_scenario(game="tic-tac-toe", advisors=["Victory"], phase=[TEST])
    assert len(run_experiment(scenario, str(tmp_path / "results"), jobs=0)) == 64


def test_the_page_shows_how_to_do_it_from_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands there runs, line by line, and a second time where it says so."""
    data_frame = needs("pandas", extra="frames").DataFrame
    page = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text()
    section = page.partition("## From Python and notebooks\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "notebook"}
    for block in blocks:
        exec(block, names)  # noqa: S102  # our own page
    assert len(blocks) == 4
    assert names["bundled"].runs == 10
    assert isinstance(names["frame"], data_frame)
    assert (len(names["rows"]), len(names["second"]), len(names["frame"])) == (20, 10, 20)
    assert list(names["by_run"].index) == [("1", 0), ("1", 1), ("2", 0), ("2", 1)]
    bold = contests(Path("results/bold"))
    assert [row.cell for row in bold] == [0] * 5 + [1] * 5
    assert [row.moves for row in bold[:5]] != [row.moves for row in bold[5:]]
    exec(blocks[2].replace("results/bold", "results/again"), names)  # noqa: S102  # as above
    assert contests(Path("results/again"))[0].moves == bold[0].moves


@pytest.mark.parametrize("jobs", [0, 1])
async def test_a_loop_has_no_experiment_in_it(tmp_path: Path, jobs: int) -> None:
    """It is refused before anything is made; in a thread it can be run."""
    with pytest.raises(BadOption, match=r"cannot be run inside a trio loop, .*; call it outside"):
        run(quick(TEST), tmp_path / "out", jobs=jobs)
    assert not (tmp_path / "out").exists()
    await trio.to_thread.run_sync(lambda: run(quick(TEST), tmp_path / "out", jobs=jobs))
    assert len(contests(tmp_path / "out")) == 2


# Going on.


@pytest.mark.parametrize("jobs", [0, 2])
def test_more_runs_can_be_asked_for(tmp_path: Path, jobs: int) -> None:
    """What was played stays, and the whole is as if it had been asked for at once."""
    run(quick(runs=1), tmp_path / "grown")
    before = contests(tmp_path / "grown")
    grown = run(quick(runs=3), tmp_path / "grown", jobs=jobs, resume=True)
    assert contests(tmp_path / "grown", run=0) == before
    assert grown == run(quick(runs=3), tmp_path / "at-once")


def test_fewer_runs_than_there_are_are_refused(tmp_path: Path) -> None:
    """A folder shows all that was played in it; runs that were only wished for can be given up."""
    run(quick(runs=3), tmp_path)
    before, text = contests(tmp_path), (tmp_path / "scenario.toml").read_text()
    with pytest.raises(BadOption, match=r"holds 3 runs of a cell, but the scenario wants 2; raise runs, or"):
        run(quick(runs=2), tmp_path, resume=True)
    assert contests(tmp_path) == before
    assert (tmp_path / "scenario.toml").read_text() == text
    with Store(tmp_path) as store:
        store.set_meta({"runs": 9})
    run(quick(runs=3), tmp_path, resume=True)


def test_going_on_with_what_is_done_changes_nothing(tmp_path: Path) -> None:
    """Not even a row."""
    digest = run(quick(), tmp_path)
    before = contests(tmp_path)
    assert run(quick(), tmp_path, resume=True) == digest
    assert contests(tmp_path) == before


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 8},
        {"paradigm": 2},
        {"phase": [{**LEARN, "contests": 5}, TEST]},
        {"without": ["Panic"]},
    ],
)
def test_another_scenario_is_not_mixed_in(tmp_path: Path, other: dict[str, Any]) -> None:
    """The folder is left as it is."""
    run(quick(), tmp_path)
    before, text = contests(tmp_path), (tmp_path / "scenario.toml").read_text()
    keys = {**quick().keys, **other}
    with pytest.raises(BadOption, match="was begun with another scenario"):
        run(build_scenario(**keys), tmp_path, resume=True)
    assert contests(tmp_path) == before
    assert (tmp_path / "scenario.toml").read_text() == text


def test_results_are_not_overwritten(tmp_path: Path) -> None:
    """Unless it is said that it goes on, a folder with results is refused."""
    run(quick(), tmp_path)
    with pytest.raises(BadOption, match="add --resume to continue"):
        run(quick(), tmp_path)


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("name", ["scenario.toml", "report.md", ".hidden", "traces/"])
def test_a_folder_of_other_things_is_refused(tmp_path: Path, name: str, resume: bool) -> None:
    """It is left as it is, to the byte."""
    mine = tmp_path / name
    if name.endswith("/"):
        mine.mkdir()
    else:
        mine.write_text("mine")
    with pytest.raises(
        BadOption, match=rf"^'{tmp_path}' holds files but no results .*; choose a folder that"
    ):
        run(quick(TEST), tmp_path, resume=resume)
    assert list(tmp_path.iterdir()) == [mine]
    assert mine.is_dir() or mine.read_text() == "mine"


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    """So is one in which an experiment was stopped before it had begun, or a new one that is to go on."""
    (tmp_path / ".lock").touch()
    run(quick(TEST), tmp_path)
    run(quick(TEST), tmp_path / "new", resume=True)
    assert len(contests(tmp_path)) == len(contests(tmp_path / "new")) == 2


def test_a_folder_takes_one_experiment_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one is refused, and one that waited does not go on where it was not told to."""
    monkeypatch.setattr(locks, "PATIENCE", 0.0)
    with locks.locked(tmp_path), pytest.raises(BadOption, match="another process is writing"):
        run(quick(), tmp_path)
    monkeypatch.setattr(locks, "PATIENCE", 30.0)
    caught: list[HoyleError] = []

    def second() -> None:
        try:
            run(quick(TEST), tmp_path)
        except HoyleError as error:
            caught.append(error)

    with locks.locked(tmp_path):
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.5)
        Store(tmp_path).close()
    waiting.join()
    assert "already holds results" in str(caught[0])


def test_results_of_another_version_are_refused(tmp_path: Path) -> None:
    """In one line."""
    run(quick(TEST), tmp_path)
    with Store(tmp_path) as store:
        store.set_meta({"version": 99})
    with pytest.raises(BadFile, match="version 99"):
        run(quick(TEST), tmp_path, resume=True)


# What goes wrong.


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_failed_run_is_a_row(tmp_path: Path, jobs: int) -> None:
    """A game that misbehaves is told; the other runs go on."""
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    games = ["crash", "leave", "tic-tac-toe"]
    phase = {**TEST, "against": "perfect"}
    scenario = quick(phase, game=games, load=[str(tmp_path / "bad.py")])
    out = tmp_path / "out"
    with pytest.raises(IncompleteExperiment) as raised:
        run(scenario, out, jobs=jobs)
    error = raised.value
    assert str(error) == (
        "2 of 3 runs failed; the first is game=crash, run 0: bad.py, line 8: ZeroDivisionError: by nought;"
        " resume=True plays failed runs again"
    )
    assert [(each.cell, each.labels, each.run, each.advisor) for each in error.failed_runs] == [
        (0, {"game": "crash"}, 0, None),
        (1, {"game": "leave"}, 0, None),
    ]
    with Store(out) as store:
        rows = store.runs()
        assert (error.folder, error.digest) == (out, store.digest())
    assert (Results(out).complete, Results(out).failed_runs) == (False, error.failed_runs)
    assert "2 of 3 runs failed" in repr(Results(out))
    assert [row.state for row in rows] == ["failed", "failed", "done"]
    assert [row.reason for row in rows[:2]] == [
        "bad.py, line 8: ZeroDivisionError: by nought",
        "bad.py, line 13: SystemExit: 3",
    ]
    assert len(contests(tmp_path / "out")) == 2


def test_a_failed_run_is_tried_again(tmp_path: Path) -> None:
    """From its last whole contest, when the experiment goes on."""
    digest = run(quick(), tmp_path / "sound")
    torn = tmp_path / "torn"
    run(quick(), torn)
    with Store(torn) as store:
        store._database.execute("DELETE FROM contests WHERE phase = 1 OR contest > 1")
        store._database.execute("DELETE FROM phases")
        store._database.execute("DELETE FROM runs")
        store.fail(0, 0, "bad luck")
    assert run(quick(), torn, resume=True) == digest


def test_the_few_choices_of_a_perfect_contestant_stay_through_a_run(tmp_path: Path) -> None:
    """In every contest, in whatever process it is played, and when it goes on; each run has its own."""
    watch = {"name": "watch", "learn": "watch", "watch": ["perfect:1", "random"], "contests": 6}
    scenario = quick(watch, {**TEST, "against": "perfect:1"}, runs=4)
    digest = run(scenario, tmp_path / "one")
    assert run(scenario, tmp_path / "two", jobs=2) == digest
    openings = {
        number: {
            row.moves.split()[0]
            for row in contests(tmp_path / "one")
            if row.run == number and row.phase == 0 and row.contest % 2 == 0
        }
        for number in range(4)
    }
    assert all(len(found) == 1 for found in openings.values())
    assert len(set().union(*openings.values())) > 1
    with Store(tmp_path / "two") as store:
        store._database.execute("DELETE FROM contests WHERE run = 2 AND (phase = 1 OR contest > 3)")
        store._database.execute("DELETE FROM phases WHERE run = 2")
        store._database.execute("DELETE FROM runs WHERE run = 2")
    assert run(scenario, tmp_path / "two", resume=True) == digest


@pytest.mark.parametrize("against", ["perfect", "perfect:2", "expert", "reasonable:50", "fallible:10"])
def test_nobody_who_needs_a_solution_plays_where_there_is_none(tmp_path: Path, against: str) -> None:
    """It is refused before anything is played or made."""
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    scenario = quick({**TEST, "against": against}, game="huge", load=[str(tmp_path / "bad.py")])
    with pytest.raises(BadOption, match=f"wants {against}, but huge is too large to solve; name search"):
        run(scenario, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_nobody_is_judged_where_the_value_is_unknown(tmp_path: Path) -> None:
    """It is refused before anything is played or made, unless no such judgement is asked for."""
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    phase = {**LEARN, "until": {"expert_like": 3}}
    with pytest.raises(BadOption, match="huge cannot be solved"):
        run(quick(phase, game=["tic-tac-toe", "huge"], load=[str(tmp_path / "bad.py")]), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """Is told in one line."""
    (tmp_path / "file").write_text("")
    with pytest.raises(BadFile, match="cannot make folder"):
        run(quick(), tmp_path / "file" / "out")
    with pytest.raises(BadOption, match="-1 jobs"):
        run(quick(), tmp_path / "out", jobs=-1)


def test_a_foreign_file_is_no_store(tmp_path: Path) -> None:
    """Whatever is in the way stays as it is."""
    (tmp_path / "results.sqlite").write_text("this is no database, and long enough to be sure of it" * 20)
    with pytest.raises(BadFile, match=r"results\.sqlite"):
        run(quick(), tmp_path, resume=True)


def test_what_is_loaded_must_not_change_meanwhile(tmp_path: Path) -> None:
    """Neither between two sittings nor while an experiment is run."""
    file = tmp_path / "mine.py"
    file.write_text(MINE.format(strength=7))
    scenario = quick(TEST, advisors=["Mine"], load=[str(file)])
    out = tmp_path / "out"
    run(scenario, out)
    file.write_text(MINE.format(strength=6))
    with pytest.raises(BadOption, match="another scenario"):
        run(read_scenario(out / "scenario.toml"), out, resume=True)


MINE = """
from agents import Advisor

class Mine(Advisor):
    '''Like the first move.'''
    async def advise(self, think):
        await think.comment(think.moves[0], {strength}, "mine")
"""


def test_a_worker_sees_that_what_is_loaded_has_changed(tmp_path: Path) -> None:
    """It says so, and plays nothing."""
    file = tmp_path / "mine.py"
    file.write_text(MINE.format(strength=7))
    scenario = quick(TEST, advisors=["Mine"], load=[str(file)], runs=2)
    out = tmp_path / "out"

    def change(_: Progress) -> None:
        file.write_text(MINE.format(strength=6))

    with pytest.raises(BadFile, match="has changed since"):
        run(scenario, out, jobs=1, hear=change)
    assert contests(out) == []


def test_an_own_advisor_plays_in_other_processes(tmp_path: Path) -> None:
    """A script brings its Advisor along."""
    script = tmp_path / "script.py"
    script.write_text(MINE.format(strength=7) + f"\nscenario = {quick(TEST, runs=2).keys!r}\n")
    scenario = read_scenario(script, overrides=["advisors=['Mine']"])
    out = tmp_path / "out"
    assert run(scenario, out, jobs=2) == run(scenario, tmp_path / "here")
    assert write_scenario(scenario) == (out / "scenario.toml").read_text()
    assert all(row.decisions for row in contests(out))


HELPED = """
from agents import Advisor
from helper import games, strength

class Mine(Advisor):
    async def advise(self, think):
        await think.comment(think.moves[0], strength, "mine")

def scenario():
    from words import title
    phase = {"against": "random", "contests": 1}
    return {"title": title, "game": games, "advisors": ["Mine"], "runs": 2, "phase": [phase]}
"""


def test_a_script_has_its_own_modules_beside_it(tmp_path: Path) -> None:
    """They are found in this process and in others; if one changes, it is another experiment."""
    for name, who in (("one", "Mine"), ("two", "Yours")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "study.py").write_text(HELPED.replace("Mine", who))
        (tmp_path / name / "words.py").write_text(f"title = 'The {name}'\n")
        (tmp_path / name / "helper.py").write_text("games = ['tic-tac-toe']\nstrength = 7\n")
    one = read_scenario(tmp_path / "one" / "study.py")
    out = tmp_path / "out"
    assert one.title == "The one"
    assert run(one, out, jobs=2) == run(one, tmp_path / "here")
    assert run(one, out, resume=True)
    assert read_scenario(tmp_path / "two" / "study.py").title == "The two"
    (tmp_path / "one" / "helper.py").write_text("games = ['tic-tac-toe']  # one\n\nstrength = 7\n")
    assert scenario_digest(read_scenario(tmp_path / "one" / "study.py")) == scenario_digest(one)
    (tmp_path / "one" / "helper.py").write_text("games = ['tic-tac-toe']\nstrength = 6\n")
    with pytest.raises(BadOption, match="another scenario"):
        run(read_scenario(tmp_path / "one" / "study.py"), out, resume=True)


def test_the_code_that_took_part_is_kept(tmp_path: Path) -> None:
    """A folder of results holds the files that the scenario loads, and what they import from beside them."""
    script, far = tmp_path / "study.py", tmp_path / "far" / "study.py"
    script.write_text(HELPED.replace('"runs"', '"load": ["far/study.py"], "runs"'))
    far.parent.mkdir()
    far.write_text("from agents import Advisor\nfrom parts.one import Base\nclass Other(Base): ...\n")
    (far.parent / "parts").mkdir()
    (far.parent / "parts" / "one.py").write_text(
        "from agents import Advisor\nclass Base(Advisor):\n    async def advise(self, think): ...\n"
    )
    (tmp_path / "words.py").write_text("title = 'Mine'\n")
    (tmp_path / "helper.py").write_text("games = ['tic-tac-toe']\nstrength = 7\n")
    (tmp_path / "unneeded.py").write_text("")
    out = tmp_path / "out"
    run(read_scenario(script), out)
    kept = {str(each.relative_to(out)): each.read_text() for each in sorted(out.glob("code*/**/*.py"))}
    assert set(kept) == {
        "code/study.py",
        "code/parts/one.py",
        "code-2/study.py",
        "code-2/helper.py",
        "code-2/words.py",
    }
    assert (kept["code/study.py"], kept["code-2/study.py"]) == (far.read_text(), script.read_text())
    run(quick(TEST), tmp_path / "plain")
    assert not (tmp_path / "plain" / "code").exists()


def test_a_module_beside_a_script_that_has_changed_is_read_again(tmp_path: Path) -> None:
    """Though the script is as it was."""
    script = tmp_path / "study.py"
    script.write_text(HELPED)
    (tmp_path / "words.py").write_text("title = 'Mine'\n")
    for game in ("achi", "nim"):
        (tmp_path / "helper.py").write_text(f"games = [{game!r}]\nstrength = 7\n")
        assert [cell.game for cell in read_scenario(script).cells] == [game]


@pytest.mark.usefixtures("registries")
def test_what_only_this_process_knows_is_not_left_out_by_others(tmp_path: Path) -> None:
    """An Advisor registered by hand takes part in this process, or not at all."""
    register_advisor(advisor("Bold"))
    scenario = quick(TEST, advisors="all", without=["Wild"])
    with pytest.raises(BadOption, match="Advisor 'Bold' is registered in this process alone"):
        run(scenario, tmp_path / "beside", jobs=1)
    assert not (tmp_path / "beside").exists()
    run(scenario, tmp_path / "here", jobs=0)
    run(quick(TEST), tmp_path / "without", jobs=1)
