"""Conformance checks for a game: what every other floor relies on, tested in random contests."""

import itertools
import random
import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from games.board import Board
from games.counting import how_many
from games.errors import IllegalMove, in_words
from games.game import STAGES, Game, Men, Move, Outcome, Role

_SHOWN = 20
"""Longer lists of moves are shown as a count."""

_FOREIGN_MOVES = ("", "no such move", "0", "-")


@attrs.frozen
class Scene:
    """A position that occurred in a contest, with the moves that led to it."""

    game: Game[Any]
    position: Any = None
    twin: Any = None
    """The position that the same moves produced the second time."""
    before: Any = None
    """The position before the last move."""
    moves: tuple[Move, ...] = ()

    def __str__(self) -> str:
        if len(self.moves) > _SHOWN:
            return f"after {len(self.moves)} moves"
        return f"after {' '.join(map(str, self.moves))}" if self.moves else "at the start"


Check: TypeAlias = Callable[[Scene], Iterator[str]]


def check_game(game: Game[Any], *, seed: int = 0, contests: int = 50, longest: int = 1000) -> list[str]:
    """Return what is wrong with a game, in words; an empty list if it conforms.

    No fault of the game is raised as an exception. Each check reports only the first fault that it finds.
    """
    findings = [found for claim in _ONCE for found in _run(claim, _ONCE[claim], Scene(game))]
    if findings:
        return findings
    waiting = dict(_EVERYWHERE)
    randomness = random.Random(seed)  # noqa: S311  # not used for secrets
    for _ in range(contests):
        walk = _Walk(game, randomness, longest)
        for scene in walk:
            findings += _run_all(waiting, scene)
        if walk.fault:
            return [*findings, walk.fault]
    return findings


def _run_all(waiting: dict[str, Check], scene: Scene) -> list[str]:
    """Run the checks that have found nothing yet, and drop those that report a fault."""
    findings = []
    for claim, check in list(waiting.items()):
        found = _run(claim, check, scene)
        if found:
            findings += [f"{finding} ({scene})" for finding in found]
            del waiting[claim]
    return findings


def _run(claim: str, check: Check, scene: Scene) -> list[str]:
    """Return the first finding of a check, also if the check raises."""
    try:
        return list(itertools.islice(check(scene), 1))
    except Exception as error:  # noqa: BLE001  # user code may raise anything
        return [f"cannot check that {claim}: {in_words(error)}"]


@attrs.define
class _Walk:
    """One random contest, position by position."""

    game: Game[Any]
    randomness: random.Random
    longest: int
    fault: str = ""
    """Why the contest could not be played to its end."""

    def __iter__(self) -> Iterator[Scene]:
        scene = Scene(self.game)
        try:
            scene = Scene(self.game, self.game.initial(), self.game.initial())
            yield scene
            while legal := self.game.legal_moves(scene.position):
                if len(scene.moves) == self.longest:
                    self.fault = f"a contest lasted for more than {self.longest} moves"
                    return
                scene = self._next(scene, self.randomness.choice(legal))
                yield scene
        except Exception as error:  # noqa: BLE001  # user code may raise anything
            self.fault = f"a contest broke off {scene}: {in_words(error)}"

    def _next(self, scene: Scene, move: Move) -> Scene:
        play = self.game.play
        after, twin = play(scene.position, move), play(scene.twin, move)
        return Scene(self.game, after, twin, scene.position, (*scene.moves, move))


def _check_labels(scene: Scene) -> Iterator[str]:
    game: Any = scene.game
    if not isinstance(game, Game):
        yield f"{type(game).__name__} is not a subclass of games.Game"
        return
    for label in ("name", "title", "family", "rules"):
        if not isinstance(getattr(game, label, None), str):
            yield f"its {label} is missing or not a string"
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game.name):
        yield f"its name {game.name!r} is not valid; use lower case with dashes"
    if not isinstance(getattr(game, "board", None), Board):
        yield "its board is missing or not a games.Board"
    if not isinstance(getattr(game, "options", None), Mapping):
        yield "its options are missing or not a mapping"


def _check_winning_lines(scene: Scene) -> Iterator[str]:
    size = len(scene.game.board)
    for line in scene.game.winning_lines:
        if not line or len(set(line)) != len(line) or not all(0 <= i < size for i in line):
            yield f"winning line {line} is not possible; use distinct locations from 0 to {size - 1}"


def _check_start(scene: Scene) -> Iterator[str]:
    game = scene.game
    position = game.initial()
    if game.initial() != position:
        yield "initial returns another position the second time"
    if game.outcome(position) is not None:
        yield f"a contest is over before it starts: {game.outcome(position)}"
    if not game.legal_moves(position):
        yield "the initial position has no legal moves"
    if game.mover(position) is not Role.PLAYER:
        yield f"Player moves first, but the mover is {game.mover(position)!r}"


