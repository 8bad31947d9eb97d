"""Style sheets of the report, as they lie beside the code: what a page or a picture takes of them."""

from functools import cache
from importlib.resources import files

PALETTE, CHARTS, PAGE = "palette.css", "charts.css", "report.css"


@cache
def style_sheet(*names: str) -> str:
    """Read style sheets, one behind the other."""
    folder = files("scenarios.report")
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)
