"""Settling: when a vote lands although some of its voters are still thinking."""

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
    """A vote in progress."""

    moves: tuple[Move, ...]
    remaining: tuple[Move, ...]
    voters: Sequence[Testimony]
    settings: Settings
    streams: Streams

    @property
    def unheard(self) -> list[Testimony]:
        """The voters that have not ended."""
        return [voter for voter in self.voters if not voter.is_heard_out]


class Patience(ABC):
    """How long a vote waits for voters that are still thinking."""

    outweighs = 0.0
    """A quick check: `is_over` is called only if the voters heard weigh this many times the others."""

    @abstractmethod
    def is_over(self, vote: Vote) -> bool:
        """Return whether the vote may land now."""

    @abstractmethod
    def why(self, names: Sequence[str]) -> str:
        """Explain in a sentence why these voters were not awaited."""

    def recorded(self) -> dict[str, Any]:
        """Return what a record needs besides the setting's name."""
        return {}


@attrs.frozen
class Certain(Patience):
    """Waits until no further comment can change the move."""

    paradigm: Paradigm

    @property
    def outweighs(self) -> float:  # type: ignore[override]  # it depends on the paradigm here
        """The paradigm's factor."""
        return self.paradigm.outweighs

    def why(self, names: Sequence[str]) -> str:
        """Explain that they could not have changed the move."""
        return f"No comment from {in_a_row(names)} could have changed that."

    def is_over(self, vote: Vote) -> bool:
        """Return whether a move is certain to win."""
        heard: list[Testimony] = []
        unheard: dict[str, Voice] = {}
        for voter in vote.voters:
            if not voter.is_heard_out:
                unheard[voter.advisor] = voter.least, voter.most
            elif voter.comments:  # silence favours no move
                heard.append(voter)
        if self.paradigm.certain is None or not unheard:
            return False
        poll = poll_of(vote.moves, vote.remaining, heard, vote.settings, vote.streams)
        try:
            found = self.paradigm.certain(poll, unheard)
        except Exception as error:
            raise BadPlugin(
                f"paradigm {self.paradigm.name!r} failed in `certain`: {in_words(error)}"
            ) from error
        if found is not None and found not in vote.remaining:
            raise BadPlugin(
                f"paradigm {self.paradigm.name!r} is certain of {found!r:.60}, which is not in the poll"
            )
        return found is not None


@attrs.frozen
class Likely(Patience):
    """Waits until the leader is likely enough to stay, by what was learned."""

    bar: float
    """The lead ratio that is enough."""
    effects: Effects

    def why(self, names: Sequence[str]) -> str:
        """Explain that they were unlikely to change the move."""
        return f"It did not wait for {in_a_row(names)}, because such a lead seldom changes."

    def is_over(self, vote: Vote) -> bool:
        """Return whether the leader is likely enough to stay."""
        unheard = [voter.advisor for voter in vote.unheard]
        if not unheard:
            return False
        poll = poll_of(vote.moves, vote.remaining, vote.voters, vote.settings, vote.streams)
        tally = counted(vote.settings.paradigm, poll)
        return lead_ratio(tally, unheard, self.effects) >= self.bar

    def recorded(self) -> dict[str, Any]:
        """Return the bar, and the effects that a lead is compared with."""
        return {
            "settling": {
                "bar": self.bar,
                "effects": {name: list(each) for name, each in self.effects.items()},
            }
        }


def patience_of(settings: Settings, question: Question) -> Patience | None:
    """Return how long a vote waits; None means for all voters, also if nothing better is known."""
    if settings.hears_all:
        return None
    if settings.settle == CERTAIN:
        return Certain(settings.paradigm) if settings.paradigm.certain is not None else None
    return learned_patience(settings, question.knowledge, question.game.stage(question.position))


def learned_patience(settings: Settings, knowledge: Knowledge, stage: str | None) -> Patience | None:
    """Return how long a vote waits by what was learned; None if that is not enough."""
    known = known_settling(knowledge, settings.paradigm.name, stage)
    bar = known.bar(settings.chance or 1)
    return None if bar is None else Likely(bar, known.effects)


def recorded_patience(settings: Settings, recorded: Mapping[str, Any]) -> Patience | None:
    """Return how long a recorded vote waited."""
    if settings.settle == CERTAIN and settings.paradigm.certain is not None:
        return Certain(settings.paradigm)
    if "settling" in recorded:
        settling = recorded["settling"]
        effects = {name: (count, squares) for name, (count, squares) in settling["effects"].items()}
        return Likely(settling["bar"], effects)
    return None


def why_all_were_heard(settings: Settings) -> str:
    """Explain why a vote waited for all voters although the setting allows less."""
    if settings.settle == CERTAIN:
        return f"All were heard, because paradigm {settings.paradigm.name} does not support certainty."
    return "All were heard, because nothing has been learned about when a leader stays."
