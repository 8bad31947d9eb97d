"""The form of events: the check that each field of a record must pass, whatever program wrote it."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from blackboard.testimony import INSIST, LAST_TIER, LIMITS, OPPOSE
from games import Role

FieldCheck: TypeAlias = Callable[[Any], bool]

MOST = 2**62
"""The largest time or number of calls; the sum of two always fits into 64 bits."""
DEEPEST = 8
"""How deep tables may be nested."""
MOVERS = tuple(role.title for role in Role)
_TIERS = range(1, LAST_TIER + 1)
_SHARED = (*(f"tier{tier}" for tier in _TIERS), "decision", "contest")


def is_text(value: Any) -> bool:
    """Return whether this is a text."""
    return type(value) is str


def is_flag(value: Any) -> bool:
    """Return whether this is True or False."""
    return type(value) is bool


def is_amount(value: Any) -> bool:
    """Return whether this is a time in nanoseconds or a number of calls."""
    return type(value) is int and 0 <= value <= MOST


def is_number(value: Any) -> bool:
    """Return whether this is a finite number."""
    return type(value) in (int, float) and math.isfinite(value)


def is_plain(value: Any, left: int = DEEPEST) -> bool:
    """Return whether every reader can show this and JSON can represent it."""
    kind = type(value)
    if kind is list:
        return left > 0 and all(is_plain(each, left - 1) for each in value)
    if kind is dict:
        return left > 0 and all(is_text(key) and is_plain(each, left - 1) for key, each in value.items())
    return kind is str or kind is bool or value is None or is_number(value)


def _maybe(check: FieldCheck) -> FieldCheck:
    return lambda value: value is None or check(value)


def _one_of(*choices: str) -> FieldCheck:
    return lambda value: type(value) is str and value in choices


def _list_of(check: FieldCheck) -> FieldCheck:
    return lambda value: type(value) is list and all(map(check, value))


def _by_text(check: FieldCheck) -> FieldCheck:
    return lambda value: (
        type(value) is dict and all(type(key) is str and check(each) for key, each in value.items())
    )


def _table(checks: Mapping[str, FieldCheck], needed: Sequence[str] = ()) -> FieldCheck:
    """Return the check of a table that must contain `needed` and may contain only keys of `checks`."""
    return lambda value: (
        type(value) is dict
        and value.keys() <= checks.keys()
        and all(key in value for key in needed)
        and all(checks[key](each) for key, each in value.items())
    )


def _is_tier(value: Any) -> bool:
    return type(value) is int and value in _TIERS


def _is_strength(value: Any) -> bool:
    return type(value) is int and OPPOSE <= value <= INSIST


def _are_moves(value: Any) -> bool:
    return type(value) is list and bool(value) and all(map(is_text, value)) and len(set(value)) == len(value)


def _is_effect(value: Any) -> bool:
    return type(value) is list and len(value) == 2 and is_amount(value[0]) and is_number(value[1])  # noqa: PLR2004  # of how many votes, and their sum


_is_amounts = _table({"ns": is_amount, "work": is_amount})
_SETTINGS: Mapping[str, FieldCheck] = {
    "clock": is_text,
    "schedule": is_text,
    "paradigm": is_text,
    "under": is_text,
    "late": is_text,
    "silence": is_number,
    "weights": _by_text(is_number),
    "seed": lambda value: type(value) is int,
    "stream": _list_of(lambda step: type(step) in (str, int)),
    "limits": _table(dict.fromkeys(_SHARED, _is_amounts)),
    "settle": is_text,
    "settling": _table({"bar": is_number, "effects": _by_text(_is_effect)}, ("bar", "effects")),
    "allocation": is_text,
    "order": is_text,
    "turns": _by_text(is_amount),
    "own_costs": _by_text(is_amount),
    "contest_clock": is_text,
}
_NEEDED = frozenset(_SETTINGS) - {
    *("limits", "under", "settle", "settling", "allocation", "order", "turns", "contest_clock", "own_costs")
}


def _are_settings(value: Any) -> bool:
    return (
        is_plain(value)
        and type(value) is dict
        and value.keys() >= _NEEDED
        and all(check(value[key]) for key, check in _SETTINGS.items() if key in value)
    )


CHECKS: Mapping[str, FieldCheck] = {
    "event": is_text,
    "ns": is_amount,
    "game": is_text,
    "options": _by_text(lambda value: type(value) in (str, bool) or is_number(value)),
    "position": is_text,
    "mover": _one_of(*MOVERS),
    "legal": _are_moves,
    "settings": _are_settings,
    "advisor": is_text,
    "tier": _is_tier,
    "rank": is_number,
    "budget_ns": is_amount,
    "budget_work": _maybe(is_amount),
    "makes_plans": is_flag,
    "limit": _one_of("", *LIMITS),
    "move": is_text,
    "strength": _is_strength,
    "reason": is_text,
    "work": is_amount,
    "moves": _list_of(is_text),
    "purpose": is_text,
    "looked": is_flag,
    "read": _one_of("", "plans", "comments"),
    "waited_ns": is_amount,
    "spent_ns": is_amount,
    "was_killed": is_flag,
    "by": is_text,
    "why": is_text,
    "tally": _by_text(is_number),
    "removed": _by_text(is_text),
    "validity": _maybe(
        _table(
            {
                "lag_ns": is_amount,
                "overruns": _by_text(is_amount),
                "load": _maybe(is_number),
                "waited_ns": is_amount,
            },
            needed=("lag_ns",),
        )
    ),
}
"""The check of each field, which is the same in every event; only a landing may lack its tier."""


def checks_of(kind: str, fields: Sequence[str]) -> tuple[FieldCheck, ...]:
    """Return the checks of one kind of event, field by field."""
    special = {"tier": _maybe(_is_tier)} if kind == "landed" else {}
    return tuple(special.get(field, CHECKS[field]) for field in fields)


class Course:
    """The course of a decision, event by event: it checks whether an event can come next.

    An Advisor that speaks has exactly one seat; an Advisor that started has ended when the decision lands;
    and every comment is about a legal move.
    """

    def __init__(self) -> None:
        self._legal: frozenset[str] = frozenset()
        self._seated: set[str] = set()
        self._thinking: set[str] = set()

    @property
    def is_open(self) -> bool:
        """Return whether a decision has begun and not landed."""
        return bool(self._legal)

    def takes(self, event: Mapping[str, Any]) -> bool:
        """Accept an event and return True if it can come next; events after a landing always can."""
        kind = event["event"]
        if kind == "posed":
            self._legal = frozenset(event["legal"])
            self._seated, self._thinking = set(), set()
            return True
        if not self._legal:
            return True
        if kind == "landed":
            return self._lands(event)
        name = event["advisor"]
        if kind in ("started", "not started"):
            is_new = name not in self._seated
            self._seated.add(name)
            self._thinking |= {name} if kind == "started" else set()
            return is_new
        if kind == "comment":
            return name not in self._seated or event["move"] in self._legal
        if kind not in ("plan", "spent"):
            self._thinking.discard(name)
        return True

    def _lands(self, event: Mapping[str, Any]) -> bool:
        named = {event["move"], *event["tally"], *event["removed"]}
        fits = not self._thinking and named <= self._legal
        self._legal = frozenset()
        return fits
