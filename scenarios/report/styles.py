"""The style sheets and the script of the report."""

from functools import cache
from importlib.resources import files

PALETTE, CHARTS, PAGE, SCRIPT = "palette.css", "charts.css", "report.css", "report.js"


@cache
def style_sheet(*names: str) -> str:
    """Return style sheets or the script, concatenated."""
    folder = files("scenarios.report")
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)
