"""Cards."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from scenarios.cli.cards import Card, Cards

PICTURE = Text("1---2---3\n|   |   |\n4---5---6")


def shown(width: int, *cards: Card) -> list[str]:
    """Print cards into a terminal of this width."""
    out = io.StringIO()
    Console(file=out, width=width, highlight=False).print(Cards(cards), crop=False)
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(("width", "in_a_row"), [(40, 1), (80, 2), (120, 3), (160, 4)])
def test_as_many_in_a_row_as_fit(width: int, in_a_row: int) -> None:
    """Pictures stand side by side where the terminal is wide enough."""
    lines = shown(width, *[Card(PICTURE, [Text("word " * 20)])] * 5)
    assert lines[0].count("1---2---3") == in_a_row
    assert all(len(line) <= width for line in lines)
    assert sum(line.count("4---5---6") for line in lines) == 5


def test_a_card_alone_has_all_the_room() -> None:
    """Fewer cards than fit share the whole width."""
    assert shown(80, Card(PICTURE, [Text("w" * 60)]))[0].endswith("w" * 60)


def test_words_go_under_a_picture_that_leaves_them_no_room() -> None:
    """A wide board is not cut."""
    lines = shown(60, Card(Text("=" * 50), [Text("its words")]))
    assert lines[:2] == ["=" * 50, "its words"]


def test_cards_without_pictures_are_lines() -> None:
    """They stand one under the other, without gaps."""
    assert shown(80, Card(None, [Text("one")]), Card(None, [Text("two")])) == ["one", "two"]
