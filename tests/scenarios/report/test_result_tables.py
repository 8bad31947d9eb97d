"""Tables of results: our estimates beside the paper's figures."""

import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import attrs
import pytest
from rich.console import Console

from games import BadFile, UnknownName
from scenarios.experiment.records import read_records
from scenarios.report.result_tables import AgainstPaper, ResultTable, make_tables, reached, summary
from scenarios.report.table_views import html_table, markdown_table, note, table_document, terminal_table
from tests.scenarios.fake_results import SCRIPT, begin, plausible, table, weird


def _tables(
    folder: Path, lengths: list[int], ended_by: str = "expert_like", **spec: Any
) -> list[ResultTable]:
    """Make the tables of a cell whose runs took so many contests."""
    faker = begin(folder, {"game": ("achi",), "paradigm": ("1",)}, [table(**spec)])
    for run, length in enumerate(lengths):
        faker.phase(0, run, 0, "learn", [0] * length, ended_by)
    faker.store.close()
    return make_tables(read_records(folder))


def _terminal(table: ResultTable, width: int = 200) -> str:
    out = StringIO()
    Console(file=out, width=width).print(terminal_table(table))
    return out.getvalue()


@pytest.mark.parametrize(
    ("lengths", "paper", "better", "verdict"),
    [
        ([10, 12, 14], 12.5, "less", "covered"),
        ([10, 12, 14], 7.1, "less", "covered"),
        ([10, 12, 14], 7.0, "less", "worse"),
        ([10, 12, 14], 17.0, "less", "better"),
        ([10, 12, 14], 17.0, "more", "worse"),
        ([10, 12, 14], 7.0, "more", "better"),
        ([10, 12, 14], 17.0, "", "differs"),
        ([10, 10], 10.0, "less", "covered"),
        ([10, 10], 10.2, "less", "cannot tell"),
        ([10] * 4, 10.2, "less", "cannot tell"),
        ([10] * 5, 10.2, "less", "better"),
        ([10], 10.0, "less", "covered"),
        ([10], 11.0, "less", "cannot tell"),
        ([], 11.0, "less", "cannot tell"),
        ([10, 12], None, "less", ""),
    ],
)
def test_verdicts(tmp_path: Path, lengths: list[int], paper: float | None, better: str, verdict: str) -> None:
    """The interval of 10, 12 and 14 is 7.03 to 16.97; a figure in it is covered, any other on one side."""
    (made,) = _tables(tmp_path, lengths, paper={"achi": {"1": paper}}, better=better)
    assert made.entries["achi", "1"].verdict == verdict


def test_a_lower_bound_is_no_proof_of_less(tmp_path: Path) -> None:
    """Where runs reached their limit, ours may be more than it seems: never better, but it may be worse."""
    spec = {"better": "less", "ended_by": "contests"}
    (made,) = _tables(tmp_path / "a", [10] * 5, paper={"achi": {"1": 20}}, **spec)
    assert made.entries["achi", "1"].verdict is AgainstPaper.DIFFERS
    (made,) = _tables(tmp_path / "b", [10] * 5, paper={"achi": {"1": 5}}, **spec)
    assert made.entries["achi", "1"].verdict is AgainstPaper.WORSE
    for view in (_terminal(made), markdown_table(made), html_table(made)):
        assert "≥ 10" in view
        assert "5 of 5 at the limit" in view


def test_a_narrow_terminal_breaks_no_interval(tmp_path: Path) -> None:
    """If a cell is too wide, its interval begins a line."""
    (made,) = _tables(tmp_path, [10, 12, 14])
    assert "12.0 [7.0, 17.0]" in _terminal(made)
    narrow = [line.split() for line in _terminal(made, 24).splitlines()]
    assert ["[7.0,", "17.0]"] in narrow


def test_every_view_has_every_figure(tmp_path: Path) -> None:
    """The estimate, its interval, the paper's figure and the verdict are in all three views."""
    (made,) = _tables(tmp_path, [10, 12, 14], paper={"achi": {"1": 164.45}}, better="less")
    for view in (_terminal(made), markdown_table(made), html_table(made), str(made), made._repr_html_()):
        for figure in ("12.0", "[7.0, 17.0]", "164.45", "better"):
            assert figure in view


