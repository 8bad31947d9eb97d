"""How decisions are made: the choices that are the same for every decision of a contest."""

import math
from collections.abc import Mapping
from types import MappingProxyType

import attrs

from blackboard import NEUTRAL
from control.paradigms import PARADIGMS, Paradigm
from control.schedules import SCHEDULES
from games import BadOption, UnknownName

LATE = ("keep", "drop")
SILENCE = (NEUTRAL, 0)


@attrs.frozen
class Settings:
    """What control is told."""

    paradigm: Paradigm = PARADIGMS["1"]
    schedule: str = attrs.field(default="speculative")
    late: str = attrs.field(default="keep")
    """Does what an Advisor posted before it ran out of time count?"""
    silence: int = attrs.field(default=NEUTRAL)
    weights: Mapping[str, float] = attrs.field(default=MappingProxyType({}))

    @schedule.validator
    def _check_schedule(self, _: object, value: str) -> None:
        if value not in SCHEDULES:
            raise UnknownName.of("schedule", str(value), SCHEDULES, f"there are {', '.join(SCHEDULES)}")

    @late.validator
    def _check_late(self, _: object, value: str) -> None:
        if value not in LATE:
            raise BadOption(f"late is {value!r}; it is one of {', '.join(LATE)}")

    @silence.validator
    def _check_silence(self, _: object, value: int) -> None:
        if value not in SILENCE:
            raise BadOption(f"silence is {value!r}; it is 5, or 0 for the literal formula of 1990")

    @weights.validator
    def _check_weights(self, _: object, value: Mapping[str, float]) -> None:
        for name, weight in value.items():
            if not isinstance(weight, int | float) or not math.isfinite(weight):
                raise BadOption(f"the weight of {name} is {weight!r}; a weight is a finite number")
