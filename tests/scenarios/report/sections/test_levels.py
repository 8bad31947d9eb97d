"""The first chart of a report: a measure along an ordered axis, a line for each setting."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise, product
from pathlib import Path

import pytest

from scenarios.experiment.records import read_records
from scenarios.report.exhibit import Exhibit
from scenarios.report.report_files import write_report
from scenarios.report.sections.levels import FILLED, HOLLOW, levels
from tests.scenarios.fake_results import begin

BUDGETS = ("10ms", "no limit", "1ms", "100ms")
PARADIGMS = ("1", "2", "borda")
TABLE = {"title": "Points", "measure": "points", "phase": "test", "rows": "paradigm", "columns": "game"}
Won = Callable[[Mapping[str, str], int], int]
"""Returns how many of ten contests a run wins, by the labels of its cell."""


def _crossing(labels: Mapping[str, str], run: int) -> int:
    """Let paradigm 2 lead on little time and borda on more; paradigm 1 is as good as borda, run by run."""
    is_short = labels["budget.default"] == "1ms"
    if labels["paradigm"] == "2":
        return 6 + run % 2 if is_short else 2 + run % 3
    if labels["paradigm"] == "1":
        return 3 if is_short else 7 + (run % 2)
    return 2 + run % 2 if is_short else 8 - (run % 2)


def _by_run(labels: Mapping[str, str], run: int) -> int:
    """Let all settings be equal."""
    del labels
    return run


def _write(folder: Path, axes: Mapping[str, Sequence[str]], won: Won = _crossing, runs: int = 8) -> Path:
    fake = begin(folder, axes, [TABLE])
    for cell, labels in enumerate(product(*axes.values())):
        for run in range(runs):
            wins = won(dict(zip(axes, labels, strict=True)), run)
            fake.phase(cell, run, 0, "test", [1] * wins + [-1] * (10 - wins))
            fake.end(cell, run)
    fake.store.close()
    return folder


def _levels(folder: Path) -> Exhibit:
    return levels(read_records(folder), [])


@pytest.fixture(scope="module")
def crossing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make up a study whose best paradigm depends on the budget, in two games."""
    axes = {"game": ("achi", "nim"), "budget.default": BUDGETS, "paradigm": PARADIGMS}
    return _write(tmp_path_factory.mktemp("crossing"), axes)


def _points(svg: str) -> list[tuple[str, float, str]]:
    """Return the class, the horizontal position and the tooltip of every point."""
    found = re.findall(r'<circle cx="([\d.]+)"[^>]*class="point ([^"]+)"><title>([^<]+)</title>', svg)
    return [(kind, float(x), title) for x, kind, title in found]


def test_it_comes_first_with_a_chart_for_each_game(crossing: Path) -> None:
    """After the findings and before every other figure and table, in both pages."""
    html, markdown = (page.read_text() for page in write_report(crossing))
    titles = re.findall(r"<h2[^>]*>([^<]*)", html)
    name = "Points by default budget and paradigm"
    assert titles[:3] == ["Findings", name, "Results"]
    first, second = re.findall(r"<figcaption>([^<]*)", html)[:2]
    assert (first, second) == ("achi", "nim")
    assert markdown.index(f"## {name}") < markdown.index("## Results")
    assert re.search(r"\| achi \| 1 ms \| paradigm 2 alone \| 3 .*\| 6.50 \[[^]]*\]\s● \|", markdown)
    assert "| achi | no limit | paradigm 1; not distinguishable: borda |" in markdown


def test_times_lie_on_a_log_scale_and_no_limit_apart(crossing: Path) -> None:
    """Levels are in order whatever their order in the scenario; no line crosses the gap before the last."""
    svg = _levels(crossing).charts[0].svg
    places = {re.findall(r"default budget ([\w ]+):", title)[0]: x for _, x, title in _points(svg)}
    assert sorted(places, key=places.__getitem__) == ["1 ms", "10 ms", "100 ms", "no limit"]
    assert places["10 ms"] - places["1 ms"] == pytest.approx(places["100 ms"] - places["10 ms"], abs=0.2)
    lines = re.findall(r'<path d="M([^"]+)" class="line s\d', svg)
    ends = [[float(point.split(",")[0]) for point in line.split(" ")] for line in lines]
    assert max(max(xs) for xs in ends if len(xs) > 2) == places["100 ms"] < places["no limit"]


