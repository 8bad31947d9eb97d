"""Strengths that are scaled by the largest change among the moves at hand."""

from hypothesis import given
from hypothesis import strategies as st

from agents import Deliberation
from agents.sight.strengths import comment_on, scaled
from tests.support import advisor, decided, heard, strengths

CHANGES = st.integers(-100, 100)


def test_the_largest_change_gets_the_strongest_word() -> None:
    """One part in four of the largest change is one step from neutral, and what is begun counts."""
    assert [scaled(change, 8) for change in (8, 6, 5, 2, 1, 0, -1, -2, -5, -8)] == [
        9, 8, 8, 6, 6, 5, 4, 4, 2, 1,
    ]  # fmt: skip


@given(st.lists(CHANGES, min_size=1))
def test_strengths_keep_the_order_of_changes(changes: list[int]) -> None:
    """They lie from 1 to 9, are neutral for no change alone, and never rank the lesser change higher."""
    largest = max(map(abs, changes)) or 1
    said = [scaled(change, largest) for change in sorted(changes)]
    assert said == sorted(said)
    assert all(1 <= each <= 9 for each in said)
    assert all((each == 5) == (change == 0) for each, change in zip(said, sorted(changes), strict=True))


@given(CHANGES)
def test_support_and_opposition_mirror_each_other(change: int) -> None:
    """What is as bad as something else is good is opposed as strongly as that is supported."""
    assert scaled(change, 100) - 5 == 5 - scaled(-change, 100)


def test_only_changes_are_spoken_of() -> None:
    """A move that changes nothing gets no comment, and where none does nobody speaks."""

    async def compare(think: Deliberation) -> None:
        await comment_on(think, {"1": (2, "better"), "2": (0, "alike"), "3": (-1, "worse")})

    async def see_nothing(think: Deliberation) -> None:
        await comment_on(think, {"1": (0, "alike")})
        await comment_on(think, {})

    decision = decided([advisor("Compares", compare), advisor("Sees-Nothing", see_nothing)])
    assert strengths(heard(decision, "Compares")) == {"1": 9, "3": 3}
    assert strengths(heard(decision, "Sees-Nothing")) == {}
