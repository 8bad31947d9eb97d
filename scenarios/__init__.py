"""What is studied?"""

from blackboard import Contest
from scenarios.contest import play_contest
from scenarios.experiment import run_experiment
from scenarios.grid import grid_document, grid_view
from scenarios.reading import build_scenario, bundled_names, read_scenario
from scenarios.scenario import Scenario
from scenarios.writing import scenario_digest, write_scenario

__all__ = [
    "Contest",
    "Scenario",
    "build_scenario",
    "bundled_names",
    "grid_document",
    "grid_view",
    "play_contest",
    "read_scenario",
    "run_experiment",
    "scenario_digest",
    "write_scenario",
]
