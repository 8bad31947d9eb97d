"""The list of bundled scenarios."""

from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from scenarios.cli.scores import counted
from scenarios.experiment.preview import most_contests
from scenarios.language.reading import bundled_names, read_scenario
from scenarios.language.scenario import Scenario


def bundled_documents() -> list[dict[str, Any]]:
    """Describe each bundled scenario in a few figures."""
    return [_document(read_scenario(name)) for name in bundled_names()]


def _document(scenario: Scenario) -> dict[str, Any]:
    return {
        "scenario": scenario.name,
        "title": scenario.title,
        "games": list(dict.fromkeys(cell.game for cell in scenario.cells)),
        "cells": len(scenario.cells),
        "runs": scenario.runs,
        "most_contests": most_contests(scenario),
    }


def bundled_view(documents: list[dict[str, Any]]) -> Group:
    """Show the bundled scenarios, and how to run one."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for each in documents:
        table.add_row(each["scenario"], each["title"])
        table.add_row("", Text(_size(each), style="dim"))
    usage = "hoyle run NAME runs one of these; hoyle run NAME --dry-run describes it."
    return Group(table, Text(), Text(usage))


def _size(each: dict[str, Any]) -> str:
    cells, runs = counted(each["cells"], "cells"), counted(each["runs"], "runs")
    return (
        f"{cells} x {runs}, at most {counted(each['most_contests'], 'contests')}: {', '.join(each['games'])}"
    )
