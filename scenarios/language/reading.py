"""Reading scenarios: a TOML file, a bundled one by name, a Python script, or keys from a notebook."""

import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from agents import register_advisor
from agents.contestants.program_contestant import beside, found_beside
from control import Loaded
from control.settings.declarations import settings_of
from control.settings.toml_text import show_value
from games import (
    BadFile,
    BadOption,
    BadPlugin,
    HoyleError,
    UnknownName,
    fresh_registries,
    in_words,
    read_bytes,
)
from scenarios.language.building import build_cells, check_meant, check_used
from scenarios.language.checking import check_draft
from scenarios.language.drafts import Draft, keys_draft, lists_of, override_draft, text_draft
from scenarios.language.foreign_advisors import COMMAND, advisor_of
from scenarios.language.key_kinds import FILES, TEXT
from scenarios.language.loads import load_once, reading
from scenarios.language.scenario import Scenario
from scenarios.language.schema import ADVISOR, PHASE, VARIANT, find_key
from scenarios.language.sweeps import axis_labels
from scenarios.language.table_specs import build_tables

TOML, PYTHON = ".toml", ".py"
SCRIPT_NAME = "scenario"
"""What a script calls the scenario that it defines."""


def bundled_names() -> tuple[str, ...]:
    """Return the names of the bundled scenarios."""
    files = resources.files("scenarios.bundled").iterdir()
    return tuple(sorted(file.name.removesuffix(TOML) for file in files if file.name.endswith(TOML)))


def read_scenario(source: str | Path, *, overrides: Iterable[str] = ()) -> Scenario:
    """Read a scenario: the path of a `.toml` or `.py` file, or the name of a bundled one.

    An override is what `--set` takes: `runs=30`, `paradigm=[1, 2]`, `phase.learn.contests=50`.
    """
    file = _find(str(source), Path())
    with reading():
        draft = _file_draft(file, str(source) if file.suffix in str(source) else file.name, ())
        for text in overrides:
            over = override_draft(text, draft.keys)
            if "extends" in over.keys:
                raise over.wrong(
                    ("extends",),
                    BadOption("extends cannot be set here; write it in the file of the scenario"),
                )
            draft = _laid(draft, _files_resolved(over, Path()))
        return _made(draft, file.stem)


def build_scenario(**keys: Any) -> Scenario:
    """Make a scenario of the keys that a file may have: `phase`, `variant` and `table` are lists of dicts."""
    return made_of(keys, "build_scenario")


def made_of(keys: Mapping[str, Any], source: str) -> Scenario:
    """Make a scenario of keys; errors begin with `source`."""
    draft = keys_draft(keys, source)
    with reading():
        return _made(_extended(draft, Path(), ()), SCRIPT_NAME)


def resolve_text(text: str) -> Scenario:
    """Read a scenario that was written as one text; it must not load code."""
    draft = text_draft(text, SCRIPT_NAME)
    if foreign := {"load", "extends", ADVISOR} & draft.keys.keys():
        raise BadOption(f"this text cannot load anything; leave out {', '.join(sorted(foreign))}")
    return _made(draft, SCRIPT_NAME)


def _made(draft: Draft, name: str) -> Scenario:
    draft.keys.setdefault("name", name)
    _bring(draft)
    checked = check_draft(draft)
    cells = build_cells(draft, checked)
    check_used(draft, cells)
    check_meant(draft, cells)
    axes = axis_labels(checked.axes)
    tables = build_tables(draft, checked, axes)
    found = [(each.name, checked.choices.get((each.key,))) for each in settings_of(Scenario)]
    given = {name: choice.values[0] for name, choice in found if choice is not None}
    given.setdefault("title", given["name"])
    return Scenario(
        cells=cells,
        axes=axes,
        tables=tables,
        advisors=tuple({"name": name, **each} for name, each in draft.keys.get(ADVISOR, {}).items()),
        keys=lists_of(draft),
        **given,
    )


def _bring(draft: Draft) -> None:
    """Register the files and foreign Advisors of a scenario."""
    files = draft.keys.get("load", ())
    for number, path in enumerate(files):
        try:
            if path not in files[:number]:
                load_once(path)
        except HoyleError as error:
            raise draft.wrong(("load", number), error) from None
    for name, table in draft.keys.get(ADVISOR, {}).items():
        if not isinstance(table, dict):
            what = f"{name} is {show_value(table)}; it must be a table with the keys of an Advisor"
            raise draft.wrong((ADVISOR, name), BadOption(what))
        for key, value in table.items():
            try:
                find_key(ADVISOR, key).kind.read(key, value)
            except HoyleError as error:
                raise draft.wrong((ADVISOR, name, key), error) from None
        try:
            register_advisor(advisor_of({"name": name, **table}))
        except HoyleError as error:
            raise draft.wrong((ADVISOR, name), error) from None


