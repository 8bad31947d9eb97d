"""Listing what there is on the command line."""

import json
import sys
from collections.abc import Callable
from types import ModuleType

import pytest

from agents import Learner
from control import Paradigm, Poll
from tests.scenarios.conftest import Hoyle
from tests.support import advisor


def test_games_have_the_keys_of_the_contract(hoyle: Hoyle) -> None:
    """Every game is listed with its name, title and number of locations."""
    told = {each["name"]: each for each in json.loads(hoyle("games", "--json").out)}
    assert told.keys() >= {"tic-tac-toe", "lose-tic-tac-toe"}
    assert told["tic-tac-toe"]["locations"] == 9
    assert told["tic-tac-toe"]["title"] == "Tic-tac-toe"


def test_advisors_are_listed_in_the_papers_tiers(hoyle: Hoyle) -> None:
    """The layout 1990 has the paper's tiers, in order of rank."""
    rows = json.loads(hoyle("advisors", "--json").out)
    assert all({"name", "tier", "rank", "budget_ms", "knowledge", "summary"} <= row.keys() for row in rows)
    tiers = {tier: [row["name"] for row in rows if row["tier"] == tier] for tier in (1, 2, 3)}
    assert tiers[1] == ["Victory", "Don't-Lose", "Wiser", "Sadder"]
    assert tiers[2] == ["Panic", "Shortsight", "Enough-Rope"]
    assert tiers[3] == [
        "Anthropomorph", "Candide", "Challenge", "Cyber", "Feinter", "Greedy", "Not-Again", "Open",
        "Pitchfork", "Sneak", "Spotter", "Wild", "Worried",
    ]  # fmt: skip


def test_advisors_say_what_they_read(hoyle: Hoyle) -> None:
    """The items that an Advisor reads are in the document and in the table."""
    reads = {row["name"]: row["knowledge"] for row in json.loads(hoyle("advisors", "--json").out)}
    assert reads["Spotter"] == ["model", "states"]
    assert reads["Victory"] == []
    spotter = next(line for line in hoyle("advisors").out.splitlines() if "Spotter" in line)
    assert "model, states" in spotter


def test_learners_are_listed_with_their_limits(hoyle: Hoyle) -> None:
    """Every learner says what it feeds, when it learns, how long it may take and how much it may keep."""
    rows = {row["name"]: row for row in json.loads(hoyle("learners", "--json").out)}
    keys = {"name", "item", "trigger", "budget_ms", "bound", "summary"}
    assert all(keys <= row.keys() and row["summary"] for row in rows.values())
    assert rows["last_chance"]["item"] == "states"
    assert rows["states"]["trigger"] == "contest"
    assert [name for name, row in rows.items() if not row["usual"]] == ["symmetries", "last_chance"]
    shown = hoyle("learners").out
    assert "hoyle_moves" in shown
    assert "50,000" in shown


def test_the_forr_layout_is_the_tutorials_table(hoyle: Hoyle) -> None:
    """The layout forr puts all seven into tier 1, in the order of Table 8.1; tier 2 is for planners."""
    rows = json.loads(hoyle("advisors", "--layout", "forr", "--json").out)
    first = [row["name"] for row in rows if row["tier"] == 1]
    assert first == ["Victory", "Wiser", "Sadder", "Don't-Lose", "Panic", "Enough-Rope", "Shortsight"]
    assert not [row for row in rows if row["tier"] == 2]


def test_paradigms_are_named_1_to_4(hoyle: Hoyle) -> None:
    """The four paradigms of 1990 are there, each with a title."""
    rows = json.loads(hoyle("paradigms", "--json").out)
    assert [row["name"] for row in rows][:4] == ["1", "2", "3", "4"]
    assert all(row["title"] for row in rows)


def test_perft_counts(hoyle: Hoyle) -> None:
    """Perft answers the game, the depth and the number of sequences."""
    assert json.loads(hoyle("perft", "tic-tac-toe", 5, "--json").out) == {
        "game": "tic-tac-toe",
        "depth": 5,
        "nodes": 15120,
    }


def test_tables_for_people(hoyle: Hoyle) -> None:
    """Without --json the lists read as tables and pictures."""
    assert "---+---+---" in hoyle("games").out
    assert "Panic" in hoyle("advisors").out
    assert "strength" in hoyle("paradigms").out
    assert "15,120" in hoyle("perft", "tic-tac-toe", 5).out


FOREIGN = {
    "advisors": advisor("Foreign"),
    "learners": type(
        "Foreign", (Learner,), {"name": "foreign", "__doc__": "Learn.", "learn": lambda *_: None}
    ),
    "paradigms": Paradigm("foreign", "nobody wins", Poll.empty_tally),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_broken_distribution_takes_no_listing_down(
    hoyle: Hoyle, kind: str, install: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What works is listed, with what others bring, and each fault is one line on stderr."""
    before = [row["name"] for row in json.loads(hoyle(kind, "--json").out)]
    home = ModuleType("foreign_things")
    vars(home)["thing"] = FOREIGN[kind]
    monkeypatch.setitem(sys.modules, home.__name__, home)
    install(f"hoyle.{kind}", ("foreign", "foreign_things:thing"), ("broken", "no_such_module:thing"))
    answer = hoyle(kind, "--json")
    assert answer.code == 0
    told = [row["name"] for row in json.loads(answer.out)]
    assert [name.lower() for name in told if name not in before] == ["foreign"]
    assert answer.err == (
        "hoyle: entry point 'broken' (no_such_module:thing) cannot be loaded:"
        " ModuleNotFoundError: No module named 'no_such_module'\n"
    )
