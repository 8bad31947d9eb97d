"""Tuning: the same answer in any number of processes, and after any interruption."""

import json
import multiprocessing
import random
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest

from blackboard import Knowledge
from games import BadFile, BadOption, HoyleError
from scenarios import IncompleteExperiment, build_scenario, run_experiment
from scenarios.experiment.run import RunPlayer
from scenarios.experiment.store import Store
from scenarios.language.loads import load_once, reading
from scenarios.language.reading import made_of
from scenarios.tuning.account import document, fragment, sentences
from scenarios.tuning.axes import candidates, read_axes
from scenarios.tuning.tuning import TuningProgress, tune
from scenarios.tuning.tuning_spec import TuningSpec
from tests.scenarios.experiment.test_killing import count, wait_until
from tests.scenarios.experiment.test_run import left_in
from tests.scenarios.experiment.test_runner import BAD_GAMES
from tests.scenarios.quick import ADVISORS

DATA = Path(__file__).parents[2] / "data" / "before-plain"
LEARNED = DATA / "learned.hoyle"
KILLS = 12

PANELS = f"advisors={'+'.join(ADVISORS)},Victory,Wild"


def spec(**changes: Any) -> TuningSpec:
    """Make a small race of few Advisors in a game that is soon over."""
    axes = read_axes([PANELS, "paradigm=1,2"])
    made = TuningSpec(
        game="tic-tac-toe",
        candidates=candidates(axes),
        axes=["advisors", "paradigm"],
        against="random",
        contests=112,
    )
    return attrs.evolve(made, **changes)


def unexpected(progress: TuningProgress) -> None:
    """Hear of what should not be played."""
    raise AssertionError(progress)


def check_same(folder: Path, other: Path) -> None:
    """See that two folders hold the same rows, and knowledge of nothing."""
    mine, theirs = left_in(folder), left_in(other)
    assert [(row.cell, row.run, row.contest) for row in mine.contests] == [
        (row.cell, row.run, row.contest) for row in theirs.contests
    ]
    assert mine.digest == theirs.digest
    assert not (folder / "knowledge").exists()


def test_any_number_of_processes_gives_the_same(tmp_path: Path) -> None:
    """The answer and every row; a race that keeps nothing gives the same answer."""
    results = [tune(spec(), state=tmp_path / str(jobs), jobs=jobs) for jobs in (0, 1, 2)]
    assert results == [tune(spec(), jobs=0)] * 3
    check_same(tmp_path / "1", tmp_path / "0")
    check_same(tmp_path / "2", tmp_path / "0")


def resume(folder: Path) -> None:
    """Race in a process of its own, until the test kills it."""
    tune(spec(), state=folder, resume=True, jobs=0)


def test_a_race_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    """A race that is killed again and again gives the same answer and the same rows as one that is not."""
    result = tune(spec(), state=tmp_path / "whole", jobs=0)
    chance, folder = random.Random(1990), tmp_path / "killed"  # noqa: S311  # play, not secrets
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["scenarios.tuning.tuning", "tests.scenarios.tuning.test_tuning"])
    before = 0
    for _ in range(KILLS):
        process = context.Process(target=resume, args=(folder,))
        process.start()
        wanted = before + chance.randint(0, 15)
        wait_until(lambda wanted=wanted, process=process: count(folder) >= wanted or not process.is_alive())  # type: ignore[misc]  # bound by default
        process.kill()
        process.join()
        assert count(folder) >= before
        before = count(folder)
    assert tune(spec(), state=folder, resume=True, jobs=2) == result
    check_same(folder, tmp_path / "whole")


def test_nothing_that_is_kept_is_played_again(tmp_path: Path) -> None:
    """A finished race is resumed without a contest, and a block of one contest is played to its end."""
    result = tune(spec(), state=tmp_path, jobs=0)
    assert tune(spec(), state=tmp_path, resume=True, jobs=0, hear=unexpected) == result
    before = left_in(tmp_path)
    with Store(tmp_path) as store:
        for table in ("contests", "phases", "runs"):
            store._database.execute(f"DELETE FROM {table} WHERE run > 4 AND cell = 1")  # noqa: S608  # our own
        store._database.execute("DELETE FROM contests WHERE run = 4 AND cell = 1 AND contest = 1")
        for table in ("phases", "runs"):
            store._database.execute(f"DELETE FROM {table} WHERE run = 4 AND cell = 1")  # noqa: S608  # our own
    heard: list[TuningProgress] = []
    assert tune(spec(), state=tmp_path, resume=True, jobs=0, hear=heard.append) == result
    after = left_in(tmp_path)
    assert after.digest == before.digest
    kept = {(row.cell, row.run, row.contest): row.seconds for row in after.contests}
    same = [row for row in before.contests if kept[row.cell, row.run, row.contest] == row.seconds]
    assert {(row.cell, row.run, row.contest) for row in before.contests if row not in same} == {
        (1, 4, 1),
        *((1, row.run, row.contest) for row in before.contests if row.cell == 1 and row.run > 4),
    }


