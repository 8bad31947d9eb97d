"""Charts: numbers and labels in, a picture out."""

import itertools
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.report.charts import (
    MOST_SERIES,
    Bar,
    Curve,
    Dot,
    HeatRow,
    curves,
    dots,
    heat_map,
    stacked_bars,
)
from scenarios.report.drawing import Scale, contest_ticks, short, spread, ticks, width_of
from scenarios.statistics import Estimate, Interval, Outcomes, outcome_rates, wilson

HALF = Estimate(0.5, Interval(0.25, 0.75), 4)


@given(st.floats(1e-6, 1e9))
def test_ticks_reach_the_highest_and_are_few(high: float) -> None:
    """They start at 0, end at or beyond the highest, and are no more than can be read."""
    marks = ticks(high)
    assert marks[0] == 0
    assert marks[-1] >= high * (1 - 1e-6)
    assert 2 <= len(marks) <= 7


@pytest.mark.parametrize(
    ("last", "marks"), [(1, [1]), (2, [1, 2]), (20, [1, 5, 10, 15, 20]), (120, [1, 50, 100])]
)
def test_contests_count_from_one(last: int, marks: Sequence[float]) -> None:
    """There is no contest 0, and none after the last."""
    assert contest_ticks(last) == marks


@given(st.lists(st.floats(0, 100), min_size=1, max_size=8))
def test_labels_keep_their_distance(wanted: list[float]) -> None:
    """Wherever lines end, their labels are apart, in order, and within bounds if there is room."""
    places = spread(wanted, 12, 0, 100)
    ordered = sorted(places)
    assert all(b - a >= 12 - 1e-6 for a, b in itertools.pairwise(ordered))
    assert min(places) >= -1e-6
    assert max(places) <= 100 + 1e-6
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i], i))
    assert [places[i] for i in order] == ordered


def test_long_labels_keep_both_ends() -> None:
    """What is cut is the middle, because labels often differ at the end."""
    assert short("budget.Pitchfork 500ms", 82, 11) == "budget…500ms"
    assert short("short", 82) == "short"


def test_a_scale_has_edges() -> None:
    """What lies outside is drawn at the edge; a scale of no width is its start."""
    scale = Scale(0, 10, 100, 200)
    assert [scale(value) for value in (-5, 0, 5, 10, 20)] == [100, 100, 150, 200, 200]
    assert Scale(3, 3, 7, 9)(3) == 7


def test_a_curve_has_its_band_its_label_and_its_figure() -> None:
    """The line, the band, the label at its end, and a tooltip with value and interval."""
    picture = curves(
        "All", [Curve("paradigm 1", [(1, HALF), (2, HALF)])], y_title="share", write="{:g}".format
    )
    for told in (
        'class="band s0"',
        'class="line s0"',
        ">paradigm 1<",
        "0.5 [0.25, 0.75] at contest 2",
        ">share<",
    ):
        assert told in picture
    assert 'aria-label="All"' in picture


def test_many_curves_are_told_apart_without_colour() -> None:
    """Each line of a chart has a dash of its own."""
    lines = [Curve(str(i), [(1, HALF), (9, HALF)]) for i in range(MOST_SERIES)]
    picture = curves("All", lines, y_title="", write=str)
    drawn = re.findall(r'<path d="[^"]*" class="line s\d"([^>]*)><title>', picture)
    assert len(set(drawn)) == MOST_SERIES


def test_a_very_wide_band_does_not_hide_the_line() -> None:
    """Two runs that differ have an interval of any width; the line stays where it can be seen."""
    wide = Estimate(100.0, Interval(-9000.0, 9200.0), 2)
    picture = curves("All", [Curve("a", [(1, wide), (2, wide)])], y_title="", write="{:g}".format)
    assert ">200<" in picture
    assert ">10000<" not in picture
    assert "a: the interval reaches 9200" in picture


