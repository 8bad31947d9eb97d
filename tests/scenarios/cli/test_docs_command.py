"""Reading the documentation at the terminal."""

import json
from pathlib import Path

import pytest

from tests.scenarios.conftest import Hoyle

DOCS = Path(__file__).parents[3] / "docs"


def test_all_pages_are_listed(hoyle: Hoyle) -> None:
    """By name and title."""
    rows = json.loads(hoyle("docs", "--json").out)
    assert [row["page"] for row in rows] == sorted(path.stem for path in DOCS.glob("*.md"))
    assert "Scenario files" in hoyle("docs").out


@pytest.mark.parametrize("page", ["glossary", "docs/glossary.md"])
def test_a_page_is_shown(hoyle: Hoyle, page: str) -> None:
    """As people write its name."""
    assert json.loads(hoyle("docs", page, "--json").out)["text"] == (DOCS / "glossary.md").read_text()
    assert "Advisor" in hoyle("docs", page).out


def test_an_unknown_page_is_refused(hoyle: Hoyle) -> None:
    """With the nearest name."""
    found = hoyle("docs", "scenario")
    assert found.code == 2
    assert "no page of the documentation is named 'scenario' (did you mean 'scenarios'?)" in found.err
