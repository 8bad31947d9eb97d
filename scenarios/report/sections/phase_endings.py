"""Which rules ended the phases, and the results of sequential tests."""

from collections.abc import Sequence

import attrs

from scenarios.experiment.records import Records
from scenarios.experiment.rows import PhaseRow
from scenarios.language.stop_rules import LIMITS, RULES, Until, end_in_words, read_end
from scenarios.report.cell_groups import CellGroup, make_groups
from scenarios.report.exhibit import Exhibit

_NOTE = "The rule that ended a phase, in how many runs, and after how many contests."
_TEST_NOTE = (
    " A sequential test compares two hypotheses about Hoyle's difference in Elo from the other contestant: "
    "H0, the smaller one, and H1, the larger one. It ends as soon as it can accept one of them with error "
    "rates alpha and beta."
)


@attrs.frozen
class PhaseEnding:
    """One way in which a phase ended in runs of a cell."""

    words: str
    lengths: Sequence[int]
    """The number of contests of each of these runs."""

    @property
    def contests(self) -> str:
        """The number of contests, or their range."""
        shortest, longest = min(self.lengths), max(self.lengths)
        return f"{shortest:,}" if shortest == longest else f"{shortest:,} to {longest:,}"


@attrs.frozen
class PhaseEndings:
    """How a phase ended in the runs of a cell."""

    cell: str
    phase: str
    ways: Sequence[PhaseEnding]
    is_tested: bool
    """Whether one of its rules is a sequential test."""

    @property
    def runs(self) -> int:
        """The number of runs in which it ended."""
        return sum(len(way.lengths) for way in self.ways)

    @property
    def sentence(self) -> str:
        """All endings on one line."""
        runs = _count(str(self.runs), "run")
        ways = [
            f"{way.words} ({len(way.lengths)} of {runs}, {_count(way.contests, 'contest')})"
            for way in self.ways
        ]
        return f"{self.cell}, phase {self.phase}: {'; '.join(ways)}"


def _count(number: str, what: str) -> str:
    return f"{number} {what}{'s' * (number != '1')}"


def endings(records: Records, groups: Sequence[CellGroup]) -> Exhibit:  # noqa: ARG001  # there is nothing to draw
    """Show how those phases ended that can end in more than one way."""
    found = find_endings(records)
    rows = [
        [each.cell, each.phase, f"{len(way.lengths)} of {each.runs}", way.words, way.contests]
        for each in found
        for way in each.ways
    ]
    note = _NOTE + _TEST_NOTE * any(each.is_tested for each in found)
    return Exhibit("How phases ended", note, (), ("cell", "phase", "runs", "ended by", "contests"), rows)


def verdict_lines(records: Records) -> list[str]:
    """Return the result of each sequential test, a line for each cell."""
    return [each.sentence for each in find_endings(records) if each.is_tested]


def find_endings(records: Records) -> list[PhaseEndings]:
    """Return how those phases ended that can end in more than one way, sequential tests first."""
    names = {member.cell: member.name for group in make_groups(records) for member in group.members}
    found = []
    for phase in records.phase_names:
        for cell in records.cells:
            ended, until = records.ended_phases(cell, phase), records.until(cell, phase)
            has_rules = until is not None and bool(until.rules)
            if ended and (has_rules or any(row.ended_by not in LIMITS for row in ended)):
                is_tested = _is_tested(ended, until)
                ways = _ways(ended, until, is_tested=is_tested)
                found.append(PhaseEndings(names[cell], phase, ways, is_tested))
    return sorted(found, key=lambda each: not each.is_tested)


def _is_tested(ended: Sequence[PhaseRow], until: Until | None) -> bool:
    """Return whether one of a phase's rules, or the rule that ended it, is a sequential test."""
    met = [name for row in ended for name in read_end(row.ended_by)]
    return any(name in RULES and RULES[name].is_test for name in (*met, *(until.rules if until else ())))


def _ways(ended: Sequence[PhaseRow], until: Until | None, *, is_tested: bool) -> list[PhaseEnding]:
    """Group runs that ended in the same way, the most frequent way first."""
    lengths: dict[str, list[int]] = {}
    for row in ended:
        words = end_in_words(row.ended_by, until)
        if is_tested and row.ended_by in LIMITS:
            words = f"inconclusive: {words}"
        lengths.setdefault(words, []).append(row.contests)
    ways = [PhaseEnding(words, each) for words, each in lengths.items()]
    return sorted(ways, key=lambda way: (-len(way.lengths), way.words))
