"""Checks a draft: every key is known and in its place, every value is of its kind. The result are choices."""

from collections.abc import Mapping
from typing import Any

import attrs

from control.settings.declarations import Setting
from control.settings.kinds import ONLY_TABLE
from control.settings.toml_text import show_value
from games import BadOption, DuplicateName, HoyleError, UnknownName
from scenarios.language.drafts import Draft, dotted
from scenarios.language.line_numbers import Path
from scenarios.language.scenario import PHASE_AXIS, SYMMETRY
from scenarios.language.schema import NAMED, PHASE, SCENARIO, TABLE, VARIANT, find_key, in_order
from scenarios.language.sweeps import Axis, Choice, check_size, sweep_axis


@attrs.frozen
class Checked:
    """The values of a draft, each at the path of its key."""

    choices: Mapping[Path, Choice]
    phases: tuple[str, ...]
    axes: tuple[Axis, ...]


def check_draft(draft: Draft) -> Checked:
    """Check every key but those of tables, and find the axes of the sweep."""
    checker = _Checker(draft)
    checker.check_table(draft.keys, SCENARIO, ())
    phases = _phases(draft)
    variants = _variant_axes(draft, phases)
    axes = _axes(draft, checker.choices, variants)
    try:
        check_size(axes)
    except HoyleError as error:
        raise draft.wrong((), error) from None
    return Checked(checker.choices, phases, tuple(axes))


def choice_of(key: Setting, name: str, value: Any) -> Choice:
    """Read the value at a key, or a list of values to sweep over."""
    if key.kind is ONLY_TABLE:
        raise BadOption(f"{name} is {show_value(value)}; it must be {key.words}, such as {key.example}")
    is_sweep = key.sweeps and isinstance(value, list)
    if is_sweep and key.kind.is_list:
        is_sweep = any(isinstance(each, list) for each in value)
    given = value if is_sweep else [value]
    if not given:
        raise BadOption(f"{name} is an empty list; give at least one value, or leave the key out")
    values = tuple(key.kind.read(name, each) for each in given)
    labels = tuple(map(key.kind.label, values))
    for label in labels:
        if labels.count(label) > 1:
            raise DuplicateName(f"{name} has {label!r} twice; give each value of a sweep once")
    return Choice(values, labels, is_sweep, key.sweeps)


class _Checker:
    """Checks the tables of a draft, and collects their choices."""

    def __init__(self, draft: Draft, at: Path = ()) -> None:
        self.choices: dict[Path, Choice] = {}
        self._draft = draft
        self._at = at
        """Where in the draft the tables are."""

    def check_table(self, keys: Mapping[str, Any], table: str, path: Path) -> None:
        """Check a table and those in it."""
        for name in in_order(keys):
            here = (*path, name)
            try:
                key = find_key(table, name)
                if key.is_name:
                    raise BadOption(f"the {name} of a {table} identifies it and cannot be changed here")
            except HoyleError as error:
                raise self._wrong(here, error) from None
            self._check(key, keys[name], here)

    def _check(self, key: Setting, value: Any, path: Path) -> None:
        if key.table is not None and key.key in NAMED:
            if key.key == PHASE:
                self._check_phases(key, value, path)
        elif key.entries is not None:
            self._check_entries(key, value, path)
        elif key.table is not None and isinstance(value, dict):
            if key.has_short_form:
                self.choices[path] = Choice((True,), ("true",), can_sweep=key.sweeps)
            self.check_table(value, key.key, path)
        else:
            self._check_value(key, value, path)

    def _check_phases(self, key: Setting, value: Any, path: Path) -> None:
        for name, phase in self._table(key, value, path).items():
            if not isinstance(phase, dict):
                error = BadOption(
                    f"{name} is {show_value(phase)}; it must be a table with the keys of a phase"
                )
                raise self._wrong((*path, name), error)
            self.check_table(phase, PHASE, (*path, name))

    def _check_entries(self, key: Setting, value: Any, path: Path) -> None:
        known = tuple(key.entries() if key.entries else ())
        for name, each in self._table(key, value, path).items():
            if known and name not in known:
                error = UnknownName.of(f"entry of {key.key}", name, known, f"there are {', '.join(known)}")
                raise self._wrong((*path, name), error)
            self._check_value(key.entry(name), each, (*path, name))

    def _check_value(self, key: Setting, value: Any, path: Path) -> None:
        try:
            self.choices[path] = choice_of(key, dotted(path), value)
        except HoyleError as error:
            raise self._wrong(self._culprit(key, value, path), error) from None

    def _culprit(self, key: Setting, value: Any, path: Path) -> Path:
        """Find the wrong element of a sweep, because it may have a line of its own."""
        if key.sweeps and isinstance(value, list):
            for number, each in enumerate(value):
                try:
                    key.kind.read("", [each] if key.kind.is_list and isinstance(each, str) else each)
                except HoyleError:
                    return (*path, number)
        return path

    def _table(self, key: Setting, value: Any, path: Path) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        error = BadOption(f"{dotted(path)} is {show_value(value)}; it must be a table, such as {_one(key)}")
        raise self._wrong(path, error)

    def _wrong(self, path: Path, error: HoyleError) -> HoyleError:
        return self._draft.wrong((*self._at, *path), error)


def _one(key: Setting) -> str:
    return " / ".join(key.example.splitlines())


