"""Attendance: how often each Advisor was asked in the decisions of a contest, and how that ended.

Contestants that count the moves they are asked for are on a roll too, because they may lose by a fault.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeAlias

import attrs

from agents import Contestant
from agents.session.failures import one_line
from blackboard import Contest, Decision, State, Testimony
from games import Role
from scenarios.experiment.seals import LARGEST

OWN = "hoyle"
"""The Hoyle that an experiment is about."""
OTHERS = ("other", "other 2")
"""Other Hoyles, against which it plays, or which it watches."""
WHOSE = (OWN, *OTHERS)
CONTESTANTS = "contestants"
"""Under which those are counted who play themselves, and may lose by a fault."""


@attrs.define
class Attendance:
    """How often one Advisor was asked, and how that ended."""

    asked: int = 0
    """Decisions with more than one move, whether it started or not."""
    failed: int = 0
    timed_out: int = 0
    cancelled: int = 0
    not_started: int = 0
    waited_ns: int = 0
    """How long it was ready to run and others ran, in real time."""
    reason: str = ""
    """Why it failed the last time."""

    @property
    def heard_out(self) -> int:
        """Decisions in which it ended by itself, without being cancelled first."""
        return self.asked - self.cancelled - self.not_started

    @property
    def has_always_failed(self) -> bool:
        """Return whether it failed every time that it was not cancelled."""
        return 0 < self.failed == self.heard_out

    def add(self, asked: int, rest: Sequence[Any] = ()) -> None:
        """Count in another attendance: how often it was asked, and the first of the rest of its fields."""
        self.asked += asked
        for name, value in zip(REST, rest, strict=False):
            setattr(self, name, value if name == "reason" else getattr(self, name) + value)


FIELDS = tuple(field.name for field in attrs.fields(Attendance))
COUNTS, REST = FIELDS[:-1], FIELDS[1:]

Roll: TypeAlias = Mapping[str, Attendance]
"""The attendance of each Advisor of one Hoyle, by name."""


def call_roll(decisions: Iterable[Decision]) -> dict[str, Attendance]:
    """Count how often each Advisor was asked in these decisions, and how that ended."""
    roll: dict[str, Attendance] = {}
    for decision in decisions:
        count_in(roll, decision)
    return roll


def count_in(roll: dict[str, Attendance], decision: Decision) -> None:
    """Add one decision to a roll; a decision without a choice only adds the names of the Advisors."""
    is_open = len(decision.legal) > 1
    for testimony in decision.testimonies:
        attendance = roll.get(testimony.advisor)
        if attendance is None:
            attendance = roll[testimony.advisor] = Attendance()
        if is_open:
            _count(attendance, testimony)


def _count(attendance: Attendance, testimony: Testimony) -> None:
    attendance.asked += 1
    attendance.waited_ns += testimony.waited_ns
    state = testimony.state
    if state is State.FINISHED:
        return
    if state is State.FAILED:
        attendance.failed += 1
        attendance.reason = one_line(testimony.reason)
    elif state is State.TIMED_OUT:
        attendance.timed_out += 1
    elif state is State.CANCELLED:
        attendance.cancelled += 1
    else:
        attendance.not_started += 1


def count_contest(roll: dict[str, Attendance], contest: Contest, seats: Mapping[Role, Contestant]) -> None:
    """Add one contest to the roll of the contestants that keep count of what they are asked."""
    winner = contest.outcome.winner
    for role, contestant in seats.items():
        if contestant.asked:
            attendance = roll.setdefault(contestant.name, Attendance())
            attendance.asked += contestant.asked
            if contest.is_forfeit and role is not winner:
                attendance.failed += 1
                attendance.reason = one_line(contest.fault)


def write_attendance(rolls: Mapping[str, Roll], *, in_full: bool) -> str:
    """Write the rolls of one contest: how often the Advisors of each Hoyle were asked, and the rest of each.

    Advisors that always finished are left out, unless all are to be named: once in a phase is enough.
    """
    kept = {whose: _written(roll, in_full=in_full) for whose, roll in rolls.items() if roll}
    return json.dumps(kept, separators=(",", ":")) if kept else ""


def _written(roll: Roll, *, in_full: bool) -> list[Any]:
    rests = {name: _trimmed(_rest(each)) for name, each in roll.items()}
    asked = max(each.asked for each in roll.values())
    return [asked, {name: rest for name, rest in rests.items() if rest or in_full}]


_rest = attrgetter(*REST)


def _trimmed(values: Sequence[Any]) -> list[Any]:
    """Leave out what is nothing at the end."""
    count = max((place for place, value in enumerate(values, 1) if value), default=0)
    return list(values[:count])


Rolls: TypeAlias = Mapping[str, tuple[int, Mapping[str, Sequence[Any]]]]
"""Of each Hoyle: how often its Advisors were asked, and of those with something to tell, the rest."""


@lru_cache(maxsize=4096)
def read_attendance(text: str) -> Rolls:
    """Read the rolls of a contest back; ValueError if they are none."""
    try:
        rolls: Rolls = json.loads(text) if text else {}
        is_right = rolls.keys() <= {*WHOSE, CONTESTANTS} and all(
            _is_count(asked) and all(_is_rest(asked, rest) for rest in rests.values())
            for asked, rests in rolls.values()
        )
    except (ValueError, TypeError, AttributeError, RecursionError):
        is_right, rolls = False, {}
    if not is_right:
        raise ValueError(f"{text[:40]!a} is no attendance")
    return rolls


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _is_rest(asked: int, values: Any) -> bool:
    counts, reason = values[: len(REST) - 1], values[len(REST) - 1 :]
    return (
        type(values) is list
        and all(map(_is_count, counts))
        and sum(counts[:4]) <= asked
        and (not reason or (len(reason) == 1 and type(reason[0]) is str))
    )
