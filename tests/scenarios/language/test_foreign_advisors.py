"""Advisors by other people, as tables describe them."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from agents import ChatAdvisor, ExternalAdvisor
from blackboard import State, decisions_of, read_trace
from games import BadOption, HoyleError
from scenarios import read_scenario, run_experiment
from scenarios.language.foreign_advisors import advisor_of, read_agent
from scenarios.language.writing import scenario_digest
from tests.support import each_case, heard

COUNTER = Path(__file__).parents[3] / "docs" / "agents" / "counter.py"


def test_a_table_describes_a_program() -> None:
    """Every key of the table reaches the Advisor."""
    made = advisor_of(
        {
            "name": "Counter",
            "command": ["python3", "counter.py"],
            "tier": 2,
            "rank": 9,
            "budget": "50ms",
            "memory": 100,
            "plans": False,
            "summary": "Count lines.",
        }
    )
    assert issubclass(made, ExternalAdvisor)
    assert (made.name, made.tier, made.rank, made.budget_ms) == ("Counter", 2, 9, 50)
    assert (made.command, made.memory_mb, made.makes_plans, made.__doc__) == (
        ("python3", "counter.py"),
        100,
        False,
        "Count lines.",
    )


def test_a_table_describes_a_model() -> None:
    """A url makes it one behind HTTP."""
    made = advisor_of({"name": "Oracle", "url": "http://localhost/v1", "model": "m", "budget": "5s"})
    assert issubclass(made, ChatAdvisor)
    assert (made.url, made.model, made.budget_ms) == ("http://localhost/v1", "m", 5000)


def test_the_command_line_describes_a_program_in_one_text() -> None:
    """The command comes last, and may hold commas and quotes."""
    made = read_agent("name=Counter,tier=3,budget=1.5s,command=sh -c 'echo 1, 2'")
    assert issubclass(made, ExternalAdvisor)
    assert (made.name, made.budget_ms, made.command) == ("Counter", 1500, ("sh", "-c", "echo 1, 2"))


@each_case(
    ("table", "line"),
    [
        ({}, "an Advisor needs a name"),
        ({"name": "A"}, "needs a command or a url, and not both"),
        ({"name": "A", "command": ["x"], "url": "http://y"}, "needs a command or a url, and not both"),
        (
            {"name": "A", "command": ["x"], "teir": 3},
            "no key of an Advisor is named 'teir' \\(did you mean 'tier'",
        ),
        ({"name": "A", "command": ["x"], "tier": "high"}, "tier is 'high'; it must be a whole number from 1"),
        ({"name": "A", "command": ["x"], "tier": 1.5}, "tier is 1.5; it must be a whole number from 1"),
        ({"name": "A", "command": ["x"], "tier": 1}, "in tiers 1 and 2 the rank must be a number"),
        ({"name": "A", "command": ["x"], "budget": "soon"}, "'soon' is not a time"),
        ({"name": "A", "command": ["x"], "plans": "maybe"}, "plans is 'maybe'; it must be true or false"),
        ({"name": "A", "command": [1]}, "command is \\[1\\]; it must be a list of words"),
        ({"name": "A", "command": []}, "command is \\[\\]; it must be a list of words"),
        ({"name": 7, "command": ["x"]}, "name is 7; it must be a text that is not empty"),
        ({"name": "A", "command": [""]}, "a command is a program and its arguments"),
        ({"name": "A", "url": "http://localhost"}, "name the model to ask there: model = "),
        ({"name": "decision", "command": ["x"]}, "which means something else in budgets"),
        (
            {"name": "A", "url": "http://localhost", "model": "m", "memory": 5},
            "has a url, which takes no memory; leave memory out",
        ),
        (
            {"name": "A", "command": ["x"], "model": "m"},
            "has a command, which takes no model; leave model out",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused(table: dict[str, Any], line: str) -> None:
    """Each mistake in a table is told in one line."""
    with pytest.raises(HoyleError, match=line):
        advisor_of(table)


def test_an_agent_takes_part_on_the_command_line(hoyle: Any, registries: None) -> None:
    """`--agent` and `--place` on decide: the program and the process are asked, and their comments count."""
    del registries
    agent = f"name=Counter,budget=20s,command={sys.executable} {COUNTER}"
    given = ["--agent", agent, "--advisors", "Counter,Panic", "--place", "Panic=process", "--json"]
    document = json.loads(hoyle("decide", "tic-tac-toe", *given).out)
    assert document["move"] == "5"
    assert {name: told["state"] for name, told in document["advisors"].items()} == {
        "Panic": "finished",
        "Counter": "finished",
    }


# In scenario files.

STUDY = """
game = "tic-tac-toe"
advisors = ["Victory", "Panic", "Counter"]
placement = {{ Panic = "process" }}
runs = 2
seed = 3

[[advisor]]
name = "Counter"
command = [{python!r}, "counter.py"]
budget = "20s"

