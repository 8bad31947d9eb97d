"""Does the effect of one axis depend on another, and does the best setting?

Every run gives a table with a row for each setting and a column for each level of the other axis. Its cells
are means over further axes. Games and phases are tested separately, and p is adjusted for all of them.
"""

import itertools
import math
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from scenarios.analysis.findings import (
    LEVEL,
    POWER,
    StudyQuestion,
    averaged_axes,
    levels_in_order,
    question_of,
)
from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.analysis.level_comparisons import LESS, better_side, level_question
from scenarios.analysis.ordered_axes import OrderedAxis, ordered_axis
from scenarios.analysis.setting_comparisons import FEWEST, Found, figures_by_cell, least_limit
from scenarios.experiment.records import Records
from scenarios.language.measures import Measure
from scenarios.statistics import (
    CellEffect,
    Comparison,
    CrossingPoint,
    Interaction,
    Tables,
    changing_leader,
    crossing,
    holm,
    interaction_test,
    least_pairs,
    sign_flips,
)

Grid: TypeAlias = Mapping[tuple[str, str], Sequence[int]]
"""The cells behind each setting and level, those of further axes in the same order."""


@attrs.frozen
class _Place:
    game: str
    phase: str
    grid: Grid


@attrs.frozen(kw_only=True)
class Lead:
    """Consecutive levels at which one setting has the best mean."""

    levels: tuple[str, ...]
    leader: str
    """Empty if several settings are equal at the top in all runs."""
    rival: str = ""
    """The best of the settings that lead elsewhere; if there is none, the second best."""
    found: Comparison | None = None
    """The leader minus the rival, averaged over the levels."""

    pairs: int = 1
    """The number of pairs of settings from which leader and rival are chosen."""

    @property
    def is_clear(self) -> bool:
        """Whether the lead is significant even if any pair could have been chosen (Bonferroni)."""
        p = None if self.found is None else self.found.p
        return p is not None and p * self.pairs <= 1 - LEVEL


@attrs.frozen(kw_only=True)
class OrderChange:
    """Where the order of two settings changes along an ordered axis."""

    label: str
    other: str
    found: CrossingPoint


@attrs.frozen(kw_only=True)
class SettingInteraction:
    """The answer for one game and phase."""

    axis: str
    """The axis whose settings are compared, the rows."""
    within: str
    """The axis at whose levels they are compared, the columns."""
    measure: Measure
    better: str
    """Which figures are better: `more` or `less`; empty if neither is."""
    game: str
    phase: str
    settings: tuple[str, ...]
    levels: tuple[str, ...]
    ordered: OrderedAxis | None
    """The axis of the columns with its quantities, if it has any."""
    averaged: Mapping[str, int]
    """The further axes, over which each run is averaged, with the number of their levels."""
    limit: float | None
    """If runs were censored: the smallest of their limits, at which all figures are capped."""
    means: Sequence[Sequence[float]]
    tested: Interaction
    leads: Sequence[Lead]
    """Stretches of levels with the same leader."""
    at_levels: Sequence[Lead]
    """The leader of each level, against the second best there."""
    changes: Sequence[OrderChange]
    """Where the settings that lead at some level change their order."""
    change_p: float | None
    """p of the hypothesis that one setting is best at all levels, not adjusted; None if no side is better."""
    among: int = 1
    """The number of games and phases for which p is adjusted."""
    adjusted: float | None = None
    """p of the interaction, adjusted by Holm's method."""
    adjusted_change: float | None = None
    """p of a change of the best setting, adjusted by Holm's method."""
    cells_among: int = 0
    """The number of cells, in all games and phases, for which their p is adjusted."""
    adjusted_cells: Sequence[float | None] = ()
    """p of each cell, adjusted by Holm's method."""

    @property
    def is_significant(self) -> bool:
        """Whether the effect of the settings depends on the level."""
        return self.adjusted is not None and self.adjusted <= 1 - LEVEL

    @property
    def does_best_change(self) -> bool:
        """Whether it is significant that no setting is best at all levels."""
        return self.adjusted_change is not None and self.adjusted_change <= 1 - LEVEL

    @property
    def least_runs(self) -> int:
        """The fewest runs with which the test can be significant."""
        return least_pairs(among=self.among, level=LEVEL)

    @property
    def cells(self) -> list[tuple[CellEffect, float | None]]:
        """The differences of differences with their adjusted p, the largest first."""
        pairs = zip(self.tested.cells, self.adjusted_cells, strict=True)
        return sorted(pairs, key=lambda pair: -abs(_value(pair[0].found)))


