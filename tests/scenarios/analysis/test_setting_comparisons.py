"""Settings against each other, paired by run."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from scenarios.analysis.setting_comparisons import SettingComparison, compare_settings, measures_of_interest
from scenarios.experiment.records import read_records
from scenarios.statistics import holm
from tests.scenarios.fake_results import begin, plausible, table, won_records


def test_settings_are_paired_by_run(tmp_path: Path) -> None:
    """Three, four and five fewer of three runs: Student's t is 4 / (1 / sqrt(3)), and luck falls out."""
    records = won_records(tmp_path, {"paradigm": ("1", "3")}, [[20, 12, 6], [17, 8, 1]])
    (found,) = compare_settings(records)
    assert (found.axis, found.label, found.first, found.phase) == ("paradigm", "3", "1", "test")
    assert found.found.statistic == pytest.approx(-4 * 3**0.5)
    assert found.difference == "4.0 fewer [1.5, 6.5]"
    assert found.sentence == (
        "paradigm 3 against 1, phase test: 4.0 fewer contests won [1.5, 6.5], "
        "p = 0.020 after Holm over 1 comparison"
    )


def test_every_other_setting_is_averaged_within_a_run(tmp_path: Path) -> None:
    """Cells that differ in more than one axis are no pair; the runs are the units, not the cells."""
    won = [[10, 12, 14], [11, 14, 15], [4, 5, 7], [4, 7, 8]]
    records = won_records(tmp_path, {"schedule": ("serial", "tiered"), "paradigm": ("1", "2")}, won)
    by_schedule, by_paradigm = compare_settings(records)
    assert by_schedule.settings == "schedule tiered against serial"
    assert by_schedule.found.n == by_paradigm.found.n == 3
    assert by_paradigm.found.difference is not None
    assert by_paradigm.found.difference.value == pytest.approx((0.5 + 2 + 1) / 3)


def test_games_are_kept_apart(tmp_path: Path) -> None:
    """A game is no setting: nobody compares one with another, nor averages over them."""
    won = [[10, 12, 14], [11, 14, 15], [4, 5, 7], [4, 7, 8]]
    records = won_records(tmp_path, {"game": ("achi", "nim"), "paradigm": ("1", "2")}, won)
    assert [(each.game, each.axis) for each in compare_settings(records)] == [
        ("achi", "paradigm"),
        ("nim", "paradigm"),
    ]


def test_many_comparisons_are_corrected_together(tmp_path: Path) -> None:
    """By Holm's method, over all that are returned; along one axis there are fewer."""
    won = [[10, 12, 14], [12, 14, 15], [4, 6, 9], [4, 7, 8], [1, 2, 2], [8, 9, 9]]
    records = won_records(
        tmp_path, {"schedule": ("serial", "tiered", "speculative"), "late": ("keep", "drop")}, won
    )
    found = compare_settings(records)
    assert len(found) == 3
    assert {each.among for each in found} == {3}
    assert [each.corrected for each in found] == list(holm([each.found.p for each in found]))
    (alone,) = compare_settings(records, by="late")
    assert (alone.among, alone.corrected) == (1, alone.found.p)


def test_only_runs_that_both_sides_have_are_compared(tmp_path: Path) -> None:
    """A run that failed on one side is left out; one pair alone shows nothing."""
    axes = {"paradigm": ("1", "3")}
    (found,) = compare_settings(won_records(tmp_path / "a", axes, [[20, 12, 6], [17, 9]]))
    assert found.found.n == 2
    assert not compare_settings(won_records(tmp_path / "b", axes, [[20, 12, 6], [17]]))


def test_what_is_the_same_everywhere_is_not_compared(tmp_path: Path) -> None:
    """Nothing can come of it, and each comparison makes the others dearer."""
    assert not compare_settings(won_records(tmp_path, {"paradigm": ("1", "3")}, [[5, 5], [5, 5]]))


@pytest.mark.parametrize(
    ("won", "difference", "p"),
    [
        ([[5, 6], [5, 6]], "no difference", "p = 1.00"),
        ([[5, 6], [6, 7]], "1 more", "no spread to judge the difference by"),
    ],
)
def test_it_is_said_where_nobody_can_tell(
    tmp_path: Path, won: list[list[int]], difference: str, p: str
) -> None:
    """In words."""
    (found,) = compare_settings(won_records(tmp_path, {"paradigm": ("1", "3")}, won))
    assert (found.difference, found.p) == (difference, p)


def _learned(folder: Path, *ended: Sequence[tuple[int, str]]) -> SettingComparison:
    faker = begin(folder, {"paradigm": ("1", "3")}, [table(rows="paradigm", columns="")])
    for cell, runs in enumerate(ended):
        for run, (contests, ended_by) in enumerate(runs):
            faker.phase(cell, run, 0, "learn", [0] * contests, ended_by)
    faker.store.close()
    (found,) = compare_settings(read_records(folder))
    return found


def test_runs_that_were_stopped_short_count_to_the_least_limit(tmp_path: Path) -> None:
    """One was stopped at 40: whatever went on beyond that counts as 40, so that all were seen to the end."""
    first = [(20, "expert_like"), (30, "expert_like"), (35, "expert_like")]
    found = _learned(tmp_path, first, [(40, "contests"), (90, "expert_like"), (37, "expert_like")])
    assert found.limit == 40
    assert found.found.difference is not None
    assert found.found.difference.value == pytest.approx((20 + 10 + 2) / 3)


def test_percentages_differ_by_points(tmp_path: Path) -> None:
    """Half of the choices instead of a quarter are 25 points more, not 100 % more."""
    faker = begin(tmp_path, {"paradigm": ("1", "3")}, [table("correct", "test", rows="paradigm", columns="")])
    for cell, share in enumerate(((1, 1), (2, 3))):
        for run, correct in enumerate(share):
            faker.phase(cell, run, 0, "test", [0] * 4, correct=correct)
    faker.store.close()
    (found,) = compare_settings(read_records(tmp_path))
    assert found.difference.startswith("38 percentage points more [")


def test_a_measure_of_several_parts_is_compared_by_the_one_that_is_judged(tmp_path: Path) -> None:
    """Of contests won, drawn and lost it is those drawn that count, as in tables."""
    results = table("results", "test", rows="paradigm", columns="")
    (found,) = compare_settings(won_records(tmp_path, {"paradigm": ("1", "3")}, [[5, 6], [5, 6]], [results]))
    assert found.sentence == (
        "paradigm 3 against 1, phase test: no difference in contests drawn, "
        "p = 1.00 after Holm over 1 comparison"
    )


def test_without_tables_main_measures_are_compared(tmp_path: Path) -> None:
    """Length, expertise and time, in every phase."""
    records = won_records(tmp_path, {"paradigm": ("1", "3")}, [[20, 12, 6], [17, 8, 1]], ())
    assert [(measure.name, phase) for measure, phase in measures_of_interest(records)] == [
        ("contests", "test"),
        ("expert_like", "test"),
        ("time", "test"),
    ]


def test_a_whole_study_is_compared(tmp_path: Path) -> None:
    """Three games, two paradigms against the first, two tables of figures that differ at all.

    In one cell there is but one run, which has nothing to show.
    """
    found = compare_settings(read_records(plausible(tmp_path)))
    assert len(found) == 2 * (3 * 2 - 1)
    assert all(each.found.n >= 2 for each in found)
