"""Patterns: what is seen on a board, how it is written, and finding what is known."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.sight.patterns import (
    PatternIndex,
    Sight,
    describe_pattern,
    drawn,
    exchanged,
    index_of,
    read_pattern,
    rows_of_three,
    sight_by_hand,
    sight_by_lines,
    text_of,
    usual_result,
)
from games import BadOption, Board, Game, HoyleError, Role, make_game
from tests.support import each_case

TIC_TAC_TOE, FIVE = make_game("tic-tac-toe"), make_game("five-mens-morris")
MEN: list[Role | None] = [None, Role.PLAYER, Role.OPPONENT]
THREE_BY_THREE = (
    *("tic-tac-toe", "lose-tic-tac-toe", "achi", "les-pendus", "marelle", "tapatan", "nine-holes", "picaria"),
)


def by_hand(game: Game[object] = TIC_TAC_TOE) -> Sight:
    """Return the sight of the nine templates."""
    sight = sight_by_hand(game.board)
    assert sight is not None
    return sight


def by_lines(game: Game[object] = FIVE) -> Sight:
    """Return the sight of the templates of a board."""
    sight = sight_by_lines(game.board)
    assert sight is not None
    return sight


def cells_of(text: str) -> list[Role | None]:
    """Read one character a location."""
    return [{"X": Role.PLAYER, "O": Role.OPPONENT}.get(mark) for mark in text]


def sides_in(cells: Sequence[Role | None]) -> tuple[int, int]:
    """Return where both stand, as bit sets."""
    mine, theirs = (sum(1 << i for i, cell in enumerate(cells) if cell is role) for role in Role)
    return mine, theirs


@pytest.mark.parametrize("name", THREE_BY_THREE)
def test_nine_templates_by_hand_on_boards_of_three_rows_of_three(name: str) -> None:
    """12, 15, 25, 13, 19, 28, 123, 159 and 258, in all their images."""
    game = make_game(name)
    sizes = [place.bit_count() for place in by_hand(game).places]
    assert (sizes.count(2), sizes.count(3)) == (8 + 4 + 4 + 4 + 2 + 2, 4 + 2 + 2)
    assert rows_of_three(game.board) == tuple(range(9))


@pytest.mark.parametrize("name", ["shisima", "mu-torere", "five-mens-morris", "pong-hau-ki", "qubic", "nim"])
def test_other_boards_are_not_seen_by_hand(name: str) -> None:
    """Nine locations are not enough: they must stand in three rows of three."""
    assert sight_by_hand(make_game(name).board) is None


def test_rows_may_be_named_in_any_order() -> None:
    """Templates go by where locations are, not by their names."""
    board = TIC_TAC_TOE.board
    order = [8, 0, 5, 1, 7, 3, 2, 6, 4]
    lines = [[order.index(i) for i in line] for line in board.lines]
    other = Board([board.locations[i] for i in order], lines, board.style)
    assert [order[i] for i in rows_of_three(other) or ()] == list(range(9))


def test_templates_of_a_board_are_seen_by_their_placements() -> None:
    """All 67 of five men's morris; none in space; a board without lines shows nothing."""
    assert len(by_lines().places) == 67
    assert sight_by_lines(make_game("qubic").board) is None
    assert by_lines(make_game("othello")).places == ()


def test_a_place_is_seen_with_any_men_by_hand() -> None:
    """A template's question mark stands for X, for O or for nobody."""
    seen = set(by_hand().patterns(sides_in(cells_of("X.O......"))))
    assert {"1=O 2=. 3=X", "1=X 2=.", "1=O 3=X", "1=. 9=X", "1=. 2=. 3=."} <= seen


def test_a_place_of_a_board_is_all_empty_or_all_occupied() -> None:
    """Half a line with men on it is no pattern of Patsy-2; an arrangement of both colours is one."""
    seen = set(by_lines().patterns(sides_in(cells_of("XO.............."))))
    assert text_of(FIVE.board, 0b11, 0b01, 0b10) in seen
    assert text_of(FIVE.board, 1 << 8 | 1 << 9, 0, 0) in seen
    assert not any("." in text and set("XO") & set(text) for text in seen)


@given(cells=st.lists(st.sampled_from(MEN), min_size=16, max_size=16), data=st.data())
def test_images_show_the_same_patterns(cells: list[Role | None], data: st.DataObject) -> None:
    """Whatever symmetry of the board a position is turned by."""
    way = data.draw(st.sampled_from(FIVE.board.symmetries()))
    image: list[Role | None] = [None] * 16
    for i, cell in enumerate(cells):
        image[way[i]] = cell
    sight = by_lines()
    assert set(sight.patterns(sides_in(cells))) == set(sight.patterns(sides_in(image)))


