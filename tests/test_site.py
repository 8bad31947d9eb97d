"""The site of the documentation has every page, and its references are those of the program."""

import importlib.util
from pathlib import Path
from types import ModuleType

from scenarios.cli.main import COMMANDS

TOP = Path(__file__).parents[1]


def build() -> ModuleType:
    """Import the script that builds it."""
    spec = importlib.util.spec_from_file_location("site_build", TOP / "docs" / "site" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_has_its_place(tmp_path: Path) -> None:
    """In a chapter, with links that lead to pages."""
    build().write_source(tmp_path)
    index = (tmp_path / "index.md").read_text()
    for page in (TOP / "docs").glob("*.md"):
        assert f"\n{page.stem}\n" in index
    assert "](docs/" not in index
    assert "](architecture.md)" in index


def test_the_references_are_whole(tmp_path: Path) -> None:
    """Each command with its options, and each name that a floor offers."""
    build().write_source(tmp_path)
    commands, library = (tmp_path / "commands.md").read_text(), (tmp_path / "library.md").read_text()
    assert all(f"## hoyle {name}\n" in commands for name in COMMANDS)
    assert "--paradigm" in commands
    assert "### control.decide\n" in library
    assert "### agents.Advisor\n" in library
