"""The traces and folders of the command line, by number; URLs never contain paths."""

from collections.abc import Iterator
from pathlib import Path

import attrs

from blackboard import decisions_of, read_trace
from games import BadFile, HoyleError
from scenarios.analysis.traces import Log, Logged
from scenarios.experiment.run_files import trace_file


@attrs.frozen
class Reading:
    """The decisions of a trace when it was last read."""

    stamp: tuple[int, int]
    """Its size and its time of modification."""
    decisions: tuple[Logged, ...]
    damage: str


class ShelvedTrace:
    """A trace, read again when it has grown."""

    def __init__(self, path: Path, name: str, *, is_listed: bool = True) -> None:
        self.path = path
        self.name = name
        """Its name on pages."""
        self.is_listed = is_listed
        """Whether the first page lists it; pages of contests link to the traces of results."""
        self._read: Reading | None = None

    def read(self) -> Reading:
        """Return its complete decisions, and a description of any damage."""
        try:
            found = self.path.stat()
        except OSError as error:
            raise BadFile(f"{self.name} cannot be read: {error.strerror}; was it moved?") from error
        stamp = found.st_size, found.st_mtime_ns
        if self._read is None or self._read.stamp != stamp:
            trace = read_trace(self.path)
            logged = tuple(Logged(self.path, i, each) for i, each in enumerate(decisions_of(trace.events)))
            self._read = Reading(stamp, logged, trace.damage.replace(str(self.path), self.name))
        return self._read


class Shelf:
    """Traces and folders of results, each with a number."""

    def __init__(self) -> None:
        self.traces: list[ShelvedTrace] = []
        self.folders: list[Path] = []
        self._found: dict[Path, int] = {}

    def add_trace(self, path: Path, name: str | None = None, *, is_listed: bool = True) -> int:
        """Return the number of a trace; add it if it is new."""
        if path not in self._found:
            self._found[path] = len(self.traces)
            self.traces.append(ShelvedTrace(path, name or path.name, is_listed=is_listed))
        return self._found[path]

    def add_folder(self, folder: Path) -> str:
        """Add a folder of results or of traces; return the address of its page."""
        from scenarios.experiment.store import FILE  # noqa: PLC0415  # takes long, and tables do without

        if (folder / FILE).is_file():
            self.folders.append(folder)
            self._number_traces(folder)
            return f"/results/{len(self.folders) - 1}"
        try:
            traces = Log(folder).traces
        except BadFile:
            raise BadFile(
                f"no results and no traces in '{folder}'; hoyle run writes results, and traces if the "
                "scenario has trace = true"
            ) from None
        numbers = [self.add_trace(path, str(path.relative_to(folder))) for path in traces]
        return f"/trace/{numbers[0]}" if len(numbers) == 1 else "/"

    def _number_traces(self, folder: Path) -> None:
        """Give the trace of every run its number in advance, so that addresses stay the same."""
        from scenarios.experiment.store import Store  # noqa: PLC0415  # takes long, and tables do without

        try:
            with Store(folder) as store:
                runs, cells = store.meta().get("runs") or 0, store.cells()
        except HoyleError:  # the page of the results says what is wrong with them
            return
        for run in range(runs):
            for cell in cells:
                self._add_trace_of_run(folder, cell, run)

    def _add_trace_of_run(self, folder: Path, cell: int, run: int) -> int:
        path = trace_file(folder, cell, run)
        return self.add_trace(path, f"{path.parent.name}/{path.name}", is_listed=False)

    def trace_of_run(self, folder: Path, cell: int, run: int) -> int | None:
        """Return the number of the trace of one run, if it has one."""
        is_traced = trace_file(folder, cell, run).is_file()
        return self._add_trace_of_run(folder, cell, run) if is_traced else None

    def contests(self, number: int) -> Iterator[tuple[tuple[object, ...], list[Logged]]]:
        """Yield the decisions of a trace by contest, each with its run, phase and number."""
        found: dict[tuple[object, ...], list[Logged]] = {}
        for each in self.traces[number].read().decisions:
            found.setdefault((each.run, each.phase, each.contest), []).append(each)
        yield from found.items()
