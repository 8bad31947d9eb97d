"""The measures: each is what its name says, and the page lists them."""

from pathlib import Path

import pytest

from games import UnknownName
from scenarios.analysis.figures import figures, measured
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import MEASURES, get_measure
from tests.scenarios.fake_results import Faker, begin


@pytest.fixture
def faker(tmp_path: Path) -> Faker:
    """Start an experiment of one cell."""
    return begin(tmp_path, {"game": ("achi",)})


def _read(faker: Faker) -> Records:
    faker.store.close()
    return read_records(faker.store.path.parent)


def _values(records: Records, name: str) -> list[tuple[float, ...]]:
    return [figure.values for figure in figures(records, get_measure(name), "test", {0})]


def test_every_measure_of_a_phase(faker: Faker) -> None:
    """Each measure is what its name says, counted by hand."""
    faker.phase(
        0,
        0,
        0,
        "test",
        [1, 0, 0, -1],
        plies=7,
        entries=12,
        decisions=2,
        decision_ns=3_000_000,
        correct=1,
        work=500,
        wasted=100,
    )
    records = _read(faker)
    assert {name: _values(records, name) for name in MEASURES} == {
        "contests": [(4,)],
        "learned": [(4,)],
        "expert_like": [(3,)],
        "won": [(1,)],
        "drawn": [(2,)],
        "lost": [(1,)],
        "results": [(1, 2, 1)],
        "plies": [(7,)],
        "entries": [(12,)],
        "time": [(1_500_000,)],
        "correct": [(0.25,)],
        "work": [(250,)],
        "wasted": [(0.2,)],
    }


def test_what_was_only_watched_has_no_results(faker: Faker) -> None:
    """Contests between others are counted, and nobody's win."""
    faker.phase(0, 0, 0, "test", [None, None], role="none", decisions=0, decision_ns=0)
    records = _read(faker)
    assert _values(records, "contests") == [(2,)]
    assert not any(_values(records, name) for name in ("won", "results", "expert_like", "time"))


def test_an_empty_phase_has_knowledge_only(faker: Faker) -> None:
    """A phase without contests has a length of 0, and the knowledge it ended with."""
    faker.phase(0, 0, 0, "test", [])
    records = _read(faker)
    assert _values(records, "contests") == [(0,)]
    assert _values(records, "entries") == [(7,)]
    assert not any(_values(records, name) for name in ("won", "plies", "time"))


def test_every_part_of_a_measure_is_a_measure() -> None:
    """So that it can be told of alone."""
    assert all(part in MEASURES for each in MEASURES.values() if len(each.parts) > 1 for part in each.parts)


def test_an_unknown_measure_is_told() -> None:
    """A measure that does not exist is refused with a hint."""
    with pytest.raises(UnknownName, match="did you mean 'contests'"):
        get_measure("contest")


@pytest.mark.parametrize(
    ("results", "learned", "censored"),
    [
        ([0] * 10, 10, 0),
        ([0] * 9 + [-1] + [1] * 12, 20, 0),
        ([0] * 9 + [-1] + [0] * 9, 19, 1),
    ],
)
def test_a_game_is_learned_after_ten_in_a_row(
    faker: Faker, results: list[int], learned: int, censored: int
) -> None:
    """The first time counts, whatever ended the phase; a run that never came to it has a lower bound."""
    faker.phase(0, 0, 0, "test", results)
    found = measured(_read(faker), get_measure("learned"), "test", {0})
    assert (found.estimates[0].value, found.censored) == (learned, censored)
