"""Advisors that spread their men over the lines drawn on the board."""

from collections.abc import Iterator
from typing import ClassVar

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.covers import Sides
from agents.sight.movements import entered, movements
from agents.sight.strengths import Change, comment_on
from games import Move

STRENGTH = 8
"""The strength of all recommendations of Coverage."""


class Coverage(Advisor):
    """Spread the men over as many locations of drawn lines as possible, first where the other is strong."""

    supports: ClassVar[bool] = True
    opposes: ClassVar[bool] = False

    async def advise(self, think: Deliberation) -> None:
        """Support moves to locations that only the other role covers, and moves that widen our own cover."""
        game = think.game
        if not game.board.lines or game.men(think.position, think.mover) is None:
            return
        sides = Sides.of(game, think.position, think.mover)
        if game.stage(think.position) == "sliding":
            await self._advise_sliding(think, sides)
        else:
            await self._advise_placing(think, sides)

    async def _advise_placing(self, think: Deliberation, sides: Sides) -> None:
        wanted = sides.where_to_place()
        for move, men in movements(think) if wanted else ():
            taken = entered(sides.mine, men) & wanted
            if taken:
                await think.comment(move, STRENGTH, _why_placed(sides, taken))

    async def _advise_sliding(self, think: Deliberation, sides: Sides) -> None:
        known: dict[int, str] = {}
        for move, men in movements(think):
            if men not in known:
                known[men] = "; ".join(_why_slid(sides, men))
            if known[men]:
                await think.comment(move, STRENGTH, known[men])


class CoverageGraded(Coverage):
    """Place as Coverage does, and slide to improve our coverage compared with the other contestant's."""

    name = "Coverage-Graded"
    opposes: ClassVar[bool] = True

    async def _advise_sliding(self, think: Deliberation, sides: Sides) -> None:
        known: dict[int, Change] = {}
        changes: dict[Move, Change] = {}
        for move, men in movements(think):
            if men not in known:
                known[men] = _change(sides, men)
            changes[move] = known[men]
        await comment_on(think, changes)


def _why_placed(sides: Sides, taken: int) -> str:
    name, lines = sides.influence.names(taken), sides.influence.lines(taken, sides.theirs)
    who = "they" if taken & sides.ours.some else "only they"
    often = " more than once" if taken & sides.other.many else ""
    return f"takes {name}, which {who} cover{often}, by {lines}"


def _why_slid(sides: Sides, men: int) -> Iterator[str]:
    """Yield the reasons for a move that leaves our men like this."""
    influence, ours = sides.influence, sides.ours.some
    some = influence.cover(men).some
    gain = some.bit_count() - ours.bit_count()
    if gain > 0:
        new = some & ~ours
        yield f"covers {influence.names(new)} by {influence.lines(new, men)}, {gain} more in all"
    taken = entered(sides.mine, men) & sides.contested
    if taken:
        lines = influence.lines(taken, sides.theirs)
        yield f"takes {influence.names(taken)}, which they cover more than once, by {lines}"


def _change(sides: Sides, men: int) -> Change:
    """Return how a move changes the locations that we cover, minus those that only they cover.

    Their men are taken as they stood before the move: a capture is judged by where its man goes.
    """
    influence, ours, other = sides.influence, sides.ours.some, sides.other.some
    some = influence.cover(men).some
    new, lost = some & ~ours, ours & ~some
    change = _worth(new, other) - _worth(lost, other)
    return (change, "; ".join(_reasons(sides, men, new, lost))) if change else (0, "")


def _worth(locations: int, other: int) -> int:
    """Count these locations, twice if the other role covers them too: then one fewer is theirs alone."""
    return locations.bit_count() + (locations & other).bit_count()


def _reasons(sides: Sides, men: int, new: int, lost: int) -> Iterator[str]:
    influence = sides.influence
    if new:
        yield f"covers {influence.names(new)} by {influence.lines(new, men)}"
    if lost:
        yield f"gives up {influence.names(lost)} on {influence.lines(lost, sides.mine)}"
