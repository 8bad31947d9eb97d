"""Times as people write them, and costs."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from control import Costs, format_duration, parse_duration
from control.limits.durations import rough_time
from games import BadOption, UnknownName
from tests.support import each_case


@each_case(
    ("text", "ns"),
    [
        ("1ns", 1),
        ("5us", 5_000),
        ("5µs", 5_000),
        ("5ms", 5_000_000),
        ("1.5 s", 1_500_000_000),
        (" 2 min ", 120_000_000_000),
        ("0.5us", 500),
        ("0.001ms", 1_000),
        ("007ms", 7_000_000),
    ],
)
def test_times_are_a_number_and_a_unit(text: str, ns: int) -> None:
    """Whole or not, with or without a blank, in any unit."""
    assert parse_duration(text) == ns


@each_case(
    "text",
    [
        "",
        "5",
        "ms",
        "5 m",
        "5 hours",
        "-5ms",
        "+5ms",
        "5,5ms",
        "1e3ms",
        ".5ms",
        "5.ms",
        "5ms5",
        "5 MS",
        "nan s",
        "inf s",
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    """One line shows the text and tells what to write."""
    with pytest.raises(
        BadOption, match=r"^'.*' is not a time; write a number and a unit: ns, us, ms, s, min$"
    ):
        parse_duration(text)


@pytest.mark.parametrize("text", ["0ms", "0.0s", "0.1ns", "0.4 ns"])
def test_no_time_at_all_is_refused(text: str) -> None:
    """A budget or a cost below a nanosecond cannot be meant."""
    with pytest.raises(BadOption, match=r"^'.*' is too short a time; it must be at least 1ns$"):
        parse_duration(text)


def test_a_time_beyond_all_numbers_is_refused() -> None:
    """However many digits somebody writes, the answer is a line and no traceback."""
    with pytest.raises(BadOption):
        parse_duration("9" * 400 + "s")


@given(ns=st.integers(1, 10**15))
def test_whole_nanoseconds_are_read_exactly(ns: int) -> None:
    """What is written in nanoseconds is not rounded."""
    assert parse_duration(f"{ns}ns") == ns


@each_case(
    ("ns", "text"),
    [
        (0, "0 ns"),
        (1, "1 ns"),
        (999, "999 ns"),
        (1_000, "1 µs"),
        (12_345, "12.3 µs"),
        (5_000_000, "5 ms"),
        (1_500_000_000, "1.5 s"),
        (60_000_000_000, "1 min"),
        (90_000_000_000, "1.5 min"),
    ],
)
def test_times_are_written_in_a_unit_that_fits(ns: int, text: str) -> None:
    """Three digits or so, and the largest unit that is not larger than the time."""
    assert format_duration(ns) == text


@given(ns=st.integers(0, 10**16))
def test_times_are_never_written_with_an_exponent(ns: int) -> None:
    """People write 1000 min, not 1e+03 min."""
    assert "e" not in format_duration(ns)


@each_case(
    ("seconds", "words"),
    [
        (0, "0 seconds"),
        (1.2, "1 second"),
        (40, "40 seconds"),
        (89.4, "89 seconds"),
        (90, "1.5 minutes"),
        (720, "12 minutes"),
        (9_000, "2.5 hours"),
        (100_000, "28 hours"),
        (1e9, "11574 days"),
    ],
)
def test_times_are_told_roughly_in_words(seconds: float, words: str) -> None:
    """In the largest unit of which there are enough."""
    assert rough_time(seconds) == words


def test_costs_are_read_by_name() -> None:
    """What is not set keeps its cost."""
    assert Costs.parse(["play=50us", "read=1ns"]) == attrs.evolve(Costs(), play=50_000, read=1)
    assert Costs.parse([]) == Costs()


@pytest.mark.parametrize(
    ("text", "error", "line"),
    [
        ("play", BadOption, r"^'play' is not a cost; write it like play=50us$"),
        ("ply=5us", UnknownName, r"^no cost is named 'ply' \(did you mean 'play'\?\); there are play, .*$"),
        ("play=", BadOption, "is not a time"),
        ("play=0ns", BadOption, "must be at least 1ns"),
        ("play=-5us", BadOption, "is not a time"),
    ],
)
def test_what_is_no_cost_is_refused(text: str, error: type[Exception], line: str) -> None:
    """One line shows the text and tells what to write."""
    with pytest.raises(error, match=line):
        Costs.parse([text])


@each_case("name", [field.name for field in attrs.fields(Costs)])
@each_case("value", [0, -1, 1.5, "5"])
def test_nothing_is_free(name: str, value: object) -> None:
    """Every cost is a whole number of nanoseconds above 0."""
    with pytest.raises((ValueError, TypeError)):
        Costs(**{name: value})  # type: ignore[arg-type]  # on purpose


def test_the_table_is_in_the_order_of_what_can_be_done() -> None:
    """Seven costs, from play to look."""
    assert Costs(1, 2, 3, 4, 5, 6, 7).table == (1, 2, 3, 4, 5, 6, 7)
