"""Voting rules that score each ballot by itself, without comparing pairs."""

import math
from fractions import Fraction

import attrs

from blackboard import NEUTRAL, Comment
from control.voting.ballots import Ballots, ballots_of, exactly
from control.voting.certainty import Unheard, above, ahead
from control.voting.paradigms import HALF, Amount, Paradigm, Poll, Tally
from games import BadOption, Move

MOST = 10
QUORUM = Fraction(1, 4)
"""The part of the commenting weight that it takes to grade a move."""


def plurality(poll: Poll) -> Tally:
    """Return the tally of one vote for each voter; its equally best moves share it."""
    ballots = ballots_of(poll)
    whole = _divisible(ballots)
    got = [0] * len(ballots.classes)
    for ballot in ballots.cast:
        most = max(ballot.grades)
        top = [place for place, grade in enumerate(ballot.grades) if grade == most]
        share = ballot.voters * whole // sum(ballots.sizes[place] for place in top)
        for place in top:
            got[place] += share
    return ballots.tally([_part(ballots, each, whole) for each in got])


def approval(poll: Poll, *, least: int = NEUTRAL + 1) -> Tally:
    """Return for each move the number of voters that give it at least this grade."""
    ballots = ballots_of(poll)
    got = [0] * len(ballots.classes)
    for ballot in ballots.cast:
        for place, grade in enumerate(ballot.grades):
            got[place] += ballot.voters * (grade >= least)
    return ballots.tally([ballots.in_voters(each) for each in got])


def borda(poll: Poll) -> Tally:
    """Return for each move how many moves voters like less, plus half of those they like as much."""
    ballots = ballots_of(poll)
    got = [0] * len(ballots.classes)
    for ballot in ballots.cast:
        below, groups = 0, dict.fromkeys(sorted(ballot.grades), 0)
        for size, grade in zip(ballots.sizes, ballot.grades, strict=True):
            groups[grade] += size
        points = {}
        for grade, size in groups.items():
            points[grade] = 2 * below + size - 1
            below += size
        for place, grade in enumerate(ballot.grades):
            got[place] += ballot.voters * points[grade]
    return ballots.tally([_part(ballots, each, 2) for each in got])


def mean_grade(poll: Poll) -> Tally:
    """Return for each move the mean strength of comments on it, or silence if there are too few."""
    weights = {name: exactly(poll.weight(name)) for name, comments in poll.opinions.items() if comments}
    quorum = QUORUM * sum(weights.values())
    tally: Tally = {}
    for move in poll.moves:
        said = [
            (weights[name], comments[move].strength)
            for name, comments in poll.opinions.items()
            if move in comments and weights[name] > 0
        ]
        heard = sum(weight for weight, _ in said)
        is_grade = bool(said) and heard >= quorum
        tally[move] = Fraction(sum(w * s for w, s in said), heard) if is_grade else poll.silence
    return tally


def majority_judgement(poll: Poll) -> Tally:
    """Return for each move its median grade, the lower of two, and how near it is to the next one.

    With a share p of voters above the median and q below it that is p more if p is larger, else q less. As
    neither is beyond a half, a higher median always comes first.
    """
    ballots = ballots_of(poll)
    voters = ballots.voters
    got: list[Amount] = []
    for place in range(len(ballots.classes)):
        counts = [0] * (MOST + 1)
        for ballot in ballots.cast:
            counts[ballot.grades[place]] += ballot.voters
        below, median = 0, 0
        while 2 * (below + counts[median]) < voters:
            below += counts[median]
            median += 1
        above = voters - below - counts[median]
        nearer = above if above > below else -below
        got.append(median + Fraction(nearer, voters) if nearer else median)
    return ballots.tally(got if ballots.cast else [NEUTRAL] * len(got))


# Which move wins, whatever others may still say.


def _certain_plurality(poll: Poll, unheard: Unheard) -> Move | None:
    return ahead(plurality(poll), _voters(poll, unheard))


def _certain_approval(poll: Poll, unheard: Unheard, *, least: int = NEUTRAL + 1) -> Move | None:
    """Return the certain winner: an Advisor that can approve of one move but not of another counts."""
    both = {
        name: (lowest, highest)
        for name, (lowest, highest) in unheard.items()
        if max(highest, NEUTRAL) >= least > min(lowest, NEUTRAL)
    }
    return ahead(approval(poll, least=least), _voters(poll, both))


def _certain_borda(poll: Poll, unheard: Unheard) -> Move | None:
    return ahead(borda(poll), (len(poll.moves) - 1) * _voters(poll, unheard))


