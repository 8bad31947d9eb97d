"""Modules beside a loaded file."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.plugins.origins import class_at, origin_of_class, run_file
from agents.plugins.sibling_imports import sources_beside
from games import BadPlugin
from games.errors import BESIDE, LOADED


@pytest.fixture(autouse=True)
def _nobody_notices() -> Iterator[None]:
    """Neither the path nor the names of modules change for anybody else."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    assert sys.path == path
    for name in set(sys.modules) - modules:
        if name.startswith((BESIDE, LOADED)):
            del sys.modules[name]
    assert not {"helper", "other", "tools", "parts"} & set(sys.modules)


def written(folder: Path, **sources: str) -> Path:
    """Write modules into a folder; two underscores in a name are a folder's end. Answer the script."""
    for name, source in sources.items():
        file = folder / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    return folder / "study.py"


def names_of(script: Path) -> dict[str, Any]:
    """Run a script, and return what it defines."""
    return vars(run_file(script))


def test_a_file_finds_what_lies_beside_it(tmp_path: Path) -> None:
    """However it is imported, when the file is run or later, and so do those that it finds."""
    script = written(
        tmp_path,
        helper="import other\ngames = ['achi', other.game]\n",
        other="game = 'nim'\n",
        study="import helper\n"
        "import helper as h\n"
        "from helper import games, other\n"
        "from other import *\n"
        "def later():\n"
        "    import other as found\n"
        "    return found\n",
    )
    names = names_of(script)
    assert names["games"] == names["h"].games == ["achi", "nim"]
    assert names["helper"] is names["h"]
    assert names["game"] == "nim"
    assert names["later"]() is names["other"]


def test_packages_are_packages(tmp_path: Path) -> None:
    """With what is relative in them, and without a file of their own, too."""
    script = written(
        tmp_path,
        tools__first="from . import second\nfrom .second import value\nfrom helper import more\n",
        tools__second="value = 2\n",
        tools__init="",
        parts__wheel="spokes = 8\n",
        helper="more = 3\n",
        study="import tools.first\nimport parts.wheel as wheel\nfrom tools import second\n",
    )
    (tmp_path / "tools" / "init.py").rename(tmp_path / "tools" / "__init__.py")
    names = names_of(script)
    assert (names["tools"].first.value, names["tools"].first.more) == (2, 3)
    assert names["second"] is names["tools"].second
    assert names["wheel"].spokes == 8
    assert list(sources_beside(script)) == [
        "helper",
        "parts.wheel",
        "tools",
        "tools.first",
        "tools.second",
    ]


def test_folders_are_not_mixed_up(tmp_path: Path) -> None:
    """Each file has the helper of its own folder, at once and later."""
    study = "from helper import name\ndef later():\n    import other\n    return other.name\n"
    scripts = [
        written(tmp_path / each, helper=f"name = '{each}'\n", other=f"name = '{each}'\n", study=study)
        for each in "ab"
    ]
    first, second = map(names_of, scripts)
    assert (first["name"], second["name"]) == ("a", "b")
    assert (first["later"](), second["later"]()) == ("a", "b")


def test_a_helper_that_has_changed_is_read_again(tmp_path: Path) -> None:
    """Even if it is as long as it was, and was changed within the same second; no bytecode is left behind."""
    script = written(tmp_path, helper="value = 1\n", study="from helper import value\n")
    assert names_of(script)["value"] == 1
    written(tmp_path, helper="value = 2\n")
    assert names_of(script)["value"] == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["helper.py", "study.py"]


def test_what_is_hoyles_stays_hoyles(tmp_path: Path) -> None:
    """Whatever lies beside the file; a mere folder hides nothing that is on the path either."""
    script = written(
        tmp_path,
        agents="raise ValueError\n",
        sys="raise ValueError\n",
        games__nonsense="",
        trio__nonsense="",
        study="import sys, trio\nfrom agents import Advisor\nfrom games import make_game\n",
    )
    names = names_of(script)
    assert names["Advisor"] is sys.modules["agents"].Advisor
    assert names["trio"] is sys.modules["trio"]
    assert names["sys"] is sys
    assert sources_beside(script) == {}


@pytest.mark.parametrize(
    ("helper", "line"),
    [
        ("raise ValueError('no')", r"study\.py cannot be loaded: helper\.py, line 1: ValueError: no$"),
        (
            "x = 1\nimport nowhere",
            r"study\.py cannot be loaded: helper\.py, line 2: Module.*'nowhere'$",
        ),
        (
            "",
            r"study\.py, line 1: cannot be loaded: ImportError: .* name 'value' from 'helper' \(",
        ),
        ("class (", r"study\.py cannot be loaded: helper\.py, line 1: SyntaxError: [^()]*$"),
    ],
)
def test_what_is_wrong_beside_is_told(tmp_path: Path, helper: str, line: str) -> None:
    """In the words that Python has for it, and no module is left behind."""
    script = written(tmp_path, helper=helper, study="from helper import value\n")
    before = set(sys.modules)
    with pytest.raises(BadPlugin, match=line):
        run_file(script)
    assert {name for name in set(sys.modules) - before if "hoyle" in name} == set()


def test_a_class_beside_is_found_again(tmp_path: Path) -> None:
    """In another process, where nothing of it has been imported."""
    script = written(tmp_path, helper="class Mine: pass\n", study="import helper\n")
    mine = names_of(script)["helper"].Mine
    origin = origin_of_class(mine)
    assert origin.file == str(script)
    assert class_at(origin) is mine
    for name in [name for name in sys.modules if name.startswith((BESIDE, LOADED))]:
        del sys.modules[name]
    again = class_at(origin)
    assert (again.__name__, again is mine) == ("Mine", False)


def test_sources_are_what_may_be_imported(tmp_path: Path) -> None:
    """In a function too; not the file itself, nor what is elsewhere or cannot be read."""
    script = written(
        tmp_path,
        helper="import study\nfrom .other import x\n",
        other="class (",
        unused="",
        study="import os\nimport nowhere.at.all\ndef later():\n    from helper import games\n",
    )
    assert sources_beside(script) == {"helper": tmp_path / "helper.py", "other": tmp_path / "other.py"}
