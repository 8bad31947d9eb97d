"""Compare the settings of an axis, paired by run.

Runs with the same number share their seeds in all cells, so common luck cancels out of the difference. Games
and phases are compared separately; each run is averaged over all other settings. Every difference in a report
comes from here, so all of them are tested by one method.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

import attrs

from games import BadOption, UnknownName
from scenarios.analysis.grid_axes import GAME, pairs_along, twins_along, varied_axes
from scenarios.analysis.ordered_axes import ordered_axis
from scenarios.analysis.setting_comparisons import (
    FEWEST,
    Twins,
    figures_by_cell,
    least_limit,
    measures_of_interest,
    paired_by_run,
    reversed_difference,
)
from scenarios.experiment.records import Records
from scenarios.experiment.scenario_measures import measure_of
from scenarios.language.measures import MEASURES, SCORE, Measure, get_measure
from scenarios.language.scenario import PHASE_AXIS, CellSpec, TableSpec
from scenarios.statistics import (
    Comparison,
    Estimate,
    holm,
    least_pairs,
    paired_elo,
    pairs_needed,
    sign_flips,
)

LEVEL = 0.95
POWER = 0.8
_WITHOUT = "without "
"""The prefix of a label that names what a setting lacks."""


@attrs.frozen(kw_only=True)
class StudyQuestion:
    """The question that a comparison answers."""

    axis: str
    """The axis whose settings are compared."""
    measure: Measure
    phases: tuple[str, ...]
    against: str | None = None
    """The setting that all others are compared with; None for all pairs."""
    within: str | None = None
    """The axis at each level of which settings are compared; None for the mean over its levels."""


@attrs.frozen(kw_only=True)
class Contrast:
    """Two settings of an axis, compared."""

    label: str
    other: str
    game: str
    """The game; empty if there is only one, or if games are compared."""
    phase: str
    level: str = ""
    """The level of the axis within which settings are compared; empty without such an axis."""
    found: Comparison
    """The test. Its difference is `label` minus `other`."""
    limit: float | None = None
    """If some runs were censored: the smallest of their limits, at which all figures are capped."""
    elo: Estimate | None = None
    """The Elo difference of `label` from `other`; None unless results of contests are compared."""
    adjusted: float | None = None
    """Its p, adjusted for all comparisons by Holm's method."""
    needed: int | None = None
    """About how many runs would show such a difference; None if the difference is 0."""

    @property
    def difference(self) -> float:
        """The mean difference of `label` from `other`."""
        estimate = self.found.difference
        return 0.0 if estimate is None else estimate.value or 0.0

    @property
    def is_significant(self) -> bool:
        """Whether the adjusted p is at most 0.05."""
        return self.adjusted is not None and self.adjusted <= 1 - LEVEL

    @property
    def has_differences(self) -> bool:
        """Whether any run differs. If none does, the comparison needs no adjustment of the others."""
        return self.found.has_differences

    @property
    def reversed(self) -> "Contrast":
        """The same comparison with the settings exchanged."""
        estimate, statistic = self.found.difference, self.found.statistic
        found = attrs.evolve(
            self.found,
            difference=None if estimate is None else reversed_difference(estimate),
            statistic=None if statistic is None else -statistic,
        )
        elo = None if self.elo is None or self.elo.value is None else reversed_difference(self.elo)
        return attrs.evolve(self, label=self.other, other=self.label, found=found, elo=elo)

    @property
    def clarity(self) -> tuple[float, float, float]:
        """A sort key, clearest first: by adjusted p, then by runs needed, then by size."""
        return (
            1.0 if self.adjusted is None else self.adjusted,
            math.inf if self.needed is None else self.needed,
            -abs(self.difference),
        )


@attrs.frozen(kw_only=True)
class Findings:
    """The answer to a question: its comparisons."""

    question: StudyQuestion
    contrasts: Sequence[Contrast]
    """The pairs of settings by game and phase; empty if no runs can be compared."""
    runs: int
    """The largest number of runs of a cell that have a figure."""
    first: str = ""
    """The setting that the others are compared with, or the first of the axis."""
    averaged: Mapping[str, int] = attrs.field(factory=dict)
    """The other axes, over which each run is averaged, with the number of their levels."""
    among: int = 0
    """The number of comparisons that p is adjusted for: those in which any run differs."""

    @property
    def least_runs(self) -> int:
        """The fewest runs with which any difference can be significant."""
        return least_pairs(among=max(1, self.among), level=LEVEL)

    @property
    def most_runs(self) -> int:
        """The largest number of runs of a pair."""
        return max((each.found.n for each in self.contrasts), default=0)

    @property
    def against_first(self) -> list[Contrast]:
        """Each setting compared with `first`."""
        pairs = [self.contrasts, [each.reversed for each in self.contrasts]]
        return [each for both in zip(*pairs, strict=True) for each in both if each.other == self.first]

    @property
    def why_none(self) -> str:
        """Why nothing is compared; empty if something is."""
        if self.contrasts:
            return ""
        if self.runs >= FEWEST:
            return f"no two settings have {FEWEST} runs with the same numbers"
        if self.runs:
            return f"a comparison needs at least {FEWEST} runs per setting; you have {self.runs}"
        return f"no run has finished {' or '.join(self.question.phases) or 'any phase'}"

    @property
    def clearest_first(self) -> list[Contrast]:
        """The pairs, the clearest difference first."""
        return sorted(self.contrasts, key=attrgetter("clarity"))


