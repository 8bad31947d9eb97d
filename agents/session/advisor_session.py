"""The session of one Advisor in one decision: what it is asked, what it says, and what that takes.

Whoever keeps time, or takes a question to another place, works with this. The Advisor itself sees a
`Deliberation` of it, which shows no more than the contract says.
"""

import math
import random
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from numbers import Integral
from typing import Any, Final

import attrs

from agents.session.streams import Streams
from agents.session.unawaited import AwaitTracker
from blackboard import INSIST, OPPOSE, Blackboard, Comment, Knowledge, Plan, Testimony
from games import Game, Move, Role

PLAY: Final = 0
LEGAL_MOVES: Final = 1
OUTCOME: Final = 2
COMMENT: Final = 3
PLAN: Final = 4
READ: Final = 5
LOOK: Final = 6
"""What an Advisor can do, by its place in a table of costs."""

NS: Final = 1_000_000_000
"""Nanoseconds in a second."""
FOREVER: Final = 1 << 62
"""A time and a number of calls that nobody reaches."""

MOST_PLANS = 64
"""Plans that one Advisor may post in one decision."""
LONGEST_PLAN = 1000
"""Moves in a plan."""
LONGEST_TEXT = 1000
"""Characters in a reason or a purpose."""


class OutOfTime(BaseException):
    """Raised inside an Advisor whose time is up. Like trio's Cancelled, it is not the Advisor's to catch."""


def ran_out(error: BaseException | None) -> bool:
    """Did the Advisor's time end this?"""
    if isinstance(error, BaseExceptionGroup):
        return error.subgroup(OutOfTime) is not None
    return isinstance(error, OutOfTime)


class BadPost(Exception):
    """Raised inside an Advisor that posts what may not be posted: its own failure, and nobody else's."""


@attrs.frozen
class Question:
    """What control asks of every Advisor alike."""

    game: Game[Any]
    position: Hashable
    mover: Role
    moves: tuple[Move, ...]
    """The legal moves, one of each symmetry class where symmetries are known."""
    knowledge: Knowledge
    streams: Streams


class Hold:
    """Keeps a clock from running ahead of something real that is under way. Real clocks need none."""

    def take(self) -> None:
        """Let the clock wait, if it does not already."""

    def release(self) -> None:
        """Let the clock go on, if it waits."""


