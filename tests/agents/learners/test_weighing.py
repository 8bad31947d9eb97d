"""PWL: which opinions are right, which examples are put to the Advisors, and what weights come of it."""

from fractions import Fraction
from itertools import product
from operator import gt, lt

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from agents import Learner, Streams
from agents.learners.weighing import (
    EXAMPLES,
    GUESSES,
    WEIGHTS,
    TrackRecord,
    Weighing,
    anything,
    is_right,
    track_record,
)
from agents.rosters import ANYTHING
from blackboard import Experience, Knowledge, State
from blackboard.items import MOST_COUNTED
from control import Learned, LearnerGroup, Panel, VirtualClock
from games import Move, Role
from tests.support import advisor, each_case, says, tic_tac_toe, watched, with_symmetries

MOVES = tuple("abcd")
SIDES = {
    "support": {"opposes": False},
    "oppose": {"supports": False},
    "both": {},
}


def strengths(text: str) -> dict[Move, int]:
    """Read `a8 b2`."""
    return {word[0]: int(word[1:]) for word in text.split()}


@each_case(
    ("can", "says_", "correct", "counts_as"),
    [
        ("support", "a8", "a", True),
        ("support", "a8 b8", "a", True),
        ("support", "a7 b8", "a", False),
        ("support", "a7 b7 c7 d7", "a", False),
        ("support", "a7 b7 c7 d7", "abcd", True),
        ("oppose", "b2", "a", True),
        ("oppose", "a2 b2", "a", False),
        ("oppose", "a3 b1", "a", True),
        ("both", "a8", "a", True),
        ("both", "a8 b2", "a", True),
        ("both", "b2", "a", False),
        ("support", "", "a", None),
        ("oppose", "", "a", None),
        ("both", "", "a", None),
        ("both", "a5 c5", "a", None),
        ("support", "b8", "a", False),
        ("oppose", "a2", "a", False),
        ("both", "a2 b8", "ab", True),
        ("oppose", "a3", "abcd", True),
    ],
)
def test_the_worked_examples(can: str, says_: str, correct: str, counts_as: object) -> None:
    """Right, wrong, or no opinion at all."""
    assert is_right(strengths(says_), tuple(correct), MOVES, **SIDES[can]) is counts_as


OPINIONS = st.dictionaries(st.sampled_from(MOVES), st.integers(0, 10))
CORRECT = st.sets(st.sampled_from(MOVES), min_size=1)


@given(OPINIONS, CORRECT)
def test_what_is_right_on_both_sides_is_right_on_each(said: dict[Move, int], correct: set[Move]) -> None:
    """Whoever can do both must do both."""
    alone = [is_right(said, correct, MOVES, **SIDES[side]) for side in ("support", "oppose")]
    assert is_right(said, correct, MOVES) is (None if None in alone else all(alone))


def right_by_the_words(said: dict[Move, int], correct: set[Move], sides: dict[str, bool]) -> bool | None:
    """Read the rule word by word: each side that it can take, and silence counting 5."""
    given = {move: said.get(move, 5) for move in MOVES}
    top = max(given[move] for move in correct)
    if set(given.values()) == {5}:
        return None
    is_topped, has_less = (any(way(each, top) for each in given.values()) for way in (gt, lt))
    is_topped_by_opposed = any(5 > each > top for each in given.values())
    supports = top > 5 and not is_topped and has_less
    if correct == set(MOVES):
        supports = any(each > 5 for each in given.values())
    is_none_opposed = all(given[move] >= 5 for move in correct)
    opposes = is_none_opposed or (not is_topped_by_opposed and has_less)
    return (supports or not sides.get("supports", True)) and (opposes or not sides.get("opposes", True))


@given(OPINIONS, CORRECT, st.sampled_from(sorted(SIDES)))
def test_what_is_right_is_what_the_words_say(said: dict[Move, int], correct: set[Move], can: str) -> None:
    """Read a second time, clause by clause."""
    found = is_right(said, correct, MOVES, **SIDES[can])
    assert found is right_by_the_words(said, correct, SIDES[can])


@given(OPINIONS, CORRECT, st.permutations(MOVES))
def test_the_names_of_moves_make_no_difference(
    said: dict[Move, int], correct: set[Move], order: list[Move]
) -> None:
    """Nor does their order."""
    other = dict(zip(MOVES, order, strict=True))
    renamed = {other[move]: strength for move, strength in said.items()}
    assert is_right(said, correct, MOVES) is is_right(renamed, {other[each] for each in correct}, order)


