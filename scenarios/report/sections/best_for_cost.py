"""The settings that are best for their cost: a figure against the mean time of a decision."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import attrs

from control import format_duration
from scenarios.analysis.grid_axes import GAME
from scenarios.analysis.setting_names import name_label, name_labels
from scenarios.analysis.trade_offs import COST, PricedSetting, TradeOff, trade_offs
from scenarios.experiment.records import Records
from scenarios.report.cell_groups import CellGroup
from scenarios.report.charts import Curve, Look, Marker, XAxis
from scenarios.report.exhibit import BEYOND, Chart, Exhibit, MeasuredPhase, PointLink, joined
from scenarios.report.filters import Filters
from scenarios.report.measure_curves import curves_of
from scenarios.statistics import Estimate
from scenarios.statistics.fronts import RESAMPLES

BEST = "best for their cost"
LEAST_SHARE = 0.05
"""A setting that is not among the best is listed if it is so in at least this share of resamples."""
_NOTE = (
    "A setting is best for its cost if no other takes at most as long for a decision and is at least as "
    "good, and better in one of both. Figures are means over runs with 95 % confidence intervals, not "
    "adjusted for this choice. Certainty: the share of {draws:,} resamples of the runs in which a setting "
    "is best for its cost; well below 100 %, others may be as good. The table leaves out settings below "
    "{least:.0%}. Thin lines: the other settings. {beyond}"
)


def best_for_cost(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # panels follow games
    """Draw and list the settings that are best for their mean decision time, game by game."""
    found = trade_offs(records)
    if not found:
        return Exhibit("", "", (), (), ())
    has_games, has_phases = any(each.game for each in found), len({each.phase for each in found}) > 1
    head = [
        *[GAME] * has_games,
        *["phase"] * has_phases,
        "settings",
        COST.title,
        found[0].measure.title,
        "best for its cost",
        "certainty",
    ]
    rows = [
        [
            *[each.game] * has_games,
            *[each.phase] * has_phases,
            name_labels(offer.labels),
            COST.text(offer.cost),
            each.measure.text(offer.value),
            "yes" if offer.is_best else "no",
            f"{offer.share:.0%}",
        ]
        for each in found
        for offer in each.offers
        if offer.is_best or offer.share >= LEAST_SHARE
    ]
    filters = Filters.of_records(records)
    charts = [chart for each in found for chart in _charts(each, filters)]
    note = _NOTE.format(draws=RESAMPLES, least=LEAST_SHARE, beyond=BEYOND)
    return Exhibit("Best for their cost", note, charts, head, rows)


def _charts(found: TradeOff, filters: Filters) -> Iterator[Chart]:
    title = joined(name_label(GAME, found.game) if found.game else "", found.phase) or "All settings"
    draw = partial(_drawn, found, title)
    yield Chart(
        title, draw(None), of=filters.of_both(filters.of({GAME: found.game}), found.phase), linked=draw
    )


def _drawn(found: TradeOff, title: str, point_link: PointLink | None) -> str:
    """Draw the best as a line, and the other settings as thin lines without bands."""
    marks = {_cost(offer): format_duration(round(_cost(offer))) for offer in found.offers}
    lines = [_curve(found, BEST, found.best, point_link), *_others(found, point_link)]
    return curves_of(found.measure)(
        f"{found.measure.title} by {COST.title}, {title}",
        sorted(lines, key=lambda line: not line.is_minor),
        x_axis=XAxis(COST.title, list(marks.items()), is_log=min(marks) > 0),
    )


def _others(found: TradeOff, point_link: PointLink | None) -> Iterator[Curve]:
    """Yield a thin line for each label of the first axis, from the cheapest setting to the dearest."""
    by_label: dict[str, list[PricedSetting]] = {}
    for offer in found.offers:
        axis, label = next(iter(offer.labels), ("", ""))
        by_label.setdefault(name_label(axis, label) if axis else "", []).append(offer)
    for label, offers in by_label.items():
        line = _curve(found, label, offers, point_link)
        yield attrs.evolve(line, is_minor=True, markers={at: Marker(is_filled=False) for at in line.markers})


def _curve(
    found: TradeOff, label: str, offers: Sequence[PricedSetting], point_link: PointLink | None
) -> Curve:
    cells = {_cost(offer): offer.cell for offer in offers}

    def link(at: float) -> str | None:
        return point_link and point_link(MeasuredPhase(found.measure.name, found.phase, (cells[at],)))

    return Curve(
        label,
        [(_cost(offer), offer.value) for offer in offers],
        Look(),
        link=link if point_link else None,
        markers={_cost(offer): Marker(note=name_labels(offer.labels)) for offer in offers},
    )


def _cost(offer: PricedSetting) -> float:
    return offer.cost.value or 0.0


def trade_off_document(found: TradeOff) -> dict[str, Any]:
    """Return all figures for programs, in the units of the measures."""
    return {
        "game": found.game or None,
        "phase": found.phase,
        "measure": found.measure.name,
        "unit": found.measure.unit.strip(),
        "cost": COST.name,
        "cost_unit": COST.unit.strip(),
        "better": found.better,
        "runs": found.runs,
        "settings": [
            {
                "labels": dict(offer.labels),
                "cost": _figures(offer.cost, COST.factor),
                "value": _figures(offer.value, found.measure.factor),
                "is_best": offer.is_best,
                "certainty": offer.share,
            }
            for offer in found.offers
        ],
    }


def _figures(estimate: Estimate, factor: float) -> dict[str, float | None]:
    ends = {"mean": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: None if figure is None else figure * factor for name, figure in ends.items()}