def _phases(draft: Draft) -> tuple[str, ...]:
    phases = tuple(draft.keys.get(PHASE, ()))
    if not phases:
        raise draft.wrong((), BadOption("there is no phase; write [[phase]] with contests = 100 in it"))
    if SYMMETRY in phases:
        error = BadOption(
            f"a phase cannot be named {SYMMETRY!r}: symmetries are learned in a phase of that name;"
            " give it another name"
        )
        raise draft.wrong((PHASE, SYMMETRY), error)
    return phases


def _variant_axes(draft: Draft, phases: tuple[str, ...]) -> list[Axis]:
    return [_variant_axis(draft, name, each, phases) for name, each in draft.keys.get(VARIANT, {}).items()]


def _variant_axis(draft: Draft, axis: str, variants: Any, phases: tuple[str, ...]) -> Axis:
    points: list[Mapping[Path, Any]] = []
    labels: list[Mapping[Path, Any]] = []
    for name, keys in variants.items():
        at = (VARIANT, axis, name)
        for phase in keys.get(PHASE, {}) if isinstance(keys.get(PHASE), dict) else ():
            if phase not in phases:
                error = UnknownName.of("phase", phase, phases, f"there are {', '.join(phases)}")
                raise draft.wrong((*at, PHASE, phase), error)
        found = _variant_values(draft, keys, at)
        labels.append({path: value for path, value in found.items() if path[0] == "labels"})
        points.append({path: value for path, value in found.items() if path[0] != "labels"})
    extra = _extra(draft, axis, dict(zip(variants, labels, strict=True)))
    return Axis(axis, tuple(variants), tuple(points), extra)


def _variant_values(draft: Draft, keys: Mapping[str, Any], at: Path) -> dict[Path, Any]:
    checker = _Checker(draft, at)
    checker.check_table(keys, VARIANT, ())
    for path, choice in checker.choices.items():
        if choice.is_sweep:
            error = BadOption(
                f"{dotted(path)} is a list; a variant has one value for each key: write two variants"
            )
            raise draft.wrong((*at, *path), error)
    return {path: choice.values[0] for path, choice in checker.choices.items()}


def _extra(draft: Draft, axis: str, labels: Mapping[str, Mapping[Path, Any]]) -> dict[str, tuple[str, ...]]:
    first = list(next(iter(labels.values()), {}))
    for name, each in labels.items():
        if set(each) != set(first):
            names = ", ".join(str(path[-1]) for path in first) or "none"
            error = BadOption(
                f"variant {name!r} has other labels than the first of its axis, which has {names};"
                " give all of them the same labels"
            )
            raise draft.wrong((VARIANT, axis, name), error)
    return {str(path[-1]): tuple(each[path] for each in labels.values()) for path in first}


def _axes(draft: Draft, choices: Mapping[Path, Choice], variants: list[Axis]) -> list[Axis]:
    """Return all axes in order; no two of them may change the same key."""
    named = _named_by_tables(draft)
    swept = {
        path: choice
        for path, choice in choices.items()
        if choice.is_sweep or (choice.can_sweep and dotted(path) in named)
    }
    for axis in variants:
        for point, label in zip(axis.points, axis.labels, strict=True):
            for path in point:
                if path in choices and choices[path].is_sweep:
                    error = BadOption(
                        f"variant {label!r} sets {dotted(path)}, which is swept already; leave one out"
                    )
                    raise draft.wrong((VARIANT, axis.name, label, *path), error)
        swept = {path: choice for path, choice in swept.items() if not any(path in p for p in axis.points)}
    _check_apart(draft, variants)
    sweeps = [sweep_axis(dotted(path), path, choice) for path, choice in swept.items()]
    order = in_order([*dict.fromkeys(str(path[0]) for path in swept), VARIANT])
    early = order[: order.index(VARIANT)]
    axes = [axis for axis in sweeps if axis.name.partition(".")[0] in early]
    axes += variants
    axes += [axis for axis in sweeps if axis not in axes]
    _check_names(draft, axes)
    return axes


def _named_by_tables(draft: Draft) -> set[str]:
    """Return the axes that tables name; a key that they name is an axis even with a single value."""
    tables = draft.keys.get(TABLE, {})
    asked = (table.get(key) for table in tables.values() for key in ("rows", "columns", "split"))
    return {name for name in asked if isinstance(name, str)}


def _check_apart(draft: Draft, variants: list[Axis]) -> None:
    owners: dict[Path, str] = {}
    for axis in variants:
        for path, label in _first_owners(axis).items():
            if owners.setdefault(path, axis.name) != axis.name:
                error = BadOption(
                    f"axes {owners[path]!r} and {axis.name!r} both set {dotted(path)}; set it on one of them"
                )
                raise draft.wrong((VARIANT, axis.name, label, *path), error)


def _first_owners(axis: Axis) -> dict[Path, str]:
    """Return which variant of an axis is the first to set each path."""
    found: dict[Path, str] = {}
    for label, point in zip(axis.labels, axis.points, strict=True):
        for path in point:
            found.setdefault(path, label)
    return found


def _check_names(draft: Draft, axes: list[Axis]) -> None:
    seen = {PHASE_AXIS}
    for axis in axes:
        for name in (axis.name, *axis.extra):
            if name in seen:
                error = DuplicateName(f"two axes are named {name!r}; give one of them another name")
                raise draft.wrong((VARIANT,), error)
            seen.add(name)