def question_of(records: Records) -> StudyQuestion | None:
    """Return the main question of a study: the measure of its first table, by the first setting that varies.

    Return None if no setting varies; a game is no setting. Without a table, the measure is expert-like
    contests or else the length of the last phase.
    """
    table = next(iter(records.tables), None)
    named = varied_axes(records.cells) if table is None else [table.rows, table.columns, table.split]
    for axis in named:
        if axis != GAME and axis in comparable_axes(records):
            return ask(records, axis)
    return None


def ask(
    records: Records,
    axis: str,
    measure: str | None = None,
    phase: str | None = None,
    against: str | None = None,
    *,
    within: str | None = None,
) -> StudyQuestion:
    """Return a question about any axis, with defaults from the first table of the measure.

    By default all pairs of settings are compared. In an ablation, where every other setting lacks something
    that the first has, each is compared with the first. Raise UnknownName or BadOption if the results cannot
    answer the question.
    """
    _check_axis(records, axis)
    if within is not None:
        _check_within(records, axis, within)
    if phase is not None and phase not in records.phase_names:
        known = records.phase_names
        raise UnknownName.of(PHASE_AXIS, phase, known, f"there are {', '.join(known) or 'none that ended'}")
    if against is not None and against not in records.axes[axis]:
        labels = records.axes[axis]
        raise UnknownName.of(f"setting of {axis}", against, labels, f"there are {', '.join(labels)}")
    wanted = None if measure is None else measure_of(records, measure)
    table = next((each for each in records.tables if wanted is None or _shows(records, each, wanted)), None)
    if wanted is None:
        wanted = measure_of(records, table.measure) if table is not None else _usual_measure(records)
    phases = (
        (table.phases_of_interest or records.phase_names) if table is not None else records.phase_names[-1:]
    )
    return StudyQuestion(
        axis=axis,
        measure=get_measure(wanted.compared[0]),
        phases=phases if phase is None else (phase,),
        against=_whole(records, axis) if against is None else against,
        within=within,
    )


def _whole(records: Records, axis: str) -> str | None:
    """Return the first setting if each of the others lacks something that it has, otherwise None.

    The other pairs are of no interest in such an ablation, and each of them would cost power.
    """
    first, *others = records.axes[axis]
    if len(others) < FEWEST:
        return None
    if all(label.startswith(_WITHOUT) for label in others):
        return first
    twins = [(cell, other) for cell, other, _ in twins_along(records, axis)]
    specs = records.specs
    lacking = [
        cell in specs and other in specs and _lacks(specs[other], specs[cell]) for cell, other in twins
    ]
    return first if lacking and all(lacking) else None


def _lacks(less: CellSpec, whole: CellSpec) -> bool:
    """Return whether a cell differs from another only in that it lacks Advisors."""
    pairs = [(one.hoyle, other.hoyle) for one, other in zip(less.phases, whole.phases, strict=False)]
    return (
        any(one.without != other.without for one, other in pairs)
        and all(set(one.without) >= set(other.without) for one, other in pairs)
        and all(attrs.evolve(one, without=other.without) == other for one, other in pairs)
    )


def comparable_axes(records: Records) -> list[str]:
    """Return the axes that have at least two settings."""
    return [axis for axis in varied_axes(records.cells) if len(records.axes.get(axis, ())) >= FEWEST]


def _check_axis(records: Records, axis: str) -> None:
    if axis not in records.axes:
        raise UnknownName.of("axis", axis, records.axes, f"there are {', '.join(records.axes) or 'none'}")
    if len(records.axes[axis]) < FEWEST:
        label = "".join(records.axes[axis])
        raise BadOption(f"axis {axis!r} has only one value, {label!r}; compare an axis with two or more")
    if axis not in (axes := comparable_axes(records)):
        raise BadOption(f"axis {axis!r} varies only together with another; compare by {' or '.join(axes)}")


def _check_within(records: Records, axis: str, within: str) -> None:
    if within == axis:
        others = [each for each in comparable_axes(records) if each != axis]
        remedy = f"choose {' or '.join(others)}" if others else "no other axis varies"
        raise BadOption(f"settings of {axis!r} cannot be compared within {axis!r} itself; {remedy}")
    _check_axis(records, within)


def _shows(records: Records, table: TableSpec, measure: Measure) -> bool:
    shown = measure_of(records, table.measure)
    return measure.name in (shown.name, *shown.alone, *shown.compared)


def _usual_measure(records: Records) -> Measure:
    for phase in records.phase_names[-1:]:
        if figures_by_cell(records, MEASURES["expert_like"], phase):
            return MEASURES["expert_like"]
    return MEASURES["contests"]


def find(records: Records, question: StudyQuestion) -> Findings:
    """Answer a question, with p adjusted for all of its comparisons."""
    (findings,) = _adjusted([_answer(records, question)])
    return findings


