"""A learner with an item of its own, and an Advisor that reads it.

hoyle play tic-tac-toe --me hoyle --learn --knowledge mine.hoyle --load docs/agents/pace.py
"""

from agents import Advisor, Learner
from blackboard import Item


def is_pace(entry):
    """Is it how long the shortest and the longest contest were?"""
    return entry.keys() == {"shortest", "longest"} and 0 < entry["shortest"] <= entry["longest"]


def merged(one, other):
    """Keep the shortest and the longest of both."""
    plies = [*one.values(), *other.values()]
    return {"shortest": min(plies), "longest": max(plies)}


def tell(game, _text, entry):
    """Say how long they were."""
    return f"{entry['shortest']} to {entry['longest']} plies in {game.title}"


PACE = Item("pace", is_pace, merged, tell=tell)


class Pace(Learner):
    """Remember how long contests were that came through a position."""

    name = "pace"
    feeds = PACE

    def learn(self, lesson):
        """Look at the first two positions of the contest."""
        plies = len(lesson.experience.contest.moves)
        now = {"shortest": plies, "longest": plies}
        for position in lesson.experience.positions[1:3]:
            key = lesson.key(position)
            lesson.note(key, merged(now, lesson.recall(key) or now))


class Patience(Advisor):
    """Go where contests were long."""

    knowledge = ("pace",)

    async def advise(self, think):
        """Support each move that leads to a known position."""
        pace = think.knowledge.item("pace")
        for move in think.moves:
            known = pace.get(think.knowledge.key(think.game, think.play(move)))
            if known:
                await think.comment(move, min(10, known["longest"]), f"lasted {known['longest']} plies")