def test_verdicts_are_counted(tmp_path: Path) -> None:
    """How many figures are better than the paper's, worse, or covered."""
    (made,) = _tables(tmp_path, [10, 12, 14], paper={"achi": {"1": 21.6}}, better="less")
    assert summary([made]) == {AgainstPaper.BETTER: 1}


def test_results_are_compared_part_by_part(tmp_path: Path) -> None:
    """Won, drawn and lost have a figure each."""
    spec = table("results", "test", paper={"achi": {"1": [1, 1, 2]}})
    faker = begin(tmp_path, {"game": ("achi",), "paradigm": ("1",)}, [spec])
    for run in range(5):
        faker.phase(0, run, 0, "test", [1, 0, 0, -1])
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    assert made.entries["achi", "1"].verdict is AgainstPaper.DIFFERS
    assert "paper 1 / 1 / 2" in markdown_table(made)


def test_a_few_equal_runs_say_nothing_beside_others_that_do(tmp_path: Path) -> None:
    """What is said of a cell hangs on the parts whose interval tells something."""
    spec = table("results", "test", paper={"achi": {"1": [3, 0, 40]}}, better="more")
    faker = begin(tmp_path, {"game": ("achi",), "paradigm": ("1",)}, [spec])
    for run in range(2):
        faker.phase(0, run, 0, "test", [1, 1, 0] + [-1] * (20 + run))
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    assert made.entries["achi", "1"].verdict is AgainstPaper.DIFFERS


def test_one_run_is_promised_no_interval(tmp_path: Path) -> None:
    """The line below a table says what its figures are: one run has no mean and no interval."""
    (made,) = _tables(tmp_path, [10])
    assert note(made) == "Contests until the phase ended in phase learn: one run, no interval"


def test_split_makes_a_table_for_each_label(tmp_path: Path) -> None:
    """The axis that splits leaves the tables, and its labels lead to the paper's figures."""
    spec = table(rows="paradigm", columns="", split="game", paper={"achi": {"1": 3}})
    faker = begin(tmp_path, {"game": ("achi", "nim"), "paradigm": ("1", "2")}, [spec])
    for cell in range(4):
        faker.phase(cell, 0, 0, "learn", [0] * (cell + 3), "stable")
    faker.store.close()
    achi, nim = make_tables(read_records(tmp_path))
    assert (achi.title, nim.title) == ("Contests until learned: achi", "Contests until learned: nim")
    assert {key: entry.ours.estimates[0].value for key, entry in nim.entries.items()} == {
        ("1", ""): 5,
        ("2", ""): 6,
    }
    assert achi.entries["1", ""].verdict is AgainstPaper.COVERED
    assert nim.entries["1", ""].verdict is AgainstPaper.NONE


def test_an_axis_that_a_table_does_not_name_splits_it(tmp_path: Path) -> None:
    """One table for each of its settings, which the title says; the paper's figures stand in each."""
    spec = table(columns="", paper={"achi": 4}, better="less")
    faker = begin(tmp_path, {"game": ("achi",), "paradigm": ("1", "2")}, [spec])
    for run in range(2):
        faker.phase(0, run, 0, "learn", [0] * 4, "stable")
        faker.phase(1, run, 0, "learn", [0] * (6 + run), "stable")
    faker.store.close()
    made = make_tables(read_records(tmp_path))
    assert [each.title for each in made] == [
        "Contests until learned: paradigm 1",
        "Contests until learned: paradigm 2",
    ]
    assert [each.entries["achi", ""].ours.estimates[0].value for each in made] == [4, 6.5]
    assert [each.entries["achi", ""].paper for each in made] == [(4,), (4,)]
    assert {each.averaged for each in made} == {()}


BUDGETS = tuple(f"{2**i}ms" for i in range(7))
"""More settings than are shown one by one."""


def _by_budget(folder: Path, spec: dict[str, Any], *, games: Sequence[str] = ("achi",)) -> list[ResultTable]:
    """Make the tables of two runs in which a budget is worth ten contests, and luck one."""
    faker = begin(folder, {"game": games, "budget": BUDGETS}, [spec])
    for cell in range(len(games) * len(BUDGETS)):
        for run in range(2):
            faker.phase(cell, run, 0, "learn", [0] * (10 * (cell % len(BUDGETS)) + 1 + run), "stable")
    faker.store.close()
    return make_tables(read_records(folder))


