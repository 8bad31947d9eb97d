"""Advisors that use zones: one combines all active expressions, learned ones use one expression each.

Both rate what a move changes: an expression that moves in the good direction for us supports the move, and so
does one that moves in the bad direction for the other contestant.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from agents.advisor import Advisor
from agents.session.deliberation import Deliberation
from agents.sight.strengths import Change, comment_on
from agents.sight.zone_votes import STRENGTHS, Leaning, Leanings, View, gain, leanings_in, view_of, votes
from agents.sight.zones import ALL_TYPES, EXPRESSIONS, Terrain, stage_of, terrain_for
from blackboard import Knowledge

NAMED = 2
"""How many expressions a reason names at most."""


class ZoneRanger(Advisor):
    """Move to change zones as in contests that were won: ours for the better, theirs for the worse."""

    name = "Zone-Ranger"
    knowledge = ("active_zones",)
    _is_graded: ClassVar[bool] = False
    """Whether full strength means that all measures agree; otherwise the strongest opinion at hand has it."""

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by all active expressions together."""
        active = think.knowledge.item("active_zones")
        leanings = leanings_in(active, stage_of(think.game, think.position)) if active else ()
        terrain = terrain_for(think.game, think.position) if leanings else None
        if leanings and terrain:
            before, *afters = _views(think, terrain, leanings.kinds)
            said = votes(terrain, leanings, before, afters)
            await comment_on(
                think,
                {move: _change(leanings, each) for move, each in zip(think.moves, said, strict=True)},
                leanings.most if self._is_graded else None,
            )


class ZoneRangerGraded(ZoneRanger):
    """Change zones as Zone-Ranger does, and comment only as firmly as all its measures together agree."""

    name = "Zone-Ranger-Graded"
    _is_graded: ClassVar[bool] = True


def _change(leanings: Leanings, said: Sequence[int]) -> Change:
    """Add up the votes on a move, and name the heaviest of the side that prevails."""
    net = sum(said)
    if not net:
        return 0, ""
    side = said if net > 0 else [-vote for vote in said]
    number = len([vote for vote in side if vote > 0])
    named = "; ".join(leanings.describe[each] for each in _heaviest(side, min(number, NAMED)))
    way = "for" if net > 0 else "against"
    return net, f"{number} of {len(leanings)} measures of zones are {way} it: {named}"


def _heaviest(said: Sequence[int], number: int) -> Iterator[int]:
    """Yield the indices of the largest votes; among equal votes, the first."""
    left = list(said)
    for _ in range(number):
        first = left.index(max(left))
        yield first
        left[first] = 0


class ZoneAdvisor(Advisor):
    """Improve one measure of zones that was nearly always right; one such Advisor is learned per measure."""

    name = "Zone"
    knowledge = ("zone_advisors",)

    @classmethod
    def seats(cls, knowledge: Knowledge) -> Sequence[str]:
        """Return the names of the learned Advisors."""
        return tuple(knowledge.item("zone_advisors"))

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by what they change in one expression."""
        entry = think.knowledge.item("zone_advisors").get(think.name, {})
        expression = EXPRESSIONS.get(entry.get("expression", ""))
        terrain = terrain_for(think.game, think.position)
        if terrain is None or expression is None or expression.stage != stage_of(think.game, think.position):
            return
        leaning = Leaning(expression, entry["direction"])
        before, *afters = _views(think, terrain)
        for move, after in zip(think.moves, afters, strict=True):
            found = gain(terrain, leaning, before, after)
            if found:
                way = "makes for" if found > 0 else "does not make for"
                await think.comment(move, STRENGTHS[found], f"{way} {leaning.describe}")


def _views(think: Deliberation, terrain: Terrain, kinds: int = ALL_TYPES) -> Iterator[View]:
    """Yield the view of the position, then the view after each move."""
    yield view_of(terrain, think.game, think.position, think.mover, kinds)
    for move in think.moves:
        yield view_of(terrain, think.game, think.play(move), think.mover, kinds)