def _check_position(scene: Scene) -> Iterator[str]:
    if scene.twin != scene.position or hash(scene.twin) != hash(scene.position):
        yield "the same moves lead to positions that are not equal"


def _check_mover(scene: Scene) -> Iterator[str]:
    mover = scene.game.mover(scene.position)
    if not isinstance(mover, Role):
        yield f"mover returns {mover!r}, not a Role"


def _check_moves(scene: Scene) -> Iterator[str]:
    moves: Any = scene.game.legal_moves(scene.position)
    if not isinstance(moves, Sequence) or not isinstance(moves, Hashable) or isinstance(moves, str):
        yield f"legal_moves returns {type(moves).__name__}, not a tuple or another immutable sequence"
    if not all(isinstance(move, str) for move in moves):
        yield f"legal_moves returns {moves!r}; every move must be a string"
    if len(set(moves)) != len(moves):
        yield f"legal_moves returns {moves!r}, which contains a move twice"
    if scene.game.legal_moves(scene.position) != moves:
        yield "legal_moves returns another value, or another order, the second time"


def _check_outcome(scene: Scene) -> Iterator[str]:
    game, position = scene.game, scene.position
    outcome: Any = game.outcome(position)
    if outcome is not None and not isinstance(outcome, Outcome):
        yield f"outcome returns {outcome!r}, not an Outcome or None"
    if game.outcome(position) is not outcome:
        yield "outcome returns another value the second time"
    if outcome is None and not game.legal_moves(position):
        yield "outcome is None although there are no legal moves"
    if outcome is not None and game.legal_moves(position):
        yield f"outcome is {outcome} although there are legal moves"


def _check_play(scene: Scene) -> Iterator[str]:
    before = _snapshot(scene)
    for move in scene.game.legal_moves(scene.position):
        try:
            scene.game.play(scene.position, move)
        except IllegalMove:
            yield f"play refuses {move!r}, which legal_moves offers"
        if _snapshot(scene) != before:
            yield f"play changes the position it is given; the move was {move!r}"


def _snapshot(scene: Scene) -> tuple[Any, ...]:
    game, position = scene.game, scene.position
    return hash(position), game.mover(position), tuple(game.cells(position)), game.format_position(position)


def _check_refusals(scene: Scene) -> Iterator[str]:
    game = scene.game
    legal = game.legal_moves(scene.position)
    known = (*game.legal_moves(game.initial()), *scene.moves, *_FOREIGN_MOVES)
    for move in dict.fromkeys(known):
        if move in legal:
            continue
        try:
            game.play(scene.position, move)
        except IllegalMove:
            continue
        except Exception as error:  # noqa: BLE001  # which it is goes into the finding
            yield f"play must refuse {move!r} with IllegalMove, but raises {in_words(error)}"
        else:
            yield f"play accepts {move!r}, which is not legal"


def _check_cells(scene: Scene) -> Iterator[str]:
    cells = scene.game.cells(scene.position)
    if len(cells) != len(scene.game.board):
        yield f"cells has {how_many(len(cells), 'entry')} for {how_many(len(scene.game.board), 'location')}"
    for cell in cells:
        if cell is not None and not isinstance(cell, Role):
            yield f"cells contains {cell!r}, not a Role or None"
    for role in Role:
        shown = sum(1 << i for i, cell in enumerate(cells) if cell is role)
        standing: Any = scene.game.standing(scene.position, role)
        if standing != shown:
            yield f"standing of {role.title} is {standing!r}, but cells shows {shown}"


