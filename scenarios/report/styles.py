"""Style sheets and the script of the report, as they lie beside the code."""

from functools import cache
from importlib.resources import files

PALETTE, CHARTS, PAGE, SCRIPT = "palette.css", "charts.css", "report.css", "report.js"


@cache
def style_sheet(*names: str) -> str:
    """Read style sheets or the script, one behind the other."""
    folder = files("scenarios.report")
    return "".join((folder / name).read_text(encoding="utf-8") for name in names)
