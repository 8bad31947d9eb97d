"""The table at which contests are played, for users who watch or play."""

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
from scenarios.decisions.silence import silence_sentence
from scenarios.experiment.attendance import CONTESTANTS, OWN, Attendance, count_contest, count_in
from scenarios.play.series import Played
from scenarios.play.votes import VoteCounts, count_votes
from scenarios.report.sections.failing import Failing


class Onlooker:
    """Shows contests between two contestants in the terminal."""

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
        """Show the moves and boards of contests. A person always sees boards; `shows_boards` adds others.

        In real time nothing is drawn while Hoyle thinks, because drawing would take time from its Advisors.
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
        """The coach's hint since the last move."""
        self._seats: Mapping[Role, Contestant] = {}
        self._log = ContestLog(game)
        self._roll: dict[str, Attendance] = {}
        self._contestants: dict[str, Attendance] = {}
        self.votes = VoteCounts()
        """How Hoyle's decisions came about."""

    def person(self) -> Person:
        """Return a person who plays at this terminal."""
        return Person(self._console, self)

    def say(self, line: str) -> None:
        """Print a line."""
        self._console.print(line, soft_wrap=True)

    def hear(self, _: int, decision: Decision) -> None:
        """Record a decision of either Hoyle."""
        self._log.hear(decision)
        if not self._has_person:
            self._keep(decision)

    def start(self, index: int, seats: Mapping[Role, Contestant]) -> None:
        """Begin a contest."""
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
        """Show a move."""
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
        """Remove undone moves from the log."""
        self._hinted = None
        gone = self._log.take_back(moves)
        line = f"Undone: {' and '.join(gone)}." if gone else "There is no move to undo."
        self._console.print(line, style="bold")

    def end(self, played: Played) -> None:
        """Print how a contest ended; if it is the only one, the command prints that as its answer."""
        self.close()
        count_contest(self._contestants, played.contest, self._seats)
        if self.shows_moves and self.contests > 1:
            for line in (*self._ending(played), ""):
                self.say(line)

    def close(self) -> None:
        """Save Hoyle's decisions in a contest that has ended, or was abandoned."""
        self._thinking.end()
        if self._has_person:
            for decision in self._log.decisions:
                self._keep(decision)
        self._log = ContestLog(self._game)

    def last_words(self, played: Played) -> list[Text]:
        """Return how the only contest ended, and what was learned."""
        return [Text(line) for line in (*self._ending(played), *self.silence)]

    @property
    def silence(self) -> list[str]:
        """In how many decisions no Advisor but Wild had an opinion; nothing if there were none."""
        return [silence_sentence(self.votes, self._game.name, self._roll)] if self.votes.silent else []

    def show_board(self, position: Any) -> None:
        """Show the position, with the last move marked."""
        self._console.print(board_picture(self._game, position, changed=self._log.changed))

    async def hint(self, position: Any, streams: Streams) -> None:
        """Print the move that Hoyle would play, and why."""
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
        """Print why Hoyle made its last move."""
        decision = self._log.last_decision
        if decision is None:
            self._console.print(self._nothing_decided())
            return
        self._console.print(f"Hoyle played {decision.move}.", style="bold")
        self._reasons(decision)

    def blackboard(self) -> None:
        """Show the comments of Hoyle's last decision, for a move or for a hint."""
        decision = self._hinted or self._log.last_decision
        if decision is None:
            self._console.print(self._nothing_decided())
            return
        what = "As a hint, Hoyle would play" if self._hinted else "Hoyle played"
        self._console.print(f"{what} {decision.move}.", style="bold")
        self._console.print(arguments_view(decision))

    @property
    def failing(self) -> list[Failing]:
        """How often each Advisor of any Hoyle, and each contestant, was asked and failed."""
        rolls = {OWN: self._roll, CONTESTANTS: self._contestants}
        return [
            Failing("", whose, name, attendance)
            for whose, roll in rolls.items()
            for name, attendance in roll.items()
        ]

    def _watch(self, position: Any) -> None:
        """Show that a contestant is thinking, if it takes long enough to be seen."""
        if not self.shows_moves or self._game.outcome(position):
            return
        role = self._game.mover(position)
        hidden = (Person, Hoyle) if self._is_real_time else Person
        if not isinstance(self._seats[role], hidden):
            self._thinking.begin(self._called(role))

    def _keep(self, decision: Decision) -> None:
        """Count a decision, and append it to the trace."""
        count_in(self._roll, decision)
        self.votes += count_votes([decision])
        if self.trace:
            self.trace.append(decision)

    def _reasons(self, decision: Decision) -> None:
        for line in explanation(decision):
            self._console.print(Text(f"  {shown_line(line)}"))

    def _nothing_decided(self) -> str:
        if any(isinstance(each, Hoyle) for each in self._seats.values()):
            return "Hoyle has made no move yet; type hint to see what it would play."
        return "Hoyle does not play in this contest; type hint to see what it would play."

    def _ending(self, played: Played) -> list[str]:
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
