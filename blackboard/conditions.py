"""Under what conditions a decision was made: its settings, as the record of it tells them."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import attrs

NOTHING: Mapping[str, Any] = MappingProxyType({})


@attrs.frozen(eq=False)
class Conditions(Mapping[str, Any]):
    """What a decision hung on besides the position and the Advisors; each setting can be had by its name."""

    clock: str
    chosen: Mapping[str, Any]
    """The settings of the decision, as they declare themselves: paradigm, schedule and so on."""
    seed: int
    stream: tuple[str | int, ...] = ()
    """The way to the decision's random stream."""
    limits: Mapping[str, Any] = NOTHING
    """What Advisors had together."""
    costs: Mapping[str, int] | None = None
    """What each thing cost, in virtual time."""
    processors: int | None = None
    """How many Advisors could work at once in virtual time; None is any number."""

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Conditions":
        """Read what a record tells; whatever is no condition of every decision was chosen for this one."""
        own = {field.name for field in attrs.fields(cls)}
        given = {name: value for name, value in told.items() if name in own}
        chosen = {name: value for name, value in told.items() if name not in own}
        return cls(**{**given, "chosen": chosen, "stream": tuple(given.get("stream", ()))})

    @cached_property
    def payload(self) -> Mapping[str, Any]:
        """Everything by name, as it is written down."""
        told: dict[str, Any] = {
            "clock": self.clock,
            **self.chosen,
            "seed": self.seed,
            "stream": list(self.stream),
        }
        if self.limits:
            told["limits"] = self.limits
        if self.costs is not None:
            told |= {"costs": self.costs, "processors": self.processors}
        return told

    def __getitem__(self, name: str) -> Any:
        return self.payload[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.payload)

    def __len__(self) -> int:
        return len(self.payload)