def test_a_block_is_what_a_run_of_the_scenario_plays(tmp_path: Path) -> None:
    """So what `hoyle run` says of a setting is about the same contests, whatever was played before them."""
    tune(spec(), state=tmp_path / "race", jobs=0)
    keys = spec().keys()
    run_experiment(build_scenario(**keys, runs=3), tmp_path / "runs", jobs=0)
    race, runs = (left_in(tmp_path / name).contests for name in ("race", "runs"))
    played = {(row.cell, row.run, row.contest): row for row in race}
    assert len(runs) == 3 * 2 * len(spec().candidates)
    for row in runs:
        assert attrs.evolve(played[row.cell, row.run, row.contest], seconds=0) == attrs.evolve(row, seconds=0)


def test_settings_meet_the_same_luck(tmp_path: Path) -> None:
    """Two that decide alike play the same contests in every block."""
    tune(spec(candidates=candidates(read_axes(["advisors=Victory", "silence"]))), state=tmp_path, jobs=0)
    first, second = ([row.moves for row in left_in(tmp_path).contests if row.cell == cell] for cell in (0, 1))
    assert len(first) > 6
    assert first == second


def test_runs_know_what_the_file_says(tmp_path: Path) -> None:
    """Hoyle knows it in every contest, in every process, and learns nothing; the folder keeps a copy."""
    known = spec(knowledge=LEARNED, contests=24)
    results = [tune(known, state=tmp_path / str(jobs), jobs=jobs) for jobs in (0, 2)]
    check_same(tmp_path / "2", tmp_path / "0")
    assert results[0] == results[1]
    assert (tmp_path / "2" / "known.hoyle").read_bytes() == LEARNED.read_bytes()
    entries = sum(map(len, Knowledge.load(LEARNED).items.values()))
    assert {row.entries for row in left_in(tmp_path / "2").contests} == {entries}
    with pytest.raises(BadOption, match="different in: knowledge"):
        tune(attrs.evolve(known, knowledge=None), state=tmp_path / "2", resume=True)
    with pytest.raises(BadFile, match="is knowledge of tic-tac-toe, not of achi"):
        tune(attrs.evolve(known, game="achi"), jobs=0, hear=unexpected)


def test_a_block_that_fails_ends_the_race(tmp_path: Path) -> None:
    """One line names the setting and the reason; when the reason is gone the race can be resumed."""
    bad = tmp_path / "bad.py"
    bad.write_text(BAD_GAMES)
    given = spec(
        game="crash", loads=(bad,), candidates=candidates(read_axes(["advisors=Victory", "silence"]))
    )
    with reading():
        load_once(bad)
    for jobs in (0, 2):
        for resumed in (False, True):
            with pytest.raises(
                IncompleteExperiment, match=r"^the race stopped at block 0 of .*: bad\.py, line 8"
            ):
                tune(given, state=tmp_path / str(jobs), jobs=jobs, resume=resumed)


def test_the_account_says_what_was_found() -> None:
    """The best, how sure that is, what it took, and what a grid takes; and a scenario that can be run."""
    given = spec(contests=400)
    result = tune(given, jobs=0)
    told = document(given, result, with_scenario=True)
    assert told["leader"]["keys"] == {"advisors": ADVISORS, "paradigm": told["leader"]["keys"]["paradigm"]}
    played, settings = told["contests"], told["settings"]
    assert played["given"] == 400 >= played["played"] == sum(each["contests"] for each in settings)
    assert played["grid"] == 6 * max(each["contests"] for each in settings)
    assert settings[0]["name"] == result.best
    assert all(each["elo_low"] <= each["elo"] <= each["elo_high"] for each in settings)
    json.dumps(told, allow_nan=False)
    assert (told["verdict"], told["guarantee"]) == ("inconclusive", None)
    assert told["left"] == 1 + sum(each["in_doubt"] for each in settings)
    assert told["better_by_at_most"] == max(each["elo_high"] for each in settings if each["in_doubt"])
    first, leads, forecast, cost = sentences(given, result)
    assert first == f"Inconclusive: {told['left']} of 6 settings may be the best."
    assert leads.startswith("advisors Victory + Panic + Candide, paradigm ")
    assert f"by up to {told['better_by_at_most']:.0f} Elo" in leads
    assert f"--contests {played['probable']}." in forecast
    assert played["probable"] > 400
    assert cost.startswith(f"{played['played']} of 400 contests were played")
    assert f"takes {played['grid']:,}." in cost
    assert 'title = "The leading of 6 settings of tic-tac-toe"' in told["scenario"]
    assert document(given, result, with_scenario=False)["scenario"] is None
    keys = given.keys(next(each for each in given.candidates if each.name == result.best))
    assert 'against = "random"' in fragment(given, result)
    assert keys["advisors"] == ADVISORS


