"""The report: a page that stands alone, and the same in Markdown."""

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from games import BadFile
from scenarios.experiment.records import read_records
from scenarios.language.measures import MEASURES
from scenarios.report.markup import html_grid, md
from scenarios.report.report_files import write_report
from scenarios.report.result_tables import make_tables, paper_text
from scenarios.statistics import Outcomes, elo_difference
from scenarios.statistics.elo import elo_text
from tests.scenarios.fake_results import LONG, SCRIPT, UNICODE, begin, large, plausible, table, weird

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """A page that is checked while it is read: every element is closed, and in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        self.tags.append(tag)
        self.attributes += attrs
        assert len({name for name, _ in attrs}) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last."""
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open and close an element."""
        self.tags.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        """Gather what a reader sees."""
        self.text += data


def _pages(folder: Path) -> tuple[Page, str]:
    html_path, markdown_path = write_report(folder)
    return Page(html_path.read_text(encoding="utf-8")), markdown_path.read_text(encoding="utf-8")


@pytest.mark.parametrize("make", [plausible, weird])
def test_the_page_is_sound_and_asks_nobody(tmp_path: Path, make: Callable[[Path], Path]) -> None:
    """It parses, has no script but its own, and nothing in it is fetched from anywhere."""
    page, _ = _pages(make(tmp_path))
    assert not {"img", "iframe", "object", "base", "form"} & set(page.tags)
    assert page.tags.count("script") == 1
    links = [
        value for name, value in page.attributes if name in {"href", "src", "srcset", "action", "xlink:href"}
    ]
    names = {f"#{value}" for name, value in page.attributes if name == "id"}
    assert set(links) <= {"data:,", *names}
    source = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search(r"url\(|@import|https?://", source)
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "default-src 'none'" in source


def test_the_page_can_be_heard(tmp_path: Path) -> None:
    """Tables have captions and headers, pictures have names, the headings start at the top."""
    page, _ = _pages(plausible(tmp_path))
    assert page.tags.count("caption") == page.tags.count("table")
    roles = [value for name, value in page.attributes if name == "role"]
    assert roles.count("img") == page.tags.count("svg") > 10
    assert [tag for tag in page.tags if re.fullmatch("h[1-6]", tag)][:2] == ["h1", "h2"]
    assert ("lang", "en") in page.attributes
    names = [value for name, value in page.attributes if name == "id"]
    assert len(set(names)) == len(names)


def test_a_sentence_in_a_table_has_a_wide_column() -> None:
    """However long the labels beside it are, it does not stand word by word below each other."""
    grid = html_grid(("cell", "runs", "ended by"), [("achi", "3 of 3", "x" * 31)], "Endings")
    assert f'<td class="short">3 of 3</td><td class="long">{"x" * 31}</td>' in grid


def test_both_pages_have_every_figure(tmp_path: Path) -> None:
    """Each estimate with its interval and each figure of the paper is in both."""
    page, markdown = _pages(plausible(tmp_path))
    plain = markdown.replace("**", "")
    for made in make_tables(read_records(tmp_path)):
        for entry in made.entries.values():
            for estimate in entry.ours.estimates:
                assert made.measure.text(estimate) in page.text
                assert made.measure.text(estimate) in plain
            if entry.paper:
                assert f"paper {paper_text(entry.paper)}" in page.text
                assert f"paper {paper_text(entry.paper)}" in plain


def test_both_pages_tell_what_was_run(tmp_path: Path) -> None:
    """The title, the seed, the versions, the digests, the scenario and why a run failed are in both."""
    page, markdown = _pages(plausible(tmp_path))
    told = (
        "Contests until learned, by paradigm",
        "1990",
        "trio 0.27.0",
        "5c1e" * 16,
        "2026-11-16T05:16:00+00:00",
        "until = { expert_like = 10 }",
        "ValueError: Patsy asked for location 10 of 9",
        "Hoyle learns each game from nothing",
        "draw for Player",
    )
    for each in told:
        assert each in page.text
        assert each in markdown


def test_a_title_that_is_a_number_gets_no_other(tmp_path: Path) -> None:
    """A table of the paper keeps the paper's number; others are counted by their place."""
    titles = ("Table 7: until learned", "Tables 2 to 6: results", "Tableaux", "table of draws", "Draws")
    begin(tmp_path, {"game": ("achi",)}, [table(title=title, columns="") for title in titles]).store.close()
    page, markdown = _pages(tmp_path)
    for title in ("Table 7: until learned", "Tables 2 to 6: results", "table of draws"):
        assert f"### {title}\n" in markdown
        assert f": {title}" not in page.text
    for title in ("Table 3: Tableaux", "Table 5: Draws"):
        assert f"### {title}\n" in markdown
        assert title in page.text


