"""A whole learning phase: Hoyle with all its Advisors and learners against somebody, in both roles in turn.

Run as a module it reads who moved how from stdin, so that only Hoyle's own code thinks there.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import attrs
import trio

from agents import Contestant, Streams, get_advisors, get_learners, make_contestant
from blackboard import Contest
from control import Budgets, Hoyle, Panel, VirtualClock
from games import Game, Move, Role, make_game
from scenarios.play.contests import play_contest

LEARNING_NS = 30_000_000


class Scripted(Contestant):
    """Makes the moves that somebody made before."""

    name = "scripted"

    def __init__(self, moves: Iterator[Move]) -> None:
        self.moves = moves

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return the next of them."""
        del game, position, streams
        return next(self.moves)


@attrs.frozen
class Phase:
    """What came of it."""

    contests: list[Contest]
    knowledge: str
    """In hexadecimal digits."""


def learn(game: Game[Any], others: Iterator[Contestant], number: int) -> Phase:
    """Play and learn from so many contests, each against the next of the others."""
    panel = Panel.of(get_advisors(), budgets=Budgets.parse(["20ms"]))
    hoyle = Hoyle(panel, learners=get_learners(symmetry=True), learning_ns=LEARNING_NS)
    contests: list[Contest] = []

    async def play() -> None:
        for index in range(number):
            role, streams = Role(index % 2), Streams(1990).child(index)
            contest = await play_contest(game, {role: hoyle, role.other: next(others)}, streams)
            await hoyle.learn(game, contest, streams, hoyle=[role], experts=[role.other])
            contests.append(contest)

    trio.run(play, clock=VirtualClock())
    assert hoyle.knowledge is not None
    return Phase(contests, hoyle.knowledge.to_bytes().hex())


def against(name: str, who: str, number: int) -> Phase:
    """Learn a game against a contestant of this name."""
    game = make_game(name)
    other = make_contestant(who, game)
    return learn(game, iter([other] * number), number)


def replayed(name: str, scripts: list[list[Move]]) -> Phase:
    """Learn a game against the moves of contests that were played before."""
    others = (Scripted(iter(moves[(index + 1) % 2 :: 2])) for index, moves in enumerate(scripts))
    return learn(make_game(name), others, len(scripts))


def main() -> None:
    """Learn what stdin asks for, and say what came of it and which modules there are."""
    asked = json.load(sys.stdin)
    name, who, scripts = asked["game"], asked["against"], asked["scripts"]
    phase = replayed(name, scripts) if scripts else against(name, who, asked["contests"])
    moves = [contest.moves for contest in phase.contests]
    print(json.dumps({"moves": moves, "knowledge": phase.knowledge, "modules": [*sys.modules]}))  # noqa: T201


if __name__ == "__main__":
    main()
