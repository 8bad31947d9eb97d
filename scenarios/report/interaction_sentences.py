"""Interactions as sentences and as documents: does the best setting depend on another axis?"""

from collections.abc import Iterator, Sequence
from typing import Any

from control import format_duration
from games.counting import how_many, in_a_row
from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.ordered_axes import OrderedAxis
from scenarios.analysis.setting_interactions import Lead, OrderChange, SettingInteraction
from scenarios.analysis.setting_names import name_axis, name_label, shown_value
from scenarios.report.exhibit import joined
from scenarios.report.finding_sentences import averaged_over, capital
from scenarios.statistics import CellEffect, Comparison, CrossingPoint, Estimate, p_text
from scenarios.statistics.intervals import number

MOST_SENTENCES = 5
"""The most games and phases that get sentences of their own."""
MOST_LEADS = 4
"""The most stretches of levels that a sentence lists."""


_NOTE = (
    "Interaction of {axes}: {test} of whole runs, after the means of settings and levels are removed.{holm} "
    "Leads are those of the settings with the best observed means; their intervals are not adjusted for this "
    "choice."
)
_CELLS_NOTE = (
    "How much the lead of a setting over the mean of the other settings differs between a level and the mean "
    "of the other levels{over}: a difference of differences, with Student's 95 % confidence interval. p of "
    "sign flips of whole runs is adjusted (Holm) for the {cells}{games}. Intervals are not adjusted."
)


def interactions_in_words(interactions: Sequence[SettingInteraction]) -> list[str]:
    """Return what depends on what, significant interactions first; many others share a sentence."""
    ranked = sorted(interactions, key=lambda each: 1.0 if each.adjusted is None else each.adjusted)
    shown = [each for each in ranked if each.is_significant][:MOST_SENTENCES]
    sentences = [sentence for each in shown for sentence in _significant(each)]
    rest = [each for each in ranked if each not in shown]
    if len(rest) <= MOST_SENTENCES:
        return [*sentences, *map(_no_sign, rest)]
    significant = sum(each.is_significant for each in rest)
    more = f"{how_many(significant, 'more interaction')} significant, " if significant else ""
    without = f"{len(rest) - significant} without a sign of an interaction"
    return [*sentences, f"{len(rest)} other tests: {more}{without}."]


def _significant(each: SettingInteraction) -> Iterator[str]:
    """Yield what depends on the levels, who leads where, and where leaders change places."""
    leaders = dict.fromkeys(lead.leader for lead in each.leads if lead.leader)
    axis, within = name_axis(each.axis), name_axis(each.within)
    what = f"best {axis}" if each.does_best_change else f"effect of the {axis}"
    head = f"The {what} depends on the {within}{_where(each)} ({_p(each)})"
    if len(leaders) == 1 and len(each.leads) == 1:
        yield f"{head}, but {_everywhere(each)}."
        return
    yield f"{head}: {_listed(each)}."
    if each.better and not each.does_best_change and each.adjusted_change is not None:
        yield f"Whether the best {axis} changes is inconclusive ({p_text(each.adjusted_change)})."
        yield f"Largest part: {_largest(each)}."
    for change in each.changes:
        if change.found.is_confirmed:
            yield f"{capital(crossing_in_words(each, change))}."


def _largest(each: SettingInteraction) -> str:
    """Return the largest difference of differences."""
    cell, p = each.cells[0]
    size = each.measure.amount(_difference(cell.found).signed_text(factor=each.measure.factor))
    holm = "Holm-adjusted " * (each.cells_among > 1)
    return f"{cell_in_words(each, cell)}, {size} ({holm}{p_text(1.0 if p is None else p)})"


def _p(each: SettingInteraction) -> str:
    """Return the p of the interaction, and that of a change of the best setting if it is significant."""
    holm = "Holm-adjusted " * (each.among > 1)
    p = f"{holm}{p_text(1.0 if each.adjusted is None else each.adjusted)}"
    runs = how_many(each.tested.n, "run")
    if not each.does_best_change or each.adjusted_change is None:
        return f"{p}, {runs}"
    return f"{p}, that the best changes {holm}{p_text(each.adjusted_change)}, {runs}"


def _where(each: SettingInteraction) -> str:
    """Name the game, and what runs are averaged over."""
    game = f" in {name_label(GAME, each.game)}" if each.game else ""
    return game + averaged_over(each.averaged)


def _everywhere(each: SettingInteraction) -> str:
    """Say that one setting leads at all levels, and where its lead is smallest and largest."""
    ranked = sorted(each.at_levels, key=lambda lead: abs(_difference(lead.found).value or 0.0))
    low, high = ranked[0], ranked[-1]
    if each.better:
        verb = "leads" if all(lead.is_clear for lead in each.at_levels) else "has the best mean"
    else:
        verb = "has the highest mean"
    among = "both" if len(each.levels) == 2 else f"all {len(each.levels)}"  # noqa: PLR2004  # as one says it
    return (
        f"{_setting(each, low.leader)} {verb} at {among} levels: "
        f"{_at(each, low)} by {_amount(each, low)}, {_at(each, high)} by {_amount(each, high)}"
    )


