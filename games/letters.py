"""Letters that are safe to show: a mark replaces letters that control a terminal or are invisible."""

import re
from typing import Final

MARK: Final = "\N{REPLACEMENT CHARACTER}"
"""Replaces a letter that may not be shown."""
HIDDEN: Final = (
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, except the tab and the new line
    "\xad\u034f\u061c\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2"  # marks of Arabic and Syriac, soft hyphens
    "\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # fillers and vowels without width
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # joiners, directions, separators
    "\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"  # noncharacters and surrogates
    "\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # other scripts'
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
"""These letters, as a class of a regular expression."""
_HIDDEN: Final = re.compile(HIDDEN)


def shown(text: str) -> str:
    """Return a text with a mark for each letter that would control a terminal or be invisible.

    These are control characters including escapes, changes of direction, letters without width, line
    separators and halves of characters. New lines and tabs stay, and the length does not change.
    """
    return _HIDDEN.sub(MARK, text)


def shown_line(text: str) -> str:
    """Return such a text on one line, with single blanks between words."""
    return shown(" ".join(text.split()))
