"""Read-only copies of what a game shows, so that no reader can change what others see."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

OPEN: Final = (dict, list, set, bytearray)
"""The types of mutable containers."""


def sealed(value: Any) -> Any:
    """Return an equal value whose mappings, lists and sets are read-only, including nested ones."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: sealed(each) for key, each in value.items()})
    if isinstance(value, list) or type(value) is tuple:
        return tuple(map(sealed, value))
    if isinstance(value, set):
        return frozenset(value)
    return bytes(value) if isinstance(value, bytearray) else value
