"""Pitchfork: it makes known forks, and destroys those of the other."""

from agents import get_advisors
from blackboard import Knowledge, Plan
from games import make_game
from tests.support import decided, heard, strengths

FORK = {"position": "X...O...X X", "pivot": "7", "seen": 1}
KNOWN = Knowledge("tic-tac-toe", {"forks": {"3+3": FORK}})


def said(moves: str, knowledge: Knowledge = KNOWN) -> dict[str, tuple[int, str]]:
    """Ask Pitchfork about a position of tic-tac-toe."""
    comments = heard(
        decided(get_advisors(["Pitchfork"]), moves=moves, knowledge=knowledge), "Pitchfork"
    ).comments
    return {move: (comment.strength, comment.reason) for move, comment in comments.items()}


def planned(moves: str) -> tuple[Plan, ...]:
    """Return Pitchfork's plans."""
    return heard(decided(get_advisors(["Pitchfork"]), moves=moves, knowledge=KNOWN), "Pitchfork").plans


def test_without_a_known_fork_pitchfork_is_silent() -> None:
    """Who has seen no fork looks for none, and forks of another shape are not its affair."""
    assert said("1 5 9 2", Knowledge("tic-tac-toe")) == {}
    assert said("1 5 9 2", Knowledge("tic-tac-toe", {"forks": {"4+4": FORK}})) == {}


def test_pitchfork_makes_a_fork_that_the_next_move_makes() -> None:
    """It supports the crossing most, and posts it as a plan."""
    assert said("1 5 9 2") == {"7": (9, "makes a fork at 7 (7-8-9 and 1-4-7)")}
    (plan,) = planned("1 5 9 2")
    assert (plan.moves, plan.purpose, plan.strength) == (("7",), "fork at 7 (7-8-9 and 1-4-7)", 9)


def test_pitchfork_knows_a_fork_in_every_place() -> None:
    """Learned in one corner, it is known in the others, with no symmetry known: the shape is all there is."""
    for moves, corner in (("3 5 7 2", "9"), ("9 5 1 8", "3"), ("7 5 3 4", "9"), ("1 5 9 4", "3")):
        assert said(moves)[corner][0] == 9


def test_pitchfork_destroys_forks_of_the_other() -> None:
    """Opponent's own view of the same: the crossings are prevented, their lines hindered."""
    comments = said("1 5 9")
    assert comments["3"] == (8, "prevents a fork at 3 (1-2-3 and 3-6-9)")
    assert comments["7"] == (8, "prevents a fork at 7 (7-8-9 and 1-4-7)")
    assert {comments[side] for side in "2468"} <= {
        (7, "hinders a fork at 3 (1-2-3 and 3-6-9)"),
        (7, "hinders a fork at 7 (7-8-9 and 1-4-7)"),
    }


def test_pitchfork_prepares_what_lacks_one_more_man() -> None:
    """A fork that needs another man first is worth less, and is not said to be made."""
    comments = said("1 2")
    assert {strength for strength, _ in comments.values()} == {7}
    assert all(reason.startswith("prepares a fork at ") for _, reason in comments.values())
    assert all(plan.strength == 7 and len(plan.moves) == 3 for plan in planned("1 2"))


def test_pitchfork_is_silent_where_every_fork_is_far() -> None:
    """On the empty board a fork needs too many men."""
    assert said("") == {}


def test_pitchfork_has_nothing_to_do_with_lines_that_lose() -> None:
    """Where a line loses there is no fork to make."""
    game = make_game("lose-tic-tac-toe")
    known = Knowledge.of(game, {"forks": {"3+3": FORK}})
    testimony = heard(
        decided(get_advisors(["Pitchfork"]), game=game, moves="1 5 9 2", knowledge=known), "Pitchfork"
    )
    assert (strengths(testimony), testimony.plans) == ({}, ())


def test_pitchfork_forks_in_space_too() -> None:
    """In qubic the corner where two lines of three men each meet makes a fork."""
    game = make_game("qubic")
    known = Knowledge.of(game, {"forks": {"4+4": {**FORK, "position": "", "pivot": "4"}}})
    decision = decided(get_advisors(["Pitchfork"]), game=game, moves="2 22 3 23 8 26 12 27", knowledge=known)
    assert strengths(heard(decision, "Pitchfork"))["4"] == 9
