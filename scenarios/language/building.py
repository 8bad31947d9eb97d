"""Builds cells from choices, each with its phases, and tries them out, so that a run cannot fail later."""

import functools
from collections.abc import Callable, Iterable
from typing import Any

import attrs

from agents import LEARNERS, all_advisors
from control import SHARED, Budgets, parse_duration
from control.hearing.clock_options import ClockOptions
from control.settings.declarations import DEFAULT, LEARNING, Scope, Setting, settings_of
from control.settings.hoyle_options import HoyleOptions, check_order
from games import BadOption, HoyleError
from scenarios.language.checking import Checked
from scenarios.language.drafts import Draft, dotted
from scenarios.language.line_numbers import Path
from scenarios.language.scenario import CellSpec, PhaseSpec
from scenarios.language.schema import PHASE, check_complete
from scenarios.language.stop_rules import RULES, TOGETHER
from scenarios.language.sweeps import Cell, grid
from scenarios.play.named_contestants import read_contestant

_HOYLE = tuple(settings_of(HoyleOptions, Scope.PHASE))
_CLOCK = tuple(settings_of(ClockOptions, Scope.CELL))
_OWN_COST = "own_cost"
_BY_ADVISOR = tuple(each.key for each in _HOYLE if each.entries is not None and not each.kinds)


def build_cells(draft: Draft, checked: Checked) -> tuple[CellSpec, ...]:
    """Make every cell of the grid."""
    trial = _Trial(draft)
    cells = []
    for cell in grid(checked.choices, checked.axes):
        trial.cell = cell
        cells.append(_cell_spec(cell, checked.phases, trial))
    return tuple(cells)


def _cell_spec(cell: Cell, phases: tuple[str, ...], trial: "_Trial") -> CellSpec:
    if ("game",) not in cell.values:
        raise trial.wrong((), BadOption('no game is given; write game = "tic-tac-toe"'))
    spec = CellSpec(
        labels=cell.labels,
        clock=ClockOptions(**_given(cell, _CLOCK, ())),
        **_given(cell, settings_of(CellSpec), ()),
    )
    trial.run(("options",), ("game",), (spec.game, str(spec.options)), spec.make_game)
    trial.run(("clock",), (), (str(spec.clock),), spec.clock.make)
    made = tuple(_phase_spec(cell, name, trial) for name in phases)
    for phase in made:
        _check_suited(spec, phase, trial)
        terms = phase.hoyle.order, phase.hoyle.schedule, str(spec.clock.processors)
        check = functools.partial(check_order, phase.hoyle, spec.clock.processors)
        trial.run((PHASE, phase.name, "order"), ("order",), terms, check)
    learned = False
    for phase in made:
        if phase.tune is not None and not learned:
            error = BadOption(
                f"phase {phase.name!r} is tuned, but no phase before it learns; leave tune out,"
                ' or write learn = "play" in one'
            )
            raise trial.wrong((PHASE, phase.name, "tune"), error)
        learned = learned or phase.learn != "no"
    return attrs.evolve(spec, phases=made)


def _check_suited(spec: CellSpec, phase: PhaseSpec, trial: "_Trial") -> None:
    """Check for every Hoyle of a phase that its Advisors suit the game of the cell."""
    at: Path = (PHASE, phase.name)
    named = (read_contestant(other, phase.hoyle).options for other in phase.others)
    for hoyle in (phase.hoyle, *filter(None, named)):
        key, other = ("advisors", ("advisors",)) if hoyle is phase.hoyle else ("against", at)
        who = str((spec.game, spec.options, hoyle.advisors, hoyle.without))
        trial.run((*at, key), other, (who,), functools.partial(_check_for, hoyle, spec))


def _check_for(hoyle: HoyleOptions, spec: CellSpec) -> None:
    """Make the game, which is slow, only when the check is needed."""
    hoyle.check_for(spec.make_game())


def _phase_spec(cell: Cell, name: str, trial: "_Trial") -> PhaseSpec:
    at: Path = (PHASE, name)
    given = _given(cell, settings_of(PhaseSpec), at)
    try:
        check_complete(PHASE, name, given)
    except HoyleError as error:
        raise trial.wrong(at, error) from None
    try:
        hoyle = _hoyle_spec(cell, name)
    except HoyleError as error:
        raise trial.wrong(at, error) from None
    limits = Budgets.parse(hoyle.budget).limits
    terms = str(attrs.evolve(hoyle, budget=(), weights={})), bool(limits.decision), bool(limits.contest)
    trial.run(at, (), terms, hoyle.check)
    phase = PhaseSpec(name=name, hoyle=hoyle, **given)
    for other in phase.others:
        trial.run((*at, "against"), at, (other, str(hoyle)), functools.partial(read_contestant, other, hoyle))
    try:
        _check_phase(phase)
    except HoyleError as error:
        raise trial.wrong((*at, "until"), error) from None
    return phase


def _hoyle_spec(cell: Cell, phase: str) -> HoyleOptions:
    """Return the options of a phase: its own keys, and for the rest those of the scenario."""
    at: Path = (PHASE, phase)
    learning = {**cell.under(("budget",)), **cell.under((*at, "budget"))}.get(LEARNING)
    options = HoyleOptions(
        learning_budget=None if learning is None else parse_duration(learning),
        **_given(cell, _HOYLE, (), at),
    )
    return options.relieved(all_advisors().keys() - options.seated())


