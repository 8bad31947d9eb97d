"""Conformance checks of sections and measures on a small experiment. Results are sentences."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games import HoyleError, in_words
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.runner import run_experiment
from scenarios.language.measures import Measure
from scenarios.language.reading import build_scenario
from scenarios.report.cell_groups import make_groups
from scenarios.report.section_registry import Section, checked_exhibit

TRIAL = {
    "name": "trial",
    "game": ["tic-tac-toe", "nim"],
    "advisors": ["Victory", "Wild"],
    "runs": 2,
    "phase": [
        {"name": "learn", "learn": "play", "against": "random", "contests": 3},
        {"name": "watch", "learn": "watch", "watch": ["random", "random"], "contests": 2},
    ],
}
"""A small experiment with most kinds of results."""


@contextmanager
def trial_records() -> Iterator[Records]:
    """Run a small experiment and yield its results."""
    with tempfile.TemporaryDirectory(prefix="hoyle-check-") as folder:
        run_experiment(build_scenario(**TRIAL), Path(folder) / "results", jobs=0)
        yield read_records(Path(folder) / "results")


def check_section(section: Section, records: Records) -> list[str]:
    """Make a section twice from the same results, and return what is wrong with it."""
    groups = make_groups(records)
    try:
        first, second = (checked_exhibit(section(records, groups)) for _ in range(2))
    except Exception as error:  # noqa: BLE001  # a user's section may raise anything
        return [f"failed: {in_words(error)}"]
    findings = [] if first == second else ["returns different exhibits for the same results"]
    if not first.charts and not first.rows:
        findings.append("is empty for a small experiment: it has neither charts nor rows")
    return findings


def check_measure(measure: Measure, records: Records) -> list[str]:
    """Apply a measure to some phases and to one without contests, and return what is wrong with it."""
    try:
        measure.reading(records.contests[:0], "{}")
    except HoyleError as error:
        return [f"of a phase without contests: {error}"]
    for row in records.phases:
        contests = records.contests_of_phase(row)
        try:
            first, second = (measure.reading(contests, row.knowledge) for _ in range(2))
        except HoyleError as error:
            return [f"of phase {row.name!r}: {error}"]
        if first != second:
            return ["returns different values for the same contests"]
    return []