def test_where_settings_are_averaged_over_runs_are_the_units(tmp_path: Path) -> None:
    """Two runs are two, of whatever many budgets: Student's interval is that of 31 and 32, not of 14 figures.

    Those 14 would say 31.5 [19.4, 43.6], as if other budgets were other luck.
    """
    (made,) = _by_budget(tmp_path, table(columns=""))
    ours = made.entries["achi", ""].ours
    assert (ours.runs, ours.cells, ours.estimates[0].value) == (2, 7, 31.5)
    interval = ours.estimates[0].interval
    assert interval is not None
    assert interval.margin == pytest.approx(12.706 * 0.5, abs=1e-3)
    assert made.averaged == ("budget",)
    assert note(made) == (
        "Contests until the phase ended in phase learn: mean over 2 runs, with 95 % confidence "
        "interval; each run is averaged over budget"
    )
    for view in (_terminal(made), html_table(made)):
        assert "averaged over budget" in " ".join(view.split())
    assert table_document(made)["averaged_over"] == ["budget"]
    assert table_document(made)["cells"][0]["runs"] == 2


def test_games_are_never_averaged_over(tmp_path: Path) -> None:
    """However many there are; what goes together with an axis that is named is no axis of its own."""
    games = tuple(f"game-{i}" for i in range(8))
    made = _by_budget(tmp_path / "a", table(rows="budget", columns=""), games=games)
    assert [each.title for each in made] == [f"Contests until learned: {game}" for game in games]
    faker = begin(tmp_path / "b", {"paradigm": ("1", "2")}, [table(rows="rule", columns="")])
    faker.phase(0, 0, 0, "learn", [0] * 4)
    faker.store.close()
    records = read_records(tmp_path / "b")
    cells = {cell: {**have, "rule": f"rule {have['paradigm']}"} for cell, have in records.cells.items()}
    records = attrs.evolve(records, cells=cells, axes={**records.axes, "rule": ("rule 1", "rule 2")})
    (only,) = make_tables(records)
    assert only.rows == ("rule 1", "rule 2")


def test_a_mean_is_over_the_same_settings_in_every_run(tmp_path: Path) -> None:
    """A run that one of the settings lacks is left out, and a setting without any run is told of."""
    faker = begin(tmp_path, {"game": ("achi",), "budget": BUDGETS}, [table(columns="")])
    for cell in range(6):
        for run in range(3 if cell else 2):
            faker.phase(cell, run, 0, "learn", [0] * (cell + run + 1), "stable")
    faker.end(0, 2, "gone")
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    ours = made.entries["achi", ""].ours
    assert (ours.runs, ours.estimates[0].value) == (2, 4)
    assert ours.remark == "1 failed, over 6 of 7 settings"
    assert "over 6 of 7 settings" in markdown_table(made)


def test_phases_may_be_an_axis(tmp_path: Path) -> None:
    """A table by phase has a column for each."""
    faker = begin(tmp_path, {"game": ("achi",)}, [table("won", columns="phase", paper={"achi": {"late": 2}})])
    faker.phase(0, 0, 0, "early", [1])
    faker.phase(0, 0, 1, "late", [1, 1])
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    assert made.columns == ("early", "late")
    assert made.entries["achi", "late"].verdict is AgainstPaper.COVERED


def _by_phase(folder: Path, **spec: Any) -> list[ResultTable]:
    """Make tables of two games, whose runs learn and are tested twice."""
    described = table("reliability", "", **{"columns": "phase", **spec})
    faker = begin(folder, {"game": ("achi", "nim")}, [described])
    for cell in (0, 1):
        for run in range(3):
            for number, name in enumerate(("symmetry", "learn", "perfect", "random")):
                faker.phase(cell, run, number, name, [0] * 8 + [-(run % 2), -cell])
    faker.store.close()
    return make_tables(read_records(folder))


def test_every_view_of_a_table_by_phase_is_whole(tmp_path: Path) -> None:
    """The phases that it names are its columns, each with the paper's figure; no phase stands in the note."""
    paper = {"achi": {"perfect": 97, "random": 12.5}}
    (made,) = _by_phase(tmp_path, phases=["random", "perfect"], paper=paper, better="more")
    assert made.columns == ("random", "perfect")
    assert {key: entry.verdict for key, entry in made.entries.items() if entry.paper} == {
        ("achi", "perfect"): AgainstPaper.COVERED,
        ("achi", "random"): AgainstPaper.BETTER,
    }
    assert note(made) == "Contests won or drawn (%): mean over 3 runs, with 95 % confidence interval"
    for view in (_terminal(made), markdown_table(made), html_table(made)):
        assert view.index("random") < view.index("perfect")
        for figure in ("96.7 %", "87 %", "12.5", "97", "better", "covered"):
            assert figure in view


