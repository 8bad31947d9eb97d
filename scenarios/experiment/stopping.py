"""Stop rules: when a phase has shown what it was to show."""

from collections.abc import Callable, Iterator

import attrs

from control import parse_duration
from scenarios.experiment.rows import ContestRow
from scenarios.language.scenario import SprtSpec, Until
from scenarios.statistics import Hypotheses, Pairs, Sprt, SprtVerdict

Rule = Callable[[ContestRow], str | None]
"""Hears of each contest in turn, and answers why to stop, or None."""


class StopRules:
    """All the rules of one phase: the first that is met ends it."""

    def __init__(self, until: Until, contests: int) -> None:
        self._contests = contests
        self._rules: list[Rule] = list(_rules(until))
        self._seen = 0
        self.ended_by: str | None = None

    def hear(self, row: ContestRow) -> None:
        """Take note of a contest."""
        self._seen += 1
        met = [reason for rule in self._rules if (reason := rule(row)) is not None]
        if met:
            self.ended_by = met[0]
        elif self._seen >= self._contests:
            self.ended_by = "contests"


def _rules(until: Until) -> Iterator[Rule]:
    if until.together and until.expert_like is not None and until.stable is not None:
        yield _Both(_InARow(until.expert_like, _is_expert_like), _InARow(until.stable, _is_stable))
    else:
        if until.expert_like is not None:
            yield _Named("expert_like", _InARow(until.expert_like, _is_expert_like))
        if until.stable is not None:
            yield _Named("stable", _InARow(until.stable, _is_stable))
    if until.time is not None:
        yield _Time(parse_duration(until.time))
    if until.sprt is not None:
        yield _Test(until.sprt)


def _is_expert_like(row: ContestRow) -> bool:
    return bool(row.expert_like)


def _is_stable(row: ContestRow) -> bool:
    return row.added == 0


@attrs.define
class _InARow:
    """So many contests in a row of which something holds."""

    wanted: int
    holds: Callable[[ContestRow], bool]
    so_far: int = 0

    def __call__(self, row: ContestRow) -> bool:
        self.so_far = self.so_far + 1 if self.holds(row) else 0
        return self.so_far >= self.wanted


@attrs.define
class _Named:
    """One condition that ends a phase."""

    name: str
    condition: _InARow

    def __call__(self, row: ContestRow) -> str | None:
        return self.name if self.condition(row) else None


@attrs.define
class _Both:
    """Expert-like and stable at once."""

    expert_like: _InARow
    stable: _InARow

    def __call__(self, row: ContestRow) -> str | None:
        met = [self.expert_like(row), self.stable(row)]
        return "expert_like and stable" if all(met) else None


@attrs.define
class _Time:
    """So much time spent on decisions."""

    left_ns: int

    def __call__(self, row: ContestRow) -> str | None:
        self.left_ns -= row.decision_ns
        return "time" if self.left_ns <= 0 else None


class _Test:
    """A sequential test on pairs of contests with the roles exchanged."""

    def __init__(self, spec: SprtSpec) -> None:
        self._test = Sprt(Hypotheses(spec.elo0, spec.elo1, spec.alpha, spec.beta), Pairs())
        self._first: float | None = None

    def __call__(self, row: ContestRow) -> str | None:
        points = (1 + (row.result or 0)) / 2
        if self._first is None:
            self._first = points
            return None
        first, self._first = self._first, None
        verdict = self._test.update(Pairs.of(first, points))
        return None if verdict is SprtVerdict.UNDECIDED else f"sprt: {verdict.name}"
