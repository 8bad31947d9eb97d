"""Opening the folder of an experiment: a new one, or one that was begun with the same scenario."""

import datetime as dt
import importlib.metadata
import platform
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from games import BadFile, BadOption, clear_unfinished
from games.counting import how_many
from scenarios.experiment.folders import keep_scenario, make_folder
from scenarios.experiment.locks import LOCK, locked
from scenarios.experiment.resuming import check_resumable
from scenarios.experiment.run_files import KNOWLEDGE
from scenarios.experiment.store import DIGEST, FILE, STOPPED, TUNING, VERSION, WALL, Store
from scenarios.language.scenario import Scenario
from scenarios.language.writing import scenario_digest, write_scenario

PACKAGES = ("hoyle", "trio", "attrs", "msgpack", "numpy")
_RENAMED = {"within": "indifference"}
"""What earlier versions called a property of a race."""
_WORDS = {"name", "title", "about", "runs", "trace", "table", "load", "brake"}
"""Keys that may differ when an experiment is resumed; changed files are found by the digest alone."""


def check_free(folder: Path, *, resume: bool) -> None:
    """Refuse a folder that holds results, unless they are to be resumed, or that holds anything else."""
    if (folder / FILE).exists():
        if not resume:
            raise BadOption(
                f"{folder} already holds results; add --resume to continue, or choose another folder"
            )
    elif _is_taken(folder):
        raise BadOption(
            f"'{folder}' holds files but no results of an experiment, and they might be overwritten;"
            " choose a folder that is empty or does not exist yet"
        )


def check_begun(folder: Path) -> None:
    """Refuse to resume where no experiment has begun."""
    if not (folder / FILE).exists():
        raise BadOption(
            f"nothing to resume: there are no results in '{folder}'; leave out --resume to start there,"
            " or name the folder of the results"
        )


def _is_taken(folder: Path) -> bool:
    """Return whether a folder holds anything but the lock of an experiment that has not begun."""
    try:
        return folder.is_dir() and any(each.name != LOCK for each in folder.iterdir())
    except OSError as error:
        raise BadFile(f"cannot read folder '{folder}': {error.strerror}; choose another folder") from error


@contextmanager
def opened_folder(
    folder: Path, scenario: Scenario, *, resume: bool, tuning: Mapping[str, Any] | None = None
) -> Iterator[Store]:
    """Lock a folder and open its store: a new one, or with `resume` one that was begun with this scenario.

    `tuning` identifies a race. An experiment cannot continue a race, nor a race an experiment.
    """
    make_folder(folder)
    with locked(folder):
        check_free(folder, resume=resume)
        if (folder / FILE).exists():
            check_resumable(folder, scenario)
        with Store(folder, is_shared=True) as store:
            _check_same(store, scenario, tuning)
            if tuning is None:
                _check_runs(store, scenario)
            store.upgrade_runs()
            for place in (folder, folder / KNOWLEDGE):
                clear_unfinished(place)
            _write_down(store, scenario, tuning)
            store.forget_failures()
            try:
                yield store
                store.set_meta({DIGEST: store.digest()})
            finally:
                store.checkpoint()


def _check_same(store: Store, scenario: Scenario, tuning: Mapping[str, Any] | None) -> None:
    """Refuse to continue results of something else; BadOption names what differs."""
    meta = store.meta()
    begun = meta.get(TUNING)
    if begun is not None:
        begun = {_RENAMED.get(key, key): value for key, value in begun.items()}
    if not meta or (begun == tuning and meta.get("scenario_digest") == scenario_digest(scenario)):
        return
    folder, remedy = store.folder, "choose another folder"
    if (begun is None) != (tuning is None):
        what, command = ("an experiment", "run") if begun is None else ("a tuning", "tune")
        raise BadOption(f"{folder} holds results of {what}; resume it with hoyle {command}, or {remedy}")
    texts = str(meta.get("scenario") or ""), write_scenario(scenario)
    there, here = (begun, tuning) if begun and tuning else map(tomllib.loads, texts)
    differ = [key for key in {**there, **here} if key not in _WORDS and there.get(key) != here.get(key)]
    what = ", ".join(differ) or "a file that it loads"
    raise BadOption(f"{folder} was begun with another scenario, different in: {what}; {remedy}")


def _check_runs(store: Store, scenario: Scenario) -> None:
    """Refuse to show fewer runs than a folder holds."""
    if (begun := store.begun_runs()) > scenario.runs:
        raise BadOption(
            f"{store.folder} holds {how_many(begun, 'run')} of a cell, but the scenario wants"
            f" {scenario.runs}; raise runs, or choose another folder"
        )


def _write_down(store: Store, scenario: Scenario, tuning: Mapping[str, Any] | None) -> None:
    """Write what is run into the folder and the store."""
    meta, folder = store.meta(), store.folder
    keep_scenario(scenario, folder)
    store.set_cells(scenario.cells)
    store.set_meta(
        {
            "version": VERSION,
            "scenario": write_scenario(scenario),
            "scenario_digest": scenario_digest(scenario),
            WALL: [number for number, cell in enumerate(scenario.cells) if cell.clock.clock == "wall"],
            "name": scenario.name,
            "title": scenario.title,
            "about": scenario.about,
            "seed": scenario.seed,
            "runs": scenario.runs,
            "margin": scenario.margin,
            "versions": _versions(),
            "started": meta.get("started") or dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
            "tables": [attrs.asdict(table) for table in scenario.tables],
            "axes": {axis: list(labels) for axis, labels in scenario.axes.items()},
            STOPPED: "",
            DIGEST: "",
            **({TUNING: dict(tuning)} if tuning is not None else {}),
        }
    )


def _versions() -> dict[str, str]:
    """Return the versions of Python and the packages that results may depend on."""
    return {
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in PACKAGES},
    }
