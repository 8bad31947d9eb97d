"""The pictures of the page about the viewer."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.view.serving import ROOT

SCRIPT = ROOT / "benchmarks" / "view_pictures.py"


def test_the_readme_leads_with_a_picture_of_the_viewer() -> None:
    """The first that it shows is one of those that the script takes."""
    first = (ROOT / "README.md").read_text().partition("](docs/")[2].partition(")")[0]
    assert first == "view/table.png"


@pytest.mark.browser
def test_the_script_takes_every_picture_that_the_page_shows(browser: Any, tmp_path: Path) -> None:
    """Each that docs/view.md names is taken, is kept beside it, and is a picture."""
    del browser
    shown = {part.partition(")")[0] for part in (ROOT / "docs" / "view.md").read_text().split("](view/")[1:]}
    subprocess.run([sys.executable, str(SCRIPT), str(tmp_path)], check=True, cwd=ROOT, capture_output=True)  # noqa: S603  # ours
    assert {each.name for each in tmp_path.iterdir()} == shown
    assert {each.name for each in (ROOT / "docs" / "view").iterdir()} == shown
    assert all(each.read_bytes().startswith(b"\x89PNG") for each in tmp_path.iterdir())
