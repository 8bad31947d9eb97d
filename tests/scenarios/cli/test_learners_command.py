"""Listing the learners."""

import json

from tests.scenarios.conftest import Hoyle


def test_learners_are_listed_with_their_limits(hoyle: Hoyle) -> None:
    """Every learner says what it feeds, when it learns, how long it may take and how much it may keep."""
    rows = {row["name"]: row for row in json.loads(hoyle("learners", "--json").out)}
    keys = {"name", "item", "trigger", "budget_ms", "bound", "summary"}
    assert all(keys <= row.keys() and row["summary"] for row in rows.values())
    assert rows["last_chance"]["item"] == "states"
    assert rows["states"]["trigger"] == "contest"
    assert [name for name, row in rows.items() if not row["usual"]] == [
        *("symmetries", "last_chance", "states_and_dangers", "last_chance_and_dangers", "weights"),
        *(
            "patsy_states",
            "patsy_1",
            "patsy_2",
            "patsy_2_before",
            "zones",
            "played_states",
            "profiles",
            "paradigms",
        ),
    ]
    shown = hoyle("learners").out
    assert "hoyle_moves" in shown
    assert "50,000" in shown
