"""Axes whose levels have an order."""

from scenarios.analysis.ordered_axes import ordered_axis
from tests.support import each_case


def _places(axis: str, labels: tuple[str, ...]) -> tuple[float, ...] | None:
    found = ordered_axis(axis, labels)
    return None if found is None else tuple(found.places.values())


@each_case(
    ("labels", "found"),
    [
        (("1ms", "2s", "500us"), (5e5, 1e6, 2e9)),
        (("10calls", "200calls", "3calls"), (3, 10, 200)),
        (("1", "4", "0.5"), (0.5, 1, 4)),
        (("1ms", "2ms"), (1e6, 2e6)),
        (("1ms",), None),
        (("10ms", "no limit", "1ms"), (1e6, 1e7)),
        (("1ms", "2ms", "none", "no limit"), None),
        (("1ms", "2ms", "200calls"), None),
        (("1ms", "1000us", "2ms"), None),
        (("1ms+5calls", "2ms", "3ms"), None),
        (("speculative", "tiered", "serial"), None),
        (("-1", "2", "3"), None),
        (("nan", "2", "3"), None),
        (("1", "4", "one each"), None),
    ],
)
def test_labels_that_are_quantities_lie_on_an_axis(
    labels: tuple[str, ...], found: tuple[float, ...] | None
) -> None:
    """Two or more times, amounts of work or numbers of one kind, and at most one level without a limit."""
    assert _places("weights.Pitchfork", labels) == found


@each_case(
    ("axis", "is_numeric"),
    [
        ("phase.learn.contests", True),
        ("phase.test.until.sprt.elo1", True),
        ("phase.test.weights.Victory", True),
        ("processors", True),
        ("options.size", True),
        ("paradigm", False),
        ("phase.test.paradigm", False),
        ("variant", False),
        ("phase", False),
        ("paradigm.x.y", False),
        ("", False),
    ],
)
def test_names_that_look_like_numbers_lie_on_no_axis(axis: str, *, is_numeric: bool) -> None:
    """There is nothing between paradigms 1 and 2; whatever has a unit is a quantity, wherever it stands."""
    assert _places(axis, ("1", "2", "4")) == ((1, 2, 4) if is_numeric else None)
    assert _places(axis, ("1ms", "2ms", "4ms")) == (1e6, 2e6, 4e6)


def test_a_level_without_a_limit_is_the_last() -> None:
    """It has no place among the others."""
    found = ordered_axis("budget.default", ("no limit", "20ms", "500us"))
    assert found is not None
    assert found.levels == ["500us", "20ms", "no limit"]
    assert "no limit" not in found.places
