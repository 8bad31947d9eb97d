"""How contests ended under each paradigm, by stage: what paradigm `learned` chooses by.

This is a multi-armed bandit. Each candidate paradigm is an arm, each contest is a pull, and each stage of a
game has its own bandit. While Hoyle learns, it picks the candidate by UCB1-tuned (Auer, Cesa-Bianchi and
Fischer 2002): the highest mean score plus a bonus that shrinks the more often a candidate was tried. The
choice follows from the results alone and uses no random numbers, so a learner can work out afterwards which
candidate was active. Tests explore nothing: they use the candidate with the best mean.
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
"""The stage of a game that has no stages."""
_MOST_VARIANCE = 0.25
_WON, _DRAWN, _LOST = range(3)


@attrs.frozen
class CandidateResults:
    """How contests ended in which a candidate was active."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def contests(self) -> int:
        """Return how many contests there were."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """Return the mean score, with a draw as half."""
        return (self.won + self.drawn / 2) / self.contests

    @property
    def trusted(self) -> float:
        """Return the mean score with one more win and one more loss, which makes few contests count less."""
        return (self.won + self.drawn / 2 + 1) / (self.contests + 2)

    def hoped(self, contests: int) -> float:
        """Return the upper bound of the mean score after `contests` contests of all candidates."""
        doubt = math.log(contests) / self.contests
        variance = (self.won + self.drawn / 4) / self.contests - self.score**2
        return self.score + math.sqrt(doubt * min(_MOST_VARIANCE, variance + math.sqrt(2 * doubt)))


def stage_name(stage: str | None) -> str:
    """Return the text under which the results of a stage are stored."""
    return stage or ANY_STAGE


def chosen_candidate(
    known: Mapping[str, Entry], stage: str, names: Sequence[str], *, is_testing: bool
) -> str:
    """Return the candidate paradigm to use in a stage, given results under keys such as `placing borda`.

    While learning, each candidate is tried twice in a row, because contestants swap roles and one role may be
    worth more. Untried candidates come first, in order. Tests consider only candidates that were tried.
    """
    tried = {name: CandidateResults(*known[key]) for name in names if (key := _key(stage, name)) in known}
    if is_testing:
        return max(tried, key=lambda name: tried[name].trusted, default=names[0])
    if (half := next((name for name in tried if tried[name].contests % 2), None)) is not None:
        return half
    if (new := next((name for name in names if name not in tried), None)) is not None:
        return new
    contests = sum(each.contests for each in tried.values())
    return max(names, key=lambda name: tried[name].hoped(contests))


def _key(stage: str, candidate: str) -> str:
    return f"{stage} {candidate}"


def _tell_result(game: Game[object], text: str, entry: Entry) -> str:
    del game
    stage, _, candidate = text.partition(" ")
    found = CandidateResults(*entry)
    where = "" if stage == ANY_STAGE else f" {stage}"
    return f"paradigm {candidate}{where}: {_summary(found)}"


def _summary(found: CandidateResults) -> str:
    results = f"won {found.won:,}, drawn {found.drawn:,}, lost {found.lost:,}"
    return f"{found.score:.2f} in {how_many(found.contests, 'contest')}: {results}"


def _tell_results(entries: Mapping[str, Entry]) -> list[str]:
    """Describe the paradigms of each stage, the most trusted first: tests use that one."""
    known = [(*text.partition(" ")[::2], CandidateResults(*entry)) for text, entry in entries.items()]
    wide = max((len(candidate) for _, candidate, _ in known), default=0)
    lines = []
    for stage in sorted({stage for stage, _, _ in known}):
        lines.append("in every position" if stage == ANY_STAGE else f"while {stage}")
        there = sorted(
            (each for each in known if each[0] == stage), key=lambda each: (-each[2].trusted, each[1])
        )
        lines += [f"  {candidate:<{wide}}  {_summary(found)}" for _, candidate, found in there]
    return lines


RESULTS = Item(
    "paradigms",
    are_results,
    summed,
    tell=_tell_result,
    is_by_position=False,
    is_fact=False,
    tell_all=_tell_results,
    use="How contests ended under each paradigm; paradigm learned uses it to choose.",
)
"""A stage and a paradigm, `placing borda`, with how often Hoyle won, drew and lost when it was active."""


class ParadigmResults(Learner):
    """Count how contests end under each paradigm, stage by stage."""

    name = "paradigms"
    feeds = RESULTS

    def learn(self, lesson: Lesson) -> None:
        """Note the result for the candidates that were active where Hoyle moved.

        A contest in which Hoyle played itself shows nothing, because it has one winner and one loser.
        """
        experience, candidates = lesson.experience, lesson.options.get("candidates", ())
        if len(experience.hoyle) != 1 or not candidates:
            return
        (role,) = experience.hoyle
        known = lesson.knowledge.item(self.item)
        for stage in dict.fromkeys(_stages(lesson, role)):
            key = _key(stage, chosen_candidate(known, stage, candidates, is_testing=False))
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
