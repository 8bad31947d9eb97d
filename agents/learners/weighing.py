"""PWL, probabilistic weight learning: how often each Advisor that votes is right, where that is known.

After a contest, the Advisors that vote are asked about its positions whose right moves are known. An
Advisor's weight is the share of its opinions that were right (the tutorial, section 3.4). A guesser called
Anything is judged beside them; it comments at random, and only here. Advisors that do no better are not heard
in tests.
"""

import hashlib
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import attrs

from agents.learner import Learner, Lesson, Opinions
from agents.rosters import ANYTHING
from blackboard import NEUTRAL, Entry, Item, Knowledge
from blackboard.items import MOST_COUNTED, is_count, is_seen, summed
from games import Game, Move, Outcome, Role

UNKNOWN = 0.05
"""The weight of an Advisor that has had no opinion yet."""
MARGIN = Fraction("0.01")
"""By how much an Advisor must do better than Anything to be heard in tests."""
PROVISIONAL = 10
"""How many opinions make a weight count in full."""
GUESSES = (0, 1, 2, 3, 4, 6, 7, 8, 9, 10)
"""Strengths that Anything gives."""
_WON, _DRAWN, _LOST = 1, 0, -1


# What is known.


@attrs.frozen
class TrackRecord:
    """How often an Advisor had an opinion where the right moves were known, and how often it was right."""

    right: int = 0
    opinions: int = 0

    @property
    def weight(self) -> float:
        """Return the share of right opinions."""
        return self.right / self.opinions if self.opinions else UNKNOWN

    def is_heard(self, guesser: "TrackRecord") -> bool:
        """Return whether the record is better than guessing by at least the margin, computed exactly."""
        return self.share >= guesser.share + MARGIN

    @property
    def share(self) -> Fraction:
        """Return the weight as an exact fraction."""
        return Fraction(self.right, self.opinions) if self.opinions else Fraction(str(UNKNOWN))

    @property
    def discount(self) -> float:
        """Return the factor by which the weight counts while learning."""
        return min(1.0, max(1, self.opinions) / PROVISIONAL)

    def judged(self, *, is_right: bool) -> "TrackRecord":
        """Return the record after one more opinion."""
        return self.plus(is_right, not is_right)

    def plus(self, right: int, wrong: int) -> "TrackRecord":
        """Return the record after more opinions; a record at the largest count stays as it is."""
        opinions = self.opinions + right + wrong
        return TrackRecord(self.right + right, opinions) if opinions <= MOST_COUNTED else self


LEARNED = ("zone_advisors",)
"""Items that define learned Advisors by name, and under `standing` the record that each started with."""


def track_record(knowledge: Knowledge, name: str) -> TrackRecord:
    """Return an Advisor's learned record; a learned Advisor starts with the record in its definition."""
    known = knowledge.item(WEIGHTS.name).get(name)
    if known is not None:
        return TrackRecord(*known)
    made = (knowledge.item(item).get(name) for item in LEARNED)
    return TrackRecord(*next((each["standing"] for each in made if each is not None), (0, 0)))


def is_record(entry: Entry) -> bool:
    """Return whether this is a number of right opinions and a number of opinions."""
    return isinstance(entry, list) and len(entry) == 2 and all(map(is_count, entry)) and entry[0] <= entry[1]  # noqa: PLR2004  # right, and opinions


def _tell_weight(game: Game[Any], name: str, entry: Entry) -> str:
    del game
    found = TrackRecord(*entry)
    return f"{name}: {found.weight:.2f}, right in {found.right} of {found.opinions} opinions"


_BAR = 14
"""The width in characters of a weight of 1."""


