"""The page of a report: its contents, its script, what can be sorted and filtered, what charts tell."""

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from scenarios.experiment.records import read_records
from scenarios.report.contents import make_account
from scenarios.report.html_page import html_page
from scenarios.report.styles import PAGE, SCRIPT, style_sheet
from tests.scenarios.fake_results import begin, plausible, table, weird

HOSTILE = "</script><script>alert(1)</script>\"' onload=x \u202egnp"


class _Reader(HTMLParser):
    """Gathers elements with their attributes, and the text of each kind."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in {"meta", "link", "input", "br"}:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self._open[-1] if self._open else "", data))

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """Return the attributes of elements of a kind."""
        return [
            have
            for name, have in self.elements
            if name == tag and all(have.get(key.rstrip("_")) == value for key, value in wanted.items())
        ]


def _page(folder: Path) -> str:
    return html_page(make_account(read_records(folder)))


@pytest.fixture(name="page")
def plausible_page(tmp_path: Path) -> str:
    """Make the page of an experiment of games by paradigms."""
    return _page(plausible(tmp_path))


def test_the_script_is_our_own_and_the_only_one(page: str) -> None:
    """It is the file beside the code, known by its hash; nothing else may run, and no attribute does."""
    script = style_sheet(SCRIPT)
    assert page.count("<script") == page.count("</script>") == 1
    assert f"<script>{script}</script>" in page
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    names = {name for _, attributes in _Reader(page).elements for name in attributes}
    assert not [name for name in names if name.startswith("on")]


def test_the_script_writes_text_alone_and_asks_nobody() -> None:
    """Nothing that makes HTML of text, runs text or goes elsewhere; and it can stand in a page."""
    script = style_sheet(SCRIPT)
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(|fetch\(|XMLHttp|import\(|http"
    )
    assert not re.search(forbidden, script)
    assert "</" not in script
    assert "<!--" not in script


def test_contents_lead_to_every_section_and_table(page: str) -> None:
    """Each section and each table has an anchor by its name, and a link to it at the head of the page."""
    read = _Reader(page)
    (nav,) = re.findall(r"<nav.*?</nav>", page, re.DOTALL)
    links = set(re.findall(r'href="#([^"]*)"', nav))
    sections = {each["id"] for each in read.all("section")}
    assert sections <= links
    assert {"findings", "results", "learning-curves", "match-ups", "run", "glossary"} <= sections
    boxes = {each["id"] for each in read.all("div", class_="wide-box")}
    assert len(boxes) == len(read.all("table"))
    assert None not in boxes
    assert boxes - {"failed-runs"} <= links
    assert page.index("<nav") < page.index("<main")
    assert links <= {value for _, each in read.elements if (value := each.get("id"))}


def test_anchors_are_unique_and_stable(tmp_path: Path, page: str) -> None:
    """They are named by what they lead to, so that a link stays right when a section is added."""
    names = [str(each["id"]) for _, each in _Reader(page).elements if "id" in each]
    assert len(set(names)) == len(names)
    assert not re.search(r"exhibit-\d", page)
    faker = begin(tmp_path / "other", {"game": ("achi",)})
    faker.phase(0, 0, 0, "test", [1, 0])
    faker.store.close()
    assert 'id="match-ups"' in _page(tmp_path / "other")


def test_every_column_can_be_sorted(page: str) -> None:
    """Each head is a button, which does nothing until the script lets it; figures have their value."""
    read = _Reader(page)
    heads = read.all("th", scope="col")
    assert len(read.all("button", class_="sort")) == len(heads) > 20
    assert all("disabled" in each for each in read.all("button", class_="sort"))
    assert all(
        re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?|", each["data-sort"] or "")
        for each in read.all("td")
        if "data-sort" in each
    )
    assert "aria-sort" in style_sheet(SCRIPT)


def test_every_setting_can_be_filtered(page: str) -> None:
    """A checkbox for each label of each axis; rows, columns, panels and lines say which they are of."""
    read = _Reader(page)
    keys = {str(each["data-key"]) for each in read.all("input", type="checkbox")}
    said = {key for _, each in read.elements for key in (each.get("data-of") or "").split()}
    assert keys == said
    kinds = {tag for tag, each in read.elements if each.get("data-of")}
    assert {"tr", "th", "td", "figure", "g"} <= kinds
    (box,) = read.all("details", id="filter")
    assert "hidden" in box


def test_pictures_beside_the_paper_are_filtered_with_their_tables(page: str) -> None:
    """Whatever a table's rows and columns are of, the cells of its picture say too."""
    pictures = re.findall(r'<div class="against-paper">(.*?)</svg>', page, re.DOTALL)
    assert pictures
    for picture in pictures:
        read = _Reader(picture)
        assert all(each.get("data-of") for each in read.all("g", class_="block"))
        assert read.all("g", class_="point")
    assert ".against-paper .block" in style_sheet(SCRIPT)
    assert ".against-paper .bare" in style_sheet(PAGE)


