"""The settings of an axis at each level of an ordered axis: which is best at which time limit?"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import attrs

from games.counting import how_many, in_a_row
from scenarios.analysis.level_comparisons import (
    LESS,
    LevelPanel,
    LevelStudy,
    Standing,
    compare_levels,
)
from scenarios.analysis.setting_names import has_word, name_axis, name_label, name_labels, shown_value
from scenarios.experiment.records import Records
from scenarios.language.scenario import PHASE_AXIS
from scenarios.report.cell_groups import CellGroup, look_at
from scenarios.report.charts import HEIGHT, MOST_SERIES, Curve, Look, Marker, height_beside
from scenarios.report.exhibit import BEYOND, Chart, Exhibit, MeasuredPhase, PointLink, joined
from scenarios.report.filters import Filters
from scenarios.report.markup import NO_BREAK
from scenarios.report.measure_curves import axis_of, curves_of
from scenarios.statistics import least_pairs, p_text

BEST = "best"
"""The heading of the column that names the best settings."""
FILLED, HOLLOW = "best, or not distinguishable from the best", "worse than the best at the same level"
TIED_MARK = "●"
MOST_LEADING = 5
"""The number of settings that stand out if there are too many to distinguish."""
MOST_NAMED = 3
"""The most settings that a sentence names."""
TALLEST = 420.0
"""The largest height of the lines. With more labels than fit beside them, they go below."""


def levels(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # panels follow the axes
    """Draw the measure against the ordered axis, a line for each setting, and name the best at each level."""
    study = compare_levels(records)
    if study is None or not study.panels:
        return Exhibit("", "", (), (), ())
    question = study.question
    by = f" and {name_axis(question.by)}" if question.by else ""
    title = f"{question.measure.title.partition(':')[0]} by {name_axis(question.along.axis)}{by}"
    head, rows = _figures(study)
    charts = list(_charts(records, study))
    return Exhibit(f"{title[:1].upper()}{title[1:]}", _note(study), charts, head, rows, is_leading=True)


def best_by_level(exhibit: Exhibit) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return the columns of its table up to the names of the best settings; none without such names."""
    if BEST not in exhibit.head:
        return (), ()
    count = exhibit.head.index(BEST) + 1
    return exhibit.head[:count], [row[:count] for row in exhibit.rows]


def _note(study: LevelStudy) -> str:
    question = study.question
    settings = _settings(study)
    parts = [f"A line for each setting: mean over runs with 95 % confidence band. {BEYOND}"]
    if question.averaged:
        parts.append(f"Each run is averaged over {' and '.join(map(name_axis, question.averaged))}.")
    if question.better and len(settings) > 1:
        side = "smallest" if question.better == LESS else "largest"
        parts.append(
            f"The best setting of a level has the {side} mean. The others are compared with it in pairs of "
            f"runs; p of a sign-flip test is adjusted for the comparisons at that level (Holm). "
            f"{TIED_MARK} marks those that are not significantly worse."
        )
        needed = least_pairs(among=len(settings) - 1)
        if study.runs < needed:
            parts.append(
                f"With {how_many(study.runs, 'run')} no difference can be significant; at least {needed} are "
                "needed to distinguish a single setting."
            )
    if len(settings) > MOST_SERIES:
        parts.append(f"Thick lines: the {MOST_LEADING} leading settings. Thin lines: the others.")
    return " ".join(parts)


def _settings(study: LevelStudy) -> list[str]:
    """Return the settings that have figures, in the order of their axis."""
    return list(
        dict.fromkeys(label for panel in study.panels for each in panel.levels.values() for label in each)
    )


def _name(study: LevelStudy, label: str) -> str:
    """Return a setting by itself if that is clear, or with its axis."""
    by = study.question.by
    return shown_value(label) if has_word(label) and label == shown_value(label) else name_label(by, label)


def _line_name(study: LevelStudy, label: str) -> str:
    return _name(study, label) if study.question.by else study.question.measure.name


def _panel_name(study: LevelStudy, panel: LevelPanel) -> str:
    phase = name_label(PHASE_AXIS, panel.phase) if len(study.question.phases) > 1 else ""
    return joined(name_labels(panel.settings.items()), phase)


def _charts(records: Records, study: LevelStudy) -> Iterator[Chart]:
    """Yield a chart for each panel. Panels of one game share their vertical axis."""
    filters, looks = Filters.of_records(records), _looks(records, study)
    lines = [_lines(study, panel, looks, filters) for panel in study.panels]
    for panel, ours in zip(study.panels, lines, strict=True):
        alike = [
            line
            for other, theirs in zip(study.panels, lines, strict=True)
            if other.settings.get("game") == panel.settings.get("game")
            for line in theirs
        ]
        draw = partial(_drawn, study, panel, ours, alike)
        of = filters.of_both(filters.of(panel.settings), panel.phase)
        yield Chart(_panel_name(study, panel), draw(None), of=of, linked=draw)


def _looks(records: Records, study: LevelStudy) -> dict[str, Look]:
    """Return the look of each leading setting; the others are thin lines."""
    settings = _settings(study)
    if len(settings) <= MOST_SERIES:
        return {label: look_at(records, study.question.by, label) for label in settings}
    leading = set(sorted(settings, key=partial(_merit, study))[:MOST_LEADING])
    return {label: Look(i, i) for i, label in enumerate(each for each in settings if each in leading)}


