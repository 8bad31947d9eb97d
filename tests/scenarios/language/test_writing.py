"""Writing scenarios back, and what their digest holds on to."""

import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.settings.toml_text import write_key, write_value
from games import BadFile
from scenarios import build_scenario, bundled_names, read_scenario, scenario_digest, write_scenario
from tests.scenarios.language.test_reading import ADVISOR, VARIANTS, Desk
from tests.support import each_case

PHASES = [{"contests": 1}]


def again(folder: Path, text: str) -> Any:
    """Read a text from a file of another name."""
    path = folder / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    return read_scenario(path)


@each_case("name", bundled_names())
def test_what_was_read_is_written_as_one_file_that_reads_the_same(name: str, tmp_path: Path) -> None:
    """Nothing is extended in it, and the name stays."""
    scenario = read_scenario(name)
    text = write_scenario(scenario)
    assert "extends" not in tomllib.loads(text)
    assert again(tmp_path, text) == scenario
    assert write_scenario(again(tmp_path, text)) == text


def test_overrides_variants_and_loads_are_in_the_text(tmp_path: Path) -> None:
    """A file that is loaded is named in full, so that the text can stand anywhere."""
    desk = Desk(tmp_path)
    desk.write(ADVISOR.format(name="Written"), "mine.py")
    scenario = desk.read(VARIANTS, "runs=7", 'load=["' + str(tmp_path / "mine.py") + '"]', "budget=7ms")
    (tmp_path / "out").mkdir()
    text = write_scenario(scenario)
    assert again(tmp_path / "out", text) == scenario
    assert write_scenario(scenario.keys) == text


@pytest.mark.parametrize(
    "about", ["", "one", "two\nlines\n", "it's\ntwo", "tab\tand\r\nreturn", 'quo"te\\', "\x7f\x00é😀"]
)
def test_any_text_survives(about: str, tmp_path: Path) -> None:
    """Quotes, newlines and what cannot be seen."""
    scenario = build_scenario(game="achi", about=about, phase=PHASES)
    assert again(tmp_path, write_scenario(scenario)).about == about


scalars = st.one_of(
    st.booleans(),
    st.integers(-(2**62), 2**62),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8")),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.text(st.characters(codec="utf-8")), values)
def test_any_value_survives(key: str, value: Any) -> None:
    """The writer and the standard parser agree."""
    assert tomllib.loads(f"{write_key(key)} = {write_value(value)}") == {key: value}


def test_words_runs_and_traces_are_no_part_of_the_digest() -> None:
    """So an experiment can be given more runs, a better title, or another table."""
    plain = build_scenario(game="achi", phase=PHASES)
    other = build_scenario(
        name="x",
        game="achi",
        title="t",
        about="a",
        runs=9,
        trace=True,
        phase=PHASES,
        table=[{"title": "t", "measure": "won", "rows": "game"}],
    )
    assert other.axes
    assert scenario_digest(plain) == scenario_digest(other)


@each_case(
    "change",
    [
        {"game": "nim"},
        {"seed": 1},
        {"paradigm": 2},
        {"paradigm": [1, 2]},
        {"options": {"lines": 6}},
        {"cost": {"play": "1us"}},
        {"own_cost": {"Panic": "1us"}},
        {"phase": [{"contests": 2}]},
        {"phase": [{"contests": 1, "learn": "play", "until": {"stable": 3}}]},
        {"phase": [{"contests": 1, "name": "other"}]},
    ],
)
def test_whatever_changes_results_changes_the_digest(change: dict[str, Any]) -> None:
    """So no other experiment is continued in an old folder."""
    plain = {"game": "achi", "phase": PHASES}
    assert scenario_digest(build_scenario(**plain)) != scenario_digest(build_scenario(**plain | change))


def test_of_a_loaded_file_the_code_counts(tmp_path: Path) -> None:
    """Not its comments, nor where it lies, nor the scenario that it may define."""
    desk = Desk(tmp_path)

    def digest(text: str) -> str:
        desk.write(text, "script.py")
        return scenario_digest(read_scenario(tmp_path / "script.py"))

    ending = "scenario = {'game': 'achi', 'phase': [{'contests': 1}], 'runs': %d}"
    first = digest(ADVISOR.format(name="Coded") + ending % 1)
    assert digest("# more\n" + ADVISOR.format(name="Coded") + ending % 2) == first
    assert digest(ADVISOR.format(name="Coded").replace("6", "7") + ending % 1) != first


def test_a_loaded_file_must_be_there_for_the_digest() -> None:
    """What it does is part of what the scenario means."""
    scenario = attrs.evolve(build_scenario(game="achi", phase=PHASES), loads=("nowhere.py",))
    with pytest.raises(BadFile, match=r"nowhere\.py"):
        scenario_digest(scenario)
