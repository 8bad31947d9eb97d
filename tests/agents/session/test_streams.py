"""Random streams that do not know of each other."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents import Advisor, Deliberation, Streams, pick
from games import BadOption
from tests.support import decided, heard

seeds = st.integers(-(1 << 63), (1 << 64) - 1)
names = st.lists(st.text("a1,' ") | st.integers(), max_size=4).map(tuple)


def draws(streams: Streams, *path: str | int) -> list[float]:
    """Take the first few numbers of a stream."""
    stream = streams.stream(*path)
    return [stream.random() for _ in range(5)]


@given(seed=seeds, path=names)
def test_the_same_seed_gives_the_same_draws(seed: int, path: tuple[str | int, ...]) -> None:
    """A stream always begins at its beginning."""
    assert draws(Streams(seed), *path) == draws(Streams(seed), *path)


@given(seed=seeds, one=names, other=names)
def test_other_names_give_other_draws(
    seed: int, one: tuple[str | int, ...], other: tuple[str | int, ...]
) -> None:
    """Two paths share their draws only if they are the same, and 1 is not the same as "1"."""
    assert (draws(Streams(seed), *one) == draws(Streams(seed), *other)) is (one == other)


@given(one=seeds, other=seeds)
def test_other_seeds_give_other_draws(one: int, other: int) -> None:
    """Every seed has its own streams."""
    assert (draws(Streams(one), "x") == draws(Streams(other), "x")) is (one == other)


@given(seed=seeds, path=names, cut=st.integers(0, 4))
def test_a_child_is_a_place_further_down_the_tree(seed: int, path: tuple[str | int, ...], cut: int) -> None:
    """It does not matter where along the path the stream is asked for."""
    assert draws(Streams(seed).child(*path[:cut]), *path[cut:]) == draws(Streams(seed), *path)


def test_draws_are_the_same_on_every_machine() -> None:
    """These numbers are part of what a seed means: they must never change."""
    assert draws(Streams(1990, ("run", 0)), "ties") == [
        0.1414851128612311, 0.9452830839629605, 0.6412602929875164, 0.698332035178224, 0.30446007910219386,
    ]  # fmt: skip


def test_a_whole_run_has_a_place_of_its_own() -> None:
    """It is the same from wherever below it is asked for, and where there are no runs it is the top."""
    top = Streams(7)
    run = top.of_run(3)
    assert run == top.child("run", 3)
    assert run.whole_run == run.child("phase", "run", "contest", 4).whole_run == run
    assert top.whole_run == top.child("contest", 2, "run", 1).whole_run == top
    assert top.of_run(4).child("ply", 1).whole_run != run


def test_pick_is_uniform() -> None:
    """Each of seven choices is taken about as often as the others: chi-square with 6 degrees of freedom."""
    stream = Streams(7).stream("uniform")
    counts = Counter(pick(stream, range(7)) for _ in range(14_000))
    chi_square = sum((counts[choice] - 2000) ** 2 / 2000 for choice in range(7))
    assert chi_square < 30


def test_first_draws_of_many_streams_are_uniform() -> None:
    """What is drawn first is as good as what is drawn later: neighbouring names are not alike."""
    counts = Counter(pick(Streams(7).stream("ply", n), range(7)) for n in range(7_000))
    assert sum((counts[choice] - 1000) ** 2 / 1000 for choice in range(7)) < 30


@given(choices=st.lists(st.integers(), min_size=1), seed=seeds)
def test_pick_takes_one_of_the_choices(choices: list[int], seed: int) -> None:
    """Whatever the stream, what is picked was there."""
    assert pick(Streams(seed).stream(), choices) in choices


class Drawing(Advisor):
    """Tell what its stream gives."""

    async def advise(self, think: Deliberation) -> None:
        """Comment with its draws as the reason."""
        await think.comment(think.moves[0], 6, repr([think.random.random() for _ in range(3)]))


class Another(Drawing):
    """Draw from another stream."""


class Third(Drawing):
    """Draw from yet another one."""


def test_an_advisor_more_changes_nobodys_draws() -> None:
    """Who joins takes nothing from the streams of those who were there."""
    alone = heard(decided([Drawing], seed=3), "Drawing")
    together = heard(decided([Another, Drawing, Third], seed=3), "Drawing")
    assert alone.comments == together.comments


def test_advisors_draw_independently() -> None:
    """Each has a stream of its own, and another seed gives it another."""
    decision = decided([Another, Drawing, Third], seed=3)
    told = [heard(decision, name).comments["1"].reason for name in ("Another", "Drawing", "Third")]
    told.append(heard(decided([Drawing], seed=4), "Drawing").comments["1"].reason)
    assert len(set(told)) == 4


def test_a_stream_goes_on_where_it_was() -> None:
    """Within one decision `think.random` is one stream, not a new one at every look."""
    reason = heard(decided([Drawing]), "Drawing").comments["1"].reason
    assert len(set(reason.strip("[]").split(", "))) == 3


@pytest.mark.parametrize("seed", [1 << 64, -(1 << 63) - 1])
def test_a_seed_that_no_file_could_hold_is_refused(seed: int) -> None:
    """A seed has at most 64 bits, so that every account of a decision can be written down."""
    with pytest.raises(BadOption, match="64 bits"):
        Streams(seed)
