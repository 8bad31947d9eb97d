"""Writing HTML and Markdown by hand: whatever comes from a file is escaped, always."""

import html
import re
from collections.abc import Callable, Iterable, Sequence

from games import shown

_LONG, _SHORT = 30, 14
"""Characters of a text that wants a wide column, and of one that stays on its line."""
_SPECIAL = re.compile(r"([\\`*_<>|~$&]|\](?=[(\[:])|\[(?=\^))|^(?=[#+=-])|(?<=\d)(?=[.)] )")


NO_BREAK = "\N{NO-BREAK SPACE}"


def unbroken(text: str) -> str:
    """Keep numbers and their per cent signs on one line."""
    return text.replace(" %", f"{NO_BREAK}%")


def clean(text: object) -> str:
    """Put a mark for what no page can hold, or nobody could see there, as on a terminal."""
    return shown(str(text))


def esc(text: object) -> str:
    """Escape text for HTML, attributes included."""
    return html.escape(clean(text), quote=True)


def esc_code(text: str) -> str:
    """Escape text for HTML, and show what stands between backticks as code."""
    parts = esc(text).split("`")
    if len(parts) % 2 == 0:
        return "`".join(parts)
    return "".join(tag("code", part) if i % 2 else part for i, part in enumerate(parts))


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


def sort_head(heading: str, **attributes: object) -> str:
    """Write the head of a column, as a button that the page's script lets sort; without it, it is text."""
    button = tag("button", esc(heading), type="button", class_="sort", disabled="")
    return tag("th", button, scope="col", **attributes)


_HINT = tag("p", "Scroll sideways for more", class_="hint", aria_hidden="true")


def scroll_box(name: str, *children: str, **attributes: object) -> str:
    """Put something wide into a box that scrolls within itself, by keys too, and says so where it must."""
    box = tag("div", *children, class_="scroll", tabindex="0", role="region", aria_label=name)
    return tag("div", _HINT, box, class_="wide-box", **attributes)


def picture_box(picture: str) -> str:
    """Put a picture into a box that scrolls where it is wide, and says so; its points are reached by keys."""
    return tag("div", _HINT, tag("div", picture, class_="scroll"), class_="wide-picture")


def html_grid(
    head: Iterable[str],
    rows: Iterable[Sequence[str]],
    caption: str,
    *,
    name: str | None = None,
    of: Callable[[Sequence[str]], str] = lambda _: "",
) -> str:
    """Write a plain table of texts; the first of each row is its header.

    `name` is its anchor, and `of` says for the page's filter which settings a row is about.
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
