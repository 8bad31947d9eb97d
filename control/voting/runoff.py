"""Voting rules with several rounds."""

import math

from control.voting.ballots import ballots_of
from control.voting.paradigms import Paradigm, Poll, Tally


def instant_runoff(poll: Poll) -> Tally:
    """Return for each move the round in which it was eliminated, or the last round.

    In a round each voter has one vote, for what it likes best of what is left; several of these share it. All
    moves with the fewest votes go out together, unless no others are left. A ballot ranks what it likes more
    than what it likes least; when that is all out, it counts no more.
    """
    ballots = ballots_of(poll)
    whole = math.lcm(*range(1, len(ballots.moves) + 1))
    least = [min(ballot.grades) for ballot in ballots.cast]
    left = set(range(len(ballots.classes)))
    rounds = dict.fromkeys(left, 0)
    number = 0
    while left:
        number += 1
        got = dict.fromkeys(left, 0)
        for ballot, lowest in zip(ballots.cast, least, strict=True):
            most = max(ballot.grades[place] for place in left)
            if most > lowest:
                top = [place for place in left if ballot.grades[place] == most]
                share = ballot.voters * whole // sum(ballots.sizes[place] for place in top)
                for place in top:
                    got[place] += share
        fewest = min(got.values())
        out = {place for place in left if got[place] == fewest}
        rounds |= dict.fromkeys(left, number)
        left = left - out if out != left else set()
    return ballots.tally([rounds[place] for place in range(len(rounds))])


INSTANT_RUNOFF = Paradigm(
    "instant-runoff", "last round in which it remained", instant_runoff, counts_voters=True
)
