"""Ballots: the opinions of a poll's Advisors on its moves, as voters."""

import functools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from blackboard import NEUTRAL
from control.voting.paradigms import Amount, Poll, Tally
from games import Move

Votes: TypeAlias = npt.NDArray[Any]
"""How many voters prefer the class of the row to the class of the column; whole numbers of any size."""

_LARGEST = 1 << 62


@attrs.frozen
class Ballot:
    """The opinion of some voters."""

    voters: int
    """Their number, in shares of a voter that make all numbers whole."""
    grades: tuple[int, ...]
    """From 0 to 10, by class."""


@attrs.frozen
class Ballots:
    """All ballots of a poll.

    Moves that every ballot grades alike form one class, which is counted once.
    """

    moves: tuple[Move, ...]
    classes: tuple[tuple[Move, ...], ...]
    cast: tuple[Ballot, ...]
    share: int
    """The number of shares that a voter has."""

    @functools.cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many moves each class has."""
        return tuple(map(len, self.classes))

    @property
    def voters(self) -> int:
        """All voters, in shares."""
        return sum(ballot.voters for ballot in self.cast)

    def prefer(self) -> Votes:
        """Return how many voters prefer one class to another, in shares."""
        number = len(self.classes)
        is_large = self.voters >= _LARGEST
        if not self.cast:
            return np.zeros((number, number), dtype=np.int64)
        grades = np.array([ballot.grades for ballot in self.cast], dtype=np.int8)
        voters = np.array([ballot.voters for ballot in self.cast], dtype=object if is_large else np.int64)
        is_above = grades[:, :, None] > grades[:, None, :]
        if is_large:
            return np.asarray((is_above.astype(object) * voters[:, None, None]).sum(axis=0))
        return np.asarray(np.tensordot(voters, is_above.astype(np.int64), 1))

    def tally(self, by_class: Sequence[Amount]) -> Tally:
        """Return the tally in which each move has the amount of its class."""
        got = {move: amount for each, amount in zip(self.classes, by_class, strict=True) for move in each}
        return {move: got[move] for move in self.moves}

    def in_voters(self, shares: int) -> Amount:
        """Return a number of shares as a number of voters."""
        return shares if self.share == 1 else _whole(Fraction(shares, self.share))


def ballots_of(poll: Poll) -> Ballots:
    """Return the ballots of all Advisors that commented and have a weight."""
    weighed: dict[tuple[int, ...], Fraction | int] = {}
    for advisor, comments in poll.opinions.items():
        weight = exactly(poll.weight(advisor)) if comments else 0
        if weight > 0:
            grades = tuple(comments[move].strength if move in comments else NEUTRAL for move in poll.moves)
            weighed[grades] = weighed.get(grades, 0) + weight
    share = math.lcm(*(weight.denominator for weight in weighed.values()))
    classes: dict[tuple[int, ...], list[int]] = {}
    for place, column in enumerate(zip(*weighed, strict=True) if weighed else [()] * len(poll.moves)):
        classes.setdefault(column, []).append(place)
    firsts = [places[0] for places in classes.values()]
    return Ballots(
        poll.moves,
        tuple(tuple(poll.moves[place] for place in places) for places in classes.values()),
        tuple(
            Ballot(int(weight * share), tuple(grades[place] for place in firsts))
            for grades, weight in weighed.items()
        ),
        share,
    )


def exactly(weight: float) -> Fraction | int:
    """Return a weight as its decimal text: 0.1 is exactly a tenth."""
    return weight if isinstance(weight, int) else Fraction(str(float(weight)))


def _whole(amount: Fraction) -> Amount:
    return amount.numerator if amount.denominator == 1 else amount
