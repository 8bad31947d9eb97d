"""A table beside the paper as a picture: every cell, both figures, and what to make of them."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import BadOption
from scenarios.experiment.records import read_records
from scenarios.report.drawing import span_ticks, standalone, ticks, wrapped
from scenarios.report.filters import Filters
from scenarios.report.markup import clean
from scenarios.report.paper_plots import draw_against_paper, has_paper, paper_plot
from scenarios.report.result_tables import ResultTable, make_tables
from tests.scenarios.fake_results import LONG, SCRIPT, begin, plausible, table

SVG = "{http://www.w3.org/2000/svg}"


def _table(
    folder: Path, lengths: list[int], labels: tuple[str, ...] = ("1", "2"), **spec: Any
) -> ResultTable:
    """Make a table of achi by setting, with runs of so many contests each."""
    faker = begin(folder, {"game": ("achi",), "paradigm": labels}, [table(**spec)])
    for cell in range(len(labels)):
        for run, length in enumerate(lengths):
            faker.phase(cell, run, 0, "learn", [0] * length, "expert_like")
    faker.store.close()
    (made,) = make_tables(read_records(folder))
    return made


def _parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  # our own


def _titles(picture: str) -> list[str]:
    return [each.text or "" for each in _parsed(picture).iter(f"{SVG}title")]


def test_each_cell_with_a_figure_of_the_paper_is_drawn(tmp_path: Path) -> None:
    """Ours with its interval, the paper's, and the verdict; cells without a figure are left out."""
    made = _table(tmp_path, [10, 12, 14], paper={"achi": {"1": 17.0}}, better="less")
    picture = draw_against_paper(made)
    assert _titles(picture) == ["achi, paradigm 1: 12.0 [7.0, 17.0], 3 runs; paper 17: better"]
    assert picture.count('class="theirs"') == 2, "one in the key, one on its line"
    assert "▲ better" in picture
    assert "paradigm 2" not in picture


def test_the_picture_stands_alone_in_light_and_dark(tmp_path: Path) -> None:
    """It has its colours for both, a size and a ground, and fetches nothing."""
    picture = draw_against_paper(_table(tmp_path, [10, 12], paper={"achi": {"1": 11, "2": 90}}))
    root = _parsed(picture)
    assert float(root.attrib["width"]) > 300
    assert "prefers-color-scheme: dark" in picture
    assert not re.search(r"url\(|@import|<script|<image|href", picture)
    assert root.attrib["aria-label"] == f"{_title_of(tmp_path)}: ours beside the paper's"


def _title_of(folder: Path) -> str:
    (made,) = make_tables(read_records(folder))
    return made.title


def test_every_table_with_figures_of_the_paper_can_be_drawn(tmp_path: Path) -> None:
    """Also those of several parts, of runs at their limit, and of cells that were never run."""
    tables = make_tables(read_records(plausible(tmp_path)))
    drawn = [draw_against_paper(each) for each in tables if has_paper(each)]
    assert drawn
    for made, picture in zip(filter(has_paper, tables), drawn, strict=True):
        cells = [entry for entry in made.entries.values() if entry.paper is not None]
        assert len(_titles(picture)) == len(cells) * len(made.measure.parts)


def test_cells_say_which_settings_they_are_of(tmp_path: Path) -> None:
    """A row of the table is one group and each of its cells another, so that the filter can take either."""
    paper = {"achi": {"1": 11, "2": 12}}
    made = _table(tmp_path, [10, 12], paper=paper)
    filters = Filters({"game": ("achi", "qubic"), "paradigm": ("1", "2")})
    (block,) = (each for each in _parsed(paper_plot(made, filters)).iter("g") if each.get("class") == "block")
    assert block.get("data-of") == "0.0"
    cells = {each.get("data-of"): each for each in block.findall("g")}
    assert set(cells) == {"1.0", "1.1"}
    for key, name in {"1.0": "paradigm 1", "1.1": "paradigm 2"}.items():
        said = " ".join(cells[key].itertext())
        assert name in said
        assert "covered" in said, "its verdict goes with it"
        assert len([each for each in cells[key].iter("g") if each.get("class") == "point"]) == 1
    assert "data-of" not in paper_plot(made), "a picture that stands alone has no filter"


def test_labels_are_whole_and_text(tmp_path: Path) -> None:
    """Whatever a file calls its settings is shown in full, on as many lines as it takes, and does nothing."""
    labels = (SCRIPT, LONG, 'a "quoted" \u202elabel')
    made = _table(tmp_path, [10, 12], labels, paper={"achi": dict.fromkeys(labels, 11)})
    root = _parsed(draw_against_paper(made))
    shown = " ".join(each.text or "" for each in root.iter(f"{SVG}text"))
    for label in labels[:2]:
        assert label.replace(" ", "") in shown.replace(" ", "")
    assert "\u202e" not in shown
    assert not list(root.iter(f"{SVG}script"))


def test_a_table_without_the_paper_is_refused(tmp_path: Path) -> None:
    """In one line that names it."""
    made = _table(tmp_path, [10, 12])
    assert not has_paper(made)
    with pytest.raises(BadOption, match="the paper has no figure for it"):
        paper_plot(made)


def test_an_axis_that_does_not_begin_at_0_says_so(tmp_path: Path) -> None:
    """100 to 104 fills the picture, and the axis tells from where."""
    picture = paper_plot(_table(tmp_path, [100, 102, 104], paper={"achi": {"1": 101}}))
    assert re.search(r"contests until the phase ended; from 9\d<", picture)


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_ticks_hold_a_span(low: float, width: float) -> None:
    """They reach from below the lowest to above the highest, and are no more than can be read."""
    high = low + width
    marks = span_ticks(low, high)
    slack = 1e-6 * max(1.0, abs(low), abs(high))
    assert marks[0] <= low + slack
    assert marks[-1] >= high - slack
    assert 2 <= len(marks) <= 9
    assert marks[0] < marks[-1]


def test_an_axis_of_one_value_begins_at_0() -> None:
    """There is nothing to zoom to."""
    assert span_ticks(7, 7) == ticks(7)
    assert span_ticks(80, 90)[0] == 80


@given(st.text(min_size=1, max_size=80), st.floats(30, 300))
def test_wrapped_text_loses_nothing(content: str, width: float) -> None:
    """Lines fit, and joined they are the text again, but for its spaces."""
    lines = wrapped(content, width)
    assert "".join("".join(lines).split()) == "".join(clean(content).split())


def test_only_pictures_of_ours_stand_alone() -> None:
    """Anything else is refused rather than spoilt."""
    with pytest.raises(ValueError, match="not a picture made by sheet"):
        standalone("<p>no</p>")


def test_one_run_is_one_run(tmp_path: Path) -> None:
    """In the key and in the tooltip."""
    picture = draw_against_paper(_table(tmp_path, [10], paper={"achi": {"1": 17.0}}, better="less"))
    assert "ours, 1 run, with" in picture
    assert _titles(picture) == ["achi, paradigm 1: 10 (one run), 1 run; paper 17: cannot tell"]
