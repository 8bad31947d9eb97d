"""Figures of runs, and their means."""

from pathlib import Path

import pytest

from scenarios.analysis.figures import figures, measured
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import get_measure
from scenarios.statistics import wilson
from tests.scenarios.fake_results import SCENARIO, Faker, begin

Z = 1.959964
"""So many standard errors to either side are 95 % of a normal distribution."""


@pytest.fixture
def faker(tmp_path: Path) -> Faker:
    """Start an experiment of one cell."""
    return begin(tmp_path, {"game": ("achi",)})


def _read(faker: Faker) -> Records:
    faker.store.close()
    return read_records(faker.store.path.parent)


def _values(records: Records, name: str, phase: str = "test") -> list[tuple[float, ...]]:
    return [figure.values for figure in figures(records, get_measure(name), phase, {0})]


def test_the_mean_over_runs_has_students_interval(faker: Faker) -> None:
    """The mean of 10, 12 and 14 is 12; Student's t of 2 degrees of freedom times 2 / sqrt(3) is 4.968."""
    for run, contests in enumerate((10, 12, 14)):
        faker.phase(0, run, 0, "learn", [0] * contests, "expert_like")
    found = measured(_read(faker), get_measure("contests"), "learn", {0})
    (estimate,) = found.estimates
    assert (estimate.value, found.runs, found.censored, found.failed) == (12, 3, 0, 0)
    assert estimate.low == pytest.approx(12 - 4.968275, abs=1e-5)
    assert estimate.high == pytest.approx(12 + 4.968275, abs=1e-5)


def test_one_run_has_no_interval(faker: Faker) -> None:
    """A single figure says nothing of its spread, and the words say so."""
    faker.phase(0, 0, 0, "learn", [0] * 10, "expert_like")
    (estimate,) = measured(_read(faker), get_measure("contests"), "learn", {0}).estimates
    assert (estimate.value, estimate.interval, estimate.note) == (10, None, "one run")


def test_equal_runs_have_an_interval_of_no_width(faker: Faker) -> None:
    """Where all runs came to the same, so does the interval."""
    for run in range(5):
        faker.phase(0, run, 0, "learn", [0] * 10, "expert_like")
    (estimate,) = measured(_read(faker), get_measure("contests"), "learn", {0}).estimates
    assert (estimate.low, estimate.value, estimate.high) == (10, 10, 10)


def test_what_may_be_less_than_nothing_has_an_interval_there(faker: Faker) -> None:
    """Whoever wins less in the end than in the beginning makes progress of less than nothing."""
    for run in range(3):
        faker.phase(0, run, 0, "test", [1] * 9 + [-1] * 11 + [1] * run)
    (estimate,) = measured(_read(faker), get_measure("progress"), "test", {0}).estimates
    assert estimate.value == -8
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.low < -8 < estimate.high < 0


def test_nothing_measured_is_no_figure(faker: Faker) -> None:
    """A cell without runs has no value."""
    found = measured(_read(faker), get_measure("results"), "learn", {0})
    assert [(each.value, each.note) for each in found.estimates] == [(None, "no value")] * 3


@pytest.mark.parametrize(
    ("ended_by", "censored"), [("contests", 1), ("time", 1), ("stable", 0), ("sprt: H1", 0)]
)
def test_a_run_at_its_limit_is_censored(faker: Faker, ended_by: str, censored: int) -> None:
    """A phase that ended by a limit, not by what it waited for, is counted as such."""
    faker.phase(0, 0, 0, "learn", [0] * 10, ended_by)
    records = _read(faker)
    assert measured(records, get_measure("contests"), "learn", {0}).censored == censored
    assert measured(records, get_measure("won"), "learn", {0}).censored == 0


_LEARN = "game = 'achi'\n[[phase]]\nname = 'learn'\nlearn = 'play'\ncontests = 10\n"
NO_RULE = f"{_LEARN}[[phase]]\nname = 'test'\ncontests = 10\nuntil = {{ expert_like = 5 }}\n"
BY_VARIANT = f"{_LEARN}[[variant]]\nname = 'v'\nphase = {{ learn = {{ until = {{ stable = 5 }} }} }}\n"


