"""Which settings are best for their cost: figures against the mean time of a decision, game by game."""

from collections.abc import Sequence

import attrs
import numpy as np

from scenarios.analysis.findings import StudyQuestion, question_of
from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.analysis.level_comparisons import LESS, better_side
from scenarios.analysis.setting_comparisons import FEWEST, Found, figures_by_cell
from scenarios.experiment.records import Records
from scenarios.language.measures import MEASURES, Measure
from scenarios.statistics import Estimate, front, front_shares, mean_estimate

COST = MEASURES["time"]


@attrs.frozen(kw_only=True)
class PricedSetting:
    """A setting with what it costs and what it gives."""

    cell: int
    labels: tuple[tuple[str, str], ...]
    """Its axes with its labels."""
    cost: Estimate
    value: Estimate
    is_best: bool
    """Whether no setting is at least as cheap and as good, and better in one of both."""
    share: float
    """How often it is among the best for their cost if runs are drawn again."""


@attrs.frozen(kw_only=True)
class TradeOff:
    """The settings of one game in one phase, the cheapest first."""

    game: str
    phase: str
    measure: Measure
    better: str
    runs: int
    offers: Sequence[PricedSetting]

    @property
    def best(self) -> list[PricedSetting]:
        """The settings that are best for their cost, the cheapest first."""
        return [offer for offer in self.offers if offer.is_best]


def trade_offs(records: Records) -> list[TradeOff]:
    """Return which settings are best for their cost, by the measure of the main question.

    Return nothing if no side of the measure is better, or if all settings cost the same.
    """
    question = question_of(records)
    if question is None or question.measure.name == COST.name:
        return []
    better = better_side(records, question.measure)
    found = [
        _trade_off(records, question, better, game, phase)
        for phase in question.phases
        for game in _games(records)
    ]
    return [each for each in found if each is not None] if better else []


def _games(records: Records) -> list[str]:
    """Return the games that vary; one empty name if there is only one."""
    return list(records.axes[GAME]) if GAME in varied_axes(records.cells) else [""]


def _trade_off(
    records: Records, question: StudyQuestion, better: str, game: str, phase: str
) -> TradeOff | None:
    values, costs = (figures_by_cell(records, each, phase) for each in (question.measure, COST))
    cells = [
        cell
        for cell, labels in records.cells.items()
        if game in ("", labels.get(GAME, "")) and cell in values and cell in costs
    ]
    runs = (
        sorted(set.intersection(*(set(found[cell]) for found in (values, costs) for cell in cells)))
        if cells
        else []
    )
    if min(len(cells), len(runs)) < FEWEST:
        return None
    cost, value = (_matrix(found, cells, runs) for found in (costs, values))
    if np.ptp(cost.mean(axis=0)) == 0:
        return None
    merit = -value if better == LESS else value
    is_best, shares = front(cost.mean(axis=0), merit.mean(axis=0)), front_shares(cost, merit)
    axes = [axis for axis in varied_axes(records.cells) if axis != GAME]
    offers = [
        PricedSetting(
            cell=cell,
            labels=tuple((axis, records.cells[cell].get(axis, "")) for axis in axes),
            cost=mean_estimate(cost[:, i]).within(0, np.inf),
            value=mean_estimate(value[:, i]),
            is_best=bool(is_best[i]),
            share=float(shares[i]),
        )
        for i, cell in enumerate(cells)
    ]
    return TradeOff(
        game=game,
        phase=phase,
        measure=question.measure,
        better=better,
        runs=len(runs),
        offers=sorted(offers, key=lambda offer: offer.cost.value or 0.0),
    )


def _matrix(found: Found, cells: Sequence[int], runs: Sequence[int]) -> np.typing.NDArray[np.float64]:
    """Return the figures with a row for each run and a column for each cell."""
    return np.array([[found[cell][run].values[0] for cell in cells] for run in runs], np.float64)