def _merit(study: LevelStudy, label: str) -> tuple[float, float]:
    """Return a sort key: first the settings that are best at most levels, then those with the best ranks."""
    sign = 1 if study.question.better == LESS else -1
    best, ranks = 0.0, list[int]()
    for level in (level for panel in study.panels for level in panel.levels.values() if label in level):
        values = [sign * (each.estimate.value or 0.0) for each in level.values()]
        ours = sign * (level[label].estimate.value or 0.0)
        best += (ours == min(values)) / values.count(ours)
        ranks.append(sum(value < ours for value in values))
    return -best, sum(ranks) / max(1, len(ranks))


def _lines(study: LevelStudy, panel: LevelPanel, looks: Mapping[str, Look], filters: Filters) -> list[Curve]:
    places = _places(study)
    return [
        Curve(
            _line_name(study, label),
            [(places[level], each[label].estimate) for level, each in panel.levels.items() if label in each],
            looks.get(label, Look()),
            filters.of({study.question.by: label}),
            markers={
                places[level]: _marker(each[label]) for level, each in panel.levels.items() if label in each
            },
            is_minor=label not in looks,
        )
        for label in _settings(study)
        if any(label in each for each in panel.levels.values())
    ]


def _places(study: LevelStudy) -> dict[str, float]:
    """Return the position of each level on the horizontal axis."""
    places = (place for place, _ in axis_of(study.question.along).marks)
    return dict(zip(study.question.along.levels, places, strict=True))


def _marker(standing: Standing) -> Marker:
    if standing.is_best:
        return Marker(note="the best at this level")
    if standing.p is None:
        return Marker()
    note = "worse than" if standing.is_worse else "not distinguishable from"
    return Marker(not standing.is_worse, f"{note} the best ({p_text(standing.p)})")


def _drawn(
    study: LevelStudy,
    panel: LevelPanel,
    lines: Sequence[Curve],
    alike: Sequence[Curve],
    point_link: PointLink | None,
) -> str:
    """Draw a panel, with a link on each point if `point_link` returns one."""
    question = study.question
    name = joined(f"{question.measure.title} by {name_axis(question.along.axis)}", _panel_name(study, panel))
    is_judged = any(each.is_best for level in panel.levels.values() for each in level.values())
    linked = [
        _linked(study, panel, line, point_link) for line in sorted(lines, key=lambda line: not line.is_minor)
    ]
    return curves_of(question.measure)(
        f"{name}. {_described(study, panel)}".strip(),
        linked,
        x_axis=axis_of(question.along),
        height=min(TALLEST, max(HEIGHT, height_beside(lines))),
        alike=alike,
        markers=((True, FILLED), (False, HOLLOW)) if is_judged else (),
    )


def _linked(study: LevelStudy, panel: LevelPanel, line: Curve, point_link: PointLink | None) -> Curve:
    if point_link is None:
        return line
    (label,) = (each for each in _settings(study) if line.label == _line_name(study, each))
    cells = {
        place: level[label].cells
        for place, level in zip(_places(study).values(), panel.levels.values(), strict=True)
        if label in level
    }
    measure = study.question.measure.name
    return attrs.evolve(line, link=lambda at: point_link(MeasuredPhase(measure, panel.phase, cells[at])))


def _described(study: LevelStudy, panel: LevelPanel) -> str:
    """Return the best settings of each level, for readers who do not see the picture."""
    found = [
        f"{shown_value(level)}: {best}"
        for level, standings in panel.levels.items()
        if (best := _best(study, standings))
    ]
    return f"Best at {'; '.join(found)}." if found else ""


def _best(study: LevelStudy, standings: Mapping[str, Standing]) -> str:
    """Name the best setting of a level, and those that are not distinguishable from it."""
    best = [label for label, each in standings.items() if each.is_best]
    if not best:
        return ""
    if len({each.estimate.value for each in standings.values()}) == 1:
        return "all equal"
    tied = [label for label, each in standings.items() if not each.is_worse and label not in best]
    if not tied:
        return f"{_name(study, best[0])} alone"
    is_all = len(tied) + 1 == len(standings) and len(tied) > 1
    named = in_a_row([_name(study, label) for label in tied])
    others = "the others" if is_all else named if len(tied) <= MOST_NAMED else how_many(len(tied), "other")
    return f"{_name(study, best[0])}; not distinguishable: {others}"


def _figures(study: LevelStudy) -> tuple[list[str], list[list[str]]]:
    """Return a table of the measure: a row for each level of each panel, a column for each setting."""
    question, settings = study.question, _settings(study)
    has_phases = len(question.phases) > 1
    is_judged = any(
        each.is_best for panel in study.panels for level in panel.levels.values() for each in level.values()
    )
    columns = [_line_name(study, label) for label in settings]
    head = [
        *question.split,
        *["phase"] * has_phases,
        name_axis(question.along.axis),
        *[BEST] * is_judged,
        *columns,
    ]
    rows = [
        [
            *panel.settings.values(),
            *[panel.phase] * has_phases,
            shown_value(level),
            *[_best(study, standings)] * is_judged,
            *(_cell(study, standings[label]) if label in standings else "" for label in settings),
        ]
        for panel in study.panels
        for level, standings in panel.levels.items()
        if standings
    ]
    return head, rows


def _cell(study: LevelStudy, standing: Standing) -> str:
    """Write a figure, marked if its setting is not worse than the best."""
    mark = (
        f"{NO_BREAK}{TIED_MARK}"
        if standing.is_best or (standing.p is not None and not standing.is_worse)
        else ""
    )
    return study.question.measure.text(standing.estimate) + mark
