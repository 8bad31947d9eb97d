"""What Coverage costs beside Challenge, which looks at lines too, and beside the Advisors that it came with.

    python benchmarks/coverage.py [ROUNDS]

All are asked about the same positions of nine men's morris, in turn, in real time. In morris a line does not
win, so Challenge would be silent there: it is shown a game whose winning lines are the mills, and says what
it says of lines elsewhere. A ratio is the median over the rounds, each of which goes through all positions;
the time of a decision is the median over positions of the least that each took.
"""

import gc
import math
import statistics
import sys
from typing import Any

import attrs
import trio

from agents import Advisor, Streams, get_advisors, pick
from agents.advisors.coverage import Coverage, CoverageGraded
from agents.advisors.freedom import Freedom, FreedomLiteral
from agents.advisors.material import Material
from agents.advisors.vulnerable import Vulnerable
from control import Panel, decide
from games import Game, MorrisGame, make_game

ROUNDS = 15
POSITIONS = 40
LONGEST = 60
"""How many plies a contest goes on."""
MOST_RATIO = 1.5
MOST_MS = 2.0
BOUND = (Coverage, CoverageGraded)
"""Who must keep to the bounds; the others are shown beside them."""


@attrs.frozen
class Figures:
    """How long one Advisor took, in ms, in each round and for each position."""

    advisor: type[Advisor]
    times: list[list[float]]

    def ratio(self, other: "Figures") -> float:
        """Compare the time of a round with another's, round by round."""
        pairs = zip(self.times, other.times, strict=True)
        return statistics.median(math.fsum(mine) / math.fsum(theirs) for mine, theirs in pairs)

    def least(self) -> list[float]:
        """Return the least time that each position took."""
        return [min(each) for each in zip(*self.times, strict=True)]


def main() -> None:
    """Print a row for each Advisor."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    game = make_game("nine-mens-morris")
    if not isinstance(game, MorrisGame):
        raise TypeError(f"{game.name} is no game of the morris family")
    game.winning_lines = game.mills
    (challenge,) = get_advisors(["Challenge"])
    others = (Coverage, CoverageGraded, Material, Freedom, FreedomLiteral, Vulnerable)
    figures = _timed(game, (challenge, *others), rounds)
    print(f"{'Advisor':<17}{'median':>10}{'worst':>10}   ÷ Challenge")
    for each in figures:
        print(_row(each, figures[0]))


def _row(figures: Figures, challenge: Figures) -> str:
    least, ratio = figures.least(), figures.ratio(challenge)
    median = statistics.median(least)
    verdict = ""
    if figures.advisor in BOUND:
        is_kept = ratio <= MOST_RATIO and median < MOST_MS
        verdict = f"  at most {MOST_RATIO:g} and {MOST_MS:g} ms: {'kept' if is_kept else 'BROKEN'}"
    return f"{figures.advisor.name:<17}{median:>7.3f} ms{max(least):>7.3f} ms{ratio:>14.2f}{verdict}"


def _timed(game: Game[Any], advisors: tuple[type[Advisor], ...], rounds: int) -> list[Figures]:
    """Ask every Advisor about every position, round by round."""
    positions = _sample(game)
    figures = [Figures(advisor, []) for advisor in advisors]
    gc.collect()
    gc.disable()
    for _ in range(rounds):
        for each in figures:
            each.times.append(trio.run(_asked, game, positions, Panel.of([each.advisor])))
        gc.collect()
    gc.enable()
    return figures


async def _asked(game: Game[Any], positions: list[Any], panel: Panel) -> list[float]:
    """Return how many ms the Advisor of a panel took for each position."""
    decisions = [await decide(game, position, panel, streams=Streams(0)) for position in positions]
    return [decision.testimonies[0].elapsed_ns / 1e6 for decision in decisions]


def _sample(game: Game[Any]) -> list[Any]:
    """Walk through random contests, and keep positions with a choice."""
    stream = Streams(0).stream("sample")
    found: list[Any] = []
    while len(found) < POSITIONS * 10:
        position = game.initial()
        for _ in range(LONGEST):
            moves = game.legal_moves(position)
            if len(moves) < 2:  # noqa: PLR2004  # one move is no choice
                break
            found.append(position)
            position = game.play(position, pick(stream, moves))
    stream.shuffle(found)
    return found[:POSITIONS]


if __name__ == "__main__":
    main()
