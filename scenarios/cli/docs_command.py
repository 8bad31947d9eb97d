"""The command that shows the pages of the documentation, in a checkout or an installed package."""

import importlib.resources
from pathlib import Path
from typing import Any

import click
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from games import UnknownName
from scenarios.cli.answers import answer
from scenarios.cli.command_options import json_option


@click.command("docs")
@click.argument("page", required=False)
@json_option
def docs_command(*, page: str | None, as_json: bool, **_: Any) -> None:
    """Show a page of the documentation, or list the pages."""
    pages = {path.stem: path for path in sorted(_folder().glob("*.md"))}
    if page is None:
        titles = {name: _title(path) for name, path in pages.items()}
        rows = [{"page": name, "title": title} for name, title in titles.items()]
        answer(rows, _listed(titles), as_json=as_json)
        return
    name = page.removeprefix("docs/").removesuffix(".md")
    if name not in pages:
        raise UnknownName.of("page of the documentation", page, pages, "hoyle docs lists them")
    text = pages[name].read_text(encoding="utf-8")
    answer({"page": name, "title": _title(pages[name]), "text": text}, Markdown(text), as_json=as_json)


def _folder() -> Path:
    """Return the folder of the pages: in the package of a wheel, or docs/ of a checkout."""
    here = Path(str(importlib.resources.files("scenarios")))
    packed = here / "pages"
    return packed if packed.is_dir() else here.parent / "docs"


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").strip()


def _listed(titles: dict[str, str]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for name, title in titles.items():
        table.add_row(Text(name, style="bold"), Text(title))
    return Group(table, Text(), Text("hoyle docs PAGE shows a page."))
