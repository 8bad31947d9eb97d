"""Measures that somebody brings: in tables, stop rules, comparisons, and reports made later."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from games import BadPlugin, DuplicateName, HoyleError, UnknownName
from scenarios import Measure, Results, read_scenario, register_measure, run_experiment, scenario_digest
from scenarios.experiment.rows import ContestRow
from scenarios.language.measures import dtype_of, get_measure, measures_as_markdown
from scenarios.report.report_files import write_report
from tests.scenarios.conftest import Hoyle, document

pytestmark = pytest.mark.usefixtures("registries")

MINE = '''
from scenarios import register_measure

@register_measure(unit=" %", factor=100, verb="wins", counted="of contests as the second", least=0, most=1)
def second(rows):
    """Contests won as the second to move."""
    later = rows[rows["role"] == "opponent"]
    return float((later["result"] == 1).mean()) if len(later) else None
'''
STUDY = """
title = "Second"
game = "tic-tac-toe"
advisors = ["Victory", "Panic"]
load = ["mine.py"]
paradigm = [1, 2]
runs = 2
[[phase]]
name = "test"
against = "random"
contests = 30
until = { measure = "second >= 60 after 6" }
[[table]]
title = "Second to move"
measure = "second"
rows = "paradigm"
"""


def _written(folder: Path, source: str = MINE, study: str = STUDY) -> Path:
    (folder / "mine.py").write_text(source)
    (folder / "study.toml").write_text(study)
    return folder / "study.toml"


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a study with a measure of its own; the file it was in is gone afterwards."""
    folder = tmp_path_factory.mktemp("study")
    run_experiment(read_scenario(_written(folder)), folder / "out", jobs=1)
    (folder / "mine.py").unlink()
    return folder / "out"


@pytest.fixture
def results(ran: Path, tmp_path: Path) -> Path:
    """Copy the results, for a test of its own."""
    return shutil.copytree(ran, tmp_path / "out")


def test_a_measure_of_a_file_is_in_the_report(results: Path) -> None:
    """Also later and elsewhere, from the copy of the file that the results hold."""
    page, markdown = (path.read_text(encoding="utf-8") for path in write_report(results))
    for text in (page, markdown):
        assert "Contests won as the second to move" in text
        assert "after 6 was reached" in text
    (table,) = Results(results).tables()
    assert table.measure.name == "second"
    assert all(0.6 <= (entry.ours.worth.value or 0) <= 1 for entry in table.entries.values())


def test_it_ends_phases(results: Path) -> None:
    """Each at the first contest, from the sixth on, after which it is at least 60 %."""
    records = Results(results).records
    for row in records.phases:
        contests = records.contests_of_phase(row)
        shares = [
            float((part[part["role"] == "opponent"]["result"] == 1).mean())
            for part in (contests[: n + 1] for n in range(5, len(contests)))
        ]
        assert row.ended_by == ("measure" if shares[-1] >= 0.6 else "contests")
        assert all(share < 0.6 for share in shares[:-1])


def test_settings_are_compared_by_it(hoyle: Hoyle, results: Path) -> None:
    """Though no process here has loaded the file."""
    told = document(hoyle("compare", results, "--by", "paradigm", "--measure", "second", "--json"))
    assert (told["measure"], told["unit"]) == ("second", "%")