def test_hollow_points_are_worse_than_the_best_of_their_level(crossing: Path) -> None:
    """All others are filled, and the legend and every tooltip say so, with the interval and p."""
    chart = _levels(crossing).charts[0]
    points = {title.partition(":")[0]: (kind, title) for kind, _, title in _points(chart.svg)}
    hollow = {name for name, (kind, _) in points.items() if "hollow" in kind}
    assert hollow == {
        "paradigm 1, default budget 1 ms",
        "borda, default budget 1 ms",
        *(f"paradigm 2, default budget {each}" for each in ("10 ms", "100 ms", "no limit")),
    }
    best, tied, worse = (
        points[f"{each}, default budget 10 ms"][1] for each in ("paradigm 1", "borda", "paradigm 2")
    )
    assert best.endswith("7.5 [7.05, 7.95], 8 runs; the best at this level")
    assert tied.endswith("; not distinguishable from the best (p = 1.00)")
    assert worse.endswith("; worse than the best (p = 0.016)")  # two of 2**8 choices of signs, times 2 (Holm)
    assert f">{FILLED}<" in chart.svg
    assert f">{HOLLOW}<" in chart.svg
    assert "Best at 1 ms: paradigm 2 alone; 10 ms: paradigm 1; not distinguishable: borda" in chart.svg


def test_many_settings_are_thin_lines_behind_the_leading_ones(tmp_path: Path) -> None:
    """Five stand out, among them each that leads at a level, and labels beside the lines do not overlap."""
    paradigms = [f"rule-{chr(97 + i)}" for i in range(12)]

    def won(labels: Mapping[str, str], run: int) -> int:
        rank = paradigms.index(labels["paradigm"])
        return run % 2 + (rank // 2 if labels["budget.default"] == "1ms" else 5 - rank // 2)

    exhibit = _levels(
        _write(tmp_path, {"budget.default": ("1ms", "2ms"), "paradigm": paradigms}, won, runs=4)
    )
    (chart,) = exhibit.charts
    labels = re.findall(r'y="([\d.]+)" class="(series[^"]*)">(rule-\w)<', chart.svg)
    thick = {label for _, kind, label in labels if kind == "series"}
    assert len(thick) == 5
    assert {"rule-a", "rule-b", "rule-k", "rule-l"} < thick
    heights = sorted(float(y) for y, _, _ in labels)
    assert len(heights) == 12
    assert all(below - above >= 13 for above, below in pairwise(heights))
    assert "With 4 runs no difference can be significant; at least 9 are needed" in exhibit.note


def test_of_two_ordered_axes_times_are_along_and_numbers_make_panels(tmp_path: Path) -> None:
    """Also if the scenario names the numbers first."""
    axes = {"processors": ("1", "2"), "paradigm": ("1", "2"), "budget.default": ("1ms", "10ms")}
    exhibit = _levels(_write(tmp_path, axes, _by_run, runs=2))
    assert [chart.title for chart in exhibit.charts] == ["processors 1", "processors 2"]
    assert exhibit.title.endswith("by default budget and paradigm")


@pytest.mark.parametrize(
    "axes",
    [
        {"paradigm": ("1", "2"), "schedule": ("tiered", "serial")},
        {"budget.default": ("1ms", "10ms")},
        {"game": ("achi", "nim"), "paradigm": ("1", "2", "3")},
    ],
)
def test_without_an_ordered_axis_and_another_there_is_none(
    tmp_path: Path, axes: Mapping[str, Sequence[str]]
) -> None:
    """Numbers of paradigms have no order."""
    exhibit = _levels(_write(tmp_path, axes, _by_run, runs=2))
    assert not exhibit.charts
    assert not exhibit.rows


def test_fewer_contests_until_learned_are_better(tmp_path: Path) -> None:
    """The measure says which side is better."""
    table = {"title": "Learned", "measure": "contests", "phase": "learn", "rows": "paradigm"}
    axes = {"budget.default": ("1ms", "2ms"), "paradigm": ("1", "2")}
    fake = begin(tmp_path, axes, [table])
    for cell, contests in enumerate((5, 9, 8, 3)):
        for run in range(7):
            fake.phase(cell, run, 0, "learn", [0] * (contests + run % 2), ended_by="expert_like")
    fake.store.close()
    assert [row[:2] for row in _levels(tmp_path).rows] == [
        ["1 ms", "paradigm 1 alone"],
        ["2 ms", "paradigm 2 alone"],
    ]


def test_wall_time_is_folded(crossing: Path) -> None:
    """It says more about the machine than about Hoyle; times of decisions stay open."""
    html = write_report(crossing)[0].read_text()
    assert re.search(r"Wall time per contest</h2><details><summary>Show wall time per contest", html)
    assert not re.search(r"Time per decision</h2><details>", html)
