"""Interactions of simulated experiments are as sure as they say; benchmarks/interactions.py has many more."""

import numpy as np
import pytest

from benchmarks.interactions import WORLDS, simulate
from scenarios.statistics import interaction_test

EXPERIMENTS = 300
RECORDED = 40
"""Experiments that go through the functions of reports, which takes longer."""


@pytest.mark.parametrize("world", ["normal", "bounded", "skewed"])
def test_nothing_is_found_where_nothing_is(world: str) -> None:
    """One experiment of twenty may find something, by chance 24 of 300; intervals cover the truth."""
    random, found = np.random.default_rng(1990), 0
    covered: list[bool] = []
    for _ in range(EXPERIMENTS):
        tables = np.moveaxis(WORLDS[world].draw(random, WORLDS[world].means, 8), 2, 0)
        tested = interaction_test(tables)
        found += tested.p is not None and tested.p <= 0.05
        estimates = [each.found.difference for each in tested.cells]
        covered += [(each.low or 0) <= 0 <= (each.high or 0) for each in estimates if each is not None]
    assert found <= 24
    assert 0.92 <= np.mean(covered) <= 0.98


def test_what_is_detectable_is_detected() -> None:
    """With about the power that is stated."""
    random, world, found = np.random.default_rng(1990), WORLDS["normal"], 0
    sizes: list[float] = []
    for _ in range(EXPERIMENTS):
        tables = np.moveaxis(world.draw(random, world.means, 12), 2, 0)
        sizes.append(interaction_test(tables).detectable or 0.0)
        tables[:, 0, 0] += np.mean(sizes)
        found += (interaction_test(tables).p or 0.0) <= 0.05
    assert 0.75 <= found / EXPERIMENTS <= 0.9


def test_reports_are_as_sure() -> None:
    """Their differences at a level, and their crossings, cover the truth."""
    tally = simulate(WORLDS["crossing"], 10, RECORDED)
    for name in ("pairs", "crossings", "found"):
        assert tally.share(name) >= 0.9
