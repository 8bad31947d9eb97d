"""Interactions of simulated experiments: as sure as they say. benchmarks/interactions.py has many more of them."""

import pytest

from benchmarks.interactions import PILOTS, WORLDS, simulate

EXPERIMENTS = 150


@pytest.mark.parametrize("world", ["normal", "bounded", "skewed"])
def test_nothing_is_found_where_nothing_is(world: str) -> None:
    """One experiment of twenty may find something, by chance 14 of 150; intervals cover the truth."""
    tally = simulate(WORLDS[world], 8, EXPERIMENTS)
    for name in ("found", "false_cells", "false_pairs", "false_change"):
        assert tally.share(name) <= 14 / EXPERIMENTS
    assert 0.92 <= tally.share("cells") <= 0.98
    assert 0.92 <= tally.share("pairs") <= 0.98


def test_what_is_detectable_is_detected() -> None:
    """With about the power that is stated."""
    pilot = simulate(WORLDS["normal"], 10, PILOTS)
    bonus = sum(pilot.detectable) / len(pilot.detectable)
    tally = simulate(WORLDS["normal"], 10, EXPERIMENTS, bonus=bonus)
    assert 0.72 <= tally.share("found") <= 0.92


def test_crossings_are_covered() -> None:
    """Intervals of crossings are open where the data do not determine them, so they cover rather too often."""
    assert simulate(WORLDS["crossing"], 10, EXPERIMENTS).share("crossings") >= 0.93
