"""Learning for long: neither knowledge nor the process grows without end."""

import gc
import tracemalloc
from itertools import pairwise

import trio

from agents import RandomContestant, Streams, get_learners
from blackboard import Knowledge
from control import Hoyle, Panel, VirtualClock
from games import Role, make_game
from scenarios.play.contests import play_contest
from tests.support import reachable

CLASSES = 765
"""Positions of tic-tac-toe, up to symmetry."""
LITTLE = 300_000
"""Bytes."""


def test_a_thousand_contests_fit_into_the_games_own_size() -> None:
    """No item has more entries than the game has positions, and the second half of the contests costs little.

    Both contestants are random, so that more positions come up than if Hoyle played what it learns. Texts of
    positions that were met are remembered, so all of them are met before anything is measured.
    """
    game = make_game("tic-tac-toe")
    hoyle = Hoyle(Panel.of([]), learners=get_learners(symmetry=True), learning_ns=3_000_000)
    entries: list[int] = []
    held: list[int] = []

    async def learn() -> None:
        for index in range(1000):
            role, streams = Role(index % 2), Streams(7).child(index)
            contest = await play_contest(game, dict.fromkeys(Role, RandomContestant()), streams)
            await hoyle.learn(game, contest, streams, hoyle=[role], experts=[role.other])
            assert hoyle.knowledge is not None
            if index % 250 == 249:
                entries.append(sum(map(len, hoyle.knowledge.items.values())))
            if index == 499:
                for position in reachable(game):
                    hoyle.knowledge.key(game, position)
                tracemalloc.start()
                hoyle.knowledge = Knowledge.from_bytes(hoyle.knowledge.to_bytes())
            if index in (499, 999):
                gc.collect()
                held.append(tracemalloc.get_traced_memory()[0])

    try:
        trio.run(learn, clock=VirtualClock())
    finally:
        tracemalloc.stop()
    assert hoyle.knowledge is not None
    assert all(len(item) <= CLASSES for item in hoyle.knowledge.items.values())
    grown = [later - earlier for earlier, later in pairwise(entries)]
    assert grown == sorted(grown, reverse=True)
    assert held[1] - held[0] < LITTLE, held
