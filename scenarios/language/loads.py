"""What a scenario brings: files and Advisors by other people, each once, or again once it has changed."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from agents import (
    LEARNERS,
    Advisor,
    all_advisors,
    register_advisor,
    registered_advisors,
    unregister_advisor,
)
from agents.plugins.sibling_imports import sources_beside
from control import PARADIGMS, Loaded, load_file
from games import BadOption, game_names, read_bytes
from scenarios.language.foreign_advisors import advisor_of
from scenarios.language.scenario import Scenario


@attrs.frozen
class _Brought:
    content: list[bytes]
    """Of the file, and of the modules beside it that it imports."""
    loaded: Loaded

    def is_there(self) -> bool:
        """Is everything still registered?"""
        return (
            set(self.loaded.advisors) <= set(all_advisors())
            and set(self.loaded.learners) <= set(LEARNERS)
            and set(self.loaded.games) <= set(game_names())
            and set(self.loaded.paradigms) <= set(PARADIGMS)
        )


_brought: dict[Path, _Brought] = {}


def load_once(path: str | Path, *, may_be_empty: bool = False) -> Loaded:
    """Bring in what a file defines, once; a file that has changed replaces what it brought."""
    file = Path(path).resolve()
    known = _brought.get(file)
    content = [read_bytes(each) for each in (file, *sources_beside(file).values())]
    if known is not None:
        if known.content == content and known.is_there():
            return known.loaded
        known.loaded.unload()
        del _brought[file]
    loaded = load_file(file, may_be_empty=may_be_empty)
    _brought[file] = _Brought(content, loaded)
    return loaded


_tables: dict[str, tuple[Mapping[str, Any], type[Advisor]]] = {}
"""The Advisors that were made from tables, by name."""


def bring_advisor(table: Mapping[str, Any]) -> None:
    """Let the Advisor that a table describes take part."""
    name = table["name"]
    if name in _tables:
        known, made = _tables[name]
        if known == table and all_advisors().get(name) is made:
            return
        _leave_advisor(name)
    made = advisor_of(table)
    register_advisor(made)
    _tables[name] = table, made


def bring_only(scenario: Scenario) -> None:
    """Let what a scenario brings take part, and nothing that others brought: it means a Hoyle without it."""
    wanted = {Path(file).resolve() for file in scenario.loads}
    for file in [file for file in _brought if file not in wanted]:
        _brought.pop(file).loaded.unload()
    for name in set(_tables).difference(table["name"] for table in scenario.advisors):
        _leave_advisor(name)
    for file in wanted:
        load_once(file)
    for table in scenario.advisors:
        bring_advisor(table)


def check_known_elsewhere(scenario: Scenario) -> None:
    """Refuse Advisors that were registered by hand: another process would run the experiment without them."""
    known = {name for brought in _brought.values() for name in brought.loaded.advisors} | set(_tables)
    seated = {name for cell in scenario.cells for phase in cell.phases for name in phase.hoyle.seated()}
    for name in sorted((registered_advisors() - known) & seated):
        raise BadOption(
            f"Advisor {name!r} was registered in this process alone, and other processes do not know it;"
            " put it into a file for the key load, or run with jobs=0"
        )


def _leave_advisor(name: str) -> None:
    _, made = _tables.pop(name)
    if all_advisors().get(name) is made:
        unregister_advisor(name)
