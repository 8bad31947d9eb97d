"""A person at the terminal, as a contestant."""

import sys
from typing import Any, Protocol

from rich.table import Table

from agents import Contestant, Streams
from games import Game, HoyleError, IllegalMove, Move
from scenarios.cli.screen import Screen
from scenarios.play.contests import TakeBack

COMMANDS = {
    "undo": "take back your last move and the answer to it",
    "hint": "what Hoyle would play here, and why",
    "why": "why Hoyle made its last move",
    "blackboard": "what every Advisor said when Hoyle last decided, a hint included",
    "help": "this list, and the moves you have",
    "quit": "leave",
}
"""What one can type besides a move."""
HELP = ("?", "help")


class Abandoned(HoyleError):
    """The person left before the contest was over."""


class Company(Protocol):
    """What a person at the table is shown, and told when asking."""

    def show_board(self, position: Any) -> None:
        """Show where the contest stands, with the last move marked."""

    async def hint(self, position: Any, streams: Streams) -> None:
        """Say what Hoyle would play, and why."""

    def why(self) -> None:
        """Say why Hoyle made its last move."""

    def blackboard(self) -> None:
        """Show what was said when Hoyle last decided."""


class Person(Contestant):
    """Is shown the board and asked for a move, again and again until it is a legal one."""

    name = "human"
    takes_back = True

    def __init__(self, console: Screen, company: Company) -> None:
        self._console = console
        self._company = company

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Ask. Nobody else has anything to do meanwhile, so waiting for a line may block."""
        self._company.show_board(position)
        while True:
            text = self._ask()
            if text == "undo":
                raise TakeBack
            if not await self._is_answered(text, game, position, streams):
                try:
                    game.play(position, text)
                except IllegalMove as error:
                    self._console.print(f"{error}; ? tells what else you can type")
                else:
                    return text

    async def _is_answered(self, text: str, game: Game[Any], position: Any, streams: Streams) -> bool:
        """Answer what is no move; False if it may be one."""
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
        self._console.print("You can also type")
        commands = Table.grid(padding=(0, 2))
        for command, what in COMMANDS.items():
            commands.add_row("", command, what)
        self._console.print(commands)

    def _ask(self) -> str:
        self._console.print("Your move (? for help): ", end="")
        line = sys.stdin.readline() if sys.stdin else ""
        if not (sys.stdin and sys.stdin.isatty()):
            self._console.print(line.strip())  # what is typed on a terminal is there already
        if not line:
            raise Abandoned("the contest was abandoned: there is no more input; give one move a line")
        if line.strip() == "quit":
            raise Abandoned("the contest was abandoned; hoyle play starts another")
        return line.strip()
