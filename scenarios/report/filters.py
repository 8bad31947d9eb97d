"""What the page can be filtered by: every axis of the grid that varies, and the phases."""

from collections.abc import Mapping, Sequence

import attrs

from scenarios.experiment.records import Records
from scenarios.language.scenario import PHASE_AXIS


@attrs.frozen
class Filters:
    """Axes and their labels, each with a short key that rows, columns, panels and lines carry."""

    axes: Mapping[str, Sequence[str]] = attrs.field(factory=dict)

    @classmethod
    def of_records(cls, records: Records) -> "Filters":
        """Take the axes on which something varies."""
        axes = {**records.axes, PHASE_AXIS: records.phase_names}
        return cls({axis: tuple(labels) for axis, labels in axes.items() if len(labels) > 1})

    def of(self, labels: Mapping[str, str]) -> str:
        """Write the keys of what has these labels, as far as it can be filtered by them."""
        found = (self.key(axis, label) for axis, label in labels.items())
        return " ".join(filter(None, found))

    def of_both(self, of: str, phase: str) -> str:
        """Add a phase to what something is about."""
        return f"{of} {self.key(PHASE_AXIS, phase)}".strip()

    def key(self, axis: str, label: str) -> str:
        """Write the key of one label; nothing where there is none."""
        if label not in self.axes.get(axis, ()):
            return ""
        return f"{list(self.axes).index(axis)}.{list(self.axes[axis]).index(label)}"