def _value(found: Comparison) -> float:
    return 0.0 if found.difference is None else found.difference.value or 0.0


def interactions_of(records: Records) -> list[SettingInteraction]:
    """Test the main question of a study against each axis over which it averages.

    If a study has an ordered axis, such as a time limit, the others are compared along it. Return nothing if
    fewer than two axes vary besides the game.
    """
    return find_interactions(records, interaction_questions(records))


def interaction_questions(records: Records) -> list[StudyQuestion]:
    """Return the main question of a study within each axis over which it averages."""
    question = question_of(records)
    if question is None:
        return []
    along = level_question(records)
    if along is not None and along.by and question.axis in (along.along.axis, along.by):
        return [attrs.evolve(question, axis=along.by, against=None, within=along.along.axis)]
    return [attrs.evolve(question, within=axis) for axis in averaged_axes(records, question.axis)]


def find_interactions(records: Records, questions: Sequence[StudyQuestion]) -> list[SettingInteraction]:
    """Test for an interaction of the two axes of each question, with p adjusted for all games and phases."""
    grids = [crossed_cells(records, question) for question in questions]
    most = sum(len(question.phases) * len(found) for question, found in zip(questions, grids, strict=True))
    return _adjusted(
        [
            each
            for question, found in zip(questions, grids, strict=True)
            for each in _interactions(records, question, found, most)
        ]
    )


def _adjusted(several: Sequence[SettingInteraction]) -> list[SettingInteraction]:
    ps, changes = holm([each.tested.p for each in several]), holm([each.change_p for each in several])
    cells = [cell.found.p for each in several for cell in each.tested.cells]
    of_cells = iter(holm(cells))
    return [
        attrs.evolve(
            each,
            among=len(several),
            adjusted=p,
            adjusted_change=change,
            cells_among=len(cells),
            adjusted_cells=tuple(itertools.islice(of_cells, len(each.tested.cells))),
        )
        for each, p, change in zip(several, ps, changes, strict=True)
    ]


def _interactions(
    records: Records, question: StudyQuestion, grids: Mapping[str, Grid], most: int
) -> Iterator[SettingInteraction]:
    """Test each game and phase; `most` is the largest number of tests for which p may be adjusted."""
    for phase in question.phases:
        found = figures_by_cell(records, question.measure, phase)
        for game, grid in grids.items():
            made = _interaction(records, question, found, _Place(game, phase, grid), most)
            if made is not None:
                yield made


def crossed_cells(records: Records, question: StudyQuestion) -> dict[str, Grid]:
    """Return the cells of each game by setting and level, without those that lack a counterpart elsewhere."""
    axes = varied_axes(records.cells)
    pair = (question.axis, question.within)
    has_games = GAME in axes and GAME not in pair
    rest = [axis for axis in axes if axis not in (*pair, GAME)]
    places: dict[str, dict[tuple[str, ...], dict[tuple[str, str], int]]] = {}
    for cell, labels in records.cells.items():
        at = (labels.get(question.axis, ""), labels.get(question.within or "", ""))
        others = tuple(labels.get(axis, "") for axis in rest)
        places.setdefault(labels.get(GAME, "") if has_games else "", {}).setdefault(others, {})[at] = cell
    return {game: _complete(found.values()) for game, found in places.items()}


def _complete(layers: Iterable[Mapping[tuple[str, str], int]]) -> Grid:
    """Keep the layers of further axes that have all pairs of settings and levels."""
    layers = list(layers)
    pairs = {pair for layer in layers for pair in layer}
    whole = [layer for layer in layers if layer.keys() == pairs]
    return {pair: [layer[pair] for layer in whole] for pair in pairs} if whole else {}


