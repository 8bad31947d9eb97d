"""The contract of contestants, and the simplest of them."""

from abc import ABC, abstractmethod
from typing import Any

from agents.streams import Streams, pick
from games import Game, Move


class Contestant(ABC):
    """One who can be asked for a move."""

    name: str

    def begin(self) -> None:  # noqa: B027  # most count nothing
        """Begin a contest: whoever counts something over the decisions of one starts anew."""

    @abstractmethod
    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return a legal move; what is random about it comes from these streams."""


class RandomContestant(Contestant):
    """Plays any legal move, each equally likely."""

    name = "random"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return any legal move."""
        return pick(streams.stream("random"), game.legal_moves(position))
