"""Conformance checks of programs that are Advisors; each finding is a sentence."""

import statistics
import time
from collections.abc import Iterable, Iterator
from typing import Any

import trio

from agents import ExternalAdvisor, Failure, Streams
from agents.session.failures import Unstarted
from blackboard import Decision, State, Testimony
from control.conformance.advisor_conduct import Conduct, HearTrial, unheard
from control.conformance.contestant_check import Fault, describe_faults, sampled
from control.hearing.decide import decide
from control.hearing.interruption import CTRL_C
from control.hearing.virtual import VirtualClock
from control.limits.panel import Panel
from games import BadOption, Game

MOST_FAILURES = 3
"""The number of failures after which the check stops."""


def check_program(
    advisor: type[ExternalAdvisor], games: Iterable[Game[Any]], *, seed: int = 0, hear: HearTrial = unheard
) -> Conduct:
    """Start a program, ask it twice about positions of every game, and return its faults.

    BadOption if its command cannot be started.
    """
    games = list(games)
    try:
        trio.run(advisor().try_out, games[0])
    except Unstarted as error:
        raise BadOption(f"Advisor {advisor.name!r} cannot take part: {error}; fix its command") from error
    except Failure as error:
        return Conduct([str(error)])
    panel = Panel.of([advisor])
    trial = _Trial(panel, seed)
    found: dict[str, list[Fault]] = {}
    try:
        for game in games:
            hear(game.name)
            for fault in trial.faults(game):
                found.setdefault(fault.what, []).append(fault)
            if trial.failures >= MOST_FAILURES:
                break
    finally:
        panel.close()
    conduct = Conduct([describe_faults(faults) for faults in found.values()], trial.facts())
    if not trial.has_finished and not found:
        conduct.findings.append("never finishes within its budget; send done, or set a larger budget")
    return conduct


class _Trial:
    """A program that is asked several questions."""

    def __init__(self, panel: Panel, seed: int) -> None:
        self._panel = panel
        self._seed = seed
        self._spans: list[float] = []
        self._work: list[int] = []
        self.failures = 0
        self.has_finished = False

    def faults(self, game: Game[Any]) -> Iterator[Fault]:
        """Yield the faults in one game, up to the first failure."""
        for position in sampled(game, self._seed):
            where = f"in {game.name} at {game.format_position(position)!r}"
            first, second = (self._asked(game, position) for _ in range(2))
            if failed := next((each for each in (first, second) if each.state is State.FAILED), None):
                self.failures += 1
                yield Fault("fails", where, f": {failed.reason}")
                return
            if _said(first) != _said(second):
                yield Fault("answers differently the second time", where, "; use no chance other than seed")

    def _asked(self, game: Game[Any], position: Any) -> Testimony:
        begin = time.perf_counter()

        async def ask() -> Decision:
            return await decide(game, position, self._panel, streams=Streams(self._seed))

        testimony = CTRL_C.run(ask, clock=VirtualClock()).testimonies[0]
        self._spans.append(1000 * (time.perf_counter() - begin))
        self._work.append(testimony.work)
        self.has_finished |= testimony.state is State.FINISHED
        return testimony

    def facts(self) -> dict[str, object]:
        """Return facts for its author."""
        if not self._spans:
            return {}
        spans = sorted(self._spans)
        return {
            "work": {"median": statistics.median(self._work), "worst": max(self._work)},
            "ms": {"median": round(statistics.median(spans), 3), "worst": round(spans[-1], 3)},
        }


def _said(testimony: Testimony) -> tuple[Any, ...]:
    return testimony.comments, testimony.plans, testimony.spent_ns
