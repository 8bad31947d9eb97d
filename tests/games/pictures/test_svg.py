"""Pictures in SVG."""

from xml.dom import minidom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Board, Role, draw_svg, game_names, grid, make_game, straight_lines, tic_tac_toe
from tests.support import each_case


def points() -> Board:
    """Make the board of achi."""
    return grid(3, 3, lines=straight_lines(3, 3, length=3), style="points")


def elements(picture: str, tag: str) -> list[minidom.Element]:
    """Parse a picture and answer its elements of one kind."""
    return list(minidom.parseString(picture).getElementsByTagName(tag))  # noqa: S318  # our own text


def texts(picture: str) -> list[str]:
    """Return every text in a picture."""
    return [str(element.firstChild.nodeValue) for element in elements(picture, "text") if element.firstChild]


def test_cells() -> None:
    """An X is two strokes, an O a ring, and an empty location shows its name."""
    game = tic_tac_toe()
    picture = draw_svg(game.board, game.cells(game.parse_position("X.XOO....")))
    assert len(elements(picture, "line")) == 4
    assert len(elements(picture, "circle")) == 2
    assert texts(picture) == ["2", "6", "7", "8", "9"]


def test_points() -> None:
    """Each step of a line is drawn once; men are discs with their marks."""
    cells = [Role.PLAYER, Role.OPPONENT, *[None] * 7]
    picture = draw_svg(points(), cells)
    assert len(elements(picture, "line")) == 16
    assert len(elements(picture, "circle")) == 9
    assert texts(picture) == ["X", "O", "3", "4", "5", "6", "7", "8", "9"]


@each_case(("board", "tag"), [(tic_tac_toe().board, "rect"), (points(), "circle")])
@each_case("highlight", [4, [4], {0, 4}])
def test_highlight_adds_a_ring_each(board: Board, tag: str, highlight: int | list[int] | set[int]) -> None:
    """Every location pointed out gets one ring."""
    bare = elements(draw_svg(board, [None] * 9), tag)
    rings = 1 if isinstance(highlight, int) else len(highlight)
    assert len(elements(draw_svg(board, [None] * 9, highlight=highlight), tag)) == len(bare) + rings


def test_other_marks_become_discs() -> None:
    """Marks other than X and O are written on discs, and cannot break the picture."""
    picture = draw_svg(tic_tac_toe().board, [Role.PLAYER, Role.OPPONENT, *[None] * 7], marks=("<&>", '"'))
    assert len(elements(picture, "circle")) == 2
    assert texts(picture)[:2] == ["<&>", '"']


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_layers_do_not_overlap(depth: int) -> None:
    """A board of several layers shows each location at a place of its own, inside the sheet."""
    board = grid(3, 3, depth, lines=straight_lines(3, 3, depth, length=3))
    picture = draw_svg(board, [None] * 9 * depth)
    squares = elements(picture, "rect")[1:]
    places = {(square.getAttribute("x"), square.getAttribute("y")) for square in squares}
    width, height = (float(elements(picture, "svg")[0].getAttribute(side)) for side in ("width", "height"))
    assert len(places) == 9 * depth
    assert all(0 < float(x) < width - 64 and 0 < float(y) < height - 64 for x, y in places)


@given(
    st.sampled_from([tic_tac_toe().board, points(), grid(2, 2, 2, lines=[])]),
    st.lists(st.sampled_from([None, *Role]), min_size=9, max_size=9),
)
def test_every_picture_is_self_contained_xml(board: Board, cells: list[Role | None]) -> None:
    """It parses, is an SVG, and refers to nothing outside."""
    picture = draw_svg(board, cells[: len(board)])
    root = elements(picture, "svg")[0]
    assert root.namespaceURI == "http://www.w3.org/2000/svg"
    assert "href" not in picture
    assert picture.count("http") == 1


@each_case("name", game_names())
def test_locations_are_large_enough_to_click_on_a_narrow_page(name: str) -> None:
    """On a page of 400 px two neighbours are 24 px apart at least, in every game."""
    board = make_game(name).board
    sheet = elements(draw_svg(board, [None] * len(board)), "svg")[0]
    assert 64 * 368 / float(sheet.getAttribute("width")) >= 24


@each_case("name", game_names())
def test_interactive_boards_are_grids(name: str) -> None:
    """Each location is a cell that names itself and who stands there, all of them in rows, one in focus."""
    game = make_game(name)
    after = game.play(game.initial(), game.legal_moves(game.initial())[0])
    picture = draw_svg(game.board, game.cells(after), interactive=True, label="the board")
    root = elements(picture, "svg")[0]
    assert (root.getAttribute("role"), root.getAttribute("aria-label")) == ("grid", "the board")
    cells = [each for each in elements(picture, "g") if each.getAttribute("role") == "gridcell"]
    assert sorted(each.getAttribute("data-at") for each in cells) == sorted(
        location.name for location in game.board.locations
    )
    assert [each.getAttribute("tabindex") for each in cells].count("0") == 1
    by_name = {each.getAttribute("data-at"): each.getAttribute("aria-label") for each in cells}
    for location, held in zip(game.board.locations, game.cells(after), strict=True):
        assert by_name[location.name] == f"{location.name}, {'empty' if held is None else 'XO'[held]}"
    assert all(
        isinstance(each.parentNode, minidom.Element) and each.parentNode.getAttribute("role") == "row"
        for each in cells
    )


def test_interactive_boards_leave_looks_to_the_page() -> None:
    """No colour is written into one, so that a style sheet serves light and dark alike."""
    cells = [Role.PLAYER, Role.OPPONENT, *[None] * 7]
    for board in (points(), tic_tac_toe().board):
        picture = draw_svg(board, cells, highlight=[0], interactive=True)
        assert "fill=" not in picture
        assert "stroke" not in picture
        assert "#" not in picture
        assert 'class="glow"' in picture


def test_interactive_marks_are_text() -> None:
    """A mark or a label that looks like markup stays text."""
    cells = [Role.PLAYER, *[None] * 8]
    picture = draw_svg(points(), cells, marks=("<&>", '"'), interactive=True, label='"><script>')
    assert not elements(picture, "script")
    assert elements(picture, "svg")[0].getAttribute("aria-label") == '"><script>'
