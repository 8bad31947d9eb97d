"""What Patsy learns: tables of a fixed size, what enters them, what leaves, and what counts become."""

import itertools
from typing import Any

import pytest

from agents import LEARNERS
from agents.learners.pattern_tables import (
    CONTEST,
    MOST_PATTERNS,
    MOST_STATES,
    PATSY_1,
    PATSY_2,
    PATSY_2_STATES,
    PATSY_STATES,
    last_choices,
)
from agents.sight.patterns import read_pattern, sight_by_lines
from blackboard import Experience, Knowledge, thawed
from control import check_learner_conduct
from games import Game, Role, make_game
from tests.support import random_contests, taught, tic_tac_toe, watched

ONE, TWO = ["patsy_states", "patsy_1"], ["patsy_2"]
FIVE = make_game("five-mens-morris")
WON = "1 4 2 5 3"
"""Player wins."""
LOST = "4 1 5 2 9 3"
"""Opponent wins."""
DRAWN = "1 2 3 5 8 6 4 7 9"


def lived(moves: str, role: Role = Role.PLAYER, game: Game[Any] | None = None) -> Experience:
    """Live through a contest as one of the two."""
    return watched(game or tic_tac_toe(), moves, hoyle=[role])


def learned(learners: list[str], *contests: Experience, game: Game[Any] | None = None, item: str = "") -> Any:
    """Return what an item holds after these contests."""
    known, account = taught(learners, game or tic_tac_toe(), contests)
    assert not any(each.reason for each in account)
    return thawed(known.item(item or learners[-1]))


# Positions, for Patsy-1.


def test_every_position_enters_with_the_outcome_for_hoyle() -> None:
    """From the first to the last, the same contest won by one and lost by the other."""
    for role, result in ((Role.PLAYER, "won"), (Role.OPPONENT, "lost")):
        found = learned(["patsy_states"], lived(WON, role))
        assert [entry["result"] for entry in found.values()] == [result] * 6
        assert found["......... X"] == {"result": result, "met": 0}
        assert found["XXXOO.... O"] == {"result": result, "met": 5}


def test_a_position_that_is_met_again_tells_of_the_last_contest() -> None:
    """And is as new as that one."""
    found = learned(["patsy_states"], lived(WON), lived(DRAWN))
    assert found["......... X"] == {"result": "drawn", "met": 6}


def test_the_position_met_longest_ago_goes() -> None:
    """Fifty stay, those of the last contest among them; the empty board is met every time."""
    contests = list(random_contests(tic_tac_toe(), 40))
    found = learned(["patsy_states"], *contests)
    assert len(found) == MOST_STATES
    newest = {tic_tac_toe().format_position(position) for position in contests[-1].positions}
    assert newest <= found.keys()
    before = learned(["patsy_states"], *contests[:-1])
    gone = [before[text]["met"] for text in before.keys() - found.keys()]
    assert max(gone) < min(before[text]["met"] for text in before.keys() & found.keys() - newest)


@pytest.mark.parametrize("roles", [[], [Role.PLAYER, Role.OPPONENT]])
def test_a_contest_without_an_outcome_for_hoyle_teaches_patsy_1_nothing(roles: list[Role]) -> None:
    """It watched, or played against itself."""
    experience = watched(tic_tac_toe(), WON, hoyle=roles)
    known, _ = taught(ONE, tic_tac_toe(), [experience])
    assert not known.item("patsy_states")
    assert not known.item("patsy_1")


# Patterns of Patsy-1.


def test_a_pattern_enters_that_two_positions_of_the_table_show() -> None:
    """Two Xs beside each other stand there in three positions, three of them only in the last one."""
    found = learned(ONE, lived(WON))
    assert "1=X 2=X" in found
    assert "1=X 2=X 3=X" not in found
    again = learned(ONE, lived(WON), lived("1 7 2 8 3"))
    assert again["1=X 2=X 3=X"]["won"] == CONTEST * 9 // 10


def test_counts_are_of_contests_and_fade_by_a_tenth_after_each() -> None:
    """Won twice and then drawn: 0.9 + 0.81 + 0.729 parts of a contest, in whole millionths."""
    found = learned(ONE, lived(WON), lived(WON), lived(DRAWN))
    assert {key: found["1=X 2=X"][key] for key in ("won", "drawn", "lost")} == {
        "won": 729_000 + 810_000,
        "drawn": 900_000,
        "lost": 0,
    }


def test_counts_fade_whether_or_not_a_pattern_is_met() -> None:
    """By whole millionths, rounded down."""
    state = {"1=X 9=X": {"won": 19, "drawn": 5, "lost": 1, "met": 3}}
    known, _ = taught(
        ONE, tic_tac_toe(), [lived("2 5")], knowledge=Knowledge.of(tic_tac_toe(), {"patsy_1": state})
    )
    assert known.item("patsy_1")["1=X 9=X"] == {"won": 17, "drawn": 4, "lost": 0, "met": 3}


