"""Options: variants of a game, chosen by text."""

from collections.abc import Sequence

from games.errors import BadOption


def one_of(option: str, value: str, values: Sequence[str]) -> str:
    """Return the value of an option if it is possible; otherwise raise BadOption with the possible values."""
    if value not in values:
        *most, last = values
        remedy = f"{', '.join(most)} or {last}" if most else last
        raise BadOption(f"option {option} is {value!r}; use {remedy}")
    return value


def whole_number(option: str, value: str, *, highest: int, remedy: str = "") -> int:
    """Read an option that is a whole number from 1; otherwise raise BadOption with the possible values."""
    is_number = value.isascii() and value.isdigit() and len(value) <= len(str(highest))
    if not is_number or not 1 <= int(value) <= highest:
        raise BadOption(f"option {option} is {value!r}; use {remedy}a whole number from 1 to {highest}")
    return int(value)
