"""Settings compared, as the report tells it."""

import re
from pathlib import Path
from random import Random

import pytest

from scenarios.analysis.findings import ask, compare_settings, find
from scenarios.experiment.records import read_records
from scenarios.report.cell_groups import make_groups
from scenarios.report.report_files import write_report
from scenarios.report.sections.settings_compared import learning_times, settings_compared
from scenarios.statistics import p_text
from tests.scenarios.fake_results import begin, plausible, table, won_records


def test_both_pages_compare_settings(tmp_path: Path) -> None:
    """With the game, the settings, the difference, p and how many runs; the note names the correction."""
    page, markdown = (path.read_text(encoding="utf-8") for path in write_report(plausible(tmp_path)))
    for text in (page, markdown):
        section = text.partition("Settings compared")[2].replace("&#x27;", "'")
        assert "with the same p, adjusted for 7 comparisons (Holm)." in section
        assert re.search(r"p is adjusted \(Holm\) for the other \d+ comparisons in which any run", section)
        assert "paradigm 3 vs 1" in section
    assert "| measure | phase | game | settings | difference | p | runs |" in markdown


def test_settings_with_a_name_go_by_it(tmp_path: Path) -> None:
    """`with zones` needs no axis before it, and a budget is called as everywhere."""
    won = [[3, 4], [5, 9], [1, 2], [2, 8]]
    axes = {"zones": ("without zones", "with zones"), "budget.default": ("2ms", "200ms")}
    records = won_records(tmp_path, axes, won, [table("won", "test", rows="zones", columns="budget.default")])
    shown = settings_compared(records, make_groups(records))
    told = {row[list(shown.head).index("settings")] for row in shown.rows}
    assert told == {"with zones vs without zones", "default budget 200 ms vs 2 ms"}


@pytest.mark.parametrize("seed", range(6))
def test_a_page_does_not_contradict_itself(tmp_path: Path, seed: int) -> None:
    """What findings tell apart has the same difference and the same p where settings are compared."""
    random = Random(seed)  # noqa: S311  # made up anyway
    axes = {"game": ("achi", "nim"), "paradigm": ("1", "2", "3")}
    luck = [random.randrange(8) for _ in range(9)]
    won = [[each + random.randrange(3) + 4 * (cell % 3) for each in luck] for cell in range(6)]
    tables = [table(each, "test", rows="paradigm", columns="game") for each in ("won", "drawn", "plies")]
    records = won_records(tmp_path, axes, won, tables)
    findings, *others = compare_settings(records)
    assert findings == find(records, ask(records, "paradigm"))
    said = {(each.game, each.label, each.other): each for each in findings.contrasts}
    for each in findings.against_first:
        same = said[each.game, each.other, each.label]
        assert each.other == "1"
        assert (each.difference, each.adjusted) == (-same.difference, same.adjusted)
    rows = settings_compared(records, []).rows
    assert len([row for row in rows if row[0] == "contests won"]) == 4
    shown = {(row[2], row[3]): row[5] for row in rows if row[0] == "contests won"}
    for (game, label, other), each in said.items():
        if label == "1":
            assert each.adjusted is not None
            assert shown[game, f"paradigm {other} vs 1"] == p_text(each.adjusted)
    assert not any(other.question.measure.name == "won" for other in others)


def test_a_study_of_one_setting_has_no_comparisons(tmp_path: Path) -> None:
    """A plain report does not grow."""
    faker = begin(tmp_path, {"game": ("achi",)}, [table("won", "test", rows="game", columns="")])
    for run in range(3):
        faker.phase(0, run, 0, "test", [1] * run + [0] * 5)
    faker.store.close()
    assert all("Settings compared" not in path.read_text() for path in write_report(tmp_path))


def test_how_long_learning_takes_is_told_where_some_runs_never_learn(tmp_path: Path) -> None:
    """After 10, 20 and 30, and not by 50: half by 25, and 27.5 on average if all stop at 50."""
    faker = begin(tmp_path, {"paradigm": ("1", "3")}, [table(rows="paradigm", columns="")])
    for run, contests in enumerate((10, 20, 30)):
        faker.phase(0, run, 0, "learn", [0] * contests, "expert_like")
        faker.phase(1, run, 0, "learn", [0] * contests, "expert_like")
    faker.phase(0, 3, 0, "learn", [0] * 50)
    faker.store.close()
    records = read_records(tmp_path)
    first, second = learning_times(records, make_groups(records)).rows
    assert first[0] == "paradigm 1"
    assert first[3] == "20 [-5, 45]; 1 of 4 did not learn"
    assert first[4] == "25"
    assert first[5] == "28 [13, 42]"
    assert first[6] == second[6] == "50"
    assert second[3] == "20 [-5, 45]"


def test_how_long_learning_takes_is_not_told_where_all_learned(tmp_path: Path) -> None:
    """There the table has it all."""
    faker = begin(tmp_path, {"paradigm": ("1", "3")}, [table(rows="paradigm", columns="")])
    for cell in range(2):
        faker.phase(cell, 0, 0, "learn", [0] * 10, "expert_like")
    faker.store.close()
    records = read_records(tmp_path)
    assert not learning_times(records, make_groups(records)).rows
