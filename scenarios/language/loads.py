"""What a scenario brings: files and Advisors by other people, which take part in it and in nothing else."""

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
    """A file that has been run."""

    content: list[bytes]
    """Of the file, and of the modules beside it that it imports."""
    definitions: Definitions

    def is_good_for(self, content: list[bytes]) -> bool:
        """Would running the file again bring the same, and does another process find it there?"""
        module = self.definitions.module
        return self.content == content and sys.modules.get(module.__name__) is module


_run_before: dict[Path, _Run] = {}


def load_once(path: str | Path, *, may_be_empty: bool = False) -> Loaded:
    """Let what a file defines take part; it is run once, or again once it has changed."""
    file = Path(path).resolve()
    content = [read_bytes(each) for each in (file, *sources_beside(file).values())]
    known = _run_before.get(file)
    if known is None or not known.is_good_for(content):
        known = _run_before[file] = _Run(content, Definitions.of(file))
    return known.definitions.register(may_be_empty=may_be_empty)


@contextmanager
def reading() -> Iterator[None]:
    """Let what a scenario brings take part while it is read, and afterwards until another one is read."""
    with fresh_registries() as scope:
        yield
    lend(scope)


@contextmanager
def bring_only(scenario: Scenario, *, to_others: bool) -> Iterator[None]:
    """Let what a scenario brings take part, and nothing that others brought: it means a Hoyle without it.

    If it goes to other processes, Advisors that were registered by hand are refused: they run without them.
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
            f"Advisor {name!r} was registered in this process alone, and other processes do not know it;"
            " put it into a file for the key load, or run with jobs=0"
        )
