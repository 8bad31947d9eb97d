"""The page about agents shows what is there."""

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_example_on_the_page_is_the_file() -> None:
    """The Advisor that the page shows is the one that the tests run."""
    page = (DOCS / "agents.md").read_text(encoding="utf-8")
    shown = page.split("```python\n")[1].split("```")[0].split("def say(**message):\n")[1]
    file = (DOCS / "agents" / "counter.py").read_text(encoding="utf-8").split("def say(**message):\n")[1]
    assert shown == file.replace('    """Send one line, at once."""\n', "")


def test_every_example_is_named_on_the_page() -> None:
    """No example is left that nobody finds."""
    page = (DOCS / "agents.md").read_text(encoding="utf-8")
    assert all(f"agents/{path.name}" in page for path in (DOCS / "agents").iterdir() if path.is_file())
