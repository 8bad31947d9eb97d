"""The folder of an experiment: what it was begun with, kept there so that it can be read long after."""

from collections.abc import Iterable
from pathlib import Path

import attrs

from agents.plugins.sibling_imports import sources_beside
from games import BadFile, read_bytes, write_atomically
from scenarios.experiment.store import Store
from scenarios.language.reading import read_scenario
from scenarios.language.scenario import Scenario
from scenarios.language.writing import scenario_digest, write_scenario

SCENARIO = "scenario.toml"
"""The file of the scenario."""
KNOWN = "known.hoyle"
"""The file of what every run knows at its start, if the scenario names one."""
CODE = "code"
"""The folder of the files that a scenario loads; files from a second folder are in code-2, and so on."""


def make_folder(folder: Path) -> None:
    """Make a folder and its parents, unless they exist."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"cannot make folder '{folder}': {error.strerror}; choose another folder") from error


def keep_scenario(scenario: Scenario, folder: Path) -> None:
    """Write a scenario, what its runs know at their start, and the files that it loads."""
    if scenario.knowledge is not None:
        write_atomically(folder / KNOWN, read_bytes(scenario.knowledge))
    write_atomically(folder / SCENARIO, write_scenario(scenario).encode())
    _keep_sources(scenario.loads, folder)


def read_begun(folder: Path) -> Scenario:
    """Read the scenario that an experiment was begun with; BadFile if it means something else by now."""
    scenario = read_scenario(folder / SCENARIO)
    if (folder / KNOWN).exists():
        scenario = attrs.evolve(scenario, knowledge=folder / KNOWN)
    with Store(folder) as store:
        begun = store.meta().get("scenario_digest")
    if scenario_digest(scenario) != begun:
        raise BadFile(
            f"what {folder / SCENARIO} loads has changed since the experiment began; choose another folder"
        )
    return scenario


def _keep_sources(files: Iterable[str], folder: Path) -> None:
    """Copy files, and the modules beside them that they import, each folder into one of its own."""
    for file, copy in kept_sources(files, folder).items():
        for source in (file, *sources_beside(file).values()):
            target = copy.parent / source.relative_to(file.parent)
            make_folder(target.parent)
            write_atomically(target, read_bytes(source))


def kept_sources(files: Iterable[str], folder: Path) -> dict[Path, Path]:
    """Return the path of the copy of each file."""
    places: dict[Path, str] = {}
    kept = {}
    for file in (Path(each).resolve() for each in files):
        name = places.setdefault(file.parent, f"{CODE}-{len(places) + 1}" if places else CODE)
        kept[file] = folder / name / file.name
    return kept
