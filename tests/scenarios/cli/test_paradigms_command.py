"""Listing the paradigms."""

import json

from tests.scenarios.conftest import Hoyle


def test_paradigms_are_named(hoyle: Hoyle) -> None:
    """The four paradigms of 1990 come first, and that of learned weights, each with a title."""
    rows = json.loads(hoyle("paradigms", "--json").out)
    assert [row["name"] for row in rows][:5] == ["1", "2", "3", "4", "pwl"]
    assert "schulze" in [row["name"] for row in rows]
    assert all(row["title"] for row in rows)


def test_paradigms_are_shown_to_people(hoyle: Hoyle) -> None:
    """Without --json the list reads as a table."""
    assert "strength" in hoyle("paradigms").out
