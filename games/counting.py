"""Numbers with nouns: `1 contest`, `1,944 contests`."""

from collections.abc import Sequence

_IRREGULAR = {"man": "men"}
_VOWELS = "aeiou"


def how_many(number: int, noun: str) -> str:
    """Write a number with a noun, given in the singular; words may stand before it: `expert move`."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    before, gap, word = noun.rpartition(" ")
    if word in _IRREGULAR:
        return f"{before}{gap}{_IRREGULAR[word]}"
    if word.endswith("y") and word[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def in_a_row(words: Sequence[str]) -> str:
    """Join words as a sentence does: `1`, `1 and 2`, `1, 2 and 3`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
