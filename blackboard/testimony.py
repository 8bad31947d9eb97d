"""What is said in one decision, and what it leads to."""

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
    """The state of an Advisor, during a decision and after it."""

    NOT_STARTED = "not started"
    THINKING = "thinking"
    """Only while the decision is in progress."""
    FINISHED = "finished"
    CANCELLED = "cancelled"
    """A decision landed while it was still thinking."""
    TIMED_OUT = "timed out"
    FAILED = "failed"

    @property
    def is_heard_out(self) -> bool:
        """Return whether the Advisor has ended by itself or at a limit, so that its comments may count."""
        return self in _HEARD_OUT


_HEARD_OUT = frozenset({State.FINISHED, State.TIMED_OUT, State.FAILED})


# Posts are as immutable as attrs.frozen makes them, but take a third of the time to make: there are many.


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
    """How many calls of the rules oracle the Advisor had made."""


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
    """All that one Advisor did in one decision: written while it thinks, only read after that."""

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
    """Why it failed, or another remark on how it ended."""
    limit: str = ""
    """The limit that stopped it or kept it from starting: one of LIMITS, or "" if no limit did."""
    budget_work: int | None = None
    """How many calls of the oracle it had for itself; None for no limit."""
    makes_plans: bool = False
    looked: bool = False
    """Whether it asked how much time or work it had left; then another limit might change its comments."""
    read: str = ""
    """What it read of the blackboard: `plans`, `comments` (which may include plans), or nothing."""
    waited_ns: int = 0
    """How long it was ready to run while others ran, in real time; not part of its budget."""
    was_killed: bool = False
    """Whether something outside ended it, so that it might have said something else."""
    spent_ns: int = 0
    """How much own work, which the rules oracle does not see, was charged to it or reported by it."""
    least: int = attrs.field(default=OPPOSE, eq=False, repr=False)
    """The lowest strength it may give: 5 if it declares that it never opposes."""
    most: int = attrs.field(default=INSIST, eq=False, repr=False)
    """The highest strength it may give: 5 if it declares that it never supports."""

    @property
    def is_heard_out(self) -> bool:
        """Return whether the Advisor will post nothing more, including when a limit kept it from starting."""
        return self.state in _HEARD_OUT or bool(self.limit)

    @property
    def elapsed_ns(self) -> int:
        """Return the time it used."""
        return self.ended_ns - self.started_ns

    @property
    def overrun_ns(self) -> int:
        """Return how far it exceeded its budget: 0 unless it could not be stopped in time."""
        return max(0, self.elapsed_ns - self.waited_ns - self.budget_ns)


@attrs.frozen
class Validity:
    """How reliable the times of a decision in real time are."""

    lag_ns: int
    """The longest delay of the harness's own timers."""
    overruns: Mapping[str, int] = attrs.field(factory=dict)
    """By Advisor, how many nanoseconds after its deadline it ended; only Advisors that overran."""
    load: float | None = None
    """How many processes wanted a processor, over the last minute; None if the system does not report it."""
    waited_ns: int = 0
    """The longest time that an Advisor was ready while others ran, by which its deadline was postponed."""


@attrs.frozen
class Decision:
    """One decision with everything that led to it."""

    game: str
    options: Mapping[str, object]
    position: str
    """As the game writes it."""
    mover: str
    legal: tuple[Move, ...]
    """The moves that Advisors were asked about."""
    move: Move
    tier: int | None
    """The tier that decided; None for a forced move."""
    by: str
    """The Advisor that decided in tiers 1 and 2; else `paradigm 1`, `chance` or `forced`."""
    why: str
    """One sentence."""
    tally: Mapping[Move, float]
    """What tier 3 gave each remaining move; empty if tier 3 did not vote."""
    removed: Mapping[Move, str]
    """Moves that tiers 1 and 2 removed, and the Advisor that removed each."""
    testimonies: tuple[Testimony, ...]
    """In order of tier, rank and name."""
    landed_ns: int
    settings: Conditions
    """Paradigm, schedule, clock and whatever else the decision depended on."""
    validity: Validity | None = None
    """How reliable its times are; None in virtual time, where they are exact."""

    def _repr_html_(self) -> str:
        from blackboard.decision_html import decision_html  # noqa: PLC0415  # views know decisions, not the reverse

        return decision_html(self)
