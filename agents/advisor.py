"""The Advisor contract."""

import inspect
import math
from collections.abc import Sequence
from typing import Any, ClassVar

from agents.rosters import ANYTHING, ROSTERS
from agents.session.advisor_session import AdvisorSession, Question
from agents.session.deliberation import Deliberation
from blackboard import INSIST, NEUTRAL, OPPOSE, Knowledge
from games import BadPlugin, Game

TIERS = (1, 2, 3)
LONGEST_BUDGET_MS = 366 * 24 * 60 * 60 * 1000
"""A year."""
MOST_MEMORY_MB = 1 << 30
RESERVED = ("all", "default", "learning", "decision", "contest", "tier1", "tier2", "tier3")
"""Names that no Advisor and no learner may have, because they mean something else in budgets."""
PLACEMENTS = ("inline", "thread", "process")


class Advisor:
    """A narrow view of what makes a good move. Subclass it, and write `advise`.

    An Advisor keeps nothing between decisions. What is worth keeping belongs in useful knowledge.
    """

    name: ClassVar[str] = ""
    """Defaults to the name of the class."""
    tier: ClassVar[int] = 3
    rank: ClassVar[float | None] = None
    """The order in tiers 1 and 2, where the lower rank is heard first."""
    budget_ms: ClassVar[float] = 200
    """A default; a scenario may set another."""
    cost_ms: ClassVar[float] = 0
    """What each decision costs it on the virtual clock before `advise` starts; `own_cost` may set another."""
    placement: ClassVar[str] = "inline"
    memory_mb: ClassVar[int] = 1024
    """How much memory it may allocate in a process of its own."""
    makes_plans: ClassVar[bool] = False
    reads_plans: ClassVar[bool] = False
    """Whether it is useful only if an Advisor that makes plans is seated."""
    supports: ClassVar[bool] = True
    """Whether it may support a move with a strength above 5."""
    opposes: ClassVar[bool] = True
    """Whether it may oppose a move with a strength below 5."""
    knowledge: ClassVar[tuple[str, ...]] = ()
    """The items of useful knowledge that it reads."""

    excludes: ClassVar[tuple[str, ...]] = ()
    """The names of other versions of it, which may not sit on the same panel."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @classmethod
    def seats(cls, knowledge: Knowledge) -> Sequence[str]:
        """Return the names under which it sits, given what is known: its own, unless it is learned.

        A learned Advisor is one class with many names. It finds its definition in knowledge under
        `think.name`. Budgets, placements and the like name the class.
        """
        del knowledge
        return (cls.name,)

    @classmethod
    def suits(cls, game: Game[Any]) -> str:
        """Return in a few words why it cannot take part in a game; "" if it can."""
        del game
        return ""

    async def advise(self, think: Deliberation) -> None:
        """Look at the position, and post comments and plans."""
        raise NotImplementedError(f"{type(self).__name__} has no advise method")


def is_learned(advisor: type[Advisor]) -> bool:
    """Return whether the Advisor's names depend on what is known."""
    return any("seats" in vars(each) for each in advisor.__mro__[: advisor.__mro__.index(Advisor)])


class Proxy(Advisor):
    """Passes questions on to something that is not inline. The panel prepares it before time starts."""

    async def advise(self, think: Deliberation) -> None:
        """Raise NotImplementedError: `pass_on` asks a proxy, which needs more than an Advisor sees."""
        raise NotImplementedError(f"{type(self).__name__} is asked by pass_on")

    async def pass_on(self, session: AdvisorSession) -> None:
        """Pass the question on, and record what comes back."""
        raise NotImplementedError(f"{type(self).__name__} has no pass_on method")

    async def start(self, game: Game[Any]) -> None:
        """Start, before a first question, what users supply as a command; Failure if it cannot be started."""

    async def prepare(self, question: Question) -> None:
        """Start whatever will answer, and send it the game."""

    async def try_out(self, game: Game[Any]) -> None:
        """Check, before a decision depends on it, that questions can be passed on; Failure if not."""

    def close(self) -> None:
        """End everything that runs elsewhere; the next question starts it again."""


