"""Everything that decisions need except a position, from the options of the command line."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from agents import Streams, declared_items, get_learners
from blackboard import Decision, Knowledge
from control import OnHearing, Panel, Settings, VirtualClock, decide
from control.hearing.clock_options import ClockOptions
from control.settings.declarations import Scope, settings_of
from control.settings.hoyle_options import HoyleOptions, check_order, check_suited
from games import Game


@attrs.frozen
class Bench:
    """Everything that decisions need except a position."""

    game: Game[Any]
    options: HoyleOptions
    panel: Panel
    settings: Settings
    clock: VirtualClock | None
    """None means the wall clock."""
    streams: Streams
    trace_file: Path | None

    def knowledge(self) -> Knowledge:
        """Read the useful knowledge that the options name; empty if they name none."""
        path = self.options.knowledge
        if path is None:
            return Knowledge.of(self.game)
        return Knowledge.load(path, game=self.game, declared=declared_items())

    async def decide(self, position: Any, on_hearing: OnHearing | None = None) -> Decision:
        """Let the panel decide a position; BadOption if a program cannot take part."""
        await self.panel.start(self.game)
        return await decide(
            self.game,
            position,
            self.panel,
            settings=self.settings,
            knowledge=self.knowledge(),
            streams=self.streams,
            on_hearing=on_hearing,
        )


def make_bench(game: Game[Any], given: Mapping[str, Any]) -> Bench:
    """Make the bench from options of the command line; raise HoyleError if they contradict each other."""
    scope = Scope.DECIDE | Scope.PLAY if "learn" in given else Scope.DECIDE
    options = HoyleOptions(**read_settings(HoyleOptions, given, scope))
    panel, settings = options.panel(), options.settings()
    get_learners(options.named_learners())
    check_suited([seat.family for seat in panel.seats], game)
    clock = ClockOptions(**read_settings(ClockOptions, given, scope)).make()
    check_order(options, None if clock is None else clock.processors)
    return Bench(game, options, panel, settings, clock, Streams(given["seed"]), given["trace_file"])


def read_settings(owner: type, given: Mapping[str, Any], scope: Scope) -> dict[str, Any]:
    """Read the settings of a class from options of the command line; those that are None are left out."""
    return {
        each.name: each.form.from_option(given[each.name])
        for each in settings_of(owner, scope)
        if given[each.name] is not None
    }
