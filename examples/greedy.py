"""A contestant: take what wins at once, or else any move.

hoyle play tic-tac-toe --me hoyle --against greedy --load examples/greedy.py
"""

from agents import Contestant, pick


class Greedy(Contestant):
    """Take what wins at once, or else any move."""

    name = "greedy"

    async def choose(self, game, position, streams):
        """Return a legal move; what is random comes from these streams, and from nothing else."""
        moves = game.legal_moves(position)
        afters = {move: game.outcome(game.play(position, move)) for move in moves}
        winning = [move for move, end in afters.items() if end and end.winner is game.mover(position)]
        return pick(streams.stream("greedy"), winning or moves)
