"""The Advisor that knows forks."""

from typing import Any

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.forks import Fork, forks_for
from agents.sight.lines import named
from games import Game, Move

NEAREST = 9
"""The worth of a fork that the next move makes; each man that has to be placed before subtracts 2."""
MOST_PLANNED = 16


class Pitchfork(Advisor):
    """Advance our own forks, and destroy those of the other contestant."""

    makes_plans = True
    knowledge = ("forks",)
    opposes = False

    async def advise(self, think: Deliberation) -> None:
        """Post the forks of known shapes as plans, and support the moves that make or prevent them."""
        shapes = set(think.knowledge.item("forks"))
        if not shapes:
            return
        game = think.game
        cells = game.cells(think.position)
        opinions: Opinions = {}
        own = sorted(forks_for(game, cells, think.mover, shapes), key=lambda fork: fork.men)
        for fork in own:
            _weigh(opinions, game, fork, is_own=True)
        for fork in forks_for(game, cells, think.mover.other, shapes):
            _weigh(opinions, game, fork, is_own=False)
        for move in think.moves:
            if move in opinions:
                await think.comment(move, *opinions[move])
        for fork in own[:MOST_PLANNED]:
            steps = [game.board.locations[i].name for i in (*sorted(fork.needed), fork.crossing.pivot)]
            await think.plan(steps, f"fork at {_described(game, fork)}", NEAREST - 2 * fork.men)


Opinions = dict[Move, tuple[int, str]]


def _weigh(opinions: Opinions, game: Game[Any], fork: Fork, *, is_own: bool) -> None:
    """Raise the opinion of every move that belongs to a fork; the pivot counts most."""
    strength = NEAREST - 2 * fork.men - (not is_own)
    verb, weaker = ("prepares" if fork.men else "makes", "prepares") if is_own else ("prevents", "hinders")
    places = {fork.crossing.pivot: (strength, verb)} | dict.fromkeys(fork.needed, (strength, weaker))
    if not is_own:
        others = {place for line in fork.crossing.lines for place in line} - places.keys()
        places |= dict.fromkeys(others, (strength - 1, weaker))
    for place, (value, what) in places.items():
        name = game.board.locations[place].name
        if value > opinions.get(name, (0, ""))[0]:
            opinions[name] = value, f"{what} a fork at {_described(game, fork)}"


def _described(game: Game[Any], fork: Fork) -> str:
    one, other = (named(game, line) for line in fork.crossing.lines)
    return f"{game.board.locations[fork.crossing.pivot].name} ({one} and {other})"
