"""Conformance of contestants: does one keep to its contract? Answers are findings in words."""

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from agents import Contestant, Streams, pick
from control.conformance.advisor_conduct import HearTrial, unheard
from control.interruption import CTRL_C
from control.virtual import VirtualClock
from games import Game, HoyleError, in_words

POSITIONS = 3
"""In how many positions of each game a contestant is asked."""
APART = 3
"""How many moves lie between two of them."""


@attrs.frozen
class _Fault:
    what: str
    where: str
    detail: str


def check_contestant_conduct(
    contestant: type[Contestant], games: Iterable[Game[Any]], *, seed: int = 0, hear: HearTrial = unheard
) -> list[str]:
    """Ask a contestant for moves in every game it plays, in virtual time, and say what it does wrong.

    It is made as if it were named without a colon. A game that it refuses by a HoyleError is passed over.
    """
    try:
        contestant.read_argument("")
    except Exception as error:  # noqa: BLE001  # somebody else's contestant may raise anything
        return [f"cannot be made without an argument: {in_words(error)}"]
    played = [game for game in games if not _refuses(contestant, game)]
    if not played:
        return ["plays none of the games that there are"]
    found: dict[str, list[_Fault]] = {}
    for game in played:
        hear(game.name)
        for fault in _faults(contestant, game, seed):
            found.setdefault(fault.what, []).append(fault)
    return [_told(faults) for faults in found.values()]


def _refuses(contestant: type[Contestant], game: Game[Any]) -> bool:
    try:
        contestant.made_for(game)
    except HoyleError:
        return True
    except Exception:  # noqa: BLE001  # as above; it is told where it is asked
        return False
    return False


def _told(faults: list[_Fault]) -> str:
    """Name the first place in which something is wrong, and count the others."""
    others = f" and {len(faults) - 1} other positions" if len(faults) > 1 else ""
    return f"{faults[0].what} {faults[0].where}{others}{faults[0].detail}"


def _faults(contestant: type[Contestant], game: Game[Any], seed: int) -> Iterator[_Fault]:
    """Yield what is wrong in one game."""
    for number, position in enumerate(_positions(game, seed)):
        where = f"in {game.name} at {game.format_position(position)!r}"
        streams = Streams(seed).child("ply", number)
        try:
            first, second = (_chosen(contestant, game, position, streams) for _ in range(2))
        except Exception as error:  # noqa: BLE001  # as above
            yield _Fault("fails", where, f": {in_words(error)}")
            continue
        if first not in game.legal_moves(position):
            yield _Fault("chooses what is no legal move", where, f": {first!r:.60}")
        elif first != second:
            yield _Fault("chooses another move the second time", where, "; take chance from streams alone")


def _chosen(contestant: type[Contestant], game: Game[Any], position: Any, streams: Streams) -> object:
    """Let a new one begin a contest in a position."""
    one = contestant.made_for(game)
    one.begin()
    return CTRL_C.run(one.choose, game, position, streams, clock=VirtualClock())


def _positions(game: Game[Any], seed: int) -> list[Any]:
    """Walk through a random contest, and keep a few positions of it."""
    stream = Streams(seed).stream("check", game.name)
    found: list[Any] = []
    position = game.initial()
    while len(found) < POSITIONS * APART and (moves := game.legal_moves(position)):
        found.append(position)
        position = game.play(position, pick(stream, moves))
    return found[::APART]
