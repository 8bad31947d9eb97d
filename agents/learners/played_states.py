"""Who wins the positions that were played: what a memory of contests can show without search.

Learning in the paper of 1990 is selective memorization: what is cached comes from play traces, extensive
forward search is avoided, and the deepest look ahead has two plies. So this learner remembers only positions
that were on the board, and checks only whether two plies show their outcome, by the rules or by what is
already known. Contest by contest, what is certain grows back from the end.
"""

from typing import Any, ClassVar

from agents.learner import Learner, Lesson
from agents.learners.hindsight import STATES
from blackboard import Item
from games import Outcome, Role

LOOK = 2
"""How many plies it looks ahead, as Advisors of tier 2 do."""


class PlayedStates(Learner):
    """Remember who wins the positions of a contest, if two plies and earlier knowledge show it."""

    name = "played_states"
    feeds: ClassVar[Item | tuple[Item, ...]] = STATES
    bound = 50_000

    def learn(self, lesson: Lesson) -> None:
        """Go through the contest from its end, so that notes help with earlier positions."""
        for position in reversed(lesson.experience.positions[:-1]):
            winner = sure_winner(lesson, position, LOOK)
            if winner is not None:
                lesson.note(lesson.key(position), Outcome.win_for(winner).value)


def sure_winner(lesson: Lesson, position: Any, plies: int) -> Role | None:
    """Return the role that is sure to win, as far as some plies and what is known show it."""
    outcome = lesson.outcome(position)
    if outcome is not None:
        return outcome.winner
    known = lesson.recall(lesson.key(position))
    if known is not None or plies == 0:
        return None if known is None else Outcome(known).winner
    mover = lesson.game.mover(position)
    are_all_lost = True
    for move in lesson.legal_moves(position):
        winner = sure_winner(lesson, lesson.play(move, position), plies - 1)
        if winner is mover:
            return mover
        are_all_lost = are_all_lost and winner is mover.other
    return mover.other if are_all_lost else None
