"""Budgets: the time and work of an Advisor, a tier, a decision and a contest.

    5ms              the time of each Advisor
    200calls         the work of each Advisor, in calls of the rules oracle
    5ms+200calls     both; the one used up first stops an Advisor
    Panic=5ms        the time of one Advisor
    weights=60s      the time of one learner
    tier3=20ms       the shared time of a tier, from the start of its first Advisor
    decision=50ms    the shared time of a decision, from its start
    contest=5s       the shared time of all Hoyle's decisions in a contest

The tightest limit stops an Advisor. Shared time runs for all Advisors at once. Shared work is divided evenly
beforehand, so that no Advisor's calls depend on the speed of another.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs

from agents import ADVISORS, LEARNERS, TIERS, Advisor
from agents.time_units import parse_duration
from control.limits.durations import NS_PER_MS, format_duration
from games import BadOption, UnknownName

_CALLS = re.compile(r"\s*(\d+)\s*calls?\s*")
_TIER = re.compile(r"tier(\d+)")
_BETWEEN = re.compile(r"\+(?!\s*\d+\s*calls?\s*(?:\+|$))")
MOST_WORK = 10**15
"""More oracle calls than any Advisor can make."""


@attrs.frozen
class Allowance:
    """An amount of time, of oracle calls, or both; None means any amount."""

    ns: int | None = None
    work: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Allowance":
        """Read `5ms`, `200calls` or `5ms+200calls`."""
        found = cls()
        for part in text.split("+"):
            given = _parsed(part)
            if (found.ns and given.ns) or (found.work and given.work):
                raise BadOption(f"{text!r} gives an amount twice; write for example 5ms+200calls")
            found = found.with_other(given)
        return found

    def with_other(self, other: "Allowance") -> "Allowance":
        """Return this allowance, overridden by what another one sets."""
        return Allowance(
            self.ns if other.ns is None else other.ns, self.work if other.work is None else other.work
        )

    def __bool__(self) -> bool:
        return self.ns is not None or self.work is not None

    def __str__(self) -> str:
        parts = [] if self.ns is None else [format_duration(self.ns)]
        return " + ".join(parts if self.work is None else [*parts, self._calls]) or "any amount"

    @property
    def _calls(self) -> str:
        return "1 call" if self.work == 1 else f"{self.work} calls"


def _parsed(text: str) -> Allowance:
    calls = _CALLS.fullmatch(text)
    if calls:
        work = int(calls[1][:20])
        if not 0 < work <= MOST_WORK:
            raise BadOption(f"{text[:30]!r} is not an amount of work; it must be 1 to {MOST_WORK} calls")
        return Allowance(work=work)
    if not text.strip()[:1].isdecimal():
        raise BadOption(
            f"{text!r} is neither a time nor an amount of work;"
            " write for example 5ms, 200calls or 5ms+200calls"
        )
    return Allowance(ns=parse_duration(text))


ANY_AMOUNT = Allowance()


@attrs.frozen
class Limits:
    """The limits that Advisors share."""

    tiers: Mapping[int, Allowance] = MappingProxyType({})
    decision: Allowance = ANY_AMOUNT
    contest: Allowance = ANY_AMOUNT

    @property
    def terms(self) -> Hashable:
        """The limits as a hashable key."""
        return tuple(sorted(self.tiers.items(), key=lambda each: each[0])), self.decision, self.contest

    def __bool__(self) -> bool:
        return bool(self.tiers) or bool(self.decision) or bool(self.contest)

    def with_other(self, other: "Limits") -> "Limits":
        """Return these limits, overridden by what others set."""
        tiers = {
            tier: self.tiers.get(tier, ANY_AMOUNT).with_other(other.tiers.get(tier, ANY_AMOUNT))
            for tier in (*self.tiers, *other.tiers)
        }
        return Limits(tiers, self.decision.with_other(other.decision), self.contest.with_other(other.contest))


NO_LIMITS = Limits()


@attrs.frozen
class Budgets:
    """The budget of each Advisor, its own unless another is set, and the shared limits."""

    default: Allowance = ANY_AMOUNT
    by_name: Mapping[str, Allowance] = attrs.field(factory=dict)
    limits: Limits = NO_LIMITS
    learners: Mapping[str, int] = attrs.field(factory=dict)
    """The time limits of learners by name, in nanoseconds."""

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "Budgets":
        """Read budgets as they are written above; later ones override earlier ones."""
        default, by_name, limits = ANY_AMOUNT, dict[str, Allowance](), NO_LIMITS
        learners: dict[str, int] = {}
        for text in texts:
            name, equals, amount = text.rpartition("=")
            given = Allowance.parse(amount)
            if not equals:
                default = default.with_other(given)
            elif name == "decision":
                limits = limits.with_other(Limits(decision=given))
            elif name == "contest":
                limits = limits.with_other(Limits(contest=given))
            elif tier := _TIER.fullmatch(name):
                limits = limits.with_other(Limits({_tier(tier[1]): given}))
            elif name in LEARNERS:
                if name in ADVISORS:
                    raise BadOption(
                        f"a learner and an Advisor are named {name!r}; rename one to set its budget"
                    )
                learners[name] = _time_of(name, given)
            else:
                by_name[name] = by_name.get(name, ANY_AMOUNT).with_other(given)
        return cls(default, by_name, limits, learners)

    def of(self, advisor: type[Advisor]) -> Allowance:
        """Return one Advisor's own budget; its time is always limited."""
        own = Allowance(ns=round(advisor.budget_ms * NS_PER_MS))
        return own.with_other(self.default).with_other(self.by_name.get(advisor.name, ANY_AMOUNT))

    def check_names(self, names: Iterable[str]) -> None:
        """Refuse a budget for an Advisor or a learner that does not take part."""
        present = set(names)
        for name in self.by_name:
            if name not in present:
                raise UnknownName.of("Advisor that takes part", name, present, "its budget cannot be set")


def _time_of(learner: str, given: Allowance) -> int:
    if given.ns is None or given.work is not None:
        raise BadOption(f"the budget of learner {learner} is {given}; it must be a time, such as 10s")
    return given.ns


def _tier(text: str) -> int:
    if len(text) > 1 or int(text) not in TIERS:
        raise BadOption(f"there is no tier {text:.20}; tiers are {', '.join(map(str, TIERS))}")
    return int(text)


def split_budgets(text: str) -> tuple[str, ...]:
    """Split a text with several budgets, joined by `+`: `5ms+200calls+Panic=1ms`.

    Calls that follow a time belong to it, as in `5ms+200calls`.
    """
    return tuple(part.strip() for part in _BETWEEN.split(text) if part.strip())


SHARED: Sequence[str] = (*(f"tier{tier}" for tier in TIERS), "decision", "contest")
"""What else can have a budget, apart from Advisors and learners."""
