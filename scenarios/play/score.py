"""The score of a series: what the first of the pair won, drew and lost."""

from collections import Counter

import attrs

from games import Role
from scenarios.play.series import Played

RESULTS = ("won", "drawn", "lost")


@attrs.define
class Score:
    """The contests of a series so far."""

    played: list[Played] = attrs.field(factory=list)

    def count(self, role: Role | None = None) -> dict[str, int]:
        """Count what the first of the pair won, drew and lost, in all or in one role."""
        counts = Counter(each.result for each in self.played if role in (None, each.role))
        return {result: counts[result] for result in RESULTS}
