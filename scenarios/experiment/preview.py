"""What a scenario is going to do: the grid, the phases in words, and how much there is to play."""

import re
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.counting import how_many
from scenarios.experiment.phases import WATCHED_FOR_SYMMETRIES, learns_symmetries
from scenarios.language.scenario import SYMMETRY, PhaseSpec, Scenario
from scenarios.language.writing import scenario_digest

MOST_SHOWN = 12
"""Labels of an axis that are listed; of more, the first and the last ones."""
_WAYS = 3
"""How many ways to play a phase are listed, if it differs from cell to cell."""


def grid_document(scenario: Scenario) -> dict[str, Any]:
    """Describe the grid."""
    return {
        "scenario": scenario.name,
        "title": scenario.title,
        "about": scenario.about,
        "runs": scenario.runs,
        "seed": scenario.seed,
        "trace": scenario.trace,
        "axes": {name: list(labels) for name, labels in scenario.axes.items()},
        "cells": [dict(cell.labels) for cell in scenario.cells],
        "phases": _phases(scenario),
        "most_contests": most_contests(scenario),
        "tables": [table.title for table in scenario.tables],
        "loads": list(scenario.loads),
        "digest": scenario_digest(scenario),
    }


def grid_view(scenario: Scenario, *, time: str = "", detects: str = "") -> RenderableType:
    """Show the grid, and if that is given, how long it will take and what its runs can detect."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, labels in scenario.axes.items():
        table.add_row(f"axis {name}", f"{len(labels)}: {_listed(labels)}")
    for name, ways in _phases(scenario).items():
        shown = ways[:_WAYS] + (
            [f"... and {how_many(len(ways) - _WAYS, 'other way')}"] if len(ways) > _WAYS else []
        )
        table.add_row(f"phase {name}", "\n".join(shown))
    table.add_row("cells", f"{len(scenario.cells):,}")
    table.add_row("runs", f"{scenario.runs:,} of each cell, seed {scenario.seed}")
    table.add_row("contests", f"at most {most_contests(scenario):,}")
    if time:
        table.add_row("time", time)
    if detects:
        table.add_row("detects", detects)
    for each in scenario.tables:
        phases = ", ".join(each.phases_of_interest)
        table.add_row("table", f"{each.title}: {each.measure} of phase {phases}")
    for path in scenario.loads:
        table.add_row("loads", path)
    head = [Text(scenario.title, style="bold")]
    head += [Text("\n\n".join(_paragraphs(scenario.about)))] if scenario.about.strip() else []
    return Group(*head, Text(), table)


def _paragraphs(text: str) -> list[str]:
    """Return what stands between empty lines, each in one line: where it is broken is up to the terminal."""
    return [" ".join(each.split()) for each in re.split(r"\n\s*\n", text.strip())]


def most_contests(scenario: Scenario) -> int:
    """Return how many contests are played or watched if no phase ends early."""
    watched = WATCHED_FOR_SYMMETRIES * sum(map(learns_symmetries, scenario.cells))
    played = sum(phase.contests for cell in scenario.cells for phase in cell.phases)
    return scenario.runs * (watched + played)


def phase_words(phase: PhaseSpec) -> str:
    """Say in words what happens in a phase."""
    who = {
        "play": f"Hoyle plays against {phase.against} and learns",
        "watch": f"Hoyle watches {' and '.join(phase.watch or ())} and learns",
        "no": f"Hoyle plays against {phase.against} and does not learn",
    }[phase.learn]
    parts = [who, _length(phase)]
    if phase.first != "alternate" and phase.learn != "watch":
        parts.append(f"{'Hoyle' if phase.first == 'hoyle' else 'the other'} moves first")
    if phase.tune is not None:
        dropped = "irrelevant Advisors dropped, " if phase.tune.drop else ""
        parts.append(f"tuned: {dropped}{phase.tune.double} doubled")
    if phase.review:
        also = f", {' and '.join(phase.also_review)} too" if phase.also_review else ""
        parts.append(f"then the Advisors are reviewed{also}")
    return "; ".join(parts)


def _length(phase: PhaseSpec) -> str:
    rules = phase.until.words
    if not rules:
        return how_many(phase.contests, "contest")
    return f"until {rules}, at most {how_many(phase.contests, 'contest')}"


def _phases(scenario: Scenario) -> dict[str, list[str]]:
    """Return, for each phase, every way in which it is played."""
    found: dict[str, dict[str, None]] = {}
    if any(map(learns_symmetries, scenario.cells)):
        where = "" if all(map(learns_symmetries, scenario.cells)) else ", in cells with symmetry"
        found[SYMMETRY] = {
            f"Hoyle watches and learns symmetries{where}; {WATCHED_FOR_SYMMETRIES} contests": None
        }
    for cell in scenario.cells:
        for phase in cell.phases:
            found.setdefault(phase.name, {})[phase_words(phase)] = None
    return {name: list(ways) for name, ways in found.items()}


def _listed(labels: tuple[str, ...]) -> str:
    if len(labels) <= MOST_SHOWN:
        return ", ".join(labels)
    half = MOST_SHOWN // 2
    return ", ".join((*labels[:half], "...", *labels[-half:]))
