"""Softmax: a move is drawn at random, and more strength makes it more likely."""

import math
from collections.abc import Mapping

import attrs

from control.voting.ballots import exactly
from control.voting.paradigms import Paradigm, Poll, Tally
from games import BadOption, Move


def exact_strengths(poll: Poll) -> Tally:
    """Return the sum of the strengths of each move, as paradigm 1 does, without rounding."""
    weights = {name: exactly(poll.weight(name)) for name in poll.opinions}
    silent = poll.silence * sum(weights.values())
    tally: Tally = dict.fromkeys(poll.moves, silent)
    for name, comments in poll.opinions.items():
        for move, comment in comments.items():
            tally[move] += weights[name] * (comment.strength - poll.silence)
    return tally


def softened(tally: Tally, temperature: float) -> Mapping[Move, float]:
    """Return the chance of each move: e to the power of its tally divided by the temperature."""
    most = max(tally.values())
    return {move: math.exp(float(got - most) / temperature) for move, got in tally.items()}


def _softmax(argument: str) -> Paradigm:
    try:
        temperature = float(argument)
    except ValueError:
        temperature = math.nan
    if not 0 < temperature < math.inf:
        raise BadOption(f"{argument!r} is not a temperature; write a number above 0, such as softmax:2")
    return attrs.evolve(
        SOFTMAX,
        name=f"softmax:{temperature:.15g}",
        title=f"drawn by strength, at temperature {temperature:.15g}",
        chances=lambda tally: softened(tally, temperature),
        with_argument=None,
    )


SOFTMAX = Paradigm(
    "softmax",
    "drawn by strength; softmax:2 at temperature 2",
    exact_strengths,
    chances=lambda tally: softened(tally, 1.0),
    with_argument=_softmax,
)
