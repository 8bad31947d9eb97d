"""Read all logged decisions of the traces in a folder."""

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
    """Its position in the file, counted from 0."""
    decision: Decision

    @property
    def contest(self) -> int | None:
        """The number of its contest, counted from 0; None for a decision without a contest."""
        return self._along("contest")

    @property
    def ply(self) -> int | None:
        """The number of moves made before it."""
        return self._along("ply")

    @property
    def run(self) -> int | None:
        """The run of the experiment."""
        return self._along("run")

    @property
    def phase(self) -> str | None:
        """The phase of the run."""
        found = self._steps.get("phase")
        return found if isinstance(found, str) else None

    def _along(self, name: str) -> int | None:
        found = self._steps.get(name)
        return found if isinstance(found, int) else None

    @property
    def _steps(self) -> dict[object, object]:
        """The path of its stream, as names with their values."""
        path = self.decision.settings.stream
        return dict(zip(path[::2], path[1::2], strict=False))


class Log:
    """All decisions logged in a file or folder, read one trace after another."""

    def __init__(self, place: Path) -> None:
        below = sorted(place.rglob(f"*{SUFFIX}"), key=_by_name) if place.is_dir() else [place]
        if not below:
            raise BadFile(
                f"no trace found below '{place}'; hoyle run writes traces if the scenario has trace = true"
            )
        self.traces = tuple(below)
        self.damage: list[str] = []
        """Why traces could not be read to their end; complete once all have been read."""

    def __iter__(self) -> Iterator[Logged]:
        self.damage.clear()
        for path in self.traces:
            trace = read_trace(path)
            self.damage += [trace.damage] if trace.damage else []
            for number, decision in enumerate(decisions_of(trace.events)):
                yield Logged(path, number, decision)


def _by_name(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts cell-2 before cell-10."""
    return [(int(part) if part.isdecimal() else -1, part) for part in str(path).replace(".", "-").split("-")]
