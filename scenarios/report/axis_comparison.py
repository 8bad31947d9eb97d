"""A comparison along an axis, possibly at each level of another, as every command and library shows it."""

from typing import Any

import attrs

from games import BadOption
from scenarios.analysis.findings import Findings, ask, find
from scenarios.analysis.setting_interactions import SettingInteraction, find_interactions
from scenarios.experiment.completeness import Completeness
from scenarios.experiment.records import Records
from scenarios.report.finding_sentences import findings_document, findings_in_words, findings_note
from scenarios.report.interaction_sentences import (
    crossings_in_words,
    interaction_document,
    interactions_in_words,
    interactions_note,
)


@attrs.frozen
class AxisComparison:
    """The settings of an axis, compared."""

    findings: Findings
    interactions: list[SettingInteraction]
    """Whether their differences depend on the level; empty unless they are compared at each level."""
    only: dict[str, list[str]]
    """The levels to which the results are restricted."""
    completeness: Completeness
    """Which runs failed or are missing."""

    @property
    def sentences(self) -> list[str]:
        """The interaction first, then where settings change places, then the clearest differences."""
        return [
            *interactions_in_words(self.interactions),
            *crossings_in_words(self.interactions),
            *findings_in_words(self.findings),
        ]

    @property
    def note(self) -> str:
        """How everything was tested."""
        return " ".join(filter(None, (findings_note(self.findings), interactions_note(self.interactions))))

    def document(self) -> dict[str, Any]:
        """Return all figures for programs."""
        return {
            **findings_document(self.findings),
            "where": self.only,
            "interactions": [interaction_document(each) for each in self.interactions],
            "sentences": self.sentences,
            **self.completeness.document(),
        }


def compare_axis(
    records: Records,
    axis: str,
    *,
    within: str | None = None,
    measure: str | None = None,
    phase: str | None = None,
    against: str | None = None,
) -> AxisComparison:
    """Compare the settings of an axis, at each level of another axis if one is given.

    Raise UnknownName or BadOption if the results cannot answer that.
    """
    question = ask(records, axis, measure, phase, against, within=within)
    findings = find(records, question)
    if why := findings.why_none:
        lacking = records.completeness.sentence
        raise BadOption(f"cannot compare by {axis!r}: {why}{f'; {lacking}' if lacking else ''}")
    interactions = [] if within is None else find_interactions(records, [question])
    only = {axis: list(labels) for axis, labels in records.only.items()}
    return AxisComparison(findings, interactions, only, records.completeness)
