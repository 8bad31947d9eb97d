"""The example of docs/paradigms.md is what the paradigms say."""

from fractions import Fraction
from pathlib import Path

from agents import Streams
from blackboard import Comment
from control import PARADIGMS, Poll, get_paradigm
from control.voting.paradigms import best

PAGE = (Path(__file__).parents[3] / "docs" / "paradigms.md").read_text()


def rows(text: str) -> list[list[str]]:
    """Return the cells of a table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_example_is_counted_right() -> None:
    """Every number, and who is elected."""
    _, said, counted = PAGE.split("## An example")[1].split("\n\n|")[0:3]
    moves = ("a", "b", "c", "d")
    comments = [
        Comment(name, move, int(grade))
        for name, *grades in rows("|" + said)
        for move, grade in zip(moves, grades, strict=True)
        if grade
    ]
    poll = Poll.of(moves, comments, streams=Streams(0))
    for name, *told, elected in rows("|" + counted):
        tally = get_paradigm(name)(poll)
        assert list(tally.values()) == list(map(Fraction, told)), name
        assert best(tally) == [elected]


def test_the_page_tells_of_every_paradigm() -> None:
    """Of each that is bundled."""
    for name in PARADIGMS:
        assert f"`{name}`" in PAGE
