"""Blocks: two contests, one in either role, that hang on their number alone and not on the setting.

A block is what a run of the same scenario plays, so whatever `hoyle run` has to say of a setting is about the
very same contests.
"""

from typing import Any

import attrs

from agents import Streams
from blackboard import Knowledge
from control import CTRL_C, HearingCache, VirtualClock
from control.settings.declarations import setting_of
from control.settings.hoyle_options import HoyleOptions
from games import Game
from scenarios.experiment.phases import Phase, PhaseContest
from scenarios.language.scenario import CellSpec, Scenario

CONTESTS = 2
"""Of a block."""
MOST_PLACES = 6
"""Whose hearings are kept at a time: those of one take some tens of megabytes."""
_VOTE = ("paradigm", "silence", "weights")
"""Settings of the vote alone: Advisors are heard in the same way whatever these are."""
_HEARING = ("advisors", "without", "layout", "schedule", "late", "budget", "place", "allocation", "order")
"""Settings of the hearing alone. One that is neither may let the vote reach into the hearing."""


@attrs.frozen(eq=False)
class _Place:
    """Where blocks are played: what was heard there need not be heard again."""

    game: Game[Any]
    clock: VirtualClock | None
    knowledge: Knowledge
    cache: HearingCache = attrs.field(factory=HearingCache)


class BlockPlayer:
    """Plays blocks of the settings that are the cells of a scenario."""

    def __init__(self, scenario: Scenario, knowledge: Knowledge | None = None) -> None:
        """Make one; `knowledge` is what Hoyle knows in every contest."""
        self._scenario = scenario
        self._knowledge = knowledge
        self._places: dict[str, _Place] = {}

    def play(self, setting: int, block: int) -> int:
        """Play a block; return what it was worth to Hoyle, from 0 to 4 quarters."""
        spec = self._scenario.cells[setting]
        place, streams = self._place(spec), Streams(self._scenario.seed).of_run(block)
        return CTRL_C.run(_play, spec, place, streams, clock=place.clock)

    def _place(self, spec: CellSpec) -> _Place:
        """Return where a setting is at home, with all that differ from it in the vote alone."""
        key = str((spec.game, spec.options, spec.clock, _heard_like(spec.phases[0].hoyle)))
        place = self._places.pop(key, None) or self._made(spec)
        self._places[key] = place
        if len(self._places) > MOST_PLACES:
            del self._places[next(iter(self._places))]
        return place

    def _made(self, spec: CellSpec) -> _Place:
        game = spec.make_game()
        return _Place(game, spec.clock.make(), self._knowledge or Knowledge.of(game))


def _heard_like(hoyle: HoyleOptions) -> HoyleOptions:
    """Return the options without those of the vote, if nothing else lets the vote change what is heard."""
    others = (each.name for each in attrs.fields(HoyleOptions) if each.name not in (*_VOTE, *_HEARING))
    if any(getattr(hoyle, name) != setting_of(HoyleOptions, name).default for name in others):
        return hoyle
    return attrs.evolve(hoyle, **{name: setting_of(HoyleOptions, name).default for name in _VOTE})


async def _play(spec: CellSpec, place: _Place, streams: Streams) -> int:
    (told,) = spec.phases
    phase = Phase(
        place.game,
        told,
        told.hoyle,
        place.knowledge,
        streams.child("phase", told.name),
        ends_on_failure=False,
        hearing_cache=place.cache,
    )
    with phase.opened():
        return sum([_quarters(await phase.play_contest()) for _ in range(CONTESTS)])


def _quarters(played: PhaseContest) -> int:
    winner = played.contest.outcome.winner
    return 1 if winner is None else 2 * (winner is played.role)