def _listed(each: SettingInteraction) -> str:
    leads = list(each.leads)
    if len(leads) <= MOST_LEADS:
        return "; ".join(_lead(each, lead) for lead in leads)
    between = how_many(len(leads) - 2, "other stretch").replace("stretchs", "stretches")
    return f"{_lead(each, leads[0])}; {_lead(each, leads[-1])}; {between} between"


def _lead(each: SettingInteraction, lead: Lead) -> str:
    """Return who leads whom at some levels, and by how much."""
    if not lead.leader:
        return f"{_at(each, lead)} the best are equal"
    one, other = _setting(each, lead.leader), _setting(each, lead.rival)
    if not each.better:
        return f"{_at(each, lead)} {one} {each.measure.verb} more than {other} ({_amount(each, lead)})"
    verb = "leads" if lead.is_clear else "is not clearly ahead of"
    return f"{_at(each, lead)} {one} {verb} {other} ({_amount(each, lead)})"


def _at(each: SettingInteraction, lead: Lead) -> str:
    """Name levels: `up to 1 ms`, `at 2 ms`, `from 5 ms`."""
    first, last = lead.levels[0], lead.levels[-1]
    if each.ordered is None:
        return f"with {in_a_row([name_label(each.within, level) for level in lead.levels])}"
    if len(lead.levels) == 1:
        return f"at {shown_value(first)}"
    if first == each.levels[0] and last != each.levels[-1]:
        return f"up to {shown_value(last)}"
    if last == each.levels[-1] and first != each.levels[0]:
        return f"from {shown_value(first)}"
    return f"from {shown_value(first)} to {shown_value(last)}"


def _no_sign(each: SettingInteraction) -> str:
    """Return that there is no interaction, and how large one would have been found."""
    axis, within = name_axis(each.axis), name_axis(each.within)
    best = f"the best {axis} depends" if each.better else f"the effect of the {axis} depends"
    if each.tested.n < each.least_runs:
        return (
            f"Inconclusive: to test whether {best} on the {within}{_where(each)} takes at least "
            f"{each.least_runs} runs per setting; you have {each.tested.n}."
        )
    if not each.tested.cells:
        return f"In every run, the effect of the {axis} is the same at every {within}{_where(each)}."
    sign = f"No sign that {best} on the {within}{_where(each)} ({_p(each)})"
    if each.tested.detectable is None:
        return f"{sign}."
    size = each.measure.amount(number(_rounded(each.tested.detectable * each.measure.factor)))
    return f"{sign}; a difference of {size} at a single level would have been found with 80 % power."


def _rounded(value: float) -> float:
    """Round to two digits: how large an effect must be is not known more exactly."""
    return float(f"{value:.2g}")


def crossings_in_words(interactions: Sequence[SettingInteraction]) -> list[str]:
    """Return whether leaders change places, as far as `interactions_in_words` does not say it."""
    return [
        f"{capital(crossing_in_words(each, change))}."
        for each in interactions
        for change in each.changes
        if not (each.is_significant and change.found.is_confirmed)
    ]


def crossing_in_words(each: SettingInteraction, change: OrderChange) -> str:
    """Return where two settings change places, with the interval, or that they do not in the range."""
    one, other = _setting(each, change.label), _setting(each, change.other)
    if each.ordered is None:
        return ""
    found, ordered = change.found, each.ordered
    low, high = _ends(ordered)
    where = f" in {name_label(GAME, each.game)}" if each.game else ""
    if not found.places:
        return f"{one} and {other}: no crossing in the range, {low} to {high}{where}"
    if found.at is None:
        first, last = (_place(ordered, place) for place in (found.places[0], found.places[-1]))
        return f"{one} and {other} change places {len(found.places)} times, between {first} and {last}{where}"
    at = f"{name_axis(each.within)} of {_place(ordered, found.at)} {_interval(ordered, found)}"
    unclear = "" if found.is_confirmed else ", so that the crossing is not confirmed"
    return f"{one} and {other} change places at a {at}{where}{unclear}"


def _ends(ordered: OrderedAxis) -> tuple[str, str]:
    levels = list(ordered.places)
    return shown_value(levels[0]), shown_value(levels[-1])


def _interval(ordered: OrderedAxis, found: CrossingPoint) -> str:
    """Write the interval of a crossing: `[1.2 ms, 8 ms]`, `[below 500 µs, 8 ms]`."""
    first, last = _ends(ordered)
    low = f"below {first}" if found.low is None else _place(ordered, found.low)
    high = f"above {last}" if found.high is None else _place(ordered, found.high)
    return f"[{low}, {high}]"


