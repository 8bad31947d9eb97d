"""Charts: numbers and labels in, a picture out."""

import itertools
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.report.charts import (
    DASHES,
    MOST_POINTS,
    MOST_SERIES,
    Bar,
    Curve,
    Dot,
    HeatRow,
    Look,
    XAxis,
    curves,
    dots,
    heat_map,
    stacked_bars,
)
from scenarios.report.drawing import Scale, contest_ticks, stack, ticks, width_of, wrapped
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


@given(st.lists(st.tuples(st.floats(0, 100), st.sampled_from([6.0, 12.0])), min_size=1, max_size=8))
def test_labels_keep_their_distance(wanted: list[tuple[float, float]]) -> None:
    """Wherever lines end, their labels do not overlap, are in order, and within bounds if there is room."""
    places = stack([at for at, _ in wanted], [high for _, high in wanted], 0, 100)
    order = sorted(range(len(wanted)), key=lambda i: (wanted[i][0], i))
    for i, j in itertools.pairwise(order):
        assert places[j] - places[i] >= (wanted[i][1] + wanted[j][1]) / 2 - 1e-6
    assert min(places) >= -1e-6
    assert max(places) <= 100 + 1e-6


def test_labels_of_ticks_do_not_run_into_one_another() -> None:
    """Those between go where there is no room; the first and the last stay."""
    marks = [(float(at), f"{at} ms") for at in range(1, 40)]
    points = [(at, HALF) for at, _ in marks]
    picture = curves("All", [Curve("a", points)], y_title="y", write=str, x_axis=XAxis("budget", marks))
    labels = re.findall(r'<text x="([\d.]+)"[^>]*>(\d+ ms)</text>', picture)
    ends = [(float(x) - width_of(said, 11) / 2, float(x) + width_of(said, 11) / 2) for x, said in labels]
    assert (labels[0][1], labels[-1][1]) == ("1 ms", "39 ms")
    assert len(labels) > 3
    assert all(stop <= start for (_, stop), (start, _) in itertools.pairwise(ends))


def test_the_first_label_of_an_axis_is_whole() -> None:
    """Even if it is wider than the numbers beside the upright axis."""
    along = XAxis("budget", [(0.0, "a hundred ms"), (1.0, "1 s"), (2.0, "2 s")])
    picture = curves(
        "All", [Curve("a", [(0, HALF), (2, HALF)])], y_title="y", write=lambda _: "1", x_axis=along
    )
    found = re.search(r'<text x="([\d.]+)"[^>]*>a hundred ms', picture)
    assert found is not None
    assert float(found[1]) >= width_of("a hundred ms", 11) / 2 - 0.1


def test_the_title_of_an_axis_is_whole() -> None:
    """On several lines if it must be, none wider than the picture."""
    title = "choices that a perfect contestant could have made, of all that there were, %"
    picture = curves("All", [Curve("a", [(1, HALF), (2, HALF)])], y_title=title, write=str)
    told = re.search(r'class="label"><tspan(.*?)</text>', picture)
    assert told is not None
    lines = re.findall(r">([^<]+)</tspan>", told[1])
    assert " ".join(lines) == title
    assert all(width_of(line) <= 360 for line in lines)


def test_labels_of_bars_and_dots_are_broken_between_words_alone() -> None:
    """However long the figures beside them are: these go below."""
    label, detail = (
        "paradigm majority-judgement in test",
        "Elo -172 [-274, -92], 24 contests",
    )
    rates = outcome_rates(Outcomes(1, 2, 3))
    bars = stacked_bars(
        "All", [Bar(label, (rates.wins, rates.draws, rates.losses), detail)], ("won", "drawn", "lost")
    )
    assert f">{label}</text>" in bars
    lanes = dots("All", [Dot(label, HALF)], x_title="time, ms", write=str, unit=" ms")
    assert f">{label}</text>" in lanes
    assert ">0.5 ms [0.25, 0.75]</text>" in lanes


def test_long_labels_are_whole() -> None:
    """They stand beside their line on several lines, or if that is too much, below the chart; never cut."""
    points = [(1, HALF), (9, HALF)]
    for label in ("legal moves, graded Coverage", "a label that goes on " * 9, "x" * 200):
        picture = curves("All", [Curve(label, points), Curve("b", points)], y_title="", write=str)
        shown = "".join(re.findall(r">([^<>]*)</t(?:span|ext)>", picture))
        assert label.replace(" ", "") in shown.replace(" ", "")
        assert "…" not in picture
    assert wrapped("legal moves, graded Coverage", 100, 11) == ["legal moves,", "graded", "Coverage"]


def test_a_scale_has_edges() -> None:
    """What lies outside is drawn at the edge; a scale of no width is its start."""
    scale = Scale(0, 10, 100, 200)
    assert [scale(value) for value in (-5, 0, 5, 10, 20)] == [100, 100, 150, 200, 200]
    assert Scale(3, 3, 7, 9)(3) == 7


