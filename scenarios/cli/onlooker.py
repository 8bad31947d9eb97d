"""The table at which contests are played, for somebody who looks on or plays along."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from agents import Contestant, Streams
from blackboard import Decision, TraceWriter
from control import Hoyle
from games import Game, Move, Role, shown_line
from scenarios.cli.board_pictures import board_picture
from scenarios.cli.coach import Coach
from scenarios.cli.contest_log import ContestLog
from scenarios.cli.decision_views import arguments_view
from scenarios.cli.person import Person
from scenarios.cli.scores import called, learned_line, verdict
from scenarios.cli.screen import Screen
from scenarios.cli.thinking import Thinking
from scenarios.decisions.sentences import explanation
from scenarios.experiment.attendance import CONTESTANTS, OWN, Attendance, count_contest, count_in
from scenarios.play.series import Played
from scenarios.report.sections.failing import Failing


class Onlooker:
    """Where two contestants sit, and what is said there."""

    def __init__(
        self,
        game: Game[Any],
        console: Screen,
        *,
        contests: int,
        shows_moves: bool,
        shows_boards: bool,
        explain: bool,
        coach: Coach,
        is_real_time: bool = False,
    ) -> None:
        """Sit down; the boards that a person has to see are always shown, `shows_boards` is about others.

        In real time nothing is drawn while Hoyle thinks: that would take time from its Advisors.
        """
        self.trace: TraceWriter | None = None
        self.shows_moves = shows_moves
        self._shows_boards = shows_boards
        self._game = game
        self._console = console
        self.contests = contests
        self._explain = explain
        self._coach = coach
        self._is_real_time = is_real_time
        self._thinking = Thinking()
        self._hinted: Decision | None = None
        """What the coach said since the last move."""
        self._seats: Mapping[Role, Contestant] = {}
        self._log = ContestLog(game)
        self._roll: dict[str, Attendance] = {}
        self._contestants: dict[str, Attendance] = {}

    def person(self) -> Person:
        """Let a person sit down."""
        return Person(self._console, self)

    def tell(self, line: str) -> None:
        """Say something."""
        self._console.print(line, soft_wrap=True)

    def hear(self, _: int, decision: Decision) -> None:
        """Listen to one of Hoyle's decisions, whichever of the two it is."""
        self._log.hear(decision)
        if not self._has_person:
            self._keep(decision)

    def start(self, index: int, seats: Mapping[Role, Contestant]) -> None:
        """Let a contest begin."""
        self._seats = seats
        self._log, self._hinted = ContestLog(self._game), None
        if self.shows_moves and self.contests > 1:
            first, second = (self._called(role) for role in Role)
            begin = "You move first" if first == "Human" else f"{first} moves first"
            then = "you" if second == "Human" else second
            self._console.print(
                f"Contest {index + 1} of {self.contests}: {begin}, then {then}.", style="bold"
            )
        self._watch(self._game.initial())

    def see(self, position: Any, move: Move, after: Any) -> None:
        """Look on while somebody moves."""
        self._thinking.end()
        self._log.see(position, move, after)
        self._hinted = None
        if not self.shows_moves:
            return
        role = self._game.mover(position)
        if not isinstance(self._seats[role], Person) or self._is_twice:
            self._console.print(f"{self._called(role)} plays {move}.", style="bold")
            if self._explain and isinstance(self._seats[role], Hoyle) and self._log.last_decision:
                self._reasons(self._log.last_decision)
        if self._game.outcome(after) or (self._shows_boards and not self._has_person):
            self.show_board(after)
        self._watch(after)

    def take_back(self, moves: int) -> None:
        """Hear that moves were taken back."""
        self._hinted = None
        gone = self._log.take_back(moves)
        told = f"Taken back: {' and '.join(gone)}." if gone else "There is nothing to take back."
        self._console.print(told, style="bold")

    def end(self, played: Played) -> None:
        """Say how a contest ended, unless it is the only one: that is the answer."""
        self.close()
        count_contest(self._contestants, played.contest, self._seats)
        if self.shows_moves and self.contests > 1:
            for line in (*self._told(played), ""):
                self.tell(line)

    def close(self) -> None:
        """Keep what Hoyle decided in a contest that is over, or was left."""
        self._thinking.end()
        if self._has_person:
            for decision in self._log.decisions:
                self._keep(decision)
        self._log = ContestLog(self._game)

    def last_words(self, played: Played) -> list[Text]:
        """Say how the one contest ended, and what was learned."""
        return [Text(line) for line in self._told(played)]

    def show_board(self, position: Any) -> None:
        """Show where the contest stands, with the last move marked."""
        self._console.print(board_picture(self._game, position, changed=self._log.changed))

    async def hint(self, position: Any, streams: Streams) -> None:
        """Say what Hoyle would play, and why."""
        if not self._is_real_time:
            self._thinking.begin("Hoyle")
        try:
            decision = await self._coach.decide(self._game, position, streams)
        finally:
            self._thinking.end()
        self._hinted = decision
        self._console.print(f"Hoyle would play {decision.move}.", style="bold")
        self._reasons(decision)

    def why(self) -> None:
        """Say why Hoyle made its last move."""
        decision = self._log.last_decision
        if decision is None:
            self._console.print(self._nothing_decided())
            return
        self._console.print(f"Hoyle played {decision.move}.", style="bold")
        self._reasons(decision)

    def blackboard(self) -> None:
        """Show what was said when Hoyle last decided, for a move or for a hint."""
        decision = self._hinted or self._log.last_decision
        if decision is None:
            self._console.print(self._nothing_decided())
            return
        what = "Asked for a hint, Hoyle would play" if self._hinted else "Hoyle played"
        self._console.print(f"{what} {decision.move}.", style="bold")
        self._console.print(arguments_view(decision))

    @property
    def failing(self) -> list[Failing]:
        """How often each Advisor was asked and failed, whichever Hoyle it belongs to, and each contestant."""
        rolls = {OWN: self._roll, CONTESTANTS: self._contestants}
        return [
            Failing("", whose, name, attendance)
            for whose, roll in rolls.items()
            for name, attendance in roll.items()
        ]

    def _watch(self, position: Any) -> None:
        """Show that somebody thinks, if there is time to see it."""
        if not self.shows_moves or self._game.outcome(position):
            return
        role = self._game.mover(position)
        hidden = (Person, Hoyle) if self._is_real_time else Person
        if not isinstance(self._seats[role], hidden):
            self._thinking.begin(self._called(role))

    def _keep(self, decision: Decision) -> None:
        """Count a decision that stands, and write it down."""
        count_in(self._roll, decision)
        if self.trace:
            self.trace.append(decision)

    def _reasons(self, decision: Decision) -> None:
        for line in explanation(decision):
            self._console.print(Text(f"  {shown_line(line)}"))

    def _nothing_decided(self) -> str:
        if any(isinstance(each, Hoyle) for each in self._seats.values()):
            return "Hoyle has made no move yet; hint tells what it would do in your place."
        return "Hoyle does not play here; hint tells what it would do in your place."

    def _told(self, played: Played) -> list[str]:
        winner = played.contest.outcome.winner
        lines = [verdict(played.contest, "" if winner is None else self._called(winner))]
        return lines + [learned_line(each.account, each.path) for each in played.lessons]

    @property
    def _has_person(self) -> bool:
        return any(isinstance(each, Person) for each in self._seats.values())

    @property
    def _is_twice(self) -> bool:
        names = [contestant.name for contestant in self._seats.values()]
        return names[0] == names[1]

    def _called(self, role: Role) -> str:
        return called(self._seats[role], role, is_twice=self._is_twice)
