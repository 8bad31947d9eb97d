"""The score of a series: what the first of the pair won, drew and lost."""

from collections import Counter

import attrs

from control import Learned
from games import Role
from scenarios.play.series import Played

RESULTS = ("won", "drawn", "lost")


@attrs.define
class Score:
    """The contests of a series so far."""

    played: list[Played] = attrs.field(factory=list)
    _learned: dict[Learned, Learned] = attrs.field(factory=dict, init=False, repr=False, eq=False)

    def add(self, played: Played) -> None:
        """Add a contest; what equal lessons noted is stored once, so that long series stay small."""
        lessons = tuple(
            attrs.evolve(
                each, account=tuple(self._learned.setdefault(noted, noted) for noted in each.account)
            )
            for each in played.lessons
        )
        self.played.append(attrs.evolve(played, lessons=lessons))

    def count(self, role: Role | None = None) -> dict[str, int]:
        """Count what the first of the pair won, drew and lost, in all or in one role."""
        counts = Counter(each.result for each in self.played if role in (None, each.role))
        return {result: counts[result] for result in RESULTS}