def test_phases_may_be_rows_or_split_a_table(tmp_path: Path) -> None:
    """Each table of a split is about its own phase, and says so."""
    (rows,) = _by_phase(tmp_path / "rows", phases=["perfect"], rows="phase", columns="game")
    assert (rows.rows, rows.columns) == (("perfect",), ("achi", "nim"))
    split = _by_phase(tmp_path / "split", phases=["perfect", "random"], split="phase", columns="")
    assert [each.title.rpartition(": ")[2] for each in split] == ["perfect", "random"]
    assert [each.phase for each in split] == ["perfect", "random"]
    assert "in phase random" in note(split[1])


def test_times_are_told_in_milliseconds(tmp_path: Path) -> None:
    """The paper's times and ours are in the same unit."""
    spec = table("time", "test", paper={"achi": {"1": 1.5}})
    faker = begin(tmp_path, {"game": ("achi",), "paradigm": ("1",)}, [spec])
    for run in range(2):
        faker.phase(0, run, 0, "test", [0], decisions=2, decision_ns=3_000_000)
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    assert made.entries["achi", "1"].verdict is AgainstPaper.COVERED
    assert "1.5 ms" in markdown_table(made)


@pytest.mark.parametrize("figure", ["12", [1, 2], True, {"x": 1}])
def test_a_paper_figure_that_is_none_is_told(tmp_path: Path, figure: Any) -> None:
    """What is no number is refused, with the remedy."""
    with pytest.raises(BadFile, match="correct the scenario"):
        _tables(tmp_path, [10], paper={"achi": {"1": figure}})


def test_an_unknown_measure_is_told(tmp_path: Path) -> None:
    """A table of what nobody measures is refused."""
    with pytest.raises(UnknownName, match="no measure"):
        _tables(tmp_path, [10], measure="beauty")


def test_strange_labels_do_no_harm(tmp_path: Path) -> None:
    """Whatever a label is, each view shows it as text."""
    made = make_tables(read_records(weird(tmp_path)))
    for each in made:
        assert "<script" not in html_table(each)
        assert "<script" not in markdown_table(each).replace("\\<", "")
        assert _terminal(each)
    assert SCRIPT in _terminal(made[0])


def test_views_of_a_whole_experiment(tmp_path: Path) -> None:
    """All views of all tables have the same cells."""
    for each in make_tables(read_records(plausible(tmp_path))):
        assert html_table(each).count("<td ") == len(each.entries)
        assert len(markdown_table(each).splitlines()) == len(each.rows) + 2


def test_every_view_marks_what_differs_from_the_row_above(tmp_path: Path) -> None:
    """An arrow stands behind the figure, and a line explains it; without the key there is neither."""
    spec = {"rows": "paradigm", "columns": "game"}
    for mark in ("row above", ""):
        tables = [table("reliability", "test", mark=mark, **spec)]
        faker = begin(tmp_path / mark, {"game": ("achi",), "paradigm": ("1", "2", "3", "4")}, tables)
        for cell, wins in enumerate((4, 6, 6, 4)):
            for run in range(6):
                faker.phase(cell, run, 0, "test", [1] * (wins + run) + [-1] * (6 - wins + 5 - run))
        faker.store.close()
        (made,) = make_tables(read_records(tmp_path / mark))
        rows = [(made.entries[row, "achi"].above or ("none",))[0] for row in made.rows]
        assert rows == (["none", "more", "", "less"] if mark else ["none"] * 4)
        for view in (_terminal(made), markdown_table(made), html_table(made)):
            assert (view.count("] ↑"), view.count("] ↓")) == ((1, 1) if mark else (0, 0))
        for view in (_terminal(made), html_table(made), note(made)):
            legend = (
                "↑ ↓: more or less than in the row above (p at most 0.05 by a sign-flip test, paired by run"
            )
            assert (legend in " ".join(view.split())) is bool(mark)