def test_a_curve_has_its_band_its_label_and_its_figure() -> None:
    """The line, the band, the label at its end, and points with value, interval and runs."""
    picture = curves(
        "All", [Curve("paradigm 1", [(1, HALF), (2, HALF)])], y_title="share", write="{:g}".format
    )
    for told in (
        'class="band s0"',
        'class="line s0"',
        ">paradigm 1<",
        "<title>paradigm 1, contest 2: 0.5 [0.25, 0.75], 4 runs</title>",
        ">share<",
    ):
        assert told in picture
    assert 'aria-label="All"' in picture


def test_many_curves_are_told_apart_without_colour() -> None:
    """Each line of a chart has a dash of its own."""
    lines = [Curve(str(i), [(1, HALF), (9, HALF)]) for i in range(MOST_SERIES)]
    picture = curves("All", lines, y_title="", write=str)
    drawn = re.findall(r'<path d="[^"]*" class="line s\d"([^>]*)/>', picture)
    assert len(set(drawn)) == MOST_SERIES


def test_a_setting_is_drawn_as_it_is_told() -> None:
    """Colour and dash are the setting's, wherever it stands on the chart, and so is what it is of."""
    line = Curve("b", [(1, HALF), (9, HALF)], Look(5, 2), "0.1 1.2")
    picture = curves("All", [line], y_title="", write=str)
    assert set(re.findall(r'class="(?:line|band|dot|point spot) (s\d)"', picture)) == {"s5"}
    assert f'stroke-dasharray="{DASHES[2]}"' in picture
    assert 'data-of="0.1 1.2"' in picture


def test_an_axis_that_need_not_begin_at_0_says_where_it_begins() -> None:
    """Shares from 80 to 90 % fill the chart; those from 5 % on have the whole axis, and nothing is said."""
    high, low = Estimate(0.85, Interval(0.8, 0.9), 4), Estimate(0.2, Interval(0.05, 0.4), 4)

    def drawn(*values: Estimate) -> str:
        line = Curve("a", list(enumerate(values, 1)))
        write = "{:.0%}".format
        return curves("All", [line], y_title="share", write=write, unit="", highest=1.0)

    zoomed = drawn(high, high)
    assert ">share (axis from 80%)<" in zoomed
    assert ">0%<" not in zoomed
    whole = drawn(high, low)
    assert ">share<" in whole
    assert ">100%<" in whole
    dotted = dots("All", [Dot("a", high)], x_title="share", write=str)
    assert "share (axis from 0." in dotted


def test_points_are_no_more_than_can_be_pointed_at() -> None:
    """The first and the last are among them, whatever lies between."""
    line = Curve("a", [(i, HALF) for i in range(1, 161)])
    picture = curves("All", [line], y_title="", write=str)
    told = re.findall(r"<title>a, contest (\d+): ", picture)
    assert (told[0], told[-1]) == ("1", "160")
    assert len(told) == MOST_POINTS


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
    assert widths == [88, 176, 88]
    assert picture.count('class="whisker') == 2
    assert re.search(r"achi: drawn 50 % \[\d+, \d+\]", picture)


def test_the_label_of_a_bar_leaves_room_for_what_is_beside_it() -> None:
    """However long both are, they do not lie over one another, and both are whole."""
    rates = outcome_rates(Outcomes(1, 2, 1))
    detail = "Elo -1234 [-1500, -1000], 100 contests"
    picture = stacked_bars(
        "All", [Bar("x" * 90, (rates.wins, rates.draws, rates.losses), detail)], ("won",) * 3
    )
    lines = re.findall(r">(x+)<", picture)
    assert "".join(lines) == "x" * 90
    assert all(width_of(line) < 352 for line in lines)
    (at,) = re.findall(rf'y="([\d.]+)"[^>]*>{re.escape(detail)}<', picture)
    assert float(at) > 14 + (len(lines) - 1) * 13


def test_long_labels_of_columns_stand_below() -> None:
    """Short ones are tilted in full; long ones have a number above their column and stand below it."""
    tilted = heat_map("All", ["without Pitchfork"] * 8, [HeatRow("Panic", [wilson(3, 4)] * 8)])
    assert tilted.count(">without Pitchfork<") == 8
    assert "rotate" in tilted
    numbered = heat_map("All", ["a" * 60, "b" * 60], [HeatRow("Panic", [wilson(3, 4)] * 2)])
    assert ">1<" in numbered
    assert "b" * 40 in numbered


def test_a_heat_map_tells_numbers_and_what_is_missing() -> None:
    """Shares are numbers and shades; what was never asked is told."""
    picture = heat_map("All", ["achi", "nim"], [HeatRow("Panic", [wilson(3, 4), None])])
    assert 'fill-opacity="0.45"' in picture
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
