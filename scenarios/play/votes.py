"""Count how often there is an opinion to go by, and how often a vote decides.

An opinion is a comment that is not neutral, of any Advisor but Wild. A decision without opinions is left to
chance, so settings that differ in how they vote cannot differ there.
"""

from collections.abc import Iterable, Sequence

import attrs

from agents import Streams
from blackboard import LAST_TIER, NEUTRAL, Decision
from control import Paradigm
from control.hearing.verdict import chosen, counted, poll_of
from control.settings.hoyle_options import Settings
from scenarios.play.voices import WILD

EVERY = 10
"""One of this number of votes is counted again under other paradigms, which takes time."""
HALF = 0.5


@attrs.frozen(kw_only=True)
class VoteCounts:
    """How decisions came about."""

    choices: int = 0
    """Decisions with more than one move."""
    silent: int = 0
    """Choices in which no Advisor but Wild had an opinion."""
    voted: int = 0
    """Choices that a vote of tier 3 decided."""
    compared: int = 0
    """Votes that were counted again under the other paradigms of the scenario."""
    disputed: int = 0
    """Those of them in which another paradigm chooses another move."""

    def __add__(self, other: "VoteCounts") -> "VoteCounts":
        sums = (one + two for one, two in zip(attrs.astuple(self), attrs.astuple(other), strict=True))
        return VoteCounts(**dict(zip(FIELDS, sums, strict=True)))

    @property
    def is_mostly_silent(self) -> bool:
        """Whether no Advisor but Wild had an opinion in more than half of the choices."""
        return self.silent > HALF * self.choices


FIELDS = tuple(field.name for field in attrs.fields(VoteCounts))


def count_votes(
    decisions: Iterable[Decision], rivals: Sequence[Paradigm] = (), *, before: int = 0
) -> VoteCounts:
    """Count the decisions of a contest; `before` is the number of votes in the contests before it.

    Every `EVERY`th vote is counted again under each of the `rivals`.
    """
    choices = [decision for decision in decisions if len(decision.legal) > 1]
    votes = [decision for decision in choices if _is_vote(decision)]
    again = [vote for place, vote in enumerate(votes, before) if place % EVERY == 0] if rivals else []
    compared = [vote for vote in again if _settings(vote).hears_all]
    return VoteCounts(
        choices=len(choices),
        silent=sum(not has_opinion(decision) for decision in choices),
        voted=len(votes),
        compared=len(compared),
        disputed=sum(is_disputed(vote, rivals) for vote in compared),
    )


def has_opinion(decision: Decision) -> bool:
    """Return whether an Advisor other than Wild has an opinion."""
    return any(
        comment.strength != NEUTRAL
        for testimony in decision.testimonies
        if testimony.advisor != WILD
        for comment in testimony.comments.values()
    )


def _is_vote(decision: Decision) -> bool:
    """Return whether tier 3 had comments to count."""
    return decision.tier == LAST_TIER and decision.by != "chance"


def _settings(vote: Decision) -> Settings:
    return Settings.from_record(vote.settings.chosen)


def is_disputed(vote: Decision, rivals: Iterable[Paradigm]) -> bool:
    """Return whether one of the paradigms chooses another move from the same comments, with the same luck."""
    was = _settings(vote)
    settings = was if was.paradigm.weights is None else attrs.evolve(was, weights={})
    streams = Streams(vote.settings.seed, vote.settings.stream)
    remaining = tuple(move for move in vote.legal if move not in vote.removed)
    voters = [each for each in vote.testimonies if each.tier == LAST_TIER]
    poll = poll_of(vote.legal, remaining, voters, settings, streams)
    return any(chosen(rival, counted(rival, poll), streams) != vote.move for rival in rivals)