def test_tables_that_are_split_go_with_what_they_are_of(tmp_path: Path) -> None:
    """One table a game: without that game neither its table nor its picture is there."""
    spec = table(rows="paradigm", columns="", split="game", paper={"achi": {"1": 3}, "qubic": {"1": 4}})
    faker = begin(tmp_path, {"game": ("achi", "qubic"), "paradigm": ("1", "2")}, [spec])
    for cell in range(4):
        for run in range(2):
            faker.phase(cell, run, 0, "learn", [0] * (3 + run), "expert_like")
    faker.store.close()
    read = _Reader(_page(tmp_path))
    assert [each.get("data-of") for each in read.all("div", class_="wide-box")][:2] == ["0.0", "0.1"]
    assert [each.get("data-of") for each in read.all("figure")][:2] == ["0.0", "0.1"]


def test_nothing_to_filter_by_is_no_filter(tmp_path: Path) -> None:
    """One game, one phase, one setting."""
    faker = begin(tmp_path, {"game": ("achi",)})
    faker.phase(0, 0, 0, "test", [1, 0])
    faker.store.close()
    assert 'id="filter"' not in _page(tmp_path)


def test_a_setting_has_one_colour_on_the_whole_page(tmp_path: Path) -> None:
    """Whatever is drawn of a paradigm, in every chart of every section."""
    page = _page(plausible(tmp_path))
    colours: dict[str, set[str]] = {}
    for said, kind in _drawn(page):
        if found := re.search(r"paradigm \d", said):
            colours.setdefault(found[0], set()).add(kind)
    assert len(colours) == 3
    assert all(len(kinds) == 1 for kinds in colours.values())
    assert len(set.union(*colours.values())) == 3


def _drawn(page: str) -> list[tuple[str, str]]:
    """Return what is said of each point of each line and dot, and its colour."""
    spots = re.findall(r'class="point spot (s\d)"><title>([^<]*)<', page)
    dots = re.findall(r'<g class="point"><title>([^<]*)</title><path [^>]*class="reach line (s\d)"', page)
    return [(said, kind) for kind, said in spots] + dots


def test_points_tell_their_figures(page: str) -> None:
    """The setting, where, the value with its interval, and how many runs."""
    told = [said for said, _ in _drawn(page)]
    form = r"paradigm 1, contest \d+: [\d.]+ % \[[\d.]+, [\d.]+\], 5 runs"
    assert any(re.fullmatch(form, each) for each in told)


def test_hostile_labels_are_text(tmp_path: Path) -> None:
    """In tables, charts, filters and contents: shown, and nothing more; what turns text around is not."""
    axes = {"game": ("achi", HOSTILE), "paradigm": ("1", HOSTILE)}
    spec: dict[str, Any] = {"title": HOSTILE, "paper": {"achi": {"1": 11}}}
    faker = begin(tmp_path, axes, [table(**spec)], title=HOSTILE)
    for cell in range(4):
        for run in range(3):
            faker.phase(cell, run, 0, "learn", [0] * (10 + run), "expert_like", added=1)
    faker.store.close()
    page = _page(tmp_path)
    read = _Reader(page)
    assert page.count("<script") == page.count("</script>") == 1
    assert "\u202e" not in page
    assert not [name for _, each in read.elements for name in each if name.startswith("on")]
    shown = HOSTILE.replace("\u202e", "\N{REPLACEMENT CHARACTER}")
    for kind in ("h1", "th", "label", "a", "strong", "title"):
        assert any(shown in text for tag, text in read.texts if tag == kind), kind


@pytest.mark.parametrize("make", [plausible, weird])
def test_no_label_is_cut(tmp_path: Path, make: Any) -> None:
    """Neither in tables nor in charts."""
    assert "…" not in re.sub(r"<script>.*?</script>", "", _page(make(tmp_path)), flags=re.DOTALL)


def test_the_paper_is_drawn_and_not_told_cell_by_cell(tmp_path: Path) -> None:
    """One picture for each table that has its figures."""
    page = _page(plausible(tmp_path))
    tables = make_account(read_records(tmp_path)).tables
    drawn = page.count('class="against-paper"')
    assert drawn == sum(any(entry.paper for entry in each.entries.values()) for each in tables) > 0
    assert "Where ours is not the paper's" not in page


def test_pictures_are_never_smaller_than_their_text_can_be_read(page: str) -> None:
    """Each tells its width in units of the smallest letters' size, and scrolls where there is less room."""
    charts = re.findall(
        r'<div class="scroll"><svg viewBox="0 0 ([\d.]+) [\d.]+"[^>]* style="--wide:([\d.]+)"', page
    )
    assert len(charts) > 10
    assert all(box == wide for box, wide in charts)
    style = style_sheet("report.css", "charts.css")
    assert "min-width: calc(var(--wide) * 1px)" in style
    assert min(map(int, re.findall(r"font-size: (\d+)px", style))) >= 11
