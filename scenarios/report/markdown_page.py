"""The report in Markdown: the same figures, as tables."""

from collections.abc import Iterator

from scenarios.report.contents import Account
from scenarios.report.exhibit import Exhibit
from scenarios.report.markup import md, md_code, md_grid
from scenarios.report.table_views import KEY, headings, markdown_table, note


def markdown_page(account: Account) -> str:
    """Return the whole page."""
    return "\n".join(_parts(account))


def _parts(account: Account) -> Iterator[str]:
    yield f"# {md(account.title)}\n"
    yield f"{md(account.kicker)}\n"
    if account.lacking:
        yield f"**{md(account.lacking)}**\n"
    if account.about:
        yield f"{md(account.about)}\n"
    yield md_grid(["", ""], [[md(what), f"**{md(figure)}**"] for what, figure in account.tiles])
    yield from _findings(account)
    for exhibit in account.leading:
        yield from _exhibit(exhibit)
    yield from _tables(account)
    for exhibit in account.others:
        yield from _exhibit(exhibit)
    if account.failures:
        yield "## Failed runs\n"
        yield md_grid(
            ["cell", "run", "Advisor", "reason"], [[md(each) for each in row] for row in account.failures]
        )
    yield "## What was run\n"
    yield md_grid(["", ""], [[md(what), md(fact)] for what, fact in account.facts])
    if account.scenario:
        yield md_code(account.scenario)
    yield md(account.footer) + "\n"


def _findings(account: Account) -> Iterator[str]:
    if account.findings:
        yield "## Findings\n"
        yield "\n".join(f"- {md(each)}" for each in account.findings) + "\n"
    if account.findings_note:
        yield f"{md(account.findings_note)}\n"


def _tables(account: Account) -> Iterator[str]:
    if not account.tables:
        return
    yield "## Results\n"
    if account.verdicts:
        counts = ", ".join(f"{count} {verdict.value}" for verdict, count in account.verdicts.items())
        yield f"Compared with the paper's figures: {counts}. {KEY}\n"
    for table, heading in zip(account.tables, headings(account.tables), strict=True):
        yield f"### {md(heading)}\n"
        yield f"{md(note(table))}.\n"
        yield markdown_table(table)


def _exhibit(exhibit: Exhibit) -> Iterator[str]:
    yield f"## {md(exhibit.title)}\n"
    yield f"{md(exhibit.note)}\n"
    yield md_grid(map(md, exhibit.head), ([md(each) for each in row] for row in exhibit.rows))
