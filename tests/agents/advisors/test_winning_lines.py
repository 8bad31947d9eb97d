"""Advisors that look at winning lines."""

from collections.abc import Sequence

import pytest

from agents import get_advisors
from blackboard import Plan, State
from games import Position, Role, make_game
from tests.support import decided, heard, lose_tic_tac_toe, reachable, strengths

LINE_ADVISORS = ("Candide", "Worried", "Greedy", "Challenge")
CORNERS, SIDES = "1379", "2468"


def said(name: str, moves: str) -> dict[str, int]:
    """Ask one Advisor about a position of tic-tac-toe, with Candide there to make plans."""
    return strengths(heard(decided(get_advisors({"Candide": 0, name: 0}), moves=moves), name))


def planned(moves: str) -> tuple[Plan, ...]:
    """Return Candide's plans."""
    return heard(decided(get_advisors(["Candide"]), moves=moves), "Candide").plans


def test_candide_posts_every_open_line_as_a_plan() -> None:
    """On the empty board all eight lines are plans; in Figure 1 the three without an O."""
    assert len(planned("")) == 8
    assert {plan.moves for plan in planned("1 4 3 5")} == {("2",), ("6", "9"), ("7", "8", "9")}
    assert all(plan.purpose.startswith("fill ") for plan in planned("1 4 3 5"))


def test_candide_supports_a_line_the_more_the_sooner_it_is_filled() -> None:
    """In Figure 1 the line that one move fills counts most, then the one of two moves, then that of three."""
    comments = said("Candide", "1 4 3 5")
    assert comments["2"] > comments["6"] == comments["9"] > comments["7"] == comments["8"] > 5


def test_candide_ignores_lines_that_are_blocked() -> None:
    """Where the other contestant stands on every line through a location there is no plan through it."""
    assert said("Candide", "5 1 2 8 7 3") == {"4": 8, "6": 8}


def test_worried_destroys_longer_plans_of_the_other() -> None:
    """As in Figure 1: the second column in two turns, the third row in three, nothing of Panic's row."""
    assert said("Worried", "1 4 3 5") == {"2": 8, "8": 8, "7": 7, "9": 7}


def test_worried_has_nothing_to_fear_where_all_is_blocked() -> None:
    """Where no line is open to the other contestant Worried is silent."""
    assert said("Worried", "5 1 2 8 7 3 6") == {}


def test_greedy_speaks_only_of_two_plans_or_more() -> None:
    """On the empty board the centre advances four lines, a corner three, a side two; one is not enough."""
    assert said("Greedy", "") == {
        **dict.fromkeys(SIDES, 7), **dict.fromkeys(CORNERS, 8), "5": 9,
    }  # fmt: skip
    assert said("Greedy", "1 4 3 5") == {"9": 7}


def test_greedy_is_silent_without_plans() -> None:
    """It reads the blackboard alone: where nobody plans there is nothing to advance."""
    assert strengths(heard(decided(get_advisors(["Greedy"])), "Greedy")) == {}


def test_challenge_prefers_the_centre_on_the_empty_board() -> None:
    """It covers most lines and leaves the fewest; the sides cover least."""
    assert said("Challenge", "") == {
        **dict.fromkeys(SIDES, 7), **dict.fromkeys(CORNERS, 8), "5": 9,
    }  # fmt: skip


def test_challenge_says_the_same_of_moves_that_are_alike() -> None:
    """Where every move takes two lines and leaves two fewer, none of them is preferred."""
    assert said("Challenge", "1 2 3 8 5") == dict.fromkeys("4679", 6)


def test_challenge_says_what_it_says_however_little_time_it_has() -> None:
    """Its scale is absolute: what it has said of the first moves does not hang on the rest."""
    whole = said("Challenge", "5 1")
    for budget in ("150us", "300us", "500us"):
        cut = decided(get_advisors(["Challenge"]), moves="5 1", budgets=[budget])
        part = strengths(heard(cut, "Challenge"))
        assert part.items() < whole.items()


@pytest.mark.parametrize("name", LINE_ADVISORS)
def test_line_advisors_are_silent_where_lines_do_not_win(name: str) -> None:
    """In lose tic-tac-toe there are no winning lines, so nobody recommends filling or blocking one."""
    game = lose_tic_tac_toe()
    for position in list(reachable(game))[::97]:
        testimony = heard(decided(get_advisors([name]), game=game, position=position), name)
        assert (testimony.comments, testimony.plans) == ({}, ())
        assert testimony.state in (State.FINISHED, State.NOT_STARTED)


