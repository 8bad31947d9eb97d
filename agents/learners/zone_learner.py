"""What Hoyle learns about zones: which expressions go with winning, are steady, and deserve an Advisor.

After each contest every expression gets its values in all positions, for the winner and for the loser, or
after a draw for both. If these differ, it has an attitude, and a direction that is good for the owner. An
expression whose attitude has held for long is active and counts with Zone-Ranger; one that would be right
nearly always, if it were an Advisor, is important, and becomes one.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence

from agents.learner import Learner, Lesson
from agents.learners.moments import Moments
from agents.learners.weighing import (
    EXAMPLES,
    WEIGHTS,
    Example,
    TrackRecord,
    Weighing,
    is_right,
    new_examples,
)
from agents.learners.zone_items import ACTIVE_ZONES, ZONE_ADVISORS, ZONES
from agents.learners.zone_records import (
    ACTIVE,
    ADVISOR,
    IMPORTANT,
    MOVER,
    MOVES,
    RETIRED,
    ZoneOptions,
    ZoneRecord,
)
from agents.sight.zone_votes import Leaning, View, opinions, view_of
from agents.sight.zones import (
    EXPRESSIONS,
    ORDER,
    Expression,
    Terrain,
    Values,
    men_by_side,
    stage_of,
    terrain_for,
)
from blackboard import Entry
from blackboard.items import added
from games import Outcome, Role


class _Books:
    """All expressions of a game, in one lesson."""

    def __init__(self, lesson: Lesson, terrain: Terrain) -> None:
        self._lesson, self._terrain = lesson, terrain
        self._options = ZoneOptions(**lesson.options)
        held = lesson.knowledge.item(ZONES.name)
        self._contests = added(1, max((entry["contests"] for entry in held.values()), default=0))
        stages = {stage_of(lesson.game, each) for each in lesson.experience.positions}
        kept = {EXPRESSIONS[text].stage for text in held if text in EXPRESSIONS}
        self._records = {
            stage: [ZoneRecord.read(each, held.get(each.text)) for each in _of_stage(stage)]
            for stage in sorted(stages | kept)
            if not stage or stage in self._options.stages
        }
        made = lesson.knowledge.item(ZONE_ADVISORS.name).values()
        found = (EXPRESSIONS.get(entry["expression"]) for entry in made)
        self._voiced = {_sense(each) for each in found if each is not None}
        """The expressions that have an Advisor."""
        for record in self.all():
            if record.state == ADVISOR and _sense(record.expression) not in self._voiced:
                record.state = ""  # it has one only in knowledge that was merged into this
        self._before = self._weighed()
        """The expressions that were active or important before this contest."""

    def see(self) -> None:
        """Add what the contest shows, and update the attitude of each expression."""
        for stage, which, rows in _outcomes(self._lesson, self._terrain):
            self._add(stage, which, rows)
        if self._options.is_by_choices:
            is_alone = self._options.attitude == MOVER
            for stage, changes in _choices(self._lesson, self._terrain, is_alone=is_alone).items():
                columns = zip(*changes, strict=True)
                for record, column in zip(self._records.get(stage, ()), columns, strict=False):
                    record.add(MOVES, Moments.of_floats(column))
        watched = {record.expression.text for record in self.all()}
        for text in self._lesson.knowledge.item(ACTIVE_ZONES.name).keys() - watched:
            self._lesson.forget(text, item=ACTIVE_ZONES.name)
        for record in self.all():
            record.contests = self._contests
            if record.state != RETIRED:
                record.form_attitude(self._options)
                record.update_state(self._options)

    def _add(self, stage: str, which: str, rows: Sequence[Values]) -> None:
        for record, values, unit in self._columns(stage, rows):
            if record.state != RETIRED:
                record.add(which, Moments.of(values, unit))

    def _columns(self, stage: str, rows: Sequence[Values]) -> Iterator[tuple[ZoneRecord, Values, int]]:
        """Yield each expression of a stage with its values."""
        if rows and stage in self._records:
            yield from zip(self._records[stage], zip(*rows, strict=True), self._terrain.units, strict=True)

    def _weighed(self) -> dict[str, list[tuple[ZoneRecord, Leaning]]]:
        """Return, by stage, the active and important expressions with their leanings."""
        return {
            stage: [(each, each.leaning) for each in records if each.state in (ACTIVE, IMPORTANT)]
            for stage, records in self._records.items()
        }

    def weigh(self) -> None:
        """Judge the expressions that were active before this contest by the moves known to be right."""
        lesson = self._lesson
        verdicts: dict[str, list[Sequence[bool | None]]] = {stage: [] for stage in self._before}
        for example in new_examples(lesson, Weighing.bound) if any(self._before.values()) else ():
            stage = stage_of(lesson.game, example.position)
            if self._before.get(stage):
                verdicts[stage].append(self._judged(example, [each for _, each in self._before[stage]]))
        for stage, rows in verdicts.items():
            for (record, _), column in zip(self._before[stage], zip(*rows, strict=True), strict=False):
                record.standing = record.standing.plus(column.count(True), column.count(False))

    def _judged(self, example: Example, leanings: Sequence[Leaning]) -> list[bool | None]:
        """Return for each leaning whether it would be right."""
        lesson, position = self._lesson, example.position
        mover, moves = lesson.game.mover(position), tuple(example.after)
        correct = [move for move, text in example.after.items() if text in example.correct]
        before, *afters = (
            view_of(self._terrain, lesson.game, each, mover)
            for each in (position, *(lesson.play(move, position) for move in moves))
        )
        said = opinions(self._terrain, leanings, before, afters)
        verdicts = {each: is_right(dict(zip(moves, each, strict=True)), correct, moves) for each in set(said)}
        return [verdicts[each] for each in said]

    def appoint(self) -> list[ZoneRecord]:
        """Make Advisors of important expressions at intervals; return the records that may have changed."""
        had_a_say = [record for weighed in self._before.values() for record, _ in weighed]
        for record in had_a_say:
            record.update_state(self._options)
        if self._contests % self._options.every:
            return had_a_say
        names = (f"Zone-{number}" for number in itertools.count(1))
        taken = {name for item in (ZONE_ADVISORS, WEIGHTS) for name in self._lesson.knowledge.item(item.name)}
        free = (name for name in names if name not in taken)  # also no name that merging removed
        important = [record for record in self.all() if record.state == IMPORTANT]
        for record in important:
            record.state = ADVISOR
            if _sense(record.expression) not in self._voiced:
                self._voiced.add(_sense(record.expression))
                self._lesson.note(next(free), self._advisor(record), item=ZONE_ADVISORS.name)
        return had_a_say + important

    def _advisor(self, record: ZoneRecord) -> Entry:
        """Return the definition of an Advisor for an expression."""
        standing = record.standing if self._options.standing == "kept" else TrackRecord()
        return {
            "expression": record.expression.text,
            "direction": record.direction,
            "attitude": record.attitude,
            "standing": [standing.right, standing.opinions],
        }

    def write(self, records: Iterable[ZoneRecord]) -> None:
        """Note the current state of these records."""
        lesson = self._lesson
        for record in records:
            text = record.expression.text
            lesson.note(text, record.entry())
            if record.state == ACTIVE:
                lesson.note(text, [record.direction, record.weight], item=ACTIVE_ZONES.name)
            else:
                lesson.forget(text, item=ACTIVE_ZONES.name)

    def all(self) -> Iterator[ZoneRecord]:
        """Yield all records."""
        for records in self._records.values():
            yield from records


def _of_stage(stage: str) -> list[Expression]:
    """Return the expressions of a stage, in the order of values."""
    return [Expression(stage, *what) for what in ORDER]


def _sense(expression: Expression) -> Expression:
    """Return what an expression means: the men in all zones together are the same for every type."""
    if (expression.feature, expression.statistic) == ("men", "total"):
        return expression._replace(kind="")
    return expression


def _outcomes(lesson: Lesson, terrain: Terrain) -> Iterator[tuple[str, str, list[Values]]]:
    """Yield the values of all positions of a contest, by stage and by its result for their owner."""
    experience = lesson.experience
    found: dict[tuple[str, str], list[Values]] = {}
    for position in experience.positions:
        stage, sides = stage_of(lesson.game, position), men_by_side(lesson.game, position, Role.PLAYER)
        for role, (mine, theirs) in zip(Role, (sides, sides[::-1]), strict=True):
            if mine:
                rows = found.setdefault((stage, _result(experience.contest.outcome, role)), [])
                rows.append(terrain.values(mine, theirs))
    for (stage, which), rows in sorted(found.items()):
        yield stage, which, rows


def _result(outcome: Outcome, role: Role) -> str:
    return "drawn" if outcome.winner is None else "won" if outcome.winner is role else "lost"


def _choices(lesson: Lesson, terrain: Terrain, *, is_alone: bool) -> dict[str, list[tuple[float, ...]]]:
    """Return, by stage, how much more than average each move of an expert changed the values.

    The change of the mover's value counts, alone or minus the change of the other's, as in advising. The
    position before the move is the same for all moves, so the values after it suffice.
    """
    experience, game = lesson.experience, lesson.game
    found: dict[str, list[tuple[float, ...]]] = {}
    for position, chosen in zip(experience.positions, experience.contest.moves, strict=False):
        mover = game.mover(position)
        if mover not in experience.experts or not all(men_by_side(game, position, mover)):
            continue
        moves = lesson.legal_moves(position)
        if len(moves) > 1:
            views = [view_of(terrain, game, lesson.play(move, position), mover) for move in moves]
            views = [each._replace(theirs=0) for each in views] if is_alone else views
            rows = found.setdefault(stage_of(game, position), [])
            rows.append(_above(terrain, views[moves.index(chosen)], views))
    return found


def _above(terrain: Terrain, chosen: View, every: Sequence[View]) -> tuple[float, ...]:
    """Return how far our values minus theirs lie above the mean of all; theirs are 0 without men."""
    number = len(every)
    more = terrain.unpacked(number * chosen.ours + sum(each.theirs for each in every))
    less = terrain.unpacked(number * chosen.theirs + sum(each.ours for each in every))
    return tuple(
        (one - other) / (number * unit) for one, other, unit in zip(more, less, terrain.units, strict=True)
    )


class ZoneLearner(Learner):
    """Learn which measures of zones go with winning; those that are nearly always right become Advisors."""

    name = "zones"
    feeds = (ZONES, ACTIVE_ZONES, ZONE_ADVISORS)
    stage = 2
    needs = (EXAMPLES.name,)

    def learn(self, lesson: Lesson) -> None:
        """Add what the contest shows, judge what was active, and make Advisors."""
        terrain = terrain_for(lesson.game, lesson.experience.positions[0])
        if terrain is None:
            return
        books = _Books(lesson, terrain)
        books.see()
        books.write(books.all())  # stays if there is no time to judge
        books.weigh()
        books.write(books.appoint())
