"""Read-only copies of what a game shows: whoever is given one cannot change what others see."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

OPEN: Final = (dict, list, set, bytearray)
"""The kinds of containers that whoever holds one could change."""


def sealed(value: Any) -> Any:
    """Return an equal value whose mappings, lists and sets are read-only, those inside them too."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: sealed(each) for key, each in value.items()})
    if isinstance(value, list) or type(value) is tuple:
        return tuple(map(sealed, value))
    if isinstance(value, set):
        return frozenset(value)
    return bytes(value) if isinstance(value, bytearray) else value
