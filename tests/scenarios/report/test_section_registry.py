"""Sections that somebody brings: shown behind the others, and never in their way."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games import BadPlugin, DuplicateName
from scenarios import Chart, Exhibit, register_section, run_experiment
from scenarios.experiment.records import Records, read_records
from scenarios.language.measures import Measure
from scenarios.report.contents import make_account
from scenarios.report.section_check import check_measure, check_section
from scenarios.report.section_registry import SECTIONS
from tests.scenarios.conftest import Hoyle
from tests.scenarios.quick import quick


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """The results of a small experiment."""
    folder = tmp_path_factory.mktemp("sections") / "out"
    run_experiment(quick(), folder, jobs=0)
    return read_records(folder)


def shown(*_: Any) -> Exhibit:
    """Show one figure."""
    return Exhibit("Mine", "A note.", (), ("what", "how many"), [["<b>men</b>", "3"]])


def failing(*_: Any) -> Exhibit:
    """Show nothing."""
    raise ValueError("no such figure")


def test_it_stands_behind_the_others(records: Records) -> None:
    """With its title, its note and its table."""
    before = [each.title for each in make_account(records).exhibits]
    register_section("mine", shown)
    exhibits = make_account(records).exhibits
    assert [each.title for each in exhibits] == [*before, "Mine"]
    assert exhibits[-1] == shown()


def test_one_that_is_empty_is_left_out(records: Records) -> None:
    """As are our own."""
    register_section("empty", lambda *_: Exhibit("None", "", (), ("a",), []))
    assert "None" not in [each.title for each in make_account(records).exhibits]


WRONG: list[tuple[Any, str]] = [
    (failing, "ValueError: no such figure"),
    (lambda *_: 7, "it returned 7 instead of an Exhibit"),
    (lambda *_: Exhibit("T", "", (), ("a",), [[3]]), "it has 3 instead of a text"),  # type: ignore[list-item]  # as others might
    (lambda *_: Exhibit("T", "", (), ("a", "b"), [["3"]]), "a row has 1 cells, but the head has 2"),
    (lambda *_: Exhibit("T", "", ("svg",), ("a",), []), "use Chart(title, svg)"),  # type: ignore[arg-type]  # as above
]


@pytest.mark.parametrize(("section", "why"), WRONG)
def test_one_that_fails_shows_why(section: Any, why: str, records: Records) -> None:
    """The rest of the report is as ever; `hoyle check` finds the same."""
    before = len(make_account(records).exhibits)
    register_section("wrong", section)
    exhibits = make_account(records).exhibits
    assert len(exhibits) == before + 1
    assert (exhibits[-1].title, exhibits[-1].head) == ("Section wrong", ("reason",))
    assert why in exhibits[-1].rows[0][0]
    assert why in check_section(section, records)[0]


def test_what_is_found_wrong_with_a_section(records: Records) -> None:
    """It shows nothing, or something else each time."""
    calls: list[int] = []

    def moody(_: Records, __: Sequence[Any]) -> Exhibit:
        calls.append(1)
        return Exhibit("T", "", (), ("a",), [[str(len(calls))]])

    assert check_section(moody, records) == ["returns different exhibits for the same results"]
    assert "neither charts nor rows" in check_section(lambda *_: Exhibit("T", "", (), ("a",), []), records)[0]
    assert check_section(lambda *_: Exhibit("T", "", (Chart("c", "<svg/>"),), (), []), records) == []
    assert check_section(shown, records) == []


@pytest.mark.parametrize("name", ["", "a b", "a,b", "a\nb", 7])
def test_a_name_that_is_none_is_refused(name: Any) -> None:
    """In a line."""
    with pytest.raises(BadPlugin, match="invalid section name"):
        register_section(name, shown)


def test_what_is_no_section_is_refused() -> None:
    """Nor is a name that is taken."""
    with pytest.raises(BadPlugin, match="is not a section; a section is a function of the records"):
        register_section("x", 7)  # type: ignore[arg-type]  # as others might
    register_section("x", shown)
    with pytest.raises(DuplicateName, match="a section named 'x' already exists"):
        register_section("x", shown)
    assert list(SECTIONS) == ["x"]


def test_its_text_is_escaped_on_the_page(hoyle: Hoyle, records: Records, tmp_path: Path) -> None:
    """Whatever it shows is text, and no markup."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from scenarios import Exhibit, register_section\n"
        "register_section('mine', lambda r, g: Exhibit('<i>', '<u>', (), ('<s>',), [['<b>men</b>']]))\n"
    )
    answer = hoyle("report", records.folder, "--load", file, "--json")
    page = Path(json.loads(answer.out)["html"]).read_text()
    assert "&lt;b&gt;men&lt;/b&gt;" in page
    assert not any(tag in page for tag in ("<b>men", "<i>", "<u>", "<s>"))


def test_what_is_found_wrong_with_a_measure(records: Records) -> None:
    """It fails where there are no contests, or gives no number, or another one each time."""
    calls: list[int] = []

    def moody(_: Any) -> float:
        calls.append(1)
        return len(calls)

    wrong: list[tuple[Any, str]] = [
        (lambda rows: rows["plies"][0], "of a phase without contests: measure '<lambda>' failed: IndexError"),
        (lambda rows: "many" if len(rows) else None, "of phase 'learn': measure '<lambda>' returned 'many'"),
        (moody, "returns different values for the same contests"),
    ]
    for function, finding in wrong:
        (found,) = check_measure(Measure.of(function), records)
        assert found.startswith(finding)
    assert check_measure(Measure.of(lambda rows: float(len(rows))), records) == []
