"""The table at which contests are played, for somebody who looks on or plays along."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from agents import Contestant
from blackboard import Decision, TraceWriter
from games import Game, Role, shown_line
from scenarios.cli import show
from scenarios.cli.person import Person
from scenarios.cli.scores import called, learned_line, verdict
from scenarios.cli.screen import Screen
from scenarios.experiment.attendance import CONTESTANTS, OWN, Attendance, count_contest, count_in
from scenarios.play.series import Played
from scenarios.report.sections.failing import Failing


class Onlooker:
    """Where two contestants sit, and what is said there."""

    def __init__(
        self, game: Game[Any], console: Screen, *, contests: int, shows_moves: bool, explain: bool
    ) -> None:
        self.trace: TraceWriter | None = None
        self.shows_moves = shows_moves
        self._game = game
        self._console = console
        self.contests = contests
        self._explain = explain
        self._reasons: list[str] = []
        self._seats: Mapping[Role, Contestant] = {}
        self._roll: dict[str, Attendance] = {}
        self._contestants: dict[str, Attendance] = {}

    def person(self) -> Person:
        """Let a person sit down."""
        return Person(self._console)

    def tell(self, line: str) -> None:
        """Say something."""
        self._console.print(line, soft_wrap=True)

    def hear(self, _: int, decision: Decision) -> None:
        """Listen to one of Hoyle's decisions, whichever of the two it is."""
        count_in(self._roll, decision)
        self._reasons = show.explanation(decision) if self._explain else []
        if self.trace:
            self.trace.append(decision)

    def start(self, index: int, seats: Mapping[Role, Contestant]) -> None:
        """Let a contest begin."""
        self._seats = seats
        if self.shows_moves and self.contests > 1:
            first, second = (self._called(role) for role in Role)
            begin = "You move first" if first == "Human" else f"{first} moves first"
            then = "you" if second == "Human" else second
            self._console.print(
                f"Contest {index + 1} of {self.contests}: {begin}, then {then}.", style="bold"
            )

    def see(self, position: Any, move: str, after: Any) -> None:
        """Look on while somebody moves."""
        if not self.shows_moves:
            return
        role = self._game.mover(position)
        if not isinstance(self._seats[role], Person) or self._is_twice:
            self._console.print(f"{self._called(role)} plays {move}.", style="bold")
            for line in self._reasons:
                self._console.print(f"  {shown_line(line)}", soft_wrap=True)
        self._reasons = []
        if self._game.outcome(after):
            self._console.print(show.board_picture(self._game, after))

    def end(self, played: Played) -> None:
        """Say how a contest ended, unless it is the only one: that is the answer."""
        count_contest(self._contestants, played.contest, self._seats)
        if self.shows_moves and self.contests > 1:
            for line in (*self._told(played), ""):
                self.tell(line)

    def last_words(self, played: Played) -> list[Text]:
        """Say how the one contest ended, and what was learned."""
        return [Text(line) for line in self._told(played)]

    @property
    def failing(self) -> list[Failing]:
        """How often each Advisor was asked and failed, whichever Hoyle it belongs to, and each contestant."""
        rolls = {OWN: self._roll, CONTESTANTS: self._contestants}
        return [
            Failing("", whose, name, attendance)
            for whose, roll in rolls.items()
            for name, attendance in roll.items()
        ]

    def _told(self, played: Played) -> list[str]:
        winner = played.contest.outcome.winner
        lines = [verdict(played.contest, "" if winner is None else self._called(winner))]
        return lines + [learned_line(each.account, each.path) for each in played.lessons]

    @property
    def _is_twice(self) -> bool:
        names = [contestant.name for contestant in self._seats.values()]
        return names[0] == names[1]

    def _called(self, role: Role) -> str:
        return called(self._seats[role], role, is_twice=self._is_twice)
