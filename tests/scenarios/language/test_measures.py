"""The measures: each is what its name says, and the page lists them."""

from pathlib import Path

import pytest

from games import BadOption, UnknownName
from scenarios import build_scenario
from scenarios.analysis.figures import figures, measured
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import MEASURES, get_measure
from tests.scenarios.fake_results import Faker, begin
from tests.support import each_case


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
    assert not _values(records, "progress"), "four contests are not twenty"
    assert {name: _values(records, name) for name in MEASURES if name != "progress"} == {
        "contests": [(4,)],
        "learned": [(4,)],
        "expert_like": [(3,)],
        "won": [(1,)],
        "drawn": [(2,)],
        "lost": [(1,)],
        "results": [(1, 2, 1)],
        "points": [(2,)],
        "reliability": [(0.75,)],
        "power": [(0.25,)],
        "plies": [(7,)],
        "entries": [(12,)],
        "time": [(1_500_000,)],
        "decision_time": [(3_000_000,)],
        "decision_time_median": [(3_000_000,)],
        "correct": [(0.25,)],
        "work": [(250,)],
        "wasted": [(0.2,)],
    }


def test_progress_is_the_wins_of_the_last_ten_less_those_of_the_first_ten(faker: Faker) -> None:
    """One of the first ten was won, and four of the last ten; what lies between does not count."""
    results = [1, -1, 0, *[-1] * 7, *[1] * 5, *[1, 1, -1, 0, 1], *[0, 1, -1, -1, -1]]
    faker.phase(0, 0, 0, "test", results)
    assert _values(_read(faker), "progress") == [(3,)]


def test_what_was_only_watched_has_no_results(faker: Faker) -> None:
    """Contests between others are counted, and nobody's win."""
    faker.phase(0, 0, 0, "test", [None, None], role="none", decisions=0, decision_ns=0)
    records = _read(faker)
    assert _values(records, "contests") == [(2,)]
    names = ("won", "results", "expert_like", "time", "reliability", "power", "decision_time")
    assert not any(_values(records, name) for name in names)


def test_an_empty_phase_has_knowledge_only(faker: Faker) -> None:
    """A phase without contests has a length of 0, and the knowledge it ended with."""
    faker.phase(0, 0, 0, "test", [])
    records = _read(faker)
    assert _values(records, "contests") == [(0,)]
    assert _values(records, "entries") == [(7,)]
    assert _values(records, "retained:wins+openings") == [(3, 4)]
    assert not any(_values(records, name) for name in ("won", "plies", "time", "decision_time_median"))


@each_case("name", [*MEASURES, "retained:states", "retained:states+openings"])
def test_every_part_of_a_measure_is_a_measure(name: str) -> None:
    """So that it can be told of alone."""
    measure = get_measure(name)
    assert len(measure.alone) == len(measure.parts)
    assert all(get_measure(part).parts == ("",) for part in measure.alone)


def test_decision_time_is_of_the_contests_that_hoyle_played(faker: Faker) -> None:
    """The mean and the median of what its decisions in each contest took together, in seconds."""
    times = enumerate((1, 2, 6))
    rows = [faker.contest(0, 0, 0, i, result=0, decision_ns=ns * 10**9) for i, ns in times]
    rows.append(faker.contest(0, 0, 0, 3, result=None, role="none", decision_ns=0))
    faker.store.write(*rows, faker._end(4, (0, 0, 0), "test", "contests"))
    records = _read(faker)
    told = [
        get_measure(name).text(measured(records, get_measure(name), "test", {0}).estimates[0])
        for name in ("decision_time", "decision_time_median")
    ]
    assert told == ["3 s (one run)", "2 s (one run)"]


def test_what_is_retained_is_counted_by_item(faker: Faker) -> None:
    """One item or several at once, in the order in which they are named; what there is not is nothing."""
    faker.phase(0, 0, 0, "test", [0])
    records = _read(faker)
    assert _values(records, "retained:openings") == [(4,)]
    assert _values(records, "retained:openings+nothing+wins") == [(4, 0, 3)]
    assert get_measure("retained:openings+wins").parts == ("openings", "wins")


@pytest.mark.parametrize("name", ["retained", "retained:", "retained:a+", "retained:a+b+a", "won:a"])
def test_items_stand_behind_a_colon_each_once(name: str) -> None:
    """What names no item, or one twice, or an item of what has none, is refused in a line."""
    with pytest.raises(BadOption, match=name.partition(":")[0]):
        get_measure(name)


def test_a_scenario_can_only_ask_for_items_that_there_are() -> None:
    """A mistake is told with what is meant; results are read whoever fed the item."""
    keys = {"game": "achi", "phase": [{"contests": 1}]}
    table = {"title": "T", "rows": "game"}
    made = build_scenario(**keys, table=[{**table, "measure": "retained:states+expert_moves"}])
    assert made.tables[0].measure == "retained:states+expert_moves"
    with pytest.raises(UnknownName, match="did you mean 'expert_moves'"):
        build_scenario(**keys, table=[{**table, "measure": "retained:states+expert_move"}])


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
