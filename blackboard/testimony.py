"""What is said in one decision, and what comes of it."""

import enum
from collections.abc import Mapping

import attrs

from blackboard.conditions import Conditions
from games import Move

INSIST = 10
"""The strength of insistence."""
NEUTRAL = 5
"""The strength that neither supports nor opposes."""
OPPOSE = 0
"""The strength of adamant opposition."""
LAST_TIER = 3
"""The tier that votes; the tiers above it are ranked lists."""
LIMITS = ("budget", "work", "tier", "decision", "contest")
"""What can stop an Advisor: its own time, its own work, or what it shares with others, in time or in work."""


class State(enum.StrEnum):
    """Where an Advisor stands, during a decision and after it."""

    NOT_STARTED = "not started"
    THINKING = "thinking"
    """Only while the decision is under way."""
    FINISHED = "finished"
    CANCELLED = "cancelled"
    """A decision landed while it was still thinking."""
    TIMED_OUT = "timed out"
    FAILED = "failed"

    @property
    def is_heard_out(self) -> bool:
        """Nothing more will come from this Advisor, and what it said may count."""
        return self in _HEARD_OUT


_HEARD_OUT = frozenset({State.FINISHED, State.TIMED_OUT, State.FAILED})


# Posts are as frozen as attrs.frozen makes them, but made in a third of the time: there are many.


@attrs.define(unsafe_hash=True, on_setattr=attrs.setters.frozen)
class Comment:
    """One Advisor's opinion of one move."""

    advisor: str
    move: Move
    strength: int
    """0 is adamant opposition, 5 neutral, 10 insistence."""
    reason: str = ""
    ns: int = 0
    """When it was posted, in nanoseconds from the start of the decision."""
    work: int = 0
    """After how many calls of the rules oracle."""


@attrs.define(unsafe_hash=True, on_setattr=attrs.setters.frozen)
class Plan:
    """An ordered set of moves with a purpose."""

    advisor: str
    moves: tuple[Move, ...]
    purpose: str
    strength: int = NEUTRAL
    ns: int = 0
    work: int = 0


@attrs.define
class Testimony:
    """All that one Advisor did in one decision: written while it speaks, only read after that."""

    advisor: str
    tier: int
    rank: float
    budget_ns: int
    state: State = State.NOT_STARTED
    comments: dict[Move, Comment] = attrs.field(factory=dict)
    plans: tuple[Plan, ...] = ()
    started_ns: int = 0
    ended_ns: int = 0
    work: int = 0
    """Calls of the rules oracle."""
    reason: str = ""
    """Why it failed, or what else is to be said of how it ended."""
    limit: str = ""
    """What stopped it, or kept it from starting: one of LIMITS; nothing if no limit did."""
    budget_work: int | None = None
    """How many calls of the oracle it had for itself; None is any number."""
    makes_plans: bool = False
    looked: bool = False
    """It asked how much time or work it had left, so with more or less it might have said something else."""
    read: str = ""
    """What it read of the blackboard: `plans`, `comments` (which may be all there is), or nothing."""
    waited_ns: int = 0
    """How long it was ready to run and others ran, in real time: no part of its budget."""
    was_killed: bool = False
    """It ended by something that it did not do itself, and might have said something else."""
    least: int = attrs.field(default=OPPOSE, eq=False, repr=False)
    """The least strength it may give: 5 if it says that it never opposes."""
    most: int = attrs.field(default=INSIST, eq=False, repr=False)
    """The greatest strength it may give: 5 if it says that it never supports."""

    @property
    def is_heard_out(self) -> bool:
        """Nothing more will come from this Advisor, not even if it never came to start."""
        return self.state in _HEARD_OUT or bool(self.limit)

    @property
    def elapsed_ns(self) -> int:
        """The time it used."""
        return self.ended_ns - self.started_ns

    @property
    def overrun_ns(self) -> int:
        """How far it went past its budget: 0 unless it could not be stopped in time."""
        return max(0, self.elapsed_ns - self.waited_ns - self.budget_ns)


@attrs.frozen
class Validity:
    """How far the times of a decision in real time can be trusted."""

    lag_ns: int
    """How late the harness itself was: the longest that a timer of its own came too late."""
    overruns: Mapping[str, int] = attrs.field(factory=dict)
    """By Advisor, how many nanoseconds past its deadline it ended; only those that did."""
    load: float | None = None
    """How many processes wanted a processor, over the last minute; None where the system does not tell."""
    waited_ns: int = 0
    """The longest that an Advisor was ready to run and others ran: its deadline was put off by that."""


@attrs.frozen
class Decision:
    """One decision and its whole account."""

    game: str
    options: Mapping[str, object]
    position: str
    """As the game writes it."""
    mover: str
    legal: tuple[Move, ...]
    """What the Advisors were asked about."""
    move: Move
    tier: int | None
    """Where it was decided; None for a forced move."""
    by: str
    """The Advisor that decided in tiers 1 and 2; else `paradigm 1`, `chance` or `forced`."""
    why: str
    """One sentence."""
    tally: Mapping[Move, float]
    """What tier 3 gave each remaining move; empty if it was not asked."""
    removed: Mapping[Move, str]
    """Moves that tiers 1 and 2 removed, and the Advisor that did it."""
    testimonies: tuple[Testimony, ...]
    """In order of tier, rank and name."""
    landed_ns: int
    settings: Conditions
    """Paradigm, schedule, clock and whatever else the decision hung on."""
    validity: Validity | None = None
    """How far its times can be trusted; None in virtual time, where they are exact."""

    def _repr_html_(self) -> str:
        from blackboard.decision_html import decision_html  # noqa: PLC0415  # views know decisions, not the reverse

        return decision_html(self)
