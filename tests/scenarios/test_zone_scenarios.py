"""The scenarios about zones, Coverage and Shortcut: what they compare, and small versions of them run."""

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest

from scenarios import build_scenario, read_scenario, run_experiment
from scenarios.experiment.records import digest_of, read_records
from scenarios.language.scenario import Scenario
from scenarios.report.report_files import write_report
from scenarios.report.result_tables import make_table

ZONES = {"Zone-Ranger", "Zone-Ranger-Graded", "Zone"}
OF_ZONES = ("tutorial-zones", "tutorial-zones-times", "zones-elsewhere", "zones-graded")
OF_SEEING = (
    "five-mens-morris-coverage",
    "five-mens-morris-coverage-fixed",
    "six-mens-morris",
    "six-mens-morris-fixed",
    "nine-mens-morris",
)


@pytest.mark.parametrize("name", OF_ZONES)
def test_the_first_cell_of_each_game_does_without_zones(name: str) -> None:
    """Everybody else is the same, and zones are learned wherever they are heard."""
    for game in {cell.game for cell in read_scenario(name).cells}:
        cells = [cell for cell in read_scenario(name).cells if cell.game == game]
        seated = [cell.phases[0].hoyle.seated() for cell in cells]
        assert not seated[0] & ZONES
        for cell, names in zip(cells, seated, strict=True):
            learners = cell.phases[0].hoyle.named_learners() or ()
            assert ("zones" in learners) is bool(names & ZONES)
        assert sum(not names & ZONES for names in seated) == len(
            {frozenset(names - ZONES) for names in seated}
        )


def test_zones_are_learned_by_three_rules_with_both_rosters() -> None:
    """As the tutorial says, by that in sliding alone, and by what experts choose."""
    cells = read_scenario("tutorial-zones").cells
    found = [(cell.phases[0].hoyle.zones.attitude, cell.phases[0].hoyle.zones.stages) for cell in cells]
    both = ("placing", "sliding")
    rules = [("outcomes", both), ("outcomes", both), ("outcomes", ("sliding",)), ("moves", both)]
    assert found == [rule for rule in rules for _ in range(2)]
    rosters = [(cell.phases[0].hoyle.advisors or ("",))[0] for cell in cells]
    assert rosters == ["tutorial", "modern"] * 4


def test_experts_moves_are_read_in_two_ways() -> None:
    """Of which the first is, but for its name, the cell of tutorial-zones that has the same roster."""
    both, alone = read_scenario("tutorial-zones-readings").cells
    others = read_scenario("tutorial-zones").cells
    assert both in [attrs.evolve(each, labels=both.labels) for each in others]
    ways = [cell.phases[0].hoyle.zones for cell in (both, alone)]
    assert [each.attitude for each in ways] == ["moves", "mover"]
    assert attrs.evolve(ways[1], attitude="moves") == ways[0]


def test_new_advisors_keep_their_standing_or_begin_anew() -> None:
    """Where they keep it, a cell is that of tutorial-zones with the same attitudes, but for its name."""
    cells = read_scenario("tutorial-zones-standing").cells
    ways = [cell.phases[0].hoyle.zones for cell in cells]
    pairs = [(way.attitude, way.standing) for way in ways]
    assert sorted(pairs) == [("moves", "anew"), ("moves", "kept"), ("outcomes", "anew"), ("outcomes", "kept")]
    others = read_scenario("tutorial-zones").cells
    for cell, way in zip(cells, ways, strict=True):
        known = [attrs.evolve(each, labels=cell.labels) for each in others]
        assert (cell in known) is (way.standing == "kept")


def test_zones_are_heard_in_two_ways() -> None:
    """One Zone-Ranger or the other sits; all else is as in tutorial-zones."""
    cells = read_scenario("tutorial-zones-graded").cells
    found = sorted(
        (cell.phases[0].hoyle.zones.attitude, *sorted(cell.phases[0].hoyle.seated() & ZONES))
        for cell in cells
    )
    assert found == [
        (attitude, "Zone", ranger)
        for attitude in ("moves", "outcomes")
        for ranger in ("Zone-Ranger", "Zone-Ranger-Graded")
    ]
    others = read_scenario("tutorial-zones").cells
    tutorial = [each for each in others if "Farsight" not in each.phases[0].hoyle.seated()]
    for cell in cells:
        hoyle = cell.phases[0].hoyle
        if "Zone-Ranger" in hoyle.seated():
            assert any(
                (each.phases[0].hoyle.zones, each.phases[0].hoyle.seated()) == (hoyle.zones, hoyle.seated())
                for each in tutorial
            )