def test_a_file_that_is_gone_is_named_and_can_be_given(hoyle: Hoyle, results: Path, tmp_path: Path) -> None:
    """In one line, with what to do; and nothing is written before."""
    shutil.rmtree(results / "code")
    for words in (("report", results), ("compare", results, "--by", "paradigm")):
        answer = hoyle(*words)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
        assert "no measure is named 'second' here, and '" in answer.err
        assert answer.err.endswith("mine.py', which the scenario loads, is gone; give it with --load FILE\n")
    (tmp_path / "again.py").write_text(MINE)
    assert hoyle("report", results, "--load", tmp_path / "again.py").code == 0


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 1 / 0", "measure 'second' failed: again.py, line 7: ZeroDivisionError: division"),
        (
            "return rows['colour']",
            "measure 'second' failed: again.py, line 7: ValueError: no field of name",
        ),
        (
            "return 'many'",
            "measure 'second' returned 'many'; it must return a number, or None",
        ),
        ("return float('nan')", "measure 'second' returned 'nan'; it must return a number, or None"),
        ("rows['result'] = 1", "measure 'second' failed: again.py, line 7: ValueError: assignment destin"),
    ],
)
def test_what_is_wrong_with_it_is_told_in_one_line(
    hoyle: Hoyle, results: Path, tmp_path: Path, body: str, said: str
) -> None:
    """With its name."""
    shutil.rmtree(results / "code")
    source = MINE.partition("    later")[0] + f"    {body}\n"
    (tmp_path / "again.py").write_text(source)
    answer = hoyle("report", results, "--load", tmp_path / "again.py")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(f"hoyle: {said}")


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("second", "'second' is no bound of a measure; write \"power >= 90\""),
        ("second > 3", "is no bound of a measure"),
        ("secnd >= 3", "no measure is named 'secnd' (did you mean 'second'?)"),
        ("results >= 3", "measure 'results' has no figure after each contest"),
        ("retained:states >= 3", "measure 'retained:states' has no figure after each contest"),
    ],
)
def test_a_bound_that_means_nothing_is_refused(tmp_path: Path, bound: str, said: str) -> None:
    """Where it stands in the file."""
    with pytest.raises(HoyleError) as refused:
        read_scenario(_written(tmp_path, study=STUDY.replace("second >= 60 after 6", bound)))
    assert said in str(refused.value)
    assert str(refused.value).startswith("study.toml") or "study.toml" in str(refused.value)


def test_a_scenario_without_such_a_rule_means_what_it_meant(tmp_path: Path) -> None:
    """The rule counts where it is given, and nowhere else."""
    with_it = read_scenario(_written(tmp_path))
    without = read_scenario(_written(tmp_path, study=STUDY.replace("until = {", "# until = {")))
    false = read_scenario(_written(tmp_path, study=STUDY.replace('"second >= 60 after 6"', "false")))
    assert scenario_digest(without) == scenario_digest(false) != scenario_digest(with_it)


def _rows(rows: np.ndarray) -> float:
    """Count the rows there are.

    And nothing else.
    """
    return len(rows)


def test_a_function_is_enough() -> None:
    """Its name and what is said of it are those of the measure."""
    assert register_measure(_rows, name="rows") is _rows
    found = get_measure("rows")
    assert (found.title, found.needs_all, found.least) == ("count the rows there are", True, None)
    assert found.reading(np.empty(3, dtype_of(ContestRow)), "") == (3.0,)
    assert "`rows`" not in measures_as_markdown()


@pytest.mark.parametrize(
    ("source", "words", "error", "said"),
    [
        (_rows, {"name": "won"}, DuplicateName, "a measure named 'won' already exists"),
        (_rows, {"name": "a b"}, BadPlugin, "cannot be called 'a b'"),
        (_rows, {"name": "retained"}, BadPlugin, "cannot be called 'retained'"),
        (_rows, {"colour": "red"}, BadPlugin, "colour"),
        (7, {}, BadPlugin, "measure 'int' is no measure; it must be a function of the rows of a phase"),
        (Measure("two", "two", lambda *_: None, parts=("a", "b")), {}, BadPlugin, "has 2 parts"),
    ],
)
def test_what_is_no_measure_is_refused(
    source: object, words: dict[str, str], error: type[Exception], said: str
) -> None:
    """In words, when it is brought."""
    with pytest.raises(error, match=said):
        register_measure(source, **words)  # type: ignore[call-overload]  # that is what is tried


def test_other_distributions_offer_measures(install: Callable[..., None]) -> None:
    """By entry point, as a function or as a measure."""
    install("hoyle.measures", ("_rows", f"{__name__}:_rows"))
    assert get_measure("_rows").title == "count the rows there are"
    with pytest.raises(UnknownName):
        get_measure("_lines")


def test_a_measure_is_checked(hoyle: Hoyle, tmp_path: Path) -> None:
    """It must know what to say of a phase without contests."""
    _written(tmp_path)
    assert hoyle("check", tmp_path / "mine.py").out == "measure second: conforms\n"
    first = MINE.partition("    later")[0].replace("def second", "def first")
    (tmp_path / "first.py").write_text(first + "    return rows[0]['plies']\n")
    answer = hoyle("check", tmp_path / "first.py")
    assert answer.code == 1
    assert (
        "of a phase without contests: measure 'first' failed: first.py, line 7: IndexError: index 0 is out"
        in answer.out
    )
