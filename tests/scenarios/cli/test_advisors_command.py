"""Listing the Advisors."""

import json

from tests.scenarios.conftest import Hoyle


def test_advisors_are_listed_in_the_papers_tiers(hoyle: Hoyle) -> None:
    """The layout 1990 has the paper's tiers, in order of rank."""
    rows = json.loads(hoyle("advisors", "--json").out)
    assert all({"name", "tier", "rank", "budget_ms", "knowledge", "summary"} <= row.keys() for row in rows)
    old = [row for row in rows if "1990" in row["rosters"]]
    tiers = {tier: [row["name"] for row in old if row["tier"] == tier] for tier in (1, 2, 3)}
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


def test_the_forr_layout_is_the_tutorials_table(hoyle: Hoyle) -> None:
    """The layout forr puts all seven into tier 1, in the order of Table 8.1; tier 2 is for planners."""
    rows = json.loads(hoyle("advisors", "--layout", "forr", "--json").out)
    first = [row["name"] for row in rows if row["tier"] == 1]
    assert first == ["Victory", "Wiser", "Sadder", "Don't-Lose", "Panic", "Enough-Rope", "Shortsight"]
    assert not [row for row in rows if row["tier"] == 2]


def test_advisors_are_shown_to_people(hoyle: Hoyle) -> None:
    """Without --json the list reads as a table."""
    assert "Panic" in hoyle("advisors").out
