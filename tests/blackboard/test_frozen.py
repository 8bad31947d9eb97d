"""Values that nobody can change, all the way down."""

import gc
from collections.abc import Iterator, Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard import Knowledge, frozen, thawed
from blackboard.frozen import MOST_NESTED
from blackboard.knowledge import OWN
from games import BadOption

plain = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text() | st.binary()
values = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.binary().map(bytearray)
        | st.dictionaries(st.text() | st.integers(0, 9), inner, max_size=4)
        | st.dictionaries(st.text(), inner, max_size=2).map(MappingProxyType)
    ),
)
items = st.dictionaries(st.text().filter(lambda name: name not in OWN), values, max_size=4)
"""Items without a declaration, so that they may hold anything."""


def reachable(value: Any) -> Iterator[Any]:
    """Yield a value and everything inside it, through the mappings that read-only ones stand before."""
    yield value
    if isinstance(value, Mapping):
        for pair in value.items():
            for each in pair:
                yield from reachable(each)
    elif isinstance(value, tuple | list):
        for each in value:
            yield from reachable(each)


def all_of(knowledge: Knowledge) -> list[Any]:
    """Return everything that a holder of knowledge can come to."""
    return [*reachable(knowledge.items), *reachable(knowledge.options), *reachable(knowledge.symmetries)]


def behind(values: list[Any]) -> list[Any]:
    """Return the dicts and lists among these, and those that a read-only mapping stands before."""
    shown = [each for each in values if type(each) is MappingProxyType]
    return [
        each for each in (*values, *gc.get_referents(*shown)) if isinstance(each, dict | list | bytearray)
    ]


FROZEN = (MappingProxyType, tuple, str, bytes, int, float, bool, type(None))


@given(given_items=items, notes=items)
def test_nothing_in_knowledge_can_be_changed(given_items: dict[str, Any], notes: dict[str, Any]) -> None:
    """However it was made, whatever can be reached in it is read-only, and nobody else's."""
    made = Knowledge("g", given_items, {"size": "3"})
    found = [
        made,
        made.with_item("a", notes),
        made.with_item("a", {**made.item("a"), **notes}),
        made.with_notes("a", notes),
        made.merged(Knowledge("g", notes, {"size": "3"}), {}),
        Knowledge.from_bytes(Knowledge("g", {"a": notes}).to_bytes()),
    ]
    theirs = set(map(id, behind([*reachable(given_items), *reachable(notes)])))
    for knowledge in found:
        for each in all_of(knowledge):
            assert type(each) in FROZEN
        assert not theirs & set(map(id, behind(all_of(knowledge))))


@given(value=values)
def test_a_frozen_value_is_the_value(value: Any) -> None:
    """Frozen twice or thawed and frozen again, it is the same; thawed, it is plain dicts and lists."""
    once = frozen({"value": value})
    assert repr(frozen(once)) == repr(once)
    assert repr(frozen(thawed(once))) == repr(once)
    assert MappingProxyType not in map(type, reachable(thawed(once)))
    assert tuple not in map(type, reachable(thawed(once)))


def test_a_frozen_copy_is_ones_own() -> None:
    """Who gave it away may change theirs, also behind a read-only mapping; who thaws it, theirs."""
    inside, entry = [1], {"a": 1}
    known = frozen({"list": inside, "shown": MappingProxyType(entry)})
    inside.append(2)
    entry["a"] = 2
    assert known == {"list": (1,), "shown": {"a": 1}}
    thawed(known)["list"].append(3)
    assert known["list"] == (1,)


class Colour(StrEnum):
    """A text of somebody's own kind."""

    RED = "red"


class Number(IntEnum):
    """A number of somebody's own kind."""

    TWO = 2


def test_kinds_derived_from_plain_ones_become_plain() -> None:
    """As they are written they are read: a member of an enumeration is its text or its number."""
    found = frozen({Colour.RED: Number.TWO, "view": memoryview(b"x")})
    assert {type(each) for each in reachable(found)} == {MappingProxyType, str, int, bytes}
    assert found == {"red": 2, "view": b"x"}


def nested(depth: int) -> Any:
    """Make lists in lists."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "what"),
    [
        ({1, 2}, "a set"),
        (object(), "a object"),
        (2**64, "a whole number of more than 64 bits"),
        (1 << 20_000, "a whole number of more than 64 bits"),
        ("\ud800", "a text that is not valid Unicode"),
        ({(1, 2): 3}, "a tuple as a key"),
        (nested(5000), f"lists and mappings nested more than {MOST_NESTED} deep"),
        (nested(MOST_NESTED), f"lists and mappings nested more than {MOST_NESTED} deep"),
    ],
    ids=["set", "object", "long", "huge", "text", "key", "deepest", "deep"],
)
def test_what_no_file_could_hold_is_refused_at_once(value: Any, what: str) -> None:
    """Better than when it is to be saved: one line says what it was."""
    with pytest.raises(BadOption, match=rf"^knowledge cannot hold {what}; use texts, numbers, .*$"):
        Knowledge("g", {"a": value})


def test_what_may_be_held_may_be_saved() -> None:
    """The deepest, largest and oddest that is let in is written, and read back the same."""
    entries = {
        "deep": nested(MOST_NESTED - 3),
        "most": 2**64 - 1,
        "least": -(2**63),
        "odd": {None: b"\0", 0.5: True},
    }
    known = Knowledge("g", {"a": entries})
    assert Knowledge.from_bytes(known.to_bytes()) == known
