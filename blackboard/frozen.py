"""Values that cannot change at any depth: the content of useful knowledge."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NoReturn

import msgpack

from games import BadOption

MOST_NESTED = 100
"""How deep lists and mappings may be nested."""
_LEAST, _MOST = -(2**63), 2**64 - 1
"""The range of whole numbers that msgpack can write."""
_PLAIN = frozenset({type(None), bool, float, bytes, msgpack.ExtType})
_KEYS = (str, int, float, bytes, type(None))
_DERIVED: Mapping[Any, Callable[[Any], Any]] = {
    str: str.__str__,
    int: int.__int__,
    float: float.__float__,
    bytes: bytes.__bytes__,
    bytearray: bytes,
    memoryview: bytes,
    list: list,
    tuple: list,
}
"""How msgpack writes values of these types and their subclasses."""


def frozen(value: Any, left: int = MOST_NESTED) -> Any:
    """Return an equal value with read-only mappings, and tuples for lists; BadOption if that is impossible.

    A read-only mapping is copied like any other, because its maker may still be able to change it.
    """
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _checked_text(value)
    if kind is int:
        return value if _LEAST <= value <= _MOST else _refuse("a whole number of more than 64 bits")
    if kind in _PLAIN:
        return value
    if not left:
        _refuse(f"lists and mappings nested more than {MOST_NESTED} deep")
    if kind is tuple or kind is list:
        return tuple([frozen(each, left - 1) for each in value])
    if kind is dict or isinstance(value, Mapping):
        return MappingProxyType({_frozen_key(key): frozen(each, left - 1) for key, each in value.items()})
    return _simplified(value, left)


def frozen_over(entries: Any, old: Any) -> Any:
    """Freeze entries, most of which come from an old frozen mapping and need not be frozen again."""
    if not isinstance(entries, Mapping) or not isinstance(old, Mapping):
        return frozen(entries)
    found = {
        _frozen_key(key): each if old.get(key) is each else frozen(each, MOST_NESTED - 1)
        for key, each in entries.items()
    }
    return MappingProxyType(found)


def thawed(value: Any) -> Any:
    """Return an equal value of plain dicts and lists, which the caller may change."""
    kind = type(value)
    if kind is MappingProxyType:
        return {key: thawed(each) for key, each in value.items()}
    return [thawed(each) for each in value] if kind is tuple else value


def in_order(value: Any) -> Any:
    """Thaw a value, with the keys of every mapping sorted, so that equal values are written alike."""
    kind = type(value)
    if kind is MappingProxyType:
        return {key: in_order(each) for key, each in sorted(value.items(), key=_place)}
    return [in_order(each) for each in value] if kind is tuple else value


def _place(pair: tuple[Any, Any]) -> tuple[str, Any]:
    return type(pair[0]).__name__, pair[0]


def _frozen_key(key: Any) -> Any:
    return frozen(key) if isinstance(key, _KEYS) else _refuse(f"a {type(key).__name__} as a key")


def _simplified(value: Any, left: int) -> Any:
    """Freeze a value of a type that is derived from a plain type or written as one."""
    for kind, as_plain in _DERIVED.items():
        if isinstance(value, kind):
            return frozen(as_plain(value), left)
    return _refuse(f"a {type(value).__name__}")


def _checked_text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        _refuse("a text that is not valid Unicode")
    return text


def _refuse(what: str) -> NoReturn:
    raise BadOption(f"knowledge cannot hold {what}; use texts, numbers, bytes, lists and mappings of them")
