"""The settings that are best for their cost."""

from pathlib import Path

import pytest

from scenarios.analysis.trade_offs import trade_offs
from scenarios.experiment.records import Records, read_records
from scenarios.results import Results
from tests.scenarios.fake_results import begin, table

AXES = {"paradigm": ("1", "2"), "budget.default": ("1ms", "9ms")}
WON = {("1", "1ms"): 5, ("1", "9ms"): 9, ("2", "1ms"): 4, ("2", "9ms"): 15}
MS = {("1", "1ms"): 1, ("1", "9ms"): 9, ("2", "1ms"): 2, ("2", "9ms"): 8}


def _records(folder: Path, measure: str = "won") -> Records:
    faker = begin(folder, AXES, [table(measure, "test", rows="paradigm", columns="budget.default")])
    for cell, at in enumerate(WON):
        for run in range(6):
            results = [1] * (WON[at] + run % 2) + [0] * (20 - WON[at] - run % 2)
            faker.phase(cell, run, 0, "test", results, decisions=4, decision_ns=4_000_000 * MS[at])
    faker.store.close()
    return read_records(folder)


def test_no_setting_on_the_front_is_beaten_in_both(tmp_path: Path) -> None:
    """The cheapest, and the one that wins most; what costs more and wins less is not."""
    (found,) = trade_offs(_records(tmp_path))
    assert [(dict(each.labels)["budget.default"], each.is_best) for each in found.offers] == [
        ("1ms", True),
        ("1ms", False),
        ("9ms", True),
        ("9ms", False),
    ]
    assert [each.cost.value for each in found.offers] == [1e6, 2e6, 8e6, 9e6]
    assert [each.share for each in found.offers] == [1, 0, 1, 0]
    assert found.offers[0].value.value == pytest.approx(5.5)
    (told,) = Results(tmp_path).best_for_cost()
    assert [each["cost"]["mean"] for each in told["settings"]] == [1, 2, 8, 9]


def test_without_a_better_side_nothing_is_best(tmp_path: Path) -> None:
    """Long contests are neither better nor worse; and time is no quality."""
    assert trade_offs(_records(tmp_path / "plies", "plies")) == []
    assert trade_offs(_records(tmp_path / "time", "time")) == []
