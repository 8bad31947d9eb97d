"""The schema, and the page that explains it."""

import json
import re
from pathlib import Path

import attrs
import pytest

from control.settings.declarations import Setting
from games import HoyleError
from scenarios import read_scenario
from scenarios.language.cell_json import read_cell, write_cell
from scenarios.language.scenario import PhaseSpec
from scenarios.language.schema import (
    ADVISOR,
    KEYS,
    OWN_KEYS,
    PHASE,
    SCENARIO,
    SPRT,
    TABLE,
    TUNE,
    UNTIL,
    VARIANT,
    as_markdown,
)
from scenarios.language.stop_rules import SprtSpec
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


PHASES = {key.name: key for key in OWN_KEYS[PHASE]}
EVERY = [(table, key) for table, keys in OWN_KEYS.items() for key in keys]


def whole(where: str, key: Setting) -> str:
    """Write a scenario around the example of a key: two phases, and everything else that it needs."""
    game = "" if key.key == "game" else 'game = "achi"\n'
    if where == TABLE:
        said = {"phase", key.key} if key.key == "phases" else {key.key}
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
    given = "\n".join(line for line in TEST.splitlines() if not line.startswith(f"{key.key} "))
    return f"{game}{'' if key.key == 'name' else LEARN}{given}\n{key.example}\n"


@pytest.mark.parametrize(("where", "key"), EVERY, ids=[f"{where}-{key.key}" for where, key in EVERY])
def test_the_example_of_every_key_reads(where: str, key: Setting, folder: Desk) -> None:
    """Each is true TOML, names its key, and can stand where the key may."""
    assert key.key in key.example
    assert folder.read(whole(where, key)).cells


@pytest.mark.parametrize(("where", "key"), EVERY, ids=[f"{where}-{key.key}" for where, key in EVERY])
def test_every_key_refuses_what_it_cannot_be(where: str, key: Setting, folder: Desk) -> None:
    """A table of nonsense is no value of any key, and the message points at it."""
    if where in (UNTIL, SPRT, TUNE):
        inner = f"{key.key} = {{ nonsense = true }}"
        around = {UNTIL: f"until = {{ {inner} }}", SPRT: f"until = {{ sprt = {{ {inner} }} }}"}
        text = whole(where, key).replace(key.example, around.get(where, f"tune = {{ {inner} }}"))
    else:
        line = rf"^{key.key} = .*$|^\[\[{key.key}\]\]$"
        text = re.sub(line, f"{key.key} = {{ nonsense = true }}", whole(where, key), flags=re.MULTILINE)
    with pytest.raises(HoyleError, match=r"study\.toml"):
        folder.read(text)


def test_every_field_of_a_phase_is_declared() -> None:
    """All keys of a phase are declared on its fields; those of Hoyle are declared in control."""
    assert [field.name for field in attrs.fields(PhaseSpec) if field.name != "hoyle"] == list(PHASES)


@pytest.mark.parametrize("name", PHASES)
def test_a_declaration_is_all_that_a_key_of_a_phase_takes(name: str, folder: Desk) -> None:
    """A declared field is a key that is explained, checked, built, written to the results and read back."""
    key = PHASES[name]
    assert KEYS[PHASE][key.key] == key
    assert f"| `{key.key}` | {key.words}{'; sweeps' * key.sweeps} | {key.about} |" in PAGE
    cells = folder.read(whole(PHASE, key)).cells
    assert any(getattr(cell.phases[-1], name) != key.default for cell in cells)
    for cell in cells:
        document = json.loads(write_cell(cell))
        assert name in document["phases"][-1]
        assert read_cell(document, cell.labels) == cell


def test_a_sequential_test_can_be_swept(folder: Desk) -> None:
    """A key that takes a value or a table sweeps over its values."""
    text = f'game = "achi"\n{TEST}until = {{ sprt = [true, false] }}\n'
    assert [cell.phases[0].until.sprt for cell in folder.read(text).cells] == [SprtSpec(), None]


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
    places = [(where, key.key) for where, key in EVERY]
    assert len(places) == len(set(places))
    assert all(key.about.endswith((".", "?")) for _, key in EVERY)
    assert {where for where, _ in places} == {SCENARIO, PHASE, UNTIL, SPRT, TUNE, VARIANT, TABLE, ADVISOR}