[[phase]]
against = "random"
contests = 3
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Write a scenario with a program beside it."""
    shutil.copy(COUNTER, tmp_path)
    file = tmp_path / "study.toml"
    file.write_text(STUDY.format(python=sys.executable))
    return file


def test_a_program_takes_part_in_an_experiment(study: Path, tmp_path: Path) -> None:
    """It is asked in every contest, here and in other processes, and the results are the same."""
    scenario = read_scenario(study, overrides=["trace=true"])
    digests = {run_experiment(scenario, tmp_path / f"jobs{jobs}", jobs=jobs) for jobs in (0, 2)}
    assert len(digests) == 1
    trace = read_trace(tmp_path / "jobs2" / "traces" / "cell-0-run-1.trace")
    said = [heard(decision, "Counter") for decision in decisions_of(trace.events)]
    assert said
    assert {each.state for each in said} <= {State.FINISHED, State.CANCELLED}
    assert any(each.comments for each in said)


def test_the_scenario_as_run_finds_its_program_from_anywhere(study: Path, tmp_path: Path) -> None:
    """The copy in the folder of the results reads to the same scenario."""
    scenario = read_scenario(study)
    run_experiment(scenario, tmp_path / "out", jobs=0)
    again = read_scenario(tmp_path / "out" / "scenario.toml")
    assert again.advisors == scenario.advisors
    assert scenario_digest(again) == scenario_digest(scenario)


def test_a_program_that_has_changed_is_not_resumed_into_old_results(study: Path, tmp_path: Path) -> None:
    """Rows of two programs do not stand in one folder."""
    run_experiment(read_scenario(study), tmp_path / "out", jobs=0)
    (tmp_path / "counter.py").write_text(COUNTER.read_text() + "# another\n")
    with pytest.raises(HoyleError, match="was begun with another scenario"):
        run_experiment(read_scenario(study), tmp_path / "out", jobs=0, resume=True)


def test_what_another_scenario_brought_takes_no_part(study: Path, tmp_path: Path) -> None:
    """Whoever reads two scenarios in one process runs each as it stands."""
    plain = tmp_path / "plain.toml"
    plain.write_text('game = "tic-tac-toe"\ntrace = true\n[[phase]]\ncontests = 1\n')
    read_scenario(study)
    run_experiment(read_scenario(plain), tmp_path / "out", jobs=0)
    (decision, *_) = decisions_of(read_trace(tmp_path / "out" / "traces" / "cell-0-run-0.trace").events)
    assert "Counter" not in {each.advisor for each in decision.testimonies}
    run_experiment(read_scenario(study), tmp_path / "other", jobs=0)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('budget = "20s"', 'budgt = "20s"', "line 11: no key of an Advisor is named 'budgt'"),
        ('budget = "20s"', "budget = 20", "line 11: budget is 20; it must be a time"),
        ('budget = "20s"', "tier = 1", "line 8: Advisor 'Counter' has rank None"),
        ('"counter.py"]', "7]", "line 10: command is .*; it must be a list of words"),
        ('name = "Counter"', 'name = "Panic"', "line 8: an Advisor named 'Panic' already exists"),
        ("[[advisor]]", '[[advisor]]\nname = "Counter"\nurl = "http://x"\n[[advisor]]', "already exists"),
        ("Panic = ", "Wild = ", "line 4: placement.Wild is set, but Wild takes part nowhere"),
        ('"process"', '"proces"', "line 4: no placement is named 'proces' \\(did you mean 'process'"),
        ("Panic = ", "Counter = ", "Advisor 'Counter' is a proxy already"),
    ],
)
def test_a_mistake_in_a_scenario_is_told_with_its_line(study: Path, old: str, new: str, line: str) -> None:
    """Whoever wrote it finds it at once."""
    study.write_text(study.read_text().replace(old, new, 1))
    with pytest.raises(HoyleError, match=line):
        read_scenario(study)


def test_placement_can_be_swept_over(study: Path) -> None:
    """So a study can ask what it costs."""
    scenario = read_scenario(study, overrides=['placement=["inline", "process"]'])
    assert scenario.axes["placement.default"] == ("inline", "process")
    assert [cell.phases[0].hoyle.place for cell in scenario.cells] == [
        ("inline", "Panic=process"),
        ("process", "Panic=process"),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("name=X,command='un", "No closing quotation"),
        ("name=X,command=", "a command is a program and its arguments"),
        ("name=X,name=Y,command=a", "name is given twice"),
        ("name=X,tier=inf,command=a", "tier: invalid number 'inf'; give a whole number"),
        ("name=X,tier=nan,command=a", "tier: invalid number 'nan'; give a whole number"),
        ("name=X,rank=high,command=a", "rank: 'high' is no number"),
        ("name=X,plans=maybe,command=a", "plans: invalid flag 'maybe'; give yes or no"),
        ("name=X,budget=soon,command=a", "budget: 'soon' is not a time"),
        ("name=X,command=\udcff", "a command is a program and its arguments"),
    ],
)
def test_what_no_program_can_be_is_refused(text: str, line: str) -> None:
    """In one line that names the key, whatever the shell passes on."""
    with pytest.raises(BadOption, match=line):
        read_agent(text)


def test_a_link_stays_one(tmp_path: Path) -> None:
    """The python of a venv is a link, and another program than the one it leads to."""
    (tmp_path / "real").write_text("#!/bin/sh\n")
    (tmp_path / "link").symlink_to("real")
    file = tmp_path / "a.toml"
    file.write_text(
        'game = "tic-tac-toe"\n[[advisor]]\nname = "Linked"\ncommand = ["link"]\n[[phase]]\ncontests = 1\n'
    )
    assert read_scenario(str(file)).advisors[0]["command"] == [str(tmp_path / "link")]


def test_an_advisor_that_is_no_table_is_told(study: Path) -> None:
    """What --set puts in the place of one is refused in one line."""
    with pytest.raises(HoyleError, match="Counter is 5; it must be a table with the keys of an Advisor"):
        read_scenario(study, overrides=["advisor.Counter=5"])
