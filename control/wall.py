"""Hearings in real time."""

import math
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import trio

from agents import READ, OutOfTime, Question, RealTime
from blackboard import State, Validity
from control.budgets import ANY_AMOUNT, Allowance
from control.hearing import Hearing, Speaker
from control.interruption import is_interruption
from control.panel import LAST_TIER, Panel, Seat
from control.sentinel import SENTINEL
from control.settings import Settings
from control.timers import Watch, system_load, watchman
from games import Game

NS = 1_000_000_000
OVERRUN_MS = 10
"""How far past its deadline an Advisor is named for it: less may be the machine's doing."""
RAN_ON = (
    "ran on for {ms} ms past its deadline without yielding, and held up all the others;"
    ' an Advisor with placement = "process" can be stopped'
)


class WallHearing(Hearing):
    """A hearing by whatever clock trio runs by, as a rule the one on the wall.

    A budget begins when its Advisor first runs. It binds at every call of the oracle, at every post, and
    whenever the Advisor waits for something; while it waits for its turn, others run on their own time.
    """

    clock = "wall"

    def __init__(
        self, question: Question, panel: Panel, settings: Settings, share: Allowance = ANY_AMOUNT
    ) -> None:
        super().__init__(question, panel, settings, share)
        self.now = trio.lowlevel.current_clock().current_time
        self.start = self.now()
        self.overruns: dict[str, int] = {}
        self.longest_wait = 0.0
        self._watchman = watchman()
        self._watch = Watch(self.start, self._watchman)
        self.set_alarm = self._watch.set_alarm

    async def run(self) -> None:
        """Hear the panel, and see meanwhile how late the harness is."""
        self._watchman.begin(self._watch)
        try:
            await super().run()
        finally:
            self._watchman.end(self._watch, self.now())

    async def start_group(self, group: Sequence[Seat], nursery: trio.Nursery) -> None:
        """Start a group tier by tier: each makes its first pass before the next one starts."""
        under_way: list[WallSpeaker] = []
        for _, tier in groupby(group, key=attrgetter("tier")):
            await self._first_pass(under_way)
            under_way = [WallSpeaker(self, seat) for seat in tier]
            for speaker in under_way:
                nursery.start_soon(speaker.speak, name=speaker.name)

    async def _first_pass(self, under_way: "list[WallSpeaker]") -> None:
        """Wait until these have ended, or wait for something other than their turn."""
        while under_way:
            await trio.lowlevel.checkpoint()
            under_way = [speaker for speaker in under_way if speaker.is_under_way]

    def has_run_since(self, when: float) -> bool:
        """Has whoever runs now been running then?"""
        return self._watchman.pass_start <= when

    def validity(self) -> Validity:
        """Return how late the harness and the Advisors were, and how long they waited for their turns."""
        return Validity(int(self._watch.lag * NS), self.overruns, system_load(), int(self.longest_wait * NS))

    @property
    def pulse(self) -> float:
        """When trio last looked who can run."""
        return self._watchman.pass_start

    def ns(self) -> int:
        """Return the time since the decision began."""
        return int((self.now() - self.start) * NS)


