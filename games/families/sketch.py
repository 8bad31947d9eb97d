"""Sketches: a board of points as a few lines of text."""

from games.board import Board, Line, Location


def sketch(picture: str, lines: str) -> Board:
    """Make a board of points from a picture, where `.` means no location, and lines such as `1-2-5 2-3`."""
    rows = [row.split() for row in picture.strip().splitlines()]
    places = [(name, x, y) for y, row in enumerate(rows) for x, name in enumerate(row) if name != "."]
    locations = [Location(*place) for place in places]
    return Board(locations, lines_of(lines), "points")


def lines_of(text: str) -> tuple[Line, ...]:
    """Read lines whose locations are named by numbers from 1: `1-2-5 2-3`."""
    return tuple(tuple(int(name) - 1 for name in line.split("-")) for line in text.split())
