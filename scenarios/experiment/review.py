"""A review: what would each tier-3 Advisor have said of the moves of contestants that did not lose?

An Advisor is relevant as often as it has a comment to make, and significant as often as its strongest comment
supports the move that was made (the paper of 1990, Experiment 3). It is asked with what Hoyle knows now.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from typing import Any

import attrs

from agents import Streams, all_advisors
from blackboard import LAST_TIER, NEUTRAL, Contest, Experience, Knowledge, Testimony
from control import ask
from control.limits.layouts import place
from control.settings.hoyle_options import HoyleOptions
from games import Game, Move
from scenarios.language.scenario import Tune

MOST_POSITIONS = 300
"""How many positions a review covers at most; the latest contests come first."""


@attrs.frozen
class AdvisorReview:
    """How one Advisor fared in a review."""

    asked: int = 0
    commented: int = 0
    agreed: int = 0

    @property
    def significance(self) -> float:
        """The share of positions in which it supported the move."""
        return self.agreed / self.asked if self.asked else 0.0


async def review(
    game: Game[Any],
    contests: Iterable[Contest],
    hoyle: HoyleOptions,
    knowledge: Knowledge,
    streams: Streams,
    *,
    also: Collection[str] = (),
) -> dict[str, AdvisorReview]:
    """Ask every tier-3 Advisor, and some of the tiers above, about the moves of these contests.

    Those above are asked one at a time, for what one of them decides would silence the others.
    """
    whole = hoyle.panel()
    above = [seat.name for seat in whole.seats[: whole.ranked] if seat.name in also]
    panels = [whole.voters(), *map(whole.alone, above)]
    standings = {seat.name: AdvisorReview() for panel in panels for seat in panel.seats}
    with closing(whole):
        for number, (position, move) in enumerate(_examples(game, contests)):
            place = streams.child("review", number)
            for panel in panels:
                asked, _ = await ask(game, position, panel, knowledge, place, settings=hoyle.settings())
                for testimony in asked.testimonies:
                    standings[testimony.advisor] = _counted(standings[testimony.advisor], testimony, move)
    return standings


def _examples(game: Game[Any], contests: Iterable[Contest]) -> list[tuple[Any, Move]]:
    """Return each position in which a role that did not lose had a choice, with its move."""
    found: dict[tuple[Any, Move], None] = {}
    for contest in reversed(list(contests)):
        experience = Experience.of(game, contest)
        for position, move in zip(experience.positions, contest.moves, strict=False):
            if game.mover(position) is not experience.loser and len(game.legal_moves(position)) > 1:
                found.setdefault((position, move))
    return list(found)[:MOST_POSITIONS]


def _counted(standing: AdvisorReview, testimony: Testimony, move: Move) -> AdvisorReview:
    comments = testimony.comments.values()
    strongest = max((comment.strength for comment in comments), default=NEUTRAL)
    own = testimony.comments.get(move)
    agreed = own is not None and own.strength == strongest > NEUTRAL
    return AdvisorReview(standing.asked + 1, standing.commented + bool(comments), standing.agreed + agreed)


def _votes(name: str, layout: str) -> bool:
    """Return whether the Advisor with this name votes; learned Advisors do."""
    known = all_advisors()
    return name not in known or place(known[name], layout)[0] == LAST_TIER


def tuned(hoyle: HoyleOptions, tune: Tune, standings: Mapping[str, AdvisorReview]) -> HoyleOptions:
    """Leave out the voters that never helped, and double the weights of the most significant ones."""
    standings = {name: standing for name, standing in standings.items() if _votes(name, hoyle.layout)}
    useless = [name for name, standing in standings.items() if tune.drop and not standing.agreed]
    order = sorted(standings, key=lambda name: (-standings[name].significance, name))
    doubled = [name for name in order if standings[name].agreed][: tune.double]
    weights = {**hoyle.weights, **{name: 2 * hoyle.weights.get(name, 1.0) for name in doubled}}
    changed = attrs.evolve(hoyle, without=(*hoyle.without, *useless), weights=weights)
    return changed.relieved(useless)
