"""The perfect player against weaker ones, beside the optima rows of the tutorial's Table 8.4.

Run it with `python benchmarks/optima.py [CONTESTS] [GAME ...]`; roles alternate from contest to contest. The
tutorial's players err in a reasonable way part of the time; `fallible` ones err at random instead.
"""

import math
import sys
from collections.abc import Sequence

import attrs
import trio
from rich.console import Console
from rich.table import Table

from agents import Streams, make_contestant
from games import Outcome, Role, make_game
from scenarios import play_contest

OPTIMA = {
    "tic-tac-toe": (15.3, 56.1, 87.7),
    "lose-tic-tac-toe": (17.5, 60.4, 78.6),
    "five-mens-morris": (31.3, 89.2, 99.6),
}
"""Power in percent against the strong player, the novice and random, as the tutorial prints it."""
READINGS = {
    "reasonable": ("reasonable:10", "reasonable:50", "random"),
    "fallible": ("fallible:10", "fallible:50", "random"),
}
SEED = 2001


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


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    contests = int(arguments[0]) if arguments else 1000
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "against", "power", "tutorial", "reliability"):
        table.add_column(heading, no_wrap=True)
    for name in arguments[1:] or OPTIMA:
        table.add_row(name, "perfect", *_row(trio.run(match, name, "perfect", contests), None))
        for others in READINGS.values():
            for other, paper in zip(others, OPTIMA[name], strict=True):
                table.add_row(name, other, *_row(trio.run(match, name, other, contests), paper))
    Console(width=110).print(table)


def _row(tally: Tally, paper: float | None) -> tuple[str, str, str]:
    return tally.power, "" if paper is None else f"{paper:g}", tally.reliability


if __name__ == "__main__":
    main(sys.argv[1:])
