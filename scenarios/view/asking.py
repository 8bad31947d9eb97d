"""Decisions in threads: each uses the options of the command line and its own clock.

The server runs on the real clock, and a decision in virtual time cannot share its loop. So each decision has
a worker thread with its own trio run.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import attrs
import trio

from agents import Streams
from agents.registry import all_advisors
from blackboard import Decision
from control import Changes, Hoyle, OnHearing, Seen, VirtualClock
from control.hearing.clock_options import ClockOptions
from control.redeciding.record import recorded_game
from control.settings.declarations import Scope
from control.settings.hoyle_options import HoyleOptions
from games import Game
from scenarios.decisions.bench import Bench, make_bench, read_settings
from scenarios.decisions.recorded import recorded_bench

Ask = Callable[[OnHearing], Awaitable[Decision]]


@attrs.frozen
class Asking:
    """The options of the command line for decisions."""

    given: Mapping[str, Any]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Asking":
        """Take the options; loaded Advisors run in processes unless --place says otherwise."""
        loaded = [name for each in given.get("loads") or () for name in each.advisors]
        return cls({**given, "place": placed(given["place"], loaded)})

    def bench(self, game: Game[Any]) -> Bench:
        """Return the bench for decisions in a game."""
        given = dict(self.given)
        options = HoyleOptions(**read_settings(HoyleOptions, given, Scope.DECIDE))
        absent = {place.rpartition("=")[0] for place in options.place} - options.seated()
        given["place"] = tuple(each for each in options.place if each.rpartition("=")[0] not in absent - {""})
        return make_bench(game, given)

    def clock(self) -> VirtualClock | None:
        """Return a clock for one decision; None means the wall clock."""
        return ClockOptions(**read_settings(ClockOptions, self.given, Scope.DECIDE)).make()

    @property
    def is_real_time(self) -> bool:
        """Return whether Hoyle decides on the wall clock."""
        return str(self.given["clock"]) == "wall"


def placed(places: Iterable[str], loaded: Iterable[str]) -> tuple[str, ...]:
    """Return where Advisors run: loaded ones in processes, because a thread cannot be killed."""
    places = tuple(places)
    names = {each.rpartition("=")[0] for each in places}
    if "" in names:
        return places
    inline = {name: all_advisors()[name].placement == "inline" for name in loaded if name in all_advisors()}
    return (*places, *(f"{name}=process" for name in inline if name not in names and inline[name]))


class Thought:
    """One decision in progress in its own thread."""

    def __init__(self, ask: Ask, clock: VirtualClock | None) -> None:
        self._ask = ask
        self._clock = clock
        self.seen: Seen | None = None
        """The hearing, once there is one."""
        self.is_stopped = False
        self._token: trio.lowlevel.TrioToken | None = None
        self._scope = trio.CancelScope()

    async def run(self) -> Decision | None:
        """Wait for the decision; return None if it was stopped."""
        return await trio.to_thread.run_sync(self._work, abandon_on_cancel=True)

    @property
    def is_real_time(self) -> bool:
        """Return whether Hoyle decides on the wall clock."""
        return self._clock is None

    def stop(self) -> None:
        """Cancel all Advisors. One that never yields keeps running, but its posts are ignored."""
        self.is_stopped = True
        if self._token is not None:
            with suppress(trio.RunFinishedError):
                self._token.run_sync_soon(self._scope.cancel)

    def _work(self) -> Decision | None:
        return trio.run(self._main, clock=self._clock)

    async def _main(self) -> Decision | None:
        self._token = trio.lowlevel.current_trio_token()
        decision = None
        with self._scope:
            if not self.is_stopped:
                decision = await self._ask(self._show)
        return decision

    def _show(self, seen: Seen) -> None:
        self.seen = seen


def asks_hoyle(hoyle: Hoyle, game: Game[Any], position: Any, streams: Streams) -> Ask:
    """Return a coroutine function that lets a Hoyle choose its move."""

    async def ask(on_hearing: OnHearing) -> Decision:
        heard: list[Decision] = []
        hoyle.on_decision, hoyle.on_hearing = heard.append, on_hearing
        await hoyle.choose(game, position, streams)
        return heard[-1]

    return ask


def asks_anew(asking: Asking, decision: Decision, changes: Changes) -> Thought:
    """Ask the Advisors of a recorded decision again, under its settings with the changes.

    A record holds no knowledge: the Advisors get the knowledge that the command line names.
    """
    game = recorded_game(decision)
    bench = recorded_bench(decision, changes, asking.bench(game))
    position = game.parse_position(decision.position)
    return Thought(partial(bench.decide, position), bench.clock)
