"""Lists of contests: all of them, or those behind a figure."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

from starlette.requests import Request

from games.counting import how_many
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import name_cell
from scenarios.report.markup import esc, sort_head, tag
from scenarios.view.opened_results import Row, phase_name
from scenarios.view.page_frame import results_page

A_PAGE = 300
"""Contests that a page lists."""
FILTERS = ("cell", "run", "phase", "result")


def list_page(number: int, records: Records, title: str, rows: Sequence[Row], request: Request) -> str:
    """List contests: sorted by their heads, filtered by cell, run, phase and result."""
    wanted = {name: request.query_params.get(name, "") for name in FILTERS}
    first = first_of(request)
    kept = [row for row in rows if row.is_among(wanted)]
    heads = (
        "Contest",
        "Cell",
        "Run",
        "Phase",
        "Hoyle",
        "Against",
        "Outcome",
        "For Hoyle",
        "Moves",
        "Ended by",
    )
    body = [tag("tr", *_cells(number, records, row)) for row in kept[first : first + A_PAGE]]
    table = tag(
        "table",
        tag("caption", esc(f"{title}: contests")),
        tag("thead", tag("tr", *map(sort_head, heads))),
        tag("tbody", *body),
        class_="plain",
    )
    count = tag("p", esc(f"{how_many(len(kept), 'contest')} of {len(rows):,}."), id="count", role="status")
    box = tag("div", table, class_="scroll", tabindex="0", role="region", aria_label="Contests")
    links = "".join(_pages(request, first, len(kept)))
    main = tag(
        "main", tag("div", *_filters(records, rows, wanted), class_="picks"), count, box, links, id="main"
    )
    return results_page(title, tag("header", tag("h1", esc(title))) + main, number)


def first_of(request: Request) -> int:
    """Read where a list starts; return 0 if the address holds no number."""
    start = request.query_params.get("from", "")
    is_number = start.isascii() and start.isdecimal() and len(start) < 10  # noqa: PLR2004  # there are fewer
    return int(start) if is_number else 0


def _cells(number: int, records: Records, row: Row) -> Iterator[str]:
    yield tag("th", tag("a", str(row.contest + 1), href=row.address(number)), scope="row")
    phase = phase_name(records.specs, row.cell, row.phase)
    for value in (
        name_cell(records, row.cell), row.run, phase, row.role, row.other, row.outcome, row.result, row.plies,
        row.ended_by,
    ):  # fmt: skip
        yield tag("td", esc(value))


def _filters(records: Records, rows: Sequence[Row], wanted: Mapping[str, str]) -> Iterator[str]:
    for name in FILTERS:
        found = {getattr(row, name): row for row in reversed(rows)}
        options = [tag("option", "all", value="")] + [
            tag(
                "option",
                esc(_named(records, name, found[value])),
                value=value,
                selected="" if str(value) == wanted[name] else None,
            )
            for value in sorted(found)
        ]
        yield tag("label", f"{name.capitalize()} ", tag("select", *options, data_filter=name))


def _named(records: Records, name: str, row: Row) -> object:
    """Return the name of the cell, run, phase or result of a contest in a filter."""
    if name == "cell":
        return name_cell(records, row.cell)
    return phase_name(records.specs, row.cell, row.phase) if name == "phase" else getattr(row, name)


def _pages(request: Request, first: int, count: int) -> Iterator[str]:
    for words, to in (("Previous", first - A_PAGE), ("Next", first + A_PAGE)):
        if 0 <= to < count and to != first:
            query = urlencode({**request.query_params, "from": to})
            yield tag("p", tag("a", words, href=f"{request.url.path}?{query}"))
