"""The perfect player against weaker ones, beside the optima rows of the tutorial's Table 8.4.

Run it with `python benchmarks/optima.py [CONTESTS] [GAME ...]`; roles alternate from contest to contest. The
tutorial's players err in a reasonable way part of the time; `fallible` ones err at random instead. It prints
the table of docs/players.md: chances worked out exactly where no position comes again, and contests played.
"""

import math
import sys
from collections.abc import Sequence

import attrs
import trio

from agents import Streams, make_contestant
from agents.contestants.chances import Chances, chances_in_turn
from games import Outcome, Role, make_game
from scenarios import play_contest

OPTIMA = {
    "tic-tac-toe": (15.3, 56.1, 87.7),
    "lose-tic-tac-toe": (17.5, 60.4, 78.6),
    "five-mens-morris": (31.3, 89.2, 99.6),
}
"""Power in percent against the strong player, the novice and random, as the tutorial prints it."""
PLACES = {"reasonable:10": 0, "reasonable:50": 1, "fallible:10": 0, "fallible:50": 1, "random": 2}
"""Which of these figures belongs to whom, under either reading."""
ACYCLIC = ("tic-tac-toe", "lose-tic-tac-toe")
"""Games where chances can be worked out."""
SEED = 2001
HEADINGS = ("game", "against", "win, draw, loss, %", "power, %", "tutorial", "reliability, %")


@attrs.frozen
class Tally:
    """How many contests the perfect player won and lost."""

    won: int
    lost: int
    contests: int

    @property
    def power(self) -> str:
        """The part won, in percent, with its 95 % interval."""
        return _percent(self.won, self.contests)

    @property
    def reliability(self) -> str:
        """The part not lost."""
        return _percent(self.contests - self.lost, self.contests)


def _percent(count: int, of: int) -> str:
    """Write a proportion with its Wilson interval."""
    z, p = 1.96, count / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return f"{100 * p:.1f} [{100 * max(0, middle - half):.1f}, {100 * min(1, middle + half):.1f}]"


async def match(game_name: str, other: str, contests: int) -> Tally:
    """Let the perfect player meet another, in both roles."""
    game = make_game(game_name)
    perfect, against = make_contestant("perfect", game), make_contestant(other, game)
    won = lost = 0
    for number in range(contests):
        role = Role(number % 2)
        seats = {role: perfect, role.other: against}
        contest = await play_contest(game, seats, Streams(SEED).child(game_name, other, number))
        won += contest.outcome is Outcome.win_for(role)
        lost += contest.outcome is Outcome.win_for(role.other)
    return Tally(won, lost, contests)


def exact(game_name: str, other: str) -> Chances | None:
    """Work out the perfect player's chances, if that can be done."""
    if game_name not in ACYCLIC:
        return None
    game = make_game(game_name)
    return chances_in_turn(game, make_contestant("perfect", game), make_contestant(other, game))


def main(arguments: Sequence[str]) -> None:
    """Print the table, as Markdown."""
    contests = int(arguments[0]) if arguments else 1000
    _print_row(*HEADINGS)
    _print_row(*["---"] * len(HEADINGS))
    for name in arguments[1:] or OPTIMA:
        for other in ("perfect", *PLACES):
            tally = trio.run(match, name, other, contests)
            paper = f"{OPTIMA[name][PLACES[other]]:g}" if other in PLACES else ""
            row = make_game(name).title, other, _exactly(exact(name, other)), tally.power, paper
            _print_row(*row, tally.reliability)


def _exactly(chances: Chances | None) -> str:
    if chances is None:
        return ""
    return ", ".join(f"{float(100 * each):.2f}" for each in (chances.win, chances.draw, chances.loss))


def _print_row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
