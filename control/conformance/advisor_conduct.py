"""Checks of an Advisor's conduct: its cost, how soon it stops, and whether it can run in a process.

An unknown Advisor may never return, so it is asked in a process first, which can be killed.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import attrs

from agents import Advisor, Proxy, Question, Streams
from agents.plugins.origins import origin_of_class
from agents.remote.processes import LAUNCHER, MB
from agents.remote.worker_handles import ProcessHandle
from agents.session.advisor_session import FOREVER
from blackboard import Decision, Knowledge, Testimony
from control.hearing.decide import decide
from control.hearing.interruption import CTRL_C
from control.hearing.virtual import BRAKE_S, VirtualClock
from control.limits.panel import Panel, Seat
from games import BadOption, Game, VoidDecision

GAMES = 3
"""The number of games in which conduct is checked."""
POSITIONS = 6
"""The number of positions of each game."""
PATIENCE_S = 2.0
"""The real time that an Advisor may take from one call or post to the next."""
DELAYS_S = (0.0, 0.001, 0.003, 0.01)
"""When an Advisor is cancelled, after the question."""
SOON_MS = 50.0
"""The time within which a cancelled Advisor should stop."""
DEAF_S = 1.0
"""The time after which an Advisor counts as not stopping at all."""
NS_PER_MS = 1_000_000
HearTrial: TypeAlias = Callable[[str], None]
"""Receives what is being tried, such as the name of a game."""


def unheard(_: str) -> None:
    """Ignore what is being tried."""


@attrs.define
class Conduct:
    """The conduct of an Advisor."""

    findings: list[str] = attrs.field(factory=list)
    facts: dict[str, object] = attrs.field(factory=dict)
    """Figures for its author that are no faults."""
    is_safe: bool = True
    """Whether it can be asked inline without danger to the program."""


def check_conduct(
    advisor: type[Advisor],
    games: Sequence[Game[Any]],
    samples: Iterable[Sequence[Any]],
    *,
    seed: int = 0,
    hear: HearTrial = unheard,
) -> Conduct:
    """Ask an Advisor in a process, on both clocks, and return its conduct."""
    conduct = Conduct()
    if issubclass(advisor, Proxy):
        return conduct
    try:
        origin_of_class(advisor)
    except BadOption as error:
        conduct.facts["process"] = f"not tried: {error}"
        return conduct
    asked = [(game, positions[:POSITIONS]) for game, positions in zip(games[:GAMES], samples, strict=False)]
    _check_in_process(conduct, advisor, asked, seed, hear)
    if conduct.is_safe:
        hear("how soon it stops")
        _check_stopping(conduct, advisor, asked, seed)
    return conduct


def games_with_a_seat(advisor: type[Advisor], games: Iterable[Game[Any]]) -> list[Game[Any]]:
    """Return the games in which an Advisor sits without useful knowledge; HoyleError if seats() fails."""
    panel = Panel.of([advisor])
    return [game for game in games if first_seat(panel, game).seats]


def first_seat(panel: Panel, game: Game[Any]) -> Panel:
    """Return a panel of the first seat without useful knowledge; a learned Advisor may have none."""
    seated = panel.seated_for(Knowledge.of(game))
    return attrs.evolve(seated, seats=seated.seats[:1], is_seated=True)


def _check_in_process(
    conduct: Conduct,
    advisor: type[Advisor],
    asked: Sequence[tuple[Game[Any], Sequence[Any]]],
    seed: int,
    hear: HearTrial,
) -> None:
    """Compare its answers in a process and inline, and measure its cost."""
    elsewhere = Panel.of([advisor], placements={advisor.name: "process"})
    inline = Panel.of([advisor], placements={advisor.name: "inline"})
    work: list[int] = []
    spans: list[float] = []
    for game, positions in asked:
        hear(f"{game.name}, in a process")
        is_same = True
        near, far = first_seat(inline, game), first_seat(elsewhere, game)
        CTRL_C.run(far.prepare, _question(game, positions[0], seed))
        for position in positions:
            try:
                there = _asked(far, game, position, seed, brake_s=PATIENCE_S)
            except VoidDecision:
                conduct.is_safe = False
                conduct.findings.append(
                    f"takes {PATIENCE_S:g} s without a call of the oracle or a post in {game.name} at"
                    f" {game.format_position(position)!r}; inline it could not be stopped:"
                    ' call think.remaining(), or declare placement = "process"'
                )
                return
            here = _asked(near, game, position, seed)
            if is_same and _said(here) != _said(there):
                is_same = False
                conduct.findings.append(
                    f"gives different answers in a process and inline in {game.name} at"
                    f" {game.format_position(position)!r}; use nothing except think"
                )
            work.append(here.work)
            begin = time.perf_counter()
            _asked(near, game, position, seed)
            spans.append(1000 * (time.perf_counter() - begin))
    elsewhere.close()
    if work:
        conduct.facts["process"] = (
            "same answers as inline" if not conduct.findings else "different answers than inline"
        )
        conduct.facts["work"] = {"median": statistics.median(work), "worst": max(work)}
        conduct.facts["ms"] = {"median": round(statistics.median(spans), 3), "worst": round(max(spans), 3)}


def _question(game: Game[Any], position: Any, seed: int) -> Question:
    moves = tuple(game.legal_moves(position))
    return Question(game, position, game.mover(position), moves, Knowledge.of(game), Streams(seed))


def _asked(panel: Panel, game: Game[Any], position: Any, seed: int, *, brake_s: float = BRAKE_S) -> Testimony:
    async def ask() -> Decision:
        return await decide(game, position, panel, streams=Streams(seed))

    return CTRL_C.run(ask, clock=VirtualClock(brake_s=brake_s)).testimonies[0]


def _said(testimony: Testimony) -> tuple[Any, ...]:
    return (
        testimony.state,
        testimony.reason,
        testimony.comments,
        testimony.plans,
        testimony.work,
        testimony.spent_ns,
    )


def _check_stopping(
    conduct: Conduct, advisor: type[Advisor], asked: Sequence[tuple[Game[Any], Sequence[Any]]], seed: int
) -> None:
    """Cancel it while it thinks, in real time, and measure how soon it stops."""
    took = list(_stops(advisor, asked, seed))
    if not took:
        return
    conduct.facts["stops_ms"] = {"median": round(statistics.median(took), 3), "worst": round(max(took), 3)}
    if statistics.median(took) >= 1000 * DEAF_S:
        conduct.findings.append(
            "does not stop when it is cancelled: do not catch BaseException, and do not shield cancel scopes"
        )
    elif statistics.median(took) > SOON_MS:
        conduct.findings.append(
            f"takes {statistics.median(took):.0f} ms to stop when it is cancelled; it should take less than"
            f" {SOON_MS:g}: call the oracle or think.remaining() more often"
        )


def _stops(
    advisor: type[Advisor], asked: Sequence[tuple[Game[Any], Sequence[Any]]], seed: int
) -> Iterator[float]:
    """Yield the time in ms that each stop took."""
    LAUNCHER.wait_ready()
    for game, positions in asked[:1]:
        for position, delay in zip(positions, DELAYS_S, strict=False):
            question = _question(game, position, seed)
            handle = ProcessHandle(
                origin_of_class(advisor), advisor.memory_mb * MB, question, name=advisor.name
            )
            (seat,) = first_seat(Panel.of([advisor]), game).seats
            CTRL_C.run(_begin, handle, seat, question)
            time.sleep(delay)
            begin = time.perf_counter()
            handle.stop()
            has_stopped = handle.has_stopped(DEAF_S)
            yield 1000 * (time.perf_counter() - begin) if has_stopped else 1000 * DEAF_S
            handle.end()


async def _begin(handle: ProcessHandle, seat: Seat, question: Question) -> None:
    await handle.wait_loaded()
    handle.number += 1
    handle.is_idle = False
    terms = {"clock": "wall", "until": time.perf_counter() + 60, "most_work": FOREVER}
    await handle.send(
        {
            "do": "ask",
            "n": handle.number,
            "name": seat.name,
            "makes_plans": seat.makes_plans,
            "terms": terms,
            **handle.question(question),
        }
    )
