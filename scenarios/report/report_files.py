"""Write the report of an experiment: a self-contained HTML page, and the same in Markdown."""

from pathlib import Path

from games import write_atomically
from scenarios.experiment.records import read_records
from scenarios.report.contents import Account, make_account
from scenarios.report.html_page import html_page
from scenarios.report.markdown_page import markdown_page

HTML = "report.html"
MARKDOWN = "report.md"


def write_report(folder: str | Path) -> tuple[Path, Path]:
    """Write both pages beside the results, and return their paths. Equal results give equal bytes."""
    records = read_records(folder)
    return write_pages(make_account(records), records.folder)


def write_pages(account: Account, folder: Path) -> tuple[Path, Path]:
    """Write both pages of an account, and return their paths."""
    html_path, markdown_path = folder / HTML, folder / MARKDOWN
    write_atomically(html_path, html_page(account).encode())
    write_atomically(markdown_path, markdown_page(account).encode())
    return html_path, markdown_path