@pytest.mark.parametrize(
    ("scenario", "censored"),
    [(SCENARIO, 1), (NO_RULE, 0), (BY_VARIANT, 1), ("no = 'phase'", 1), ("not [ toml", 1), ("", 1)],
)
def test_without_a_stop_rule_nothing_is_censored(tmp_path: Path, scenario: str, censored: int) -> None:
    """A phase that was to play so many contests did what it should."""
    faker = begin(tmp_path, {"game": ("achi",)}, scenario=scenario)
    faker.phase(0, 0, 0, "learn", [0] * 10)
    assert measured(_read(faker), get_measure("contests"), "learn", {0}).censored == censored


def test_failed_runs_are_counted_unless_they_have_a_figure(faker: Faker) -> None:
    """A run that failed in its test had learned before; what it had not come to is missing."""
    faker.phase(0, 0, 0, "learn", [0] * 10, "expert_like")
    faker.end(0, 0, "broken")
    records = _read(faker)
    assert measured(records, get_measure("contests"), "learn", {0}).failed == 0
    found = measured(records, get_measure("won"), "test", {0})
    assert (found.runs, found.failed, found.remark) == (0, 1, "1 failed")


def test_phases_of_one_name_count_together(faker: Faker) -> None:
    """Where a run plays a phase of the same name twice, its figure is of both."""
    faker.phase(0, 0, 0, "learn", [1, 1])
    faker.phase(0, 0, 1, "learn", [1])
    assert _values(_read(faker), "won", "learn") == [(3,)]


def test_an_interval_ends_where_nothing_can_be(faker: Faker) -> None:
    """No count is below nothing or above all contests, and no share above one."""
    for run, drawn in enumerate((0, 4, 4)):
        faker.phase(0, run, 0, "test", [0] * drawn + [1] * (4 - drawn), correct=drawn)
    records = _read(faker)
    for name, most in (("drawn", 4), ("won", 4), ("correct", 1)):
        (estimate,) = measured(records, get_measure(name), "test", {0}).estimates
        assert estimate.interval is not None
        assert (estimate.interval.low, estimate.interval.high) == (0, most)


def test_runs_that_agree_on_a_share_are_judged_by_their_contests(faker: Faker) -> None:
    """Thirty runs of ten contests without a loss: Wilson's interval of 300 of 300 ends at 100 %."""
    for run in range(30):
        faker.phase(0, run, 0, "test", [1] + [0] * 9)
    records = _read(faker)
    for name, (least, value, most) in {
        "reliability": (300 / (300 + Z * Z), 1, 1),
        "power": (wilson(30, 300).low, 0.1, wilson(30, 300).high),
    }.items():
        (estimate,) = measured(records, get_measure(name), "test", {0}).estimates
        assert (estimate.low, estimate.value, estimate.high) == pytest.approx((least, value, most))
        assert estimate.note == "all 30 equal, interval from 300 contests"


def test_runs_that_differ_in_a_share_are_judged_by_runs(faker: Faker) -> None:
    """As soon as one run differs, the spread of runs tells how sure the mean is, up to 100 %."""
    for run in range(3):
        faker.phase(0, run, 0, "test", [0] * 9 + [-(run // 2)])
    (estimate,) = measured(_read(faker), get_measure("reliability"), "test", {0}).estimates
    assert estimate.value == pytest.approx(29 / 30)
    assert estimate.low == pytest.approx(29 / 30 - 4.302653 * 0.1 / 3)
    assert (estimate.high, estimate.note) == (1, "")


def test_a_few_runs_that_agree_on_a_share_are_few(faker: Faker) -> None:
    """Four runs may agree by chance, and their contests have in common what each run learned."""
    for run in range(4):
        faker.phase(0, run, 0, "test", [0] * 10)
    (estimate,) = measured(_read(faker), get_measure("reliability"), "test", {0}).estimates
    assert (estimate.low, estimate.high, estimate.note) == (1, 1, "all 4 equal")


def test_one_run_has_no_interval_of_a_share_either(faker: Faker) -> None:
    """Contests of one run share what it learned, so they say nothing of other runs."""
    faker.phase(0, 0, 0, "test", [0] * 10)
    (estimate,) = measured(_read(faker), get_measure("reliability"), "test", {0}).estimates
    assert (estimate.value, estimate.interval, estimate.note) == (1, None, "one run")
