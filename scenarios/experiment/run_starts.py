"""What runs begin with. Runs that begin in the same way share a game, a clock and hearings."""

from typing import Any

import attrs

from agents import declared_items
from blackboard import Knowledge
from control import HearingCache, VirtualClock
from control.settings.declarations import setting_of
from control.settings.hoyle_options import HoyleOptions
from games import Game, Outcome
from scenarios.language.scenario import CellSpec, Scenario
from scenarios.play.judge import value_of

MOST_STARTS = 6
"""Starts that are kept at a time: the hearings of one take some tens of megabytes."""
_VOTE = ("paradigm", "silence", "weights")
"""Settings of the vote alone: they do not change what Advisors say."""
_HEARING = ("advisors", "without", "layout", "schedule", "late", "budget", "place", "allocation", "order")
"""Settings of the hearing alone. With any other setting, the vote may change what is said later."""


@attrs.frozen(eq=False)
class RunStart:
    """What a run begins with."""

    game: Game[Any]
    value: Outcome | None
    """How the game ends between perfect contestants, where that is known."""
    clock: VirtualClock | None
    knowledge: Knowledge
    hearing_cache: HearingCache = attrs.field(factory=HearingCache)


class RunStarts:
    """The starts of a scenario. Cells that differ in the vote alone share one, unless their runs learn."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._keys: dict[int, str] = {}
        """What the cells that share a start have in common, by cell; empty if its runs learn."""
        self._kept: dict[str, RunStart] = {}

    def of(self, number: int) -> RunStart:
        """Return the start of a run of a cell."""
        cell = self._scenario.cells[number]
        if number not in self._keys:
            self._keys[number] = _key(cell)
        key = self._keys[number]
        if not key:
            return self._made(cell)
        start = self._kept.pop(key, None) or self._made(cell)
        self._kept[key] = start
        if len(self._kept) > MOST_STARTS:
            del self._kept[next(iter(self._kept))]
        return start

    def clear(self) -> None:
        """Keep no start: an error may have left its game or clock in disorder."""
        self._kept.clear()

    def _made(self, cell: CellSpec) -> RunStart:
        game = cell.make_game()
        return RunStart(game, value_of(game), cell.clock.make(), known_at_start(self._scenario, game))


def known_at_start(scenario: Scenario, game: Game[Any]) -> Knowledge:
    """Return what a run of a game knows before its first contest; BadFile if that is of another game."""
    if scenario.knowledge is None:
        return Knowledge.of(game)
    return Knowledge.load(scenario.knowledge, game=game, declared=declared_items())


def _key(cell: CellSpec) -> str:
    if any(phase.learn != "no" or phase.hoyle.symmetry for phase in cell.phases):
        return ""
    return str((cell.game, cell.options, cell.clock, [_without_vote(phase.hoyle) for phase in cell.phases]))


def _without_vote(hoyle: HoyleOptions) -> HoyleOptions:
    """Return the options without those of the vote, if no other setting lets the vote change what is said."""
    others = (each.name for each in attrs.fields(HoyleOptions) if each.name not in (*_VOTE, *_HEARING))
    if any(getattr(hoyle, name) != setting_of(HoyleOptions, name).default for name in others):
        return hoyle
    return attrs.evolve(hoyle, **{name: setting_of(HoyleOptions, name).default for name in _VOTE})
