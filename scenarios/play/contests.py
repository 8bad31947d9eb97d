"""One contest: two contestants play a game to its end."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from agents import Contestant, Forfeit, Streams
from blackboard import FORFEIT, Contest
from control import Hoyle
from control.disturbances import check_not_killed
from games import Game, IllegalMove, Move, Outcome, Role

MOST_MOVES = 80
"""A contest of so many moves is a draw."""
MOST_OCCURRENCES = 3
"""So is one in which a position occurs so often."""


def unseen(_: Any, __: Move, ___: Any) -> None:
    """Do nothing with a move."""


async def play_contest(
    game: Game[Any],
    contestants: Mapping[Role, Contestant],
    streams: Streams,
    *,
    on_move: Callable[[Any, Move, Any], None] = unseen,
) -> Contest:
    """Play a contest; `on_move` is told the position, the move and the position after it."""
    for contestant in contestants.values():
        contestant.begin()
    position = game.initial()
    moves: list[Move] = []
    occurrences = Counter([position])
    while (ended := _ending(game, position, len(moves), occurrences)) is None:
        mover = game.mover(position)
        contestant = contestants[mover]
        try:
            move = await contestant.choose(game, position, _ply(streams, len(moves)))
        except Forfeit as forfeit:
            return _forfeited(game, moves, mover, contestant, forfeit)
        after = _played(game, position, move, contestant)
        on_move(position, move, after)
        position = after
        moves.append(move)
        occurrences[position] += 1
    outcome, by = ended
    return Contest(game.name, tuple(moves), outcome, by)


def _forfeited(
    game: Game[Any], moves: Sequence[Move], loser: Role, contestant: Contestant, forfeit: Forfeit
) -> Contest:
    """End a contest that a contestant loses by its own fault, if it was that."""
    if forfeit.was_killed:
        check_not_killed(contestant.name, str(forfeit))
    return Contest(game.name, tuple(moves), Outcome.win_for(loser.other), FORFEIT, str(forfeit))


async def decide_again(
    game: Game[Any],
    contestants: Mapping[Role, Contestant],
    moves: Iterable[Move],
    streams: Streams,
    *,
    on_move: Callable[[Any, Move, Any], None] = unseen,
) -> None:
    """Go through the moves of a contest once more with those who learn from each of their decisions."""
    learning = [
        role for role, each in contestants.items() if isinstance(each, Hoyle) and each.learns_from_decisions
    ]
    if not learning:
        return
    for role in learning:
        contestants[role].begin()
    position = game.initial()
    for ply, move in enumerate(moves):
        mover = game.mover(position)
        if mover in learning:
            await contestants[mover].choose(game, position, _ply(streams, ply))
        after = game.play(position, move)
        on_move(position, move, after)
        position = after


def _ply(streams: Streams, number: int) -> Streams:
    return streams.child("ply", number)


def _ending(game: Game[Any], position: Any, plies: int, seen: Counter[Any]) -> tuple[Outcome, str] | None:
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome, "rules"
    if seen[position] >= MOST_OCCURRENCES:
        return Outcome.DRAW, "repetition"
    return (Outcome.DRAW, "length") if plies >= MOST_MOVES else None


def _played(game: Game[Any], position: Any, move: Move, contestant: Contestant) -> Any:
    try:
        return game.play(position, move)
    except IllegalMove as error:
        raise IllegalMove(f"contestant {contestant.name!r} broke the rules: {error}") from error
