"""Contests won, drawn and lost in every match-up."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import attrs
import numpy as np

from scenarios.experiment.records import Records
from scenarios.language.measures import RESULTS, Contests
from scenarios.report.cell_groups import ALIKE_NOTE, CellGroup, Member, alike_so_far
from scenarios.report.charts import Bar, stacked_bars
from scenarios.report.exhibit import Chart, Exhibit, MatchUpPart, PointLink, joined, percent
from scenarios.report.panels import panel
from scenarios.statistics import Estimate, Outcomes, elo_difference, outcome_rates
from scenarios.statistics.elo import elo_text

_NOTE = (
    "Contests won, drawn and lost by Hoyle, all runs pooled. The error bars below a bar are simultaneous 95 "
    "% confidence intervals (Goodman) of the shares won and lost. Elo is the difference in strength, "
    "positive if Hoyle is stronger, with its 95 % confidence interval. If all contests were won, or all "
    "lost, only one end of it is known. The intervals assume independent contests."
)


@attrs.frozen
class _MatchUp:
    """The contests of a cell against one contestant."""

    member: Member
    other: str
    outcomes: Outcomes

    @property
    def shares(self) -> tuple[Estimate, ...]:
        rates = outcome_rates(self.outcomes)
        return rates.wins, rates.draws, rates.losses

    @property
    def elo(self) -> str:
        """The difference in Elo with its interval; empty if the results do not determine it."""
        return elo_text(elo_difference(self.outcomes))

    @property
    def detail(self) -> str:
        """The text beside the bar."""
        return joined(self.elo and f"Elo {self.elo}", _contests(self.outcomes.n))

    def parts(self, phase: str) -> list[MatchUpPart]:
        """Return what each part of the bar counts."""
        return [MatchUpPart(self.member.cell, phase, self.other, result) for result in (1, 0, -1)]

    def figures(self) -> list[str]:
        counts = reversed(self.outcomes.counts)
        shares = [f"{count}: {percent(share)}" for count, share in zip(counts, self.shares, strict=True)]
        return [*shares, self.elo or "unknown"]


def match_ups(records: Records, groups: Sequence[CellGroup]) -> Exhibit:
    """Show the contests won, drawn and lost in every match-up."""
    charts, rows, is_any_alike = [], [], False
    for phase in records.phase_names:
        for group in groups:
            found = _match_ups(records, group, phase)
            rows += [
                [each.member.name, phase, each.other, str(each.outcomes.n), *each.figures()] for each in found
            ]
            if found:
                members = alike_so_far(records, group, phase)
                is_any_alike |= any(member.alike for member in members)
                shown = [
                    attrs.evolve(each, member=member)
                    for member in members
                    for each in found
                    if each.member.cell == member.cell
                ]
                charts.append(_chart(records, group, phase, shown))
    head = ("cell", "phase", "against", "contests", *RESULTS, "Elo")
    return Exhibit("Match-ups", _NOTE + ALIKE_NOTE * is_any_alike, charts, head, rows, RESULTS)


def _chart(records: Records, group: CellGroup, phase: str, found: Sequence[_MatchUp]) -> Chart:
    others = {each.other for each in found}
    against = f"against {found[0].other}" if len(others) == 1 else ""
    name = joined("Match-ups", group.title, f"phase {phase}", against)

    def draw(point_link: PointLink | None) -> str:
        bars = [
            Bar(
                _label(each, others),
                each.shares,
                each.detail,
                each.member.of,
                [] if point_link is None else [point_link(part) for part in each.parts(phase)],
            )
            for each in found
        ]
        return stacked_bars(name, bars, RESULTS)

    return panel(records, group, phase, draw(None), against, linked=draw)


def _label(each: _MatchUp, others: set[str]) -> str:
    return each.member.label if len(others) == 1 else f"{each.member.label}, against {each.other}"


def _contests(count: int) -> str:
    return f"{count} contest{'s' * (count != 1)}"


def _match_ups(records: Records, group: CellGroup, phase: str) -> list[_MatchUp]:
    return [
        _MatchUp(member, other, outcomes)
        for member in group.members
        for other, outcomes in _outcomes(records, member.cell, phase).items()
    ]


def _outcomes(records: Records, cell: int, phase: str) -> dict[str, Outcomes]:
    """Count results by Hoyle's opponent."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    contests = _played(records, cell, phase)
    for other, result in zip(contests["other"].tolist(), contests["result"].tolist(), strict=True):
        counts[other][int(result)] += 1
    return {other: Outcomes(each[1], each[0], each[-1]) for other, each in sorted(counts.items())}


def contests_of_part(records: Records, part: MatchUpPart) -> Contests:
    """Return exactly the contests that a part of a bar counts."""
    contests = _played(records, part.cell, part.phase)
    found: Contests = contests[(contests["other"] == part.other) & (contests["result"] == part.result)]
    return found


def _played(records: Records, cell: int, phase: str) -> Contests:
    """Return the contests that Hoyle played in the finished phases of a cell."""
    ended = [records.contests_of_phase(row) for row in records.ended_phases(cell, phase)]
    contests: Contests = np.concatenate([records.contests[:0], *ended])
    found: Contests = contests[~np.isnan(contests["result"])]
    return found
