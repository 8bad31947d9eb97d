"""Findings say how much there was to vote on."""

import itertools
from pathlib import Path

import pytest

from scenarios import Scenario, run_experiment
from scenarios.experiment.records import digest_of, read_records
from scenarios.experiment.run import Orphaned, RunPlayer
from scenarios.report.contents import make_account
from scenarios.report.vote_sentences import vote_documents, vote_sentences
from tests.scenarios.conftest import Hoyle, document
from tests.scenarios.quick import quick, write
from tests.scenarios.resealing import alter

PLAY = {"name": "play", "learn": "no", "against": "random", "contests": 3}


def swept(**keys: object) -> Scenario:
    """Sweep paradigms where the 1990 roster has opinions, and where it has few."""
    usual = {"game": ["tic-tac-toe", "pong-hau-ki"], "paradigm": [1, "borda"], "advisors": "1990"}
    return quick(PLAY, **{**usual, **keys})


def test_findings_and_json_have_the_counts(hoyle: Hoyle, tmp_path: Path) -> None:
    """One sentence on votes, one on the game where Advisors are silent; the digest has neither."""
    told = document(hoyle("run", write(swept(), tmp_path / "s.toml"), "--out", tmp_path / "out", "--json"))
    counts = {each["game"]: each for each in told["votes"]}
    assert counts["tic-tac-toe"]["silent"] == 0 < counts["tic-tac-toe"]["voted"]
    assert counts["pong-hau-ki"]["silent"] > counts["pong-hau-ki"]["choices"] / 2
    votes, silent = told["findings"][-2:]
    choices, voted = (sum(each[key] for each in counts.values()) for key in ("choices", "voted"))
    assert votes.startswith(f"A vote decided {voted} of {choices} decisions (")
    assert "choose another move under at least one of them." in votes
    assert silent.startswith("pong-hau-ki: No Advisor but Wild had an opinion in ")
    assert "use the roster modern, which has one in 90 % of the positions" in silent
    records = read_records(tmp_path / "out")
    contests = records.contests
    assert sum(row.choices for row in records.votes) == contests["choices"].sum()
    facts = dict(make_account(records).facts)
    assert "tic-tac-toe: 0 of " in facts["No Advisor but Wild had an opinion"]
    older = "UPDATE meta SET value = '5' WHERE key = 'version'"
    alter(tmp_path / "out", "DROP TABLE votes", older)
    assert digest_of(read_records(tmp_path / "out")) == told["digest"]
    assert vote_documents(read_records(tmp_path / "out")) == []


def test_counts_survive_an_interruption(tmp_path: Path) -> None:
    """A run that is resumed after its second contest counts as one that was never interrupted."""
    scenario = swept(game="tic-tac-toe")
    run_experiment(scenario, tmp_path / "whole", jobs=0)
    run_experiment(scenario, tmp_path / "torn", jobs=0)
    tables = ("contests", "phases", "runs", "votes")
    alter(tmp_path / "torn", *(f"DELETE FROM {table}" for table in tables))  # noqa: S608  # our own names
    answers = itertools.chain([True, True], itertools.repeat(False))
    with RunPlayer(scenario, tmp_path / "torn", go_on=lambda: next(answers)) as player:
        with pytest.raises(BaseException) as ended:  # noqa: PT011  # trio may put it into a group
            player.play(0, 0)
        assert isinstance(ended.value, Orphaned) or ended.group_contains(Orphaned)
    run_experiment(scenario, tmp_path / "torn", jobs=0, resume=True)
    torn, whole = (read_records(tmp_path / name) for name in ("torn", "whole"))
    assert torn.votes == whole.votes
    assert sum(row.compared for row in whole.votes) > 0


def test_nothing_is_said_of_paradigms_that_are_not_compared(tmp_path: Path) -> None:
    """Then no vote is counted again, either."""
    run_experiment(swept(game="tic-tac-toe", paradigm=1), tmp_path, jobs=0)
    records = read_records(tmp_path)
    assert vote_sentences(records) == []
    assert [row.compared for row in records.votes] == [0]
