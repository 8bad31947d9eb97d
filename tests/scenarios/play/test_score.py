"""A score keeps every contest of a series, and stays small."""

import gc
import tracemalloc

from blackboard import Contest, State
from control import Learned
from games import Outcome, Role
from scenarios.play.score import Score
from scenarios.play.series import Lessons, Played

ITEMS = ("states", "openings", "hoyle_moves", "forks", "model", "symmetries")
CONTESTS = 1000
MOST = 700
"""Bytes for a contest; it was over 1,000 when each contest kept six lessons of its own."""


def played(number: int) -> Played:
    """Play a contest that teaches what many others do."""
    moves = tuple("152364789")
    account = [Learned(item, State.FINISHED, changed=number % 5) for item in ITEMS]
    contest = Contest("tic-tac-toe", moves, Outcome.DRAW, "rules")
    return Played(contest, Role(number % 2), (Lessons(None, account),))


def test_thousands_of_contests_with_lessons_take_little_memory() -> None:
    """All of them are kept as they were, for the document of `--json`."""
    score = Score()
    tracemalloc.start()
    try:
        for number in range(CONTESTS):
            score.add(played(number))
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held / CONTESTS < MOST
    assert score.count() == {"won": 0, "drawn": CONTESTS, "lost": 0}
    kept = score.played[7].lessons[0].account
    assert list(kept) == list(played(7).lessons[0].account)
