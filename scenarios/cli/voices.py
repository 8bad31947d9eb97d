"""In which games Hoyle has much to say and in which little, as benchmarks/voices.py has measured it."""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import attrs

from games import Game

FILE: Final = Path(__file__).with_name("voices.toml")
ROSTERS_ASKED: Final = ("1990", "modern")
WILD: Final = "Wild"
"""Who has something to say of any position, and means nothing by it."""
_WORDS = ((0.9, "much"), (0.5, "something"), (0.1, "little"), (0.0, "next to nothing"))
"""From which share on Hoyle has how much to say."""


@attrs.frozen
class Voices:
    """How often anybody but Wild takes sides in a game, by roster."""

    positions: int
    spoken: Mapping[str, int]

    def share(self, roster: str) -> float:
        """Return the share of positions in which somebody of a roster speaks."""
        return self.spoken[roster] / self.positions

    @property
    def words(self) -> str:
        """How much each roster has to say, for people."""
        return ", ".join(f"{roster} {self._told(roster)}" for roster in self.spoken)

    @property
    def document(self) -> dict[str, float | int]:
        """The same, for programs."""
        return {"positions": self.positions, **{roster: self.share(roster) for roster in self.spoken}}

    def _told(self, roster: str) -> str:
        share = self.share(roster)
        word = next(word for least, word in _WORDS if share >= least)
        return f"{word} ({100 * share:.0f} %)"


@functools.cache
def measured_voices() -> Mapping[str, Voices]:
    """Read what was measured, by game."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Voices(counts["positions"], {roster: counts[roster] for roster in ROSTERS_ASKED})
        for name, counts in table.items()
    }


def voices_of(game: Game[object]) -> Voices | None:
    """Return what was measured of a game; None of one that nobody has asked about."""
    return measured_voices().get(game.name)
