"""Advisors by other people, as tables describe them."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from agents import ChatAdvisor, ExternalAdvisor
from games import HoyleError
from scenarios.outsiders import advisor_of, read_agent

COUNTER = Path(__file__).parents[2] / "docs" / "agents" / "counter.py"


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


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ({}, "an Advisor needs a name"),
        ({"name": "A"}, "needs a command or a url, and not both"),
        ({"name": "A", "command": "x", "url": "http://y"}, "needs a command or a url, and not both"),
        (
            {"name": "A", "command": "x", "teir": 3},
            "no key of an Advisor is named 'teir' \\(did you mean 'tier'",
        ),
        ({"name": "A", "command": "x", "tier": "high"}, "tier is 'high'; it is a number"),
        ({"name": "A", "command": "x", "tier": 1.5}, "tier is 1.5; it is a whole number"),
        ({"name": "A", "command": "x", "tier": 1}, "tiers 1 and 2 are ranked lists"),
        ({"name": "A", "command": "x", "budget": "soon"}, "'soon' is no time"),
        ({"name": "A", "command": "x", "plans": "maybe"}, "plans is 'maybe'; it is yes or no"),
        ({"name": "A", "command": [1]}, "command is \\[1\\]; it is text, or a list of words"),
        ({"name": "A", "command": ""}, "a command is a program and its arguments"),
        ({"name": 7, "command": "x"}, "name is 7; it is text"),
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
