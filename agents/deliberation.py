"""What an Advisor sees and may do while it thinks: the `think` of the contract."""

import random
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Sequence
from numbers import Integral
from typing import Any, Final, cast

import attrs

from agents.streams import Streams
from agents.unawaited import Attentive
from blackboard import Blackboard, Comment, Knowledge, Plan, Testimony
from games import OPEN, Game, Move, Outcome, Role, sealed

PLAY: Final = 0
LEGAL_MOVES: Final = 1
OUTCOME: Final = 2
COMMENT: Final = 3
PLAN: Final = 4
READ: Final = 5
LOOK: Final = 6
"""What an Advisor can do, by its place in a table of costs."""

MOST_PLANS = 64
"""Plans that one Advisor may post in one decision."""
LONGEST_PLAN = 1000
"""Moves in a plan."""
LONGEST_TEXT = 1000
"""Characters in a reason or a purpose."""


class OutOfTime(BaseException):
    """Raised inside an Advisor whose time is up. Like trio's Cancelled, it is not the Advisor's to catch."""


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


class Deliberation(Attentive, ABC):
    """One Advisor's view of one decision; control says, in the methods at the end, what time is there.

    An Advisor may open a nursery of its own, but trio runs those tasks in random order: post from `advise`
    itself, once they are done, or what is said will not repeat.
    """

    _question: Question
    _board: Blackboard
    _testimony: Testimony
    _fault: str = ""
    """The first bad post, in words."""
    _is_closed: bool = False
    """The Advisor has ended, or is at fault: nothing more is taken from it."""
    _random: random.Random | None = None
    _game: Game[Any] | None = None
    """The metered view, once it was asked for."""
    _position: Any = None
    """The position as it is handed out, once it was asked for."""
    _taken: tuple[Plan, ...] = ()
    """Plans that wait_for_plan has handed out."""
    _remark: str = ""
    """What is to be said of this Advisor if its time is up, such as that it could not be stopped."""

    # What there is to see.

    @property
    def name(self) -> str:
        """The Advisor's own name."""
        return self._testimony.advisor

    @property
    def game(self) -> Game[Any]:
        """The game: its board, its lines, its notation. Its rules are metered like those below."""
        if self._game is None:
            self._game = cast("Game[Any]", _MeteredGame(self._question.game, self))
        return self._game

    @property
    def position(self) -> Any:
        """Where the pieces are, and who moves."""
        if self._position is None:
            self._position = self._question.game.meet(self._question.position)
        return self._position

    @property
    def mover(self) -> Role:
        """Whose turn it is: the role this Advisor speaks for."""
        return self._question.mover

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves to speak about."""
        return self._question.moves

    @property
    def knowledge(self) -> Knowledge:
        """What was learned of this game."""
        return self._question.knowledge

    def key(self, position: Any) -> str:
        """Return under which text useful knowledge remembers a position."""
        return self._question.knowledge.key(self._question.game, position)

    @property
    def random(self) -> random.Random:
        """A random stream of this Advisor's own, new in each decision."""
        if self._random is None:
            self._random = self._question.streams.stream("advisor", self._testimony.advisor)
        return self._random

    # The rules oracle. Every call is metered, and none comes back once the time is up.

    def play(self, move: Move, position: Any = None) -> Any:
        """Return the position after a move, here or in another position."""
        self._spend(PLAY)
        return self._question.game.play(self._question.position if position is None else position, move)

    def passed(self, position: Any = None) -> Any:
        """Return the position as if the mover passed: the null move."""
        self._spend(PLAY)
        return self._question.game.passed(self._question.position if position is None else position)

    def legal_moves(self, position: Any = None) -> tuple[Move, ...]:
        """Return the moves the rules allow, here or in another position."""
        self._spend(LEGAL_MOVES)
        here = self._question.position if position is None else position
        return tuple(self._question.game.legal_moves(here))

    def outcome(self, position: Any = None) -> Outcome | None:
        """Return how the contest ended, here or in another position, or None if it goes on."""
        self._spend(OUTCOME)
        return self._question.game.outcome(self._question.position if position is None else position)

    def wins(self, position: Any) -> bool:
        """Has the role this Advisor speaks for won there?"""
        outcome = self.outcome(position)
        return outcome is not None and outcome.winner is self.mover

    def loses(self, position: Any) -> bool:
        """Has the other role won there?"""
        outcome = self.outcome(position)
        return outcome is not None and outcome.winner is self.mover.other

    # The blackboard.

    def comment(self, move: Move, strength: int, reason: str = "") -> Coroutine[Any, Any, None]:
        """Post an opinion of one move: 0 is adamant opposition, 5 neutral, 10 insistence."""
        return self._handed_out(self._do_comment(move, strength, reason))

    def plan(self, moves: Sequence[Move], purpose: str = "", strength: int = 5) -> Coroutine[Any, Any, None]:
        """Post an ordered set of moves with a purpose."""
        return self._handed_out(self._do_plan(moves, purpose, strength))

    def comments(self) -> Coroutine[Any, Any, list[Comment]]:
        """Read the comments that have landed so far; which ones have hangs on the schedule."""
        return self._handed_out(self._do_comments())

    def plans(self) -> Coroutine[Any, Any, list[Plan]]:
        """Read the plans of this tier and those above, once all who make them have been heard out."""
        return self._handed_out(self._do_plans())

    def wait_for_plan(self) -> Coroutine[Any, Any, Plan | None]:
        """Take the next plan as it lands; None once no more can come."""
        return self._handed_out(self._do_wait_for_plan())

    async def _do_comment(self, move: Move, strength: int, reason: str) -> None:
        await self._pause(COMMENT)
        self._take_comment(move, strength, reason)

    async def _do_plan(self, moves: Sequence[Move], purpose: str, strength: int) -> None:
        await self._pause(PLAN)
        self._take_plan(moves, purpose, strength)

    async def _do_comments(self) -> list[Comment]:
        self._testimony.read = "comments"
        await self._pause(READ)
        self._resumed()
        return await self._comments()

    async def _do_plans(self) -> list[Plan]:
        self._testimony.read = self._testimony.read or "plans"
        await self._pause(READ)
        self._resumed()
        return await self._plans()

    async def _do_wait_for_plan(self) -> Plan | None:
        self._testimony.read = self._testimony.read or "plans"
        await self._pause(READ)
        self._resumed()
        return await self._next_plan()

    def _take_comment(self, move: Move, strength: int, reason: str, ns: int | None = None) -> None:
        """Check a comment and write it down, as of now if no time is given."""
        if self._is_closed or self._board.is_closed:
            raise OutOfTime
        if type(strength) is not int or not 0 <= strength <= 10:  # noqa: PLR2004  # the scale of the contract
            strength = self._checked_strength(strength)
        testimony = self._testimony
        if type(move) is not str or move not in self._question.moves:
            raise self._refusal(f"commented on {_shown(move)}, which is not a legal move here")
        if move in testimony.comments:
            raise self._refusal(f"commented twice on move {move}")
        if type(reason) is not str or len(reason) > LONGEST_TEXT or not reason.isascii():
            self._check_text("reason", reason)
        at = self._posting() if ns is None else ns
        testimony.comments[move] = Comment(testimony.advisor, move, strength, reason, at, testimony.work)

    def _take_plan(self, moves: Sequence[Move], purpose: str, strength: int, ns: int | None = None) -> None:
        """Check a plan and write it down, as of now if no time is given."""
        if self._is_closed or self._board.is_closed:
            raise OutOfTime
        if not self._may_plan():
            raise self._refusal("posted a plan without saying makes_plans = True")
        if len(self._testimony.plans) == MOST_PLANS:
            raise self._refusal(f"posted more than {MOST_PLANS} plans")
        steps = self._checked_steps(moves)
        strength = self._checked_strength(strength)
        self._check_text("purpose", purpose)
        at, testimony = self._posting() if ns is None else ns, self._testimony
        testimony.plans += (Plan(testimony.advisor, steps, purpose, strength, at, testimony.work),)
        self._posted_plan()

    async def _comments(self) -> list[Comment]:
        self._testimony.read = "comments"
        await self._wait_until(lambda: True)
        return self._board.comments()

    async def _plans(self) -> list[Plan]:
        self._testimony.read = self._testimony.read or "plans"
        await self._wait_until(self._planners_are_heard_out)
        return self._visible_plans()

    async def _next_plan(self) -> Plan | None:
        self._testimony.read = self._testimony.read or "plans"
        await self._wait_until(lambda: bool(self._new_plans()) or self._planners_are_heard_out())
        new = self._new_plans()
        self._taken += tuple(new[:1])
        return new[0] if new else None

    def _new_plans(self) -> list[Plan]:
        """Return the plans that wait_for_plan has not handed out yet, by time."""
        new = [plan for plan in self._visible_plans() if not any(plan is taken for taken in self._taken)]
        return sorted(new, key=lambda plan: plan.ns)

    def _refusal(self, fault: str) -> BadPost:
        self._fault = fault
        self._is_closed = True
        self._stop()
        return BadPost(fault)

    def _checked_strength(self, strength: object) -> int:
        if isinstance(strength, Integral) and not isinstance(strength, bool) and 0 <= int(strength) <= 10:  # noqa: PLR2004  # the scale of the contract
            return int(strength)
        raise self._refusal(
            f"gave a strength of {_shown(strength)}; a strength is a whole number from 0 to 10"
        )

    def _checked_steps(self, moves: object) -> tuple[Move, ...]:
        steps = tuple(moves) if isinstance(moves, list | tuple) and len(moves) <= LONGEST_PLAN else ()
        if 0 < len(steps) <= LONGEST_PLAN:
            for step in steps:
                self._check_text("move of a plan", step)
            return steps
        raise self._refusal(f"planned {_shown(moves)}; a plan is a list of 1 to {LONGEST_PLAN} moves")

    def _check_text(self, what: str, text: object) -> None:
        if type(text) is not str or len(text) > LONGEST_TEXT or not (text.isascii() or _is_unicode(text)):
            raise self._refusal(
                f"gave as {what} {_shown(text)}; it must be text of at most {LONGEST_TEXT} characters"
            )

    # What control provides.

    @abstractmethod
    def remaining(self) -> float:
        """Return this Advisor's own time left, in seconds: the least of all limits in time."""

    @abstractmethod
    def remaining_work(self) -> float:
        """Return how many calls of the oracle it has left: the least of all limits in work, or infinity."""

    @abstractmethod
    def _spend(self, kind: int) -> None:
        """Charge a call of the oracle; raise OutOfTime if there is nothing left."""

    @abstractmethod
    def _pause(self, kind: int) -> Awaitable[None]:
        """Let the others have their turn, and be charged for what comes next."""

    def _resumed(self) -> None:
        """Go on after a pause."""

    @abstractmethod
    async def _wait_until(self, ready: Callable[[], bool]) -> None:
        """Wait for something to hold of the blackboard."""

    @abstractmethod
    def _planners_are_heard_out(self) -> bool:
        """Can no more plans come that this Advisor may see?"""

    @abstractmethod
    def _visible_plans(self) -> list[Plan]:
        """Return the plans so far that this Advisor may see, by author."""

    @abstractmethod
    def _may_plan(self) -> bool:
        """Did this Advisor declare that it makes plans?"""

    @abstractmethod
    def _posting(self) -> int:
        """Return the time of the post that is being made, in nanoseconds."""

    @abstractmethod
    def _posted_plan(self) -> None:
        """Let those who wait for plans know."""

    @abstractmethod
    def _stop(self) -> None:
        """Cancel this Advisor."""

    def _terms(self) -> dict[str, Any]:
        """Return what an Advisor elsewhere has to know to keep time as this deliberation does."""
        raise NotImplementedError

    def _instant(self) -> tuple[int, float]:
        """Return what time it is on the virtual clock, in ticks and as trio sees it."""
        raise NotImplementedError

    def _hold(self, seconds: float, expire: Callable[[], None]) -> Hold:
        """Make a hold on the clock; `expire` is called if it is kept longer than so many real seconds."""
        del seconds, expire
        return Hold()


