"""Learning curves: what each point of them counts."""

import re
from typing import Any

import pytest

from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import Records, read_records
from scenarios.report.contents import make_account
from scenarios.report.exhibit import Behind
from scenarios.report.html_page import html_page, page_body
from scenarios.report.sections.learning_curves import contests_behind

SCENARIO = """
game = "tic-tac-toe"
paradigm = [1, 4]
runs = 3
seed = 8

[[phase]]
name = "learn"
learn = "play"
against = "random"
until = { expert_like = 3 }
contests = 14

[[table]]
title = "Reliability"
measure = "reliability"
phase = "learn"
rows = "paradigm"
"""


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """Run a scenario whose runs end after different numbers of contests."""
    place = tmp_path_factory.mktemp("curves")
    (place / "curves.toml").write_text(SCENARIO)
    run_experiment(read_scenario(place / "curves.toml"), place / "results", jobs=0)
    return read_records(place / "results")


def points_of(records: Records) -> dict[Behind, str]:
    """Return every point that may lead somewhere, with what is said of it."""
    found: dict[str, Behind] = {}

    def link(point: object) -> str | None:
        if not isinstance(point, Behind):
            return None
        found[f"/{len(found)}"] = point
        return f"/{len(found) - 1}"

    page = page_body(make_account(records), point_link=link)
    words = dict(re.findall(r'<a href="(/\d+)" aria-label="([^"]+)"', page))
    assert words.keys() == found.keys()
    return {point: words[address] for address, point in found.items()}


def told(point: Behind, contests: Any, runs: int) -> str:
    """Say what a point must say if it counts these contests."""
    if point.kind == "added-up":
        return f": {len(contests) / runs:.3g}"
    if point.kind == "knowledge":
        return f": {sum(contests['entries']) / runs:,.0f}"
    by_run = [contests[contests["run"] == run]["expert_like"] for run in range(runs)]
    return f": {100 * sum(each.mean() for each in by_run) / runs:.3g} %"


def test_the_contests_behind_a_point_come_to_what_it_says(records: Records) -> None:
    """For every point of all three kinds of curves, of runs that have ended too."""
    points = points_of(records)
    assert {point.kind for point in points} == {"expertise", "knowledge", "added-up"}
    for point, words in points.items():
        contests = contests_behind(records, point)
        assert told(point, contests, 3) in words
        assert set(contests["cell"]) <= {point.cell}
        assert all(contests["contest"] < point.contest)


def test_points_of_a_report_lead_nowhere(records: Records) -> None:
    """A report is a file: it has no addresses but anchors of its own."""
    page = html_page(make_account(records))
    assert 'class="point spot' in page
    assert set(re.findall(r'href="([^"]?)', page)) <= {"#", "d"}
