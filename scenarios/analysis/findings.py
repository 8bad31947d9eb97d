"""What a study found: settings of an axis against each other, paired by run.

Runs of one number have common seeds whatever the cell, so luck is shared and falls out of the difference.
Games and phases are kept apart; over other settings a run counts as its mean. Every difference that a report
tells comes from here, so no two places can judge it by two methods.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

import attrs

from games import BadOption, UnknownName
from scenarios.analysis.grid_axes import GAME, pairs_along, twins_along, varied_axes
from scenarios.analysis.setting_comparisons import (
    FEWEST,
    Twins,
    figures_by_cell,
    least_limit,
    measures_of_interest,
    paired_by_run,
    turned,
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
"""How the label of a setting begins that lacks something."""


@attrs.frozen(kw_only=True)
class StudyQuestion:
    """What is asked of a study."""

    axis: str
    """Along which settings differ."""
    measure: Measure
    phases: tuple[str, ...]
    against: str | None = None
    """The setting that all others are compared with; None if each is with each other."""


@attrs.frozen(kw_only=True)
class Contrast:
    """Two settings of an axis against each other."""

    label: str
    other: str
    game: str
    """Of which game; nothing if there is but one, or games are what is compared."""
    phase: str
    found: Comparison
    """Its difference is that of the first from the other."""
    limit: float | None = None
    """Where some runs reached their limit: up to where all were seen; more counts as that much."""
    elo: Estimate | None = None
    """By how much the first is stronger; None unless contests' results are compared."""
    corrected: float | None = None
    """Its p, by Holm's method, such that all of the findings hold at once."""
    needed: int | None = None
    """About how many runs would show such a difference; None where there is none."""

    @property
    def difference(self) -> float:
        """By how much the first is more, on average."""
        estimate = self.found.difference
        return 0.0 if estimate is None else estimate.value or 0.0

    @property
    def is_told_apart(self) -> bool:
        """Is it more than chance would make?"""
        return self.corrected is not None and self.corrected <= 1 - LEVEL

    @property
    def has_differences(self) -> bool:
        """Does any run differ? Where none does nothing can come of the comparison, and it costs nothing."""
        estimate = self.found.difference
        return estimate is not None and not (estimate.value == 0 and estimate.is_without_spread)

    @property
    def turned(self) -> "Contrast":
        """The same, seen from the other setting."""
        estimate, statistic = self.found.difference, self.found.statistic
        found = attrs.evolve(
            self.found,
            difference=None if estimate is None else turned(estimate),
            statistic=None if statistic is None else -statistic,
        )
        elo = None if self.elo is None or self.elo.value is None else turned(self.elo)
        return attrs.evolve(self, label=self.other, other=self.label, found=found, elo=elo)

    @property
    def clarity(self) -> tuple[float, float, float]:
        """What makes one clearer than another: its p, then how few runs it needs, then how large it is."""
        return (
            1.0 if self.corrected is None else self.corrected,
            math.inf if self.needed is None else self.needed,
            -abs(self.difference),
        )


@attrs.frozen(kw_only=True)
class Findings:
    """The answer to a question."""

    question: StudyQuestion
    contrasts: Sequence[Contrast]
    """The pairs of settings, game by game and phase by phase; none if no two runs can be compared."""
    runs: int
    """How many the cell with the most of them has that came to a figure."""
    first: str = ""
    """The setting that the others are compared with, or else the first of the axis."""
    averaged: tuple[str, ...] = ()
    """Other axes, over which a run counts as its mean."""
    among: int = 0
    """For how many comparisons each p is corrected: those in which any run differs."""

    @property
    def least_runs(self) -> int:
        """With fewer runs than this nothing can be told apart, whatever comes out."""
        return least_pairs(among=max(1, self.among), level=LEVEL)

    @property
    def most_runs(self) -> int:
        """How many the pair with the most of them has."""
        return max((each.found.n for each in self.contrasts), default=0)

    @property
    def against_first(self) -> list[Contrast]:
        """Each setting against the one that all are compared with, or else the first of its axis."""
        pairs = [self.contrasts, [each.turned for each in self.contrasts]]
        return [each for both in zip(*pairs, strict=True) for each in both if each.other == self.first]

    @property
    def why_none(self) -> str:
        """Why nothing is compared, in words; nothing if something is."""
        if self.contrasts:
            return ""
        if self.runs >= FEWEST:
            return f"no two settings have {FEWEST} runs in common"
        phases = " or ".join(self.question.phases) or "any phase"
        return "one run tells nothing of differences" if self.runs else f"no run has a figure in {phases}"

    @property
    def clearest_first(self) -> list[Contrast]:
        """The pairs, by how sure it is that they differ."""
        return sorted(self.contrasts, key=attrgetter("clarity"))


def question_of(records: Records) -> StudyQuestion | None:
    """Return what a study asks first: the measure of its first table, by the first setting that varies there.

    None if none does. A game is no setting. Without a table: expert-like contests, or else the length, of the
    last phase.
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
) -> StudyQuestion:
    """Make a question of any axis; what is not said is as in the first table of that measure.

    If nothing is said of what to compare with, each setting is compared with each other, but for an axis on
    which all others lack something that the first has. UnknownName and BadOption say why that cannot be
    answered.
    """
    _check_axis(records, axis)
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
    )


def _whole(records: Records, axis: str) -> str | None:
    """Return the first setting, if each of the others lacks something that it has; else None.

    Then nobody asks how the others compare, and each comparison makes the rest dearer.
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
    """Does a cell lack Advisors that another has, and nothing else?"""
    pairs = [(one.hoyle, other.hoyle) for one, other in zip(less.phases, whole.phases, strict=False)]
    return (
        any(one.without != other.without for one, other in pairs)
        and all(set(one.without) >= set(other.without) for one, other in pairs)
        and all(attrs.evolve(one, without=other.without) == other for one, other in pairs)
    )


