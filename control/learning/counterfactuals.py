"""What recorded decisions would have been under other comments, for learners that study them."""

from collections.abc import Mapping
from fractions import Fraction

from agents import Streams
from agents.learner import Recounted, Said
from blackboard import Decision
from control.hearing.verdict import chosen, counted
from control.redeciding.record import Changes
from control.redeciding.redecision import redecide
from control.settings.hoyle_options import Settings
from control.voting.paradigms import Poll
from games import Move


class RecordedCounterfactuals:
    """Counts votes again, and decides again without an Advisor, from records."""

    def recounting(self, decision: Decision) -> Recounted:
        """Return a function that counts the vote of a decision as if only some comments had been posted."""
        settings = Settings.from_record(decision.settings.chosen)
        streams = Streams(decision.settings.seed, decision.settings.stream)
        remaining = tuple(move for move in decision.legal if move not in decision.removed)

        def recounted(said: Said) -> tuple[Move, Mapping[Move, float | Fraction]]:
            those = {
                name: {move: comment for move, comment in comments.items() if move in remaining}
                for name, comments in said.items()
            }
            tally = counted(
                settings.paradigm, Poll(remaining, those, settings.weights, settings.silence, streams)
            )
            return chosen(settings.paradigm, tally, streams), tally

        return recounted

    def without(self, decision: Decision, name: str) -> Move:
        """Return the move that would have been made without one Advisor, if the record is sufficient."""
        return redecide(decision, Changes(without=frozenset({name}))).decision.move
