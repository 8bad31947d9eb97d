"""The page about agents shows what is there."""

import re
from pathlib import Path

from agents import ADVISORS, CONTESTANTS, LEARNERS
from control import PARADIGMS, check_contestant_conduct
from control.loading import Definitions
from games import usable_games
from games.registry import FACTORIES
from scenarios.language.measures import MEASURES
from scenarios.report.section_registry import SECTIONS

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


def test_the_page_names_every_way_in() -> None:
    """For each kind of thing there is a group of entry points, and the page shows no other."""
    page = (DOCS / "agents.md").read_text(encoding="utf-8")
    shown = re.findall(r'\[project\.entry-points\."(.*)"\]', page)
    registries = (ADVISORS, FACTORIES, PARADIGMS, LEARNERS, CONTESTANTS, MEASURES, SECTIONS)
    assert shown == [registry.group for registry in registries]


def test_the_contestant_on_the_page_conforms(tmp_path: Path) -> None:
    """Whoever copies it has one that plays every game."""
    page = (DOCS / "agents.md").read_text(encoding="utf-8")
    file = tmp_path / "greedy.py"
    file.write_text(next(part for part in page.split("```") if "(Contestant)" in part).removeprefix("python"))
    (greedy,) = Definitions.of(file).things["contestants"]
    assert greedy.name == "greedy"
    assert check_contestant_conduct(greedy, usable_games()) == []
