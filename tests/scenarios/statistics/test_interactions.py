"""Interactions: the numbers of an independent computation, and the level and power that are promised."""

import itertools

import numpy as np
import pytest

from scenarios.statistics.interactions import Tables, interaction_test
from scenarios.statistics.sign_flips import sign_flips
from tests.support import needs

stats = needs("scipy.stats", extra="test")


def _tables(runs: int, rows: int, columns: int, seed: int = 1990) -> Tables:
    random = np.random.default_rng(seed)
    return random.binomial(20, 0.4, (runs, rows, columns)) + random.integers(-2, 3, (runs, 1, 1)) / 2


def _brute_force(tables: Tables) -> float:
    """Flip the signs of the residuals of whole runs in all ways, one by one."""
    residuals = np.array([each - each.mean(0) - each.mean(1)[:, None] + each.mean() for each in tables])
    found = [
        float((np.einsum("r,rij->ij", signs, residuals) ** 2).sum())
        for signs in itertools.product((1, -1), repeat=len(tables))
    ]
    return float(np.mean(np.array(found) >= found[0] - 1e-9))


@pytest.mark.parametrize("shape", [(6, 2, 2), (8, 3, 2), (7, 3, 4)])
def test_p_counts_all_choices_of_signs(shape: tuple[int, int, int]) -> None:
    """As a computation that lists them one by one."""
    tables = _tables(*shape)
    assert interaction_test(tables).p == pytest.approx(_brute_force(tables), abs=1e-12)


def test_two_by_two_is_a_test_of_the_difference_of_differences() -> None:
    """Its p, its estimate and its interval are those of one paired comparison, as scipy has it."""
    tables = _tables(9, 2, 2)
    found = interaction_test(tables)
    one, other = tables[:, 0, 1] - tables[:, 1, 1], tables[:, 0, 0] - tables[:, 1, 0]
    (cell,) = found.cells
    theirs = stats.ttest_rel(one, other)
    assert (cell.row, cell.column) == (0, 1)
    assert found.p == cell.found.p == sign_flips(one, other).p
    assert cell.found.difference is not None
    assert cell.found.difference.value == pytest.approx(float((one - other).mean()))
    assert (cell.found.difference.low, cell.found.difference.high) == pytest.approx(
        tuple(theirs.confidence_interval())
    )


def test_a_cell_is_compared_with_the_other_rows_and_columns() -> None:
    """Each cell of a larger table has a difference of differences of its own."""
    tables = _tables(6, 3, 4)
    found = interaction_test(tables)
    assert len(found.cells) == 12
    for cell in found.cells:
        others = np.delete(tables, cell.row, axis=1).mean(axis=1)
        ahead = tables[:, cell.row] - others
        expected = ahead[:, cell.column] - np.delete(ahead, cell.column, axis=1).mean(axis=1)
        assert cell.found.difference is not None
        assert cell.found.difference.value == pytest.approx(expected.mean())


def test_main_effects_and_the_luck_of_runs_are_no_interaction() -> None:
    """Whatever is added to a row, a column or a run leaves p as it is; without a rest p is 1."""
    tables = _tables(8, 3, 3)
    random = np.random.default_rng(0)
    added = random.integers(-9, 9, (8, 1, 1)) + random.integers(-9, 9, (8, 3, 1)) + np.arange(3) * 4.0
    assert interaction_test(tables + added).p == interaction_test(tables).p
    sums = np.zeros((8, 3, 3)) + added + 0.1
    assert (interaction_test(sums).p, interaction_test(sums).note) == (1.0, "no interaction in any run")


def test_signs_are_drawn_for_many_runs_and_always_the_same() -> None:
    """The result is close to that of a normal distribution, and equal every time."""
    tables = _tables(40, 2, 2)
    found = interaction_test(tables)
    theirs = stats.ttest_1samp(tables[:, 0, 0] - tables[:, 0, 1] - tables[:, 1, 0] + tables[:, 1, 1], 0)
    assert found.p == pytest.approx(float(theirs.pvalue), abs=0.02)
    assert found == interaction_test(tables)
    assert found.test == "100,000 drawn sign flips"


def test_one_run_has_no_p() -> None:
    """Nor have none."""
    for runs, note in ((0, "no runs"), (1, "one run")):
        found = interaction_test(np.ones((runs, 2, 2)))
        assert (found.p, found.note) == (None, note)


def test_few_runs_detect_nothing() -> None:
    """Half of the ways to set five signs are sixteen, so even the clearest p is over 0.05."""
    assert interaction_test(_tables(5, 2, 2)).detectable is None
    assert interaction_test(_tables(6, 2, 2)).detectable is not None


def test_wide_tables_are_fast() -> None:
    """135 settings under 8 budgets have a cell each."""
    assert len(interaction_test(_tables(6, 135, 8)).cells) == 135 * 8
