"""Who is asked for hints: a Hoyle that plays no part in the contest."""

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
    """Says what Hoyle would do, with what those at the table know; nothing of it is kept."""

    def __init__(self, options: HoyleOptions, knowledge: SharedKnowledge) -> None:
        self._options = attrs.evolve(options, learn=False)
        self._knowledge = knowledge
        self._hoyle: Hoyle | None = None
        """Seated when it is first asked."""
        self._heard: list[Decision] = []

    async def decide(self, game: Game[Any], position: Any, streams: Streams) -> Decision:
        """Decide as Hoyle would, if it sat there: out of the same streams, its time unspent."""
        if self._hoyle is None:
            self._hoyle = self._knowledge.seat(self._options, HOYLE, self._heard.append, is_own=False)
        self._hoyle.begin()
        await self._hoyle.choose(game, position, streams)
        return self._heard.pop()
