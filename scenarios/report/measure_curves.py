"""Line charts of a measure: its words, its unit and its largest value on the vertical axis."""

from collections.abc import Callable
from functools import partial

from scenarios.analysis.ordered_axes import OrderedAxis
from scenarios.analysis.setting_names import name_axis, shown_value
from scenarios.language.measures import Measure
from scenarios.report.charts import XAxis, curves, quantity_axis
from scenarios.statistics.intervals import number


def curves_of(measure: Measure, title: str = "") -> Callable[..., str]:
    """Return `curves` for a measure; `title` replaces its title."""
    title = title or measure.title
    return partial(
        curves,
        y_title=f"{title},{measure.unit}" if measure.unit else title,
        write=lambda value: number(value * measure.factor),
        unit=measure.unit,
        highest=1 / measure.factor * 100 if measure.unit == " %" else None,
    )


def axis_of(along: OrderedAxis) -> XAxis:
    """Return the horizontal axis for an ordered axis."""
    return quantity_axis(
        name_axis(along.axis),
        [(place, shown_value(label)) for label, place in along.places.items()],
        None if along.apart is None else shown_value(along.apart),
        is_time=along.is_time,
    )
