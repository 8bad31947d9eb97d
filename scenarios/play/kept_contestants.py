"""Contestants that are kept from one series to the next: a program serves all the phases of a run."""

from contextlib import ExitStack
from typing import Any

import attrs

from agents import Contestant
from games import Game
from scenarios.play.named_contestants import Named


@attrs.define(eq=False)
class KeptContestants:
    """The contestants of one game that can be kept, by name; close them after the last series."""

    _kept: dict[tuple[str, int], Contestant] = attrs.field(factory=dict)

    def seat(self, named: Named, game: Game[Any], number: int = 0) -> Contestant:
        """Return the contestant of this name, made on first use; the number separates those of one series."""
        key = (named.text, number)
        if key in self._kept:
            return self._kept[key]
        made = named.make(game)
        if made.is_kept:
            self._kept[key] = made
        return made

    def __contains__(self, contestant: Contestant) -> bool:
        """Return whether a contestant is kept."""
        return any(contestant is each for each in self._kept.values())

    def close(self) -> None:
        """End everything that was started for them, also if ending one fails."""
        with ExitStack() as stack:
            for contestant in self._kept.values():
                stack.callback(contestant.close)
            self._kept = {}
