"""The schema, and the page that explains it."""

import re
from pathlib import Path

import pytest

from games import HoyleError
from scenarios import read_scenario
from scenarios.language.schema import (
    ADVISOR,
    KEYS,
    PHASE,
    SCENARIO,
    SPRT,
    TABLE,
    TUNE,
    UNTIL,
    VARIANT,
    Key,
    as_markdown,
)
from tests.scenarios.language.test_reading import ADVISOR as TIMID
from tests.scenarios.language.test_reading import Desk

PAGE = (Path(__file__).parents[3] / "docs" / "scenarios.md").read_text(encoding="utf-8")
TOML = re.findall(r"^```toml\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PYTHON = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SCRIPTS = [text for text in PYTHON if not {"run_experiment", "Results"} & set(re.findall(r"\w+", text))]
"""The others are for notebooks, and are tried in test_experiment.py."""
LEARN = '\n[[phase]]\nname = "learn"\nlearn = "play"\ncontests = 3\n'
TEST = '\n[[phase]]\nname = "test"\ncontests = 3\n'
ROWS = ('title = "T"', 'measure = "won"', 'rows = "paradigm"', 'phase = "test"')


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Make a folder with the files that examples name, and the environment that they need."""
    monkeypatch.setenv("MY_KEY", "secret")
    desk = Desk(tmp_path)
    desk.write(TIMID.format(name="Timid"), "my_advisors.py")
    return desk


def whole(key: Key) -> str:
    """Write a scenario around the example of a key: two phases, and whatever else it needs."""
    where = key.where[0]
    game = "" if key.name == "game" else 'game = "achi"\n'
    if where == TABLE:
        said = {"phase", key.name} if key.name == "phases" else {key.name}
        rows = [row for row in ROWS if row.partition(" ")[0] not in said]
        return "\n".join([game, "paradigm = [1, 2]", LEARN, TEST, "[[table]]", *rows, key.example])
    if where == ADVISOR:
        head = "" if key.example.startswith("[[") else '[[advisor]]\nname = "Prover"\n'
        return f"{game}{LEARN}{TEST}{head}{key.example}\n"
    if where == VARIANT:
        return f"{game}{LEARN}{TEST}{key.example}\n"
    if where == SCENARIO:
        is_table = key.example.startswith("[[")
        return f"{game}{LEARN}{key.example}\n" if is_table else f"{game}{key.example}\n{LEARN}{TEST}"
    given = "\n".join(line for line in TEST.splitlines() if not line.startswith(f"{key.name} "))
    return f"{game}{'' if key.name == 'name' else LEARN}{given}\n{key.example}\n"


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.where[0]}-{key.name}")
def test_the_example_of_every_key_reads(key: Key, folder: Desk) -> None:
    """Each is true TOML, names its key, and can stand where the key may."""
    assert key.name in key.example
    assert folder.read(whole(key)).cells


@pytest.mark.parametrize("key", KEYS, ids=lambda key: f"{key.where[0]}-{key.name}")
def test_every_key_refuses_what_it_cannot_be(key: Key, folder: Desk) -> None:
    """A table of nonsense is no value of any key, and the message points at it."""
    if key.where[0] in (UNTIL, SPRT, TUNE):
        inner = f"{key.name} = {{ nonsense = true }}"
        around = {UNTIL: f"until = {{ {inner} }}", SPRT: f"until = {{ sprt = {{ {inner} }} }}"}
        text = whole(key).replace(key.example, around.get(key.where[0], f"tune = {{ {inner} }}"))
    else:
        line = rf"^{key.name} = .*$|^\[\[{key.name}\]\]$"
        text = re.sub(line, f"{key.name} = {{ nonsense = true }}", whole(key), flags=re.MULTILINE)
    with pytest.raises(HoyleError, match=r"study\.toml"):
        folder.read(text)


def test_the_page_has_the_whole_schema() -> None:
    """Write it again with `as_markdown` whenever the schema changes."""
    assert as_markdown() in PAGE


@pytest.mark.parametrize("text", TOML)
def test_every_toml_example_of_the_page_reads(text: str, folder: Desk) -> None:
    """What people copy works."""
    assert folder.read(text).cells


@pytest.mark.parametrize("text", SCRIPTS)
def test_every_script_of_the_page_reads(text: str, folder: Desk) -> None:
    """So do the scripts."""
    assert read_scenario(folder.write(text, "script.py")).cells


def test_keys_are_told_apart() -> None:
    """No table has two keys of one name, and every key says what it is."""
    places = [(where, key.name) for key in KEYS for where in key.where]
    assert len(places) == len(set(places))
    assert all(key.about.endswith((".", "?")) for key in KEYS)
    assert {where for where, _ in places} == {SCENARIO, PHASE, UNTIL, SPRT, TUNE, VARIANT, TABLE, ADVISOR}
