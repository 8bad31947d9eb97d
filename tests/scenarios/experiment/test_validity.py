"""Validity: in real time every row tells how late the harness was; reports can leave doubtful rows out."""

import time
from pathlib import Path

import attrs
import numpy as np
import pytest

from agents import Advisor, Deliberation, all_advisors, register_advisor
from games import HoyleError
from scenarios import build_scenario, run_experiment
from scenarios.analysis.figures import figures
from scenarios.experiment.records import read_records
from scenarios.experiment.rows import ContestRow
from scenarios.experiment.store import Store
from scenarios.language.measures import MEASURES
from scenarios.report.report_files import write_report
from scenarios.results import Results
from tests.scenarios.conftest import Hoyle
from tests.scenarios.fake_results import begin

MS = 1_000_000
VALIDITY = ("lag_ns", "overruns", "overrun_ns", "load", "doubtful")


class Busy(Advisor):
    """Keeps the program busy for a while, past its own deadline."""

    budget_ms = 5

    async def advise(self, think: Deliberation) -> None:
        """Say nothing, for long."""
        until = time.perf_counter() + 0.03
        while time.perf_counter() < until:
            pass
        think.remaining()


def played(folder: Path, *, clock: str, margin: str = "10ms") -> list[ContestRow]:
    """Play a few contests by a clock, and answer their rows."""
    if "Busy" not in all_advisors():
        register_advisor(Busy)
    scenario = build_scenario(
        game="tic-tac-toe",
        clock=clock,
        margin=margin,
        advisors=["Victory", "Busy"],
        seed=5,
        phase=[{"name": "test", "against": "hoyle:paradigm=2", "contests": 2}],
    )
    run_experiment(scenario, folder, jobs=0)
    with Store(folder) as store:
        return store.contests()


def test_every_row_in_real_time_carries_its_validity(tmp_path: Path) -> None:
    """How late the harness was, overruns and load are there; whether that is doubtful hangs on the margin."""
    for margin, doubtful in (("60min", 0), ("10ms", 1)):
        for row in played(tmp_path / margin, clock="wall", margin=margin):
            assert row.lag_ns is not None
            assert row.lag_ns >= 20 * MS
            assert row.overruns >= row.decisions
            assert row.overrun_ns >= 20 * MS
            assert row.load is None or row.load >= 0
            assert row.doubtful == doubtful


def test_nothing_is_late_in_virtual_time(tmp_path: Path) -> None:
    """There the harness cannot be late, and no margin makes a row doubtful."""
    for row in played(tmp_path, clock="virtual", margin="1ns"):
        assert [getattr(row, name) for name in VALIDITY] == [None, 0, 0, None, 0]


def test_lateness_is_no_part_of_the_digest(tmp_path: Path) -> None:
    """Two machines agree on the results, however late each was."""
    digests = set()
    for lag in (1, 50):
        fake = begin(tmp_path / str(lag), {"game": ["achi"]})
        fake.phase(0, 0, 0, "test", [0, 1], lag_ns=lag * MS, overruns=lag, load=lag / 7, doubtful=lag > 10)
        digests.add(fake.store.digest())
    assert len(digests) == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make results of which every second contest is doubtful: those were lost, and slow."""
    table = {"title": "Drawn", "measure": "drawn", "phase": "test", "rows": "game"}
    fake = begin(tmp_path / "fake", {"game": ["achi"]}, [table], margin="10ms")
    for run in range(3):
        rows = [
            fake.contest(
                0,
                run,
                0,
                number,
                result=-(number % 2),
                lag_ns=(12 if number % 2 else 3) * MS,
                overruns=number,
                overrun_ns=number * MS,
                load=1.5,
                doubtful=number % 2,
                decision_ns=(9 if number % 2 else 4) * MS,
            )
            for number in range(8)
        ]
        fake.store.write(*rows, attrs.evolve(fake._end(8, (0, run, 0), "test", "contests")))
        fake.end(0, run)
    return tmp_path / "fake"


def test_doubtful_contests_can_be_left_out_of_measures(folder: Path) -> None:
    """Means are those of the rest; counts are scaled up; what hangs on every contest has no figure."""
    records = read_records(folder)
    told = {
        name: [
            [figure.values for figure in figures(each, MEASURES[name], "test", {0})]
            for each in (records, records.without_doubtful())
        ]
        for name in ("drawn", "lost", "time", "contests")
    }
    assert told["drawn"] == [[(4.0,)] * 3, [(8.0,)] * 3]
    assert told["lost"] == [[(4.0,)] * 3, [(0.0,)] * 3]
    assert told["time"] == [[(6.5 * MS / 4,)] * 3, [(1.0 * MS,)] * 3]
    assert told["contests"] == [[(8.0,)] * 3, []]


def test_the_margin_can_be_judged_anew(folder: Path) -> None:
    """A narrower margin than that of the scenario leaves out more."""
    records = read_records(folder)
    assert [len(records.without_doubtful(margin * MS).contests) for margin in (2, 5, 12)] == [0, 12, 24]
    assert sum(records.without_doubtful(2 * MS).left_out.values()) == 24


def test_both_pages_tell_how_far_times_can_be_trusted(folder: Path) -> None:
    """The count of doubtful contests, the worst delay and the remedy are there."""
    for page in write_report(folder):
        text = page.read_text()
        assert "12 of 24 contests are doubtful: the harness was more than 10 ms late" in text
        assert "at most 12 ms late" in text
        assert "by 7 ms at most" in text
        assert "the system load was at most 1.5" in text


def test_the_command_leaves_them_out(hoyle: Hoyle, folder: Path) -> None:
    """`hoyle report --valid` makes the tables without them, and says so; --margin alone is refused."""
    assert hoyle("report", folder).out.count("4 (all 3 equal)") == 1
    answer = hoyle("report", folder, "--valid")
    assert "8 (all 3 equal)" in answer.out
    assert "12 doubtful contests are left out" in (folder / "report.md").read_text()
    assert "no value" in hoyle("report", folder, "--valid", "--margin", "2ms").out
    assert (refused := hoyle("report", folder, "--margin", "2ms")).code == 2
    assert refused.err == "hoyle: --margin has no effect without --valid; give both\n"
    assert hoyle("report", folder, "--valid", "--margin", "soon").code == 2


def test_a_frame_has_the_validity_of_every_row(folder: Path) -> None:
    """Whoever works with the rows can choose for themselves."""
    rows = Results(folder).rows()
    assert set(VALIDITY) <= set(rows.dtype.names or ())
    assert np.nanmax(rows["lag_ns"]) == 12 * MS


def test_a_margin_that_is_no_time_is_refused() -> None:
    """Like any other time in a scenario."""
    with pytest.raises(HoyleError, match="margin is 5; it must be a time"):
        build_scenario(game="achi", margin=5, phase=[{"contests": 1}])
