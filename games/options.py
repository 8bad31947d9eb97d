"""Options: variants of a game, picked by text."""

from collections.abc import Sequence

from games.errors import BadOption


def one_of(option: str, value: str, values: Sequence[str]) -> str:
    """Return the value of an option if it is possible; BadOption, which names those that are, if not."""
    if value not in values:
        *most, last = values
        remedy = f"{', '.join(most)} or {last}" if most else last
        raise BadOption(f"option {option} is {value!r}; it is {remedy}")
    return value


def whole_number(option: str, value: str, *, highest: int, remedy: str = "") -> int:
    """Read an option that is a whole number from 1; BadOption, which says what is possible, if it is none."""
    is_number = value.isascii() and value.isdigit() and len(value) <= len(str(highest))
    if not is_number or not 1 <= int(value) <= highest:
        raise BadOption(f"option {option} is {value!r}; it is {remedy}a whole number from 1 to {highest}")
    return int(value)
