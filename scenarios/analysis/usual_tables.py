"""Default tables for scenarios without tables of their own."""

from collections.abc import Iterator

import numpy as np

from scenarios.analysis.grid_axes import GAME, varied_axes
from scenarios.experiment.records import Records
from scenarios.experiment.store import WALL
from scenarios.language.measures import BUNDLED
from scenarios.language.scenario import PHASE_AXIS, TableSpec


def tables_of(records: Records) -> list[TableSpec]:
    """Return the tables of a scenario, or default tables for its phases."""
    return list(records.tables) or list(_default_tables(records))


def _default_tables(records: Records) -> Iterator[TableSpec]:
    """Yield a table for each measure of each phase, or of all phases together if nothing else varies."""
    varied = varied_axes(records.cells)
    settings = [axis for axis in varied if axis != GAME]
    rows, columns = [*settings[:1], *[GAME] * (GAME in varied), *settings[1:], "", ""][:2]
    wanted = {phase: list(_default_measures(records, phase)) for phase in records.phase_names}
    for measure in BUNDLED:
        phases = tuple(phase for phase, measures in wanted.items() if measure in measures)
        title = BUNDLED[measure].title
        title = title[:1].upper() + title[1:]
        if not rows and phases:
            yield TableSpec(
                title=title,
                measure=measure,
                phase="",
                rows=PHASE_AXIS,
                phases=phases,
            )
        for phase in phases if rows else ():
            which = f", phase {phase}" if len(wanted) > 1 else ""
            yield TableSpec(title=title + which, measure=measure, phase=phase, rows=rows, columns=columns)


def _default_measures(records: Records, phase: str) -> Iterator[str]:
    """Yield the default measures of a phase.

    They are its length if it has stop rules, the results if Hoyle played, the entries of knowledge if it
    watched, and the time of decisions on the wall clock.
    """
    rows = [row for row in records.phases if row.name == phase]
    contests = np.concatenate([records.contests_of_phase(row) for row in rows])
    untils = [records.until(row.cell, phase) for row in rows]
    if any(until is not None and until.rules for until in untils):
        yield "contests"
    if not np.isnan(contests["expert_like"]).all():
        yield "expert_like"
    if np.isnan(contests["result"]).all():
        yield "entries"
        return
    yield "results"
    if records.meta.get(WALL):
        yield "time"
