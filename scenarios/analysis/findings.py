"""What a study found: each setting of an axis against each other, paired by run.

Runs of one number have common seeds whatever the cell, so luck is shared and falls out of the difference.
Games and phases are kept apart; over other settings a run counts as its mean.
"""

import itertools
import math
from collections.abc import Iterator, Sequence
from operator import attrgetter

import attrs

from games import BadOption, UnknownName
from scenarios.analysis.grid_axes import GAME, pairs_along, varied_axes
from scenarios.analysis.setting_comparisons import FEWEST, Twins, figures_by_cell, least_limit, paired_by_run
from scenarios.experiment.records import Records
from scenarios.language.measures import MEASURES, SCORE, Measure, get_measure
from scenarios.language.scenario import PHASE_AXIS, TableSpec
from scenarios.statistics import Comparison, Estimate, holm, paired_elo, pairs_needed, sign_flips

LEVEL = 0.95
POWER = 0.8


@attrs.frozen(kw_only=True)
class StudyQuestion:
    """What is asked of a study."""

    axis: str
    """Along which settings differ."""
    measure: Measure
    phases: tuple[str, ...]


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
    """Every pair of settings, game by game and phase by phase; none if no two runs can be compared."""
    runs: int
    """How many the cell with the most of them has that came to a figure."""
    averaged: tuple[str, ...] = ()
    """Other axes, over which a run counts as its mean."""

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


def ask(records: Records, axis: str, measure: str | None = None, phase: str | None = None) -> StudyQuestion:
    """Make a question of any axis; what is not said is as in the first table of that measure.

    UnknownName and BadOption say why that cannot be answered.
    """
    _check_axis(records, axis)
    if phase is not None and phase not in records.phase_names:
        known = records.phase_names
        raise UnknownName.of(PHASE_AXIS, phase, known, f"there are {', '.join(known) or 'none that ended'}")
    wanted = None if measure is None else get_measure(measure)
    table = next((each for each in records.tables if wanted is None or _shows(each, wanted)), None)
    if wanted is None:
        wanted = get_measure(table.measure) if table is not None else _usual_measure(records)
    phases = (
        (table.phases_of_interest or records.phase_names) if table is not None else records.phase_names[-1:]
    )
    return StudyQuestion(axis=axis, measure=_judged(wanted), phases=phases if phase is None else (phase,))


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


def _shows(table: TableSpec, measure: Measure) -> bool:
    return measure.name in (table.measure, *get_measure(table.measure).alone)


def _judged(measure: Measure) -> Measure:
    """Return the part of a measure by which settings are compared, as a measure of its own."""
    return get_measure(measure.alone[measure.judged])


def _usual_measure(records: Records) -> Measure:
    for phase in records.phase_names[-1:]:
        if figures_by_cell(records, MEASURES["expert_like"], phase):
            return MEASURES["expert_like"]
    return MEASURES["contests"]


def find(records: Records, question: StudyQuestion) -> Findings:
    """Compare each setting with each other, and correct for all of these comparisons."""
    contrasts = [each for phase in question.phases for each in _contrasts(records, question, phase)]
    ps = holm([each.found.p for each in contrasts])
    cells = [figures_by_cell(records, question.measure, phase).values() for phase in question.phases]
    return Findings(
        question=question,
        contrasts=[
            attrs.evolve(each, corrected=p, needed=_needed(each.found, len(contrasts)))
            for each, p in zip(contrasts, ps, strict=True)
        ],
        runs=max(map(len, itertools.chain.from_iterable(cells)), default=0),
        averaged=tuple(axis for axis in varied_axes(records.cells) if axis not in (question.axis, GAME)),
    )


def _contrasts(records: Records, question: StudyQuestion, phase: str) -> Iterator[Contrast]:
    found = figures_by_cell(records, question.measure, phase)
    scores = figures_by_cell(records, SCORE, phase) if question.measure.is_of_results else None
    for (game, label, other), twins in _twins(records, question.axis).items():
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


def _twins(records: Records, axis: str) -> dict[tuple[str, str, str], Twins]:
    """Return, by game and the two labels, the cells with the first, each with its twin that has the other."""
    axes = varied_axes(records.cells)
    twins: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for cell, other, at, label in pairs_along(records, axis):
        game = records.cells[cell].get(GAME, "") if GAME in axes and axis != GAME else ""
        twins.setdefault((game, at, label), []).append((cell, other))
    order = list(itertools.combinations(records.axes[axis], 2))
    games = list(dict.fromkeys(game for game, _, _ in twins))
    keys = sorted(twins, key=lambda key: (games.index(key[0]), order.index(key[1:])))
    return {key: twins[key] for key in keys}


def _needed(found: Comparison, among: int) -> int | None:
    """Return how many runs would show the difference, if it is as large as it looks."""
    estimate = found.difference
    if estimate is None or not estimate.value:
        return None
    deviation = (estimate.standard_error or 0.0) * math.sqrt(found.n)
    return pairs_needed(estimate.value, deviation, among=among, level=LEVEL, power=POWER)
