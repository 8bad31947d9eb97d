"""Builds the tables of a scenario, and checks their axes and the labels of their figures."""

from collections.abc import Mapping, Sequence
from typing import Any

from control.settings.toml_text import show_value
from games import BadOption, HoyleError, UnknownName
from scenarios.language.checking import Checked, choice_of
from scenarios.language.drafts import Draft, dotted
from scenarios.language.key_kinds import NUMBER
from scenarios.language.line_numbers import Path
from scenarios.language.scenario import PHASE_AXIS, TableSpec
from scenarios.language.schema import PHASE, TABLE, check_complete, find_key, in_order, key_at

AXES = ("split", "rows", "columns")
"""In the order of the labels of a paper's figure."""
PHASES = "phases"
"""The key with the phases to show, if phases are an axis."""


def build_tables(draft: Draft, checked: Checked, axes: Mapping[str, Sequence[str]]) -> tuple[TableSpec, ...]:
    """Make the tables; figures for overruled labels are left out, from the draft too."""
    axes = {**axes, PHASE_AXIS: checked.phases}
    known = {name: (*labels, *_former(draft, checked, name)) for name, labels in axes.items()}
    given = [dotted(path) for path, choice in checked.choices.items() if choice.can_sweep]
    return tuple(
        _table(_Desk(draft, (TABLE, title), axes, known, given), title, keys, checked.phases)
        for title, keys in draft.keys.get(TABLE, {}).items()
    )


def _former(draft: Draft, checked: Checked, axis: str) -> list[str]:
    """Return the labels that an axis had before `--set`, or a file that extends another, changed it."""
    found: list[str] = []
    for path in checked.choices:
        if dotted(path) == axis:
            for value in draft.former.get(path, ()):
                try:
                    found += choice_of(key_at(path), axis, value).labels
                except HoyleError:
                    continue
    return found


class _Desk:
    """Checks one table."""

    def __init__(
        self,
        draft: Draft,
        at: Path,
        axes: Mapping[str, Sequence[str]],
        known: Mapping[str, Sequence[str]],
        given: Sequence[str],
    ) -> None:
        self.axes = axes
        self.known = known
        self._given = given
        self._draft = draft
        self._at = at

    def wrong(self, path: Path, error: HoyleError) -> HoyleError:
        return self._draft.wrong((*self._at, *path), error)

    def read(self, name: str, value: Any) -> Any:
        try:
            key = find_key(TABLE, name)
            if key.is_name:
                raise BadOption(f"the {name} of a table identifies it and cannot be changed here")
            return value if name == "paper" else key.kind.read(name, value)
        except HoyleError as error:
            raise self.wrong((name,), error) from None

    def narrow(self, axis: str, labels: Sequence[str]) -> None:
        """Show only these labels of an axis; figures of other labels are left out."""
        self.axes = {**self.axes, axis: labels}

    def check_axis(self, key: str, name: str) -> None:
        if name and name not in self.axes:
            known = list(dict.fromkeys([*self.axes, *self._given]))
            error = UnknownName.of("axis", name, known, f"{key} is one of {', '.join(known)}")
            raise self.wrong((key,), error)

    def figures(self, value: Any, axes: list[str], path: Path) -> Any:
        """Check the figures of a paper down to the last axis; leave out those of overruled labels."""
        if not axes:
            return self._figure(value, path)
        if not isinstance(value, dict):
            error = BadOption(
                f"{dotted(path)} is {show_value(value)}; it must be a table by the labels of {axes[0]}"
            )
            raise self.wrong(path, error)
        for label in value:
            if label not in self.known[axes[0]]:
                known = self.axes[axes[0]]
                unknown = UnknownName.of(f"label of {axes[0]}", label, known, f"there are {', '.join(known)}")
                raise self.wrong((*path, label), unknown)
        for label in [each for each in value if each not in self.axes[axes[0]]]:
            del value[label]
        return {label: self.figures(each, axes[1:], (*path, label)) for label, each in value.items()}

    def _figure(self, value: Any, path: Path) -> Any:
        name = dotted(path)
        try:
            if isinstance(value, list):
                return [NUMBER.read(name, each) for each in value]
            return NUMBER.read(name, value)
        except HoyleError as error:
            raise self.wrong(path, error) from None


def _table(desk: _Desk, title: str, keys: dict[str, Any], phases: tuple[str, ...]) -> TableSpec:
    given = {name: desk.read(name, keys[name]) for name in in_order(keys)}
    try:
        check_complete(TABLE, title, given)
    except HoyleError as error:
        raise desk.wrong((), error) from None
    for each in AXES:
        desk.check_axis(each, given.get(each, ""))
    axes = [given[key] for key in AXES if given.get(key)]
    if len(set(axes)) < len(axes):
        raise desk.wrong(
            (), BadOption(f"table {title!r} names an axis twice; rows, columns and split must differ")
        )
    if PHASE_AXIS in axes:
        given |= {PHASES: _phases(desk, title, given, phases), PHASE: ""}
        desk.narrow(PHASE_AXIS, given[PHASES])
    else:
        given[PHASE] = _phase(desk, title, given, phases)
    paper = desk.figures(keys["paper"], axes, ("paper",)) if "paper" in given else {}
    return TableSpec(title=title, **{**given, "paper": paper})


def _phases(desk: _Desk, title: str, given: Mapping[str, Any], phases: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of the axis of phases."""
    if PHASE in given:
        error = BadOption(
            f"phases are an axis of table {title!r}; leave {PHASE} out, or list phases in {PHASES}"
        )
        raise desk.wrong((PHASE,), error)
    found: tuple[str, ...] = given.get(PHASES, phases)
    for each in found:
        _check_phase(desk, PHASES, each, phases)
    return found


def _phase(desk: _Desk, title: str, given: Mapping[str, Any], phases: tuple[str, ...]) -> str:
    """Return the phase that a table measures."""
    if PHASES in given:
        remedy = f'write columns = "{PHASE_AXIS}", or leave {PHASES} out'
        raise desk.wrong((PHASES,), BadOption(f"table {title!r} has no axis of phases; {remedy}"))
    if PHASE not in given and len(phases) > 1:
        there = ", ".join(phases)
        raise desk.wrong(
            (), BadOption(f"table {title!r} names no phase; write {PHASE} = ..., one of {there}")
        )
    phase: str = given.get(PHASE, phases[0])
    _check_phase(desk, PHASE, phase, phases)
    return phase


def _check_phase(desk: _Desk, key: str, phase: str, phases: tuple[str, ...]) -> None:
    if phase not in phases:
        raise desk.wrong((key,), UnknownName.of("phase", phase, phases, f"there are {', '.join(phases)}"))
