"""Settings against each other, paired by run."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from scenarios.analysis.findings import Contrast, Findings, compare_settings
from scenarios.analysis.setting_comparisons import measures_of_interest, write_difference
from scenarios.experiment.records import Records, read_records
from scenarios.statistics import Estimate, holm
from tests.scenarios.fake_results import begin, plausible, table, won_records


def _compared(records: Records) -> list[Contrast]:
    return [each for findings in compare_settings(records) for each in findings.against_first]


def _words(contrast: Contrast, findings: Findings) -> str:
    return write_difference(contrast.found.difference or Estimate(None), findings.question.measure)


def test_settings_are_paired_by_run(tmp_path: Path) -> None:
    """Three, four and five fewer of three runs: Student's t is 4 / (1 / sqrt(3)), and luck falls out."""
    records = won_records(tmp_path, {"paradigm": ("1", "3")}, [[20, 12, 6], [17, 8, 1]])
    (findings,) = compare_settings(records)
    (found,) = findings.against_first
    assert (found.label, found.other, found.phase) == ("3", "1", "test")
    assert _words(found, findings) == "-4.0 [-6.5, -1.5]"
    assert found.adjusted == 2 / 2**3


def test_every_other_setting_is_averaged_within_a_run(tmp_path: Path) -> None:
    """Cells that differ in more than one axis are no pair; the runs are the units, not the cells."""
    won = [[10, 12, 14], [11, 14, 15], [4, 5, 7], [4, 7, 8]]
    records = won_records(tmp_path, {"schedule": ("serial", "tiered"), "paradigm": ("1", "2")}, won)
    by_paradigm, by_schedule = _compared(records)
    assert (by_schedule.label, by_schedule.other) == ("tiered", "serial")
    assert by_schedule.found.n == by_paradigm.found.n == 3
    assert by_paradigm.difference == pytest.approx((0.5 + 2 + 1) / 3)


def test_games_are_kept_apart(tmp_path: Path) -> None:
    """A game is no setting: nobody compares one with another, nor averages over them."""
    won = [[10, 12, 14], [11, 14, 15], [4, 5, 7], [4, 7, 8]]
    records = won_records(tmp_path, {"game": ("achi", "nim"), "paradigm": ("1", "2")}, won)
    assert [each.game for each in _compared(records)] == ["achi", "nim"]


def test_what_a_study_does_not_ask_first_is_corrected_together(tmp_path: Path) -> None:
    """By Holm's method, over all other axes and measures; what it asks first is corrected for itself."""
    won = [[10, 12, 14], [12, 14, 15], [4, 6, 9], [4, 7, 8], [1, 2, 2], [8, 9, 9]]
    axes = {"schedule": ("serial", "tiered", "speculative"), "late": ("keep", "drop")}
    tables = [table(each, "test", rows="schedule", columns="late") for each in ("won", "drawn")]
    first, *others = compare_settings(won_records(tmp_path, axes, won, tables))
    assert (first.question.axis, first.question.measure.name, first.among) == ("schedule", "won", 3)
    assert [each.adjusted for each in first.contrasts] == list(
        holm([each.found.p for each in first.contrasts])
    )
    assert [(each.question.measure.name, each.question.axis) for each in others] == [
        ("won", "late"),
        ("drawn", "schedule"),
        ("drawn", "late"),
    ]
    every = [each for findings in others for each in findings.contrasts]
    assert {each.among for each in others} == {4}
    assert [each.adjusted for each in every] == list(holm([each.found.p for each in every]))


def test_only_runs_that_both_sides_have_are_compared(tmp_path: Path) -> None:
    """A run that failed on one side is left out; one pair alone shows nothing."""
    axes = {"paradigm": ("1", "3")}
    (found,) = _compared(won_records(tmp_path / "a", axes, [[20, 12, 6], [17, 9]]))
    assert found.found.n == 2
    assert not _compared(won_records(tmp_path / "b", axes, [[20, 12, 6], [17]]))


@pytest.mark.parametrize(("won", "difference"), [([[5, 6], [5, 6]], "0"), ([[5, 6], [6, 7]], "+1")])
def test_differences_are_told_in_words(tmp_path: Path, won: list[list[int]], difference: str) -> None:
    """Where all runs agree there is no interval."""
    (findings,) = compare_settings(won_records(tmp_path, {"paradigm": ("1", "3")}, won))
    assert _words(findings.against_first[0], findings) == difference


def _learned(folder: Path, *ended: Sequence[tuple[int, str]]) -> Contrast:
    faker = begin(folder, {"paradigm": ("1", "3")}, [table(rows="paradigm", columns="")])
    for cell, runs in enumerate(ended):
        for run, (contests, ended_by) in enumerate(runs):
            faker.phase(cell, run, 0, "learn", [0] * contests, ended_by)
    faker.store.close()
    (found,) = _compared(read_records(folder))
    return found


def test_runs_that_were_stopped_short_count_to_the_least_limit(tmp_path: Path) -> None:
    """One was stopped at 40: whatever went on beyond that counts as 40, so that all were seen to the end."""
    first = [(20, "expert_like"), (30, "expert_like"), (35, "expert_like")]
    found = _learned(tmp_path, first, [(40, "contests"), (90, "expert_like"), (37, "expert_like")])
    assert found.limit == 40
    assert found.difference == pytest.approx((20 + 10 + 2) / 3)


def test_percentages_differ_by_points(tmp_path: Path) -> None:
    """Half of the choices instead of a quarter are 25 points more, not 100 % more."""
    faker = begin(tmp_path, {"paradigm": ("1", "3")}, [table("correct", "test", rows="paradigm", columns="")])
    for cell, share in enumerate(((1, 1), (2, 3))):
        for run, correct in enumerate(share):
            faker.phase(cell, run, 0, "test", [0] * 4, correct=correct)
    faker.store.close()
    (findings,) = compare_settings(read_records(tmp_path))
    assert _words(findings.against_first[0], findings) == "+38 [-121, +196] percentage points"


def test_results_are_compared_by_points(tmp_path: Path) -> None:
    """Of contests won, drawn and lost none alone says who did better."""
    results = table("results", "test", rows="paradigm", columns="")
    records = won_records(tmp_path, {"paradigm": ("1", "3")}, [[5, 6], [5, 6]], [results])
    assert [each.question.measure.name for each in compare_settings(records)] == ["points"]


def test_without_tables_main_measures_are_compared(tmp_path: Path) -> None:
    """Length, expertise and time, in every phase."""
    records = won_records(tmp_path, {"paradigm": ("1", "3")}, [[20, 12, 6], [17, 8, 1]], ())
    assert [(measure.name, phase) for measure, phase in measures_of_interest(records)] == [
        ("contests", "test"),
        ("expert_like", "test"),
        ("time", "test"),
    ]


def test_a_whole_study_is_compared(tmp_path: Path) -> None:
    """Three games, two paradigms against the first, by contests, points and time.

    In one cell there is but one run, which has nothing to show; and time is the same everywhere.
    """
    findings = compare_settings(read_records(plausible(tmp_path)))
    found = [each for every in findings for each in every.against_first]
    assert len(found) == 3 * (3 * 2 - 1)
    assert all(each.found.n >= 2 for each in found)
