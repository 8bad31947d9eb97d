"""What the cache of hearings is worth: contests between Hoyles that do not learn, with and without it.

Run it with `python benchmarks/hearing_cache.py`. The games are those of Experiment 2, and paradigms 1
and 2 meet; both know what was learned from ten contests against an expert. Each way plays the same contests
in turn, round by round; a time is that of one ply, and the ratio is the median over the rounds. The moves are
compared, too: they must be the same.
"""

import statistics
import time
from typing import Any

import trio
from rich.console import Console
from rich.table import Table

from agents import Streams, get_advisors, get_learners, make_contestant
from blackboard import Contest, Knowledge
from control import HearingCache, Hoyle, Panel, Settings, VirtualClock, get_paradigm
from games import Game, Role, make_game
from scenarios.play.contests import play_contest

GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "pong-hau-ki", "tsoro-yematatu")
LEARNED = 10
CONTESTS = 50
"""In one round: half of those that Experiment 2 plays in a row."""
ROUNDS = 3


def learned(game: Game[Any]) -> Knowledge:
    """Learn from contests against an expert."""
    hoyle = Hoyle(Panel.of(get_advisors()), learners=get_learners())
    expert = make_contestant("expert", game)

    async def learn() -> None:
        for number in range(LEARNED):
            role, streams = Role(number % 2), Streams(1990).child("contest", number)
            contest = await play_contest(game, {role: hoyle, role.other: expert}, streams)
            await hoyle.learn(game, contest, streams, hoyle=[role], experts=[role.other])

    trio.run(learn, clock=VirtualClock())
    return hoyle.knowledge or Knowledge.of(game)


def timed(
    game: Game[Any], knowledge: Knowledge, hearing_cache: HearingCache | None
) -> tuple[float, list[Contest]]:
    """Let paradigms 1 and 2 meet; return the seconds a ply, and the contests."""
    hoyles = [
        Hoyle(
            Panel.of(get_advisors()),
            settings=Settings(get_paradigm(name)),
            knowledge=knowledge,
            hearing_cache=hearing_cache,
        )
        for name in ("1", "2")
    ]

    async def play() -> list[Contest]:
        return [
            await play_contest(
                game,
                {Role(number % 2): hoyles[0], Role(1 - number % 2): hoyles[1]},
                Streams(1990).child("contest", number),
            )
            for number in range(CONTESTS)
        ]

    start = time.perf_counter()
    contests = trio.run(play, clock=VirtualClock())
    return (time.perf_counter() - start) / sum(len(each.moves) for each in contests), contests


def main() -> None:
    """Print the table."""
    table = Table(box=None, pad_edge=False)
    table.add_column("two Hoyles, learning off")
    for heading in ("ms a ply", "with the cache", "ratio"):
        table.add_column(heading, justify="right")
    for name in GAMES:
        game = make_game(name)
        knowledge = learned(game)
        rounds = [
            (timed(game, knowledge, None), timed(game, knowledge, HearingCache())) for _ in range(ROUNDS)
        ]
        if any(plain[1] != recalled[1] for plain, recalled in rounds):
            raise SystemExit(f"{name}: with the cache other moves are made")
        without = statistics.median(plain[0] for plain, _ in rounds)
        with_them = statistics.median(recalled[0] for _, recalled in rounds)
        ratio = statistics.median(recalled[0] / plain[0] for plain, recalled in rounds)
        table.add_row(name, f"{1000 * without:.2f}", f"{1000 * with_them:.2f}", f"{ratio:.2f}")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