class RealTime(Deliberation):
    """A deliberation in real time: a post is taken when it is made, and then the others have their turn.

    In virtual time a post costs something, and is taken when that time has passed.
    """

    async def _do_comment(self, move: Move, strength: int, reason: str) -> None:
        self._take_comment(move, strength, reason)
        await self._pause(COMMENT)
        self._resumed()

    async def _do_plan(self, moves: Sequence[Move], purpose: str, strength: int) -> None:
        self._take_plan(moves, purpose, strength)
        await self._pause(PLAN)
        self._resumed()


class _MeteredGame:
    """A game whose rules cost the Advisor what they cost through `think`. What was looked up is kept here."""

    _game: Game[Any]
    _think: Deliberation

    def __init__(self, game: Game[Any], think: Deliberation) -> None:
        self.__dict__.update(_game=game, _think=think)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{name} is the game's own; an Advisor sees what is public")
        found = getattr(self._game, name)
        self.__dict__[name] = found = sealed(found) if isinstance(found, OPEN) else found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of a game cannot be changed")

    def play(self, position: Any, move: Move) -> Any:
        return self._think.play(move, position)

    def passed(self, position: Any) -> Any:
        return self._think.passed(position)

    def legal_moves(self, position: Any) -> tuple[Move, ...]:
        return self._think.legal_moves(position)

    def outcome(self, position: Any) -> Outcome | None:
        return self._think.outcome(position)


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
