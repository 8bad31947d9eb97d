"""The house: names mean one thing, and everything is found where the rooms say."""

import ast
import importlib
import re
import runpy
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = ("games", "blackboard", "agents", "control", "scenarios")
SISTERS = ("__init__", "registry")
"""Base names that stand for the same role wherever they occur."""


@cache
def modules() -> dict[Path, ast.Module]:
    """Return every module of the product, parsed."""
    files = (file for floor in FLOORS for file in (ROOT / floor).rglob("*.py"))
    return {file: ast.parse(file.read_text(encoding="utf-8")) for file in files}


def test_no_two_public_classes_have_one_name() -> None:
    """Whoever reads a class's name knows which one is meant, whatever room it is in."""
    homes = defaultdict(list)
    for module, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(module.relative_to(ROOT)))
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


@pytest.mark.parametrize("floor", FLOORS)
def test_no_two_modules_of_a_floor_have_a_public_function_of_one_name(floor: str) -> None:
    """A function's name says which one it is; only `main`, where a process starts, has several homes."""
    homes = defaultdict(set)
    for module, tree in modules().items():
        for node in tree.body if module.is_relative_to(ROOT / floor) else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                homes[node.name].add(str(module.relative_to(ROOT)))
    homes.pop("main", None)
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_no_two_modules_have_one_base_name() -> None:
    """But for those that play the same role in sister rooms."""
    homes = defaultdict(list)
    for module in modules():
        if module.stem not in SISTERS:
            homes[module.stem].append(str(module.relative_to(ROOT)))
    assert {name: found for name, found in homes.items() if len(found) > 1} == {}


def test_every_room_says_what_it_is_for() -> None:
    """A package begins with a docstring of a sentence or a question."""
    for module, tree in modules().items():
        if module.name == "__init__.py":
            said = ast.get_docstring(tree)
            assert said, module
            assert said.splitlines()[0].endswith((".", "?")), module


@pytest.mark.parametrize("word", ["undertaker", "minutes", "school", "elsewhere", "beside", "sites", "heed"])
def test_no_module_or_class_hides_behind_a_metaphor(word: str) -> None:
    """Names are plain; these words were names once."""
    named = []
    for module, tree in modules().items():
        names = {module.stem} | {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        named += [f"{module}: {name}" for name in names if word in name.lower().split("_")]
    assert named == []


def test_every_class_of_the_glossary_is_there() -> None:
    """A noun is explained with the class that is it, and that can be imported."""
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| .* \| `([\w.]+)` \|$", page, re.MULTILINE)
    assert 50 < len(named) <= 65
    for name in named:
        module, _, what = name.rpartition(".")
        assert hasattr(importlib.import_module(module), what), name


def test_every_noun_of_the_architecture_is_in_the_glossary() -> None:
    """Bold words in ARCHITECTURE.md are nouns, and a reader finds each of them explained."""
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    explained = {
        noun.lower() for noun in re.findall(r"^\| ([^|]+) \| .* \| `[\w.]+` \|$", page, re.MULTILINE)
    }
    nouns = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert len(nouns) > 20
    assert {noun for noun in nouns if not {noun.lower(), noun.lower().removesuffix("s")} & explained} == set()


def test_the_picture_of_the_rooms_is_up_to_date() -> None:
    """`python docs/site/rooms.py` draws it from the import contracts."""
    made = runpy.run_path(str(ROOT / "docs" / "site" / "rooms.py"))
    assert made["PICTURE"].read_text(encoding="utf-8") == made["drawing"]()
    rooms = {f"{file.parent.parent.name}.{file.parent.name}" for file in modules() if _is_room(file)}
    assert rooms == {room for rooms in made["layers"]().values() for room in rooms}


def _is_room(file: Path) -> bool:
    """Return whether this is a package of code right below a floor."""
    is_below = file.name == "__init__.py" and file.parent.parent.parent == ROOT
    return is_below and any(each.name != "__init__.py" for each in file.parent.glob("*.py"))