def test_a_weight_is_the_share_of_right_opinions_and_grows_into_its_place() -> None:
    """The tutorial's .05 and .1 at first; then right, wrong, right, right."""
    found = TrackRecord()
    assert (found.weight, found.discount) == (0.05, 0.1)
    weights, votes = [], []
    for verdict in (True, False, True, True):
        found = found.judged(is_right=verdict)
        weights.append(round(found.weight, 3))
        votes.append(round(found.weight * found.discount, 3))
    assert weights == [1, 0.5, 0.667, 0.75]
    assert votes == [0.1, 0.1, 0.2, 0.3]
    assert TrackRecord(3, 11).discount == 1


@each_case("guesses", range(100))
def test_a_hundredth_better_than_guessing_is_enough(guesses: int) -> None:
    """To the last bit: in floats .2 and a hundredth are more than .21."""
    guesser = TrackRecord(guesses, 100)
    assert TrackRecord(guesses + 1, 100).is_heard(guesser)
    assert not TrackRecord(1000 * guesses + 999, 100_000).is_heard(guesser)
    assert TrackRecord().is_heard(guesser) is (guesses <= 4)


# Anything.


def test_a_guess_between_two_moves_is_right_three_times_in_ten() -> None:
    """By counting every guess that there is, weighted by its chance."""
    one = [{move: strength} for move in "ab" for strength in GUESSES]
    both = [{"a": first, "b": second} for first, second in product(GUESSES, repeat=2)]
    share = sum(
        Fraction(sum(bool(is_right(guess, "a", "ab")) for guess in guesses), len(guesses)) / 2
        for guesses in (one, both)
    )
    assert share == Fraction(3, 10)


def test_anything_guesses_like_that() -> None:
    """In 20,000 guesses, within a hundredth; and it comments on n moves with probability 0.5 to the n."""
    chance = Streams(7).stream("guesses")
    guesses = [anything(("a", "b"), chance) for _ in range(20_000)]
    right = sum(bool(is_right(guess, "a", ("a", "b"))) for guess in guesses)
    assert right / len(guesses) == pytest.approx(0.3, abs=0.01)
    sizes = [len(anything(MOVES, chance)) for _ in range(20_000)]
    shares = [sizes.count(number) / len(sizes) for number in (1, 2, 3, 4)]
    assert shares == pytest.approx([0.5, 0.25, 0.125, 0.125], abs=0.015)


# Examples.

GAME = tic_tac_toe()


def taught(
    experience: Experience, *panel: object, knowledge: Knowledge | None = None, times: int = 1
) -> tuple[Knowledge, list[Learned]]:
    """Weigh a panel by a contest."""
    group = LearnerGroup([Weighing], panel=Panel.of(panel))  # type: ignore[arg-type]  # classes of Advisors

    async def teach() -> tuple[Knowledge, list[Learned]]:
        known = knowledge or Knowledge.of(GAME)
        account: list[Learned] = []
        for number in range(times):
            known, account = await group.after_contest(GAME, known, experience, Streams(number))
        return known, account

    return trio.run(teach, clock=VirtualClock())


FOR_THE_CENTRE = advisor("Centre", says("5", 8), opposes=False)
DRAWN = watched(GAME, "1 5 2 3 7 4 6 8 9", experts=[Role.OPPONENT])


def test_where_an_expert_moved_its_move_is_right() -> None:
    """Only where it had a choice; whoever speaks of an illegal move there has failed, and said nothing."""
    known, account = taught(DRAWN, FOR_THE_CENTRE, advisor("Silent"))
    assert track_record(known, "Centre") == TrackRecord(1, 1)
    assert "Silent" not in known.item(WEIGHTS.name)
    assert track_record(known, ANYTHING).opinions == len(known.item(EXAMPLES.name)) == 4
    assert {each.state for each in account} == {State.FINISHED}


def test_an_example_is_presented_once() -> None:
    """Unless more moves are known to be right by now."""
    known, _ = taught(DRAWN, FOR_THE_CENTRE, times=3)
    assert track_record(known, "Centre") == TrackRecord(1, 1)
    other = watched(GAME, "1 9 5 3 6 4 2 8 7", experts=[Role.OPPONENT])
    key = known.key(GAME, GAME.play(GAME.initial(), "1"))
    there = {known.key(GAME, GAME.play(GAME.play(GAME.initial(), "1"), "5")): 1}
    more = known.with_item("expert_moves", {key: there})
    again, _ = taught(other, FOR_THE_CENTRE, knowledge=more)
    assert track_record(again, "Centre") == TrackRecord(2, 2)
    assert len(again.item(EXAMPLES.name)[key]) == 2


def test_where_no_more_examples_can_be_kept_none_is_counted() -> None:
    """It would be new each time, and a few contests that repeat would drown all others."""
    narrow = type("Narrow", (Weighing,), {"bound": 3, "items": Weighing.items})
    group = LearnerGroup([narrow], panel=Panel.of([FOR_THE_CENTRE]))

    async def teach() -> Knowledge:
        known = Knowledge.of(GAME)
        for number in range(3):
            known, _ = await group.after_contest(GAME, known, DRAWN, Streams(number))
        return known

    known = trio.run(teach, clock=VirtualClock())
    assert len(known.item(EXAMPLES.name)) == track_record(known, ANYTHING).opinions == 3