@pytest.mark.parametrize(
    ("lengths", "paper", "better", "is_reached"),
    [
        ([10, 12, 14], 12.5, "less", True),
        ([10, 12, 14], 7.0, "less", False),
        ([10, 12, 14], 17.0, "less", True),
        ([10, 12, 14], 17.0, "more", False),
        ([10, 12, 14], 17.0, "", None),
        ([10], 11.0, "less", None),
        ([10], 10.0, "less", True),
        ([], 11.0, "less", None),
        ([10, 12], None, "less", None),
    ],
)
def test_a_figure_is_reached_if_ours_is_as_good_or_covers_it(
    tmp_path: Path, lengths: list[int], paper: float | None, better: str, *, is_reached: bool | None
) -> None:
    """Where neither side is better, or one run has no interval, nobody can say."""
    (made,) = _tables(tmp_path, lengths, paper={"achi": {"1": paper}}, better=better)
    assert made.entries["achi", "1"].is_reached is is_reached
    assert reached([made]) == (int(is_reached or 0), int(is_reached is not None))


@pytest.mark.parametrize(
    ("paper", "verdict", "is_reached"),
    [
        ([0, 4, 0], "differs", True),
        ([4, 0, 0], "worse", False),
        ([2, 2, 0], "worse", False),
        ([0, 2, 2], "better", True),
        ([0, 3, 1], "better", True),
        ([1, 2, 1], "covered", True),
    ],
)
def test_more_draws_are_not_better_where_contests_could_be_won(
    tmp_path: Path, paper: list[int], verdict: str, is_reached: bool
) -> None:
    """One won, two drawn and one lost are two points: more draws than a paper's four wins are worse."""
    spec = table("results", "test", paper={"achi": {"1": paper}}, better="more")
    faker = begin(tmp_path, {"game": ("achi",), "paradigm": ("1",)}, [spec])
    for run in range(5):
        faker.phase(0, run, 0, "test", [1, 0, 0, -1])
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    assert (made.entries["achi", "1"].verdict, made.entries["achi", "1"].is_reached) == (verdict, is_reached)


def test_thirty_runs_without_a_loss_do_not_claim_more_than_they_show(tmp_path: Path) -> None:
    """A paper's 98.8 % is covered by 300 contests of 300; its 98 % is not, and is reached."""
    spec = table("reliability", "test", paper={"a": {"1": 98.8}, "b": {"1": 98.0}}, better="more")
    faker = begin(tmp_path, {"game": ("a", "b"), "paradigm": ("1",)}, [spec])
    for cell in (0, 1):
        for run in range(30):
            faker.phase(cell, run, 0, "test", [0] * 10)
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    assert [each.verdict for each in made.entries.values()] == [AgainstPaper.COVERED, AgainstPaper.BETTER]
    assert all(each.is_reached for each in made.entries.values())
    assert "100.00 %** [98.74, 100.00] (all 30 equal, interval from 300 contests)" in markdown_table(made)


def test_a_table_as_json_has_what_the_others_have(tmp_path: Path) -> None:
    """Figures are in the measure's unit, as in the other views; what is unknown is null."""
    spec = {"rows": "game", "columns": "phase", "phases": ["test"], "mark": "row above", "better": "more"}
    paper = {"b": {"test": 25.0}}
    faker = begin(tmp_path, {"game": ("a", "b")}, [table("power", "", paper=paper, **spec)])
    for cell in (0, 1):
        for run in range(10):
            faker.phase(cell, run, 0, "test", [cell] * 10)
    faker.store.close()
    (made,) = make_tables(read_records(tmp_path))
    told = table_document(made)
    assert json.loads(json.dumps(told)) == told
    first, second = told.pop("cells")
    assert told == {
        "title": "Contests until learned",
        "measure": "power",
        "unit": "%",
        "phase": "",
        "rows": "game",
        "columns": "phase",
        "averaged_over": [],
    }
    assert (first["ours"][0]["mean"], first["paper"], first["reached"], first["above"]) == (0, None, None, [])
    assert second.pop("ours")[0] == {
        "part": "",
        "mean": 100,
        "low": pytest.approx(100 * 100 / (100 + 1.959964**2)),
        "high": 100,
        "note": "all 10 equal, interval from 100 contests",
    }
    assert second == {
        "row": "b",
        "column": "test",
        "runs": 10,
        "failed": 0,
        "at_limit": 0,
        "paper": [25],
        "verdict": "better",
        "reached": True,
        "above": ["more"],
    }
