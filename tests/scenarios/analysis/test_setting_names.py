"""What settings are called: a label says what differs."""

from hypothesis import given
from hypothesis import strategies as st

from scenarios.analysis.setting_names import name_axis, name_label, name_labels, name_pair, shown_value
from tests.support import each_case


@each_case(
    ("axis", "label", "said"),
    [
        ("paradigm", "3", "paradigm 3"),
        ("budget", "1ms", "budget 1 ms"),
        ("budget.decision", "5ms+200calls", "decision budget 5 ms + 200 calls"),
        ("without", "Mobility", "without Mobility"),
        ("without", "none", "all Advisors"),
        ("variant", "without Mobility", "without Mobility"),
        ("readings", "steps, papers' Coverage", "steps, papers' Coverage"),
        ("choices", "1", "choices 1"),
        ("choices", "all", "choices all"),
        ("variant", "1v2", "1v2"),
        ("schedule", "tiered", "schedule tiered"),
        ("phase", "learn", "phase learn"),
        ("phase.test.paradigm", "2", "paradigm 2 in test"),
        ("phase.test.budget.decision", "3ms", "decision budget 3 ms in test"),
        ("phase.test.without", "none", "all Advisors in test"),
        ("game", "achi", "achi"),
        ("paradigm", "", "paradigm (no label)"),
    ],
)
def test_labels_speak_for_themselves(axis: str, label: str, said: str) -> None:
    """A setting has its name with it, variants and games are names already, amounts have their unit apart."""
    assert name_label(axis, label) == said


def test_pairs_name_their_axis_once() -> None:
    """Unless each is a name of its own."""
    assert name_pair("paradigm", "2", "1") == "paradigm 2 vs 1"
    assert name_pair("zones", "with zones", "without zones") == "with zones vs without zones"
    assert name_pair("without", "Panic", "none") == "without Panic vs all Advisors"
    assert name_pair("phase.test.budget.decision", "3ms", "1ms") == "decision budget 3 ms vs 1 ms in test"


def test_a_phase_is_named_once_behind_what_is_set_in_it() -> None:
    """What holds in the whole scenario, or in another phase, is not said to be of it."""
    named = [
        ("paradigm", "2"),
        ("phase.learn.against", "expert"),
        ("phase.test.allocation", "equal"),
        ("phase.test.budget.decision", "3ms"),
    ]
    assert name_labels(named) == (
        "paradigm 2, against expert in learn, allocation equal, decision budget 3 ms in test"
    )
    assert name_labels(named[2:3]) == "allocation equal in test"
    assert not name_labels([])


def test_axes_have_words() -> None:
    """Keys of a table are said the way people do."""
    assert name_axis("budget.Panic") == "Panic budget"
    assert name_axis("readings") == "readings"
    assert name_axis("phase.test.budget.decision") == "decision budget in test"
    assert not name_axis("")


@given(st.text(min_size=1, max_size=30))
def test_no_label_is_lost(label: str) -> None:
    """Whatever it is, all of its letters are there."""
    assert "".join(shown_value(label).split()) == "".join(label.split())
    assert name_label("variant", label).endswith(shown_value(label))