def comparable_axes(records: Records) -> list[str]:
    """List the axes on which something varies."""
    return [axis for axis in varied_axes(records.cells) if len(records.axes.get(axis, ())) >= FEWEST]


def _check_axis(records: Records, axis: str) -> None:
    if axis not in records.axes:
        raise UnknownName.of("axis", axis, records.axes, f"there are {', '.join(records.axes) or 'none'}")
    if len(records.axes[axis]) < FEWEST:
        label = "".join(records.axes[axis])
        raise BadOption(f"axis {axis!r} has one value, {label!r}; there is nothing to compare it with")
    if axis not in (axes := comparable_axes(records)):
        raise BadOption(f"axis {axis!r} goes together with another; compare by {' or '.join(axes)}")


def _shows(records: Records, table: TableSpec, measure: Measure) -> bool:
    shown = measure_of(records, table.measure)
    return measure.name in (shown.name, *shown.alone, *shown.compared)


def _usual_measure(records: Records) -> Measure:
    for phase in records.phase_names[-1:]:
        if figures_by_cell(records, MEASURES["expert_like"], phase):
            return MEASURES["expert_like"]
    return MEASURES["contests"]


def find(records: Records, question: StudyQuestion) -> Findings:
    """Answer a question, and correct for all of its comparisons."""
    (findings,) = _corrected([_answer(records, question)])
    return findings


def compare_settings(records: Records) -> list[Findings]:
    """Answer what a study asks first, and whatever else its tables measure, each setting against the first.

    The first answer is that of `find`, corrected for its own comparisons; the others are corrected together.
    """
    first = question_of(records)
    asked = set() if first is None else {(first.axis, first.measure.name, phase) for phase in first.phases}
    others = [
        StudyQuestion(axis=axis, measure=measure, phases=(phase,), against=records.axes[axis][0])
        for measure, phase in measures_of_interest(records)
        for axis in comparable_axes(records)
        if axis != GAME and (axis, measure.name, phase) not in asked
    ]
    answers = _corrected([_answer(records, question) for question in others])
    return [*([] if first is None else [find(records, first)]), *answers]


def _answer(records: Records, question: StudyQuestion) -> Findings:
    """Compare settings, before anything is corrected."""
    cells = [figures_by_cell(records, question.measure, phase).values() for phase in question.phases]
    return Findings(
        question=question,
        contrasts=[each for phase in question.phases for each in _contrasts(records, question, phase)],
        runs=max(map(len, itertools.chain.from_iterable(cells)), default=0),
        averaged=tuple(axis for axis in varied_axes(records.cells) if axis not in (question.axis, GAME)),
        first=records.axes[question.axis][0] if question.against is None else question.against,
    )


def _corrected(several: Sequence[Findings]) -> list[Findings]:
    """Correct for all comparisons together, by Holm's method.

    Where no run differs, no way to set the signs makes a difference, so such comparisons do not count.
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
                    corrected=p if each.has_differences else each.found.p,
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
    for (game, label, other), twins in _twins(records, question).items():
        limit = least_limit(found, twins)
        ours, theirs = paired_by_run(found, twins, limit)
        if len(ours) >= FEWEST:
            compared = sign_flips(ours, theirs, level=LEVEL)
            yield Contrast(
                label=label,
                other=other,
                game=game,
                phase=phase,
                found=compared,
                limit=limit,
                elo=None if scores is None else paired_elo(*paired_by_run(scores, twins, None)),
            )


def _twins(records: Records, question: StudyQuestion) -> dict[tuple[str, str, str], Twins]:
    """Return, by game and the two labels, the cells with the first, each with its twin that has the other."""
    axis, axes = question.axis, varied_axes(records.cells)
    twins: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for cell, other, at, label in _directed(records, question):
        game = records.cells[cell].get(GAME, "") if GAME in axes and axis != GAME else ""
        twins.setdefault((game, at, label), []).append((cell, other))
    games, labels = list(dict.fromkeys(game for game, _, _ in twins)), records.axes[axis]
    keys = sorted(twins, key=lambda key: (games.index(key[0]), *map(labels.index, key[1:])))
    return {key: twins[key] for key in keys}


def _directed(records: Records, question: StudyQuestion) -> Iterable[tuple[int, int, str, str]]:
    """Yield the pairs that are asked for, what all are compared with behind the others."""
    for cell, other, at, label in pairs_along(records, question.axis):
        if question.against in (None, label):
            yield cell, other, at, label
        elif question.against == at:
            yield other, cell, label, at


def _needed(found: Comparison, among: int) -> int | None:
    """Return how many runs would show the difference, if it is as large as it looks."""
    estimate = found.difference
    if estimate is None or not estimate.value:
        return None
    deviation = (estimate.standard_error or 0.0) * math.sqrt(found.n)
    return pairs_needed(estimate.value, deviation, among=among, level=LEVEL, power=POWER)
