"""Conformance checks of learners; each finding is a sentence."""

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from agents import Learner, Streams, check_learner, get_advisors, pick
from blackboard import Contest, Decision, Experience, Item, Knowledge, State, thawed
from control.conformance.advisor_conduct import HearTrial, unheard
from control.hearing.decide import decide
from control.hearing.interruption import CTRL_C
from control.hearing.virtual import VirtualClock
from control.learning.learner_group import Learned, LearnerGroup
from control.limits.panel import Panel
from games import Game, HoyleError, Move, Outcome, Role, in_words

CONTESTS = 4
"""The number of contests of each game; a learner with a longer interval gets them again."""
LONGEST = 60
"""The number of moves after which such a contest is a draw."""
TIGHT = 2
"""A small size limit, which is reached soon."""
MOST_MERGED = 20
"""The number of entries that are merged with each other, to check whether the order matters."""
ASKED = ("Challenge", "Material", "Wild")
"""The panel that a learner may ask."""
LONGEST_LESSON_NS = 200_000_000
"""The longest virtual time for a lesson; nothing learned here is kept."""


@attrs.frozen
class _Course:
    """The result of all lessons of one game."""

    account: list[Learned]
    knowledge: Knowledge


def check_learner_conduct(
    learner: type[Learner], games: Iterable[Game[Any]], *, seed: int = 0, hear: HearTrial = unheard
) -> list[str]:
    """Teach a learner contests of every game, in virtual time, and return its faults."""
    try:
        check_learner(learner)
        learner()
    except HoyleError as error:
        return [str(error)]
    except Exception as error:  # noqa: BLE001  # a user's learner may raise anything
        return [f"cannot be made: {in_words(error)}"]
    findings: list[str] = []
    has_finished = False
    for game in games:
        hear(game.name)
        lived = _lived(game, learner, seed)
        course = _taught(_group(learner), game, lived, seed)
        has_finished |= any(each.state is not State.TIMED_OUT for each in course.account)
        findings += (f"{finding} in {game.name}" for finding in _faults(learner, game, lived, course, seed))
    if not has_finished:
        findings.append("never finishes within its budget; note early, or declare a larger budget_ms")
    return findings


Lived = list[Experience | Decision]


def _faults(
    learner: type[Learner], game: Game[Any], lived: Lived, course: _Course, seed: int
) -> Iterator[str]:
    failed = next((each for each in course.account if each.state is State.FAILED), None)
    if failed is not None:
        yield f"fails: {failed.reason};"
    yield from _unfit(learner, game, course.knowledge)
    if _fullest(learner, course.knowledge) > learner.bound:
        yield f"keeps more than its bound of {learner.bound} entries; write only with lesson.note"
    elif _overflows(learner, game, lived, seed):
        yield "continues to note when its item is full; write only with lesson.note"
    group = _group(learner)
    again, later = (_taught(group, game, lived, seed) for _ in range(2))
    if again != course:
        yield "learns different things from the same experience; use no chance other than lesson.random"
    elif later != course:
        yield "learns different things after other lessons; keep nothing between lessons"


def _unfit(learner: type[Learner], game: Game[Any], knowledge: Knowledge) -> Iterator[str]:
    """Yield the faults of the entries."""
    if Knowledge.from_bytes(knowledge.to_bytes()) != knowledge:
        yield "notes values that are not read back unchanged; use lists, mappings by text, numbers and texts"
    for declared in learner.declared():
        yield from _misdeclared(declared, game, knowledge)
    for key, entry in knowledge.item(learner.item).items():
        description: object = None
        try:
            description = learner().tell(game, key, thawed(entry))
        except Exception as error:  # noqa: BLE001  # a user's learner may raise anything
            description = error
        if not isinstance(description, str):
            yield f"cannot describe what it noted under {key!r};"
            return


def _misdeclared(item: Item, game: Game[Any], knowledge: Knowledge) -> Iterator[str]:
    """Yield the differences between the declaration of an item and its entries."""
    some = list(knowledge.item(item.name).values())[:MOST_MERGED]
    try:
        if any(item.merge(one, other) != item.merge(other, one) for one in some for other in some):
            yield f"declares item {item.name!r}, whose merging depends on the order of two entries;"
        knowledge.rekeyed(game, {item.name: item})
    except HoyleError as error:
        yield f"declares item {item.name!r} differently from what it notes: {error};"


def _group(learner: type[Learner]) -> LearnerGroup:
    own = round(learner.budget_ms * 1_000_000)
    panel = Panel.of(get_advisors(ASKED))
    return LearnerGroup([learner], budget_ns=min(own, LONGEST_LESSON_NS), panel=panel)


def _overflows(learner: type[Learner], game: Game[Any], lived: Lived, seed: int) -> bool:
    declared = {"bound": TIGHT, "name": learner.name, "items": learner.items}
    narrow: type[Learner] = type(learner.__name__, (learner,), declared)
    course = _taught(_group(narrow), game, lived, seed)
    return _fullest(learner, course.knowledge) > TIGHT


def _fullest(learner: type[Learner], knowledge: Knowledge) -> int:
    """Return the number of entries in the largest of a learner's items."""
    return max(len(knowledge.item(name)) for name in learner.items)


def _taught(group: LearnerGroup, game: Game[Any], lived: Lived, seed: int) -> _Course:
    """Teach from the beginning, with the experience in order."""
    knowledge, account = Knowledge.of(game), []

    async def teach() -> None:
        nonlocal knowledge
        for number, each in enumerate(lived):
            streams = Streams(seed).child("lesson", number)
            if isinstance(each, Decision):
                knowledge, learned = await group.after_decision(game, knowledge, each, streams)
            else:
                knowledge, learned = await group.after_contest(game, knowledge, each, streams)
            account.extend(learned)

    CTRL_C.run(teach, clock=VirtualClock())
    return _Course(account, knowledge)


def _lived(game: Game[Any], learner: type[Learner], seed: int) -> Lived:
    """Return experience for a learner: decisions, or contests with Hoyle in alternating roles."""
    experiences = [_experience(game, Streams(seed).child("conduct", i), Role(i % 2)) for i in range(CONTESTS)]
    if learner.trigger == "decision":
        return [decision for each in experiences for decision in _decisions(game, each, seed)]
    times = CONTESTS if learner.trigger == "contest" else max(CONTESTS, 2 * int(learner.trigger))
    return list(itertools.islice(itertools.cycle(experiences), times))


def _experience(game: Game[Any], streams: Streams, hoyle: Role) -> Experience:
    stream = streams.stream("moves")
    position = game.initial()
    moves: list[Move] = []
    while (legal := game.legal_moves(position)) and len(moves) < LONGEST:
        moves.append(pick(stream, legal))
        position = game.play(position, moves[-1])
    outcome = game.outcome(position)
    contest = Contest(game.name, tuple(moves), outcome or Outcome.DRAW, "rules" if outcome else "length")
    return Experience.of(game, contest, hoyle=[hoyle], experts=[hoyle.other])


def _decisions(game: Game[Any], experience: Experience, seed: int) -> Lived:
    """Return a contest's first moves, made at random without any Advisor."""

    async def make() -> Lived:
        panel = Panel.of([])
        some = experience.positions[: min(CONTESTS, len(experience.contest.moves))]
        return [await decide(game, position, panel, streams=Streams(seed)) for position in some]

    return CTRL_C.run(make, clock=VirtualClock())
