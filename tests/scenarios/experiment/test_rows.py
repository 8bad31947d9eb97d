"""The shapes of rows, and what follows from them."""

from pathlib import Path

from scenarios.experiment.rows import TABLES, columns_as_markdown
from scenarios.experiment.store import VERSION

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_page_has_every_column_of_a_contest() -> None:
    """Write it again with `columns_as_markdown` whenever a column changes."""
    assert columns_as_markdown() in PAGE


def test_every_column_of_a_contest_says_what_it_is() -> None:
    """In a sentence or two."""
    assert all(column.about.endswith(".") for column in TABLES["contests"].values())


def test_no_column_comes_from_a_later_version() -> None:
    """Results of this version have all of them."""
    assert all(column.since <= VERSION for columns in TABLES.values() for column in columns.values())