def _find(text: str, folder: Path) -> Path:
    """Find a file: by its path from a folder, or by the name of a bundled scenario."""
    is_path = text.endswith((TOML, PYTHON)) or "/" in text or os.sep in text
    if is_path:
        return folder / text
    names = bundled_names()
    if text not in names:
        remedy = f"there are {', '.join(names)}; to name a file, write its {TOML} or {PYTHON} too"
        raise UnknownName.of("bundled scenario", text, names, remedy)
    return Path(str(resources.files("scenarios.bundled") / f"{text}{TOML}"))


def _file_draft(file: Path, shown: str, chain: tuple[Path, ...]) -> Draft:
    resolved = file.resolve()
    if resolved in chain:
        names = " extends ".join(each.name for each in (*chain[chain.index(resolved) :], resolved))
        raise BadOption(f"{shown}: the scenario extends itself: {names}; leave out one extends")
    if file.suffix == PYTHON:
        draft = _script_draft(file, shown)
    else:
        try:
            draft = text_draft(read_bytes(file).decode("utf-8-sig"), shown)
        except UnicodeDecodeError as error:
            raise BadFile(f"{shown}: the file is not UTF-8 (byte {error.start})") from None
    return _extended(draft, file.parent, (*chain, resolved))


def _extended(draft: Draft, folder: Path, chain: tuple[Path, ...]) -> Draft:
    """Return a draft with the keys of the one that it extends, if it extends one."""
    draft = _files_resolved(draft, folder)
    if "extends" not in draft.keys:
        return draft
    try:
        name = TEXT.read("extends", draft.keys.pop("extends"))
        base = _find(name, folder)
        if not base.is_file():
            raise BadFile(
                f"extends is {name!r}, but no such file is beside this one; give its path from here"
            )
    except HoyleError as error:
        raise draft.wrong(("extends",), error) from None
    return _laid(_file_draft(base, base.name, chain), draft)


def _laid(base: Draft, over: Draft) -> Draft:
    """Return a draft with the keys of another, which overrules it; the files of both are loaded."""
    loads = dict.fromkeys([*base.keys.get("load", ()), *over.keys.get("load", ())])
    laid = base.under(over)
    if loads:
        laid.keys["load"] = list(loads)
    return laid


def _files_resolved(draft: Draft, folder: Path) -> Draft:
    """Write the full paths of the files of a draft, which lie beside it: those it loads, and programs."""
    for name, table in draft.keys.get(ADVISOR, {}).items():
        if isinstance(table, dict) and "command" in table:
            try:
                words = COMMAND.read("command", table["command"])
            except HoyleError as error:
                raise draft.wrong((ADVISOR, name, "command"), error) from None
            table["command"] = [beside(word, folder) for word in words]
    for phase in _phase_tables(draft.keys):
        for key in ("against", "watch"):
            if key in phase:
                phase[key] = _programs_beside(phase[key], folder)
    if "load" in draft.keys:
        try:
            names = FILES.read("load", draft.keys["load"])
        except HoyleError as error:
            raise draft.wrong(("load",), error) from None
        draft.keys["load"] = [str((folder / name).resolve()) for name in names]
    return draft


def _phase_tables(keys: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tables that may name contestants, in phases and variants; they may be invalid otherwise."""
    variants = [each for axis in _tables(keys.get(VARIANT)) for each in _tables(axis)]
    for outer in (keys, *variants):
        yield from _tables(outer.get(PHASE))


def _tables(value: Any) -> list[dict[str, Any]]:
    return [each for each in value.values() if isinstance(each, dict)] if isinstance(value, dict) else []


def _programs_beside(value: Any, folder: Path) -> Any:
    """Write the full paths of files of which contestants consist, in one name or in lists of names."""
    if isinstance(value, list):
        return [_programs_beside(each, folder) for each in value]
    return found_beside(value, folder) if isinstance(value, str) else value


def _script_draft(file: Path, shown: str) -> Draft:
    """Run a script and return its scenario as a draft, which loads the script for what else it defines."""
    with fresh_registries():
        loaded = _run(file, shown)
        found = loaded.names.get(SCRIPT_NAME)
        if callable(found):
            try:
                found = found()
            except HoyleError as error:
                raise type(error)(f"{shown}: {error}") from error
            except Exception as error:
                raise BadPlugin(f"{shown}: {SCRIPT_NAME}() failed: {in_words(error)}") from error
    if isinstance(found, Scenario):
        found = found.keys
    if not isinstance(found, Mapping):
        raise BadFile(
            f"{shown} defines no scenario; write {SCRIPT_NAME} = {{...}} or def {SCRIPT_NAME}(): ... in it"
        )
    keys = dict(found)
    if loaded:
        keys["load"] = [*keys.get("load", ()), file.name]
    return keys_draft(keys, shown)


def _run(file: Path, shown: str) -> Loaded:
    if not file.is_file():
        read_bytes(file)
    try:
        return load_once(file, may_be_empty=True)
    except BadPlugin as error:
        if isinstance(error.__cause__, HoyleError):
            remedy = (
                f"make {SCRIPT_NAME} a function, so that what the file defines is there when it is called"
            )
            raise type(error.__cause__)(f"{shown}: {error.__cause__}; {remedy}") from None
        raise
