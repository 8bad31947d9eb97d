"""A race: who of several is best, by scores that all of them get on the same blocks. It knows of no game.

What is proven and where to spend are two questions here. *Proven* is what bets say
(scenarios/statistics/anytime.py): each of a field is bet against, `you are at least as good as that one`, on
the differences of their scores on the blocks that both of them played; the mean of its wealth over all others
is again such a bet against `you are the best`, and whoever it ruins is ruled out. The true best is one of
them, so the chance that it is ever ruled out is at most the share that is risked, whatever the size of the
field: nothing has to be divided by the number of comparisons (the mean of e-values: Vovk and Wang 2021).
*Where to spend* is Karnin, Koren and Somekh's sequential halving: in each of log2 n rounds the same share of
what is left is played by whoever is still pursued, and then the half that is behind is set aside. That says
nothing about them: should the race be over before the contests are, those come back of whom it is not known
that they are no better, and play on beside whoever leads.

A block that somebody did not play is never played later: who plays in a block is said before anybody's score
in it is known, else luck that was seen already would decide whom it is compared with.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

import attrs
import numpy as np

from scenarios.statistics.anytime import Counts, log_wealth, lower_bound, upper_bound
from scenarios.statistics.elo import elo_of_score, expected_score

STEPS = 4
"""A block is worth 0 to 4 quarters: two contests, and a draw is half a point."""
BATCH = 8
"""Blocks between two looks at how it stands."""
RISK = 0.05
"""The chance of a wrong answer: half of it that the best is ruled out, half that `near enough` is wrong."""
_EDGE = 0.02
"""Told in Elo, a mean score counts as no closer to 0 or 1: there, a point would be worth any number."""

ONE_LEFT = "one is left"
NEAR_ENOUGH = "nobody left is better by as much as would matter"
USED_UP = "the contests are used up"


@attrs.frozen
class Batch:
    """What is to be played next."""

    first: int
    """The number of the first block."""
    blocks: int
    names: tuple[str, ...]
    """Who plays them."""


@attrs.frozen
class RuledOut:
    """When somebody was ruled out, and by whom most of all."""

    block: int
    by: str


@attrs.frozen
class Entrant:
    """How one of the field came out of it."""

    name: str
    blocks: int
    """How many it played."""
    score: float
    """Its mean score on them."""
    behind: float
    """By how much it trails the best in Elo, on the blocks that both played; 0 for the best itself."""
    low: float
    high: float
    """By how much at least and at most, but for a chance of 5 % that this is wrong for any of the field."""
    ruled_out: RuledOut | None = None


@attrs.frozen
class RaceResult:
    """What a race found."""

    best: str
    why: str
    """Why it ended."""
    field: tuple[Entrant, ...]
    """All of them, the best first, then whoever was pursued longest."""
    blocks: int
    """Blocks that were played, counted for each who played them."""
    grid: int
    """What an even grid takes: everybody as many as whoever played most."""


class Race:
    """A race under way: `wanted` says what is to be played, and `hear` takes the scores."""

    def __init__(
        self, names: Iterable[str], *, blocks: int, within: float = 10.0, risk: float = RISK
    ) -> None:
        """Begin; `blocks` is how many may be played, counted for each who plays them."""
        self.names = tuple(sorted(names))
        size = len(self.names)
        self._left = blocks
        self._within = within
        self._bar = math.log(2 / risk)
        """How far a wealth must grow, in logarithms, to rule somebody out."""
        self._risk = risk
        self._counts: Counts = np.zeros((size, size, 2 * STEPS + 1), dtype=np.int64)
        """How often the one was so many quarters ahead of the other, on blocks of both."""
        self._points = np.zeros(size, dtype=np.int64)
        self._played = np.zeros(size, dtype=np.int64)
        self._next = 0
        self._rounds = max(1, math.ceil(math.log2(size)))
        self._round_ends = 0
        self._pursued = list(range(size))
        self._alive = set(self._pursued)
        self._ruled_out: dict[int, RuledOut] = {}
        self._leader = 0
        self.why = ONE_LEFT if size == 1 else ""
        self._begin_round()

    # What is played.

    def wanted(self) -> Batch | None:
        """Say what is to be played next; None when the race is over."""
        if self.why:
            return None
        blocks = min(BATCH, self._left // len(self._pursued))
        return Batch(self._next, blocks, tuple(self.names[each] for each in self._pursued))

    def hear(self, scores: Mapping[str, Sequence[int]]) -> None:
        """Take the scores of a batch, in quarters, of everybody who was to play it."""
        pursued = self._pursued
        table = np.array([scores[self.names[each]] for each in pursued], dtype=np.int64)
        blocks = table.shape[1]
        ahead = table[:, None, :] - table[None, :, :] + STEPS
        for step in range(2 * STEPS + 1):
            self._counts[np.ix_(pursued, pursued, [step])] += (ahead == step).sum(axis=2)[..., None]
        self._points[pursued] += table.sum(axis=1)
        self._played[pursued] += blocks
        self._next += blocks
        self._left -= blocks * len(pursued)
        self._look()

    def _look(self) -> None:
        """See how it stands: who is ruled out, who is pursued, and whether it is over."""
        self._rule_out()
        self._leader = self._ahead()
        if self._rounds and (self._next >= self._round_ends or len(self._pursued) == 1):
            self._end_round()
        doubted = self._doubted()
        if not self._rounds:
            self._pursued = sorted({self._leader, *doubted})
        if len(self._alive) == 1:
            self.why = ONE_LEFT
        elif not doubted:
            self.why = NEAR_ENOUGH
        elif self._left < len(self._pursued):
            self.why = USED_UP

    def _rule_out(self) -> None:
        """Rule out whoever is bet against with success, but never everybody."""
        wealth = self._wealth_against(0.0)
        size = len(self.names)
        means = {i: _log_mean(np.delete(wealth[i], i)) for i in self._pursued} if size > 1 else {}
        for each in sorted(means, key=lambda i: (-means[i], i)):
            if means[each] >= self._bar and len(self._alive) > 1:
                others = [j for j in range(size) if j != each]
                by = max(others, key=lambda j: (wealth[each, j], -j))
                self._ruled_out[each] = RuledOut(self._next, self.names[by])
                self._alive.discard(each)
                self._pursued.remove(each)

    def _wealth_against(self, margin: float) -> np.ndarray:
        """Return what betting against `i is better than j by so much at least` has made, for each pair."""
        return log_wealth(self._counts[..., ::-1], -margin)

    def _ahead(self) -> int:
        """Return who leads: whoever led before, unless somebody is ahead of it where both played."""
        if not self._pursued:
            return max(sorted(self._alive), key=self._score)
        if self._rounds:
            return max(self._pursued, key=lambda i: (self._points[i], -i))
        leader = self._leader if self._leader in self._alive else self._pursued[0]
        leads = {i: self._lead(i, leader) for i in self._pursued if i != leader}
        best = max(leads, key=lambda i: (leads[i], -i), default=leader)
        return best if leads.get(best, 0.0) > 0 else leader

    def _lead(self, one: int, other: int) -> float:
        """Return the mean of by how much one was ahead of another, in points, on blocks of both."""
        counts = self._counts[one, other]
        return float(counts @ np.arange(-STEPS, STEPS + 1)) / STEPS / max(1, int(counts.sum()))

    def _doubted(self) -> list[int]:
        """Return who may still be better than the leader by more than what makes no difference."""
        enough = math.log(2 * (len(self.names) - 1) / self._risk) if len(self.names) > 1 else 0.0
        rivals = [i for i in sorted(self._alive) if i != self._leader]
        zone = _points_of(self._within, self._score(self._leader))
        if not rivals:
            return []
        wealth = log_wealth(self._counts[rivals, self._leader][..., ::-1], -zone)
        return [i for i, found in zip(rivals, wealth, strict=True) if found < enough]

    def _score(self, which: int) -> float:
        return float(self._points[which]) / STEPS / max(1, int(self._played[which]))

    # Rounds.

    def _begin_round(self) -> None:
        share = self._left // max(1, self._rounds)
        self._round_ends = self._next + max(BATCH, share // max(1, len(self._pursued)))
        self._half = (len(self._pursued) + 1) // 2

    def _end_round(self) -> None:
        """Set aside the half that is behind, if so many are left of it."""
        order = sorted(self._pursued, key=lambda i: (-self._points[i], i))
        self._pursued = sorted(order[: self._half])
        self._rounds = self._rounds - 1 if len(self._pursued) > 1 else 0
        if self._rounds:
            self._begin_round()

    # What came of it.

    @property
    def blocks(self) -> int:
        """Blocks that were played, counted for each who played them."""
        return int(self._played.sum())

    @property
    def ruled_out(self) -> int:
        """How many were ruled out."""
        return len(self._ruled_out)

    @property
    def leader(self) -> str:
        """Who leads."""
        return self.names[self._leader]

    def result(self) -> RaceResult:
        """Tell what was found so far."""
        order = sorted(range(len(self.names)), key=self._place)
        most = int(self._played.max())
        return RaceResult(
            best=self.leader,
            why=self.why,
            field=tuple(self._entrant(each) for each in order),
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

    def _entrant(self, which: int) -> Entrant:
        name, score = self.names[which], self._score(which)
        told = Entrant(name, int(self._played[which]), score, 0.0, 0.0, 0.0, self._ruled_out.get(which))
        if which == self._leader:
            return told
        counts = self._counts[self._leader, which]
        alpha = self._risk / 2 / (len(self.names) - 1)
        best = self._score(self._leader)
        ends = (self._lead(self._leader, which), lower_bound(counts, alpha), upper_bound(counts, alpha))
        behind, low, high = (elo_behind(best, lead) for lead in ends)
        return attrs.evolve(told, behind=behind, low=low, high=high)


def elo_behind(score: float, lead: float) -> float:
    """Return how far somebody trails in Elo who has so much less a block than one of that mean score."""
    return elo_of_score(_inside(score)) - elo_of_score(_inside(score - lead))


def _points_of(elo: float, score: float) -> float:
    """Return how much more a block somebody has who is stronger by so much than one of that score."""
    inside = _inside(score)
    return expected_score(elo_of_score(inside) + elo) - inside


def _inside(score: float) -> float:
    return min(1 - _EDGE, max(_EDGE, score))


def _log_mean(logs: np.ndarray) -> float:
    most = logs.max()
    return float(most + np.log(np.mean(np.exp(logs - most))))
