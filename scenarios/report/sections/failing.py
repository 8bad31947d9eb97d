"""Who failed, and who ran out of time: in the report, at the end of a run, and as JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from control import format_duration
from games.counting import how_many
from scenarios.experiment.attendance import CONTESTANTS, COUNTS, OWN, Attendance
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup, name_cell
from scenarios.report.exhibit import Exhibit

ALL_CELLS = "all cells"
MANY = 0.5
"""Running out of time is told in the terminal where it is the rule: in a larger share of the decisions."""
FEWEST = 10
"""And only of an Advisor that was heard out so often."""
_HEAD = ("cell", "Advisor", "asked", "failed", "timed out", "cancelled", "not started", "waited", "reason")
_NOTE = (
    "In how many of the decisions in which it was asked (those with more than one move) an Advisor failed, "
    "ran out of time, was cancelled since a decision had landed, or never started; how long it was ready and "
    "others ran; and the commonest reason of its failures. Only those that failed or ran out of time."
)
_FORFEITS_HEAD = ("cell", "contestant", "contests lost so", "moves asked for", "reason")
_FORFEITS_NOTE = (
    "A contestant that is a program loses the contest when it is late, ends, or says something that is no "
    "legal move; nothing is learned from such a contest. The reason is that of most of them."
)


@attrs.frozen
class Failing:
    """How often one Advisor of one Hoyle was asked and failed, in one cell or in all."""

    cell: str
    whose: str
    advisor: str
    attendance: Attendance

    @property
    def name(self) -> str:
        """The Advisor, and whose it is if that is not the Hoyle that is studied; or the contestant."""
        if self.is_contestant:
            return f"contestant {self.advisor}"
        return self.advisor if self.whose == OWN else f"{self.advisor} of the other Hoyle"

    @property
    def is_contestant(self) -> bool:
        """Is it one who plays, and no Advisor?"""
        return self.whose == CONTESTANTS

    @property
    def shares(self) -> tuple[float, float]:
        """In which part of the decisions it failed, and in which it ran out of time."""
        asked = self.attendance.asked or 1
        return self.attendance.failed / asked, self.attendance.timed_out / asked

    def document(self) -> dict[str, Any]:
        """Tell it as JSON."""
        counts = {name: getattr(self.attendance, name) for name in COUNTS}
        return {
            "cell": self.cell,
            "whose": self.whose,
            "advisor": self.advisor,
            **counts,
            "reason": self.attendance.reason,
        }


def by_cell(records: Records) -> list[Failing]:
    """Return the attendance of every Advisor in each cell; in one, where all cells have the same shares."""
    cells: dict[tuple[str, str], dict[int, list[Attendance]]] = {}
    for (cell, _, whose, name), attendance in records.attendance.items():
        cells.setdefault((whose, name), {}).setdefault(cell, []).append(attendance)
    found = []
    for (whose, name), each in cells.items():
        apart = [Failing(name_cell(records, cell), whose, name, added(rows)) for cell, rows in each.items()]
        is_same = len(apart) > 1 and len({_rounded(one.shares) for one in apart}) == 1
        together = Failing(ALL_CELLS, whose, name, added(one.attendance for one in apart))
        found += [together] if is_same else apart
    return sorted(found, key=lambda one: (*(-share for share in one.shares), one.name))


def over_all(records: Records) -> list[Failing]:
    """Return the attendance of every Advisor in all cells together."""
    found: dict[tuple[str, str], list[Attendance]] = {}
    for (_, _, whose, name), attendance in records.attendance.items():
        found.setdefault((whose, name), []).append(attendance)
    every = [Failing(ALL_CELLS, whose, name, added(rows)) for (whose, name), rows in found.items()]
    return sorted(every, key=lambda one: (*(-share for share in one.shares), one.name))


def added(rows: Iterable[Attendance]) -> Attendance:
    """Add attendances up; the reason is that of most failures."""
    total, reasons = Attendance(), dict[str, int]()
    for row in rows:
        total.add(row.asked, [getattr(row, name) for name in COUNTS[1:]])
        reasons[row.reason] = reasons.get(row.reason, 0) + row.failed
    total.reason = max(reasons, key=lambda reason: reasons[reason], default="")
    return total


def _rounded(shares: tuple[float, float]) -> tuple[int, int]:
    return round(100 * shares[0]), round(100 * shares[1])


def failed_or_late(found: Iterable[Failing]) -> list[Failing]:
    """Leave out those of whom there is nothing to tell."""
    return [one for one in found if one.attendance.failed or one.attendance.timed_out]


def attendance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # there is nothing to draw
    """Show who failed and who ran out of time, by cell."""
    rows = [_row(one) for one in failed_or_late(by_cell(records)) if not one.is_contestant]
    return Exhibit("Advisors that failed or ran out of time", _NOTE, (), _HEAD, rows)


def forfeits(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # as above
    """Show which contestants lost contests by their own fault, by cell."""
    found = [one for one in failed_or_late(by_cell(records)) if one.is_contestant]
    rows = [
        [
            one.cell,
            one.advisor,
            f"{one.attendance.failed:,}",
            f"{one.attendance.asked:,}",
            one.attendance.reason,
        ]
        for one in found
    ]
    return Exhibit("Contests lost by a fault", _FORFEITS_NOTE, (), _FORFEITS_HEAD, rows)


def _row(one: Failing) -> list[str]:
    counts = one.attendance
    numbers = (counts.asked, counts.failed, counts.timed_out, counts.cancelled, counts.not_started)
    waited = format_duration(counts.waited_ns) if counts.waited_ns else ""
    return [one.cell, one.name, *(f"{number:,}" for number in numbers), waited, counts.reason]


def attendance_fact(records: Records) -> Iterator[tuple[str, str]]:
    """Say in one sentence that there is nothing to tell, or why nothing can be told."""
    if not records.is_sealed:
        told = f"results of version {records.meta['version']} do not tell who failed or ran out of time"
        yield "Advisors", told
    elif records.attendance and all(one.is_contestant for one in failed_or_late(over_all(records))):
        yield "Advisors", "none failed or ran out of time"


def failure_lines(found: Iterable[Failing]) -> list[str]:
    """Say of each Advisor that failed how often, and why; and in one line who mostly ran out of time."""
    found = list(found)
    lines = [_failure(one) for one in found if one.attendance.failed]
    late = [one for one in found if _is_mostly_late(one.attendance)]
    if late:
        who = ", ".join(f"{one.name} ({one.shares[1]:.0%})" for one in late)
        lines.append(f"Out of time in most decisions: {who}")
    return lines


def _failure(one: Failing) -> str:
    counts = one.attendance
    if one.is_contestant:
        contests = how_many(counts.failed, "contest")
        return f"Contestant {one.advisor} lost {contests} by its own fault: {counts.reason}"
    others = counts.cancelled + counts.not_started
    beside = f" ({how_many(others, 'other')} ended before it did)" if others else ""
    asked = how_many(counts.asked, "decision")
    return f"{one.name} failed in {counts.failed:,} of {asked}{beside}: {counts.reason}"


def _is_mostly_late(counts: Attendance) -> bool:
    return counts.heard_out >= FEWEST and counts.timed_out > MANY * counts.heard_out


def always_failed(records: Records) -> list[str]:
    """Say of each Advisor that failed whenever it was heard out in a run, in how many runs that was."""
    runs: dict[tuple[str, str], list[Attendance]] = {}
    for (_, _, whose, name), counts in records.attendance.items():
        runs.setdefault((whose, name), []).append(counts)
    return [
        _always(Failing(ALL_CELLS, whose, name, added(bad)), len(bad), len(each))
        for (whose, name), each in runs.items()
        if (bad := [counts for counts in each if counts.has_always_failed])
    ]


def _always(one: Failing, bad: int, runs: int) -> str:
    where = "" if bad == runs else f" of {bad} of {how_many(runs, 'run')}"
    if one.is_contestant:
        return f"{one.name} failed whenever it was asked for a move{where}: {one.attendance.reason}"
    return f"{one.name} failed in every decision{where} that it was heard out in: {one.attendance.reason}"


def documents(found: Iterable[Failing]) -> list[Mapping[str, Any]]:
    """Tell as JSON who failed or ran out of time."""
    return [one.document() for one in failed_or_late(found)]
