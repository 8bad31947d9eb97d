"""Results: from a figure to its contests, to a contest, to a decision; and what is not whole."""

import html
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import httpx
import pytest

from blackboard import TraceWriter
from scenarios import read_scenario, run_experiment
from scenarios.experiment.records import Records, read_records
from scenarios.experiment.store import FILE
from scenarios.report.contents import make_account
from tests.scenarios.view.serving import ROOT, Served, serving
from tests.support import advisor, decided, each_case, says

SCENARIO = """
title = "Traced </script><script>document.title = 'hit'</script> \u202ethem"
game = "tic-tac-toe"
paradigm = [1, 2]
runs = 2
seed = 4
trace = true

[[phase]]
name = "learn"
learn = "play"
against = "random"
contests = 3

[[phase]]
name = "test"
against = "random"
contests = 2
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a small scenario that keeps its traces."""
    place = tmp_path_factory.mktemp("traced")
    (place / "traced.toml").write_text(SCENARIO)
    run_experiment(read_scenario(place / "traced.toml"), place / "results", jobs=1)
    return place / "results"


@pytest.fixture(scope="module")
def shown(folder: Path) -> Iterator[Served]:
    """Serve it."""
    with serving(folder) as found:
        yield found


@pytest.fixture
def reader(shown: Served) -> Iterator[httpx.Client]:
    """Ask for it."""
    with shown.client() as client:
        yield client


def links(text: str, pattern: str) -> list[str]:
    """Return where a page leads, as far as addresses look so."""
    return list(dict.fromkeys(html.unescape(each) for each in re.findall(rf'href="({pattern})"', text)))


def address_of(contest: Any) -> str:
    """Return where a contest is shown."""
    return "/results/0/contest/" + "/".join(str(contest[key]) for key in ("cell", "run", "phase", "contest"))


def counted(records: Records, labels: dict[str, str], phase: str) -> set[str]:
    """Return the addresses of the contests that have these labels, in a phase."""
    cells = {cell for cell, have in records.cells.items() if labels.items() <= have.items()}
    phases = {
        (row.cell, row.run, row.phase) for row in records.phases if row.name == phase and row.cell in cells
    }
    return {address_of(c) for c in records.contests if (c["cell"], c["run"], c["phase"]) in phases}


def test_each_figure_leads_to_the_contests_that_it_counts(folder: Path, reader: httpx.Client) -> None:
    """Those and no others, for every figure of every table."""
    records = read_records(folder)
    page = reader.get("/results/0").text
    figures = links(page, r"/results/0/figure/\d+/\d+/\d+")
    tables = make_account(records).tables
    assert len(figures) == sum(len(table.entries) for table in tables) > 3
    for address in figures:
        number, row, column = map(int, address.split("/")[-3:])
        table = tables[number]
        labels = {table.rows_axis: table.rows[row], table.columns_axis: table.columns[column]}
        phase = labels.pop("phase", table.phase)
        labels.pop("", None)
        listed = links(reader.get(address).text, r"/results/0/contest/[\d/]+")
        assert set(listed) == counted(records, labels, phase)
        assert listed


def point_words(page: str) -> dict[str, str]:
    """Return what is said of each point of a curve that leads somewhere, by where it leads."""
    found = re.findall(r'<a href="(/results/0/curve/[^"]+)" aria-label="([^"]+)"', page)
    return {address: html.unescape(words) for address, words in found}


def of_point(records: Records, address: str) -> list[list[Any]]:
    """Return what a point of a curve counts, read from the rows, run by run."""
    kind, cell, phase, last = address.split("/")[4:]
    runs: dict[int, list[Any]] = {}
    for c in records.contests:
        if (c["cell"], c["phase"]) == (int(cell), int(phase)) and c["contest"] < int(last):
            runs.setdefault(c["run"], []).append(c)
    if kind == "expertise":
        return [[c for c in run[-10:] if c["expert_like"] in (0, 1)] for run in runs.values()]
    if kind == "knowledge":
        return [run[-1:] for run in runs.values()]
    return [[c for c in run if c["result"] in (0, 1)] for run in runs.values()]


