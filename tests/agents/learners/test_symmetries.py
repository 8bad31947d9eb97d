"""The learner of symmetries."""

from agents import LEARNERS, get_advisors
from agents.learners.symmetries import candidates
from blackboard import Contest, Experience
from games import Outcome, PlacingGame, grid, make_game
from tests.support import (
    decided,
    heard,
    played,
    random_contests,
    strengths,
    taught,
    tic_tac_toe,
    watched,
)


def lopsided() -> PlacingGame:
    """Three in a row wins, three in a column does not, and of the diagonals only the falling one."""
    rows = (0, 1, 2), (3, 4, 5), (6, 7, 8)
    board = grid(3, 3, lines=[*rows, (0, 4, 8)])
    return PlacingGame(name="lopsided", title="Lopsided", rules="Rows, and one diagonal.", board=board)


def test_watched_contests_of_tic_tac_toe_give_seven_symmetries() -> None:
    """Three turns and four reflections, besides leaving it as it is."""
    game = tic_tac_toe()
    knowledge, _ = taught(["symmetries"], game, random_contests(game, 10))
    assert {tuple(each["map"]) for each in knowledge.item("symmetries").values()} == set(
        game.board.symmetries()[1:]
    )
    assert len(knowledge.symmetries) == 7
    held = {each["held"] for each in knowledge.item("symmetries").values()}
    assert held == {sum(each.contest.outcome is not Outcome.DRAW for each in random_contests(game, 10))}


def test_a_draw_or_a_contest_cut_off_says_nothing_of_symmetry() -> None:
    """Only a position that the rules call won shows what would have been won."""
    game = tic_tac_toe()
    drawn = watched(game, "1 2 3 5 8 6 4 7 9")
    cut = Experience.of(game, Contest(game.name, ("1", "2"), Outcome.PLAYER, "length"))
    assert taught(["symmetries"], game, [drawn, cut])[0].item("symmetries") == {}


def test_what_is_no_symmetry_of_the_game_is_refuted() -> None:
    """Where rows win and columns do not, a quarter turn changes who has won; a half turn does not."""
    game = lopsided()
    knowledge, _ = taught(["symmetries"], game, random_contests(game, 30))
    assert set(knowledge.symmetries) == set(game.board.symmetries()[1:])
    assert set(knowledge.symmetries) == {candidates(game.board)["turned by 180 degrees"]}
    broke = {name for name, each in knowledge.item("symmetries").items() if each["broke"]}
    assert len(broke) == 6
    tell = LEARNERS["symmetries"]().tell
    for name, entry in knowledge.item("symmetries").items():
        said = "not a symmetry" if name in broke else "presumed; it held in "
        assert said in tell(game, name, entry)


def test_a_symmetry_once_refuted_is_never_believed_again() -> None:
    """It broke once, and many contests in which it held do not mend that."""
    game = lopsided()
    row, diagonal = watched(game, "1 4 2 5 3"), watched(game, "1 2 5 3 9")
    knowledge, _ = taught(["symmetries"], game, [diagonal, *[row] * 9])
    entry = knowledge.item("symmetries")["left and right exchanged"]
    assert (entry["held"], entry["broke"]) == (9, 1)
    assert tuple(entry["map"]) not in knowledge.symmetries


def test_boards_in_space_are_not_turned() -> None:
    """Only the standard symmetries of the plane are tried."""
    assert candidates(make_game("qubic").board) == {}


def test_knowledge_is_rekeyed_when_symmetries_are_learned() -> None:
    """What was known of the ninth square becomes known of every corner, in the same lesson."""
    game = tic_tac_toe()
    before, _ = taught(["openings"], game, [watched(game, "9 4 8 5 7"), watched(game, "1 5 2 4 3")])
    assert len(before.item("openings")) == 8
    after, _ = taught(["symmetries", "openings"], game, [watched(game, "3 4 2 5 1")], knowledge=before)
    assert after.item("openings")[after.key(game, played("7"))] == (3, 0, 0)


def test_what_was_learned_of_one_corner_is_known_of_all() -> None:
    """Wiser recognises the image of a position known to be won, and moves are asked about once."""
    game = tic_tac_toe()
    lost = watched(game, "1 2 5 9 7 4 3")
    knowledge, _ = taught(["symmetries", "states"], game, [lost, lost])
    for reply in ("1 2", "3 6", "9 8", "7 4", "1 4"):
        assert knowledge.item("states")[knowledge.key(game, played(reply))] == "player"
        decision = decided(get_advisors(["Wiser"]), moves=reply, knowledge=knowledge)
        assert decision.by == "Wiser"
    assert len(decided(get_advisors(["Wiser"]), knowledge=knowledge).legal) == 3
    sadder = decided(get_advisors(["Sadder"]), moves="9", knowledge=knowledge)
    assert {"6", "8"} & set(strengths(heard(sadder, "Sadder")))
