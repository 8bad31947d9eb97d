"""A family of games: so many in line, on a board of any size. Options are texts, and pick the variant.

hoyle play in-line --option side=4 --option line=loses --load examples/in_line.py
"""

from games import BadOption, PlacingGame, grid, straight_lines


class InLine(PlacingGame):
    """Place a man on any empty location; a line of so many ends it."""

    name = "in-line"

    def __init__(self, *, side="4", length="3", line="wins"):
        if side not in ("3", "4", "5") or length not in ("3", "4", "5") or length > side:
            raise BadOption(f"side is {side!r} and length {length!r}; they are 3 to 5, and side the larger")
        if line not in ("wins", "loses"):
            raise BadOption(f"line is {line!r}; it is wins or loses")
        size = int(side)
        super().__init__(
            name=self.name,
            title=f"{length} in line on {side} by {side}",
            rules=f"Place a man on any empty location. {length} in line {line}; a full board draws.",
            board=grid(size, size, lines=straight_lines(size, size, length=int(length))),
            line_wins=line == "wins",
        )
        self.options = {"side": side, "length": length, "line": line}
