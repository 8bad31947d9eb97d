"""Another Hoyle to play against, by name: `hoyle`, or `hoyle:paradigm=2,without=Panic+Open`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import attrs

from agents import CONTESTANTS, check_contestant
from games import BadOption, HoyleError, UnknownName
from scenarios.scenario import HoyleSpec

HOYLE = "hoyle"


def check_rival(text: str) -> None:
    """Refuse a text that names nobody who can play; no game is solved for it."""
    name, _, argument = text.partition(":")
    if name == HOYLE:
        _check_hoyle(text, argument)
    elif name not in CONTESTANTS:
        known = (HOYLE, *CONTESTANTS)
        raise UnknownName.of("contestant", name, known, f"there are {', '.join(known)}")
    else:
        check_contestant(text)


def rival(text: str, hoyle: HoyleSpec) -> HoyleSpec:
    """Answer how the Hoyle of this name decides; what the name does not say is as in the spec given."""
    given: dict[str, Any] = {}
    _, _, argument = text.partition(":")
    for part in argument.split(",") if argument else ():
        key, equals, value = part.partition("=")
        if not equals:
            raise BadOption(f"{part!r} is no option; write key=value, with + between the parts of a list")
        if key not in READERS:
            raise UnknownName.of("option of Hoyle", key, READERS, f"there are {', '.join(READERS)}")
        field, read = READERS[key]
        if field in given:
            raise BadOption(f"option {key} is given twice; give it once, with + between the parts")
        given[field] = read(value)
    return attrs.evolve(hoyle, **given)


def _check_hoyle(text: str, argument: str) -> None:
    try:
        spec = rival(f"{HOYLE}:{argument}", HoyleSpec())
        spec.panel()
        spec.settings()
    except HoyleError as error:
        raise type(error)(f"contestant {text!r}: {error}") from error


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("+") if part.strip())


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise BadOption(f"{text!r} is no whole number")
    return int(text)


def _weights(text: str) -> Mapping[str, float]:
    weights = {}
    for part in _parts(text):
        name, _, value = part.partition("=")
        try:
            weights[name] = float(value)
        except ValueError:
            raise BadOption(f"{part!r} is no weight; write for example Candide=2") from None
    return weights


READERS: Mapping[str, tuple[str, Callable[[str], Any]]] = MappingProxyType(
    {
        "paradigm": ("paradigm", str),
        "advisors": ("advisors", _parts),
        "without": ("without", _parts),
        "weights": ("weights", _weights),
        "layout": ("layout", str),
        "schedule": ("schedule", str),
        "late": ("late", str),
        "silence": ("silence", _whole),
        "budget": ("budgets", _parts),
    }
)
"""The options of another Hoyle: the field of its spec, and how each is read."""
