"""Writing HTML and Markdown by hand: whatever comes from a file is escaped, always."""

import html
import re
from collections.abc import Iterable

from games import shown

_LONG = 30
"""Characters of a text that wants a wide column."""
_SPECIAL = re.compile(r"([\\`*_<>|~$&]|\](?=[(\[:])|\[(?=\^))|^(?=[#+=-])|(?<=\d)(?=[.)] )")


def clean(text: object) -> str:
    """Put a mark for what no page can hold, or nobody could see there, as on a terminal."""
    return shown(str(text))


def esc(text: object) -> str:
    """Escape text for HTML, attributes included."""
    return html.escape(clean(text), quote=True)


def tag(name: str, *children: str, **attributes: object) -> str:
    """Write an element around children that are HTML already; underscores in attributes become dashes.

    `class_` writes `class`. An attribute that is None is left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{esc(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>"


def html_grid(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str) -> str:
    """Write a plain table of texts; the first of each row is its header."""
    headings = "".join(tag("th", esc(each), scope="col") for each in head)
    body = [
        tag("th", esc(first), scope="row")
        + "".join(tag("td", esc(each), class_="long" if len(each) > _LONG else None) for each in rest)
        for first, *rest in rows
    ]
    return tag(
        "div",
        tag(
            "table",
            tag("caption", esc(caption)),
            tag("thead", tag("tr", headings)),
            tag("tbody", *(tag("tr", row) + "\n" for row in body)),
            class_="plain",
        ),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label=caption,
    )


def md(text: object) -> str:
    """Escape text for Markdown, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(clean(text).split()))


def md_grid(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table of texts that are Markdown already."""
    headings = list(head)
    lines = [_md_row(headings), _md_row(["---"] * len(headings)), *map(_md_row, rows)]
    return "\n".join(lines) + "\n"


def _md_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def md_code(text: str) -> str:
    """Fence text as it is, with more backticks than it has in a row."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    kept = "\n".join(clean(line) for line in text.splitlines())
    return f"{fence}toml\n{kept}\n{fence}\n"