def _place(ordered: OrderedAxis, place: float) -> str:
    return format_duration(round(place)) if ordered.is_time else number(_rounded(place))


def _setting(each: SettingInteraction, label: str) -> str:
    return name_label(each.axis, label)


def _difference(found: Comparison | None) -> Estimate:
    return Estimate(None) if found is None or found.difference is None else found.difference


def _amount(each: SettingInteraction, lead: Lead) -> str:
    return each.measure.amount(_difference(lead.found).signed_text(factor=each.measure.factor))


def cell_in_words(each: SettingInteraction, cell: CellEffect) -> str:
    """Name a difference of differences: `paradigm 2 against the others, 20 ms against the others`."""
    rows, columns = each.settings, each.levels
    pair = (
        [rows[i] for i in range(len(rows)) if i != cell.row],
        [columns[i] for i in range(len(columns)) if i != cell.column],
    )
    other = _setting(each, pair[0][0]) if len(rows) == 2 else "the others"  # noqa: PLR2004  # two name each other
    beside = shown_value(pair[1][0]) if len(columns) == 2 else "the others"  # noqa: PLR2004  # as above
    level = name_label(each.within, columns[cell.column])
    return f"{_setting(each, rows[cell.row])} against {other}, {level} against {beside}"


def cells_note(interactions: Sequence[SettingInteraction]) -> str:
    """Return what the differences of differences are, and the family for which their p is adjusted."""
    among = max((each.cells_among for each in interactions), default=0)
    games = joined(*dict.fromkeys(each.game for each in interactions))
    over = next((averaged_over(each.averaged) for each in interactions if each.averaged), "")
    return _CELLS_NOTE.format(over=over, cells=how_many(among, "cell"), games=f" of {games}" if games else "")


def interactions_note(interactions: Sequence[SettingInteraction]) -> str:
    """Return how interactions were tested."""
    if not interactions:
        return ""
    first = interactions[0]
    holm = f" p is adjusted for {len(interactions)} tests (Holm)." if len(interactions) > 1 else ""
    axes = f"{name_axis(first.axis)} and {name_axis(first.within)}"
    return _NOTE.format(axes=axes, test=first.tested.test, holm=holm)


def interaction_document(each: SettingInteraction) -> dict[str, Any]:
    """Return all figures of an interaction for programs, in the unit of the measure."""
    factor = each.measure.factor
    detectable = each.tested.detectable
    return {
        "axis": each.axis,
        "within": each.within,
        "measure": each.measure.name,
        "unit": each.measure.unit.strip(),
        "better": each.better or None,
        "game": each.game or None,
        "phase": each.phase,
        "averaged_over": list(each.averaged),
        "runs": each.tested.n,
        "limit": each.limit,
        "test": each.tested.test,
        "p": each.tested.p,
        "holm_p": each.adjusted,
        "among": each.among,
        "is_significant": each.is_significant,
        "best_changes_p": each.change_p,
        "best_changes_holm_p": each.adjusted_change,
        "does_best_change": each.does_best_change,
        "detectable": None if detectable is None else detectable * factor,
        "settings": list(each.settings),
        "levels": list(each.levels),
        "means": [[mean * factor for mean in row] for row in each.means],
        "leads": [_lead_document(each, lead) for lead in each.leads],
        "cells_among": each.cells_among,
        "cells": [
            {
                "label": each.settings[cell.row],
                "level": each.levels[cell.column],
                **_figures(cell.found, factor),
                "p": cell.found.p,
                "holm_p": p,
            }
            for cell, p in each.cells
        ],
        "crossings": [_crossing_document(each, change) for change in each.changes],
    }


def _lead_document(each: SettingInteraction, lead: Lead) -> dict[str, Any]:
    return {
        "levels": list(lead.levels),
        "leader": lead.leader or None,
        "rival": lead.rival or None,
        **_figures(lead.found, each.measure.factor),
        "is_clear": lead.is_clear,
    }


def _crossing_document(each: SettingInteraction, change: OrderChange) -> dict[str, Any]:
    found = change.found
    return {
        "label": change.label,
        "other": change.other,
        "unit": "ns" if each.ordered is not None and each.ordered.is_time else "",
        "places": list(found.places),
        "low": found.low,
        "high": found.high,
        "is_confirmed": found.is_confirmed,
        "sentence": capital(crossing_in_words(each, change)),
    }


def _figures(found: Comparison | None, factor: float) -> dict[str, float | None]:
    estimate = _difference(found)
    ends = {"difference": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: None if figure is None else figure * factor for name, figure in ends.items()}