def test_counts_stay_such_as_can_be_kept() -> None:
    """Two files of the most that is counted are merged, and one of them is learned into."""
    most = Knowledge.of(GAME, {"weights": {"Centre": [MOST_COUNTED - 1, MOST_COUNTED]}})
    both = most.merged(most, {WEIGHTS.name: WEIGHTS})
    assert both.item(WEIGHTS.name)["Centre"] == (MOST_COUNTED, MOST_COUNTED)
    known, account = taught(DRAWN, FOR_THE_CENTRE, knowledge=most)
    assert {each.state for each in account} == {State.FINISHED}
    assert track_record(known, "Centre") == TrackRecord(MOST_COUNTED - 1, MOST_COUNTED)


def test_what_the_states_prove_is_right() -> None:
    """A win that is known; all moves, where all are known to lose; nothing, where something better may be."""
    experience = watched(GAME, "1 4 2 9 7 8 3")
    before = experience.positions[4]
    win = GAME.play(before, "3")
    assert GAME.outcome(win) is not None
    known, _ = taught(experience, advisor("Top", says("3", 9), opposes=False))
    assert track_record(known, "Top") == TrackRecord(2, 2)  # wins there, and at the end
    drawn = Knowledge.of(GAME, {"states": {known.key(GAME, GAME.play(GAME.initial(), "1")): "draw"}})
    weighed, _ = taught(experience, advisor("Corner", says("1", 9), opposes=False), knowledge=drawn)
    assert track_record(weighed, "Corner") == TrackRecord()
    start = drawn.with_notes("states", {drawn.key(GAME, GAME.initial()): "draw"})
    weighed, _ = taught(experience, advisor("Corner", says("1", 9), opposes=False), knowledge=start)
    assert track_record(weighed, "Corner") == TrackRecord(1, 1)


def test_moves_of_one_class_are_one() -> None:
    """With symmetries a corner is as good as another."""
    known = with_symmetries(GAME)
    experience = watched(GAME, "9 5 1 2 8 7 3 6 4", experts=[Role.PLAYER])
    corner = advisor("Corner", says("1", 8), opposes=False)
    weighed, _ = taught(experience, corner, knowledge=known)
    assert track_record(weighed, "Corner") == TrackRecord(2, 2)


@pytest.mark.parametrize(
    ("entry", "is_sound"),
    [([3, 4], True), ([0, 0], True), ([5, 4], False), ([-1, 4], False), ([1.0, 2], False), ([1], False)],
)
def test_only_counts_that_can_be_are_weights(entry: object, is_sound: bool) -> None:
    """A file with others is refused."""
    assert WEIGHTS.fits(entry) is is_sound


def test_weights_add_up_and_examples_are_one() -> None:
    """What two have learned together."""
    assert WEIGHTS.merge([1, 2], [3, 4]) == [4, 6]
    assert EXAMPLES.merge({"a": 1}, {"b": 1}) == {"a": 1, "b": 1}


def test_it_learns_after_the_others() -> None:
    """And within a limit of its own."""
    learner: type[Learner] = Weighing
    assert (learner.stage, learner.items) == (2, ("weights", "examples"))


def test_weights_are_told_together() -> None:
    """As bars, the heaviest first, with what is to be said of each; no line is wider than a terminal."""
    known = {"Coverage-Graded": [1, 20], "Strong": [18, 20], "New": [4, 4], ANYTHING: [5, 20], "Odd": [0, 8]}
    lines = WEIGHTS.lines(known)
    assert [line.split()[0] for line in lines] == ["New", "Strong", ANYTHING, "Coverage-Graded", "Odd"]
    assert lines[0].endswith("1.00  4 of 4          counts 0.4")
    assert lines[1].endswith("0.90  18 of 20")
    assert lines[2].endswith("guesses, no vote")
    assert lines[3].endswith("1 of 20         not in tests")
    assert lines[4].endswith("0 of 8          counts 0.8, not in tests")
    assert lines[1].count("█") == 13
    assert max(map(len, lines)) < 80


def test_where_nobody_does_better_than_guessing_all_are_told_to_be_heard_alike() -> None:
    """As they are in a test; not so where Advisors without an opinion would pass, and be heard alone."""
    lines = WEIGHTS.lines({"Fair": [2, 20], "New": [0, 4], ANYTHING: [5, 20]})
    assert [line.split("  ")[-1].strip() for line in lines] == [
        "guesses, no vote",
        "0.05 in tests, as all",
        "counts 0.4, 0.05 in tests, as all",
    ]
    assert WEIGHTS.lines({"Odd": [0, 20], ANYTHING: [0, 20]})[1].endswith("not in tests")