def test_both_pages_have_every_exhibit(tmp_path: Path) -> None:
    """Comparisons, learning curves, knowledge, match-ups, Advisors and times are in both."""
    page, markdown = _pages(plausible(tmp_path))
    for title in (
        "Settings compared",
        "How long learning takes",
        "Learning curves",
        "Useful knowledge",
        "Match-ups",
        "Relevance of the Advisors",
        "Significance of the Advisors",
        "Time per decision",
        "Wall time per contest",
        "Failed runs",
    ):
        assert f"## {title}" in markdown
        assert title in page.text


def test_shares_are_told_with_their_intervals(tmp_path: Path) -> None:
    """One win, two draws and a loss of four are 25, 50 and 25 %, each with an interval."""
    faker = begin(tmp_path, {"game": ("achi",)})
    faker.phase(0, 0, 0, "test", [1, 0, 0, -1])
    faker.store.close()
    page, markdown = _pages(tmp_path)
    assert re.search(r"1: 25 % \[\d+, \d+\]", markdown)
    assert re.search(r"2: 50 % \[\d+, \d+\]", page.text)
    assert "4 contests" in page.text


def test_match_ups_are_told_in_elo(tmp_path: Path) -> None:
    """With an interval; who won all of ten has its lower end, and a row of draws tells nothing."""
    faker = begin(tmp_path, {"game": ("achi", "nim", "hex", "go")})
    for cell, results in enumerate(([1] * 15 + [0] * 2 + [-1] * 3, [1] * 10, [-1] * 10, [0] * 10)):
        faker.phase(cell, 0, 0, "test", results)
    faker.store.close()
    page, markdown = _pages(tmp_path)
    for elo in ("+241 [+99, +557]", "> +140", "< -140"):
        assert f"Elo {elo}, " in page.text
        assert f"| {md(elo)} |" in markdown
    assert re.search(r"\| go \| test \| .* \| unknown \|", markdown)
    assert page.text.count("Elo +") == 1


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (Outcomes(15, 2, 3), "+241 [+99, +557]"),
        (Outcomes(5, 5, 5), "0 [-153, +153]"),
        (Outcomes(29, 1, 0), "+708 [+516, +∞]"),
        (Outcomes(0, 1, 29), "-708 [-∞, -516]"),
        (Outcomes(1, 0, 0), "> -636"),
        (Outcomes(1, 0, 1), ""),
        (Outcomes(0, 9, 0), ""),
        (Outcomes(), ""),
    ],
)
def test_elo_is_told_as_far_as_it_is_known(outcomes: Outcomes, told: str) -> None:
    """An end that is not finite is told as such; without any there is nothing to tell."""
    assert elo_text(elo_difference(outcomes)) == told


