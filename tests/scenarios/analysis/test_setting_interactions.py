"""Does the best paradigm depend on the budget?"""

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from scenarios.analysis.findings import ask
from scenarios.analysis.setting_interactions import SettingInteraction, find_interactions, interactions_of
from scenarios.report.contents import make_account
from scenarios.report.interaction_sentences import interaction_document, interactions_in_words
from tests.scenarios.fake_results import table, won_records
from tests.support import needs

stats = needs("scipy.stats", extra="test")

AXES = {"paradigm": ("1", "2", "borda"), "budget.default": ("500us", "20ms")}
WON = table("won", "test", title="Won", rows="paradigm", columns="budget.default")
RUNS = 10
REVERSED = ((2, 5), (4, 8), (2, 12))
"""About how many contests each paradigm wins under each budget: the order is reversed."""


def drawn(means: Sequence[Sequence[float]], runs: int = RUNS, seed: int = 1990) -> list[list[int]]:
    """Draw the contests won in the runs of each cell, around these means."""
    random = np.random.default_rng(seed)
    luck = random.integers(-1, 2, runs)
    return [
        [int(each) for each in np.clip(round(mean) + luck + random.integers(-1, 2, runs), 0, 20)]
        for row in means
        for mean in row
    ]


def _only(folder: Path, means: Sequence[Sequence[float]], runs: int = RUNS) -> SettingInteraction:
    (found,) = interactions_of(won_records(folder, AXES, drawn(means, runs), [WON]))
    return found


def test_findings_lead_with_the_interaction(tmp_path: Path) -> None:
    """Who is best under which budget comes before what is averaged over budgets, which says so."""
    findings = make_account(won_records(tmp_path, AXES, drawn(REVERSED), [WON])).findings
    assert findings[0].startswith("The best paradigm depends on the default budget (p = 0.002, that the best")
    assert "at 500 us paradigm 2 leads paradigm borda (+" in findings[0]
    assert "at 20 ms paradigm borda leads paradigm 2 (+" in findings[0]
    assert findings[1].startswith("Paradigm 2 and paradigm borda change places at a default budget of ")
    averages = [each for each in findings[2:] if " more than " in each]
    assert averages
    assert all("averaged over 2 default budgets" in each for each in averages)


def test_its_numbers_are_those_of_an_independent_computation(tmp_path: Path) -> None:
    """All choices of signs one by one, and scipy's interval of each difference of differences."""
    won = np.array(drawn(REVERSED)).T.reshape(RUNS, 3, 2).astype(float)
    found = _only(tmp_path, REVERSED)
    centred = won - won.mean(2, keepdims=True) - won.mean(1, keepdims=True) + won.mean((1, 2), keepdims=True)
    squares = [
        float(((np.array(signs)[:, None, None] * centred).sum(0) ** 2).sum())
        for signs in itertools.product((1, -1), repeat=RUNS)
    ]
    assert found.tested.p == pytest.approx(np.mean(np.array(squares) >= squares[0] - 1e-6), abs=1e-12)
    assert np.array(found.means) == pytest.approx(won.mean(0))
    for cell, _ in found.cells:
        ahead = won[:, cell.row] - np.delete(won, cell.row, 1).mean(1)
        each = ahead[:, 1] - ahead[:, 0]
        theirs = stats.ttest_1samp(each, 0).confidence_interval()
        assert cell.found.difference is not None
        assert cell.found.difference.value == pytest.approx(each.mean())
        assert (cell.found.difference.low, cell.found.difference.high) == pytest.approx(tuple(theirs))
    signs = np.array(list(itertools.product((1, -1), repeat=RUNS)))
    defeats = [won[:, 2] - won[:, 0], won[:, 2] - won[:, 1], won[:, 1] - won[:, 2]]  # of 1, of 2 and of borda
    ps = [
        min(float(np.mean(signs @ each[:, at] >= each[:, at].sum())) for at in (0, 1)) * 2 * 2
        for each in defeats
    ]
    assert found.change_p == pytest.approx(max(ps))


def test_no_sign_of_one_names_what_would_have_been_found(tmp_path: Path) -> None:
    """With the power; few runs are inconclusive, and what never differs is the same in every run."""
    (said,) = interactions_in_words([_only(tmp_path / "a", ((2, 5), (4, 7), (3, 6)))])
    assert said.startswith("No sign that the best paradigm depends on the default budget (p = ")
    assert said.endswith(" contests at a single level would have been found with 80 % power.")
    (said,) = interactions_in_words([_only(tmp_path / "b", REVERSED, runs=5)])
    assert said == (
        "Inconclusive: to test whether the best paradigm depends on the default budget takes at least 6 runs "
        "per setting; you have 5."
    )
    same = won_records(tmp_path / "c", AXES, [[3] * 7] * 6, [WON])
    assert interactions_in_words(interactions_of(same)) == [
        "In every run, the effect of the paradigm is the same at every default budget."
    ]