def test_the_pattern_met_longest_ago_goes() -> None:
    """Those of a contest's last positions stay."""
    found = learned(ONE, lived(DRAWN), lived(WON, Role.OPPONENT), lived(DRAWN))
    assert len(found) == MOST_PATTERNS
    assert "1=. 2=. 3=." not in found
    assert max(entry["met"] for entry in found.values()) == found["1=X 3=X"]["met"]


def test_the_same_contests_give_the_same_bytes() -> None:
    """Tables, counts and order."""
    for learners, game in ((ONE, tic_tac_toe()), (TWO, FIVE)):
        one, other = (taught(learners, game, random_contests(game, 12))[0].to_bytes() for _ in range(2))
        assert one == other


@pytest.mark.parametrize(("name", "contests"), [("tic-tac-toe", 1000), ("picaria", 100)])
def test_tables_never_hold_more_than_they_may(name: str, contests: int) -> None:
    """After each of a thousand contests: fifty positions, thirty patterns."""
    game = make_game(name)
    group = [*ONE, *TWO]
    known, sizes = Knowledge.of(game), {}
    for experience in random_contests(game, contests):
        known, account = taught(group, game, [experience], knowledge=known)
        assert not any(each.reason for each in account)
        sizes = {name: len(entries) for name, entries in known.items.items()}
        assert max(sizes["patsy_states"], sizes["patsy_2_states"]) <= MOST_STATES
        assert max(sizes.get("patsy_1", 0), sizes.get("patsy_2", 0)) <= MOST_PATTERNS
    assert (sizes["patsy_states"], sizes["patsy_1"]) == (MOST_STATES, MOST_PATTERNS)


def test_tables_that_were_merged_are_cut_back_with_the_next_contest() -> None:
    """Two files together may hold more than one table has room for."""
    game = tic_tac_toe()
    parts = [taught(ONE, game, random_contests(game, 20, seed=seed))[0] for seed in (1, 2)]
    declared = {item.name: item for item in (PATSY_STATES, PATSY_1)}
    both = parts[0].merged(parts[1], declared)
    assert len(both.item("patsy_states")) > MOST_STATES
    known, _ = taught(ONE, game, [lived(DRAWN)], knowledge=both)
    assert (len(known.item("patsy_states")), len(known.item("patsy_1"))) == (MOST_STATES, MOST_PATTERNS)


# Patsy-2.


def test_two_positions_of_a_contest_teach() -> None:
    """Those after each contestant's last move that was not forced: X's ninth was, its seventh was not."""
    game = tic_tac_toe()
    found = learned(TWO, lived(DRAWN), item="patsy_2_states")
    after = [game.format_position(position) for position in lived(DRAWN).positions]
    assert list(found) == sorted([after[7], after[8]])
    assert {entry["response"] for entry in found.values()} == {"draw"}


def test_the_other_reading_takes_the_positions_before_these_moves() -> None:
    """A learner of its own, for the same items."""
    game = tic_tac_toe()
    found = learned(["patsy_2_before"], lived(DRAWN), item="patsy_2_states")
    after = [game.format_position(position) for position in lived(DRAWN).positions]
    assert list(found) == sorted([after[6], after[7]])


def test_a_pattern_enters_on_its_second_appearance() -> None:
    """In a second contest, and not before; two positions of one contest are one appearance."""
    assert learned(TWO, lived(WON)) == {}
    found = learned(TWO, lived(WON), lived(WON))
    assert found["1=X 3=X"]["response"] == "player"


def test_a_pattern_whose_response_changes_leaves_and_may_come_back() -> None:
    """The contest that changed it is its first appearance with the new response."""
    drawn_with_it = "1 5 3 2 8 4 6 9 7"
    contests = [lived(WON), lived(WON), lived(drawn_with_it)]
    assert "1=X 3=X" in learned(TWO, *contests[:2])
    assert "1=X 3=X" not in learned(TWO, *contests)
    assert learned(TWO, *contests, lived(drawn_with_it))["1=X 3=X"]["response"] == "draw"
    assert "1=X 3=X" not in learned(TWO, *contests, lived(WON))
    assert learned(TWO, *contests, lived(WON), lived(WON))["1=X 3=X"]["response"] == "player"


def test_patsy_2_has_room_for_thirty_patterns() -> None:
    """Those that two contests bring push out as many of the oldest, and no others."""
    game = tic_tac_toe()
    new = learned(TWO, lived(WON), lived(WON))
    sight = sight_by_lines(game.board)
    assert sight is not None
    shown = (sight.patterns((men, 0b111111111 ^ men)) for men in range(0, 512, 7))
    old = [text for text in dict.fromkeys(itertools.chain.from_iterable(shown)) if text not in new]
    held: dict[str, dict[str, Any]] = {
        text: {"response": "draw", "met": met} for met, text in enumerate(old[:MOST_PATTERNS])
    }
    known = Knowledge.of(game, {"patsy_2": held})
    found = taught(TWO, game, [lived(WON), lived(WON)], knowledge=known)[0].item("patsy_2")
    assert len(found) == MOST_PATTERNS
    assert new.keys() <= found.keys()
    kept = [held[text]["met"] for text in found.keys() & held.keys()]
    assert sorted(kept) == list(range(MOST_PATTERNS - len(kept), MOST_PATTERNS))


