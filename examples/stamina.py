"""A learner with an item of its own, and an Advisor that reads it.

hoyle play tic-tac-toe --me hoyle --against random --contests 20 --learn --knowledge mine.hoyle \
    --load examples/stamina.py
"""

from agents import Advisor, Learner
from blackboard import Item
from blackboard.items import is_count


class Stamina(Learner):
    """Remember how long the longest contest was that came through a position."""

    name = "stamina"
    feeds = Item("stamina", is_count, max, tell=lambda _game, _text, entry: f"lasted {entry} plies")

    def learn(self, lesson):
        """Note whole facts: what was noted when the time is up stands."""
        plies = len(lesson.experience.contest.moves)
        for position in lesson.experience.positions[1:4]:
            key = lesson.key(position)
            lesson.note(key, max(plies, lesson.recall(key) or 0))


class Patience(Advisor):
    """Go where contests were long."""

    knowledge = ("stamina",)

    async def advise(self, think):
        """Support each move by how long contests were that it led to."""
        known = think.knowledge.item("stamina")
        for move in think.moves:
            if plies := known.get(think.key(think.play(move))):
                await think.comment(move, min(9, plies), f"lasted {plies} plies")