def test_each_point_of_a_curve_leads_to_the_contests_that_it_counts(
    folder: Path, reader: httpx.Client
) -> None:
    """Those and no others, for every point of every kind of curve; and their mean is what the point says."""
    records = read_records(folder)
    points = point_words(reader.get("/results/0").text)
    assert {address.split("/")[4] for address in points} == {"expertise", "knowledge"}
    for address, words in points.items():
        runs = of_point(records, address)
        listed = links(reader.get(address).text, r"/results/0/contest/[\d/]+")
        assert set(listed) == {address_of(contest) for run in runs for contest in run}
        assert listed
        if "/expertise/" in address:
            shares = [sum(c["expert_like"] for c in run) / len(run) for run in runs if run]
            assert f": {100 * sum(shares) / len(shares):.3g} %" in words
        else:
            entries = [run[0]["entries"] for run in runs]
            assert f": {sum(entries) / len(entries):,.0f}" in words


def test_each_part_of_a_bar_leads_to_the_contests_that_it_counts(folder: Path, reader: httpx.Client) -> None:
    """Those and no others, for every match-up; and their share of it is what the part says."""
    records = read_records(folder)
    page = reader.get("/results/0").text
    found = re.findall(r'<a href="(/results/0/match-up/[^"]+)" aria-label="[^"]*: (\w+) ([\d.]+) %', page)
    results, together = {"won": 1, "drawn": 0, "lost": -1}, set()
    for address, part, share in found:
        cell, phase, ended = re.findall(r"/match-up/(\d+)/(\d+)/(\w+)\?", address)[0]
        other = unquote_plus(address.partition("against=")[2])
        played = [
            c
            for c in records.contests
            if (c["cell"], c["phase"], c["other"]) == (int(cell), int(phase), other)
            and c["result"] in (-1, 0, 1)
        ]
        counted = {address_of(c) for c in played if c["result"] == results[part]}
        listed = links(reader.get(html.unescape(address)).text, r"/results/0/contest/[\d/]+")
        assert ended == part
        assert set(listed) == counted
        assert float(share) == pytest.approx(100 * len(counted) / len(played), rel=0.01)
        together |= counted
    assert together == {address_of(c) for c in records.contests if c["result"] in (-1, 0, 1)}


def test_each_time_leads_to_the_contests_that_took_it(folder: Path, reader: httpx.Client) -> None:
    """Of a decision, a contest and a setting's cost: all of the phase, in every cell alike until then."""
    records = read_records(folder)
    page = reader.get("/results/0").text
    found = re.findall(r'<a href="(/results/0/times/(\w+)/(\d+)/(\d+)[^"]*)"', page)
    assert {kind for _, kind, _, _ in found} == {"time", "seconds", "expert_like"}
    for address, _, cell, phase in found:
        counted = {
            address_of(c) for c in records.contests if (c["cell"], c["phase"]) == (int(cell), int(phase))
        }
        listed = set(links(reader.get(html.unescape(address)).text, r"/results/0/contest/[\d/]+"))
        assert counted <= listed
        others = {cell, *re.findall(r"alike=(\d+)", address)}
        assert {each.split("/")[4] for each in listed} == others
        assert {each.split("/")[6] for each in listed} == {phase}


SWEPT = """
title = "A longer budget"
game = "tic-tac-toe"
budget = ["1ms", "2ms", "4ms"]
runs = 1

[[phase]]
name = "test"
against = "random"
contests = 2

[[table]]
title = "What time buys"
measure = "reliability"
rows = "budget.default"
"""


def test_each_point_along_an_axis_leads_where_its_figure_does(tmp_path: Path) -> None:
    """A curve of a table has a point a figure, and both lead to the same contests."""
    (tmp_path / "swept.toml").write_text(SWEPT)
    run_experiment(read_scenario(tmp_path / "swept.toml"), tmp_path / "results", jobs=0)
    with serving(tmp_path / "results") as served, served.client() as reader:
        page = reader.get("/results/0").text
        points = re.findall(r'<a href="([^"]+)" aria-label="([^"]+)" class="point', page)
        led = {address: words for address, words in points if "/figure/" in address}
        assert set(led) == set(links(page, r"/results/0/figure/\d+/\d+/\d+"))
        records = read_records(tmp_path / "results")
        for (address, words), budget in zip(sorted(led.items()), ("1 ms", "2 ms", "4 ms"), strict=True):
            cells = {
                cell
                for cell, have in records.cells.items()
                if have["budget.default"] == budget.replace(" ", "")
            }
            listed = links(reader.get(address).text, r"/results/0/contest/[\d/]+")
            assert set(listed) == {address_of(c) for c in records.contests if c["cell"] in cells}
            assert budget in words


