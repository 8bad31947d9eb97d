"""Learners by rote: they memorise which moves were made where, and how the contest ended."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from agents.learner import Learner, Lesson, counted
from blackboard import Entry, Experience, Item
from blackboard.items import added, are_counts, are_results, is_seen, summed
from games import Game, Outcome, Role

OPENING = 4
"""How many plies make an opening: two moves of each contestant."""
OUTCOMES = (Outcome.PLAYER, Outcome.DRAW, Outcome.OPPONENT)
WON, DREW, LOST = range(3)
"""The order of the counts in Hoyle's moves."""


# The items. Texts are positions, and a move is stored as the position that it leads to.


def _tell_opening(game: Game[Any], text: str, entry: Entry) -> str:
    """Describe how often each role won from there."""
    del game, text
    player, drawn, opponent = entry
    return f"Player won {player}, Opponent {opponent}, {drawn} drawn"


def _telling(who: str, result: Callable[[Any], str]) -> Callable[[Game[Any], str, Entry], str]:
    """Return a function that describes the moves made in a position, and what is known about each."""

    def tell(game: Game[Any], text: str, entry: Entry) -> str:
        named = {moves_to(game, text, to): result(known) for to, known in entry.items()}
        return f"{who} moved " + "; ".join(f"{move} ({known})" for move, known in sorted(named.items()))

    return tell


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def moves_to(game: Game[Any], before: str, after: str) -> str:
    """Return the moves from one position to another or, if there are none, to an image of it."""
    position, target = game.parse_position(before), game.parse_position(after)
    afters = {move: game.play(position, move) for move in game.legal_moves(position)}
    moves = [move for move, there in afters.items() if there == target]
    if not moves:
        images = {game.image(target, each) for each in game.board.symmetries()}
        moves = [move for move, there in afters.items() if there in images]
    return " or ".join(moves) if moves else f"to {after}"


def _result(counts: Sequence[int]) -> str:
    return "won {}, drew {}, lost {}".format(*counts)


def _loss(entry: Sequence[int]) -> str:
    times, left = entry
    return f"lost {_times(times)}, {left} {'ply' if left == 1 else 'plies'} later"


def _lost_together(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """Add the counts, and keep the nearest loss."""
    return [added(one[0], other[0]), min(one[1], other[1])]


OPENINGS = Item("openings", are_results, summed, tell=_tell_opening)
"""A position early in a contest, with how often Player won, both drew, Opponent won from there."""
EXPERT_MOVES = Item("expert_moves", is_seen, added, is_by_move=True, tell=_telling("experts", _times))
"""How often experts made each move."""
HOYLE_MOVES = Item("hoyle_moves", are_results, summed, is_by_move=True, tell=_telling("Hoyle", _result))
"""How often Hoyle won, drew and lost after each of its moves."""
LOST_MOVES = Item(
    "lost_moves",
    lambda entry: are_counts(entry, 2),
    _lost_together,
    is_by_move=True,
    tell=_telling("Hoyle", _loss),
)
"""How often Hoyle lost after each of its moves, and the fewest plies from there to the end."""
MODEL = Item("model", is_seen, added, is_by_move=True, tell=_telling("the other", _times))
"""How often the other contestant made each move."""


# Their learners.


class Openings(Learner):
    """Memorise how contests began, and how they ended."""

    name = "openings"
    feeds = OPENINGS

    def learn(self, lesson: Lesson) -> None:
        """Count the outcome for each of the first positions."""
        result = OUTCOMES.index(lesson.experience.contest.outcome)
        for position in lesson.experience.positions[1 : OPENING + 1]:
            key = lesson.key(position)
            lesson.note(key, counted(lesson.recall(key), result, len(OUTCOMES)))


class ExpertMoves(Learner):
    """Memorise the moves of experts, in contests that they did not lose."""

    name = "expert_moves"
    feeds = EXPERT_MOVES

    def learn(self, lesson: Lesson) -> None:
        """Count each move of an expert."""
        experience = lesson.experience
        roles = experience.experts - {experience.loser}
        _count_moves(lesson, roles)


class HoyleMoves(Learner):
    """Memorise Hoyle's own moves, with the outcomes of the contests."""

    name = "hoyle_moves"
    feeds = HOYLE_MOVES

    def learn(self, lesson: Lesson) -> None:
        """Count a win, draw or loss for each of Hoyle's moves."""
        winner = lesson.experience.contest.outcome.winner
        for index, role in _moves_of(lesson.experience, lesson.game, lesson.experience.hoyle):
            result = DREW if winner is None else WON if winner is role else LOST
            key, after = _step(lesson, index)
            known = dict(lesson.recall(key) or {})
            known[after] = counted(known.get(after), result, 3)
            lesson.note(key, known)


class LostMoves(Learner):
    """Memorise Hoyle's moves in contests that it lost, and how near the end they were."""

    name = "lost_moves"
    feeds = LOST_MOVES

    def learn(self, lesson: Lesson) -> None:
        """Count each move of the loser, if that was Hoyle."""
        experience = lesson.experience
        for index, _ in _moves_of(experience, lesson.game, experience.hoyle & {experience.loser}):
            key, after = _step(lesson, index)
            left = len(experience.contest.moves) - index - 1
            known = dict(lesson.recall(key) or {})
            times, soonest = known.get(after, (0, left))
            known[after] = [times + 1, min(soonest, left)]
            lesson.note(key, known)


class Model(Learner):
    """Memorise what the other contestant does, in order to foresee it."""

    name = "model"
    feeds = MODEL

    def learn(self, lesson: Lesson) -> None:
        """Count each move of Hoyle's opponent."""
        hoyle = lesson.experience.hoyle
        if len(hoyle) == 1:
            _count_moves(lesson, frozenset(Role) - hoyle)


def _count_moves(lesson: Lesson, roles: frozenset[Role]) -> None:
    for index, _ in _moves_of(lesson.experience, lesson.game, roles):
        key, after = _step(lesson, index)
        known = dict(lesson.recall(key) or {})
        known[after] = known.get(after, 0) + 1
        lesson.note(key, known)


def _moves_of(experience: Experience, game: Game[Any], roles: frozenset[Role]) -> Iterator[tuple[int, Role]]:
    """Yield the index of each move that one of these roles made where it had a choice, and the role."""
    for index, position in enumerate(experience.positions[:-1]):
        role = game.mover(position)
        if role in roles and len(game.legal_moves(position)) > 1:
            yield index, role


def _step(lesson: Lesson, index: int) -> tuple[str, str]:
    """Return the texts of the positions before and after a move."""
    before, after = lesson.experience.positions[index : index + 2]
    return lesson.key(before), lesson.key(after)
