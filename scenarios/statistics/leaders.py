"""Which row of a table is highest, and whether that depends on the column."""

import numpy as np

from scenarios.statistics.interactions import Tables
from scenarios.statistics.intervals import Sample
from scenarios.statistics.paired import without_noise
from scenarios.statistics.sign_flips import flip_ps

_FEWEST = 2  # runs, rows and columns


def changing_leader(tables: Tables) -> float | None:
    """Return p of the hypothesis that some row is highest in every column; None if there is too little data.

    To reject it, each row must be shown to be beaten somewhere. All of these must hold, so they need no
    adjustment for each other, and p is the largest of theirs. That of one row is its clearest one-sided
    sign-flip p, times the number of places where a rival may beat it (Bonferroni).
    """
    n, rows, columns = tables.shape
    if min(n, rows, columns) < _FEWEST:
        return None
    beaten = np.stack([_clearest_defeat(tables, row) for row in range(rows)], axis=1)
    one_sided = np.where(beaten.sum(axis=0) > 0, flip_ps(beaten) / 2, 1.0)
    return float(np.minimum(1.0, one_sided * (rows - 1) * columns).max())


def _clearest_defeat(tables: Tables, row: int) -> Sample:
    """Return by how much a rival is higher than a row, run by run, where that is clearest by Student's t."""
    n = len(tables)
    ahead = without_noise(tables - tables[:, row : row + 1], float(np.abs(tables).max(initial=0)))
    ahead = np.delete(ahead, row, axis=1).reshape(n, -1)
    mean, error = ahead.mean(axis=0), ahead.std(axis=0, ddof=1) / np.sqrt(n)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean > 0, mean / error, -np.inf)
    found: Sample = ahead[:, int(t.argmax())]
    return found
