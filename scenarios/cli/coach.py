"""The coach: a Hoyle that gives hints and does not play."""

from typing import Any

import attrs

from agents import Streams
from blackboard import Decision
from control import Hoyle
from control.settings.hoyle_options import HoyleOptions
from games import Game
from scenarios.play.named_contestants import HOYLE
from scenarios.play.shared_knowledge import SharedKnowledge


class Coach:
    """Returns what Hoyle would do, with the knowledge of the contest; it saves nothing."""

    def __init__(self, options: HoyleOptions, knowledge: SharedKnowledge) -> None:
        self._options = attrs.evolve(options, learn=False)
        self._knowledge = knowledge
        self._hoyle: Hoyle | None = None
        """Made for the first hint."""
        self._heard: list[Decision] = []

    async def decide(self, game: Game[Any], position: Any, streams: Streams) -> Decision:
        """Return the decision of Hoyle in this position, with the same streams and its full time."""
        if self._hoyle is None:
            self._hoyle = self._knowledge.seat(self._options, HOYLE, self._heard.append, is_own=False)
        self._hoyle.begin()
        await self._hoyle.choose(game, position, streams)
        return self._heard.pop()
