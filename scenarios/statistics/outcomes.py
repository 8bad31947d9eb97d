"""Outcomes: contests won, drawn and lost, singly or in pairs."""

import abc
import math

import attrs

from scenarios.statistics.intervals import Estimate
from scenarios.statistics.proportions import simultaneous_proportions

_COUNT = [attrs.validators.instance_of(int), attrs.validators.ge(0)]
_POINTS = (0, 0.5, 1)


class Scores(abc.ABC):
    """The number of times each score occurred."""

    contests_each: int
    """The number of contests per score."""

    @property
    @abc.abstractmethod
    def counts(self) -> tuple[int, ...]:
        """The counts, from the worst score to the best."""

    @property
    def n(self) -> int:
        """The number of scores."""
        return sum(self.counts)

    @property
    def contests(self) -> int:
        """The number of contests."""
        return self.n * self.contests_each

    @property
    def mean(self) -> float:
        """The mean score, from 0 to 1; ½ if there are none."""
        best = len(self.counts) - 1
        return sum(i * count for i, count in enumerate(self.counts)) / (best * self.n) if self.n else 0.5

    @property
    def variance(self) -> float:
        """The variance of one score."""
        best, mean = len(self.counts) - 1, self.mean
        squares = math.fsum(count * (i / best - mean) ** 2 for i, count in enumerate(self.counts))
        return squares / self.n if self.n and self.kinds > 1 else 0.0

    @property
    def kinds(self) -> int:
        """The number of different scores that occurred."""
        return sum(count > 0 for count in self.counts)


@attrs.frozen
class Outcomes(Scores):
    """Numbers of contests won, drawn and lost."""

    wins: int = attrs.field(default=0, validator=_COUNT)
    draws: int = attrs.field(default=0, validator=_COUNT)
    losses: int = attrs.field(default=0, validator=_COUNT)

    contests_each = 1

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws, wins."""
        return self.losses, self.draws, self.wins

    def __add__(self, other: "Outcomes") -> "Outcomes":
        if not isinstance(other, Outcomes):
            return NotImplemented
        return Outcomes(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@attrs.frozen
class Pairs(Scores):
    """Numbers of pairs of contests, with roles exchanged, that earned 0, ½, 1, 1½ and 2 points.

    The two contests of a pair are not independent. Counting pairs makes the error correct, and usually
    smaller.
    """

    none: int = attrs.field(default=0, validator=_COUNT)
    half: int = attrs.field(default=0, validator=_COUNT)
    one: int = attrs.field(default=0, validator=_COUNT)
    one_and_half: int = attrs.field(default=0, validator=_COUNT)
    two: int = attrs.field(default=0, validator=_COUNT)

    contests_each = 2

    @classmethod
    def of(cls, first: float, second: float) -> "Pairs":
        """Count one pair by the points of its contests: 0, ½ or 1 each."""
        for points in (first, second):
            if points not in _POINTS:
                raise ValueError(f"invalid points {points}; a contest earns 0, 0.5 or 1")
        earned = int(2 * (first + second))
        return cls(*(int(i == earned) for i in range(5)))

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts, from 0 points to 2."""
        return self.none, self.half, self.one, self.one_and_half, self.two

    def __add__(self, other: "Pairs") -> "Pairs":
        if not isinstance(other, Pairs):
            return NotImplemented
        return Pairs(*(a + b for a, b in zip(self.counts, other.counts, strict=True)))


@attrs.frozen
class Rates:
    """The shares of contests won, drawn and lost."""

    wins: Estimate
    draws: Estimate
    losses: Estimate


def outcome_rates(outcomes: Outcomes, *, level: float = 0.95) -> Rates:
    """Return the three shares with simultaneous confidence intervals."""
    losses, draws, wins = simultaneous_proportions(outcomes.counts, level=level)
    return Rates(wins, draws, losses)
