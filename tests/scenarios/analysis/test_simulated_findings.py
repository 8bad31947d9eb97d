"""Findings of simulated experiments: as sure as they say. benchmarks/findings.py has many more of them."""

import pytest

from benchmarks.findings import Design, enough, simulate
from scenarios.statistics import pairs_needed

EXPERIMENTS = 150


@pytest.mark.parametrize(
    "design",
    [Design(settings=3, runs=8), Design(settings=2, runs=10, budgets=2, luck="counts")],
    ids=["three settings", "averaged counts"],
)
def test_nothing_is_found_where_nothing_is(design: Design) -> None:
    """One experiment of twenty may find something, by chance 14 of 150; intervals cover the truth."""
    found = simulate(design, EXPERIMENTS)
    assert found.false <= 14 / EXPERIMENTS
    assert 0.91 <= found.covered <= 0.99
    assert 0.90 <= found.means_covered <= 0.99


def test_what_is_there_is_seen_as_often_as_predicted() -> None:
    """With as many runs as are needed, four of five experiments see the difference."""
    design = enough(0.8)
    assert design.runs == pairs_needed(0.8, 1) == 15
    found = simulate(design, EXPERIMENTS)
    assert 0.72 <= found.seen <= 0.90
    assert 0.91 <= found.covered <= 0.99