def test_a_band_is_cut_where_it_leaves_the_picture() -> None:
    """It keeps its slope up to there, and each stretch that is cut off has one arrowhead."""
    ends = (10.0, 90.0, 10.0, 90.0, 90.0, 12.0)
    points = [(i, Estimate(10.0, Interval(10.0, end), 2)) for i, end in enumerate(ends)]
    picture = curves("All", [Curve("a", points)], y_title="", write="{:g}".format)
    assert picture.count('class="beyond') == 2
    (band,) = re.findall(r'd="M([^"]*)Z" class="band', picture)
    upper = [tuple(map(float, each.split(","))) for each in band.split()][:10]
    assert sum(y == 30 for _, y in upper) == 7
    steep = [(upper[1][0] - upper[0][0]), (upper[2][0] - upper[1][0])]
    assert steep[0] == pytest.approx(steep[1] / 7, rel=0.05)


def test_a_share_ends_at_the_end_of_its_axis() -> None:
    """Nothing is cut where more cannot be."""
    wide = Estimate(0.9, Interval(0.2, 1.6), 2)
    picture = curves("All", [Curve("a", [(1, wide), (2, wide)])], y_title="", write=str, highest=1.0)
    assert "beyond" not in picture


def test_what_was_not_measured_is_not_drawn() -> None:
    """A curve without a value leaves no trace, and a chart without curves is still a picture."""
    picture = curves("None", [Curve("nobody", [(1, Estimate(None))])], y_title="", write=str)
    assert "nobody" not in picture
    assert picture.startswith("<svg")


def test_a_bar_has_its_parts_and_whiskers() -> None:
    """Three parts whose widths are the shares, two whiskers, and every figure with its interval."""
    rates = outcome_rates(Outcomes(1, 2, 1))
    bar = Bar("achi", (rates.wins, rates.draws, rates.losses), "4 contests")
    picture = stacked_bars("All", [bar], ("won", "drawn", "lost"))
    widths = [float(width) for width in re.findall(r'width="([\d.]+)" height="20"', picture)]
    assert widths == [106, 212, 106]
    assert picture.count('class="whisker') == 2
    assert re.search(r"achi: drawn 50 % \[\d+, \d+\]", picture)


def test_the_label_of_a_bar_leaves_room_for_what_is_beside_it() -> None:
    """However long both are, they do not lie over one another."""
    rates = outcome_rates(Outcomes(1, 2, 1))
    detail = "Elo -1234 [-1500, -1000], 100 contests"
    picture = stacked_bars(
        "All", [Bar("x" * 90, (rates.wins, rates.draws, rates.losses), detail)], ("won",) * 3
    )
    (label,) = re.findall(r'class="row">(x+…x+)<', picture)
    assert width_of(label) + width_of(detail, 11) < 424


def test_a_heat_map_tells_numbers_and_what_is_missing() -> None:
    """Shares are numbers and shades; what was never asked is told."""
    picture = heat_map("All", ["achi", "nim"], [HeatRow("Panic", [wilson(3, 4), None])])
    assert 'fill-opacity="0.75"' in picture
    assert re.search(r"Panic, achi: 75 % \[\d+, \d+\], asked 4 times", picture)
    assert "Panic, nim: never asked" in picture


def test_a_dot_tells_its_interval() -> None:
    """A figure with its whisker; one without an interval is told alone."""
    picture = dots("All", [Dot("a", HALF), Dot("b", Estimate(2.0, n=1))], x_title="s", write="{:g}".format)
    assert "0.5 [0.25, 0.75]" in picture
    assert ">2<" in picture
    assert picture.count("<circle") == 2
    assert "beyond" not in picture


def test_a_whisker_that_goes_on_has_an_arrowhead() -> None:
    """An interval to 67 on an axis to 30 does not look as if it ended there."""
    wide, narrow = Estimate(16.0, Interval(0.0, 67.0), 2), Estimate(10.0, Interval(9.0, 11.0), 2)
    picture = dots("All", [Dot("a", wide), Dot("b", narrow)], x_title="s", write="{:g}".format)
    assert ">30<" in picture
    assert ">80<" not in picture
    assert picture.count('class="beyond') == 1