def _tell_weights(entries: Mapping[str, Entry]) -> list[str]:
    """Draw each weight as a bar, the heaviest first, and mark the Advisors that tests would not hear."""
    known = {name: TrackRecord(*entry) for name, entry in entries.items()}
    guesser = known.get(ANYTHING, TrackRecord())
    passes = {name for name, each in known.items() if name != ANYTHING and each.is_heard(guesser)}
    is_any_heard = passes or TrackRecord().is_heard(guesser)
    below = "not in tests" if is_any_heard else f"{UNKNOWN} in tests, as all"
    wide = max(map(len, known), default=0)
    lines = []
    for name, each in sorted(known.items(), key=lambda pair: (-pair[1].weight, pair[0])):
        heard = "" if name in passes else below
        full = "" if each.discount == 1 else f"counts {each.discount:.1f}"
        remark = "guesses, no vote" if name == ANYTHING else ", ".join(filter(None, (full, heard)))
        said = f"{each.right:,} of {each.opinions:,}"
        drawn = "█" * round(_BAR * each.weight)
        lines.append(f"{name:<{wide}}  {drawn:<{_BAR}}  {each.weight:.2f}  {said:<14}  {remark}".rstrip())
    return lines


WEIGHTS = Item(
    "weights",
    is_record,
    summed,
    tell=_tell_weight,
    is_by_position=False,
    is_fact=False,
    tell_all=_tell_weights,
    use="The share of opinions that were right; read by paradigm pwl.",
)
"""An Advisor's name, with how often it was right, and how often it had an opinion."""
EXAMPLES = Item(
    "examples",
    lambda entry: isinstance(entry, dict) and all(map(is_seen, entry.values())),
    lambda one, other: {each: max(one.get(each, 0), other.get(each, 0)) for each in sorted({*one, *other})},
    tell=lambda _, __, entry: f"shown to the Advisors with {len(entry)} sets of right moves",
    is_fact=False,
    use="Keeps an example from being shown twice.",
)
"""A position, with the sets of right moves, each as a short digest, that Advisors were asked about."""


# What is right.


def is_right(
    strengths: Mapping[Move, int],
    correct: Collection[Move],
    moves: Sequence[Move],
    *,
    supports: bool = True,
    opposes: bool = True,
) -> bool | None:
    """Return whether an opinion is right, given the correct moves; None if it is no opinion.

    `strengths` holds the comments; a move without comment has 5. On each side that an Advisor can take, it
    must rate correct moves as high as any, and distinguish them from moves that it rates lower.
    """
    if all(strength == NEUTRAL for strength in strengths.values()):
        return None
    given = {move: strengths.get(move, NEUTRAL) for move in moves}
    top = max(given[move] for move in correct)
    least = min(given.values())
    if supports:
        if len(correct) == len(moves):
            if max(given.values()) <= NEUTRAL:
                return False
        elif not (top > NEUTRAL and top == max(given.values()) and least < top):
            return False
    if opposes and any(given[move] < NEUTRAL for move in correct):
        opposed = [strength for strength in given.values() if strength < NEUTRAL]
        return max(opposed) <= top and least < top
    return True


def anything(moves: Sequence[Move], chance: random.Random) -> dict[Move, int]:
    """Guess: comment on n moves with probability 0.5 to the n, and on all with the remaining probability."""
    number = 1
    while number < len(moves) and chance.random() < 0.5:  # noqa: PLR2004  # the tutorial's coin
        number += 1
    return {move: chance.choice(GUESSES) for move in chance.sample(list(moves), number)}


# Examples.


@attrs.frozen
class Example:
    """A position, and the positions to which its right moves lead."""

    position: Any
    key: str
    after: Mapping[Move, str]
    """For each legal move, the text of the position it leads to."""
    correct: frozenset[str]
    """The texts to which the right moves lead."""

    @property
    def digest(self) -> str:
        """Return a short name of the set of right moves."""
        return hashlib.blake2b("\n".join(sorted(self.correct)).encode(), digest_size=6).hexdigest()