CROSSED = """
title = "Two paradigms on two budgets"
game = "tic-tac-toe"
budget = ["1ms", "4ms"]
paradigm = [1, 2]
runs = 1

[[phase]]
name = "test"
against = "random"
contests = 2
"""


def test_each_point_of_the_first_chart_leads_to_its_contests(tmp_path: Path) -> None:
    """A point is a setting at a level: the contests of that cell, and of no other."""
    (tmp_path / "crossed.toml").write_text(CROSSED)
    run_experiment(read_scenario(tmp_path / "crossed.toml"), tmp_path / "results", jobs=0)
    with serving(tmp_path / "results") as served, served.client() as reader:
        page = reader.get("/results/0").text
        led = re.findall(r'<a href="([^"]*/times/expert_like/[^"]+)" aria-label="([^"]+)" class="point', page)
        records = read_records(tmp_path / "results")
        assert len(led) == len(records.cells) == 4
        for address, words in led:
            listed = links(reader.get(address).text, r"/results/0/contest/[\d/]+")
            (cell,) = {int(each.split("/")[4]) for each in listed}
            assert set(listed) == {address_of(c) for c in records.contests if c["cell"] == cell}
            labels = records.cells[cell]
            assert words.startswith(
                f"paradigm {labels['paradigm']}, default budget {labels['budget.default'][0]} ms:"
            )


def test_three_clicks_lead_from_a_figure_to_a_decision(reader: httpx.Client) -> None:
    """The figure, a contest, a move; each address opens the same thing again."""
    page = reader.get("/results/0").text
    figure = reader.get(links(page, r"/results/0/figure/\d+/\d+/\d+")[0]).text
    contest = reader.get(links(figure, r"/results/0/contest/[\d/]+")[0]).text
    decision = links(contest, r"/trace/\d+/\d+")[0]
    answer = reader.get(decision)
    assert answer.status_code == 200
    assert "phase learn, contest 1" in answer.text
    assert reader.get(decision).text == answer.text


@pytest.fixture(scope="module")
def quickstart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, httpx.Client]]:
    """Run a bundled scenario, shortened and traced, and serve what comes of it."""
    results = tmp_path_factory.mktemp("bundled") / "results"
    words = ["run", "quickstart-1990", "--out", str(results), "--json"]
    keys = ("trace=true", "runs=2", "game=tic-tac-toe", "paradigm=[1, 4]")
    for key in (*keys, "phase.learn.contests=12", "phase.test.contests=2"):
        words += ["--set", key]
    subprocess.run([sys.executable, "-m", "hoyle", *words], check=True, capture_output=True, cwd=ROOT)  # noqa: S603  # ours
    with serving(results) as served, served.client() as client:
        yield results, client


def test_three_clicks_lead_from_each_figure_of_a_bundled_scenario_to_a_decision(
    quickstart: tuple[Path, httpx.Client],
) -> None:
    """Figure, contest, decision; the contests between are exactly those that the figure counts."""
    folder, client = quickstart
    records = read_records(folder)
    page = client.get("/results/0").text
    figures = links(page, r"/results/0/figure/\d+/\d+/\d+")
    tables = make_account(records).tables
    assert len(figures) == sum(len(table.entries) for table in tables) == 4
    for address in figures:
        number, row, column = map(int, address.split("/")[-3:])
        table = tables[number]
        labels = {table.rows_axis: table.rows[row], table.columns_axis: table.columns[column]}
        listed = links(client.get(address).text, r"/results/0/contest/[\d/]+")
        assert set(listed) == counted(records, labels, table.phase)
        contest = client.get(listed[-1]).text
        decision = client.get(links(contest, r"/trace/\d+/\d+")[0])
        assert decision.status_code == 200
        assert f"phase {table.phase}, contest {int(listed[-1].split('/')[-1]) + 1}" in decision.text
    points = point_words(page)
    assert points
    for address in points:
        runs = of_point(records, address)
        listed = links(client.get(address).text, r"/results/0/contest/[\d/]+")
        assert set(listed) == {address_of(contest) for run in runs for contest in run}


def test_an_address_that_was_kept_opens_the_same_in_another_viewer(
    folder: Path, reader: httpx.Client
) -> None:
    """Whatever was looked at before: the decisions of every run have their numbers from the start."""
    last = reader.get("/results/0/contest/1/1/1/1").text
    decision = links(last, r"/trace/\d+/\d+")[-1]
    with serving(folder) as served, served.client() as client:
        answer = client.get(decision)
        assert answer.status_code == 200
        assert answer.text == reader.get(decision).text
        assert "run 1, phase test, contest 2" in answer.text
        assert "Traces" not in client.get("/").text


