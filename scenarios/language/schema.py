"""The keys of a scenario file, by table, as the classes of scenario.py and of control declare them.

Only keys that no field holds are declared here: they say how a file is put together.
"""

import difflib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import attrs

from control.hearing.clock_options import ClockOptions
from control.settings.declarations import Scope, Setting, settings_of
from control.settings.hoyle_options import HoyleOptions
from control.settings.kinds import ONLY_TABLE
from games import BadOption, UnknownName
from scenarios.language import key_kinds as kinds
from scenarios.language.foreign_advisors import ForeignAdvisor
from scenarios.language.measures import measures_as_markdown
from scenarios.language.scenario import CellSpec, PhaseSpec, Scenario, TableSpec, Tune, Variant
from scenarios.language.stop_rules import SprtSpec, Until

SCENARIO, PHASE, VARIANT, TABLE, ADVISOR = "scenario", "phase", "variant", "table", "advisor"
NAMED = (ADVISOR, VARIANT, PHASE, TABLE)
"""Tables of which a file may have several, each with a name; in the order in which they are written."""
UNTIL, SPRT, TUNE = "until", "sprt", "tune"

TITLES = {
    SCENARIO: "At the top of the file",
    PHASE: "In `[[phase]]`",
    UNTIL: "In `until` of a phase",
    SPRT: "In `sprt` of `until`",
    TUNE: "In `tune` of a phase",
    VARIANT: "In `[[variant]]`",
    TABLE: "In `[[table]]`",
    ADVISOR: "In `[[advisor]]`",
}
"""The tables of a file, in the order in which docs/scenarios.md explains them."""


def _swept(owner: type, scope: Scope | None = None) -> tuple[Setting, ...]:
    """Return keys that make up a cell: in them, a list of values is a sweep."""
    return tuple(
        attrs.evolve(each, sweeps=each.kind is not ONLY_TABLE and not each.is_name)
        for each in settings_of(owner, scope)
    )


def _top() -> Iterator[Setting]:
    """Yield the keys that a scenario has besides those of its cells."""
    for each in settings_of(Scenario):
        yield from (_EXTENDS, each, _FOREIGN) if each.key == "load" else (each,)


_EXTENDS = Setting(
    key="extends",
    kind=kinds.TEXT,
    about="The name of a bundled scenario, or a file beside this one, that this one changes. Its keys hold "
    "where this file has none. Tables are merged key by key, phases by name.",
    example='extends = "quickstart-1990"',
)
_FOREIGN = Setting(
    key=ADVISOR,
    table=ForeignAdvisor,
    about="An Advisor that is no Python class: a program in any language, or a model behind HTTP. "
    "docs/agents.md describes what it is asked and how it answers.",
    example='[[advisor]]\nname = "Counter"\ncommand = ["python3", "docs/agents/counter.py"]',
)
_VARIANT = Setting(
    key=VARIANT,
    table=Variant,
    about="One value of an axis that changes several keys at once.",
    example='[[variant]]\nname = "modern"\nlayout = "forr"\nsymmetry = true',
)
_PHASE = Setting(
    key=PHASE,
    table=PhaseSpec,
    is_needed=True,
    about="A series of contests, learning or testing. Phases are played in order.",
    example='[[phase]]\nname = "test"\nagainst = "random"\ncontests = 20',
)
_TABLE = Setting(
    key=TABLE,
    table=TableSpec,
    about="A table of the report: a measure by one or two axes of the sweep. One of them may be `phase`.",
    example='[[table]]\ntitle = "Contests until learned"\nmeasure = "contests"\nrows = "game"',
)
_CELL = _swept(CellSpec)
_HOYLE = _swept(HoyleOptions, Scope.PHASE)
_CLOCK = _swept(ClockOptions, Scope.CELL)

OWN_KEYS: Mapping[str, Sequence[Setting]] = {
    SCENARIO: (*_top(), *_CELL, _VARIANT, *_HOYLE, *_CLOCK, _PHASE, _TABLE),
    PHASE: _swept(PhaseSpec),
    UNTIL: _swept(Until),
    SPRT: _swept(SprtSpec),
    TUNE: _swept(Tune),
    VARIANT: tuple(settings_of(Variant)),
    TABLE: tuple(settings_of(TableSpec)),
    ADVISOR: tuple(settings_of(ForeignAdvisor)),
}
"""The keys that docs/scenarios.md explains with each table."""
KEYS: Mapping[str, Mapping[str, Setting]] = {
    table: {key.key: key for key in keys}
    for table, keys in {
        **OWN_KEYS,
        PHASE: (*_HOYLE, *OWN_KEYS[PHASE]),
        VARIANT: (*_CELL, *_HOYLE, *_CLOCK, *OWN_KEYS[VARIANT]),
    }.items()
}
"""The keys that may stand in each table, by name."""

_ORDER = list(dict.fromkeys(key.key for keys in OWN_KEYS.values() for key in keys))


def find_key(table: str, name: str) -> Setting:
    """Find a key of a table; if there is none, suggest a similar one, or the table where it belongs."""
    known = KEYS.get(table, {})
    if name in known:
        return known[name]
    elsewhere = [TITLES[where] for where, keys in OWN_KEYS.items() if any(key.key == name for key in keys)]
    if elsewhere:
        remedy = f"it belongs {elsewhere[0].replace('`', '')[0].lower()}{elsewhere[0].replace('`', '')[1:]}"
    elif difflib.get_close_matches(name, known, n=1):
        remedy = "hoyle docs scenarios explains them all"
    else:
        remedy = f"there are {', '.join(known)}"
    raise UnknownName.of(f"key {_here(table)}", name, [] if elsewhere else known, remedy)


def check_complete(table: str, name: str, given: Container[str]) -> None:
    """Refuse a table that lacks a key which it needs, besides those that name it."""
    for key in KEYS[table].values():
        if key.is_needed and not key.is_name and key.key not in given:
            raise BadOption(f"{table} {name!r} has no {key.key}; write for example {key.example}")


def key_at(path: Sequence[str | int]) -> Setting:
    """Find the key to which a path in the keys of a scenario leads."""
    table, parts = SCENARIO, [str(part) for part in path]
    while True:
        key = find_key(table, parts.pop(0))
        if key.table is not None and key.key in (PHASE, ADVISOR) and parts:
            parts.pop(0)
        if not parts or key.entries is not None:
            return key
        table = key.key if key.table is not None else ""


def in_order(names: Iterable[str]) -> list[str]:
    """Put keys in the order of the schema, unknown ones last."""
    return sorted(names, key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))


def _here(table: str) -> str:
    return {
        SCENARIO: "of a scenario",
        PHASE: "of a phase",
        VARIANT: "of a variant",
        TABLE: "of a table",
        ADVISOR: "of an Advisor",
    }.get(table, f"of {table}")


def as_markdown() -> str:
    """Write the schema as tables for the page about scenario files."""
    parts = []
    for table, keys in OWN_KEYS.items():
        rows = [
            f"| `{key.key}` | {_cell(key.words)}{'; sweeps' if key.sweeps else ''} | {_cell(key.about)} "
            f"| {_code(key.example)} |"
            for key in keys
        ]
        head = [f"### {TITLES[table]}", "| key | value | what it says | example |", "|---|---|---|---|"]
        parts.append("\n".join([*head, *rows]))
    return "\n\n".join([*parts, measures_as_markdown()])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(example: str) -> str:
    return "<br>".join(f"`{_cell(line)}`" for line in example.splitlines())
