"""The share of positions of each game in which Advisors other than Wild have an opinion.

    python benchmarks/voices.py [GAME ...]

Each position is drawn from a contest of random moves, among the positions with a choice. The Advisors of a
roster are asked in virtual time, with their usual budgets and without knowledge; knowledge gives them more
opinions. An opinion is a comment that is not neutral. The table is written to scenarios/play/voices.toml,
which `hoyle games` reads; the entries of games that are not named stay.
"""

import sys
import tomllib
from collections.abc import Iterable
from typing import Any

import trio

from agents import Streams, get_advisors, pick
from blackboard import Decision
from control import Panel, VirtualClock, decide
from games import Game, game_names, make_game, write_atomically
from scenarios.play.voices import FILE, ROSTERS_ASKED
from scenarios.play.votes import has_opinion

SEED = 1990
POSITIONS = 60
LONGEST = 80
"""How many plies a contest goes on."""
HEAD = """# The number of positions in which Advisors other than Wild have an opinion, by game and by roster.
# Written by benchmarks/voices.py, which describes the measurement.
"""


def main() -> None:
    """Measure the games, print the progress, and write the table."""
    asked = sys.argv[1:] or game_names()
    table = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name in asked:
        table[name] = measured(make_game(name))
        sys.stderr.write(f"{name}: {table[name]}\n")
    write_atomically(FILE, written(table).encode())


def measured(game: Game[Any]) -> dict[str, int]:
    """Count the positions of a game in which somebody of each roster speaks."""
    positions = sampled(game)
    counts = {"positions": len(positions)}
    for roster in ROSTERS_ASKED:
        panel = Panel.of(get_advisors([roster]))
        counts[roster] = sum(has_opinion(decided(game, position, panel)) for position in positions)
    return counts


def sampled(game: Game[Any]) -> list[Any]:
    """Return a position with a choice from each of some random contests."""
    found = []
    for number in range(POSITIONS):
        stream = Streams(SEED).child(game.name).stream(number)
        positions = [game.initial()]
        while game.outcome(positions[-1]) is None and len(positions) <= LONGEST:
            positions.append(game.play(positions[-1], pick(stream, game.legal_moves(positions[-1]))))
        with_choice = [
            each for each in positions if game.outcome(each) is None and len(game.legal_moves(each)) > 1
        ]
        found.append(pick(stream, with_choice))
    return found


def decided(game: Game[Any], position: Any, panel: Panel) -> Decision:
    """Decide in virtual time."""

    async def run() -> Decision:
        return await decide(game, position, panel, streams=Streams(SEED))

    return trio.run(run, clock=VirtualClock())


def written(table: dict[str, dict[str, int]]) -> str:
    """Write the table, in the order of the registry."""
    names = [name for name in game_names() if name in table]
    return HEAD + "".join(f"\n[{name}]\n{_lines(table[name].items())}" for name in names)


def _lines(counts: Iterable[tuple[str, int]]) -> str:
    return "".join(f"{key} = {count}\n" for key, count in counts)


if __name__ == "__main__":
    main()
