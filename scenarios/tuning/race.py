"""A race: find the best of several entrants by their scores on common blocks. It knows no game.

It separates two questions: what is proven, and where to spend the next blocks.

*Proven* is decided by bets (scenarios/statistics/anytime.py). For each pair there is a bet against "this
entrant is at least as good as that one", on the differences of their scores in blocks that both played. The
mean wealth of the bets against one entrant is again a bet, against "this entrant is the best"; an entrant is
ruled out when that wealth is large. Exactly one entrant is the best, so the chance that it is ever ruled out
is at most the accepted risk, for a field of any size; no correction for the number of comparisons is needed
(the mean of e-values: Vovk and Wang 2021).

*Where to spend* follows sequential halving (Karnin, Koren and Somekh 2013). In each of log2 n rounds, the
entrants that still race play the same share of the remaining blocks; then the worse half is set aside. Being
set aside proves nothing. If the rounds end before the blocks are used up, the entrants that may still be
better than the leader return and play on beside it.

An entrant never plays a block that it has missed. The entrants of a block are fixed before any score in it is
known; otherwise luck that was already seen would influence the comparisons.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from scenarios.statistics.anytime import Reals, log_wealth, lower_bound, upper_bound
from scenarios.statistics.elo import elo_of_score, expected_score

STEPS = 4
"""A block gives 0 to 4 quarters: it has two contests, and a draw is half a point."""
BATCH = 8
"""Blocks between two evaluations."""
RISK = 0.05
"""The chance of a wrong answer: half that the best is ruled out, half that `NEAR_ENOUGH` is wrong."""
_EDGE = 0.02
"""For Elo, mean scores are kept this far from 0 and 1, where a point would be worth any number."""

ONE_LEFT = "only one setting is left"
NEAR_ENOUGH = "no remaining setting is better by a difference that matters"
USED_UP = "the contests are used up"
CERTIFIED = (ONE_LEFT, NEAR_ENOUGH)
"""The ends of a race that prove a winner."""


@attrs.frozen
class Batch:
    """The blocks to play next."""

    first: int
    """The number of the first block."""
    blocks: int
    names: tuple[str, ...]
    """The entrants that play them."""


@attrs.frozen
class RuledOut:
    """When an entrant was ruled out, and mainly by which other."""

    block: int
    by: str


@attrs.frozen
class Entrant:
    """The result of one entrant."""

    name: str
    blocks: int
    """The number of blocks that it played."""
    score: float
    """Its mean score in them."""
    behind: float
    """How far it is behind the best, in Elo, on blocks that both played; 0 for the best itself."""
    low: float
    high: float
    """With `low`, the interval of `behind`: all intervals hold together with 95 % confidence."""
    ruled_out: RuledOut | None = None
    in_doubt: bool = False
    """Whether it may still be better than the best by a difference that matters."""


@attrs.frozen
class RaceResult:
    """The result of a race."""

    best: str
    why: str
    """Why it ended."""
    field: tuple[Entrant, ...]
    """All entrants: the best first, then those that raced longest."""
    blocks: int
    """The number of blocks played, counted once for each entrant that played them."""
    grid: int
    """The blocks of a grid in which all entrants play as many as the one that played most."""
    enough: int | None = None
    """The number of blocks with which an undecided race would probably have decided, if that is known."""

    @property
    def is_certified(self) -> bool:
        """Whether the best is proven, up to differences that do not matter and the accepted risk."""
        return self.why in CERTIFIED

    @property
    def doubted(self) -> list[Entrant]:
        """The entrants that may still be better than the best by a difference that matters."""
        return [each for each in self.field if each.in_doubt]


@attrs.frozen(eq=False)
class RaceSoFar:
    """What was played so far: the blocks and the points of each entrant, and the outcomes of each pair."""

    blocks: Reals
    points: Reals
    """In quarters."""
    ahead: Reals
    """How often one entrant was ahead of another by each number of quarters, in blocks of both."""


@attrs.frozen(eq=False)
class Shares:
    """What a forecast assumes of a block: the mean score of each entrant, and the outcomes of pairs."""

    points: Reals
    """In quarters."""
    ahead: Reals
    """The share of blocks in which one entrant is ahead of another by each number of quarters."""


class Race:
    """A race in progress: `wanted` returns what to play, and `hear` takes the scores."""

    def __init__(
        self,
        names: Iterable[str],
        *,
        blocks: int,
        indifference: float = 10.0,
        risk: float = RISK,
        batch: int = BATCH,
    ) -> None:
        """Begin. At most `blocks` are played, counted once for each entrant that plays them.

        A difference of up to `indifference` Elo does not matter.
        """
        self.names = tuple(sorted(names))
        size = len(self.names)
        self.given = self._left = blocks
        self._batch = batch
        self.indifference = indifference
        self._bar = math.log(2 / risk)
        """The logarithm of the wealth that rules an entrant out."""
        self.risk = risk
        self._counts: Reals = np.zeros((size, size, 2 * STEPS + 1))
        """How often one entrant was ahead of another by each number of quarters, in blocks of both.

        Whole numbers in a race; a forecast counts parts of blocks.
        """
        self._points: Reals = np.zeros(size)
        self._played = np.zeros(size, dtype=np.int64)
        self._next = 0
        self._rounds = max(1, math.ceil(math.log2(size)))
        self._round_ends = 0
        self._racing = list(range(size))
        self._alive = set(self._racing)
        self._ruled_out: dict[int, RuledOut] = {}
        self._leader = 0
        self.why = ONE_LEFT if size == 1 else ""
        self._begin_round()

    # What is played.

    def wanted(self) -> Batch | None:
        """Return the blocks to play next; None if the race is over."""
        if self.why:
            return None
        blocks = min(self._batch, self._left // len(self._racing))
        return Batch(self._next, blocks, tuple(self.names[each] for each in self._racing))

    def hear(self, scores: Mapping[str, Sequence[int]]) -> None:
        """Take the scores of a batch, in quarters, of all its entrants."""
        table = np.array([scores[self.names[each]] for each in self._racing], dtype=np.int64)
        ahead = table[:, None, :] - table[None, :, :] + STEPS
        counts = np.stack([(ahead == step).sum(axis=2) for step in range(2 * STEPS + 1)], axis=-1)
        self._take(table.shape[1], table.sum(axis=1), counts)

    def suppose(self, batch: Batch, shares: Shares) -> None:
        """Take a batch whose blocks come out in these proportions."""
        racing = self._racing
        ahead = shares.ahead[np.ix_(racing, racing)]
        self._take(batch.blocks, batch.blocks * shares.points[racing], batch.blocks * ahead)

    def _take(self, blocks: int, points: npt.NDArray[Any], counts: npt.NDArray[Any]) -> None:
        """Count the blocks of a batch, and evaluate the scores."""
        racing = self._racing
        self._counts[np.ix_(racing, racing)] += counts
        self._points[racing] += points
        self._played[racing] += blocks
        self._next += blocks
        self._left -= blocks * len(racing)
        self._look()

    def _look(self) -> None:
        """Evaluate the scores: who is ruled out, who races on, and whether the race is over."""
        self._rule_out()
        self._leader = self._ahead()
        if self._rounds and (self._next >= self._round_ends or len(self._racing) == 1):
            self._end_round()
        doubted = self._doubted()
        if not self._rounds:
            self._racing = sorted({self._leader, *doubted})
        if len(self._alive) == 1:
            self.why = ONE_LEFT
        elif not doubted:
            self.why = NEAR_ENOUGH
        elif self._left < len(self._racing):
            self.why = USED_UP

    def _rule_out(self) -> None:
        """Rule out entrants against which the bets succeeded, but never all of them."""
        size = len(self.names)
        wealth = dict(zip(self._racing, self._wealth_against(self._racing), strict=True))
        means = {i: _log_mean(np.delete(wealth[i], i)) for i in self._racing} if size > 1 else {}
        for each in sorted(means, key=lambda i: (-means[i], i)):
            if means[each] >= self._bar and len(self._alive) > 1:
                others = [j for j in range(size) if j != each]
                by = max(others, key=lambda j: (wealth[each][j], -j))
                self._ruled_out[each] = RuledOut(self._next, self.names[by])
                self._alive.discard(each)
                self._racing.remove(each)

    def _wealth_against(self, which: Sequence[int]) -> Reals:
        """Return the log wealth of betting against "i is at least as good as j", for these and each other."""
        return log_wealth(self._counts[which][..., ::-1], 0.0)

    def _ahead(self) -> int:
        """Return the leader: the one before, unless another is ahead of it in blocks of both."""
        if not self._racing:
            return max(sorted(self._alive), key=self._score)
        if self._rounds:
            return max(self._racing, key=lambda i: (self._points[i], -i))
        leader = self._leader if self._leader in self._alive else self._racing[0]
        leads = {i: self._lead(i, leader) for i in self._racing if i != leader}
        best = max(leads, key=lambda i: (leads[i], -i), default=leader)
        return best if leads.get(best, 0.0) > 0 else leader

    def _lead(self, one: int, other: int) -> float:
        """Return the mean lead of one entrant over another, in points, in blocks of both."""
        counts = self._counts[one, other]
        return float(counts @ np.arange(-STEPS, STEPS + 1)) / STEPS / max(1, int(counts.sum()))

    def _doubted(self) -> list[int]:
        """Return the entrants that may still be better than the leader by a difference that matters."""
        enough = math.log(2 * (len(self.names) - 1) / self.risk) if len(self.names) > 1 else 0.0
        rivals = [i for i in sorted(self._alive) if i != self._leader]
        zone = _points_of(self.indifference, self._score(self._leader))
        if not rivals:
            return []
        wealth = log_wealth(self._counts[rivals, self._leader][..., ::-1], -zone)
        return [i for i, found in zip(rivals, wealth, strict=True) if found < enough]

    def _score(self, which: int) -> float:
        return float(self._points[which]) / STEPS / max(1, int(self._played[which]))

    # Rounds.

    def _begin_round(self) -> None:
        share = self._left // max(1, self._rounds)
        self._round_ends = self._next + max(self._batch, share // max(1, len(self._racing)))
        self._half = (len(self._racing) + 1) // 2

    def _end_round(self) -> None:
        """Set aside the worse half of the entrants that began the round."""
        order = sorted(self._racing, key=lambda i: (-self._points[i], i))
        self._racing = sorted(order[: self._half])
        self._rounds = self._rounds - 1 if len(self._racing) > 1 else 0
        if self._rounds:
            self._begin_round()

    # Results.

    @property
    def blocks(self) -> int:
        """The number of blocks played, counted once for each entrant that played them."""
        return int(self._played.sum())

    @property
    def ruled_out(self) -> int:
        """The number of entrants that were ruled out."""
        return len(self._ruled_out)

    @property
    def leader(self) -> str:
        """The name of the leader."""
        return self.names[self._leader]

    @property
    def is_certified(self) -> bool:
        """Whether the leader is proven, up to differences that do not matter and the accepted risk."""
        return self.why in CERTIFIED

    @property
    def outcomes(self) -> RaceSoFar:
        """What was played so far."""
        return RaceSoFar(self._played.astype(float), self._points.copy(), self._counts.copy())

    def result(self) -> RaceResult:
        """Return the result so far."""
        order = sorted(range(len(self.names)), key=self._place)
        most, doubted = int(self._played.max()), self._doubted()
        return RaceResult(
            best=self.leader,
            why=self.why,
            field=tuple(self._entrant(each, doubted) for each in order),
            blocks=self.blocks,
            grid=most * len(self.names),
        )

    def _place(self, which: int) -> tuple[float, ...]:
        is_best = which == self._leader
        return (
            not is_best,
            which in self._ruled_out,
            -self._played[which],
            -self._lead(which, self._leader),
            which,
        )

    def _entrant(self, which: int, doubted: Sequence[int]) -> Entrant:
        name, score = self.names[which], self._score(which)
        entrant = Entrant(
            name, int(self._played[which]), score, 0.0, 0.0, 0.0, self._ruled_out.get(which), which in doubted
        )
        if which == self._leader:
            return entrant
        counts = self._counts[self._leader, which]
        alpha = self.risk / 2 / (len(self.names) - 1)
        best = self._score(self._leader)
        ends = (self._lead(self._leader, which), lower_bound(counts, alpha), upper_bound(counts, alpha))
        behind, low, high = (elo_behind(best, lead) for lead in ends)
        return attrs.evolve(entrant, behind=behind, low=low, high=high)


def elo_behind(score: float, lead: float) -> float:
    """Convert a lead in points per block over an entrant into Elo, given the mean score of the leader."""
    return elo_of_score(_inside(score)) - elo_of_score(_inside(score - lead))


def _points_of(elo: float, score: float) -> float:
    """Return how many points per block this much Elo adds to a mean score."""
    inside = _inside(score)
    return expected_score(elo_of_score(inside) + elo) - inside


def _inside(score: float) -> float:
    return min(1 - _EDGE, max(_EDGE, score))


def _log_mean(logs: np.ndarray) -> float:
    most = logs.max()
    return float(most + np.log(np.mean(np.exp(logs - most))))
