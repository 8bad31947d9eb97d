"""A game: place men in a row, never beside one of your own; who cannot move loses.

hoyle play apart --load examples/apart.py
"""

from games import Board, Location, Outcome, WrittenGame


class Apart(WrittenGame):
    """A position is a text: who stands where, and who moves, such as `X..O... X`."""

    name = "apart"
    title = "Apart"
    rules = "Place a man on an empty location that is not beside one of yours. Who cannot move loses."
    board = Board([Location(str(i + 1), i, 0) for i in range(7)], [tuple(range(7))])

    def legal_moves(self, position):
        row, mine = f" {position[:7]} ", position[-1]
        return tuple(str(i) for i in range(1, 8) if row[i] == "." and mine not in (row[i - 1], row[i + 1]))

    def after(self, position, move):
        return self.placed(position, move)

    def outcome(self, position):
        return None if self.legal_moves(position) else Outcome.win_for(self.mover(position).other)
