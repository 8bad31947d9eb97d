"""Traces in a folder: every decision that was logged, and where it belongs."""

from collections.abc import Iterator
from pathlib import Path

import attrs

from blackboard import Decision, decisions_of, read_trace
from games import BadFile

SUFFIX = ".trace"


@attrs.frozen
class Logged:
    """One decision of a trace."""

    trace: Path
    number: int
    """Its place in the file, counted from 0."""
    decision: Decision

    @property
    def contest(self) -> int | None:
        """Which contest it belongs to, counted from 0; None for one that was asked alone."""
        return self._along("contest")

    @property
    def ply(self) -> int | None:
        """How many moves had been made."""
        return self._along("ply")

    @property
    def run(self) -> int | None:
        """Which run of an experiment."""
        return self._along("run")

    @property
    def phase(self) -> str | None:
        """Which phase of it."""
        path = self._path
        at = path.index("phase") if "phase" in path[::2] else -1
        return str(path[at + 1]) if at >= 0 else None

    def _along(self, name: str) -> int | None:
        path = self._path
        for key, value in zip(path[::2], path[1::2], strict=False):
            if key == name and isinstance(value, int):
                return value
        return None

    @property
    def _path(self) -> list[str | int]:
        path = self.decision.settings.get("stream", [])
        return path if isinstance(path, list) else []


@attrs.frozen
class Log:
    """Everything that was logged below a place."""

    decisions: tuple[Logged, ...]
    traces: tuple[Path, ...]
    damage: tuple[str, ...] = ()
    """Which traces could not be read to their end, and why."""


def read_log(place: Path) -> Log:
    """Read a trace, or every trace below a folder, by name."""
    traces = tuple(sorted(place.rglob(f"*{SUFFIX}"), key=_by_name)) if place.is_dir() else (place,)
    if not traces:
        raise BadFile(
            f"there is no trace below '{place}'; hoyle run writes them if a scenario has trace = true"
        )
    logged, damage = list[Logged](), list[str]()
    for path in traces:
        trace = read_trace(path)
        logged += (Logged(path, number, each) for number, each in enumerate(decisions_of(trace.events)))
        damage += [trace.damage] if trace.damage else []
    return Log(tuple(logged), traces, tuple(damage))


def _by_name(path: Path) -> list[tuple[int, str]]:
    """Let cell-2 come before cell-10."""
    return [(int(part) if part.isdecimal() else -1, part) for part in str(path).replace(".", "-").split("-")]


def decisions_below(place: Path) -> Iterator[Decision]:
    """Yield every decision that was logged below a place."""
    return (logged.decision for logged in read_log(place).decisions)
