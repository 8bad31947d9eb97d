"""Charts as SVG: line charts with bands, stacked bars, heat maps, dots with error bars.

They know nothing of experiments: numbers and labels in, a picture out. Every element with a figure behind it
is a `point` with a label, which a page shows on hover and on keyboard focus.
"""

from scenarios.report.charts.bar_charts import Bar, stacked_bars
from scenarios.report.charts.chart_parts import DASHES, MOST_SERIES, Look
from scenarios.report.charts.dot_charts import Dot, dots
from scenarios.report.charts.heat_maps import HeatRow, heat_map
from scenarios.report.charts.line_charts import HEIGHT, MOST_POINTS, curves
from scenarios.report.charts.line_data import Curve, Marker, XAxis, quantity_axis
from scenarios.report.charts.line_labels import height_beside

__all__ = [
    "DASHES",
    "HEIGHT",
    "MOST_POINTS",
    "MOST_SERIES",
    "Bar",
    "Curve",
    "Dot",
    "HeatRow",
    "Look",
    "Marker",
    "XAxis",
    "curves",
    "dots",
    "heat_map",
    "height_beside",
    "quantity_axis",
    "stacked_bars",
]
