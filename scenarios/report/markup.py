"""HTML and Markdown, with everything from files escaped."""

import html
import re
from collections.abc import Callable, Iterable, Sequence

from games import shown

_LONG, _SHORT = 30, 14
"""Longer texts get a wide column; texts of at most the second length are not wrapped."""
_SPECIAL = re.compile(r"([\\`*_<>|~$&]|\](?=[(\[:])|\[(?=\^))|^(?=[#=]|[+-](?!\d))|(?<=\d)(?=[.)] )")


NO_BREAK = "\N{NO-BREAK SPACE}"


def unbroken(text: str) -> str:
    """Keep numbers and their percent signs on one line."""
    return text.replace(" %", f"{NO_BREAK}%")


def clean(text: object) -> str:
    """Replace control and invisible characters, as on a terminal."""
    return shown(str(text))


def esc(text: object) -> str:
    """Escape text for HTML, attributes included."""
    return html.escape(clean(text), quote=True)


def esc_code(text: str) -> str:
    """Escape text for HTML, and mark text between backticks as code."""
    parts = esc(text).split("`")
    if len(parts) % 2 == 0:
        return "`".join(parts)
    return "".join(tag("code", part) if i % 2 else part for i, part in enumerate(parts))


def tag(name: str, *children: str, **attributes: object) -> str:
    """Return an element around children that are already HTML; underscores in attributes become dashes.

    `class_` becomes `class`. Attributes that are None are left out.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{esc(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(children)}</{name}>"


def sort_head(heading: str, **attributes: object) -> str:
    """Return a column heading as a button for sorting; it is disabled until the page's script enables it."""
    button = tag("button", esc(heading), type="button", class_="sort", disabled="")
    return tag("th", button, scope="col", **attributes)


_HINT = tag("p", "Scroll right for more", class_="hint", aria_hidden="true")


def scroll_box(name: str, *children: str, **attributes: object) -> str:
    """Return wide content in a box that scrolls, also by keyboard, with a hint if it is cut off."""
    box = tag("div", *children, class_="scroll", tabindex="0", role="region", aria_label=name)
    return tag("div", _HINT, box, class_="wide-box", **attributes)


def picture_box(picture: str) -> str:
    """Return a picture in a box that scrolls if it is wide, with a hint; keys move between its points."""
    return tag("div", _HINT, tag("div", picture, class_="scroll"), class_="wide-picture")


def html_grid(
    head: Iterable[str],
    rows: Iterable[Sequence[str]],
    caption: str,
    *,
    name: str | None = None,
    of: Callable[[Sequence[str]], str] = lambda _: "",
) -> str:
    """Return a plain table of texts; the first cell of each row is its header.

    `name` is its anchor, and `of` returns the keys of a row for the page's filter.
    """
    headings = "".join(map(sort_head, head))
    body = [
        tag(
            "tr",
            tag("th", esc(row[0]), scope="row"),
            *(tag("td", esc(each), class_=_column_class(each)) for each in row[1:]),
            data_of=of(row) or None,
        )
        + "\n"
        for row in rows
    ]
    made = tag(
        "table",
        tag("caption", esc(caption)),
        tag("thead", tag("tr", headings)),
        tag("tbody", *body),
        class_="plain",
    )
    return scroll_box(caption, made, id=name)


def _column_class(text: str) -> str | None:
    return "long" if len(text) > _LONG else "short" if len(text) <= _SHORT else None


def md(text: object) -> str:
    """Escape text for Markdown, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(clean(text).split()))


def md_grid(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of texts that are already Markdown."""
    headings = list(head)
    lines = [_md_row(headings), _md_row(["---"] * len(headings)), *map(_md_row, rows)]
    return "\n".join(lines) + "\n"


def _md_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def md_code(text: str) -> str:
    """Return text in a code fence that is longer than any backticks in it."""
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    kept = "\n".join(clean(line) for line in text.splitlines())
    return f"{fence}toml\n{kept}\n{fence}\n"