def _check_men_stay(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not game.men_stay or not scene.moves:
        return
    old, new = game.cells(scene.before), game.cells(scene.position)
    for location, was, now in zip(game.board.locations, old, new, strict=True):
        if was is not None and now is not was:
            yield f"men_stay is True, but the man on {location.name} does not stay"


def _check_stage(scene: Scene) -> Iterator[str]:
    game, position = scene.game, scene.position
    stage: Any = game.stage(position)
    if stage not in STAGES:
        yield f"stage returns {stage!r}, not 'placing', 'sliding' or None"
    men = game.men(position, game.mover(position))
    if stage == "placing" and men is not None and not men.hand:
        yield "stage is 'placing', but the mover has no men in hand"


def _check_men(scene: Scene) -> Iterator[str]:
    game, position = scene.game, scene.position
    for role in Role:
        men: Any = game.men(position, role)
        if men is None:
            continue
        if not isinstance(men, Men) or min(men.board, men.hand) < 0:
            yield f"men returns {men!r}, not Men or None"
        standing = sum(cell is role for cell in game.cells(position))
        if men.board != standing:
            yield f"men counts {men.board} of {role.title} on the board, but cells shows {standing}"
        if game.men(game.passed(position), role) != men:
            yield f"passed changes the men of {role.title}"


def _check_placements(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not scene.moves:
        return
    role = game.mover(scene.before)
    old, new = game.men(scene.before, role), game.men(scene.position, role)
    if old is None or new is None:
        if old is not new:
            yield f"men of {role.title} is None in one position of a contest, and not in another"
    elif new.hand > old.hand:
        yield f"{role.title} has {how_many(new.hand, 'man')} in hand after a move, and had {old.hand} before"
    elif new.hand < old.hand and new.total != old.total:
        total = f"{role.title} has {how_many(new.total, 'man')} in all after placing one"
        yield f"{total}, and had {old.total} before"


def _check_captures(scene: Scene) -> Iterator[str]:
    game = scene.game
    if not game.writes_captures or not scene.moves:
        return
    mover, move = game.mover(scene.before), scene.moves[-1]
    for role, written in ((mover, 0), (mover.other, move.count("x"))):
        old, new = game.men(scene.before, role), game.men(scene.position, role)
        if old is not None and new is not None and old.total - new.total != written:
            taken = how_many(old.total - new.total, "man")
            yield f"writes_captures is True, but {move!r} takes {taken} of {role.title}, not {written}"


def _check_text(scene: Scene) -> Iterator[str]:
    text = scene.game.format_position(scene.position)
    if scene.game.parse_position(text) != scene.position:
        yield f"parse_position reads {text!r} as another position than format_position wrote"
    if "\n" in text:
        yield f"format_position writes more than one line: {text!r}"


def _check_passed(scene: Scene) -> Iterator[str]:
    game, position = scene.game, scene.position
    passed = game.passed(position)
    if game.mover(passed) is not game.mover(position).other:
        yield "passed does not give the move to the other role"
    if tuple(game.cells(passed)) != tuple(game.cells(position)):
        yield "passed moves men"


def _nexts(game: Game[Any], position: Any) -> set[Any]:
    """Return the positions after each legal move."""
    return {game.play(position, move) for move in game.legal_moves(position)}


def _check_nexts(scene: Scene) -> Iterator[str]:
    """Check all moves under one symmetry, which differs by the number of men; checking all would be slow."""
    game, position = scene.game, scene.position
    symmetries = game.board.symmetries()
    symmetry = symmetries[sum(cell is not None for cell in game.cells(position)) % len(symmetries)]
    images = {game.image(each, symmetry) for each in _nexts(game, position)}
    if game.outcome(position) is None and _nexts(game, game.image(position, symmetry)) != images:
        yield f"image under {symmetry} leads elsewhere: the rules do not have this symmetry of the board"


def _check_images(scene: Scene) -> Iterator[str]:
    game, position = scene.game, scene.position
    cells = game.cells(position)
    before = [cells[here] for here in range(len(game.board))]
    for symmetry in game.board.symmetries():
        image = game.image(position, symmetry)
        moved = game.cells(image)
        if [moved[there] for there in symmetry] != before:
            yield f"image under {symmetry} puts men on the wrong locations"
        if game.outcome(image) is not game.outcome(position):
            yield f"image under {symmetry} has another outcome"
        if len(game.legal_moves(image)) != len(game.legal_moves(position)):
            yield f"image under {symmetry} has a different number of legal moves"
        if game.mover(image) is not game.mover(position):
            yield f"image under {symmetry} has another mover"


_ONCE: Mapping[str, Check] = {
    "its name, title, family, rules, board and options are valid": _check_labels,
    "winning_lines lie on the board": _check_winning_lines,
    "a contest can start": _check_start,
}
_EVERYWHERE: Mapping[str, Check] = {
    "a position is hashable, and equal when reached twice": _check_position,
    "mover returns a Role": _check_mover,
    "legal_moves returns distinct strings, always the same": _check_moves,
    "outcome is stable, and None exactly while there are legal moves": _check_outcome,
    "play accepts every legal move and does not change its argument": _check_play,
    "play refuses illegal moves with IllegalMove": _check_refusals,
    "cells returns a Role or None for each location": _check_cells,
    "men stay where they are if men_stay is True": _check_men_stay,
    "stage is placing, sliding or None": _check_stage,
    "men agrees with cells": _check_men,
    "placing a man does not change a role's total": _check_placements,
    "captures are written if writes_captures is True": _check_captures,
    "a position can be written and read back": _check_text,
    "passed gives the move to the other role and moves no man": _check_passed,
    "image keeps outcome, mover and number of legal moves": _check_images,
    "moves lead from an image to the images of where they lead": _check_nexts,
}