def compare_settings(records: Records) -> list[Findings]:
    """Answer the main question, then compare each setting with the first by every measure of the tables.

    The first answer equals `find`, adjusted for its own comparisons. The others are adjusted together.
    """
    first = question_of(records)
    asked = set() if first is None else {(first.axis, first.measure.name, phase) for phase in first.phases}
    others = [
        StudyQuestion(axis=axis, measure=measure, phases=(phase,), against=records.axes[axis][0])
        for measure, phase in measures_of_interest(records)
        for axis in comparable_axes(records)
        if axis != GAME and (axis, measure.name, phase) not in asked
    ]
    answers = _adjusted([_answer(records, question) for question in others])
    return [*([] if first is None else [find(records, first)]), *answers]


def _answer(records: Records, question: StudyQuestion) -> Findings:
    """Compare settings without adjustment."""
    cells = [figures_by_cell(records, question.measure, phase).values() for phase in question.phases]
    return Findings(
        question=question,
        contrasts=[each for phase in question.phases for each in _contrasts(records, question, phase)],
        runs=max(map(len, itertools.chain.from_iterable(cells)), default=0),
        averaged=averaged_axes(records, question.axis, question.within),
        first=records.axes[question.axis][0] if question.against is None else question.against,
    )


def averaged_axes(records: Records, *kept: str | None) -> dict[str, int]:
    """Return the axes over which each run is averaged: all that vary, except games and the kept ones."""
    others = [axis for axis in varied_axes(records.cells) if axis not in (*kept, GAME)]
    return {axis: len(records.axes.get(axis, ())) for axis in others}


def _adjusted(several: Sequence[Findings]) -> list[Findings]:
    """Adjust p for all comparisons together, by Holm's method.

    A comparison in which no run differs can never be significant, so it does not count.
    """
    every = [each for findings in several for each in findings.contrasts]
    ps = iter(holm([each.found.p if each.has_differences else None for each in every]))
    among = sum(each.has_differences for each in every)
    return [
        attrs.evolve(
            findings,
            among=among,
            contrasts=[
                attrs.evolve(
                    each,
                    adjusted=p if each.has_differences else each.found.p,
                    needed=_needed(each.found, among),
                )
                for each, p in zip(findings.contrasts, ps, strict=False)
            ],
        )
        for findings in several
    ]


def _contrasts(records: Records, question: StudyQuestion, phase: str) -> Iterator[Contrast]:
    found = figures_by_cell(records, question.measure, phase)
    scores = figures_by_cell(records, SCORE, phase) if question.measure.is_of_results else None
    for (game, level, label, other), twins in compared_cells(records, question).items():
        limit = least_limit(found, twins)
        ours, theirs = paired_by_run(found, twins, limit)
        if len(ours) >= FEWEST:
            compared = sign_flips(ours, theirs, level=LEVEL)
            yield Contrast(
                label=label,
                other=other,
                game=game,
                phase=phase,
                level=level,
                found=compared,
                limit=limit,
                elo=None if scores is None else paired_elo(*paired_by_run(scores, twins, None)),
            )


def compared_cells(records: Records, question: StudyQuestion) -> dict[tuple[str, str, str, str], Twins]:
    """Return the pairs of cells that differ in the axis only, by game, level and their two labels."""
    axis, axes = question.axis, varied_axes(records.cells)
    within = None if question.within == GAME else question.within
    twins: dict[tuple[str, str, str, str], list[tuple[int, int]]] = {}
    for cell, other, at, label in _directed(records, question):
        game = records.cells[cell].get(GAME, "") if GAME in axes and axis != GAME else ""
        level = "" if within is None else records.cells[cell].get(within, "")
        twins.setdefault((game, level, at, label), []).append((cell, other))
    games, labels = list(dict.fromkeys(game for game, *_ in twins)), records.axes[axis]
    levels = [*levels_in_order(records, within), ""]
    keys = sorted(
        twins,
        key=lambda key: (games.index(key[0]), levels.index(key[1]), *map(labels.index, key[2:])),
    )
    return {key: twins[key] for key in keys}


def levels_in_order(records: Records, axis: str | None) -> Sequence[str]:
    """Return the labels of an axis, quantities from the smallest on; without an axis, one empty label."""
    if axis is None:
        return ("",)
    ordered = ordered_axis(axis, records.axes[axis])
    return records.axes[axis] if ordered is None else ordered.levels


def _directed(records: Records, question: StudyQuestion) -> Iterable[tuple[int, int, str, str]]:
    """Yield the pairs to compare; the reference setting, if there is one, comes second."""
    for cell, other, at, label in pairs_along(records, question.axis):
        if question.against in (None, label):
            yield cell, other, at, label
        elif question.against == at:
            yield other, cell, label, at


def _needed(found: Comparison, among: int) -> int | None:
    """Return about how many runs would show the observed difference; None if it is 0."""
    estimate = found.difference
    if estimate is None or not estimate.value:
        return None
    deviation = (estimate.standard_error or 0.0) * math.sqrt(found.n)
    return pairs_needed(estimate.value, deviation, among=among, level=LEVEL, power=POWER)