def _certain_majority_judgement(poll: Poll, unheard: Unheard) -> Move | None:
    """Return the certain winner: grade 0 never raises the amount of a move, and grade 10 never lowers it."""
    lowest, highest = _with_all_at(poll, unheard, 0), _with_all_at(poll, unheard, MOST)
    least, most = majority_judgement(lowest), majority_judgement(highest)
    return above({move: (least[move], most[move]) for move in poll.moves})


def _with_all_at(poll: Poll, unheard: Unheard, grade: int) -> Poll:
    """Return the ballots with one grade for every move from all Advisors that have not ended."""
    more = {name: {move: Comment(name, move, grade) for move in poll.moves} for name in unheard}
    return attrs.evolve(poll, opinions={**poll.opinions, **more})


def _certain_mean_grade(poll: Poll, unheard: Unheard) -> Move | None:
    """Return the certain winner by how far comments can move each mean; without a quorum it is silence."""
    voters = {name: exactly(poll.weight(name)) for name in (*poll.opinions, *unheard)}
    may_speak = sum(voters[name] for name in unheard)
    speak = sum(voters[name] for name, said in poll.opinions.items() if said)
    bounds: dict[Move, tuple[Amount, Amount]] = {}
    for move in poll.moves:
        said = [
            (voters[name], comments[move].strength)
            for name, comments in poll.opinions.items()
            if move in comments and voters[name] > 0
        ]
        heard = sum(weight for weight, _ in said)
        ends = [
            _pulled(said, [(voters[name], voice[side]) for name, voice in unheard.items()], side)
            for side in (0, 1)
        ]
        may_lack = not said or heard < QUORUM * (speak + may_speak)
        both = [each for each in ends if each is not None] + ([poll.silence] if may_lack else [])
        bounds[move] = min(both), max(both)
    return above(bounds)


def _pulled(
    said: list[tuple[int | Fraction, int]], more: list[tuple[int | Fraction, int]], side: int
) -> Amount | None:
    """Return the least (side 0) or greatest (side 1) mean of the comments with any of `more` added."""
    total, weight = sum(w * s for w, s in said), sum(w for w, _ in said)
    for w, s in sorted(more, key=lambda each: each[1], reverse=bool(side)):
        is_pull = not weight or (s * weight > total if side else s * weight < total)
        if w > 0 and is_pull:
            total, weight = total + w * s, weight + w
    return Fraction(total, weight) if weight else None


def _voters(poll: Poll, unheard: Unheard) -> Fraction | int:
    return sum(exactly(poll.weight(name)) for name in unheard)


def _divisible(ballots: Ballots) -> int:
    """Return a number that every number of moves divides."""
    return math.lcm(*range(1, len(ballots.moves) + 1))


def _part(ballots: Ballots, shares: int, parts: int) -> Amount:
    amount = Fraction(shares, parts * ballots.share)
    return amount.numerator if amount.denominator == 1 else amount


def _approval(argument: str) -> Paradigm:
    if not (argument.isascii() and argument.isdecimal()) or int(argument) > MOST:
        raise BadOption(f"{argument!r} is not a strength for approval; write a whole number from 0 to {MOST}")
    least = int(argument)
    return attrs.evolve(
        APPROVAL,
        name=f"approval:{least}",
        title=f"voters that give it at least {least}",
        tally=lambda poll: approval(poll, least=least),
        with_argument=None,
        certain=lambda poll, unheard: _certain_approval(poll, unheard, least=least),
    )


PLURALITY = Paradigm(
    "plurality",
    "one vote for the best move; tied moves share it",
    plurality,
    counts_voters=True,
    certain=_certain_plurality,
    outweighs=HALF,
)
APPROVAL = Paradigm(
    "approval",
    "voters that give it at least 6; approval:7 for at least 7",
    approval,
    counts_voters=True,
    with_argument=_approval,
    certain=_certain_approval,
)
RANGE = Paradigm(
    "range",
    "mean strength of its comments",
    mean_grade,
    counts_voters=True,
    certain=_certain_mean_grade,
)
MAJORITY_JUDGEMENT = Paradigm(
    "majority-judgement",
    "median strength, then the larger side",
    majority_judgement,
    counts_voters=True,
    certain=_certain_majority_judgement,
    outweighs=HALF,
)
BORDA = Paradigm(
    "borda",
    "moves ranked below it on each ballot, half for ties",
    borda,
    counts_voters=True,
    certain=_certain_borda,
    outweighs=HALF,
)