class AdvisorSession(AwaitTracker, ABC):
    """One Advisor's part in one decision; the kinds of time say, in the methods at the end, what it costs."""

    clock: str
    """The kind of clock that time is kept by."""
    fault = ""
    """The first bad post, in words."""
    remark = ""
    """What is to be said of this Advisor if its time is up, such as that it could not be stopped."""
    most_work = FOREVER
    """How many calls of the oracle it may make."""
    is_closed = False
    """The Advisor has ended, or is at fault: nothing more is taken from it."""
    is_spent = False
    """It wanted to do more work than it may."""
    _random: random.Random | None = None
    _taken: tuple[Plan, ...] = ()
    """Plans that wait_for_plan has handed out."""

    def __init__(self, question: Question, testimony: Testimony, board: Blackboard) -> None:
        self.question = question
        self.testimony = testimony
        self.board = board

    # What there is to see.

    @property
    def random(self) -> random.Random:
        """A random stream of this Advisor's own, new in each decision."""
        if self._random is None:
            self._random = self.question.streams.stream("advisor", self.testimony.advisor)
        return self._random

    @property
    def has_drawn(self) -> bool:
        """Has it taken from its random stream?"""
        return self._random is not None

    def rules(self) -> tuple[Game[Any], Any]:
        """Return the game that answers this Advisor's questions, and the position as that game knows it."""
        return self.question.game, self.question.position

    def remaining_work(self) -> float:
        """Return how many calls of the oracle are left: the least of all limits in work, or infinity."""
        self.look()
        return math.inf if self.most_work >= FOREVER else self.most_work - self.testimony.work

    # What an Advisor says and reads, on its own time.

    async def comment(self, move: Move, strength: int, reason: str) -> None:
        """Post a comment, once the time for it has passed."""
        await self.pause(COMMENT)
        self.take_comment(move, strength, reason)

    async def plan(self, moves: Sequence[Move], purpose: str, strength: int) -> None:
        """Post a plan, once the time for it has passed."""
        await self.pause(PLAN)
        self.take_plan(moves, purpose, strength)

    async def comments(self) -> list[Comment]:
        """Read the comments that have landed so far."""
        self.testimony.read = "comments"
        await self.pause(READ)
        return await self.read_comments()

    async def plans(self) -> list[Plan]:
        """Read the plans of this tier and those above, once all who make them have been heard out."""
        self.testimony.read = self.testimony.read or "plans"
        await self.pause(READ)
        return await self.read_plans()

    async def wait_for_plan(self) -> Plan | None:
        """Take the next plan as it lands; None once no more can come."""
        self.testimony.read = self.testimony.read or "plans"
        await self.pause(READ)
        return await self.next_plan()

    # What is written down and read without being charged: it has been, or will be.

    def take_comment(self, move: Move, strength: int, reason: str, ns: int | None = None) -> None:
        """Check a comment and write it down, as of now if no time is given."""
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
        """Check a plan and write it down, as of now if no time is given."""
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
        """Return the comments that have landed so far."""
        self.testimony.read = "comments"
        await self.wait_until(lambda: True)
        return self.board.comments()

    async def read_plans(self) -> list[Plan]:
        """Return the plans this Advisor may see, once no more can come."""
        self.testimony.read = self.testimony.read or "plans"
        await self.wait_until(self.planners_are_heard_out)
        return self.visible_plans()

    async def next_plan(self) -> Plan | None:
        """Return the next plan that this Advisor has not been handed; None once no more can come."""
        self.testimony.read = self.testimony.read or "plans"
        await self.wait_until(lambda: bool(self._new_plans()) or self.planners_are_heard_out())
        new = self._new_plans()
        self._taken += tuple(new[:1])
        return new[0] if new else None

    def _new_plans(self) -> list[Plan]:
        """Return the plans that wait_for_plan has not handed out yet, by time."""
        new = [plan for plan in self.visible_plans() if not any(plan is taken for taken in self._taken)]
        return sorted(new, key=lambda plan: plan.ns)

    def refuse(self, fault: str) -> BadPost:
        """Stop an Advisor that is at fault, and return what is raised in it."""
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

    # What hangs on the kind of time.

    @abstractmethod
    def remaining(self) -> float:
        """Return the time left, in seconds: the least of all limits in time."""

    @abstractmethod
    def look(self) -> None:
        """Charge a look at what is left."""

    @abstractmethod
    def spend(self, kind: int) -> None:
        """Charge a call of the oracle; raise OutOfTime if there is nothing left."""

    def out_of_work(self) -> OutOfTime:
        """Take note that it wanted to do more than it may; return what is raised in it."""
        self.is_spent = True
        return OutOfTime()

    @abstractmethod
    async def pause(self, kind: int) -> None:
        """Let the others have their turn, and be charged for what comes next."""

    @abstractmethod
    def posting(self) -> int:
        """Return the time of the post that is being made, in nanoseconds."""

    # What hangs on where the board is.

    @abstractmethod
    def stop(self) -> None:
        """Cancel this Advisor."""

    @abstractmethod
    def posted_plan(self) -> None:
        """Let those who wait for plans know."""

    @abstractmethod
    async def wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait for something to hold of the blackboard."""

    @abstractmethod
    def planners_are_heard_out(self) -> bool:
        """Can no more plans come that this Advisor may see?"""

    @abstractmethod
    def visible_plans(self) -> list[Plan]:
        """Return the plans so far that this Advisor may see, by author."""

    # What an Advisor elsewhere needs.

    def terms(self) -> dict[str, Any]:
        """Return what another place has to know to keep time as it is kept here."""
        raise NotImplementedError

    def take_spent(self, message: Mapping[str, Any]) -> None:
        """Take over what was spent in another place."""
        raise NotImplementedError

    def instant(self) -> tuple[int, float] | None:
        """Return what time it is on the virtual clock, in ticks and as trio sees it; None in real time."""
        return None

    def hold(self, seconds: float, expire: Callable[[], None]) -> Hold:
        """Make a hold on the clock; `expire` is called if it is kept longer than so many real seconds."""
        del seconds, expire
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
"""What may be so large that writing all of it down would hold everybody up."""


def _shown(value: object) -> str:
    """Write any value, whoever made it, on one short line."""
    try:
        text = _BRIEF.repr(value) if type(value) in _LARGE else repr(value)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  # somebody else's __repr__ may do anything
        text = f"a {type(value).__name__} whose repr raises {type(error).__name__}"
    text = " ".join(text.encode(errors="replace").decode().split())
    return text if len(text) <= 60 else text[:57] + "..."  # noqa: PLR2004  # short enough for a line
