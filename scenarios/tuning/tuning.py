"""Tuning: a race between settings of Hoyle, each a cell of a scenario; each block is a run of its cell.

Random numbers depend on the number of the block, not on the setting, and `hoyle run` plays the same contests.
"""

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import attrs

from games import BadFile, BadOption
from scenarios.experiment.completeness import IncompleteExperiment
from scenarios.experiment.engines import RunKey, play_runs
from scenarios.experiment.opening import check_free, opened_folder
from scenarios.experiment.rows import ContestRow
from scenarios.experiment.run import RunEnd
from scenarios.experiment.runner import prepared
from scenarios.experiment.store import Store
from scenarios.language.reading import made_of
from scenarios.tuning.account import sentences
from scenarios.tuning.outlook import probable_blocks
from scenarios.tuning.race import Batch, Race, RaceResult
from scenarios.tuning.tuning_spec import CONTESTS, TuningSpec

SOURCE = "hoyle tune"


@attrs.frozen
class TuningProgress:
    """The progress of a race."""

    contests: int
    most: int
    left: int
    """Settings that still play."""
    ruled_out: int
    best: str


HearTuning = Callable[[TuningProgress], None]


def tune(
    spec: TuningSpec,
    *,
    state: Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    hear: HearTuning = lambda _: None,
) -> RaceResult:
    """Race the settings, and return the result. It is the same for any number of jobs.

    `state` is the folder of the results; without it nothing is kept. With `jobs = 0` this process plays all.
    IncompleteExperiment is raised when a block fails, because the race depends on every block.
    """
    spec.check()
    scenario = attrs.evolve(
        made_of(spec.keys(), SOURCE),
        title=f"Tuning of {spec.game}",
        about=_ABOUT,
        knowledge=spec.knowledge,
    )
    with (
        _folder(state, resume=resume) as folder,
        prepared(scenario, jobs),
        opened_folder(folder, scenario, resume=resume, tuning=spec.identity) as store,
    ):
        tuning = _Tuning(spec, store, hear)
        with closing(play_runs(scenario, store, tuning.next_run, jobs=jobs)) as ended:
            for ends in ended:
                tuning.note(ends)
        result = tuning.result()
        store.set_meta({"about": " ".join([*sentences(spec, result), _ABOUT])})
        return result


_ABOUT = (
    "The runs were chosen by a race: settings that looked better played more. Intervals and tests in reports"
    " assume that the number of runs was fixed in advance; only those of hoyle tune allow for the race."
)


@contextmanager
def _folder(state: Path | None, *, resume: bool) -> Iterator[Path]:
    """Return the folder of the results, or one that is deleted afterwards."""
    if state is None:
        if resume:
            raise BadOption("nothing to resume; name the folder of the results: --state FOLDER --resume")
        with tempfile.TemporaryDirectory(prefix="hoyle-tune-") as folder:
            yield Path(folder)
        return
    if state.is_file():
        raise BadOption(
            f"'{state}' is a file, but --state now names a folder; races that an earlier version kept in a"
            " file cannot be resumed: start again with a new folder"
        )
    check_free(state, resume=resume)
    yield state


class _Tuning:
    """A race, its scores, and the blocks that it still waits for."""

    def __init__(self, spec: TuningSpec, store: Store, hear: HearTuning) -> None:
        self._names = [each.name for each in spec.candidates]
        self._contests = spec.contests
        self._store = store
        self._hear = hear
        self._scores = _scores(store)
        self._race = Race(self._names, blocks=spec.contests // CONTESTS, indifference=spec.indifference)
        self._queue: deque[RunKey] = deque()
        """Blocks that are still to be handed out."""
        self._missing: set[RunKey] = set()
        """Blocks without which the race cannot go on."""
        self._go_on()

    def next_run(self) -> RunKey | None:
        """Return the next block to play; None if there is none before others have ended."""
        return self._queue.popleft() if self._queue else None

    def note(self, ends: Iterable[RunEnd]) -> None:
        """Take the scores of blocks that have ended."""
        for end in ends:
            if end.reason:
                what = f"block {end.run} of setting {self._names[end.cell]}"
                raise IncompleteExperiment(f"the race stopped at {what}: {end.reason}", self._store)
            key = end.cell, end.run
            self._scores[key] = _quarters(self._store.contests(cell=end.cell, run=end.run))
            self._missing.remove(key)
        if not self._missing:
            self._go_on()

    def result(self) -> RaceResult:
        """Return the result; BadFile if the folder holds blocks that the race never requested."""
        if len(self._scores) != self._race.blocks:
            raise BadFile(
                f"{self._store.folder} holds blocks that the race never requested; choose another folder"
            )
        result = self._race.result()
        return result if result.is_certified else attrs.evolve(result, enough=probable_blocks(self._race))

    def _go_on(self) -> None:
        """Give the race all scores that it wants, up to those that are still to be played."""
        cells = {name: cell for cell, name in enumerate(self._names)}
        while not self._missing and (batch := self._race.wanted()) is not None:
            blocks = range(batch.first, batch.first + batch.blocks)
            wanted = [(cells[name], block) for block in blocks for name in batch.names]
            self._queue.extend(key for key in wanted if key not in self._scores)
            self._missing.update(self._queue)
            if self._missing:
                self._tell(batch)
            else:
                scores = {
                    name: [self._scores[cells[name], block] for block in blocks] for name in batch.names
                }
                self._race.hear(scores)

    def _tell(self, batch: Batch) -> None:
        race = self._race
        played = race.blocks * CONTESTS
        self._hear(TuningProgress(played, self._contests, len(batch.names), race.ruled_out, race.leader))


def _scores(store: Store) -> dict[RunKey, int]:
    """Return the scores of all blocks that were played to their end."""
    rows: dict[RunKey, list[ContestRow]] = {(row.cell, row.run): [] for row in store.runs()}
    for row in store.contests():
        if (row.cell, row.run) in rows:
            rows[row.cell, row.run].append(row)
    return {key: _quarters(played) for key, played in rows.items()}


def _quarters(contests: Sequence[ContestRow]) -> int:
    """Return what a block was worth to Hoyle, in quarters: each contest gives 0, 1 or 2."""
    return sum(1 + (row.result or 0) for row in contests)
