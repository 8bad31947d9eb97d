"""Tables and results for notebooks: self-contained HTML with a style that affects nothing else."""

from scenarios.report.markup import tag

_STYLE = """
.hoyle-results { font-variant-numeric: tabular-nums; }
.hoyle-results .scroll { overflow-x: auto; margin: .5em 0 1em; }
.hoyle-results .hint { display: none; }
.hoyle-results table { border-collapse: collapse; margin: 0; }
.hoyle-results caption { text-align: left; caption-side: top; padding: 0 0 .4em; color: inherit; }
.hoyle-results caption strong { display: block; }
.hoyle-results table th, .hoyle-results table td {
  text-align: left; vertical-align: top; padding: .3em 1.4em .3em 0; white-space: nowrap; background: none;
  border: 0; border-bottom: 1px solid rgba(128, 128, 128, .35);
}
.hoyle-results .note, .hoyle-results .ci, .hoyle-results .part, .hoyle-results .remark { opacity: .75; }
.hoyle-results .note { white-space: normal; }
.hoyle-results .verdict { border: 1px solid rgba(128, 128, 128, .5); border-radius: .8em; padding: 0 .5em; }
"""


def displayed(*parts: str) -> str:
    """Return our HTML in a box with its style."""
    return tag("div", f"<style>{_STYLE}</style>", *parts, class_="hoyle-results")