def test_a_learning_curve_looks_back_ten_contests(tmp_path: Path) -> None:
    """After 5 lost and 15 drawn contests the share has gone from none to all; a run keeps its last."""
    faker = begin(tmp_path, {"game": ("achi",)})
    faker.phase(0, 0, 0, "learn", [-1] * 5 + [0] * 15, added=1)
    faker.phase(0, 1, 0, "learn", [0] * 10, added=1)
    faker.store.close()
    _, markdown = _pages(tmp_path)
    (curves,) = re.findall(r"## Learning curves\n(.*?)\n## ", markdown, re.DOTALL)
    rows = [line.split(" | ")[2:4] for line in curves.splitlines() if "achi" in line]
    assert [(contest, share.split()[0]) for contest, share in rows] == [
        ("1", "50"),
        ("5", "50"),
        ("10", "75"),
        ("20", "100"),
    ]


def test_the_same_results_make_the_same_bytes(tmp_path: Path) -> None:
    """Twice from one folder, and once from a folder made again: nothing differs."""
    first = [path.read_bytes() for path in write_report(plausible(tmp_path / "a"))]
    assert [path.read_bytes() for path in write_report(tmp_path / "a")] == first
    assert [path.read_bytes() for path in write_report(plausible(tmp_path / "b"))] == first


def test_whatever_comes_from_files_is_escaped(tmp_path: Path) -> None:
    """Labels, titles, reasons and names of Advisors are shown as they are, and do nothing."""
    page, markdown = _pages(weird(tmp_path))
    assert SCRIPT in page.text
    assert UNICODE in page.text
    assert LONG in page.text
    outside = re.sub(r"(?ms)^(`{3,})toml$.*?^\1$", "", markdown)
    assert "<script" not in outside.replace("\\<", "")
    assert set(re.findall(r"<[^>]*>", outside.replace("\\<", ""))) <= {"<br>"}


def test_broken_characters_are_replaced(tmp_path: Path) -> None:
    """Half a character, a bell or a change of direction from a file cannot spoil a page."""
    faker = begin(tmp_path, {"game": ("a\x07b", "c\ud800d", "e\u202ef")}, [table(columns="")], title="x\x00y")
    faker.store.close()
    page, markdown = _pages(tmp_path)
    for text in (page.text, markdown):
        assert "a\N{REPLACEMENT CHARACTER}b" in text
        assert "e\N{REPLACEMENT CHARACTER}f" in text
        assert not set("\x00\x07\u202e") & set(text)


def test_an_experiment_of_nothing_has_a_report(tmp_path: Path) -> None:
    """Without runs, tables or even facts there is a page that says so."""
    faker = begin(tmp_path, {})
    faker.store.close()
    page, markdown = _pages(tmp_path)
    assert "contests" in page.text
    assert "What was run" in markdown


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_can_be_a_table(tmp_path: Path, measure: str) -> None:
    """Whatever is measured fits the page."""
    faker = begin(tmp_path, {"game": ("achi",)}, [table(measure, "test", columns="")])
    faker.phase(0, 0, 0, "test", [1, 0])
    faker.store.close()
    page, markdown = _pages(tmp_path)
    assert MEASURES[measure].title in page.text
    assert MEASURES[measure].title in markdown


def test_a_report_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """One line, and nothing half written."""
    plausible(tmp_path)
    (tmp_path / "report.html").mkdir()
    with pytest.raises(BadFile, match="it is a folder"):
        write_report(tmp_path)
    assert not (tmp_path / "report.md").exists()


def test_a_large_experiment_is_reported_soon(tmp_path: Path) -> None:
    """A hundred thousand contests take a few seconds; this asks for much less than it could."""
    large(tmp_path)
    start = time.process_time()
    page, _ = _pages(tmp_path)
    assert time.process_time() - start < 30
    assert "100,000" in page.text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("+4.1 [+3.4, +4.8]", "+4.1 [+3.4, +4.8]"),
        ("-4", "-4"),
        ("- a", "\\- a"),
        ("+", "\\+"),
        ("--", "\\--"),
    ],
)
def test_a_sign_is_no_list_in_markdown(text: str, escaped: str) -> None:
    """Signs of numbers stay as they are; what would begin a list or a rule is escaped."""
    assert md(text) == escaped
