"""Conformance checks of contestants; each finding is a sentence."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs

from agents import Contestant, Forfeit, ProgramContestant, Streams, pick
from agents.session.failures import Unstarted
from control.conformance.advisor_conduct import HearTrial, unheard
from control.hearing.interruption import CTRL_C
from control.hearing.virtual import VirtualClock
from games import BadOption, Game, HoyleError, in_words

POSITIONS = 3
"""The number of positions of each game about which a contestant is asked."""
APART = 3
"""The number of moves between two of these positions."""
FAILS = "fails"
MOST_FAILURES = 3
"""The number of games with failures after which a program is not asked again."""
LONGEST_S = 30.0
"""The real time that a contestant may take for a move."""


@attrs.frozen
class Fault:
    """A fault and its place."""

    what: str
    where: str
    detail: str


def check_contestant_conduct(
    contestant: type[Contestant],
    games: Iterable[Game[Any]],
    *,
    argument: str = "",
    seed: int = 0,
    hear: HearTrial = unheard,
) -> list[str]:
    """Ask a contestant for moves in every game it plays, in virtual time, and return its faults.

    `argument` is what follows the colon in its name. Games that it refuses with a HoyleError are skipped. A
    program is started once, and is not asked again after repeated failures. BadOption if it cannot be
    started.
    """
    try:
        contestant.read_argument(argument)
    except Exception as error:  # noqa: BLE001  # a user's contestant may raise anything
        said = str(error) if isinstance(error, HoyleError) else in_words(error)
        return [f"cannot be made {f'of {argument!r}' if argument else 'without an argument'}: {said}"]
    played = [game for game in games if not _refuses(contestant, game, argument)]
    if not played:
        return ["plays none of the known games"]
    found: dict[str, list[Fault]] = {}
    with _maker(contestant, argument) as make:
        for game in played:
            hear(game.name)
            for fault in _faults(make, game, seed):
                found.setdefault(fault.what, []).append(fault)
            if issubclass(contestant, ProgramContestant) and len(found.get(FAILS, ())) >= MOST_FAILURES:
                break
    return [describe_faults(faults) for faults in found.values()]


@contextmanager
def _maker(contestant: type[Contestant], argument: str) -> Iterator[Callable[[Game[Any]], Contestant]]:
    """Return a function that makes contestants; a program is made once and ended afterwards."""
    if not issubclass(contestant, ProgramContestant):
        yield lambda game: contestant.made_for(game, argument)
        return
    one = contestant(**contestant.read_argument(argument))
    try:
        yield lambda _: one
    finally:
        one.close()


def _refuses(contestant: type[Contestant], game: Game[Any], argument: str) -> bool:
    try:
        contestant.made_for(game, argument)
    except HoyleError:
        return True
    except Exception:  # noqa: BLE001  # as above; asking it reports the error
        return False
    return False


def describe_faults(faults: list[Fault]) -> str:
    """Return each fault with its first place and the number of other places."""
    others = f" and {len(faults) - 1} other positions" if len(faults) > 1 else ""
    return f"{faults[0].what} {faults[0].where}{others}{faults[0].detail}"


def _faults(make: Callable[[Game[Any]], Contestant], game: Game[Any], seed: int) -> Iterator[Fault]:
    """Yield the faults in one game."""
    for number, position in enumerate(sampled(game, seed)):
        where = f"in {game.name} at {game.format_position(position)!r}"
        streams = Streams(seed).child("ply", number)
        try:
            first, second = (_chosen(make(game), game, position, streams) for _ in range(2))
        except Exception as error:
            if isinstance(error.__cause__, Unstarted):
                raise BadOption(
                    f"contestant {make(game).name!r} cannot play: {error}; fix its command"
                ) from error
            said = str(error) if isinstance(error, Forfeit) else in_words(error)
            yield Fault(FAILS, where, f": {said}")
            if isinstance(error, Forfeit):
                return
            continue
        if first not in game.legal_moves(position):
            yield Fault("chooses an illegal move", where, f": {first!r:.60}")
        elif first != second:
            yield Fault("chooses another move when asked again", where, "; use no chance other than streams")


def _chosen(one: Contestant, game: Game[Any], position: Any, streams: Streams) -> object:
    """Let a contestant begin a contest in a position."""
    one.begin()
    with _no_longer_than(LONGEST_S):
        return CTRL_C.run(one.choose, game, position, streams, clock=VirtualClock())


@contextmanager
def _no_longer_than(seconds: float) -> Iterator[None]:
    """Raise Forfeit in code that runs for longer; this needs signals, so only in the main thread."""

    def ring(*_: object) -> None:
        raise Forfeit(f"has not chosen after {seconds:g} s")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def sampled(game: Game[Any], seed: int) -> list[Any]:
    """Return a few positions of a random contest."""
    stream = Streams(seed).stream("check", game.name)
    found: list[Any] = []
    position = game.initial()
    while len(found) < POSITIONS * APART and (moves := game.legal_moves(position)):
        found.append(position)
        position = game.play(position, pick(stream, moves))
    return found[::APART]
