"""How long an experiment will take."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from scenarios import Scenario, read_scenario
from scenarios.experiment import trial
from scenarios.experiment.preview import most_contests
from scenarios.experiment.trial import TimeGuess, guess_time
from scenarios.language.writing import scenario_digest
from tests.scenarios.experiment.test_runner import BAD_GAMES
from tests.scenarios.quick import LEARN, TEST, quick, write

STUBBORN = '''
from agents import Advisor

class Stubborn(Advisor):
    """Never come to an end."""
    async def advise(self, think):
        while True:
            pass
'''
PROGRAM = {"name": "Nodey", "command": ["no-such-program"]}


def guessed(scenario: Scenario, folder: Path, **how: Any) -> TimeGuess:
    """Guess from a trial of a scenario that stands in a file."""
    return guess_time(scenario, write(scenario, folder / "quick.toml"), **how)


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[float]]:
    """Let the contests of each cell take this long, instead of playing any."""
    taken: dict[int, list[float]] = {}

    def played(*_: object) -> tuple[Mapping[int, list[float]], str]:
        return taken, ""

    monkeypatch.setattr(trial, "_played", played)
    return taken


def test_contests_are_really_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the first cell and the last; nothing is written, and the scenario means what it meant."""
    monkeypatch.setattr(trial, "_FARTHEST", math.inf)
    monkeypatch.setattr(trial, "_WIDEST", math.inf)
    scenario = quick(paradigm=[1, 2, 3])
    before = scenario_digest(scenario)
    guess = guessed(scenario, tmp_path)
    assert (guess.contests, guess.processes, guess.why) == (6, 1, "")
    assert guess.seconds is not None
    assert 0 < guess.seconds < 60
    assert [each.name for each in tmp_path.iterdir()] == ["quick.toml"]
    assert scenario_digest(scenario) == scenario_digest(read_scenario(tmp_path / "quick.toml")) == before


def test_a_trial_reads_what_the_command_read(tmp_path: Path) -> None:
    """With what was overruled."""
    file = write(quick(paradigm=[1, 2]), tmp_path / "quick.toml")
    overrides = ["paradigm=1", "phase.learn.contests=3"]
    scenario = read_scenario(file, overrides=overrides)
    assert guess_time(scenario, file, overrides=overrides).contests == 3  # too few to leave out the first


def test_the_time_of_a_contest_is_scaled_up(times: dict[int, list[float]], tmp_path: Path) -> None:
    """By the most contests that there may be, and shared among processes, if there are runs for all."""
    times.update({0: [1.0, 2.0, 3.0], 1: [4.0, 4.0, 4.0]})
    scenario = quick(paradigm=[1, 2], runs=30)
    assert most_contests(scenario) == 360
    assert guessed(scenario, tmp_path).seconds == 360 * 3.0
    guess = guessed(scenario, tmp_path, jobs=2)
    assert guess.seconds == 180 * 3.0
    assert guess.words == "about 9 minutes on 2 processes; estimated from 6 contests of the first phase"
    assert guessed(scenario, tmp_path, jobs=1000).processes == 60


def test_a_phase_that_may_end_early_makes_it_a_bound(times: dict[int, list[float]], tmp_path: Path) -> None:
    """It is said that it takes so long at most."""
    times[0] = [2.0]
    guess = guessed(quick({**LEARN, "until": {"stable": 2}}), tmp_path)
    assert guess.words == "at most about 8 seconds on 1 process; estimated from 1 contest of the first phase"
    assert guess.document == {
        "seconds": 8.0,
        "contests": 1,
        "processes": 1,
        "may_end_early": True,
        "why": "",
    }


@pytest.mark.parametrize(
    ("taken", "why"),
    [
        ({0: [0.1, 0.1], 1: [2.0, 2.0]}, "contests differ too much, from 0.1 to 2 seconds"),
        ({0: [0.01, 0.01, 3.0], 1: [1.0]}, "contests differ too much, from 0.01 to 3 seconds"),
        ({0: [0.1, 0.1], 1: []}, "the trial did not end within 2 seconds"),
    ],
)
def test_what_cannot_be_told_is_not_guessed(
    times: dict[int, list[float]], taken: dict[int, list[float]], why: str, tmp_path: Path
) -> None:
    """Where contests of two cells or of one are too different, or a cell has none."""
    times.update(taken)
    guess = guessed(quick(paradigm=[1, 2]), tmp_path)
    assert (guess.seconds, guess.words) == (None, f"unknown: {why}")


def test_a_trial_ends_in_the_middle_of_a_contest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever an Advisor does."""
    monkeypatch.setattr(trial, "SECONDS", 0.2)
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    scenario = quick(TEST, load=[str(tmp_path / "stubborn.py")], advisors=["Stubborn"])
    assert guessed(scenario, tmp_path).why.startswith("the trial did not end within ")


def test_a_trial_that_fails_says_why(tmp_path: Path) -> None:
    """As a run would."""
    (tmp_path / "bad.py").write_text(BAD_GAMES)
    guess = guessed(quick(TEST, game="crash", load=[str(tmp_path / "bad.py")]), tmp_path)
    assert guess.words == "unknown: the trial failed: bad.py, line 8: ZeroDivisionError: by nought"


def test_nothing_is_solved_for_a_guess(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That may take long, and its solution would be kept."""
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    guess = guessed(quick({**TEST, "against": "perfect"}), tmp_path)
    assert guess.why == "tic-tac-toe is not solved here yet; run hoyle solve tic-tac-toe"
    assert not (tmp_path / "cache").exists()


def test_no_program_is_started_for_a_guess(tmp_path: Path) -> None:
    """Nor is a model asked, which may cost somebody something."""
    scenario = quick(TEST, advisor=[PROGRAM], advisors=["Nodey"])
    assert guessed(scenario, tmp_path).why == "a dry run starts no programs and asks no models"
