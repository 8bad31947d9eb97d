"""Tier layouts."""

from agents import all_advisors, get_advisors
from control import LAYOUTS, Panel
from tests.support import advisor


def test_layouts_name_advisors_that_exist() -> None:
    """A layout that misspelt a name would silently leave an Advisor where it is."""
    for layout in LAYOUTS.values():
        assert set(layout) <= set(all_advisors())


def test_layout_forr_is_the_tutorials_table() -> None:
    """All that are always right sit in tier 1, in the order in which Table 8.1 lists them."""
    seats = Panel.of(get_advisors(), layout="forr").seats
    assert [seat.name for seat in seats if seat.tier == 1] == [
        "Victory", "Wiser", "Sadder", "Don't-Lose", "Panic", "Enough-Rope", "Shortsight",
    ]  # fmt: skip
    assert not [seat for seat in seats if seat.tier == 2]


def test_who_is_not_named_stays_where_it_is() -> None:
    """Advisors that a layout does not know keep the place they declare."""
    mine = advisor("Mine", tier=2, rank=0.5)
    for layout in LAYOUTS:
        (seat,) = Panel.of([mine], layout=layout).seats
        assert (seat.tier, seat.rank) == (2, 0.5)
