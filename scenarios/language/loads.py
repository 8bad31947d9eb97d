"""Registers what a scenario loads: files and foreign Advisors, which take part in this scenario alone."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs

from agents import register_advisor, registered_advisors
from agents.plugins.sibling_imports import sources_beside
from control import Definitions, Loaded
from games import BadOption, fresh_registries, lend, read_bytes
from scenarios.language.foreign_advisors import advisor_of
from scenarios.language.scenario import Scenario


@attrs.frozen
class _Run:
    """A file that was run, and what it defined."""

    content: list[bytes]
    """Of the file, and of the modules beside it that it imports."""
    definitions: Definitions

    def is_good_for(self, content: list[bytes]) -> bool:
        """Return whether the file would define the same again, and its module is still registered."""
        module = self.definitions.module
        return self.content == content and sys.modules.get(module.__name__) is module


_run_before: dict[Path, _Run] = {}


def load_once(path: str | Path, *, may_be_empty: bool = False) -> Loaded:
    """Register what a file defines; the file is run once, and again if it has changed."""
    file = Path(path).resolve()
    content = [read_bytes(each) for each in (file, *sources_beside(file).values())]
    known = _run_before.get(file)
    if known is None or not known.is_good_for(content):
        known = _run_before[file] = _Run(content, Definitions.of(file))
    return known.definitions.register(may_be_empty=may_be_empty)


@contextmanager
def reading() -> Iterator[None]:
    """Keep what a scenario loads registered while it is read, and until the next one is read."""
    with fresh_registries() as scope:
        yield
    lend(scope)


@contextmanager
def bring_only(scenario: Scenario, *, to_others: bool) -> Iterator[None]:
    """Register what a scenario loads, and nothing that other scenarios loaded.

    If other processes run the scenario, Advisors that Python code registered are refused: those processes
    do not have them.
    """
    with fresh_registries():
        by_hand = registered_advisors()
        for file in dict.fromkeys(scenario.loads):
            load_once(file)
        for table in scenario.advisors:
            register_advisor(advisor_of(table))
        if to_others:
            _check_known_elsewhere(scenario, by_hand)
        yield


def _check_known_elsewhere(scenario: Scenario, by_hand: frozenset[str]) -> None:
    seated = {name for cell in scenario.cells for phase in cell.phases for name in phase.hoyle.seated()}
    for name in sorted(by_hand & seated):
        raise BadOption(
            f"Advisor {name!r} is registered in this process alone, and other processes do not have it;"
            " put it into a file for the key load, or run with jobs=0"
        )