def test_the_figures_with_zones_are_those_of_the_tutorial() -> None:
    """Tables 8.4 and 8.6."""
    reliability, power, _, kept = read_scenario("tutorial-zones").tables
    for rows in reliability.paper.values():
        assert list(rows["by outcomes"].values()) == [97, 91, 90, 95]
        assert list(rows["without zones"].values()) == [83, 82, 83, 96]
    assert all(list(rows["by outcomes"].values()) == [0, 27, 57] for rows in power.paper.values())
    for rows in kept.paper.values():
        assert rows["by outcomes"] == [57.1, 600.7, 0.7, 39.2, 221.5, 19.9]


@pytest.mark.parametrize("name", OF_SEEING)
def test_coverage_and_shortcut_are_all_that_differs(name: str) -> None:
    """Beside the twenty of 1990 and Material."""
    seated = {frozenset(cell.phases[0].hoyle.seated()) for cell in read_scenario(name).cells}
    without, with_both = sorted(seated, key=len)
    assert len(without) == 21
    assert with_both - without <= {"Coverage", "Shortcut"}
    assert "Coverage" in with_both - without


def _against(scenario: Scenario) -> list[str]:
    return [phase.against for phase in scenario.cells[0].phases]


def test_the_other_player_is_that_of_the_issue_or_has_one_choice() -> None:
    """Nobody solves nine men's morris here: a search with a fixed number of nodes is the same everywhere."""
    assert _against(read_scenario("five-mens-morris-coverage")) == ["perfect", "perfect"]
    assert _against(read_scenario("five-mens-morris-coverage-fixed")) == ["perfect:1", "perfect:1"]
    assert _against(read_scenario("six-mens-morris-fixed")) == ["perfect:1", "perfect:1"]
    nodes = ("search:25nodes", "search:100nodes", "search:400nodes")
    assert read_scenario("nine-mens-morris").axes["phase.play.against"] == nodes


@pytest.mark.parametrize("name", [*OF_ZONES, "tutorial-zones-graded", *OF_SEEING])
def test_a_small_version_of_each_runs(name: str, tmp_path: Path) -> None:
    """One contest in every phase of the last cell, at a game that is soon over."""
    phases = read_scenario(name).cells[0].phases
    short = [f"phase.{phase.name}.contests=1" for phase in phases]
    scenario = read_scenario(name, overrides=["runs=1", "game=achi", *short])
    run_experiment(attrs.evolve(scenario, cells=scenario.cells[-1:]), tmp_path, jobs=0)
    records = read_records(tmp_path)
    assert [row.state for row in records.runs] == ["done"]
    for spec in records.tables:
        if spec.measure != "progress":
            made = make_table(records, spec)
            assert any(entry.ours.runs for table in made for entry in table.entries.values())
    assert all(path.is_file() for path in write_report(tmp_path))


TINY: dict[str, Any] = tomllib.loads("""
    game = "five-mens-morris"
    advisors = ["tutorial", "Zone-Ranger", "Zone"]
    learners = ["tutorial", "zones"]
    paradigm = "pwl"
    runs = 2
    zones = { steady = 1, important = 0.2, every = 2, from = 2 }
    budget = { learning = "50ms", weights = "60s", zones = "1s" }
    phase = [
      { name = "learn", learn = "watch", watch = ["random", "random"], expert = true, contests = 4 },
      { name = "test", learn = "no", against = "random", contests = 1 },
    ]
""")


def test_zones_come_out_the_same_at_any_job_count_and_wherever_they_are_heard(tmp_path: Path) -> None:
    """One process or two, inline or in a thread, one schedule or another: not a byte differs."""
    ways: list[tuple[int, dict[str, Any]]] = [
        (0, {}),
        (2, {}),
        (0, {"placement": {"Zone-Ranger": "thread"}}),
        (0, {"schedule": "serial"}),
    ]
    digests, played, known = [], set(), set()
    for number, (jobs, more) in enumerate(ways):
        folder = tmp_path / str(number)
        run_experiment(build_scenario(name="tiny", **{**TINY, **more}), folder, jobs=jobs)
        records = read_records(folder)
        digests.append(digest_of(records))
        played.add(tuple(records.contests["moves"]))
        known.add(tuple(path.read_bytes() for path in sorted(folder.glob("knowledge/*.hoyle"))))
    assert len(played) == len(known) == 1
    assert len(set(digests[:3])) == 1, "but for the last, which takes longer, even the times are the same"
