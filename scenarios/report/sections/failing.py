"""Failures and timeouts of Advisors and contestants: in the report, after a run, and as JSON."""

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
"""The terminal names Advisors that timed out in a larger share of the decisions that heard them out."""
FEWEST = 10
"""The fewest decisions in which an Advisor was heard out before the terminal names it."""
_HEAD = ("cell", "Advisor", "asked", "failed", "timed out", "cancelled", "not started", "waited", "reason")
_NOTE = (
    "An Advisor is asked in each decision with more than one legal move. It is cancelled if the move is "
    "decided before it has finished. Waited: how long it was ready while other Advisors ran. The reason is "
    "the most frequent one."
)
_FORFEITS_HEAD = ("cell", "contestant", "contests forfeited", "moves asked for", "reason")
_FORFEITS_NOTE = (
    "A program forfeits the contest if it is late, exits, or sends anything but a legal move. Hoyle learns "
    "nothing from such a contest. The reason is the most frequent one."
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
        """The name of the Advisor or contestant; it says so if the other Hoyle asked the Advisor."""
        if self.is_contestant:
            return f"contestant {self.advisor}"
        return self.advisor if self.whose == OWN else f"{self.advisor} of the other Hoyle"

    @property
    def is_contestant(self) -> bool:
        """Whether it is a contestant instead of an Advisor."""
        return self.whose == CONTESTANTS

    @property
    def shares(self) -> tuple[float, float]:
        """The shares of decisions in which it failed and in which it timed out."""
        asked = self.attendance.asked or 1
        return self.attendance.failed / asked, self.attendance.timed_out / asked

    def document(self) -> dict[str, Any]:
        """Return it as JSON."""
        counts = {name: getattr(self.attendance, name) for name in COUNTS}
        return {
            "cell": self.cell,
            "whose": self.whose,
            "advisor": self.advisor,
            **counts,
            "reason": self.attendance.reason,
        }


def by_cell(records: Records) -> list[Failing]:
    """Return the attendance of every Advisor by cell, or once for all cells if their shares are equal."""
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
    """Return the attendance of every Advisor over all cells."""
    found: dict[tuple[str, str], list[Attendance]] = {}
    for (_, _, whose, name), attendance in records.attendance.items():
        found.setdefault((whose, name), []).append(attendance)
    every = [Failing(ALL_CELLS, whose, name, added(rows)) for (whose, name), rows in found.items()]
    return sorted(every, key=lambda one: (*(-share for share in one.shares), one.name))


def added(rows: Iterable[Attendance]) -> Attendance:
    """Return the sum of attendances, with the reason of most failures."""
    total, reasons = Attendance(), dict[str, int]()
    for row in rows:
        total.add(row.asked, [getattr(row, name) for name in COUNTS[1:]])
        reasons[row.reason] = reasons.get(row.reason, 0) + row.failed
    total.reason = max(reasons, key=lambda reason: reasons[reason], default="")
    return total


def _rounded(shares: tuple[float, float]) -> tuple[int, int]:
    return round(100 * shares[0]), round(100 * shares[1])


def failed_or_late(found: Iterable[Failing]) -> list[Failing]:
    """Return those that failed or timed out."""
    return [one for one in found if one.attendance.failed or one.attendance.timed_out]


def attendance(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # there is nothing to draw
    """Show failures and timeouts of Advisors by cell."""
    rows = [_row(one) for one in failed_or_late(by_cell(records)) if not one.is_contestant]
    return Exhibit("Advisors that failed or timed out", _NOTE, (), _HEAD, rows)


def forfeits(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # as above
    """Show contests that contestants forfeited, by cell."""
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
    return Exhibit("Forfeited contests", _FORFEITS_NOTE, (), _FORFEITS_HEAD, rows)


def _row(one: Failing) -> list[str]:
    counts = one.attendance
    numbers = (counts.asked, counts.failed, counts.timed_out, counts.cancelled, counts.not_started)
    waited = format_duration(counts.waited_ns) if counts.waited_ns else ""
    return [one.cell, one.name, *(f"{number:,}" for number in numbers), waited, counts.reason]


def attendance_fact(records: Records) -> Iterator[tuple[str, str]]:
    """Yield a fact if no Advisor failed or timed out, or if the results do not record that."""
    if not records.is_sealed:
        version = records.meta["version"]
        yield (
            "Advisors",
            f"failures and timeouts are unknown: results of version {version} do not record them",
        )
    elif records.attendance and all(one.is_contestant for one in failed_or_late(over_all(records))):
        yield "Advisors", "none failed or timed out"


def failure_lines(found: Iterable[Failing]) -> list[str]:
    """Return a line for each Advisor that failed, and one line for all that timed out in most decisions."""
    found = list(found)
    lines = [_failure(one) for one in found if one.attendance.failed]
    late = [one for one in found if _is_mostly_late(one.attendance)]
    if late:
        names = ", ".join(f"{one.name} ({100 * _timed_out(one.attendance):.0f} %)" for one in late)
        lines.append(f"Timed out in most decisions in which they were not cancelled: {names}")
    return lines


def _failure(one: Failing) -> str:
    counts = one.attendance
    if one.is_contestant:
        contests = how_many(counts.failed, "contest")
        return f"Contestant {one.advisor} forfeited {contests}: {counts.reason}"
    others = counts.cancelled + counts.not_started
    early = f" ({how_many(others, 'other')} landed before it finished)" if others else ""
    asked = how_many(counts.asked, "decision")
    return f"{one.name} failed in {counts.failed:,} of {asked}{early}: {counts.reason}"


def _is_mostly_late(counts: Attendance) -> bool:
    return counts.heard_out >= FEWEST and _timed_out(counts) > MANY


def _timed_out(counts: Attendance) -> float:
    """Return the share of timeouts among the decisions in which an Advisor was heard out."""
    return counts.timed_out / (counts.heard_out or 1)


def always_failed(records: Records) -> list[str]:
    """Return a line for each Advisor that failed in every decision of a run in which it was heard out."""
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
        return f"{one.name} failed on every move it was asked for{where}: {one.attendance.reason}"
    return (
        f"{one.name} failed in every decision{where} in which it was not cancelled: {one.attendance.reason}"
    )


def documents(found: Iterable[Failing]) -> list[Mapping[str, Any]]:
    """Return failures and timeouts as JSON."""
    return [one.document() for one in failed_or_late(found)]
