"""The report as one HTML page. It contains everything, fetches nothing, and can be printed."""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import partial

import attrs

from scenarios.analysis.setting_names import name_axis, shown_value
from scenarios.report.contents import Account
from scenarios.report.exhibit import Chart, Exhibit, PointLink
from scenarios.report.filters import Filters
from scenarios.report.glossary import glossary_list, link_terms, slug
from scenarios.report.markup import esc, esc_code, html_grid, picture_box, tag, unbroken
from scenarios.report.paper_plots import has_paper, paper_plot
from scenarios.report.result_tables import MARKS, AgainstPaper, ResultTable
from scenarios.report.styles import CHARTS, PAGE, PALETTE, SCRIPT, style_sheet
from scenarios.report.table_views import KEY, FigureLink, headings, no_link, page_table

MOST_OPEN = 40
"""Tables without a chart are folded if they have more rows than this."""
CELL = "cell"
"""The heading of columns that name cells."""


@attrs.frozen
class _Section:
    """A part of the page that the table of contents lists."""

    name: str
    """Its anchor."""
    title: str
    content: str
    below: Sequence[tuple[str, str]] = ()
    """The anchors and titles of its tables."""
    figures: str = ""
    """The anchor of the figures of its charts."""

    def html(self) -> str:
        """Return it with its heading."""
        heading = tag("h2", esc(self.title), id=f"{self.name}-title")
        return (
            tag("section", heading, self.content, id=self.name, aria_labelledby=f"{self.name}-title") + "\n"
        )


def html_page(account: Account) -> str:
    """Return the whole page."""
    script = style_sheet(SCRIPT)
    style = style_sheet(PALETTE, PAGE, CHARTS)
    head = f"{_head(script)}<title>{esc(account.title)}</title>\n<style>\n{style}</style>\n"
    page = f"{page_body(account)}<script>{script}</script>\n"
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{page}</body>\n</html>\n'


def page_body(account: Account, link: FigureLink = no_link, point_link: PointLink | None = None) -> str:
    """Return the body of the page.

    `link` returns the URL of a figure of a table, and `point_link` the URL of a point of a chart, or None.
    """
    sections = list(_sections(account, link, point_link))
    body, met = link_terms("".join(each.html() for each in sections), account.terms)
    if met:
        glossary = _Section("glossary", "Glossary", glossary_list(met))
        sections.append(glossary)
        body += glossary.html()
    skip = tag("a", "Skip to results", href="#results", class_="skip") if account.tables else ""
    frame = tag("div", _contents(sections), tag("main", _filter(account), body), class_="frame")
    foot = tag("footer", esc(account.footer))
    return f"{skip}\n{_banner(account)}\n{frame}\n{foot}\n"


def _head(script: str) -> str:
    """Return the head, with a policy that allows only our script, by its hash, and no requests."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return f"""<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<link rel="icon" href="data:,">
"""


def _banner(account: Account) -> str:
    tiles = [
        tag("div", tag("dt", esc(what)), tag("dd", esc(figure)), class_="tile")
        for what, figure in account.tiles
    ]
    about = tag("p", esc_code(unbroken(account.about)), class_="about") if account.about else ""
    return tag(
        "header",
        tag("p", esc(account.kicker), class_="kicker"),
        tag("h1", esc(account.title)),
        tag("p", esc(account.lacking), class_="lacking", role="note") if account.lacking else "",
        about,
        tag("dl", *tiles, class_="tiles"),
    )


def _contents(sections: Sequence[_Section]) -> str:
    """Return the table of contents: beside a wide page, folded at the top of a narrow one."""
    items = [tag("li", _link(each.name, each.title), _below(each)) for each in sections]
    details = tag("details", tag("summary", "Contents"), tag("ol", *items), open="")
    return tag("nav", details, class_="contents", aria_label="Contents")


def _below(section: _Section) -> str:
    """Link to the figures of a section, and to each of its tables."""
    figures = tag("a", "figures", href=f"#{section.figures}", class_="figures") if section.figures else ""
    tables = [tag("li", _link(name, title)) for name, title in section.below]
    return " " + figures + (tag("ol", *tables) if tables else "")


def _link(name: str, title: str) -> str:
    return tag("a", esc(title), href=f"#{name}")


def _filter(account: Account) -> str:
    """Return a filter for every label of every axis that varies. The page's script shows it."""
    if not account.filters.axes:
        return ""
    sets = [
        tag(
            "fieldset",
            tag("legend", esc(name_axis(axis))),
            *(_check(account, axis, label) for label in labels),
        )
        for axis, labels in account.filters.axes.items()
    ]
    again = tag("button", "Show all", type="button", class_="all")
    status = tag("span", class_="filtered", role="status")
    title = tag("summary", "Filter by setting ", status)
    return tag("details", title, *sets, again, id="filter", class_="filter", hidden="")


def _check(account: Account, axis: str, label: str) -> str:
    key = account.filters.key(axis, label)
    box = f'<input type="checkbox" checked autocomplete="off" data-key="{esc(key)}">'
    return tag("label", box, " ", esc(shown_value(label)))


def _sections(account: Account, link: FigureLink, point_link: PointLink | None) -> Iterator[_Section]:
    if account.findings:
        yield _Section("findings", "Findings", "".join(_findings(account)))
    taken = {"findings", "results", "failed", "run", "glossary"}
    yield from _exhibits(account, account.leading, taken, point_link)
    if account.tables:
        yield _tables(account, link)
    yield from _exhibits(account, account.others, taken, point_link)
    if account.failures:
        head = (CELL, "run", "Advisor", "reason")
        of = _of(account, head)
        grid = html_grid(head, account.failures, "Runs that failed, and why", name="failed-runs", of=of)
        yield _Section("failed", "Failed runs", grid)
    yield _Section("run", "What was run", _facts(account))


