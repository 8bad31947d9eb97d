"""Reporting on the command line."""

import json
from pathlib import Path

from scenarios.experiment.records import read_records
from scenarios.report.contents import make_account
from scenarios.report.result_tables import make_tables
from scenarios.report.table_views import table_document
from scenarios.results import Results
from tests.scenarios.conftest import Hoyle
from tests.scenarios.fake_results import plausible


def test_the_document_names_both_pages(hoyle: Hoyle, tmp_path: Path) -> None:
    """With --json the answer is where the pages are, and what the tables hold."""
    told = json.loads(hoyle("report", plausible(tmp_path), "--json").out)
    assert told.pop("failures") == []
    assert told.pop("complete") is False
    assert told.pop("warnings") == []
    assert told.pop("failed_runs") == [
        {
            "cell": 2,
            "labels": {"game": "tic-tac-toe", "paradigm": "3"},
            "run": 3,
            "advisor": None,
            "reason": "ValueError: Patsy asked for location 10 of 9",
        }
    ]
    assert told.pop("findings") == list(make_account(read_records(tmp_path)).findings) != []
    assert told.pop("tables") == [table_document(each) for each in make_tables(read_records(tmp_path))]
    assert (told.pop("where"), told.pop("interactions")) == ({}, [])
    assert told.pop("best_for_cost") == Results(tmp_path).best_for_cost() != []
    assert told == {"html": str(tmp_path / "report.html"), "markdown": str(tmp_path / "report.md")}
    assert all(Path(path).is_file() for path in told.values())


def test_a_person_sees_the_tables(hoyle: Hoyle, tmp_path: Path) -> None:
    """Without --json the findings come first, then tables, what differs, what failed, where the pages are.

    Before them stands what is missing, in the pages too, and the command exits with 1.
    """
    answer = hoyle("report", plausible(tmp_path))
    lines = answer.out.splitlines()
    lacking = "1 of 45 runs failed and 4 are missing"
    assert (answer.code, lines[4]) == (1, "Findings")
    assert lines[2].startswith(f"{lacking}. ")
    assert answer.err == (
        f"hoyle: results in {tmp_path} are incomplete: {lacking}; the first is game=tic-tac-toe, paradigm=3,"
        f" run 3: ValueError: Patsy asked for location 10 of 9; hoyle run SCENARIO --resume --out {tmp_path}"
        " plays them\n"
    )
    for page in ("report.html", "report.md"):
        text = (tmp_path / page).read_text()
        assert lacking in text
        assert "Digest of 40 of 45 runs" in text
    for told in (
        "7 comparisons need at least 9 runs per setting; you have",
        "Contests until learned",
        "paper 21.6",
        "Compared with the paper's figures: ",
        "Failed: tic-tac-toe",
        "report.html",
    ):
        assert told in answer.out


def test_a_part_is_reported_on(hoyle: Hoyle, tmp_path: Path) -> None:
    """With --where; the title says which part, and a level that does not exist is refused."""
    told = json.loads(hoyle("report", plausible(tmp_path), "--where", "game=achi", "--json").out)
    assert told["where"] == {"game": ["achi"]}
    assert {cell["row"] for table in told["tables"] for cell in table["cells"]} == {"achi"}
    assert "(only achi)" in Path(told["html"]).read_text().partition("</title>")[0]
    refused = hoyle("report", tmp_path, "--where", "game=chess")
    assert (refused.code, refused.out, refused.err) == (
        2,
        "",
        "hoyle: no level of game is named 'chess'; there are tic-tac-toe, lose-tic-tac-toe, achi\n",
    )


def test_a_folder_without_results_is_told_in_one_line(hoyle: Hoyle, tmp_path: Path) -> None:
    """Exit code 2, one line on stderr, nothing on stdout."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        answer = hoyle("report", folder)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