def test_a_pattern_is_all_empty_all_of_one_or_all_occupied() -> None:
    """Never men beside empty locations."""
    found = learned(TWO, *random_contests(FIVE, 20), game=FIVE)
    assert found
    for text in found:
        place, player, opponent = read_pattern(FIVE.board, text)
        assert (player | opponent) in (0, place)


def test_watched_contests_teach_patsy_2() -> None:
    """Its responses are outcomes for both, whoever Hoyle was."""
    contests = [watched(tic_tac_toe(), WON)] * 2
    assert learned(TWO, *contests) == learned(TWO, lived(WON), lived(WON, Role.OPPONENT))


def test_forced_moves_are_passed_over() -> None:
    """Where a contestant has one move alone, its choice was before that."""
    game = tic_tac_toe()

    class Asked:
        """A lesson of this contest."""

        experience = lived(DRAWN)
        legal_moves = staticmethod(game.legal_moves)

    Asked.game = game  # type: ignore[attr-defined]  # as a lesson has it
    found = list(last_choices(Asked, 1))  # type: ignore[arg-type]  # only what is looked at
    assert found == list(Asked.experience.positions[7:9])


# Items.


def test_entries_are_told() -> None:
    """In words that say what Patsy makes of them."""
    game = tic_tac_toe()
    counts = {"won": CONTEST, "drawn": 0, "lost": 2 * CONTEST, "met": 1}
    said = PATSY_1.tell(game, "1=X 9=X", counts)
    assert said == "X on 1 and 9: most often lost (won 1.00, drawn 0.00, lost 2.00)"
    assert PATSY_1.tell(game, "1=X 9=X", {**counts, "won": 2 * CONTEST}).startswith(
        "X on 1 and 9: no most frequent result"
    )
    assert PATSY_2.tell(FIVE, "4=. 5=.", {"response": "draw", "met": 0}) == "4 and 5 empty: a draw"
    assert PATSY_2.tell(FIVE, "4=O 5=O", {"response": "opponent", "met": 0}) == "O on 4 and 5: Opponent wins"
    assert (
        PATSY_STATES.tell(game, "", {"result": "won", "met": 0}) == "a contest through this position was won"
    )


def test_pairs_with_men_and_response_exchanged_are_counted() -> None:
    """A pattern that is its own exchange is no pair, nor are two with another response."""
    held = {
        "1=X 2=X": {"response": "player", "met": 0},
        "1=O 2=O": {"response": "opponent", "met": 0},
        "1=X 3=X": {"response": "player", "met": 0},
        "1=O 3=O": {"response": "player", "met": 0},
        "1=O 3=X": {"response": "draw", "met": 0},
        "4=. 5=.": {"response": "draw", "met": 0},
    }
    assert PATSY_2.remark is not None
    assert PATSY_2.remark(FIVE, held) == "2 of 6 are also known with men and response exchanged."


@pytest.mark.parametrize(
    ("item", "entry"),
    [
        (PATSY_STATES, {"result": "player", "met": 1}),
        (PATSY_STATES, {"result": "won"}),
        (PATSY_1, {"won": 1, "drawn": 1, "lost": -1, "met": 0}),
        (PATSY_1, {"won": 0.9, "drawn": 1, "lost": 1, "met": 0}),
        (PATSY_1, {"won": 1, "drawn": 1, "lost": 1, "met": 0, "more": 1}),
        (PATSY_2, {"response": "won", "met": 0}),
        (PATSY_2, {"response": "draw", "met": None}),
        (PATSY_2_STATES, ["draw", 1]),
    ],
)
def test_what_cannot_be_is_not_sound(item: Any, entry: Any) -> None:
    """Another word, a number that nobody counts to, something missing or besides."""
    assert not item.fits(entry)


def test_merging_counts_both_and_gives_up_what_is_contradicted() -> None:
    """Counts add up, responses must agree, and what was met later tells."""
    one, other = ({"won": 1, "drawn": 2, "lost": 3, "met": met} for met in (4, 9))
    assert PATSY_1.merge(one, other) == {"won": 2, "drawn": 4, "lost": 6, "met": 9}
    assert PATSY_2.merge({"response": "draw", "met": 1}, {"response": "draw", "met": 2}) == {
        "response": "draw",
        "met": 2,
    }
    assert PATSY_2.merge({"response": "draw", "met": 1}, {"response": "player", "met": 2}) is None


@pytest.mark.parametrize("name", ["patsy_states", "patsy_1", "patsy_2", "patsy_2_before"])
def test_it_is_a_good_learner(name: str) -> None:
    """As the conformance check sees it, on a board that Patsy-1 cannot see too."""
    assert check_learner_conduct(LEARNERS[name], [tic_tac_toe(), make_game("pong-hau-ki")]) == []
