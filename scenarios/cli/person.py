"""A person at the terminal, as a contestant."""

import sys
from typing import Any

from agents import Contestant, Streams
from games import Game, HoyleError, IllegalMove, Move
from scenarios.cli.screen import Screen
from scenarios.cli.show import board_picture


class Abandoned(HoyleError):
    """The person left before the contest was over."""


class Person(Contestant):
    """Is shown the board and asked for a move, again and again until it is a legal one."""

    name = "human"

    def __init__(self, console: Screen) -> None:
        self._console = console

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # people bring their own chance
        """Ask. Nobody else has anything to do meanwhile, so waiting for a line may block."""
        self._console.print(board_picture(game, position))
        while True:
            text = self._ask()
            if text in ("?", "help"):
                self._console.print(f"Your moves: {' '.join(game.legal_moves(position))}. To leave: quit.")
                continue
            try:
                game.play(position, text)
            except IllegalMove as error:
                self._console.print(str(error), soft_wrap=True)
            else:
                return text

    def _ask(self) -> str:
        self._console.print("Your move (? for help): ", end="")
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise Abandoned("the contest was abandoned: there is no more input; give one move a line")
        if line.strip() == "quit":
            raise Abandoned("the contest was abandoned; hoyle play starts another")
        return line.strip()
