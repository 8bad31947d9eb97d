"""Ending a phase: the first of its stop rules that is met, or else the last of its contests."""

from scenarios.experiment.rows import ContestRow
from scenarios.language.stop_rules import CONTESTS, Until, write_end


class StopRules:
    """All the rules of one phase."""

    def __init__(self, until: Until, contests: int) -> None:
        self._contests = contests
        self._conditions = until.conditions()
        self._ends = until.ends
        self._seen = 0
        self.ended_by: str | None = None

    def hear(self, row: ContestRow) -> None:
        """Take note of a contest."""
        self._seen += 1
        heard = {name: condition(row) for name, condition in self._conditions.items()}
        found = {name: each for name, each in heard.items() if each is not None}
        met = [names for names in self._ends if found.keys() >= set(names)]
        if met:
            self.ended_by = write_end(met[0], found)
        elif self._seen >= self._contests:
            self.ended_by = CONTESTS
