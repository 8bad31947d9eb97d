"""Try, before an experiment begins, what runs elsewhere: programs, endpoints and processes.

That is Advisors with a proxy, and contestants that are programs.
"""

from collections.abc import Iterator
from typing import Any

import trio

from agents import CONTESTANTS, ProgramContestant, Proxy, Remote, described, make_contestant
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, Game
from scenarios.language.scenario import CellSpec, Scenario
from scenarios.play.named_contestants import HOYLE, read_contestant


def try_out(scenario: Scenario) -> None:
    """Try each Advisor that runs elsewhere once; BadOption names the first that cannot take part."""
    if wanted := dict(_proxies(scenario)):
        trio.run(_try_all, wanted)
    if programs := dict(_programs(scenario)):
        trio.run(_try_contestants, programs)


def asks_elsewhere(scenario: Scenario) -> bool:
    """Return whether an Advisor is a program, a model or in a process, or a contestant is a program."""
    return any(True for _ in _proxies(scenario)) or any(True for _ in _programs(scenario))


def _programs(scenario: Scenario) -> Iterator[tuple[str, Game[Any]]]:
    """Yield the names of the contestants that are programs, and a game that each plays."""
    for cell in scenario.cells:
        for name in dict.fromkeys(name for phase in cell.phases for name in phase.others):
            first = name.partition(":")[0]
            if first in CONTESTANTS and issubclass(CONTESTANTS[first], ProgramContestant):
                yield name, cell.make_game()


async def _try_contestants(wanted: dict[str, Game[Any]]) -> None:
    for name, game in wanted.items():
        contestant = make_contestant(name, game)
        try:
            await contestant.try_out(game)
        finally:
            contestant.close()


def _proxies(scenario: Scenario) -> Iterator[tuple[tuple[str, str], tuple[Proxy, Game[Any]]]]:
    """Yield the proxies by name and placement, each with a game that it is asked about."""
    seen: set[str] = set()
    for cell in scenario.cells:
        for options in _hoyles(cell):
            key = str((cell.game, options.advisors, options.without, options.place))
            if key not in seen:
                seen.add(key)
                for seat in options.panel().seats:
                    if isinstance(seat.advisor, Proxy):
                        yield (seat.name, _placement(seat.advisor)), (seat.advisor, cell.make_game())


def _placement(proxy: Proxy) -> str:
    return proxy.placement_ if isinstance(proxy, Remote) else ""


def _hoyles(cell: CellSpec) -> Iterator[HoyleOptions]:
    """Yield the options of every Hoyle of a cell: its own, and those that it plays against or watches."""
    for phase in cell.phases:
        if phase.learn != "watch":
            yield phase.hoyle
        for name in phase.others:
            if name.partition(":")[0] == HOYLE:
                yield read_contestant(name, phase.hoyle).options or phase.hoyle


async def _try_all(wanted: dict[tuple[str, str], tuple[Proxy, Game[Any]]]) -> None:
    for (name, _), (proxy, game) in wanted.items():
        try:
            await proxy.try_out(game)
        except Exception as error:
            remedy = f'fix that, or leave it out: without = ["{name}"]'
            raise BadOption(f"Advisor {name!r} cannot take part: {described(error)}; {remedy}") from error
        finally:
            proxy.close()
