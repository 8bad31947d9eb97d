"""What every bundled scenario promises: the digests of a short run, its knowledge and its traces.

`python -m tests.scenarios.promises` writes the promises of this version into the fixture. Do that only for a
change that is meant to change results, and say so in CHANGELOG.md.

`python -m tests.scenarios.promises --check [SCENARIO...]` compares scenarios, by default all, with it,
and exits with 1 if one differs. It also runs where the packages that the tests need are not installed.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import attrs

from blackboard import read_trace
from scenarios import Scenario, bundled_names, read_scenario, run_experiment, scenario_digest
from scenarios.language.cell_json import write_cell

FIXTURE = Path(__file__).parents[1] / "data" / "promises.json"
CELLS = 2
"""How many cells of a grid a short run has: the first and the last."""
CONTESTS = 2
"""How many contests a phase of a short run has at most."""
PHASES = 4
"""How many phases a short run has at most: the first three and the last."""
PROSE = ("why", "reason")
"""Fields of a trace that hold sentences, which may be reworded."""


def promises(name: str) -> dict[str, str]:
    """Return what a bundled scenario promises, as hashes."""
    scenario = read_scenario(name)
    with tempfile.TemporaryDirectory() as folder:
        digest = run_experiment(shortened(scenario), Path(folder), jobs=0)
        return {
            "scenario": scenario_digest(scenario),
            "cells": _hash(write_cell(cell).encode() for cell in scenario.cells),
            "results": digest,
            "knowledge": _hash(file.read_bytes() for file in sorted(Path(folder).glob("knowledge/*"))),
            "traces": _hash(_events(file) for file in sorted(Path(folder).glob("traces/*"))),
        }


def shortened(scenario: Scenario) -> Scenario:
    """Return a scenario that runs in a moment: one run in virtual time, few cells, phases and contests."""
    cells = []
    for cell in (scenario.cells[0], scenario.cells[-1])[: len(scenario.cells)]:
        phases = cell.phases if len(cell.phases) <= PHASES else (*cell.phases[: PHASES - 1], cell.phases[-1])
        short = tuple(attrs.evolve(phase, contests=min(phase.contests, CONTESTS)) for phase in phases)
        clock = attrs.evolve(cell.clock, clock="virtual")
        cells.append(attrs.evolve(cell, phases=short, clock=clock))
    return attrs.evolve(scenario, runs=1, trace=True, cells=tuple(cells))


def _events(file: Path) -> bytes:
    """Return the events of a trace as bytes, without their prose."""
    events = [_without_prose(event) for event in read_trace(file).events]
    return json.dumps(events, sort_keys=True, default=str).encode()


def _without_prose(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in PROSE}


def _hash(parts: Iterable[bytes]) -> str:
    whole = hashlib.sha256()
    for part in parts:
        whole.update(len(part).to_bytes(8) + part)
    return whole.hexdigest()[:16]


def kept() -> dict[str, dict[str, str]]:
    """Return the promises in the fixture, by scenario."""
    found: dict[str, dict[str, str]] = json.loads(FIXTURE.read_text(encoding="utf-8"))
    return found


def check(names: Iterable[str]) -> bool:
    """Print for each scenario which of its promises are broken, and return whether all are kept."""
    wanted, is_kept = kept(), True
    for name in names:
        found = promises(name)
        broken = [
            f"{key} {found[key]}, not {each}" for key, each in wanted[name].items() if found[key] != each
        ]
        print(f"{name}: {'; '.join(broken) or 'kept'}", flush=True)  # noqa: T201  # the result of a script
        is_kept &= not broken
    return is_kept


def _write() -> None:
    """Write the promises of this version into the fixture."""
    found = {}
    for each in bundled_names():
        found[each] = promises(each)
        print(each, *found[each].values(), file=sys.stderr, flush=True)  # noqa: T201  # progress of a script
    FIXTURE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", nargs="*", metavar="SCENARIO", choices=bundled_names())
    chosen = parser.parse_args().check
    if chosen is None:
        _write()
    elif not check(chosen or bundled_names()):
        sys.exit(1)
