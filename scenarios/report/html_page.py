"""The report as one HTML page: everything is inside it, it asks nobody for anything, and it prints."""

from collections.abc import Iterator, Sequence

from scenarios.report.contents import Account
from scenarios.report.exhibit import Chart, Exhibit
from scenarios.report.markup import esc, html_grid, tag
from scenarios.report.result_tables import MARKS, AgainstPaper
from scenarios.report.styles import CHARTS, PAGE, PALETTE, style_sheet
from scenarios.report.table_views import KEY, headings, html_table

MOST_OPEN = 40
"""Figures without a chart that are shown before anybody asks."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_HEAD = f"""<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<link rel="icon" href="data:,">
"""


def html_page(account: Account) -> str:
    """Write the whole page."""
    style = style_sheet(PALETTE, PAGE, CHARTS)
    head = f"{_HEAD}<title>{esc(account.title)}</title>\n<style>\n{style}</style>\n"
    skip = tag("a", "To the results", href="#results", class_="skip") if account.tables else ""
    main = tag("main", *_sections(account))
    foot = tag("footer", esc(account.footer))
    body = f"{skip}\n{_banner(account)}\n{main}\n{foot}\n"
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}</head>\n<body>\n{body}</body>\n</html>\n'


def _banner(account: Account) -> str:
    tiles = [
        tag("div", tag("dt", esc(what)), tag("dd", esc(figure)), class_="tile")
        for what, figure in account.tiles
    ]
    about = tag("p", esc(account.about), class_="about") if account.about else ""
    return tag(
        "header",
        tag("p", esc(account.kicker), class_="kicker"),
        tag("h1", esc(account.title)),
        about,
        tag("dl", *tiles, class_="tiles"),
    )


def _sections(account: Account) -> Iterator[str]:
    if account.findings:
        yield _section("findings", "Findings", *_findings(account))
    if account.tables:
        yield _tables(account)
    for number, exhibit in enumerate(account.exhibits, 1):
        yield _exhibit(exhibit, f"exhibit-{number}")
    if account.failures:
        grid = html_grid(("cell", "run", "reason"), account.failures, "Runs that failed, and why")
        yield _section("failed", "Failed runs", grid)
    yield _section("run", "What was run", _facts(account))


def _section(name: str, title: str, *content: str) -> str:
    heading = tag("h2", esc(title), id=f"{name}-title")
    return tag("section", heading, *content, id=name, aria_labelledby=f"{name}-title") + "\n"


def _findings(account: Account) -> Iterator[str]:
    yield tag("ul", *(tag("li", esc(each)) for each in account.findings), class_="findings")
    if account.findings_note:
        yield _note(account.findings_note)


def _note(text: str) -> str:
    return tag("p", esc(text.replace(" %", "\N{NO-BREAK SPACE}%")), class_="note")


def _tables(account: Account) -> str:
    parts = []
    if account.verdicts:
        parts += [_verdicts(account), tag("p", esc(KEY), class_="note")]
    parts += map(html_table, account.tables, headings(account.tables))
    if account.sentences:
        items = tag("ul", *(tag("li", esc(each)) for each in account.sentences))
        parts.append(tag("h3", "Where ours is not the paper's") + items)
    return _section("results", "Results", *parts)


def _verdicts(account: Account) -> str:
    """Show at a glance how many of the paper's figures our intervals cover."""
    badges = [
        tag("li", tag("b", str(count)), " ", _badge(verdict)) for verdict, count in account.verdicts.items()
    ]
    return tag("ul", *badges, class_="verdicts", aria_label="How our figures compare with the paper's")


def _badge(verdict: AgainstPaper) -> str:
    return tag("span", esc(f"{MARKS[verdict]} {verdict.value}"), class_=f"verdict {verdict.name.lower()}")


def _exhibit(exhibit: Exhibit, name: str) -> str:
    figures = html_grid(exhibit.head, exhibit.rows, f"{exhibit.title}: the figures")
    if exhibit.charts or len(exhibit.rows) > MOST_OPEN:
        figures = tag("details", tag("summary", "The figures"), figures)
    note = _note(exhibit.note)
    return _section(name, exhibit.title, note, _legend(exhibit.legend), *_groups(exhibit.charts), figures)


def _groups(charts: Sequence[Chart]) -> Iterator[str]:
    """Show charts group by group, each under its heading."""
    groups = dict.fromkeys(chart.group for chart in charts)
    for name in groups:
        together = [chart for chart in charts if chart.group == name]
        figures = [_figure(chart) for chart in together]
        heading = tag("h3", esc(name)) if name else ""
        are_boards = all(chart.is_board for chart in together)
        yield heading + tag("div", *figures, class_="charts boards" if are_boards else "charts")


def _figure(chart: Chart) -> str:
    caption = tag("figcaption", esc(chart.title)) if chart.title else ""
    svg = chart.svg.replace("<svg ", '<svg class="board" ', 1) if chart.is_board else chart.svg
    return tag("figure", caption, svg) + "\n"


def _legend(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    swatches = [tag("li", tag("span", class_=f"swatch part-{part}"), esc(part)) for part in parts]
    return tag("ul", *swatches, class_="legend", aria_label="Legend")


def _facts(account: Account) -> str:
    facts = [tag("div", tag("dt", esc(what)), tag("dd", esc(fact))) for what, fact in account.facts]
    scenario = tag("details", tag("summary", "The scenario"), tag("pre", tag("code", esc(account.scenario))))
    return tag("dl", *facts, class_="facts") + (scenario if account.scenario else "")
