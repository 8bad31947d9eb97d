"""Hoyle as a contestant."""

from collections.abc import Callable
from typing import Any

from agents import Contestant, Streams
from blackboard import Decision, Knowledge
from control.decide import decide
from control.panel import Panel
from control.settings import Settings
from games import Game, Move


def _unheard(_: Decision) -> None:
    """Do nothing with a decision."""


class Hoyle(Contestant):
    """Decides every move by argument."""

    name = "hoyle"

    def __init__(
        self,
        panel: Panel,
        *,
        settings: Settings | None = None,
        knowledge: Knowledge | None = None,
        on_decision: Callable[[Decision], None] = _unheard,
    ) -> None:
        self.panel = panel
        self.settings = settings or Settings()
        self.knowledge = knowledge
        self._on_decision = on_decision

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Let the panel argue."""
        decision = await decide(
            game, position, self.panel, settings=self.settings, knowledge=self.knowledge, streams=streams
        )
        self._on_decision(decision)
        return decision.move