def test_axes_lie_over_what_is_said_for_all() -> None:
    """A time of one setting takes the place of that of all, and no other entry of the table."""
    given = spec(
        candidates=candidates(read_axes(["budget.decision=1ms,2ms", "budget.Wild=1ms"])), time="20ms"
    )
    cells = made_of(given.keys(), "test").cells
    assert [set(cell.phases[0].hoyle.budget) for cell in cells] == [
        {"decision=1ms", "Wild=1ms"},
        {"decision=2ms", "Wild=1ms"},
    ]
    alone = made_of(given.keys(given.candidates[1]), "test").cells[0]
    assert alone.phases[0].hoyle == cells[1].phases[0].hoyle


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"contests": 11}, "11 contests are too few for 6 settings; give --contests 12 or more"),
        ({"indifference": 0.0}, "--indifference 0 is out of range"),
        ({"indifference": float("nan")}, "--indifference nan is out of range"),
        ({"time": "soon"}, "'soon' is not a time"),
        ({"against": "nobody"}, "no contestant is named 'nobody'"),
        ({"against": "perfect", "game": "othello"}, "othello is too large to solve"),
        ({"knowledge": Path("nowhere")}, "cannot read 'nowhere'"),
    ],
)
def test_what_is_wrong_is_said_before_anybody_plays(changes: dict[str, Any], told: str) -> None:
    """In one line, with the remedy."""
    with pytest.raises(HoyleError) as wrong:
        tune(spec(**changes), jobs=0, hear=unexpected)
    assert told in str(wrong.value)


def test_jobs_and_folders_are_checked_too(tmp_path: Path) -> None:
    """A negative number of jobs, nothing to resume, and a folder of something else name what is wrong."""
    with pytest.raises(BadOption, match="cannot use -1 jobs"):
        tune(spec(), jobs=-1)
    with pytest.raises(BadOption, match="nothing to resume"):
        tune(spec(), resume=True)
    path = tmp_path / "state"
    tune(spec(contests=12), state=path, jobs=0)
    with pytest.raises(BadOption, match="already holds results; add --resume to continue"):
        tune(spec(contests=12), state=path)
    others: dict[str, dict[str, Any]] = {
        "contests": {"contests": 24},
        "seed": {"seed": 1},
        "indifference": {"indifference": 5.0},
        "against, time": {"against": "perfect", "time": "1ms"},
        "axes": {"candidates": candidates(read_axes(["advisors=Victory,Wild"]))},
    }
    for what, other in others.items():
        with pytest.raises(BadOption, match=f"different in: {what}; choose another folder"):
            tune(spec(**{"contests": 12, **other}), state=path, resume=True)
    with pytest.raises(BadOption, match="holds results of a tuning; resume it with hoyle tune"):
        run_experiment(build_scenario(**spec().keys(), runs=99), path, resume=True)
    run_experiment(build_scenario(**spec().keys()), tmp_path / "run", jobs=0)
    with pytest.raises(BadOption, match="holds results of an experiment; resume it with hoyle run"):
        tune(spec(), state=tmp_path / "run", resume=True)


def test_folders_of_earlier_versions_are_resumed(tmp_path: Path) -> None:
    """The difference that does not matter had another name."""
    result = tune(spec(contests=12), state=tmp_path, jobs=0)
    with Store(tmp_path) as store:
        identity = store.meta()["tuning"]
        store.set_meta({"tuning": {"within": identity.pop("indifference"), **identity}})
    assert tune(spec(contests=12), state=tmp_path, resume=True, jobs=0, hear=unexpected) == result


def test_files_of_earlier_versions_are_refused(tmp_path: Path) -> None:
    """A race was a file once; it stays as it is."""
    file = tmp_path / "tuning.state"
    shutil.copy(DATA / "tuning.state", file)
    for resumed in (False, True):
        with pytest.raises(BadOption, match="is a file, but --state now names a folder"):
            tune(spec(), state=file, resume=resumed)
    assert file.read_bytes() == (DATA / "tuning.state").read_bytes()


def test_rows_that_no_race_requested_are_noticed(tmp_path: Path) -> None:
    """A folder that holds more blocks than the race asked for is refused."""
    tune(spec(contests=12), state=tmp_path, jobs=0)
    with RunPlayer(made_of(spec(contests=12).keys(), "test"), tmp_path) as player:
        player.play(0, 7)
    with pytest.raises(BadFile, match="holds blocks that the race never requested"):
        tune(spec(contests=12), state=tmp_path, resume=True)