@pytest.mark.parametrize("name", LINE_ADVISORS)
def test_line_advisors_never_speak_absolutely(name: str) -> None:
    """Tier 3 is the tier of those who may be wrong: strengths from 1 to 9."""
    for moves in ("", "5", "5 1", "1 4 3 5", "1 5 9 2"):
        assert all(0 < strength < 10 for strength in said(name, moves).values())


@pytest.mark.parametrize("name", LINE_ADVISORS)
def test_roles_are_treated_alike(name: str) -> None:
    """The same men with the roles exchanged get the same comments."""
    for mine, theirs in ((0b1, 0b10000), (0b101, 0b11000), (0b10, 0b100000001)):
        as_player = Position(mine, theirs, Role.PLAYER)
        as_opponent = Position(theirs, mine, Role.OPPONENT)
        told = [
            strengths(heard(decided(get_advisors([name]), position=position), name))
            for position in (as_player, as_opponent)
        ]
        assert told[0] == told[1]


SLIDING = [
    ("achi", ".X.OXOXOX O"),
    ("tsoro-yematatu", "...X.OX O"),
    ("tsoro-yematatu", ".XXOXOO X"),
    ("achi", "XXOO.XOXO X"),
]


@pytest.mark.parametrize(("name", "text"), SLIDING)
def test_lines_are_seen_where_men_slide(name: str, text: str) -> None:
    """Candide supports what brings a man onto an open line, and Worried what blocks one of the other's."""
    game = make_game(name)
    position = game.parse_position(text)
    me, before, legal = game.mover(position), game.cells(position), game.legal_moves(position)
    afters = {move: game.cells(game.play(position, move)) for move in legal}
    mine = [line for line in game.winning_lines if not any(before[i] is me.other for i in line)]
    theirs = [line for line in game.winning_lines if not any(before[i] is me for i in line)]
    slow = [line for line in theirs if sum(before[i] is None for i in line) > 1]
    advancing = {
        line: [m for m in legal if men(afters[m], line, me) > men(before, line, me)] for line in mine
    }
    decision = decided(get_advisors(LINE_ADVISORS), game=game, position=position)
    candide, worried = (strengths(heard(decision, each)) for each in ("Candide", "Worried"))
    assert candide.keys() == {move for moves in advancing.values() for move in moves}
    assert worried.keys() == {move for move in legal if any(men(afters[move], line, me) for line in slow)}
    planned = sorted(plan.moves for plan in heard(decision, "Candide").plans)
    assert planned == sorted(tuple(moves) for moves in advancing.values() if moves)


def men(cells: Sequence[Role | None], line: Sequence[int], role: Role) -> int:
    """Count a role's men on a line."""
    return sum(cells[i] is role for i in line)


@pytest.mark.parametrize(
    ("name", "text", "worse", "better"),
    [("achi", "XXOX.OOOX X", "9-5", "1-5"), ("tsoro-yematatu", "OX.OXOX O", "1-3", "4-3")],
)
def test_challenge_tells_moves_apart_where_men_slide(name: str, text: str, worse: str, better: str) -> None:
    """A man that gives up more lines than it takes is advised against, however few they are."""
    game = make_game(name)
    decision = decided(get_advisors(["Challenge"]), game=game, position=game.parse_position(text))
    comments = strengths(heard(decision, "Challenge"))
    assert comments[worse] < 5 <= comments[better]


@pytest.mark.parametrize("name", ["qubic", "tsoro-yematatu"])
def test_on_an_empty_board_the_busiest_location_is_preferred(name: str) -> None:
    """Challenge and Greedy prefer where most lines meet; Candide and Worried see all lines alike."""
    game = make_game(name)
    lines = [sum(i in line for line in game.winning_lines) for i in range(len(game.board))]
    decision = decided(get_advisors(LINE_ADVISORS), game=game, budgets=["1min"])
    challenge = strengths(heard(decision, "Challenge"))
    best = {game.board.locations[i].name for i, number in enumerate(lines) if number == max(lines)}
    assert {move for move, strength in challenge.items() if strength == max(challenge.values())} >= best
    assert challenge[next(iter(best))] == 9
    assert len(set(strengths(heard(decision, "Worried")).values())) == 1
