"""Letters: what a terminal would obey, or nobody would see, becomes a mark."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import shown, shown_line
from games.letters import MARK

HARMFUL = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of letters that steer something, or are not seen."""


def test_whatever_unicode_calls_a_control_or_a_format_is_marked() -> None:
    """Every letter of those categories is shown as a mark, but for the tab and the new line."""
    letters = [chr(code) for code in range(sys.maxunicode + 1)]
    left = {each for each in letters if unicodedata.category(each) in HARMFUL and shown(each) != MARK}
    assert left == {"\t", "\n"}


@pytest.mark.parametrize("text", ["", "plain", "naïve Ελλάδα 日本語 שלום مرحبا", "█ ✓ ½ 😀", "a\tb\nc"])
def test_what_people_write_stays(text: str) -> None:
    """Letters of any script, signs, tabs and new lines are left as they are."""
    assert shown(text) == text


@given(st.text(st.characters()))
def test_a_text_keeps_its_length_and_is_clean_for_good(text: str) -> None:
    """A mark stands for one letter each; a clean text is not changed again; a line has no new line."""
    once = shown(text)
    assert (len(once), shown(once)) == (len(text), once)
    line = shown_line(text)
    assert line.splitlines() in ([], [line])
    assert shown_line(line) == line
