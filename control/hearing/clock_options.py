"""The clock of decisions: the settings that all contestants share."""

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from agents import all_advisors
from agents.session.advisor_session import NS
from agents.time_units import parse_duration
from blackboard import Conditions
from control.hearing.virtual import BRAKE_S, VirtualClock
from control.limits.durations import Costs
from control.settings import kinds
from control.settings.declarations import (
    COSTS,
    OWN_COSTS,
    WHOLE,
    WORD,
    Scope,
    declared,
    setting_of,
    settings_of,
)
from games import BadOption, UnknownName

CLOCKS = ("virtual", "wall")


@attrs.frozen(kw_only=True)
class ClockOptions:
    """A clock as users configure it."""

    clock: str = declared(
        "virtual",
        kind=kinds.one_of("clock", lambda: CLOCKS),
        form=WORD,
        scope=Scope.CELL | Scope.DECIDE,
        help="Measure time by this clock: virtual or wall.",
        about="The clock: `virtual` (the default, the same on every machine) or `wall`.",
        example='clock = "wall"',
    )
    cost: Mapping[str, str] = declared(
        MappingProxyType({}),
        kind=kinds.TIME,
        form=COSTS,
        scope=Scope.CELL | Scope.DECIDE,
        help="Charge this time on the virtual clock for each action of this kind (repeatable).",
        metavar="KIND=TIME",
        about="The time that each action of an Advisor costs on the virtual clock.",
        example='cost = { play = ["100us", "1ms"], comment = "10us" }',
        entries=lambda: [field.name for field in attrs.fields(Costs)],
    )
    own_cost: Mapping[str, str] = declared(
        MappingProxyType({}),
        kind=kinds.TIME,
        form=OWN_COSTS,
        scope=Scope.CELL | Scope.DECIDE,
        help="Charge an Advisor this time on the virtual clock for each decision (repeatable).",
        metavar="NAME=TIME",
        about="The time that each decision costs an Advisor on the virtual clock before it begins to think: "
        "work of its own, which the rules oracle does not see (docs/limits.md). By default the `cost_ms` of "
        "its class.",
        example='own_cost = { Panic = "3ms" }',
        entries=all_advisors,
        is_later=True,
        is_sparse=True,
    )
    processors: int | None = declared(
        None,
        kind=kinds.whole(1).or_false("one each"),
        form=WHOLE,
        scope=Scope.CELL | Scope.DECIDE,
        help="Share this number of processors in virtual time; by default each Advisor has one.",
        about="The number of processors that Advisors share in virtual time. By default each has one.",
        example="processors = [1, 4, false]",
    )
    brake: str = declared(
        f"{BRAKE_S}s",
        kind=kinds.TIME,
        form=WORD,
        scope=Scope.CELL | Scope.DECIDE,
        help="Void a decision on the virtual clock if an Advisor takes more real time for one step.",
        metavar="TIME",
        about="The real time that the virtual clock waits for one step of an Advisor that runs elsewhere: a "
        "call of the rules oracle, a post, an answer of a model, or its start. If it takes longer, the "
        "decision is void and the run has failed; no result depends on this setting. Default: 60s.",
        example='brake = "10min"',
        decides=False,
    )

    @classmethod
    def from_record(cls, conditions: Conditions) -> "ClockOptions":
        """Return the clock of a recorded decision."""
        costs = {kind: f"{ns}ns" for kind, ns in (conditions.costs or {}).items()}
        own = {name: f"{ns}ns" for name, ns in conditions.own_costs.items()}
        found = cls(clock=conditions.clock, cost=costs, own_cost=own, processors=conditions.processors)
        for setting in settings_of(cls):
            if (value := getattr(found, setting.name)) is not None:
                setting.check(value)
        return found

    def make(self) -> VirtualClock | None:
        """Return the clock; None means the wall clock."""
        setting_of(ClockOptions, "clock").check(self.clock)
        brake_s = parse_duration(self.brake) / NS
        costs = Costs.parse(f"{kind}={time}" for kind, time in self.cost.items())
        if self.clock == "virtual":
            return VirtualClock(
                costs=costs, own_costs=self._own_costs(), processors=self.processors, brake_s=brake_s
            )
        if self.cost or self.own_cost or self.processors is not None:
            raise BadOption(
                "cost, own_cost and processors need the virtual clock; leave them out, or give clock virtual"
            )
        return None

    def _own_costs(self) -> dict[str, int]:
        """Return what each decision costs each Advisor, in nanoseconds."""
        known = all_advisors()
        for name in self.own_cost:
            if name not in known:
                raise UnknownName.of("Advisor", name, known, "its own cost cannot be set")
        return {name: parse_duration(time) for name, time in self.own_cost.items()}
