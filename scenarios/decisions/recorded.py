"""Recorded decisions, decided again with changes: from the record alone, or by their Advisors."""

from collections.abc import Collection, Mapping
from typing import Any

import attrs

from agents import Streams, declared_items
from agents.registry import all_advisors
from blackboard import Decision, Knowledge
from control import Budgets, Changes, Panel, Settings, VirtualClock, get_paradigm
from control.hearing.allocation import whole_of
from control.hearing.clock_options import ClockOptions
from control.limits.budgets import ANY_AMOUNT
from control.redeciding.record import changed_budget, changed_settings, recorded_limits
from control.settings.declarations import Scope, setting_of
from control.settings.hoyle_options import HoyleOptions, check_allocation, placements_of
from games import BadOption, UnknownName
from scenarios.decisions.bench import Bench, read_settings

_CHECKED = ("late", "silence", "weights", "settle", "allocation")
_LAYOUT = setting_of(HoyleOptions, "layout").default
"""The layout of records that do not name one."""


def read_changes(given: Mapping[str, Any]) -> Changes:
    """Read changes from the options of `hoyle redecide`."""
    read = read_settings(HoyleOptions, given, Scope.REDECIDE)
    file = read.pop("knowledge", None)
    changes = Changes(
        knowledge=None if file is None else Knowledge.load(file, declared=declared_items()),
        paradigm=get_paradigm(read["paradigm"]) if "paradigm" in read else None,
        budgets=Budgets.parse(read.pop("budget")),
        without=frozenset(read.pop("without", ())),
        **{name: value for name, value in read.items() if name != "paradigm"},
    )
    Settings(**{name: read[name] for name in _CHECKED if name in read})
    return changes


def check_names(changes: Changes, present: Collection[str]) -> None:
    """Refuse changes that name an Advisor that took part nowhere: a typo must not look like no effect."""
    for name in (*changes.budgets.by_name, *sorted(changes.without), *changes.weights):
        if name not in present:
            raise UnknownName.of("Advisor that took part", name, present, "it is in no trace")


def recorded_bench(decision: Decision, changes: Changes, bench: Bench) -> Bench:
    """Return a bench with the settings of a recorded decision and the changes.

    Knowledge, placements and the brake are not recorded; they come from the given bench.
    """
    panel, settings = _recorded_panel(decision, changes, bench.options), changed_settings(decision, changes)
    check_allocation(settings, panel.limits)
    return attrs.evolve(
        bench,
        panel=panel,
        settings=settings,
        clock=_recorded_clock(decision, bench.clock),
        streams=Streams(decision.settings.seed, decision.settings.stream),
    )


def _recorded_clock(decision: Decision, present: VirtualClock | None) -> VirtualClock | None:
    """Return the clock of a decision, with the present brake, which is not recorded."""
    clock = ClockOptions.from_record(decision.settings).make()
    if clock is not None and present is not None:
        clock.brake_s = present.brake_s
    return clock


def _recorded_panel(decision: Decision, changes: Changes, options: HoyleOptions) -> Panel:
    """Seat the Advisors of a decision as recorded; the share of a contest's budget limits the decision."""
    testimonies = [each for each in decision.testimonies if each.advisor not in changes.without]
    known = all_advisors()
    for each in testimonies:
        if each.advisor not in known:
            raise BadOption(
                f"{each.advisor!r} cannot be asked again: it was learned or is not loaded; leave it out"
            )
    advisors = [known[each.advisor] for each in testimonies]
    limits, share = recorded_limits(decision)
    limits = limits.with_other(changes.budgets.limits)
    absent = known.keys() - {each.name for each in advisors}
    return Panel.of(
        advisors,
        layout=decision.settings.get("layout", _LAYOUT),
        budgets=Budgets(
            by_name={each.advisor: changed_budget(each, changes) for each in testimonies},
            limits=attrs.evolve(limits, decision=whole_of(limits, share), contest=ANY_AMOUNT),
        ),
        placements=placements_of(options.relieved(absent).place, advisors),
    )
