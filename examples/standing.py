"""A paradigm: where a move stands. It gets a point for each other move that an Advisor puts below it.

hoyle decide tic-tac-toe --moves "1 5" --paradigm standing --load examples/standing.py
"""

from control import Paradigm, register_paradigm


def standing(poll):
    """Count, for every move, over all Advisors, how many moves are below it, and take away those above."""
    tally = poll.empty_tally()
    for advisor, comments in poll.opinions.items():
        rated = {move: comments[move].strength if move in comments else 5 for move in poll.moves}
        for move, strength in rated.items():
            below = sum(other < strength for other in rated.values())
            above = sum(other > strength for other in rated.values())
            tally[move] += poll.weight(advisor) * (below - above)
    return tally


register_paradigm(Paradigm("standing", "moves below it less moves above it", standing))
