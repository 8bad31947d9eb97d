"""An Advisor without a reason."""

from agents import get_advisors
from tests.support import decided, heard, strengths

WILD = get_advisors(["Wild"])


def test_wild_says_one_thing() -> None:
    """One comment on one move, neither neutral nor absolute."""
    for seed in range(40):
        ((move, strength),) = strengths(heard(decided(WILD, seed=seed), "Wild")).items()
        assert move in "123456789"
        assert strength in {1, 2, 3, 4, 6, 7, 8, 9}


def test_wild_goes_by_its_stream() -> None:
    """The same seed gives the same comment, and seeds between them give every move and every strength."""
    made = [decided(WILD, seed=seed) for seed in range(150)]
    assert made[:20] == [decided(WILD, seed=seed) for seed in range(20)]
    said = [next(iter(heard(each, "Wild").comments.values())) for each in made]
    assert {comment.move for comment in said} == set("123456789")
    assert {comment.strength for comment in said} == {1, 2, 3, 4, 6, 7, 8, 9}