def allowed(advisor: Advisor | type[Advisor]) -> tuple[int, int]:
    """Return the lowest and the highest strength that an Advisor may give, by what it declares."""
    return OPPOSE if advisor.opposes else NEUTRAL, INSIST if advisor.supports else NEUTRAL


def summary(advisor: type[Advisor]) -> str:
    """Return the first line of an Advisor's docstring, which says what it does."""
    own = advisor.__doc__ if advisor.__doc__ != Advisor.__doc__ else None
    return inspect.cleandoc(own).splitlines()[0] if own else ""


def check_declaration(advisor: type[Advisor]) -> None:
    """Raise BadPlugin if a class attribute of an Advisor has an impossible value."""
    check_name(advisor.name)
    _check_sides(advisor)
    who = f"Advisor {advisor.name!r}"
    if advisor.tier not in TIERS or isinstance(advisor.tier, bool):
        raise BadPlugin(f"{who} has tier {advisor.tier!r}; tiers are 1, 2 and 3")
    if not _is_number(advisor.rank) and (advisor.tier < max(TIERS) or advisor.rank is not None):
        raise BadPlugin(f"{who} has rank {advisor.rank!r}; in tiers 1 and 2 the rank must be a number")
    if not _is_number(advisor.budget_ms) or not 0 < advisor.budget_ms <= LONGEST_BUDGET_MS:
        raise BadPlugin(f"{who} has budget_ms {advisor.budget_ms!r}; use a number of ms above 0")
    if not _is_number(advisor.cost_ms) or not 0 <= advisor.cost_ms <= LONGEST_BUDGET_MS:
        raise BadPlugin(f"{who} has cost_ms {advisor.cost_ms!r}; use a number of ms from 0 to a year")
    if advisor.placement not in PLACEMENTS:
        raise BadPlugin(f"{who} has placement {advisor.placement!r}; use one of {', '.join(PLACEMENTS)}")
    if type(advisor.memory_mb) is not int or not 0 < advisor.memory_mb <= MOST_MEMORY_MB:
        raise BadPlugin(f"{who} has memory_mb {advisor.memory_mb!r}; use a whole number of MB above 0")
    if not isinstance(advisor.excludes, tuple) or not all(isinstance(each, str) for each in advisor.excludes):
        raise BadPlugin(f"{who} has excludes {advisor.excludes!r:.60}; use a tuple of names")
    if inspect.isfunction(advisor.advise) and not inspect.iscoroutinefunction(advisor.advise):
        raise BadPlugin(f"{who} has an advise that is not async; write `async def advise(self, think)`")
    if advisor.advise is Advisor.advise or not inspect.iscoroutinefunction(advisor.advise):
        raise BadPlugin(f"{who} has no advise method of its own; write `async def advise(self, think)`")


def check_name(name: object) -> None:
    """Raise BadPlugin if an Advisor cannot have this name."""
    if not isinstance(name, str) or not name.isprintable() or not name or set(name) & set(",= "):
        raise BadPlugin(f"an Advisor is named {name!r}; use printable text without blank, comma or =")
    if name in RESERVED:
        raise BadPlugin(
            f"an Advisor is named {name!r}, which means something else in budgets; choose another"
        )
    if name in ROSTERS:
        raise BadPlugin(f"an Advisor is named {name!r}, which is the name of a roster; choose another")
    if name == ANYTHING:
        raise BadPlugin(f"an Advisor is named {name!r}, which means guessing in weighing; choose another")


def _check_sides(advisor: type[Advisor]) -> None:
    who = f"Advisor {advisor.name!r}"
    for side in ("supports", "opposes"):
        if not isinstance(getattr(advisor, side), bool):
            raise BadPlugin(f"{who} has {side} {getattr(advisor, side)!r:.60}; use True or False")
    if not (advisor.supports or advisor.opposes):
        raise BadPlugin(f"{who} neither supports nor opposes moves; set one of the two to True")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf
