"""Bars of a tally show the differences between moves."""

from agents import ADVISORS
from scenarios.decisions.tally_bars import bars_note, bars_start
from scenarios.view.tally_panel import tally_panel
from tests.support import decided, each_case


@each_case(
    ("tally", "start"),
    [
        ((45, 43, 41), 40),
        ((81, 79, 69), 66),
        ((100, 100.4), 99.9),
        ((0, 3), 0),
        ((1, 2), 0),
        ((5, 5), 0),
        ((-3, 4), -5),
        ((-2,), -3),
    ],
)
def test_bars_start_where_differences_are_visible(tally: tuple[float, ...], start: float) -> None:
    """At 0 if that shows them, or at a round number below the smallest; and a note says so."""
    assert bars_start(tally) == start
    assert bars_note(start) == (f"bars start at {start:g}" if start else "")


def test_the_page_draws_bars_from_there() -> None:
    """Each bar is part of the same span, whose start is the heading of the bars."""
    decision = decided([ADVISORS[name] for name in ("Worried", "Wild", "Candide")], moves="5 1")
    start = bars_start(decision.tally.values())
    page = tally_panel(decision)
    assert start > 0
    assert page.count(f'min="{start:g}"') == len(decision.tally)
    assert f'class="soft">bars start at {start:g}</span>' in page
