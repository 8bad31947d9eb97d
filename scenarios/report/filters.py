"""The filters of the page: every axis of the grid that varies, and the phases."""

from collections.abc import Mapping, Sequence

import attrs

from scenarios.experiment.records import Records
from scenarios.language.scenario import PHASE_AXIS


@attrs.frozen
class Filters:
    """Axes and their labels. Each label has a short key, which rows, columns, panels and lines carry."""

    axes: Mapping[str, Sequence[str]] = attrs.field(factory=dict)

    @classmethod
    def of_records(cls, records: Records) -> "Filters":
        """Make filters of the axes that vary."""
        axes = {**records.axes, PHASE_AXIS: records.phase_names}
        return cls({axis: tuple(labels) for axis, labels in axes.items() if len(labels) > 1})

    def of(self, labels: Mapping[str, str]) -> str:
        """Return the keys of these labels, without labels that have no filter."""
        found = (self.key(axis, label) for axis, label in labels.items())
        return " ".join(filter(None, found))

    def of_both(self, of: str, phase: str) -> str:
        """Add the key of a phase to keys."""
        return f"{of} {self.key(PHASE_AXIS, phase)}".strip()

    def key(self, axis: str, label: str) -> str:
        """Return the key of one label; empty if it has none."""
        if label not in self.axes.get(axis, ()):
            return ""
        return f"{list(self.axes).index(axis)}.{list(self.axes[axis]).index(label)}"