SYMMETRIC = """
game = "tic-tac-toe"
symmetry = true
runs = 1
trace = true

[[phase]]
name = "learn"
learn = "play"
against = "random"
contests = 1
"""


def test_phases_have_their_names_where_symmetries_are_learned_first(tmp_path: Path) -> None:
    """The phase that comes before all others is counted too, so a contest finds its decisions."""
    (tmp_path / "symmetric.toml").write_text(SYMMETRIC)
    run_experiment(read_scenario(tmp_path / "symmetric.toml"), tmp_path / "results", jobs=0)
    with serving(tmp_path / "results") as served, served.client() as client:
        listed = client.get("/results/0/contests?phase=1").text
        assert "<td>learn</td>" in listed
        contest = client.get(links(listed, r"/results/0/contest/[\d/]+")[0]).text
        assert links(contest, r"/trace/\d+/\d+")
        assert "<td>symmetry</td>" in client.get("/results/0/contests?phase=0").text


def test_lists_are_filtered_by_their_address(folder: Path, reader: httpx.Client) -> None:
    """By cell, run, phase and result, alone and together."""
    contests = read_records(folder).contests
    listed = links(reader.get("/results/0/contests").text, r"/results/0/contest/[\d/]+")
    assert len(listed) == len(contests)
    won = links(reader.get("/results/0/contests?run=1&result=won").text, r"/results/0/contest/[\d/]+")
    assert len(won) == sum(c["run"] == 1 and c["result"] == 1 for c in contests)


def test_titles_are_text(reader: httpx.Client) -> None:
    """What a scenario calls itself runs nowhere, and turns no line around."""
    page = reader.get("/results/0").text
    assert "<script>document" not in page
    assert "\u202e" not in page
    assert " style=" not in page


@each_case(
    "path",
    [
        "/results/0/figure/9/0/0", "/results/0/figure/0/9/0", "/results/0/contest/7/0/0/0", "/results/1",
        "/results/0/curve/expertise/0/0/0", "/results/0/curve/expertise/0/9/1",
        "/results/0/curve/expertise/9/0/1", "/results/0/curve/pride/0/0/1", "/results/0/match-up/0/9/won",
        "/results/0/match-up/9/0/won", "/results/0/match-up/0/0/sold", "/results/0/times/pride/0/0",
        "/results/0/times/time/0/9", "/results/0/times/time/9/0",
    ],
)  # fmt: skip
def test_what_is_not_there_is_told(reader: httpx.Client, path: str) -> None:
    """One sentence, and 404."""
    answer = reader.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_a_running_experiment_is_counted_as_it_goes(folder: Path, tmp_path: Path) -> None:
    """While rows are added the counts follow, and the page shows what is there."""
    going = tmp_path / "going"
    shutil.copytree(folder, going)
    with sqlite3.connect(going / FILE) as database:
        for table in ("contests", "phases", "runs", "advisors"):
            database.execute(f"DELETE FROM {table} WHERE run = 1")  # noqa: S608  # ours
    database.close()
    with serving(going) as served, served.client() as client:
        before = client.get("/results/0/state").json()
        assert "runs finished" in client.get("/results/0").text
        shutil.copy(folder / FILE, going / "whole")
        (going / "whole").replace(going / FILE)
        after = client.get("/results/0/state").json()
        assert (before["contests"], after["contests"]) == (10, 20)
        assert (before["done"], after["done"]) == (2, 4)
        assert "20 contests" in client.get("/results/0").text


def test_a_damaged_trace_shows_what_is_whole(tmp_path: Path) -> None:
    """And says what is not; one that grows is read again."""
    path = tmp_path / "cut.trace"
    decisions = [
        decided([advisor("One", says("1", 8, "<b>so</b>")), advisor("Two")], seed=seed) for seed in range(3)
    ]
    with TraceWriter(path) as trace:
        trace.append(*decisions)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    with serving(path) as served, served.client() as client:
        page = client.get("/trace/0").text
        assert "cut.trace is cut off in event" in page
        assert str(tmp_path) not in page
        assert len(links(page, r"/trace/0/\d+")) == 2
        assert "&lt;b&gt;so" in client.get("/trace/0/1").text
        assert client.get("/trace/0/2").status_code == 404
        path.write_bytes(whole)
        assert client.get("/trace/0/2").status_code == 200
        assert "cut off" not in client.get("/trace/0").text
