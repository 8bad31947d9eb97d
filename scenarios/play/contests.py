"""One contest: two contestants play a game to its end."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from agents import Contestant, Forfeit, Streams
from blackboard import FORFEIT, Contest
from control import Hoyle
from control.hearing.disturbances import check_not_killed
from games import Game, IllegalMove, Move, Outcome, Role

MOST_MOVES = 80
"""A contest with this many moves is a draw."""
MOST_OCCURRENCES = 3
"""A contest is also a draw once a position occurs this often."""


class TakeBack(Exception):  # a request, not an error
    """Raised by a contestant to undo moves until a contestant that takes moves back is to move again."""


def unseen(_: Any, __: Move, ___: Any) -> None:
    """Do nothing with a move."""


def unheard(_: int) -> None:
    """Do nothing with the number of undone moves."""


async def play_contest(
    game: Game[Any],
    contestants: Mapping[Role, Contestant],
    streams: Streams,
    *,
    on_move: Callable[[Any, Move, Any], None] = unseen,
    on_take_back: Callable[[int], None] = unheard,
) -> Contest:
    """Play a contest; `on_move` is called with the position, the move and the position after it.

    Undone moves leave no mark: the contest contains only the moves that were kept. `on_take_back` is called
    with the number of undone moves, which may be 0.
    """
    for contestant in contestants.values():
        contestant.begin()
    course = _Course(game, contestants)
    while (ended := course.ending()) is None:
        contestant, position = course.mover, course.position
        course.bookmark()
        try:
            move = await contestant.choose(game, position, _ply(streams, len(course.moves)))
        except TakeBack:
            on_take_back(course.take_back())
            continue
        except Forfeit as forfeit:
            return _forfeited(game, course.moves, game.mover(position), contestant, forfeit)
        course.go_on(move, after := _played(game, position, move, contestant))
        on_move(position, move, after)
    outcome, by = ended
    return Contest(game.name, tuple(course.moves), outcome, by)


def ending(game: Game[Any], position: Any, occurrences: int, moves: int) -> tuple[Outcome, str] | None:
    """Return the outcome of a contest and what ended it; None if it goes on."""
    outcome = game.outcome(position)
    if outcome is not None:
        return outcome, "rules"
    if occurrences >= MOST_OCCURRENCES:
        return Outcome.DRAW, "repetition"
    return (Outcome.DRAW, "length") if moves >= MOST_MOVES else None


class _Course:
    """A contest so far: its moves, its positions, and the contestants' bookmarks before each move."""

    def __init__(self, game: Game[Any], contestants: Mapping[Role, Contestant]) -> None:
        self._game = game
        self._contestants = contestants
        self._positions = [game.initial()]
        self._occurrences = Counter(self._positions)
        self._bookmarks: list[list[object]] = []
        self.moves: list[Move] = []
        self._may_go_back = any(each.takes_back for each in contestants.values())

    @property
    def position(self) -> Any:
        """Return the current position."""
        return self._positions[-1]

    @property
    def mover(self) -> Contestant:
        """Return the contestant to move."""
        return self._mover_at(self.position)

    def ending(self) -> tuple[Outcome, str] | None:
        """Return the outcome and what ended the contest; None if it goes on."""
        position = self.position
        return ending(self._game, position, self._occurrences[position], len(self.moves))

    def bookmark(self) -> None:
        """Store the contestants' state before a move, if a contestant may undo moves."""
        if self._may_go_back:
            del self._bookmarks[len(self.moves) :]
            self._bookmarks.append([each.bookmark() for each in self._contestants.values()])

    def go_on(self, move: Move, after: Any) -> None:
        """Add a move."""
        self.moves.append(move)
        self._positions.append(after)
        self._occurrences[after] += 1

    def take_back(self) -> int:
        """Undo moves to the last turn of a contestant that takes moves back; return how many."""
        before = enumerate(self._positions[:-1])
        asked = [ply for ply, position in before if self._mover_at(position).takes_back]
        if not asked:
            return 0
        gone = len(self.moves) - asked[-1]
        self._occurrences.subtract(self._positions[-gone:])
        del self.moves[-gone:], self._positions[-gone:]
        for contestant, bookmark in zip(self._contestants.values(), self._bookmarks[asked[-1]], strict=True):
            contestant.go_back(bookmark)
        return gone

    def _mover_at(self, position: Any) -> Contestant:
        return self._contestants[self._game.mover(position)]


def _forfeited(
    game: Game[Any], moves: Sequence[Move], loser: Role, contestant: Contestant, forfeit: Forfeit
) -> Contest:
    """Return a contest that a contestant loses by its own fault; raise an error if it was killed."""
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
    """Replay the moves of a contest with the Hoyles that learn from each of their decisions."""
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


def _played(game: Game[Any], position: Any, move: Move, contestant: Contestant) -> Any:
    try:
        return game.play(position, move)
    except IllegalMove as error:
        raise IllegalMove(f"contestant {contestant.name!r} broke the rules: {error}") from error
