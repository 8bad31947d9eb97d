"""Put the tables of experiments into docs/reproduction.md.

Run the scenarios first, for example `hoyle run hoyle-1990-experiment-1 --set runs=30 --jobs 2`, then
`python benchmarks/reproduction.py FOLDER...` with the folders of their results. The page has a place for each
scenario, between `<!-- begin NAME -->` and `<!-- end NAME -->`; everything around these is written by hand.
"""

import re
import sys
from pathlib import Path

from scenarios.account import make_account
from scenarios.markup import md
from scenarios.records import Records, digest_of, read_records
from scenarios.table_views import markdown_table, note

PAGE = Path(__file__).parent.parent / "docs" / "reproduction.md"


def block(records: Records) -> str:
    """Write the tables of one experiment, and a sentence for each figure that differs."""
    account = make_account(records)
    meta = records.meta
    digest = digest_of(records)[:16]
    parts = [f"Seed {meta['seed']}, {meta['runs']} runs a cell, digest of the results `{digest}`.\n"]
    for table in account.tables:
        parts += [f"**{md(table.title)}.** {md(note(table))}.\n", markdown_table(table)]
    if account.sentences:
        parts += ["Not covered by our interval:\n", *(f"- {md(each)}" for each in account.sentences), ""]
    return "\n".join(parts)


def replaced(page: str, name: str, text: str) -> str:
    """Put a text into its place."""
    place = re.compile(rf"(<!-- begin {re.escape(name)} -->\n).*?(<!-- end {re.escape(name)} -->)", re.DOTALL)
    if not place.search(page):
        sys.exit(f"{PAGE} has no place for {name}")
    return place.sub(lambda found: f"{found[1]}\n{text}\n{found[2]}", page)


def main() -> None:
    """Update the page."""
    page = PAGE.read_text()
    for folder in sys.argv[1:]:
        records = read_records(Path(folder))
        page = replaced(page, str(records.meta["name"]), block(records))
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
