"""Settings for learning zones: the kind of each entry, and how it is read."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from agents.learners.zone_records import ATTITUDES, STANDINGS, ZoneOptions
from agents.sight.zones import STAGES
from control.settings.declarations import Form, listed_entries, named_entries
from control.settings.kinds import Kind, Wrong, one_of, read_number, read_texts, whole
from games import UnknownName

_FIELDS: Mapping[str, str] = MappingProxyType({"from": "start"})
"""The fields of ZoneOptions whose names are Python keywords."""


def _between(words: str, is_inside: Callable[[float], bool]) -> Kind:
    """Return the kind of numbers in a range."""

    def read(value: Any) -> float:
        number = float(read_number(_as_number(value)))
        if not is_inside(number):
            raise Wrong
        return number

    return Kind(words, read)


def _whole(least: int) -> Kind:
    inner = whole(least)
    return Kind(inner.words, lambda value: inner.reads(_as_number(value)))


def _as_number(value: Any) -> Any:
    """Read a number from text, as on the command line."""
    if not isinstance(value, str):
        return value
    try:
        return int(value) if value.isdecimal() else float(value)
    except ValueError:
        raise Wrong from None


def _stages(value: Any) -> tuple[str, ...]:
    names = tuple(value.split("/")) if isinstance(value, str) else read_texts(value)
    if not names or len(set(names)) < len(names):
        raise Wrong
    for name in names:
        if name not in STAGES:
            raise UnknownName.of("stage", name, STAGES, f"there are {', '.join(STAGES)}")
    return names


ZONE_KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "attitude": one_of("way to find attitudes", lambda: ATTITUDES),
        "stages": Kind('a list of stages, each once, such as ["placing", "sliding"]', _stages, is_list=True),
        "level": _between("a number above 0.5 and below 1", lambda level: 0.5 < level < 1),  # noqa: PLR2004  # no level of confidence
        "steady": _whole(1),
        "important": _between("a number above 0 and at most 1", lambda weight: 0 < weight <= 1),
        "every": _whole(1),
        "from": _whole(0),
        "standing": one_of("way to begin", lambda: STANDINGS),
    }
)
"""The kind of each entry of `zones`."""


def read_zones(entries: Mapping[str, Any]) -> ZoneOptions:
    """Read the settings for learning zones; missing entries have their defaults."""
    for name in entries:
        if name not in ZONE_KINDS:
            raise UnknownName.of("entry of zones", name, ZONE_KINDS, f"there are {', '.join(ZONE_KINDS)}")
    return ZoneOptions(
        **{
            _FIELDS.get(name, name): ZONE_KINDS[name].read(f"zones.{name}", each)
            for name, each in entries.items()
        }
    )


ZONES = Form(
    from_name=lambda text: read_zones(named_entries(text)),
    from_option=lambda text: read_zones(listed_entries(text)),
    from_entries=read_zones,
)
"""The form as text: `attitude=moves,steady=10` on the command line, with + instead of commas in a name."""
