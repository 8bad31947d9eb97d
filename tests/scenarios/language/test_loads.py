"""What a scenario brings takes part in it, and in nothing else."""

import threading
from pathlib import Path

import pytest

from agents import Advisor, Deliberation, all_advisors, get_advisors, register_advisor
from blackboard import decisions_of, read_trace
from games import DuplicateName, UnknownName
from scenarios import Scenario, read_scenario, run_experiment

TIMID = """
from agents import Advisor, Contestant

print("run")

class Timid(Advisor):
    async def advise(self, think):
        await think.comment(think.moves[0], 6, "{word}")

class Corner(Contestant):
    name = "corner"
    async def choose(self, game, position, streams):
        return game.legal_moves(position)[{move}]
"""
SCENARIO = """
load = ["timid.py"]
game = "tic-tac-toe"
trace = true
advisors = ["Timid"]
[[phase]]
against = "corner"
contests = 1
[[phase]]
learn = "watch"
watch = ["corner", "random"]
contests = 1
"""


def written(folder: Path, word: str, move: int = 0) -> Path:
    """Write a scenario, and the file that it loads, into a folder of its own."""
    folder.mkdir()
    (folder / "timid.py").write_text(TIMID.format(word=word, move=move))
    (folder / "study.toml").write_text(SCENARIO)
    return folder / "study.toml"


def said(scenario: Scenario, folder: Path, *, jobs: int = 0) -> str:
    """Run a scenario, and return the reason that Timid gave."""
    run_experiment(scenario, folder, jobs=jobs)
    (decision, *_) = decisions_of(read_trace(folder / "traces" / "cell-0-run-0.trace").events)
    return next(iter(decision.testimonies[0].comments.values())).reason


@pytest.mark.parametrize("jobs", [0, 1])
def test_two_scenarios_may_bring_the_same_names(tmp_path: Path, jobs: int) -> None:
    """Each is run with its own, in whatever order they are read and run."""
    ours, theirs = (read_scenario(written(tmp_path / word, word)) for word in ("ours", "theirs"))
    assert said(ours, tmp_path / "first", jobs=jobs) == "ours"
    assert said(theirs, tmp_path / "second", jobs=jobs) == "theirs"
    assert said(ours, tmp_path / "third", jobs=jobs) == "ours"


def test_two_scenarios_may_run_at_the_same_time(tmp_path: Path) -> None:
    """In threads of one process, each with its own."""
    scenarios = {word: read_scenario(written(tmp_path / word, word)) for word in ("ours", "theirs")}
    heard: dict[str, str] = {}

    def run(word: str) -> None:
        heard[word] = said(scenarios[word], tmp_path / f"out-{word}")

    threads = [threading.Thread(target=run, args=(word,)) for word in scenarios]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {"ours": "ours", "theirs": "theirs"}


def test_what_was_read_last_is_at_hand(tmp_path: Path) -> None:
    """Until another scenario is read; one that cannot be read changes nothing."""
    file = written(tmp_path / "ours", "ours")
    read_scenario(file)
    (timid,) = get_advisors(["Timid"])
    file.write_text(SCENARIO.replace("[[phase]]", "[[phrase]]", 1))
    with pytest.raises(UnknownName):
        read_scenario(file)
    assert get_advisors(["Timid"]) == [timid]
    read_scenario("quickstart-1990")
    assert "Timid" not in all_advisors()


def test_a_file_is_run_once_or_again_once_it_has_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """However often it takes part."""
    file = written(tmp_path / "ours", "ours")
    scenario = read_scenario(file)
    assert read_scenario(file) == scenario
    said(scenario, tmp_path / "out")
    assert capsys.readouterr().out.count("run") == 1
    (file.parent / "timid.py").write_text(TIMID.format(word="other", move=0))
    read_scenario(file)
    assert capsys.readouterr().out.count("run") == 1


class Timid(Advisor):
    """Somebody else by that name."""

    async def advise(self, think: Deliberation) -> None:
        """Say nothing."""


def test_what_was_registered_by_hand_stays_and_keeps_its_name(tmp_path: Path) -> None:
    """A scenario that brings another of that name is refused; one that was read makes room."""
    file = written(tmp_path / "ours", "ours")
    scenario = read_scenario(file)
    register_advisor(Timid)
    assert get_advisors(["Timid"]) == [Timid]
    line = r"an Advisor named 'Timid' already exists; choose another name$"
    with pytest.raises(DuplicateName, match=line):
        read_scenario(file)
    with pytest.raises(DuplicateName, match=line):
        run_experiment(scenario, tmp_path / "out", jobs=0)
    assert get_advisors(["Timid"]) == [Timid]


@pytest.mark.parametrize("jobs", [0, 1])
def test_contestants_of_a_loaded_file_take_part(tmp_path: Path, jobs: int) -> None:
    """As whoever plays against Hoyle and as whoever is watched, here and in other processes."""
    digests = {
        move: run_experiment(
            read_scenario(written(tmp_path / str(move), "ours", move)), tmp_path / f"out{move}", jobs=jobs
        )
        for move in (0, -1)
    }
    assert digests[0] != digests[-1]


def test_a_contestant_that_nobody_brought_is_told_with_its_line(tmp_path: Path) -> None:
    """The names of those brought are among those that there are."""
    file = written(tmp_path / "ours", "ours")
    file.write_text(SCENARIO.replace('against = "corner"', 'against = "korner"'))
    with pytest.raises(
        UnknownName, match=r"line 7: no contestant is named 'korner' \(did you mean 'corner'\?\); there are "
    ):
        read_scenario(file)
