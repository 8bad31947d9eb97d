"""The session of one Advisor in one decision: its question, its testimony, and its time and work.

Clocks and proxies work with the session. The Advisor itself sees a `Deliberation`, which shows only what the
contract allows.
"""

import math
import random
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from numbers import Integral
from typing import Any, Final

import attrs

from agents.session.failures import is_ctrl_c
from agents.session.streams import Streams
from agents.session.unawaited import AwaitTracker
from agents.time_units import LONGEST_NS, UNITS, parse_duration
from blackboard import INSIST, OPPOSE, Blackboard, Comment, Knowledge, Plan, Testimony
from games import BadOption, Game, Move, Role

PLAY: Final = 0
LEGAL_MOVES: Final = 1
OUTCOME: Final = 2
COMMENT: Final = 3
PLAN: Final = 4
READ: Final = 5
LOOK: Final = 6
"""What an Advisor can do, as indices into a table of costs."""

OWN: Final = 7
"""Own work, which no table of costs has: it costs what the Advisor says."""

NS: Final = 1_000_000_000
"""Nanoseconds in a second."""
FOREVER: Final = 1 << 62
"""A time and a number of calls that no Advisor reaches."""

MOST_PLANS = 64
"""The number of plans that one Advisor may post in one decision."""
LONGEST_PLAN = 1000
"""The number of moves in a plan."""
LONGEST_TEXT = 1000
"""The number of characters in a reason or a purpose."""


class OutOfTime(BaseException):
    """Raised inside an Advisor whose time is up. Like trio's Cancelled, an Advisor must not catch it."""


def ran_out(error: BaseException | None) -> bool:
    """Return whether an error means that the Advisor ran out of time."""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(OutOfTime) is not None
    return isinstance(error, OutOfTime)


class BadPost(Exception):
    """Raised inside an Advisor that makes a bad post, which is its own failure."""


@attrs.frozen
class Question:
    """What control asks every Advisor."""

    game: Game[Any]
    position: Hashable
    mover: Role
    moves: tuple[Move, ...]
    """The legal moves; if symmetries are known, one of each symmetry class."""
    knowledge: Knowledge
    streams: Streams


class Hold:
    """Keeps a clock from running ahead of an action in real time. Real clocks need none."""

    def take(self, *, is_next: bool = True) -> None:
        """Make the clock wait; without `is_next`, go on counting the real time of the action before."""

    def release(self) -> None:
        """Let the clock go on."""


