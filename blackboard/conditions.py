"""The conditions under which a decision was made: its settings, as they are recorded."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import attrs

NOTHING: Mapping[str, Any] = MappingProxyType({})


@attrs.frozen(eq=False)
class Conditions(Mapping[str, Any]):
    """What a decision depended on besides the position and the Advisors; a mapping of settings by name."""

    clock: str
    chosen: Mapping[str, Any]
    """The declared settings of the decision: paradigm, schedule and so on."""
    seed: int
    stream: tuple[str | int, ...] = ()
    """The path of the decision's random stream."""
    limits: Mapping[str, Any] = NOTHING
    """Limits that Advisors shared."""
    costs: Mapping[str, int] | None = None
    """What each action cost, in virtual time."""
    processors: int | None = None
    """How many Advisors could work at once in virtual time; None for no limit."""
    own_costs: Mapping[str, int] = NOTHING
    """By Advisor, what each decision cost it in virtual time before it began to think."""

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Conditions":
        """Read a record; keys that are not fields of this class are settings of the decision."""
        own = {field.name for field in attrs.fields(cls)}
        given = {name: value for name, value in record.items() if name in own}
        chosen = {name: value for name, value in record.items() if name not in own}
        return cls(**{**given, "chosen": chosen, "stream": tuple(given.get("stream", ()))})

    @cached_property
    def payload(self) -> Mapping[str, Any]:
        """Return everything by name, in the form in which it is recorded."""
        payload: dict[str, Any] = {
            "clock": self.clock,
            **self.chosen,
            "seed": self.seed,
            "stream": list(self.stream),
        }
        if self.limits:
            payload["limits"] = self.limits
        if self.costs is not None:
            payload |= {"costs": self.costs, "processors": self.processors}
        if self.own_costs:
            payload["own_costs"] = self.own_costs
        return payload

    def __getitem__(self, name: str) -> Any:
        return self.payload[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.payload)

    def __len__(self) -> int:
        return len(self.payload)
