"""What is studied?"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blackboard import Contest
    from scenarios.experiment.completeness import FailedRun, IncompleteExperiment
    from scenarios.experiment.preview import grid_document, grid_view
    from scenarios.experiment.runner import run_experiment
    from scenarios.language.measures import Measure, register_measure
    from scenarios.language.reading import build_scenario, bundled_names, read_scenario
    from scenarios.language.scenario import Scenario
    from scenarios.language.writing import scenario_digest, write_scenario
    from scenarios.play.contests import play_contest
    from scenarios.report.exhibit import Chart, Exhibit
    from scenarios.report.section_registry import register_section
    from scenarios.results import Results

__all__ = [
    "Chart",
    "Contest",
    "Exhibit",
    "FailedRun",
    "IncompleteExperiment",
    "Measure",
    "Results",
    "Scenario",
    "build_scenario",
    "bundled_names",
    "grid_document",
    "grid_view",
    "play_contest",
    "read_scenario",
    "register_measure",
    "register_section",
    "run_experiment",
    "scenario_digest",
    "write_scenario",
]

_HOMES = {
    "Chart": "scenarios.report.exhibit",
    "Contest": "blackboard",
    "Exhibit": "scenarios.report.exhibit",
    "FailedRun": "scenarios.experiment.completeness",
    "IncompleteExperiment": "scenarios.experiment.completeness",
    "Measure": "scenarios.language.measures",
    "Results": "scenarios.results",
    "Scenario": "scenarios.language.scenario",
    "build_scenario": "scenarios.language.reading",
    "bundled_names": "scenarios.language.reading",
    "grid_document": "scenarios.experiment.preview",
    "grid_view": "scenarios.experiment.preview",
    "play_contest": "scenarios.play.contests",
    "read_scenario": "scenarios.language.reading",
    "register_section": "scenarios.report.section_registry",
    "register_measure": "scenarios.language.measures",
    "run_experiment": "scenarios.experiment.runner",
    "scenario_digest": "scenarios.language.writing",
    "write_scenario": "scenarios.language.writing",
}
"""The module of each name; it is imported on first use, so that the command line starts at once."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
