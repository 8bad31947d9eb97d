"""Under what conditions a decision was made."""

from blackboard import Conditions

TOLD = {
    "clock": "virtual",
    "paradigm": "2",
    "weights": {"A": 2},
    "seed": 7,
    "stream": ["run", 1],
    "limits": {"decision": {"ns": 5}},
    "costs": {"play": 1},
    "processors": 2,
}


def test_what_a_record_tells_is_told_again() -> None:
    """Names, values and their order are those that were read."""
    conditions = Conditions.of(TOLD)
    assert list(conditions.items()) == list(TOLD.items())
    assert conditions == TOLD
    assert (conditions.clock, conditions.seed, conditions.stream) == ("virtual", 7, ("run", 1))
    assert conditions.chosen == {"paradigm": "2", "weights": {"A": 2}}


def test_what_does_not_hold_is_not_told() -> None:
    """On the wall clock nothing has a cost, and without limits there are none."""
    conditions = Conditions("wall", {"paradigm": "1"}, 0)
    assert dict(conditions) == {"clock": "wall", "paradigm": "1", "seed": 0, "stream": []}


def test_a_setting_that_nobody_here_knows_is_kept() -> None:
    """Records of other versions may tell more."""
    assert Conditions.of({"clock": "wall", "seed": 0, "quorum": 3})["quorum"] == 3