class AdvisorSession(AwaitTracker, ABC):
    """One Advisor's part in one decision; subclasses define the methods at the end, for each clock."""

    clock: str
    """The kind of clock."""
    fault = ""
    """The first bad post, in words."""
    remark = ""
    """A reason to record if its time is up, such as that it could not be stopped."""
    most_work = FOREVER
    """How many oracle calls it may make."""
    is_closed = False
    """The Advisor has ended or is at fault: its posts are no longer accepted."""
    is_spent = False
    """It tried to do more work than it may."""
    _random: random.Random | None = None
    _taken: tuple[Plan, ...] = ()
    """The plans that `wait_for_plan` has returned."""

    def __init__(self, question: Question, testimony: Testimony, board: Blackboard) -> None:
        self.question = question
        self.testimony = testimony
        self.board = board

    # What there is to see.

    @property
    def random(self) -> random.Random:
        """This Advisor's own random stream, new in each decision."""
        if self._random is None:
            self._random = self.question.streams.stream("advisor", self.testimony.advisor)
        return self._random

    @property
    def has_drawn(self) -> bool:
        """Whether it has used its random stream."""
        return self._random is not None

    def rules(self) -> tuple[Game[Any], Any]:
        """Return the game that answers this Advisor's oracle calls, and the position in that game."""
        return self.question.game, self.question.position

    def remaining_work(self) -> float:
        """Return how many oracle calls are left under the tightest limit, or infinity."""
        self.look()
        return math.inf if self.most_work >= FOREVER else self.most_work - self.testimony.work

    # What an Advisor says and reads, on its own time.

    async def comment(self, move: Move, strength: int, reason: str) -> None:
        """Post a comment after its time has passed."""
        await self.pause(COMMENT)
        self.take_comment(move, strength, reason)

    async def plan(self, moves: Sequence[Move], purpose: str, strength: int) -> None:
        """Post a plan after its time has passed."""
        await self.pause(PLAN)
        self.take_plan(moves, purpose, strength)

    async def comments(self) -> list[Comment]:
        """Read the comments posted so far."""
        self.testimony.read = "comments"
        await self.pause(READ)
        return await self.read_comments()

    async def plans(self) -> list[Plan]:
        """Read the plans of this tier and above, after all their plan makers have ended."""
        self.testimony.read = self.testimony.read or "plans"
        await self.pause(READ)
        return await self.read_plans()

    async def wait_for_plan(self) -> Plan | None:
        """Return the next plan as soon as it is posted; None if no more can be."""
        self.testimony.read = self.testimony.read or "plans"
        await self.pause(READ)
        return await self.next_plan()

    # Work of its own, which the rules oracle does not see.

    def spend_own(self, amount: str) -> None:
        """Charge own work, given as a time such as `3ms`."""
        self.check_open()
        try:
            ns = parse_duration(amount) if isinstance(amount, str) else None
        except BadOption:
            ns = None
        if ns is None:
            raise self.refuse(
                f"spent {_shown(amount)}; give a time from 1ns to a year as a text, such as '3ms'"
            )
        self.spend_time(ns)

    def spend_own_ms(self, ms: object) -> None:
        """Charge own work, given as a number of milliseconds."""
        self.check_open()
        is_number = isinstance(ms, int | float) and not isinstance(ms, bool)
        if not is_number or not 0 <= ms <= LONGEST_NS / UNITS["ms"]:  # type: ignore[operator]  # it is a number
            raise self.refuse(f"sent a spent_ms of {_shown(ms)}; give a number of ms from 0 to a year")
        if ns := round(ms * UNITS["ms"]):  # type: ignore[operator]  # as above
            self.spend_time(ns)

    def check_open(self) -> None:
        """Raise OutOfTime if nothing that it does counts any more."""
        if self.is_closed or self.board.is_closed:
            raise OutOfTime

    # Posting and reading without a charge, which is made elsewhere.

    def take_comment(self, move: Move, strength: int, reason: str, ns: int | None = None) -> None:
        """Check a comment and record it, as of now if no time is given."""
        if self.is_closed or self.board.is_closed:
            raise OutOfTime
        testimony = self.testimony
        if type(strength) is not int or not testimony.least <= strength <= testimony.most:
            strength = self._checked_side(self._checked_strength(strength))
        if type(move) is not str or move not in self.question.moves:
            raise self.refuse(f"commented on {_shown(move)}, which is not a legal move here")
        if move in testimony.comments:
            raise self.refuse(f"commented twice on move {move}")
        if type(reason) is not str or len(reason) > LONGEST_TEXT or not reason.isascii():
            self._check_text("reason", reason)
        at = self.posting() if ns is None else ns
        testimony.comments[move] = Comment(testimony.advisor, move, strength, reason, at, testimony.work)

    def take_plan(self, moves: Sequence[Move], purpose: str, strength: int, ns: int | None = None) -> None:
        """Check a plan and record it, as of now if no time is given."""
        if self.is_closed or self.board.is_closed:
            raise OutOfTime
        if not self.testimony.makes_plans:
            raise self.refuse("posted a plan without saying makes_plans = True")
        if len(self.testimony.plans) == MOST_PLANS:
            raise self.refuse(f"posted more than {MOST_PLANS} plans")
        steps = self._checked_steps(moves)
        strength = self._checked_strength(strength)
        self._check_text("purpose", purpose)
        at, testimony = self.posting() if ns is None else ns, self.testimony
        testimony.plans += (Plan(testimony.advisor, steps, purpose, strength, at, testimony.work),)
        self.posted_plan()

    async def read_comments(self) -> list[Comment]:
        """Return the comments posted so far."""
        self.testimony.read = "comments"
        await self.wait_until(lambda: True)
        return self.board.comments()

    async def read_plans(self) -> list[Plan]:
        """Return the plans that this Advisor may see, after all of them have been posted."""
        self.testimony.read = self.testimony.read or "plans"
        await self.wait_until(self.planners_are_heard_out)
        return self.visible_plans()

    async def next_plan(self) -> Plan | None:
        """Return the next plan that this Advisor has not taken; None if no more can be posted."""
        self.testimony.read = self.testimony.read or "plans"
        await self.wait_until(lambda: bool(self._new_plans()) or self.planners_are_heard_out())
        new = self._new_plans()
        self._taken += tuple(new[:1])
        return new[0] if new else None

    def _new_plans(self) -> list[Plan]:
        """Return the plans that `wait_for_plan` has not returned yet, by time."""
        new = [plan for plan in self.visible_plans() if not any(plan is taken for taken in self._taken)]
        return sorted(new, key=lambda plan: plan.ns)

    def refuse(self, fault: str) -> BadPost:
        """Stop an Advisor that is at fault, and return the exception to raise in it."""
        self.fault = fault
        self.is_closed = True
        self.stop()
        return BadPost(fault)

    def _checked_strength(self, strength: object) -> int:
        if (
            isinstance(strength, Integral)
            and not isinstance(strength, bool)
            and OPPOSE <= int(strength) <= INSIST
        ):
            return int(strength)
        raise self.refuse(f"gave a strength of {_shown(strength)}; a strength is a whole number from 0 to 10")

    def _checked_side(self, strength: int) -> int:
        if strength < self.testimony.least:
            raise self.refuse(f"opposed a move (strength {strength}) although it says opposes = False")
        if strength > self.testimony.most:
            raise self.refuse(f"supported a move (strength {strength}) although it says supports = False")
        return strength

    def _checked_steps(self, moves: object) -> tuple[Move, ...]:
        steps = tuple(moves) if isinstance(moves, list | tuple) and len(moves) <= LONGEST_PLAN else ()
        if 0 < len(steps) <= LONGEST_PLAN:
            for step in steps:
                self._check_text("move of a plan", step)
            return steps
        raise self.refuse(f"planned {_shown(moves)}; a plan is a list of 1 to {LONGEST_PLAN} moves")

    def _check_text(self, what: str, text: object) -> None:
        if type(text) is not str or len(text) > LONGEST_TEXT or not (text.isascii() or _is_unicode(text)):
            raise self.refuse(
                f"gave as {what} {_shown(text)}; it must be text of at most {LONGEST_TEXT} characters"
            )

    # What depends on the clock.

    @abstractmethod
    def remaining(self) -> float:
        """Return the time left under the tightest limit, in seconds."""

    @abstractmethod
    def look(self) -> None:
        """Charge a look at the time or work left."""

    @abstractmethod
    def spend(self, kind: int) -> None:
        """Charge an oracle call; raise OutOfTime if no time or work is left."""

    @abstractmethod
    def spend_time(self, ns: int) -> None:
        """Charge own work; raise OutOfTime if less time is left."""

    def out_of_work(self) -> OutOfTime:
        """Note that it tried to do more work than it may; return the exception to raise in it."""
        self.is_spent = True
        return OutOfTime()

    @abstractmethod
    async def pause(self, kind: int) -> None:
        """Let other Advisors run, and charge the next action."""

    @abstractmethod
    def posting(self) -> int:
        """Return the time of the present post, in nanoseconds."""

    # What depends on where the board is.

    @abstractmethod
    def stop(self) -> None:
        """Cancel this Advisor."""

    @abstractmethod
    def posted_plan(self) -> None:
        """Wake the Advisors that wait for plans."""

    @abstractmethod
    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait for a condition on the blackboard."""

    @abstractmethod
    def planners_are_heard_out(self) -> bool:
        """Return whether no more plans can be posted that this Advisor may see."""

    @abstractmethod
    def visible_plans(self) -> list[Plan]:
        """Return the plans posted so far that this Advisor may see, by author."""

    # What proxies need.

    def terms(self) -> dict[str, Any]:
        """Return what a worker needs to keep the same time."""
        raise NotImplementedError

    def take_spent(self, message: Mapping[str, Any]) -> None:
        """Charge what was spent in a worker."""
        raise NotImplementedError

    def instant(self) -> tuple[int, float] | None:
        """Return the virtual time, in ticks and as trio sees it; None in real time."""
        return None

    def hold(self) -> Hold:
        """Return a hold on the clock; if it waits for too long in real time, the decision is void."""
        return Hold()


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_BRIEF = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = 100
_LARGE = (list, tuple, set, frozenset, dict, str)
"""Types of values that may be too large to format in full."""


def _shown(value: object) -> str:
    """Format any value on one short line."""
    try:
        text = _BRIEF.repr(value) if type(value) in _LARGE else repr(value)
    except BaseException as error:  # a user's __repr__ may do anything
        if is_ctrl_c(error):
            raise
        text = f"a {type(value).__name__} whose repr raises {type(error).__name__}"
    text = " ".join(text.encode(errors="replace").decode().split())
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  # short enough for a line