def test_a_larger_lead_is_not_another_leader(tmp_path: Path) -> None:
    """The effect depends on the budget, but the best paradigm is the best everywhere."""
    found = _only(tmp_path, ((2, 2), (2, 3), (5, 15)))
    assert (found.is_significant, found.does_best_change, found.change_p) == (True, False, 1.0)
    (said,) = interactions_in_words([found])
    assert said.startswith(
        "The effect of the paradigm depends on the default budget (p = 0.002, 10 runs), but "
    )
    assert "but paradigm borda leads at both levels: at 500 us by +" in said


def test_a_change_that_is_not_certain_is_not_claimed(tmp_path: Path) -> None:
    """An interaction alone does not say that the best paradigm changes."""
    won = drawn(((3, 9), (2, 3), (3, 9)), seed=1)
    (found,) = interactions_of(won_records(tmp_path, AXES, won, [WON]))
    assert found.is_significant
    said = interactions_in_words([found])
    assert said[0].startswith("The effect of the paradigm depends on the default budget")
    assert said[1].startswith("Whether the best paradigm changes is inconclusive (p = ")
    assert said[2].startswith(
        "Largest part: paradigm 2 against the others, default budget 20 ms against 500 us, -"
    )


def test_games_are_tested_separately_and_p_is_adjusted(tmp_path: Path) -> None:
    """Each game has a sentence; the largest of two p is not smaller for it."""
    axes = {"game": ("achi", "nim"), **AXES}
    won = [*drawn(REVERSED), *drawn(((2, 5), (4, 7), (3, 6)))]
    found = interactions_of(won_records(tmp_path, axes, won, [WON]))
    assert [(each.game, each.among) for each in found] == [("achi", 2), ("nim", 2)]
    assert found[0].adjusted == 2 * (found[0].tested.p or 0)
    first, *_, last = interactions_in_words(found)
    assert first.startswith(
        "The best paradigm depends on the default budget in achi (Holm-adjusted p = 0.004,"
    )
    assert last.startswith(
        "No sign that the best paradigm depends on the default budget in nim (Holm-adjusted"
    )


def test_further_axes_are_averaged_over(tmp_path: Path) -> None:
    """Run by run; the sentence says so."""
    axes = {"schedule": ("serial", "tiered"), **AXES}
    won = [*drawn(REVERSED), *drawn(REVERSED, seed=7)]
    records = won_records(tmp_path, axes, won, [WON])
    (found,) = find_interactions(records, [ask(records, "paradigm", within="budget.default")])
    assert np.array(found.means).ravel() == pytest.approx(np.array(won).reshape(2, 6, RUNS).mean((0, 2)))
    (said, *_) = interactions_in_words([found])
    assert "depends on the default budget, averaged over 2 schedules (p = " in said


def test_less_may_be_better(tmp_path: Path) -> None:
    """Then the leader is the one with the smallest figure, and its difference is negative."""
    losing = {**WON, "better": "less"}
    (found,) = interactions_of(won_records(tmp_path, AXES, drawn(REVERSED), [losing]))
    last = found.leads[-1]
    assert (last.levels, last.leader) == (("20ms",), "1")
    assert last.found is not None
    assert last.found.difference is not None
    assert (last.found.difference.value or 0) < 0


def test_one_axis_has_no_interaction(tmp_path: Path) -> None:
    """Nor have settings that are not crossed."""
    records = won_records(tmp_path, {"paradigm": ("1", "2")}, drawn([[3, 4]]), [WON])
    assert interactions_of(records) == []


def test_the_document_has_what_the_sentences_say(tmp_path: Path) -> None:
    """In the unit of the measure."""
    found = _only(tmp_path, REVERSED)
    told = interaction_document(found)
    assert (told["holm_p"], told["is_significant"], told["does_best_change"]) == (found.adjusted, True, True)
    assert [lead["leader"] for lead in told["leads"]] == ["2", "borda"]
    (crossing,) = told["crossings"]
    assert 500e3 < crossing["low"] < crossing["places"][0] < crossing["high"] < 20e6
    assert told["cells"][0]["holm_p"] == found.cells[0][1]