@given(cells=st.lists(st.sampled_from(MEN), min_size=9, max_size=9))
def test_what_is_written_is_read_again(cells: list[Role | None]) -> None:
    """And each pattern fits, is drawn with as many men, and is itself again after two exchanges."""
    sight = by_hand()
    for text in sight.patterns(sides_in(cells)):
        assert text_of(sight.board, *read_pattern(sight.board, text)) == text
        assert sight.misfit(text) == ""
        who, marked = drawn(sight.board, text)
        assert len(marked) == len(text.split()) >= sum(cell is not None for cell in who)
        assert exchanged(sight.board, exchanged(sight.board, text)) == text


@each_case("text", ["", "1", "1=", "1=Z", "=X", "1=X  2=X", "99=X", "1=X 1=O", "1=X,2=O"])
def test_what_is_no_pattern_is_not_read(text: str) -> None:
    """In whatever way it is none; nobody falls over it."""
    with pytest.raises(HoyleError):
        read_pattern(FIVE.board, text)
    assert by_lines().misfit(text)


def test_a_misfit_says_why() -> None:
    """No template fits, men and empty locations mix, or it is written by another of its places."""
    assert by_lines().misfit("1=X 9=X") == "no template of the board fits it"
    assert by_lines().misfit("1=X 2=.") == "no template of the board fits it"
    assert by_lines().misfit("14=X 15=X") == "it is written '1=X 2=X'"
    assert by_lines().misfit("1=X 2=X") == ""
    with pytest.raises(BadOption, match="location 1 is given twice"):
        read_pattern(FIVE.board, "1=X 1=X")


def test_a_pattern_is_told_in_words() -> None:
    """Man by man, in the order in which they are written."""
    assert describe_pattern("1=X 9=X") == "X on 1 and 9"
    assert describe_pattern("1=X 2=. 3=O") == "X on 1, 2 empty, O on 3"


def test_a_pattern_is_what_it_was_most_often() -> None:
    """And nothing while two are as often."""
    assert usual_result({"won": 3, "drawn": 2, "lost": 2}) == "won"
    assert usual_result({"won": 1, "drawn": 2, "lost": 0}) == "drawn"
    assert usual_result({"won": 2, "drawn": 1, "lost": 3}) == "lost"
    assert usual_result({"won": 2, "drawn": 1, "lost": 2}) == ""
    assert usual_result({"won": 0, "drawn": 0, "lost": 0}) == ""


@given(cells=st.lists(st.sampled_from(MEN), min_size=16, max_size=16))
def test_what_is_known_is_found_wherever_it_lies(cells: list[Role | None]) -> None:
    """As if each known pattern were looked for in every place."""
    sight = by_lines()
    known = tuple(sorted({text for i in (3, 5, 11) for text in _some(sight, i)}))
    player, opponent = sides_in(cells)
    wanted: dict[str, set[int]] = {}
    for place in sight.places:
        text = text_of(sight.board, place, player & place, opponent & place)
        if text in known:
            wanted.setdefault(text, set()).add(place)
    found = index_of(sight.board, known).found((player, opponent))
    assert {text: set(places) for text, places in found.items()} == wanted


def _some(sight: Sight, seed: int) -> set[str]:
    cells = [MEN[i * seed % 3] for i in range(16)]
    return set(sight.patterns(sides_in(cells)))


def test_nothing_is_found_among_no_patterns() -> None:
    """An index of nothing is no fault."""
    assert PatternIndex({}).found((1, 2)) == {}


def test_parts_of_what_was_found_do_not_count() -> None:
    """Only where they lie within a larger place; elsewhere the same pattern counts."""
    square, corner, elsewhere, beside = 0b1111, 0b0111, 0b111 << 4, 0b11 << 9

    def counting(**found: list[int]) -> set[str]:
        places = itertools.chain.from_iterable(found.values())
        return PatternIndex({place: {} for place in places}).without_parts(found)

    assert counting(square=[square], corner=[corner]) == {"square"}
    assert counting(square=[square], corner=[corner, elsewhere]) == {"square", "corner"}
    assert counting(square=[square], line=[beside]) == {"square", "line"}
    assert counting() == set()
    assert counting(one=[0b011], other=[0b110]) == {"one", "other"}  # they only overlap


def test_only_what_was_found_keeps_its_parts_from_counting() -> None:
    """A larger pattern that is known, but is not there, does not."""
    index = index_of(FIVE.board, ("1=X 2=X 5=X", "1=X 2=X"))
    found = index.found((0b11, 0))
    assert index.without_parts(found) == {"1=X 2=X"}
    found = index.found((0b10011, 0))
    assert found.keys() == {"1=X 2=X", "1=X 2=X 5=X"}
    assert index.without_parts(found) == {"1=X 2=X 5=X"}