def _interaction(
    records: Records, question: StudyQuestion, found: Found, place: _Place, most: int
) -> SettingInteraction | None:
    """Test one game and phase; None if settings and levels are not crossed or too few runs have figures."""
    within, grid = question.within or "", place.grid
    settings = [label for label in records.axes[question.axis] if any(at == label for at, _ in grid)]
    levels = [label for label in levels_in_order(records, within) if any(at == label for _, at in grid)]
    cells = [[grid.get((label, level), ()) for level in levels] for label in settings]
    if min(len(settings), len(levels)) < FEWEST or not all(each for row in cells for each in row):
        return None
    everywhere = [(cell, cell) for row in cells for each in row for cell in each]
    limit = least_limit(found, everywhere)
    tables = _tables(found, cells, limit)
    if len(tables) < FEWEST:
        return None
    better = better_side(records, question.measure)
    ordered = ordered_axis(within, levels)
    sign = -1.0 if better == LESS else 1.0
    leads = list(_leads(tables, sign, settings, levels, is_ordered=ordered is not None))
    return SettingInteraction(
        axis=question.axis,
        within=within,
        measure=question.measure,
        better=better,
        game=place.game,
        phase=place.phase,
        settings=tuple(settings),
        levels=tuple(levels),
        ordered=ordered,
        averaged=averaged_axes(records, question.axis, within),
        limit=limit,
        means=tables.mean(axis=0).tolist(),
        tested=interaction_test(tables, level=LEVEL, power=POWER, among=most),
        leads=leads,
        at_levels=[
            lead
            for column, level in enumerate(levels)
            for lead in _leads(tables[:, :, [column]], sign, settings, [level], is_ordered=False)
        ],
        changes=[] if ordered is None else list(_changes(tables, settings, ordered, leads)),
        change_p=changing_leader(sign * tables) if better else None,
    )


def _tables(found: Found, cells: Sequence[Sequence[Sequence[int]]], limit: float | None) -> Tables:
    """Return the table of each run that all cells have, in the order of the runs."""
    common = set.intersection(*(set(found.get(cell, ())) for row in cells for each in row for cell in each))
    most = np.inf if limit is None else limit
    return np.array(
        [
            [
                [statistics.fmean(min(found[cell][run].values[0], most) for cell in each) for each in row]
                for row in cells
            ]
            for run in sorted(common)
        ],
        np.float64,
    )


def _leads(
    tables: Tables, sign: float, settings: Sequence[str], levels: Sequence[str], *, is_ordered: bool
) -> Iterator[Lead]:
    """Yield the stretches of levels with the same leader; without an order, all levels of a leader together.

    Figures times the sign are better if they are more.
    """
    means = sign * tables.mean(axis=0)
    tops = [_top(means[:, column]) for column in range(len(levels))]
    groups: list[tuple[int | None, list[int]]] = []
    for column, top in enumerate(tops):
        same = [group for group in (groups[-1:] if is_ordered else groups) if group[0] == top]
        if same:
            same[0][1].append(column)
        else:
            groups.append((top, [column]))
    for top, columns in groups:
        named = tuple(levels[column] for column in columns)
        if top is None:
            yield Lead(levels=named, leader="")
            continue
        there = tables[:, :, columns].mean(axis=2)
        others = {other for other in tops if other not in (None, top)} or set(range(len(settings))) - {top}
        known = sorted(each for each in others if each is not None)
        rival = max(known, key=partial(_merit, sign * there.mean(axis=0)))
        compared = sign_flips(there[:, top].tolist(), there[:, rival].tolist(), level=LEVEL)
        pairs = math.comb(len(settings), 2)
        yield Lead(levels=named, leader=settings[top], rival=settings[rival], found=compared, pairs=pairs)


def _merit(means: npt.NDArray[np.float64], row: int) -> float:
    return float(means[row])


def _top(means: npt.NDArray[np.float64]) -> int | None:
    """Return the row with the largest mean; None if several share it."""
    best = np.flatnonzero(means == means.max())
    return int(best[0]) if len(best) == 1 else None


def _changes(
    tables: Tables, settings: Sequence[str], ordered: OrderedAxis, leads: Sequence[Lead]
) -> Iterator[OrderChange]:
    """Yield where the order of the leaders changes; if one leads everywhere, that of it and its rival."""
    places = list(ordered.places.values())
    named = dict.fromkeys(lead.leader for lead in leads if lead.leader)
    if len(named) == 1:
        named |= dict.fromkeys(lead.rival for lead in leads if lead.rival)
    for label, other in itertools.combinations(named, 2):
        one, two = (tables[:, settings.index(each), : len(places)] for each in (label, other))
        is_log = ordered.is_time and places[0] > 0
        found = crossing(one - two, places, is_log=is_log, level=LEVEL)
        yield OrderChange(label=label, other=other, found=found)
