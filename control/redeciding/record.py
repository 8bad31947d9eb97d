"""What a record holds of a decision's settings, and what changes make of it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import attrs

from agents.learners.lead_ratios import decision_stage
from blackboard import Decision, Knowledge, Testimony
from control.limits.budgets import ANY_AMOUNT, Allowance, Budgets, Limits
from control.settings.hoyle_options import Settings, check_weights
from control.voting.paradigms import Paradigm
from games import BadOption, Game, make_game


@attrs.frozen(kw_only=True)
class Changes:
    """Settings that replace those of a recorded decision; None leaves the recorded value."""

    paradigm: Paradigm | None = None
    budgets: Budgets = attrs.field(factory=Budgets)
    without: frozenset[str] = frozenset()
    weights: Mapping[str, float] = MappingProxyType({})
    late: str | None = None
    silence: int | None = None
    settle: str | None = None
    allocation: str | None = None
    knowledge: Knowledge | None = None
    """Where a paradigm finds its weights, and a vote when it may land; None uses what is recorded."""

    @budgets.validator
    def _check_budgets(self, _: object, value: Budgets) -> None:
        if value.learners:
            raise BadOption(f"learner {next(iter(value.learners))} has no budget here; no learner runs again")
        if value.limits.contest:
            raise BadOption(
                "a contest's budget depends on all its decisions, and these would have been others;"
                " give one for each: decision=50ms"
            )


_CHANGED = {field.name for field in attrs.fields(Settings)}


def changed_settings(decision: Decision, changes: Changes) -> Settings:
    """Return the settings of a recorded decision with the changes.

    Recorded weights stay unless the paradigm changes and one of the two paradigms finds its own weights.
    """
    was = Settings.from_record(decision.settings.chosen)
    given = {name: value for name, value in attrs.asdict(changes, recurse=False).items() if name in _CHANGED}
    paradigm = changes.paradigm or was.paradigm
    check_weights(paradigm, changes.weights)
    is_kept = paradigm is was.paradigm or (paradigm.weights is None and was.paradigm.weights is None)
    weights = {**(was.weights if is_kept else {}), **changes.weights}
    now = {name: value for name, value in given.items() if value is not None}
    return attrs.evolve(was, **{**now, "weights": weights})


def own_budget(testimony: Testimony) -> Allowance:
    """Return the time and work that an Advisor had for itself."""
    return Allowance(testimony.budget_ns, testimony.budget_work)


def changed_budget(testimony: Testimony, changes: Changes) -> Allowance:
    """Return the time and work that an Advisor has for itself with the changes."""
    budgets = changes.budgets
    named = budgets.by_name.get(testimony.advisor, ANY_AMOUNT)
    return own_budget(testimony).with_other(budgets.default).with_other(named)


def recorded_limits(decision: Decision) -> tuple[Limits, Allowance]:
    """Return the shared limits of a decision, and its share of the contest's budget."""
    was = decision.settings.limits
    had = {name: Allowance(each.get("ns"), each.get("work")) for name, each in was.items()}
    share = had.pop("contest", ANY_AMOUNT)
    whole = had.pop("decision", ANY_AMOUNT)
    return Limits({int(name[-1]): each for name, each in had.items()}, whole, share), share


def known_for(decision: Decision, known: Knowledge | None, what: str) -> tuple[Knowledge, str | None]:
    """Return knowledge that something depends on, and the stage of the game at which a decision was made."""
    if known is None:
        raise BadOption(f"{what} needs knowledge, which the record does not hold; give a knowledge file")
    if known.game != decision.game:
        raise BadOption(f"knowledge of {known.game} says nothing of {decision.game}; give that game's")
    return known, decision_stage(recorded_game(decision), decision)


def recorded_game(decision: Decision) -> Game[Any]:
    """Make the game that a decision was about."""
    return make_game(decision.game, {name: str(value) for name, value in decision.options.items()})
