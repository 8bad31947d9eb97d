"""Sequential tests: play until it is clear which of two settings is stronger.

This is the generalized sequential probability ratio test of engine testers. Each of two hypotheses fixes the
difference in Elo. The rest of the score distribution is unknown, so each hypothesis gets the most likely
distribution that fits it. The test decides when the ratio of the two likelihoods leaves Wald's bounds.
(Van den Bergh, Comments on normalized Elo; Stockfish is tested like this.)
"""

import enum
import math
from collections.abc import Sequence
from typing import Generic, TypeAlias, TypeVar

import attrs

from agents.sums import running_sum
from games import BadOption
from scenarios.statistics.elo import expected_score
from scenarios.statistics.outcomes import Outcomes, Pairs, Scores

Shares: TypeAlias = Sequence[float]
"""The probability of each score, from the worst to the best."""

MOST_ELO = 2000
"""The largest difference of a hypothesis."""
_UNSEEN = 1e-3  # the count of a score that never occurred, so that no hypothesis is impossible


class SprtVerdict(enum.StrEnum):
    """The result of a test."""

    UNDECIDED = "undecided"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@attrs.frozen
class Hypotheses:
    """Two hypotheses: one side is stronger by elo0 (H0), or by elo1 (H1)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The largest probability of accepting H1 although H0 is true."""
    beta: float = 0.05
    """The largest probability of accepting H0 although H1 is true."""

    def __attrs_post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise BadOption(
                f"invalid elo0 = {self.elo0} and elo1 = {self.elo1}; "
                f"elo0 must be less than elo1, and both between -{MOST_ELO} and {MOST_ELO}"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise BadOption(
                f"invalid error rates alpha = {self.alpha} and beta = {self.beta}; "
                "both must be above 0, and their sum below 1"
            )

    @property
    def lower(self) -> float:
        """H0 is accepted at this log-likelihood ratio and below."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at this log-likelihood ratio and above."""
        return math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Scores) -> float:
        """Return the log-likelihood ratio of H1 to H0."""
        return log_likelihood_ratio(scores, self.elo0, self.elo1)

    def judge(self, ratio: float) -> SprtVerdict:
        """Compare a log-likelihood ratio with the bounds."""
        if ratio >= self.upper:
            return SprtVerdict.H1
        return SprtVerdict.H0 if ratio <= self.lower else SprtVerdict.UNDECIDED


S = TypeVar("S", Outcomes, Pairs)


@attrs.define
class Sprt(Generic[S]):
    """A running test: add outcomes or pairs until it has a verdict.

    The first verdict is final. Later contests still count for the scores.
    """

    hypotheses: Hypotheses
    scores: S
    """Start from `Outcomes()` or from `Pairs()`."""
    verdict: SprtVerdict = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.verdict = self.hypotheses.judge(self.ratio)

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio of all scores so far."""
        return self.hypotheses.ratio(self.scores)

    def update(self, more: S) -> SprtVerdict:
        """Add scores and return the verdict."""
        self.scores = self.scores + more
        if self.verdict is SprtVerdict.UNDECIDED:
            self.verdict = self.hypotheses.judge(self.ratio)
        return self.verdict

    def __str__(self) -> str:
        test = self.hypotheses
        return f"{self.verdict}: LLR {self.ratio:.2f} ({test.lower:.2f}, {test.upper:.2f})"


def log_likelihood_ratio(scores: Scores, elo0: float, elo1: float) -> float:
    """Return the log-likelihood ratio of a difference of elo1 to one of elo0."""
    if scores.n == 0:
        return 0.0
    counts = [count or _UNSEEN for count in scores.counts]
    whole = running_sum(counts)
    seen = [count / whole for count in counts]
    fit0, fit1 = (_fit(seen, expected_score(elo)) for elo in (elo0, elo1))
    return math.fsum(count * math.log(p1 / p0) for count, p0, p1 in zip(counts, fit0, fit1, strict=True))


def _fit(seen: Shares, mean: float) -> Shares:
    """Return the most likely distribution with this mean."""
    constraint = [i / (len(seen) - 1) - mean for i in range(len(seen))]
    multiplier = _multiplier(seen, constraint)
    return [p / (1 + multiplier * c) for p, c in zip(seen, constraint, strict=True)]


def _multiplier(seen: Shares, constraint: Sequence[float]) -> float:
    """Solve for the Lagrange multiplier by Newton steps, with bisection where they leave the bracket."""
    low, high, x = -1 / max(constraint), -1 / min(constraint), 0.0
    while True:
        terms = [c / (1 + x * c) for c in constraint]
        slack = math.fsum(p * term for p, term in zip(seen, terms, strict=True))
        low, high = (x, high) if slack > 0 else (low, x)
        guess = x + slack / math.fsum(p * term * term for p, term in zip(seen, terms, strict=True))
        if not low < guess < high:
            guess = (low + high) / 2
        if abs(guess - x) <= 1e-15 * max(1.0, abs(x)):
            return guess
        x = guess