def _exhibits(
    account: Account, exhibits: Sequence[Exhibit], taken: set[str], point_link: PointLink | None
) -> Iterator[_Section]:
    """Yield a section for each exhibit, with an anchor that is not taken."""
    for exhibit in exhibits:
        name = slug(exhibit.title)
        name = name if name not in taken else f"{name}-exhibit"
        taken.add(name)
        yield _exhibit(account, exhibit, name, point_link)


def _of(account: Account, head: Sequence[str]) -> "_RowFilter":
    return _RowFilter(account, tuple(head))


@attrs.frozen
class _RowFilter:
    """Returns the filter keys of a row of a plain table, by its columns that name a cell or an axis."""

    account: Account
    head: tuple[str, ...]

    def __call__(self, row: Sequence[str]) -> str:
        """Return the keys of a row."""
        filters, found = self.account.filters, dict[str, None]()
        for heading, text in zip(self.head, row, strict=True):
            keys = self.account.cells.get(text, "") if heading == CELL else filters.key(heading, text)
            found.update(dict.fromkeys(keys.split()))
        return " ".join(found)


def _findings(account: Account) -> Iterator[str]:
    yield tag("ul", *(tag("li", esc(each)) for each in account.findings), class_="findings")
    if account.findings_note:
        yield _note(account.findings_note)


def _note(text: str) -> str:
    return tag("p", esc(unbroken(text)), class_="note")


def _tables(account: Account, link: FigureLink) -> _Section:
    parts, below = [], []
    if account.verdicts:
        parts += [_verdicts(account), _note(KEY)]
    titles = headings(account.tables)
    for i, (table, title) in enumerate(zip(account.tables, titles, strict=True), 1):
        name = f"table-{i}"
        below.append((name, title))
        parts.append(page_table(table, title, account.filters, name, partial(link, i - 1)))
        parts.append(_against_paper(table, title, account.filters))
    return _Section("results", "Results", "".join(parts), below)


def _against_paper(table: ResultTable, title: str, filters: Filters) -> str:
    """Draw our intervals beside the paper's figures, if it has any."""
    if not has_paper(table):
        return ""
    drawn, of = paper_plot(table, filters), filters.of(table.settings)
    figure = Chart(f"{title}: ours beside the paper's", drawn, of=of)
    return tag("div", _figure(figure), class_="against-paper")


def _verdicts(account: Account) -> str:
    """Return how many of the paper's figures our intervals cover."""
    badges = [
        tag("li", tag("b", str(count)), " ", _badge(verdict)) for verdict, count in account.verdicts.items()
    ]
    return tag("ul", *badges, class_="verdicts", aria_label="How our figures compare with the paper's")


def _badge(verdict: AgainstPaper) -> str:
    return tag("span", esc(f"{MARKS[verdict]} {verdict.value}"), class_=f"verdict {verdict.name.lower()}")


def _exhibit(account: Account, exhibit: Exhibit, name: str, point_link: PointLink | None) -> _Section:
    anchor, caption = f"{name}-figures", f"{exhibit.title}: figures"
    figures = html_grid(exhibit.head, exhibit.rows, caption, name=anchor, of=_of(account, exhibit.head))
    if exhibit.charts or len(exhibit.rows) > MOST_OPEN:
        figures = tag("details", tag("summary", "Figures as a table"), figures)
    shown = "".join(
        (_note(exhibit.note), _legend(exhibit.legend), *_groups(exhibit.charts, point_link), figures)
    )
    content = tag("div", shown, class_="leading") if exhibit.is_leading else shown
    content = (
        tag("details", tag("summary", f"Show {exhibit.title.lower()}"), shown)
        if exhibit.is_folded
        else content
    )
    return _Section(name, exhibit.title, content, figures=anchor)


def _groups(charts: Sequence[Chart], point_link: PointLink | None) -> Iterator[str]:
    """Return charts by group, each with its heading."""
    groups = dict.fromkeys(chart.group for chart in charts)
    for name in groups:
        together = [chart for chart in charts if chart.group == name]
        figures = [_figure(chart, point_link) for chart in together]
        heading = tag("h3", esc(name)) if name else ""
        are_boards = all(chart.is_board for chart in together)
        yield heading + tag("div", *figures, class_="charts boards" if are_boards else "charts")


def _figure(chart: Chart, point_link: PointLink | None = None) -> str:
    caption = tag("figcaption", esc(chart.title)) if chart.title else ""
    if chart.is_board:
        return tag("figure", caption, chart.svg.replace("<svg ", '<svg class="board" ', 1)) + "\n"
    svg = chart.svg if chart.linked is None or point_link is None else chart.linked(point_link)
    return tag("figure", caption, picture_box(svg), data_of=chart.of or None) + "\n"


def _legend(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    swatches = [tag("li", tag("span", class_=f"swatch part-{part}"), esc(part)) for part in parts]
    return tag("ul", *swatches, class_="legend", aria_label="Legend")


def _facts(account: Account) -> str:
    facts = [tag("div", tag("dt", esc(what)), tag("dd", esc(fact))) for what, fact in account.facts]
    scenario = tag("details", tag("summary", "The scenario"), tag("pre", tag("code", esc(account.scenario))))
    return tag("dl", *facts, class_="facts") + (scenario if account.scenario else "")
