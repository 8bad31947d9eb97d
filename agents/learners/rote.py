"""Learners by rote: they memorise who moved where, and how the contest ended."""

from collections.abc import Iterator
from typing import Any

from agents.learner import Learner, Lesson, counted
from blackboard import Entry, Experience
from games import Game, Outcome, Role

OPENING = 4
"""Plies that make an opening: two moves of each contestant."""
OUTCOMES = (Outcome.PLAYER, Outcome.DRAW, Outcome.OPPONENT)
WON, DREW, LOST = range(3)
"""The order of the counts in Hoyle's moves."""


class Openings(Learner):
    """Memorise how contests began, and how those that began so ended."""

    name = "openings"

    def learn(self, lesson: Lesson) -> None:
        """Count the outcome for each of the first positions."""
        result = OUTCOMES.index(lesson.experience.contest.outcome)
        for position in lesson.experience.positions[1 : OPENING + 1]:
            key = lesson.key(position)
            lesson.note(key, counted(lesson.recall(key), result, len(OUTCOMES)))

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:  # noqa: ARG002  # the position is shown
        """Say how often each role won from there."""
        player, drawn, opponent = entry
        return f"Player won {player}, Opponent {opponent}, and {drawn} were drawn"


class ExpertMoves(Learner):
    """Memorise the moves of experts, in contests that they did not lose."""

    name = "expert_moves"

    def learn(self, lesson: Lesson) -> None:
        """Count each move of an expert."""
        experience = lesson.experience
        roles = experience.experts - {experience.loser}
        _count_moves(lesson, roles)

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Say what experts did there."""
        return "experts moved " + _listed(game, key, {text: _times(count) for text, count in entry.items()})


class HoyleMoves(Learner):
    """Memorise Hoyle's own moves, with the outcomes of the contests."""

    name = "hoyle_moves"

    def learn(self, lesson: Lesson) -> None:
        """Count won, drawn or lost for each of Hoyle's moves."""
        winner = lesson.experience.contest.outcome.winner
        for index, role in _moves_of(lesson.experience, lesson.game, lesson.experience.hoyle):
            result = DREW if winner is None else WON if winner is role else LOST
            key, after = _step(lesson, index)
            known = dict(lesson.recall(key) or {})
            known[after] = counted(known.get(after), result, 3)
            lesson.note(key, known)

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Say what Hoyle did there, and what came of it."""
        results = {text: "won {}, drew {}, lost {}".format(*counts) for text, counts in entry.items()}
        return "Hoyle moved " + _listed(game, key, results)


class LostMoves(Learner):
    """Memorise Hoyle's moves in contests that it lost, and how near the end they were."""

    name = "lost_moves"

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

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Say what Hoyle did there, and how soon it lost."""
        results = {
            text: f"lost {_times(times)}, {left} {'ply' if left == 1 else 'plies'} later"
            for text, (times, left) in entry.items()
        }
        return "Hoyle moved " + _listed(game, key, results)


class Model(Learner):
    """Memorise what the other contestant does, so as to foresee it."""

    name = "model"

    def learn(self, lesson: Lesson) -> None:
        """Count each move of whoever played against Hoyle."""
        hoyle = lesson.experience.hoyle
        if len(hoyle) == 1:
            _count_moves(lesson, frozenset(Role) - hoyle)

    def tell(self, game: Game[Any], key: str, entry: Entry) -> str:
        """Say what the other contestant did there."""
        return "the other moved " + _listed(game, key, {text: _times(count) for text, count in entry.items()})


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


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _listed(game: Game[Any], key: str, results: dict[str, str]) -> str:
    named = {moves_to(game, key, text): result for text, result in results.items()}
    return "; ".join(f"{move} ({result})" for move, result in sorted(named.items()))


def moves_to(game: Game[Any], before: str, after: str) -> str:
    """Return in words the moves from one position to another or, if there are none, to an image of it."""
    position, target = game.parse_position(before), game.parse_position(after)
    afters = {move: game.play(position, move) for move in game.legal_moves(position)}
    moves = [move for move, there in afters.items() if there == target]
    if not moves:
        images = {game.image(target, each) for each in game.board.symmetries()}
        moves = [move for move, there in afters.items() if there in images]
    return " or ".join(moves) if moves else f"to {after}"