class WallSpeaker(Speaker, RealTime):
    """A deliberation in real time."""

    _hearing: WallHearing
    _task: trio.lowlevel.Task
    _deadline: float
    _limit = "budget"
    _last_deadline = math.inf
    """How far it can be put off: to the end of what the Advisor shares with others."""
    _ready_since: float | None = None
    """Since when it has been waiting for its turn, if it does."""
    _waited = 0.0
    """How long it has, in all."""
    _knows_it_is_over = False
    """It has been told that no time is left, and should have ended."""
    _ran_on = False
    """It was still running, inline, past its deadline."""
    _is_apart = False
    """It asks a game that remembers for this Advisor alone."""

    async def speak(self) -> None:
        """Let the Advisor think, unless a decision has landed already, and close its testimony."""
        if self._board.is_closed or not self._begin():
            return
        error: BaseException | None = None
        try:
            with self._scope:
                await self._seat.advisor.advise(self)
        except (trio.Cancelled, KeyboardInterrupt):
            raise
        except BaseException as problem:  # whatever an Advisor raises is its own failure
            if is_interruption(problem):
                raise
            error = problem
        finally:
            self._leave(error)

    def _begin(self) -> bool:
        """Start, if there is time for it."""
        hearing, testimony, seat = self._hearing, self._testimony, self._seat
        now = hearing.now()
        ns = int((now - hearing.start) * NS)
        self._deadline = now + seat.budget_ns / NS
        if hearing.bounds.has_shared:
            end, self._limit = hearing.bounds.start(seat, ns)
            if end <= ns:
                self._close_unheard()
                self._tell()
                return False
            self._deadline = hearing.start + end / NS
            self._last_deadline = hearing.start + hearing.bounds.shared_end(seat.tier)[0] / NS
        self._scope = trio.CancelScope()
        self._task = trio.lowlevel.current_task()
        hearing.set_alarm(self._deadline, seat.order, self)
        testimony.started_ns = ns
        testimony.state = State.THINKING
        return True

    @property
    def is_under_way(self) -> bool:
        """Has it yet to begin, or does it only wait for its turn?"""
        has_yet_to_begin = self._testimony.state is State.NOT_STARTED
        return not self._is_closed and (has_yet_to_begin or self._ready_since is not None)

    def time_is_up(self, now: float) -> float | None:
        """End, unless the deadline has been put off; while it waits for its turn, it is."""
        if self._is_closed:
            return None
        if self._ready_since is not None and now < self._last_deadline:
            self._resumed()
            self._ready_since = now
        if self._deadline > now:
            return self._deadline
        self._scope.cancel()
        return None

    def _leave(self, error: BaseException | None) -> None:
        hearing = self._hearing
        if self._ready_since is not None:
            self._resumed()
        now = hearing.now()
        self._testimony.ended_ns = int((now - hearing.start) * NS)
        if self._waited:
            self._testimony.waited_ns = int(self._waited * NS)
            hearing.longest_wait = max(hearing.longest_wait, self._waited)
        if now > self._deadline:
            hearing.overruns[self._testimony.advisor] = int((now - self._deadline) * NS)
            self._check_overrun(now)
        self._close(error, is_late=now > self._deadline or self._scope.cancelled_caught)
        self._tell()

    def _tell(self) -> None:
        """Let those know who wait for this Advisor to be heard out."""
        if self._seat.tier < LAST_TIER:
            self._hearing.check_landing()
        if self._board.waiting:
            self._board.wake()

    def _check_overrun(self, now: float) -> None:
        """Name an Advisor that could not be stopped; one that was only woken late is not at fault."""
        ms = int(1000 * (now - self._deadline))
        ran_on = self._ran_on or self._hearing.has_run_since(self._deadline)
        if ms >= OVERRUN_MS and ran_on and not self._seat.is_remote:
            self._remark = RAN_ON.format(ms=ms)

    def _terms(self) -> dict[str, Any]:
        until = time.perf_counter() + self._deadline - self._hearing.now()
        return {"clock": "wall", "until": until, "most_work": self._most_work}

    @property
    def game(self) -> Game[Any]:
        """The game: its board, its lines, its notation. Its rules are metered like those below."""
        self._go_apart()
        return super().game

    @property
    def position(self) -> Any:
        """Where the pieces are, and who moves."""
        self._go_apart()
        return super().position

    def key(self, position: Any) -> str:
        """Return under which text useful knowledge remembers a position."""
        self._go_apart()
        return super().key(position)

    def _go_apart(self) -> None:
        """Ask a game whose memory is this Advisor's own: what it costs must not hang on who asked before."""
        if not self._is_apart:
            self._is_apart = True
            q = self._question
            game = q.game.apart(self.name)
            self._question = Question(game, game.meet(q.position), q.mover, q.moves, q.knowledge, q.streams)

    def remaining(self) -> float:
        """Return the time left, in seconds."""
        self._testimony.looked = True
        left = self._deadline - self._hearing.now()
        if left > 0:
            return left
        if self._knows_it_is_over:
            raise OutOfTime
        self._knows_it_is_over = True
        return 0.0

    def _look(self) -> None:
        self._testimony.looked = True
        if self._hearing.now() > self._deadline:
            raise OutOfTime

    def _spend(self, kind: int) -> None:  # noqa: ARG002  # in real time every call costs what it costs
        if self._hearing.now() > self._deadline or self._is_closed or self._board.is_closed:
            raise OutOfTime
        if self._testimony.work >= self._most_work:
            raise self._out_of_work()
        if not self._is_apart:
            self._go_apart()
        self._testimony.work += 1

    def _pause(self, kind: int) -> Awaitable[None]:
        if kind == READ:
            self._ready_since = now = self._hearing.now()
            self._ran_on |= now > self._deadline and self._hearing.has_run_since(self._deadline)
        return trio.lowlevel.checkpoint()  # noqa: ASYNC105  # the caller awaits it

    def _resumed(self) -> None:
        """Put off the deadline by how long the Advisor has waited for its turn.

        If it is a proxy, or has tasks of its own, it may have run meanwhile: then it is charged.
        """
        since = self._ready_since
        if since is None or self._seat.is_remote or self._task.child_nurseries:
            self._ready_since = None
            return
        self._ready_since = None
        waited = self._hearing.now() - since
        self._waited += waited
        if self._deadline < self._last_deadline:
            self._deadline += waited
            if self._deadline >= self._last_deadline:
                self._deadline = self._last_deadline
                self._limit = self._hearing.bounds.shared_end(self._seat.tier)[1]

    def _posting(self) -> int:
        now = self._hearing.now()
        if now > self._deadline:
            raise OutOfTime
        self._ready_since = now  # once it has posted, the others have their turn
        return int((now - self._hearing.start) * NS)

    def _posted_plan(self) -> None:
        self._board.wake()

    async def _wait_until(self, ready: Callable[[], bool]) -> None:
        if not ready():
            await self._board.wait_until(self._noticing(ready), order=self._seat.order)
            self._resumed()

    def _noticing(self, ready: Callable[[], bool]) -> Callable[[], bool]:
        """Take note of when the wait is over: from then on it only waits for its turn."""

        def is_ready() -> bool:
            if not ready():
                return False
            self._ready_since = self._hearing.now()
            return True

        return is_ready


SENTINEL.know(WallSpeaker.speak.__code__)