def examples(lesson: Lesson) -> Iterator[Example]:
    """Yield the positions of a contest with a choice whose right moves are known by now."""
    experience = lesson.experience
    states, expert_moves = (lesson.knowledge.item(name) for name in ("states", "expert_moves"))
    for index, move in enumerate(experience.contest.moves):
        position = experience.positions[index]
        key, mover = lesson.key(position), lesson.game.mover(position)
        reached = {each: lesson.play(each, position) for each in lesson.legal_moves(position)}
        after = {each: lesson.key(there) for each, there in reached.items()}
        if len(set(after.values())) < 2:  # noqa: PLR2004  # no choice
            continue
        ends = {after[each]: _end(lesson, there, mover) for each, there in reached.items()}
        correct = _proven(states, key, ends, mover)
        if mover in experience.experts or correct:
            correct |= set(expert_moves.get(key, {})) & set(after.values())
        if mover in experience.experts and mover is not experience.loser:
            correct |= {after[move]}
        if correct:
            yield Example(position, key, after, frozenset(correct))


def _end(lesson: Lesson, position: Any, mover: Role) -> int | None:
    """Return the value of the end of a contest for a role; None if the contest goes on."""
    outcome = lesson.outcome(position)
    return None if outcome is None else _worth(outcome.value, mover)


def _worth(outcome: str, role: Role) -> int:
    winner = Outcome(outcome).winner
    return _DRAWN if winner is None else _WON if winner is role else _LOST


def _proven(states: Mapping[str, Entry], key: str, ends: Mapping[str, int | None], mover: Role) -> set[str]:
    """Return where the moves with the best value lead, if no unknown move can be better; else nothing."""
    worth = {
        text: _worth(states[text], mover) if end is None and text in states else end
        for text, end in ends.items()
    }
    ceiling = _worth(states[key], mover) if key in states else _WON
    if ceiling == _LOST:
        return set(worth)
    best = max((each for each in worth.values() if each is not None), default=_LOST)
    is_sure = best == ceiling or None not in worth.values()
    return {text for text, each in worth.items() if each == best} if is_sure else set()


def new_examples(lesson: Lesson, bound: int) -> Iterator[Example]:
    """Yield the examples that have not been presented yet, for all learners that judge by examples.

    At most `bound` positions are stored. A position beyond that would be new again next time, so it is left
    out.
    """
    presented = lesson.knowledge.item(EXAMPLES.name)
    room = bound - len(presented)
    seen: dict[str, set[str]] = {}
    for example in examples(lesson):
        if example.key not in seen:
            if example.key not in presented:
                if room < 1:
                    continue
                room -= 1
            seen[example.key] = set(presented.get(example.key, ()))
        if example.digest not in seen[example.key]:
            seen[example.key].add(example.digest)
            yield example


class Weighing(Learner):
    """Judge each Advisor that votes by the moves that are known to be right."""

    name = "weights"
    feeds = (WEIGHTS, EXAMPLES)
    stage = 2
    budget_ms = 60_000

    async def learn(self, lesson: Lesson) -> None:
        """Ask the Advisors about every new example, and count right opinions."""
        for example in new_examples(lesson, self.bound):
            opinions = await lesson.ask(example.position)
            presented = lesson.recall(example.key, item=EXAMPLES.name) or {}
            lesson.note(example.key, {**presented, example.digest: 1}, item=EXAMPLES.name)
            self._judge(lesson, example, opinions)

    def _judge(self, lesson: Lesson, example: Example, opinions: Opinions) -> None:
        moves = opinions.moves
        correct = [move for move in moves if example.after[move] in example.correct]
        for each in opinions.testimonies:
            said = {move: comment.strength for move, comment in each.comments.items()}
            sides = {"supports": each.most > NEUTRAL, "opposes": each.least < NEUTRAL}
            self._count(lesson, each.advisor, is_right(said, correct, moves, **sides))
        guess = anything(moves, lesson.random)
        self._count(lesson, ANYTHING, is_right(guess, correct, moves))

    def _count(self, lesson: Lesson, name: str, verdict: bool | None) -> None:  # right, wrong or no opinion
        noted = lesson.recall(name)
        found = track_record(lesson.knowledge, name) if noted is None else TrackRecord(*noted)
        if verdict is not None:
            found = found.judged(is_right=verdict)
            lesson.note(name, [found.right, found.opinions])
