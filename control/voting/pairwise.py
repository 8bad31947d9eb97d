"""Voting rules that compare moves in pairs by how many voters prefer each."""

import itertools

import numpy as np

from control.voting.ballots import Ballots, Votes, ballots_of, exactly
from control.voting.certainty import Unheard
from control.voting.paradigms import HALF, Amount, Paradigm, Poll, Tally
from games import Move


def copeland(poll: Poll) -> Tally:
    """Return for each move the number of pairs that it wins, plus half of those drawn."""
    ballots = ballots_of(poll)
    prefer = ballots.prefer()
    sizes = np.array(ballots.sizes, dtype=np.int64)
    halves = (2 * (prefer > prefer.T) + (prefer == prefer.T)) @ sizes - 1  # it does not meet itself
    return ballots.tally([_half(int(each)) for each in halves])


def schulze(poll: Poll) -> Tally:
    """Return for each move the number of moves that do not beat it by their strongest path.

    A path leads from move to move, each of which wins against the next; it is as strong as the weakest of
    these wins, which is as strong as there are voters for the winner.
    """
    ballots = ballots_of(poll)
    prefer = ballots.prefer()
    path = np.where(prefer > prefer.T, prefer, 0)
    for through in range(len(path)):
        np.maximum(path, np.minimum(path[:, through, None], path[None, through, :]), out=path)
    return _unbeaten(ballots, path < path.T)


def ranked_pairs(poll: Poll) -> Tally:
    """Return for each move the number of moves that are not above it in the final order.

    Pairs with a winner are taken by margin, largest first; each is kept unless it would make a cycle with
    those before. Chance orders pairs with equal margins.
    """
    ballots = ballots_of(poll)
    number = len(ballots.classes)
    above = [1 << place for place in range(number)]
    """For each class, a bit for each class above it, itself included."""
    for winner, loser in _by_margin(ballots.prefer(), poll):
        if not above[winner] >> loser & 1:
            bit, more = 1 << loser, above[winner]
            above = [each | more if each & bit else each for each in above]
    is_beaten = np.array([[each >> other & 1 for other in range(number)] for each in above], dtype=bool)
    return _unbeaten(ballots, is_beaten & ~np.eye(number, dtype=bool))


def minimax(poll: Poll) -> Tally:
    """Return for each move minus the margin of its worst defeat."""
    ballots = ballots_of(poll)
    prefer = ballots.prefer()
    worst = (prefer.T - prefer).max(axis=1, initial=0)
    return ballots.tally([ballots.in_voters(-int(each)) for each in worst])


def certain_in_pairs(poll: Poll, unheard: Unheard) -> Move | None:
    """Return the move that wins all its pairs for certain; each of these rules chooses it."""
    ballots = ballots_of(poll)
    prefer = ballots.prefer()
    margin = (prefer - prefer.T).astype(object)
    np.fill_diagonal(margin, ballots.voters + 1)  # it does not meet itself
    more = ballots.share * sum(exactly(poll.weight(name)) for name in unheard)
    sure = [place for place in range(len(margin)) if margin[place].min() > more]
    if not sure or ballots.sizes[sure[0]] > 1:
        return None
    return ballots.classes[sure[0]][0]


def _by_margin(prefer: Votes, poll: Poll) -> list[tuple[int, int]]:
    """Return the pairs with a winner, winner first, by margin."""
    margin = prefer - prefer.T
    winners, losers = np.nonzero(margin > 0)
    pairs = list(zip(winners.tolist(), losers.tolist(), strict=True))
    pairs.sort(key=lambda pair: -int(margin[pair]))
    found: list[tuple[int, int]] = []
    stream = None
    for _, group in itertools.groupby(pairs, key=lambda pair: int(margin[pair])):
        alike = list(group)
        if len(alike) > 1:
            stream = stream or poll.streams.stream("ranked-pairs")
            keys = {pair: stream.random() for pair in alike}
            alike.sort(key=lambda pair: keys[pair])
        found += alike
    return found


def _unbeaten(ballots: Ballots, is_beaten: Votes) -> Tally:
    """Return for each move the number of moves that do not beat it."""
    sizes = np.array(ballots.sizes, dtype=np.int64)
    others = len(ballots.moves) - 1
    return ballots.tally([others - int(each) for each in is_beaten @ sizes])


def _half(halves: int) -> Amount:
    return halves / 2 if halves % 2 else halves // 2


COPELAND = Paradigm(
    "copeland",
    "pairs won, half for those drawn",
    copeland,
    counts_voters=True,
    certain=certain_in_pairs,
    outweighs=HALF,
)
SCHULZE = Paradigm(
    "schulze",
    "moves that do not beat it by the strongest path",
    schulze,
    counts_voters=True,
    certain=certain_in_pairs,
    outweighs=HALF,
)
RANKED_PAIRS = Paradigm(
    "ranked-pairs",
    "place in an order built from the clearest pairs",
    ranked_pairs,
    counts_voters=True,
    certain=certain_in_pairs,
    outweighs=HALF,
)
MINIMAX = Paradigm(
    "minimax",
    "minus the worst defeat in a pair",
    minimax,
    counts_voters=True,
    certain=certain_in_pairs,
    outweighs=HALF,
)
