"""What settings are called: a label says what differs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.analysis.setting_names import name_axis, name_label, name_pair, shown_value


@pytest.mark.parametrize(
    ("axis", "label", "said"),
    [
        ("paradigm", "3", "paradigm 3"),
        ("budget", "1ms", "budget 1 ms"),
        ("budget.decision", "5ms+200calls", "decision budget 5 ms + 200 calls"),
        ("without", "Mobility", "without Mobility"),
        ("without", "none", "nobody left out"),
        ("variant", "without Mobility", "without Mobility"),
        ("readings", "steps, papers' Coverage", "steps, papers' Coverage"),
        ("choices", "1", "choices 1"),
        ("choices", "all", "choices all"),
        ("variant", "1v2", "1v2"),
        ("schedule", "tiered", "schedule tiered"),
        ("phase", "learn", "phase learn"),
        ("phase.test.paradigm", "2", "phase test paradigm 2"),
        ("game", "achi", "achi"),
        ("paradigm", "", "paradigm (no label)"),
    ],
)
def test_labels_speak_for_themselves(axis: str, label: str, said: str) -> None:
    """A setting has its name with it, variants and games are names already, amounts have their unit apart."""
    assert name_label(axis, label) == said


def test_pairs_name_their_axis_once() -> None:
    """Unless each is a name of its own."""
    assert name_pair("paradigm", "2", "1") == "paradigm 2 against 1"
    assert name_pair("zones", "with zones", "without zones") == "with zones against without zones"
    assert name_pair("without", "Panic", "none") == "without Panic against nobody left out"


def test_axes_have_words() -> None:
    """Keys of a table are said the way people do."""
    assert name_axis("budget.Panic") == "Panic budget"
    assert name_axis("readings") == "readings"


@given(st.text(min_size=1, max_size=30))
def test_no_label_is_lost(label: str) -> None:
    """Whatever it is, all of its letters are there."""
    assert "".join(shown_value(label).split()) == "".join(label.split())
    assert name_label("variant", label).endswith(shown_value(label))
