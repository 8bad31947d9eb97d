"""Which differences planned runs can detect."""

import json
import math
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

from scenarios import Scenario, read_scenario, run_experiment
from scenarios.analysis.detectable_effects import detectable_effects
from scenarios.experiment.records import read_records
from scenarios.report.plan_sentences import detectable_document, detectable_in_words
from scenarios.statistics import (
    Tables,
    detectable_again,
    detectable_difference,
    detectable_with,
    interaction_test,
    pairs_needed,
)
from tests.scenarios.quick import LEARN, TEST, quick

POINTS = {"title": "Points", "measure": "points", "phase": "test", "rows": "paradigm"}


def planned(*phases: dict[str, Any], runs: int = 12, **keys: Any) -> Scenario:
    """Plan a comparison of two paradigms."""
    given = {"paradigm": [1, 2], "runs": runs, "table": [POINTS], **keys}
    return quick(*(phases or ({**TEST, "contests": 4},)), **given)


@pytest.mark.parametrize(("runs", "among"), [(12, 1), (60, 3), (20, 12)])
def test_so_many_runs_are_needed_for_what_they_detect(runs: int, among: int) -> None:
    """The two computations are inverse to each other; too few runs detect nothing."""
    size = detectable_difference(runs, 1.7, among=among)
    assert size is not None
    assert pairs_needed(size * 1.000001, 1.7, among=among) == runs
    assert detectable_difference(5, 1.7, among=among) is None


def luck(runs: int) -> Tables:
    """Draw tables of three settings and four levels without any effect."""
    return np.random.default_rng(1990).normal(0, 1.5, (runs, 3, 4))


def test_an_interaction_is_planned_as_it_is_tested() -> None:
    """What is said before the runs agrees with what the test says after them, except for luck."""
    after, pilot = interaction_test(luck(60)), interaction_test(luck(20))
    assert detectable_with(60, (3, 4), 1.5**2, level=0.95, power=0.8) == pytest.approx(after.detectable, 0.1)
    assert detectable_again(pilot, 60, level=0.95) == pytest.approx(after.detectable, 0.2)
    assert detectable_again(after, 60, level=0.95) == pytest.approx(after.detectable)
    assert detectable_with(5, (3, 4), 1.0, level=0.95, power=0.8) is None


def test_counts_of_independent_contests_have_a_bound(tmp_path: Path) -> None:
    """Each of 4 contests gives 0 to 1 point, so points differ by a standard deviation of at most sqrt(2)."""
    found = detectable_effects(planned(), tmp_path)
    assert found.difference == detectable_difference(12, math.sqrt(2))
    assert detectable_in_words(found) == (
        "1.3 points between two settings of paradigm\n"
        "with about 80 % power or more, however much results of 4 independent contests vary"
    )


def test_results_of_the_same_cells_give_the_spread(tmp_path: Path) -> None:
    """A pilot with another seed and other runs; results of other cells are ignored."""
    pilot = attrs.evolve(planned(runs=10), seed=8)
    run_experiment(pilot, tmp_path, jobs=0)
    found = detectable_effects(planned(runs=40), tmp_path)
    assert found.pilot_runs == 10
    basis = f"with about 80 % power, if runs differ as the 10 in {tmp_path} do"
    assert detectable_in_words(found).endswith(basis)
    document = json.loads(json.dumps(detectable_document(found)))
    assert (document["spread"], document["results"], document["results_runs"]) == (
        "results",
        str(tmp_path),
        10,
    )
    assert document["difference"] == pytest.approx(detectable_difference(40, spread(tmp_path)))
    other = detectable_effects(planned(paradigm=[1, "borda"]), tmp_path)
    assert (other.pilot, detectable_document(other)["spread"]) == (None, "bound")


def spread(folder: Path) -> float:
    """Compute the standard deviation of the differences in points from the rows."""
    points = np.zeros((2, 10))
    for row in read_records(folder).contests:
        points[row["cell"], row["run"]] += (1 + row["result"]) / 2
    return float(np.std(points[0] - points[1], ddof=1))


def test_what_cannot_be_known_is_not_claimed(tmp_path: Path) -> None:
    """Contests of a run that learns are not independent, and without a table there is no measure."""
    learned = detectable_in_words(detectable_effects(planned(LEARN, TEST), tmp_path))
    assert learned == f"unknown: no results of these cells in {tmp_path} show how much runs differ"
    untold = detectable_in_words(detectable_effects(planned(table=[]), tmp_path))
    assert untold == "unknown: the scenario has no table, which names the measure"
    alone = detectable_in_words(detectable_effects(planned(paradigm=1), tmp_path))
    assert alone == "unknown: no setting varies"


def test_too_few_runs_can_detect_nothing(tmp_path: Path) -> None:
    """However clear a difference is, the old quickstart could not confirm it."""
    found = detectable_effects(read_scenario("quickstart-1990"), tmp_path)
    assert detectable_in_words(found) == (
        "no difference can be significant: 12 comparisons need at least 9 runs per setting; 3 are planned"
    )
    assert detectable_document(found)["difference"] is None


def test_the_quickstart_says_what_it_can_detect(tmp_path: Path) -> None:
    """In its interaction and in what is averaged over budgets."""
    document = detectable_document(detectable_effects(read_scenario("quickstart"), tmp_path))
    (interaction,) = document["interactions"]
    assert (interaction["axis"], interaction["within"]) == ("paradigm", "budget.default")
    assert (document["averaged_over"], document["comparisons"], document["spread"]) == (
        ["budget.default"],
        3,
        "bound",
    )
    assert 1 < document["difference"] < interaction["difference"] < 2
