"""How well `search` plays: against simple players at large games, and against the truth at solved ones.

Run it with `python benchmarks/search.py [SECONDS] [CONTESTS]`, by default 1 second a move and 20 contests a
row; roles alternate from contest to contest. With 0 contests only speed and solved games are shown.
"""

import itertools
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import trio
from rich.console import Console
from rich.table import Table

from agents import Contestant, RandomContestant, Streams, pick
from agents.contestants.evaluation import evaluation_of
from agents.contestants.search import Limit, Search, SearchContestant
from blackboard import Contest
from games import Game, Move, Role, make_game
from games.bundled.mens_morris import nine_mens_morris, twelve_mens_morris
from games.solving.solution import solve
from scenarios.play.contests import play_contest

SEED = 3
SOLVED = ("tic-tac-toe", "lose-tic-tac-toe", "tapatan", "achi", "tsoro-yematatu", "picaria")
SAMPLE = 300
"""How many positions of a solved game are tried."""
SOLVED_SECONDS = 0.2
SPEED_PLIES = (4, 20, 40)
"""How far into a contest speed is measured."""
LARGE: dict[str, Callable[[], Game[Any]]] = {
    "nine-mens-morris": nine_mens_morris,
    "twelve-mens-morris": twelve_mens_morris,
    "othello": lambda: make_game("othello"),
    "qubic": lambda: make_game("qubic"),
}
MORRIS: tuple[tuple[str, dict[str, str]], ...] = (
    ("nine-mens-morris", {}),
    ("nine-mens-morris", {"flying": "at-three"}),
    ("twelve-mens-morris", {}),
)
FEW = 4
"""Men on either side for which a table of all endings could be made and kept."""
FEW_NODES = 400


class Reasonable(Contestant):
    """Wins at once if it can, else avoids a loss in two moves, else plays anything."""

    name = "reasonable"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return any of the moves that are reasonable."""
        me, moves = game.mover(position), game.legal_moves(position)
        afters = {move: game.play(position, move) for move in moves}
        winning = [move for move in moves if _winner(game, afters[move]) is me]
        safe = [move for move in moves if not self._can_lose(game, afters[move], me)]
        return pick(streams.stream("reasonable"), winning or safe or moves)

    def _can_lose(self, game: Game[Any], position: Any, me: Role) -> bool:
        replies = (game.play(position, reply) for reply in game.legal_moves(position))
        return any(_winner(game, after) is me.other for after in replies)


class Greedy(Contestant):
    """Turns over as many discs as it can."""

    name = "greedy"

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return any of the moves after which it has most discs."""
        return _best(game, position, streams, lambda cells, me: cells.count(me))


