"""What an Advisor's time has been worth, and how a decision's time is dealt out by that."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agents.learners.worths import CALLS, PROFILES, TIMES, Worth, allotted, equal_shares
from blackboard import Comment, State
from blackboard import testimony as records

MS = 1_000_000
PLENTY = 10**12

profiles = st.builds(
    lambda asked, share, at: Worth(
        asked,
        asked // 2,
        int(asked * share / 2),
        asked * MS,
        tuple(asked // 2 if place == at else 0 for place in range(len(TIMES))),
        tuple(asked // 2 if place == at % len(CALLS) else 0 for place in range(len(CALLS))),
    ),
    st.integers(0, 100),
    st.floats(0, 1),
    st.integers(0, len(TIMES) - 1),
)


def worth(pivotal: int, ms: float) -> Worth:
    """Make a profile of somebody who was asked 100 times, and whose comments stand after so many ms."""
    known = Worth()
    for number in range(100):
        comment = Comment("X", "1", 9, ns=int(ms * MS), work=7)
        said = records.Testimony("X", 3, 0, PLENTY, State.FINISHED, {"1": comment}, ended_ns=int(ms * MS))
        known = known.after(said, is_pivotal=number < pivotal)
    return known


def test_time_goes_where_it_is_worth_most() -> None:
    """One that decides much and needs little comes first; the next gets what is left."""
    known = {"Quick": worth(50, 1), "Slow": worth(50, 8), "Vain": worth(0, 8)}
    own = dict.fromkeys(known, PLENTY)
    tight = allotted(3 * MS, known, own)
    assert tight["Quick"] >= MS
    assert 8 * MS > tight["Slow"] > tight["Vain"]
    ample = allotted(15 * MS, known, own)
    assert ample["Slow"] >= 8 * MS > ample["Vain"]


@given(
    st.integers(0, 10**9), st.lists(profiles, min_size=1, max_size=8), st.booleans(), st.integers(1, 10**9)
)
def test_never_more_is_dealt_out_than_there_is(
    whole: int, known: list[Worth], by_work: bool, most: int
) -> None:
    """Nobody gets less than a quarter of an equal share, but by its own limit, nor more than that limit."""
    named = {f"A{number}": each for number, each in enumerate(known)}
    hands = allotted(whole, named, dict.fromkeys(named, most), by_work=by_work)
    assert sum(hands.values()) <= whole
    least = min(most, whole // (4 * len(known)))
    assert all(least <= hand <= most for hand in hands.values())
    if most == 10**9:
        assert sum(hands.values()) == whole


def test_equal_shares_add_up() -> None:
    """What does not divide goes to the first."""
    assert equal_shares(10, ["a", "b", "c"]) == {"a": 4, "b": 3, "c": 3}


def test_a_profile_counts_when_the_last_comment_stood() -> None:
    """In time from the Advisor's own start, and in work."""
    comments = {move: Comment("X", move, 7, ns=(2 + at) * MS, work=10 * at) for at, move in enumerate("abc")}
    said = records.Testimony("X", 3, 0, PLENTY, State.FINISHED, comments, started_ns=2 * MS, ended_ns=7 * MS)
    known = Worth().after(said, is_pivotal=True)
    assert (known.asked, known.spoke, known.pivotal, known.ns) == (1, 1, 1, 5 * MS)
    at = known.by_time.index(1)
    assert TIMES[at - 1] < 2 * MS <= TIMES[at]
    assert CALLS[known.by_work.index(1)] >= 20


def test_entries_are_sound_merged_and_told() -> None:
    """Two runs count together."""
    entry: dict[str, Any] = {"asked": 2, "spoke": 1, "pivotal": 1, "ns": 4 * MS}
    entry |= {"by_time": [1] + [0] * (len(TIMES) - 1), "by_work": [1] + [0] * (len(CALLS) - 1)}
    assert PROFILES.fits(entry)
    assert not PROFILES.fits({**entry, "spoke": 3})
    assert not PROFILES.fits({**entry, "pivotal": 3})
    both = PROFILES.merged(entry, entry)
    assert both is not None
    assert both["asked"] == 4
    told = PROFILES.tell(None, "Slow, placing", entry)  # type: ignore[arg-type]  # no game is needed
    assert told.startswith("Slow, placing: spoke in 1 of 2 decisions, pivotal in 1, 2 ms each")
