"""Counting in words."""

from games.counting import how_many, in_a_row
from tests.support import each_case


@each_case(
    ("number", "noun", "told"),
    [
        (1, "contest", "1 contest"),
        (0, "contest", "0 contests"),
        (1944, "state", "1,944 states"),
        (2, "reply", "2 replies"),
        (2, "play", "2 plays"),
        (1, "man", "1 man"),
        (3, "man", "3 men"),
        (2, "expert move", "2 expert moves"),
        (2, "lost man", "2 lost men"),
    ],
)
def test_one_is_not_several(number: int, noun: str, told: str) -> None:
    """The noun follows the number."""
    assert how_many(number, noun) == told


def test_lists_read_as_sentences() -> None:
    """Commas, and before the last an and."""
    assert [in_a_row(each.split()) for each in ("", "1", "1 2", "1 2 3")] == [
        "",
        "1",
        "1 and 2",
        "1, 2 and 3",
    ]
