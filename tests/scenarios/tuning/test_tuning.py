"""Tuning: the same answer in any number of processes, and after any interruption."""

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from games import BadOption, HoyleError
from scenarios import build_scenario, run_experiment
from scenarios.experiment.store import Store
from scenarios.language.reading import made_of
from scenarios.tuning.account import document, fragment, sentences
from scenarios.tuning.axes import candidates, read_axes
from scenarios.tuning.blocks import BlockPlayer
from scenarios.tuning.race import ONE_LEFT
from scenarios.tuning.tuning import TuningProgress, TuningSpec, tune
from tests.scenarios.quick import ADVISORS

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


def test_any_number_of_processes_gives_the_same(tmp_path: Path) -> None:
    """The answer and every byte of the file."""
    alone, beside = tmp_path / "alone", tmp_path / "beside"
    assert tune(spec(), state=alone) == tune(spec(), state=beside, jobs=2)
    assert alone.read_bytes() == beside.read_bytes()


@pytest.mark.parametrize("share", [0.0, 0.7])
def test_what_was_torn_goes_on(tmp_path: Path, share: float) -> None:
    """To the same answer and the same bytes; nothing that is kept is played again."""
    path = tmp_path / "state"
    result = tune(spec(), state=path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    kept = max(0, path.read_bytes().count(b"\n") - 1)
    heard: list[TuningProgress] = []
    assert tune(spec(), state=path, resume=True, hear=heard.append) == result
    assert path.read_bytes() == whole
    assert heard[0].contests <= 2 * kept
    assert kept < heard[0].contests / 2 + 8 * len(spec().candidates)


def test_a_finished_race_is_told_again(tmp_path: Path) -> None:
    """Without a contest."""
    path = tmp_path / "state"
    result = tune(spec(), state=path)
    assert tune(spec(), state=path, resume=True, hear=unexpected) == result


def test_a_block_is_what_a_run_of_the_scenario_plays(tmp_path: Path) -> None:
    """So what `hoyle run` says of a setting is about the same contests, whoever was heard there before."""
    keys = spec().keys()
    scenario = made_of(keys, "test")
    player = BlockPlayer(scenario)
    numbers = range(len(scenario.cells))
    played = {(cell, run): player.play(cell, run) for run in range(3) for cell in numbers}
    run_experiment(build_scenario(**keys, runs=3), tmp_path / "out", jobs=0)
    with Store(tmp_path / "out") as store:
        rows = store.contests()
    for (cell, run), quarters in played.items():
        results = [row.result or 0 for row in rows if (row.cell, row.run) == (cell, run)]
        assert quarters == sum(results) + 2


def test_settings_meet_the_same_luck() -> None:
    """Two that decide alike have the same score in every block."""
    scenario = made_of(spec(candidates=candidates(read_axes(["advisors=Victory", "silence"]))).keys(), "test")
    player = BlockPlayer(scenario)
    assert [player.play(0, block) for block in range(6)] == [player.play(1, block) for block in range(6)]


def test_the_account_says_what_was_found() -> None:
    """The best, how sure that is, what it took, and what a grid takes; and a scenario that can be run."""
    given = spec(contests=400)
    result = tune(given)
    told = document(given, result)
    assert told["best"]["keys"] == {"advisors": ADVISORS, "paradigm": told["best"]["keys"]["paradigm"]}
    assert told["contests"] <= 400
    assert told["grid_contests"] == 6 * max(each["contests"] for each in told["field"])
    assert told["field"][0]["name"] == result.best
    assert all(each["elo_low"] <= each["elo"] <= each["elo_high"] for each in told["field"])
    json.dumps(told, allow_nan=False)
    first, end, _, cost = sentences(given, result)
    assert first.startswith("The best of 6 settings is advisors Victory + Panic + Candide, paradigm ")
    assert result.why in end
    assert f"takes {told['grid_contests']:,}." in cost
    assert result.why != ONE_LEFT
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
        ({"contests": 11}, "11 contests are too few for 6 settings; give --contests 12 at least"),
        ({"within": 0.0}, "--within 0 is no difference"),
        ({"within": float("nan")}, "--within nan is no difference"),
        ({"time": "soon"}, "'soon' is no time"),
        ({"against": "nobody"}, "no contestant is named 'nobody'"),
        ({"against": "perfect", "game": "othello"}, "othello is too large to solve"),
        ({"knowledge": Path("nowhere")}, "cannot read 'nowhere'"),
    ],
)
def test_what_is_wrong_is_said_before_anybody_plays(changes: dict[str, Any], told: str) -> None:
    """In one line, with the remedy."""
    with pytest.raises(HoyleError) as wrong:
        tune(spec(**changes), hear=unexpected)
    assert told in str(wrong.value)


def test_jobs_and_files_are_looked_at_too(tmp_path: Path) -> None:
    """No jobs, nothing to go on with, and a file that was begun with more contests."""
    with pytest.raises(BadOption, match="there cannot be 0 jobs"):
        tune(spec(), jobs=0)
    with pytest.raises(BadOption, match="nothing to go on with"):
        tune(spec(), resume=True)
    path = tmp_path / "state"
    tune(spec(contests=12), state=path)
    with pytest.raises(BadOption, match="was begun with another game, other settings, contests"):
        tune(spec(contests=24), state=path, resume=True)
