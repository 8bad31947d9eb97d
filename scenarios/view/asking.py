"""How Hoyle is asked: by the options of the command line, in a thread with a clock of its own.

The server has a real clock, and one loop; a decision in virtual time cannot share that. So each is made in a
worker thread by a trio run of its own.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import attrs
import trio

from agents import Advisor, Streams
from agents.registry import all_advisors
from blackboard import Decision, Knowledge
from control import Hoyle, OnHearing, Seen, VirtualClock, decide
from control.hearing.clock_options import ClockOptions
from control.limits.panel import Panel
from control.settings.declarations import Scope
from control.settings.hoyle_options import BY_RANK, HEAR_ALL, OWN, HoyleOptions
from games import BadOption, Game, make_game
from scenarios.cli.command_options import Bench, make_bench, read_settings
from scenarios.view.what_if import Wishes

Ask = Callable[[OnHearing], Awaitable[Decision]]


@attrs.frozen
class Asking:
    """What the command line said of how Hoyle decides."""

    given: Mapping[str, Any]

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Asking":
        """Take the options; whoever was loaded runs in a process unless told otherwise."""
        loaded = [name for each in given.get("loads") or () for name in each.advisors]
        return cls({**given, "place": placed(given["place"], loaded)})

    def bench(self, game: Game[Any]) -> Bench:
        """Put together what a decision of a game needs."""
        given = dict(self.given)
        options = HoyleOptions(**read_settings(HoyleOptions, given, Scope.DECIDE))
        absent = {place.rpartition("=")[0] for place in options.place} - options.seated()
        given["place"] = tuple(each for each in options.place if each.rpartition("=")[0] not in absent - {""})
        return make_bench(game, given)

    def clock(self) -> VirtualClock | None:
        """Make a clock for one decision; None is the one on the wall."""
        return ClockOptions(**read_settings(ClockOptions, self.given, Scope.DECIDE)).make()

    @property
    def is_real_time(self) -> bool:
        """Is it decided by the clock on the wall?"""
        return str(self.given["clock"]) == "wall"


def placed(told: Iterable[str], loaded: Iterable[str]) -> tuple[str, ...]:
    """Return where Advisors run: those that were loaded in processes, for a thread cannot be killed."""
    told = tuple(told)
    names = {each.rpartition("=")[0] for each in told}
    if "" in names:
        return told
    inline = {name: all_advisors()[name].placement == "inline" for name in loaded if name in all_advisors()}
    return (*told, *(f"{name}=process" for name in inline if name not in names and inline[name]))


class Thought:
    """One decision under way in a thread of its own."""

    def __init__(self, ask: Ask, clock: VirtualClock | None) -> None:
        self._ask = ask
        self._clock = clock
        self.seen: Seen | None = None
        """The hearing, once there is one."""
        self.is_stopped = False
        self._token: trio.lowlevel.TrioToken | None = None
        self._scope = trio.CancelScope()

    async def run(self) -> Decision | None:
        """Wait for the decision; None if it was stopped before."""
        return await trio.to_thread.run_sync(self._work, abandon_on_cancel=True)

    def stop(self) -> None:
        """Let nobody think on; whoever never yields goes on, and nobody hears it."""
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
    """Let a Hoyle that sits at a table choose its move."""

    async def ask(on_hearing: OnHearing) -> Decision:
        heard: list[Decision] = []
        hoyle.on_decision, hoyle.on_hearing = heard.append, on_hearing
        await hoyle.choose(game, position, streams)
        return heard[-1]

    return ask


def asks_anew(asking: Asking, decision: Decision, wishes: Wishes) -> Ask:
    """Let those who took part in a decision be asked once more, with what is wished to be otherwise.

    What they knew then is in no record: they are asked with what the command line gives them to know.
    """
    game = make_game(decision.game, {key: str(value) for key, value in decision.options.items()})
    options = _as_recorded(decision, wishes)
    bench = asking.bench(game)
    knowledge = bench.knowledge() if bench.options.knowledge else Knowledge.of(game)
    panel: Panel = attrs.evolve(options, place=bench.options.relieved(_absent(options)).place).panel()
    position, streams = game.parse_position(decision.position), _streams(decision)

    async def ask(on_hearing: OnHearing) -> Decision:
        return await decide(
            game,
            position,
            panel,
            settings=options.settings(),
            knowledge=knowledge,
            streams=streams,
            on_hearing=on_hearing,
        )

    return ask


def _absent(options: HoyleOptions) -> set[str]:
    return all_advisors().keys() - options.seated()


def _streams(decision: Decision) -> Streams:
    return Streams(decision.settings.seed, decision.settings.stream)


def _as_recorded(decision: Decision, wishes: Wishes) -> HoyleOptions:
    """Return the options that a record tells of, with what is wished instead."""
    known: Mapping[str, type[Advisor]] = all_advisors()
    names = [each.advisor for each in decision.testimonies if each.advisor not in wishes.without]
    if strangers := [name for name in names if name not in known]:
        raise BadOption(
            f"{strangers[0]!r} cannot be asked anew: it was learned, or is not loaded; leave it out"
        )
    chosen = dict(decision.settings.chosen)
    budgets = [
        f"{each.advisor}={each.budget_ns}ns"
        + (f"+{each.budget_work}calls" if each.budget_work is not None else "")
        for each in decision.testimonies
        if each.advisor in names
    ]
    shared = [f"{whose}={_amount(each)}" for whose, each in decision.settings.limits.items()]
    weights = {name: weight for name, weight in chosen.get("weights", {}).items() if name in names}
    options = HoyleOptions(
        advisors=tuple(names),
        budget=(*budgets, *shared, *wishes.all_budgets(names)),
        paradigm=wishes.paradigm or chosen["paradigm"],
        layout=chosen.get("layout", "1990"),
        schedule=chosen["schedule"],
        late=wishes.late or chosen["late"],
        silence=chosen["silence"] if wishes.silence is None else wishes.silence,
        weights={**(weights if wishes.paradigm is None else {}), **wishes.weights},
        settle=wishes.settle or chosen.get("settle", HEAR_ALL),
        allocation=wishes.allocation or chosen.get("allocation", OWN),
        order=chosen.get("order", BY_RANK),
    )
    options.check()
    return options


def _amount(limit: Mapping[str, int]) -> str:
    parts = [f"{limit['ns']}ns"] if "ns" in limit else []
    return "+".join([*parts, *([f"{limit['work']}calls"] if "work" in limit else [])])
