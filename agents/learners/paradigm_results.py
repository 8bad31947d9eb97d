"""How contests ended under each paradigm, by stage: what paradigm `learned` chooses by.

A bandit has several arms and learns which pays best by pulling them. Here an arm is a way to combine
comments, a pull is a contest, and each stage of a game has a bandit of its own. While Hoyle learns, the arm
is that of UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002): the mean score, and on top of it as much as luck
may have hidden, which is the less the more often an arm was tried. It follows from the results alone and
draws nothing, so whoever learns from a contest afterwards knows which arm was in force. In tests nothing is
tried out: the best mean is taken.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

import attrs

from agents.learner import Learner, Lesson
from blackboard import Entry, Item
from blackboard.items import are_results, summed
from games import Game, Outcome, Role
from games.counting import how_many

ANY_STAGE = "any"
"""What the stage is called of a game that has none."""
_MOST_VARIANCE = 0.25
_WON, _DRAWN, _LOST = range(3)


@attrs.frozen
class ArmResults:
    """How contests ended in which an arm was in force."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def contests(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The mean score, a draw being half."""
        return (self.won + self.drawn / 2) / self.contests

    @property
    def trusted(self) -> float:
        """The mean score as if one more contest had been won and one lost, so that few count for less."""
        return (self.won + self.drawn / 2 + 1) / (self.contests + 2)

    def hoped(self, contests: int) -> float:
        """Return the mean score that it may have if luck was bad, after so many contests of all arms."""
        doubt = math.log(contests) / self.contests
        variance = (self.won + self.drawn / 4) / self.contests - self.score**2
        return self.score + math.sqrt(doubt * min(_MOST_VARIANCE, variance + math.sqrt(2 * doubt)))


def stage_name(stage: str | None) -> str:
    """Return under which text results of a stage stand."""
    return stage or ANY_STAGE


def chosen_arm(known: Mapping[str, Entry], stage: str, arms: Sequence[str], *, is_testing: bool) -> str:
    """Return the arm that is in force in a stage, by the results that stand under `placing borda` and so on.

    While learning, an arm is tried twice in a row, since contestants change roles and one may be worth more;
    arms that were never tried come first, in order. In tests only those count that were.
    """
    tried = {arm: ArmResults(*known[key]) for arm in arms if (key := _key(stage, arm)) in known}
    if is_testing:
        return max(tried, key=lambda arm: tried[arm].trusted, default=arms[0])
    if (half := next((arm for arm in tried if tried[arm].contests % 2), None)) is not None:
        return half
    if (new := next((arm for arm in arms if arm not in tried), None)) is not None:
        return new
    contests = sum(each.contests for each in tried.values())
    return max(arms, key=lambda arm: tried[arm].hoped(contests))


def _key(stage: str, arm: str) -> str:
    return f"{stage} {arm}"


def _tell_result(game: Game[object], text: str, entry: Entry) -> str:
    del game
    stage, _, arm = text.partition(" ")
    found = ArmResults(*entry)
    where = "" if stage == ANY_STAGE else f" {stage}"
    return f"paradigm {arm}{where}: {_told(found)}"


def _told(found: ArmResults) -> str:
    results = f"won {found.won:,}, drawn {found.drawn:,}, lost {found.lost:,}"
    return f"{found.score:.2f} in {how_many(found.contests, 'contest')}: {results}"


def _tell_results(entries: Mapping[str, Entry]) -> list[str]:
    """Tell the paradigms of each stage, the most trusted first: that is the one in force in tests."""
    known = [(*text.partition(" ")[::2], ArmResults(*entry)) for text, entry in entries.items()]
    wide = max((len(arm) for _, arm, _ in known), default=0)
    lines = []
    for stage in sorted({stage for stage, _, _ in known}):
        lines.append("in every position" if stage == ANY_STAGE else f"while {stage}")
        there = sorted(
            (each for each in known if each[0] == stage), key=lambda each: (-each[2].trusted, each[1])
        )
        lines += [f"  {arm:<{wide}}  {_told(found)}" for _, arm, found in there]
    return lines


RESULTS = Item(
    "paradigms",
    are_results,
    summed,
    tell=_tell_result,
    is_by_position=False,
    is_fact=False,
    tell_all=_tell_results,
    use="How contests ended under each paradigm, which paradigm learned chooses by.",
)
"""A stage and a paradigm, `placing borda`, to how often Hoyle won, drew and lost when it was in force."""


class ParadigmResults(Learner):
    """Count how contests end under each paradigm, stage by stage."""

    name = "paradigms"
    feeds = RESULTS

    def learn(self, lesson: Lesson) -> None:
        """Note the result for whatever was in force where Hoyle moved.

        A contest that it played against itself has one winner and one loser, and tells nothing.
        """
        experience, arms = lesson.experience, lesson.options.get("arms", ())
        if len(experience.hoyle) != 1 or not arms:
            return
        (role,) = experience.hoyle
        known = lesson.knowledge.item(self.item)
        for stage in dict.fromkeys(_stages(lesson, role)):
            key = _key(stage, chosen_arm(known, stage, arms, is_testing=False))
            counts = list(lesson.recall(key) or [0, 0, 0])
            counts[_result(experience.contest.outcome, role)] += 1
            lesson.note(key, counts)


def _stages(lesson: Lesson, role: Role) -> Iterator[str]:
    """Yield the stage of each position in which a role was to move."""
    for position in lesson.experience.positions[:-1]:
        if lesson.game.mover(position) is role:
            yield stage_name(lesson.game.stage(position))


def _result(outcome: Outcome, role: Role) -> int:
    return _DRAWN if outcome.winner is None else _WON if outcome.winner is role else _LOST