def _given(cell: Cell, settings: Iterable[Setting], *places: Path) -> dict[str, Any]:
    """Return the values of settings in a cell, by field; a later place overrules an earlier one."""
    found: dict[str, Any] = {}
    for setting in settings:
        paths = [(*at, setting.key) for at in places]
        if setting.table is not None:
            found[setting.name] = _made(cell, setting, setting.table, paths[-1])
        elif setting.entries is not None:
            entries = {name: each for path in paths for name, each in cell.under(path).items()}
            found[setting.name] = setting.form.from_entries(entries)
        else:
            for path in paths:
                if path in cell.values:
                    found[setting.name] = cell.values[path]
    return found


def _made(cell: Cell, setting: Setting, table: type, path: Path) -> Any:
    """Make the object of a table; None if the table is optional and left out."""
    if setting.has_short_form and not cell.values.get(path):
        return None
    return table(**_given(cell, settings_of(table), path))


def _check_phase(phase: PhaseSpec) -> None:
    until = phase.until
    if phase.learn == "watch":
        if phase.watch is None:
            raise BadOption(
                f'phase {phase.name!r} has no contestants to watch; write watch = ["perfect", "random"]'
            )
        if any(rule.needs_play for rule in until.rules.values()):
            names = " and ".join(name for name, rule in RULES.items() if rule.needs_play)
            raise BadOption(
                f"{names} need contests that Hoyle plays, but here it only watches; leave them out"
            )
    if until.together and not until.rules.keys() >= set(TOGETHER):
        raise BadOption(f"together needs both {' and '.join(TOGETHER)}; give both, or leave it out")
    until.conditions()


class _Trial:
    """Makes each part of a cell once, and adds the place in the file to its errors."""

    def __init__(self, draft: Draft) -> None:
        self.cell = Cell({}, {})
        self._draft = draft
        self._known: set[tuple[Any, ...]] = set()

    def run(self, path: Path, other: Path, what: tuple[Any, ...], make: Callable[[], object]) -> None:
        """Make a part, unless an equal one was made before."""
        if (path, *what) in self._known:
            return
        try:
            make()
        except HoyleError as error:
            at = path if path in self._draft.places else other or path
            raise self.wrong(at, error) from None
        self._known.add((path, *what))

    def wrong(self, path: Path, error: HoyleError) -> HoyleError:
        """Add the place and the cell to an error."""
        labels = ", ".join(f"{axis} = {label}" for axis, label in self.cell.labels.items())
        cell = f" (where {labels})" if labels else ""
        return self._draft.wrong(path, type(error)(f"{error}{cell}"))


def check_used(draft: Draft, cells: tuple[CellSpec, ...]) -> None:
    """Refuse settings of an Advisor that takes part nowhere: a sweep over them would show no difference."""
    seated: dict[str, set[str]] = {}
    for cell in cells:
        for phase in cell.phases:
            key = str((phase.hoyle.advisors, phase.hoyle.without))
            if key not in seated:
                seated[key] = phase.hoyle.seated()
    present = set().union(*seated.values())
    if _OWN_COST in draft.keys:
        _check_own_costs(draft, cells, present)
    for at in ((), *((PHASE, name) for name in draft.keys[PHASE])):
        table = functools.reduce(lambda keys, name: keys[name], at, draft.keys)
        for path in ((*at, key, name) for key in _BY_ADVISOR for name in table.get(key, {})):
            if path[-1] not in (DEFAULT, LEARNING, *SHARED, *LEARNERS, *present):
                error = BadOption(f"{dotted(path)} is set, but {path[-1]} takes part nowhere; leave it out")
                raise draft.wrong(path, error)


def _check_own_costs(draft: Draft, cells: tuple[CellSpec, ...], present: set[str]) -> None:
    """Refuse own costs of Advisors that sit with no Hoyle: the clock is that of all contestants."""
    others = {
        (other, str(phase.hoyle)): phase for cell in cells for phase in cell.phases for other in phase.others
    }
    found = (read_contestant(other, phase.hoyle).options for (other, _), phase in others.items())
    known = present.union(*(options.seated() for options in found if options is not None))
    for name in draft.keys[_OWN_COST]:
        if name not in known:
            path = _OWN_COST, name
            error = BadOption(f"{dotted(path)} is set, but {name} takes part nowhere; leave it out")
            raise draft.wrong(path, error)


def check_meant(draft: Draft, cells: tuple[CellSpec, ...]) -> None:
    """Refuse keys of a phase that have no effect in any cell, unless its `learn` was overruled."""
    for name, table in draft.keys[PHASE].items():
        learns = {phase.learn for cell in cells for phase in cell.phases if phase.name == name}
        if (PHASE, name, "learn") in draft.former:
            continue
        if "watch" in table and "watch" not in learns:
            error = BadOption(f'phase {name!r} does not watch; write learn = "watch", or leave watch out')
            raise draft.wrong((PHASE, name, "watch"), error)
        needy = [rule for rule in table.get("until", {}) if rule in RULES and RULES[rule].needs_learning]
        for rule in needy if learns == {"no"} else ():
            if table["until"][rule]:
                error = BadOption(
                    f'phase {name!r} learns nothing, so {rule} is no rule for it; write learn = "play"'
                )
                raise draft.wrong((PHASE, name, "until", rule), error)
