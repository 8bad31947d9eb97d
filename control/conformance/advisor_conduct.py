"""How an Advisor conducts itself: what it costs, how soon it stops, and whether it can run in a process.

An Advisor that nobody knows may spin for ever, so it is asked in a process first, where it can be ended.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import attrs

from agents import Advisor, Proxy, Question, Remote, Streams
from agents.plugins.origins import origin_of_class
from agents.remote.processes import LAUNCHER, MB
from agents.remote.worker_handles import ProcessHandle
from agents.session.advisor_session import FOREVER
from blackboard import Decision, Knowledge, Testimony
from control.hearing.decide import decide
from control.hearing.interruption import CTRL_C
from control.hearing.virtual import VirtualClock
from control.limits.panel import Panel, Seat
from games import BadOption, Game

GAMES = 3
"""In how many games conduct is looked at."""
POSITIONS = 6
"""In how many positions of each."""
PATIENCE_S = 2.0
"""How long, in real time, an Advisor may go without a call or a post."""
DELAYS_S = (0.0, 0.001, 0.003, 0.01)
"""How long after a question it is cancelled."""
SOON_MS = 50.0
"""How soon an Advisor ought to stop when it is cancelled."""
DEAF_S = 1.0
"""When it is held that an Advisor does not stop at all."""
NS_PER_MS = 1_000_000
HearTrial: TypeAlias = Callable[[str], None]
"""Hears what is being tried: a game, perhaps with a word on how."""


def unheard(_: str) -> None:
    """Hear of a trial, and do nothing."""


@attrs.define
class Conduct:
    """What was seen of an Advisor."""

    findings: list[str] = attrs.field(factory=list)
    facts: dict[str, object] = attrs.field(factory=dict)
    """For its author to know: figures, and nothing that is wrong."""
    is_safe: bool = True
    """It can be asked inline without danger to the program."""


def check_conduct(
    advisor: type[Advisor],
    games: Sequence[Game[Any]],
    samples: Iterable[Sequence[Any]],
    *,
    seed: int = 0,
    hear: HearTrial = unheard,
) -> Conduct:
    """Ask an Advisor in a process, on both clocks, and say how it conducts itself."""
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
    """Return the games at which an Advisor sits where nothing is known; HoyleError if it cannot say."""
    panel = Panel.of([advisor])
    return [game for game in games if first_seat(panel, game).seats]


def first_seat(panel: Panel, game: Game[Any]) -> Panel:
    """Seat whoever sits first where nothing is known of a game: a learned Advisor may sit nowhere then."""
    seated = panel.seated_for(Knowledge.of(game))
    return attrs.evolve(seated, seats=seated.seats[:1], is_seated=True)


def _check_in_process(
    conduct: Conduct,
    advisor: type[Advisor],
    asked: Sequence[tuple[Game[Any], Sequence[Any]]],
    seed: int,
    hear: HearTrial,
) -> None:
    """Compare what it says there with what it says inline, and take its measure."""
    elsewhere = Panel.of([advisor], placements={advisor.name: "process"})
    remote = elsewhere.seats[0].advisor
    if isinstance(remote, Remote):
        remote.patience_s = PATIENCE_S
    inline = Panel.of([advisor], placements={advisor.name: "inline"})
    work: list[int] = []
    spans: list[float] = []
    for game, positions in asked:
        hear(f"{game.name}, in a process")
        says_the_same = True
        near, far = first_seat(inline, game), first_seat(elsewhere, game)
        for position in positions:
            there = _asked(far, game, position, seed)
            if _has_lost_patience(far):
                conduct.is_safe = False
                conduct.findings.append(
                    f"goes {PATIENCE_S:g} s without a call of the oracle or a post in {game.name} at"
                    f" {game.format_position(position)!r}; inline nothing could stop it:"
                    ' call think.remaining(), or declare placement = "process"'
                )
                return
            here = _asked(near, game, position, seed)
            if says_the_same and _said(here) != _said(there):
                says_the_same = False
                conduct.findings.append(
                    f"says other things in a process than inline in {game.name} at"
                    f" {game.format_position(position)!r}; take nothing from outside of think"
                )
            work.append(here.work)
            begin = time.perf_counter()
            _asked(near, game, position, seed)
            spans.append(1000 * (time.perf_counter() - begin))
    elsewhere.close()
    if work:
        conduct.facts["process"] = (
            "says the same there" if not conduct.findings else "says other things there"
        )
        conduct.facts["work"] = {"median": statistics.median(work), "worst": max(work)}
        conduct.facts["ms"] = {"median": round(statistics.median(spans), 3), "worst": round(max(spans), 3)}


def _has_lost_patience(panel: Panel) -> bool:
    remotes = [seat.advisor for seat in panel.seats if isinstance(seat.advisor, Remote)]
    return any(remote.has_lost_patience for remote in remotes)


def _asked(panel: Panel, game: Game[Any], position: Any, seed: int) -> Testimony:
    async def ask() -> Decision:
        return await decide(game, position, panel, streams=Streams(seed))

    return CTRL_C.run(ask, clock=VirtualClock()).testimonies[0]


def _said(testimony: Testimony) -> tuple[Any, ...]:
    return testimony.state, testimony.reason, testimony.comments, testimony.plans, testimony.work


def _check_stopping(
    conduct: Conduct, advisor: type[Advisor], asked: Sequence[tuple[Game[Any], Sequence[Any]]], seed: int
) -> None:
    """Cancel it while it thinks, in real time, and see how soon it stops."""
    took = list(_stops(advisor, asked, seed))
    if not took:
        return
    conduct.facts["stops_ms"] = {"median": round(statistics.median(took), 3), "worst": round(max(took), 3)}
    if statistics.median(took) >= 1000 * DEAF_S:
        conduct.findings.append(
            "does not stop when it is cancelled: do not catch BaseException, and do not shield anything"
        )
    elif statistics.median(took) > SOON_MS:
        conduct.findings.append(
            f"takes {statistics.median(took):.0f} ms to stop when it is cancelled; it ought to take less than"
            f" {SOON_MS:g}: call the oracle or think.remaining() more often"
        )


def _stops(
    advisor: type[Advisor], asked: Sequence[tuple[Game[Any], Sequence[Any]]], seed: int
) -> Iterator[float]:
    """Yield, in ms, how long it took to stop each time."""
    LAUNCHER.wait_ready()
    for game, positions in asked[:1]:
        for position, delay in zip(positions, DELAYS_S, strict=False):
            moves = tuple(game.legal_moves(position))
            question = Question(
                game, position, game.mover(position), moves, Knowledge.of(game), Streams(seed)
            )
            handle = ProcessHandle(origin_of_class(advisor), advisor.memory_mb * MB, question)
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
