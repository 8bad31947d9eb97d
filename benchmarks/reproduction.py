"""Put the tables of experiments into the pages of docs that have a place for them.

Run the scenarios first, for example `hoyle run tutorial-tic-tac-toe --jobs 2`, then
`python benchmarks/reproduction.py FOLDER...` with the folders of their results. A page has a place for each
scenario, between `<!-- begin NAME -->` and `<!-- end NAME -->`; everything around these is written by hand.
The comparison with the paper of 1990, several settings side by side, is written by benchmarks/tables_1990.py.
"""

import re
import sys
from pathlib import Path

from scenarios.experiment.records import Records, digest_of, read_records
from scenarios.report.markup import md
from scenarios.report.result_tables import make_tables
from scenarios.report.table_views import markdown_table, note

DOCS = Path(__file__).parent.parent / "docs"
PAGES = tuple(
    DOCS / f"{name}.md" for name in ("reproduction", "better", "limits", "tutorial", "seeing", "zones")
)


def block(records: Records) -> str:
    """Write the tables of one experiment; whether a figure covers the paper's is marked in its cell."""
    meta = records.meta
    digest = digest_of(records)[:16]
    parts = [f"Seed {meta['seed']}, {meta['runs']} runs a cell, digest of the results `{digest}`.\n"]
    for table in make_tables(records):
        parts += [f"**{md(table.title)}.** {md(note(table))}.\n", markdown_table(table)]
    return "\n".join(parts)


def replaced(page: str, name: str, text: str) -> str | None:
    """Put a text into its place, if the page has one."""
    place = re.compile(rf"(<!-- begin {re.escape(name)} -->\n).*?(<!-- end {re.escape(name)} -->)", re.DOTALL)
    if not place.search(page):
        return None
    return place.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page)


def main() -> None:
    """Update the pages."""
    for folder in sys.argv[1:]:
        records = read_records(Path(folder))
        name, is_placed = str(records.meta["name"]), False
        for path in PAGES:
            page = replaced(path.read_text(), name, block(records))
            if page is not None:
                path.write_text(page)
                is_placed = True
        if not is_placed:
            sys.exit(f"no page has a place for {name}")


if __name__ == "__main__":
    main()