class WeightedSquares(Contestant):
    """Adds up the squares it holds, by their usual weights: corners high, what lies beside them low."""

    name = "weighted squares"
    QUARTER = ((100, -20, 10, 5), (-20, -50, -2, -2), (10, -2, -1, -1), (5, -2, -1, -1))
    ROWS = tuple(row + row[::-1] for row in QUARTER)
    WEIGHTS = tuple(itertools.chain(*ROWS, *ROWS[::-1]))

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return any of the moves after which its squares weigh most."""

        def worth(cells: list[Role | None], me: Role) -> int:
            pairs = zip(cells, self.WEIGHTS, strict=True)
            return sum(weight if cell is me else -weight for cell, weight in pairs if cell is not None)

        return _best(game, position, streams, worth)


def _best(
    game: Game[Any], position: Any, streams: Streams, worth: Callable[[list[Role | None], Role], int]
) -> Move:
    me = game.mover(position)
    worths = {
        move: worth(list(game.cells(game.play(position, move))), me) for move in game.legal_moves(position)
    }
    return pick(streams.stream("best"), [move for move in worths if worths[move] == max(worths.values())])


def _winner(game: Game[Any], position: Any) -> Role | None:
    outcome = game.outcome(position)
    return None if outcome is None else outcome.winner


PAIRINGS: tuple[tuple[str, type[Contestant]], ...] = (
    ("nine-mens-morris", RandomContestant),
    ("nine-mens-morris", Reasonable),
    ("othello", Greedy),
    ("othello", WeightedSquares),
    ("qubic", Reasonable),
    ("twelve-mens-morris", Reasonable),
)


async def match(name: str, other: Contestant, seconds: float, contests: int) -> list[tuple[Role, Contest]]:
    """Play contests in alternate roles; return each with the role that search had."""
    game, search = LARGE[name](), SearchContestant(seconds=seconds)
    played = []
    for number in range(contests):
        role = Role(number % 2)
        streams = Streams(SEED).child(name, other.name, number)
        played.append((role, await play_contest(game, {role: search, role.other: other}, streams)))
    return played


def contests_table(seconds: float, contests: int) -> Iterator[tuple[str, ...]]:
    """Yield how search fares against each."""
    for name, other in PAIRINGS:
        played = trio.run(match, name, other(), seconds, contests)
        ends = Counter(
            "drawn" if contest.outcome.winner is None else "won" if contest.outcome.winner is role else "lost"
            for role, contest in played
        )
        plies = sum(len(contest.moves) for _, contest in played) / len(played)
        drawn_by = Counter(contest.ended_by for _, contest in played if contest.outcome.winner is None)
        yield (
            name,
            other().name,
            *(str(ends[end]) for end in ("won", "drawn", "lost")),
            f"{plies:.0f}",
            ", ".join(f"{by} {count}" for by, count in drawn_by.items()),
        )


def endings_table(contests: int) -> Iterator[tuple[str, ...]]:
    """Yield how often contests come to an ending that a table could hold: few men each, none in hand."""
    search = SearchContestant(seconds=None, nodes=FEW_NODES)
    for name, options in MORRIS:
        game = make_game(name, options)
        for other in (search, Reasonable(), RandomContestant()):
            came = [trio.run(_comes_to_few, game, search, other, number) for number in range(contests)]
            yield " ".join([name, *options]), other.name, str(contests), str(sum(came))


async def _comes_to_few(game: Game[Any], one: Contestant, other: Contestant, number: int) -> bool:
    role = Role(number % 2)
    contest = await play_contest(game, {role: one, role.other: other}, Streams(SEED).child(number))
    position, came = game.initial(), False
    for move in contest.moves[:-1]:
        position = game.play(position, move)
        in_hand = position.player_hand + position.opponent_hand
        came |= not in_hand and max(position.strength(each) for each in Role) <= FEW
    return came


def solved_table() -> Iterator[tuple[str, ...]]:
    """Yield how often search gives away the value of a position."""
    for name in SOLVED:
        game = make_game(name)
        solution = solve(game)
        positions = sample(game)
        search = SearchContestant(seconds=SOLVED_SECONDS)
        lost = 0
        for number, position in enumerate(positions):
            move = trio.run(search.choose, game, position, Streams(SEED).child(number))
            lost += _worth(solution, game, position, move) < _RANKS[solution.value(position)]
        yield name, solution.outcome.value, f"{solution.positions:,}", str(len(positions)), str(lost)


_RANKS = {"loss": -1, "draw": 0, "win": 1}


def _worth(solution: Any, game: Game[Any], position: Any, move: Move) -> int:
    after = game.play(position, move)
    same = game.mover(after) is game.mover(position)
    return _RANKS[solution.value(after)] * (1 if same else -1)


def sample(game: Game[Any]) -> list[Any]:
    """Return positions met in random contests, each once, that leave a choice."""
    stream = random.Random(SEED)  # noqa: S311  # play, not secrets
    found: dict[Any, None] = {}
    for _ in range(20 * SAMPLE):
        position = game.initial()
        for _ in range(stream.randrange(40)):
            position = game.play(position, pick(stream, game.legal_moves(position)))
            if not game.legal_moves(position):
                break
        if len(game.legal_moves(position)) > 1:
            found[position] = None
    return list(found)[:SAMPLE]


def speed_table(seconds: float) -> Iterator[tuple[str, ...]]:
    """Yield how fast and how deep search looks, some plies into a random contest."""
    for name, make in LARGE.items():
        game = make()
        for plies in SPEED_PLIES:
            position = _after_random(game, plies)
            search = Search(evaluation_of(game), Limit(seconds=seconds))
            start = time.perf_counter()
            finding = trio.run(search.run, position, game.legal_moves(position))
            rate = finding.nodes / (time.perf_counter() - start)
            yield name, str(plies), f"{rate:,.0f}", str(finding.depth), str(finding.value)


def _after_random(game: Game[Any], plies: int) -> Any:
    """Play at random; start again if the contest ends too early."""
    stream = random.Random(SEED)  # noqa: S311  # play, not secrets
    while True:
        position = game.initial()
        for _ in range(plies):
            if not game.legal_moves(position):
                break
            position = game.play(position, pick(stream, game.legal_moves(position)))
        if len(game.legal_moves(position)) > 1:
            return position


def show(title: str, headings: str, rows: Iterator[tuple[str, ...]]) -> None:
    """Print a table."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for heading in headings.split(" | "):
        table.add_column(heading)
    for row in rows:
        table.add_row(*row)
    Console(width=120).print(table, "")


def main() -> None:
    """Print the tables."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    contests = int(sys.argv[2]) if len(sys.argv) > 2 else 20  # noqa: PLR2004  # the second argument
    show("Speed", "game | plies | nodes a second | depth | value", speed_table(seconds))
    show(
        f"Value kept with {SOLVED_SECONDS:g} s a move",
        "game | value | positions | tried | lost",
        solved_table(),
    )
    if contests:
        title = f"search with {seconds:g} s a move, {contests} contests a row"
        rows = contests_table(seconds, contests)
        show(title, "game | against | won | drawn | lost | plies | drawn by", rows)
        title = f"Endings with at most {FEW} men on either side, search with {FEW_NODES} nodes a move"
        show(title, "game | against | contests | come to one", endings_table(contests))


if __name__ == "__main__":
    main()
