"""A person at the terminal, as a contestant."""

import sys
from typing import Any, Protocol

from rich.table import Table

from agents import Contestant, Streams
from games import Game, HoyleError, IllegalMove, Move
from scenarios.cli.screen import Screen
from scenarios.play.contests import TakeBack

COMMANDS = {
    "undo": "undo your last move and the reply to it",
    "hint": "show what Hoyle would play here, and why",
    "why": "show why Hoyle made its last move",
    "blackboard": "show the comments of all Advisors on Hoyle's last move or hint",
    "help": "show this list and your legal moves",
    "quit": "abandon the contest",
}
"""What a person can type besides a move."""
HELP = ("?", "help")


class Abandoned(HoyleError):
    """Raised if the person leaves before the contest ends."""


class Company(Protocol):
    """Shows a person the board, and answers questions."""

    def show_board(self, position: Any) -> None:
        """Show the position, with the last move marked."""

    async def hint(self, position: Any, streams: Streams) -> None:
        """Print the move that Hoyle would play, and why."""

    def why(self) -> None:
        """Print why Hoyle made its last move."""

    def blackboard(self) -> None:
        """Show the comments of Hoyle's last decision."""


class Person(Contestant):
    """Asks the person at the terminal for a move until it is legal."""

    name = "human"
    takes_back = True

    def __init__(self, console: Screen, company: Company) -> None:
        self._console = console
        self._company = company

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Ask for a move. Waiting for a line may block, because nothing else runs."""
        self._company.show_board(position)
        while True:
            text = self._ask()
            if text == "undo":
                raise TakeBack
            if not await self._is_answered(text, game, position, streams):
                try:
                    game.play(position, text)
                except IllegalMove as error:
                    self._console.print(f"{error}; type ? for help")
                else:
                    return text

    async def _is_answered(self, text: str, game: Game[Any], position: Any, streams: Streams) -> bool:
        """Answer a command; return False if the text may be a move."""
        if text in HELP:
            self._help(game, position)
        elif text == "hint":
            await self._company.hint(position, streams)
        elif text == "why":
            self._company.why()
        elif text == "blackboard":
            self._company.blackboard()
        else:
            return False
        return True

    def _help(self, game: Game[Any], position: Any) -> None:
        self._console.print(f"Your moves: {' '.join(game.legal_moves(position))}.")
        self._console.print("You can also type:")
        commands = Table.grid(padding=(0, 2))
        for command, what in COMMANDS.items():
            commands.add_row("", command, what)
        self._console.print(commands)

    def _ask(self) -> str:
        self._console.print("Your move (? for help): ", end="")
        line = sys.stdin.readline() if sys.stdin else ""
        if not (sys.stdin and sys.stdin.isatty()):
            self._console.print(line.strip())  # a terminal shows what is typed; other input is echoed
        if not line:
            raise Abandoned("the contest was abandoned: the input ended; give one move on each line")
        if line.strip() == "quit":
            raise Abandoned("the contest was abandoned; hoyle play starts another")
        return line.strip()
