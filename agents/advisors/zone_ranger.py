"""Advisors that go by zones: one that heeds all active expressions, and those that each stand for one.

Both see what a move changes: an expression that moves in the good direction for us speaks for it, and so does
one that moves the other way for the other contestant.
"""

from collections.abc import Iterator, Mapping, Sequence

from agents.advisor import Advisor
from agents.deliberation import Deliberation
from agents.strengths import Change, comment_on
from agents.zone_votes import STRENGTHS, Leaning, gains, leanings_in, view_of
from agents.zones import EXPRESSIONS, stage_of, terrain_for
from blackboard import Knowledge
from games import Move

TOLD = 2
"""How many expressions a reason names at most."""


class ZoneRanger(Advisor):
    """Move to change zones as in contests that were won: ours for the better, theirs for the worse."""

    name = "Zone-Ranger"
    knowledge = ("active_zones",)

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by all active expressions together."""
        active = think.knowledge.item("active_zones")
        leanings = leanings_in(active, stage_of(think.game, think.position)) if active else []
        if leanings:
            weights = [each.weight for each in leanings]
            votes = {
                move: [gain * weight for gain, weight in zip(found, weights, strict=True)]
                for move, found in _gains(think, leanings).items()
            }
            await comment_on(think, {move: _change(leanings, each) for move, each in votes.items()})


def _change(leanings: Sequence[Leaning], votes: Sequence[int]) -> Change:
    """Add up what all say of a move, and name those that weighed most of the side that prevails."""
    net = sum(votes)
    if not net:
        return 0, ""
    side = votes if net > 0 else [-vote for vote in votes]
    number = sum(vote > 0 for vote in side)
    named = "; ".join(leanings[each].told for each in _heaviest(side, min(number, TOLD)))
    way = "for" if net > 0 else "against"
    return net, f"{number} of {len(leanings)} measures of zones are {way} it: {named}"


def _heaviest(votes: Sequence[int], number: int) -> Iterator[int]:
    """Yield where the largest votes are; of those that are as large, the first."""
    left = list(votes)
    for _ in range(number):
        first = left.index(max(left))
        yield first
        left[first] = 0


class ZoneAdvisor(Advisor):
    """Move to change one measure of zones that was nearly always right; learned, so there may be many."""

    name = "Zone"
    knowledge = ("zone_advisors",)

    @classmethod
    def seats(cls, knowledge: Knowledge) -> Sequence[str]:
        """Return the names of those that were learned."""
        return tuple(knowledge.item("zone_advisors"))

    async def advise(self, think: Deliberation) -> None:
        """Support and oppose moves by what they change of one expression."""
        entry = think.knowledge.item("zone_advisors").get(think.name, {})
        expression = EXPRESSIONS.get(entry.get("expression", ""))
        if expression is None or expression.stage != stage_of(think.game, think.position):
            return
        leaning = Leaning(expression, entry["direction"])
        for move, (gain,) in _gains(think, [leaning]).items():
            if gain:
                way = "makes for" if gain > 0 else "does not make for"
                await think.comment(move, STRENGTHS[gain], f"{way} {leaning.told}")


def _gains(think: Deliberation, leanings: Sequence[Leaning]) -> Mapping[Move, list[int]]:
    """Return what each move changes for the better, by each of these."""
    terrain = terrain_for(think.game, think.position)
    if terrain is None:
        return {}
    before, *afters = (
        view_of(terrain, think.game, position, think.mover)
        for position in (think.position, *(think.play(move) for move in think.moves))
    )
    return dict(zip(think.moves, gains(terrain, leanings, before, afters), strict=True))
