"""Settling: when a vote lands although some of its voters still think."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from agents import Question, Streams
from agents.learners.lead_ratios import Effects, known_settling, lead_ratio
from blackboard import Knowledge, Testimony
from control.hearing.verdict import counted, poll_of
from control.settings.hoyle_options import CERTAIN, Settings
from control.voting.certainty import Voice
from control.voting.paradigms import Paradigm
from games import BadPlugin, Move, in_words
from games.counting import in_a_row


@attrs.frozen
class Vote:
    """A vote under way."""

    moves: tuple[Move, ...]
    remaining: tuple[Move, ...]
    voters: Sequence[Testimony]
    settings: Settings
    streams: Streams

    @property
    def unheard(self) -> list[Testimony]:
        """Those that may still say something."""
        return [voter for voter in self.voters if not voter.is_heard_out]


class Patience(ABC):
    """How long a vote waits for those that still think."""

    outweighs = 0.0
    """So many times the weight of those to come those who spoke must have, before it need be asked at all."""

    @abstractmethod
    def is_over(self, vote: Vote) -> bool:
        """May the vote land now?"""

    @abstractmethod
    def why(self, names: Sequence[str]) -> str:
        """Say why some did not have to be heard, as a sentence."""

    def recorded(self) -> dict[str, Any]:
        """Return what a record has to tell of it besides its name."""
        return {}


@attrs.frozen
class Certain(Patience):
    """Waits until nothing that others may say changes the move."""

    paradigm: Paradigm

    @property
    def outweighs(self) -> float:  # type: ignore[override]  # it hangs on the paradigm here
        """What its paradigm says."""
        return self.paradigm.outweighs

    def why(self, names: Sequence[str]) -> str:
        """Say that they could have changed nothing."""
        return f"Nothing that {in_a_row(names)} might have said would have changed that."

    def is_over(self, vote: Vote) -> bool:
        """Is a move certain to win?"""
        heard: list[Testimony] = []
        unheard: dict[str, Voice] = {}
        for voter in vote.voters:
            if not voter.is_heard_out:
                unheard[voter.advisor] = voter.least, voter.most
            elif voter.comments:  # silence tells no two moves apart
                heard.append(voter)
        if self.paradigm.certain is None or not unheard:
            return False
        poll = poll_of(vote.moves, vote.remaining, heard, vote.settings, vote.streams)
        try:
            found = self.paradigm.certain(poll, unheard)
        except Exception as error:
            raise BadPlugin(
                f"paradigm {self.paradigm.name!r} cannot say what is certain: {in_words(error)}"
            ) from error
        if found is not None and found not in vote.remaining:
            raise BadPlugin(
                f"paradigm {self.paradigm.name!r} is certain of {found!r:.60}, which it was not asked about"
            )
        return found is not None


@attrs.frozen
class Likely(Patience):
    """Waits until the leader is sure enough to stay, by what was learned."""

    bar: float
    """How sure."""
    effects: Effects

    def why(self, names: Sequence[str]) -> str:
        """Say that they would hardly have changed anything."""
        return f"It did not wait for {in_a_row(names)}: such a lead seldom changes."

    def is_over(self, vote: Vote) -> bool:
        """Is the leader sure enough to stay?"""
        unheard = [voter.advisor for voter in vote.unheard]
        if not unheard:
            return False
        poll = poll_of(vote.moves, vote.remaining, vote.voters, vote.settings, vote.streams)
        tally = counted(vote.settings.paradigm, poll)
        return lead_ratio(tally, unheard, self.effects) >= self.bar

    def recorded(self) -> dict[str, Any]:
        """Return the bar, and by what a lead is measured."""
        return {
            "settling": {
                "bar": self.bar,
                "effects": {name: list(each) for name, each in self.effects.items()},
            }
        }


def patience_of(settings: Settings, question: Question) -> Patience | None:
    """Return how long a vote waits; None is for everybody, which it does too where nobody can tell."""
    if settings.hears_all:
        return None
    if settings.settle == CERTAIN:
        return Certain(settings.paradigm) if settings.paradigm.certain is not None else None
    return learned_patience(settings, question.knowledge, question.game.stage(question.position))


def learned_patience(settings: Settings, knowledge: Knowledge, stage: str | None) -> Patience | None:
    """Return how long a vote waits by what was learned; None if nothing was that could promise as much."""
    known = known_settling(knowledge, settings.paradigm.name, stage)
    bar = known.bar(settings.chance or 1)
    return None if bar is None else Likely(bar, known.effects)


def recorded_patience(settings: Settings, told: Mapping[str, Any]) -> Patience | None:
    """Return how long a vote waited, by its record."""
    if settings.settle == CERTAIN and settings.paradigm.certain is not None:
        return Certain(settings.paradigm)
    if "settling" in told:
        effects = {name: (count, squares) for name, (count, squares) in told["settling"]["effects"].items()}
        return Likely(told["settling"]["bar"], effects)
    return None


def why_all_were_heard(settings: Settings) -> str:
    """Say why a vote waited for everybody although it need not have."""
    if settings.settle == CERTAIN:
        return f"Paradigm {settings.paradigm.name} cannot tell when a move is certain, so all were heard."
    return "Nothing has been learned of when a leader stays, so all were heard."
