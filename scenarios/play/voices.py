"""How often Advisors have an opinion in each game, as measured by benchmarks/voices.py."""

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
"""Has a random opinion of every position, and does not count."""


@attrs.frozen
class Voices:
    """How often Advisors other than Wild take sides in a game, by roster."""

    positions: int
    spoken: Mapping[str, int]

    def share(self, roster: str) -> float:
        """Return the share of positions in which Advisors of a roster have an opinion."""
        return self.spoken[roster] / self.positions

    @property
    def words(self) -> str:
        """The share of each roster, for people."""
        return ", ".join(f"{100 * self.share(roster):.0f} % ({roster})" for roster in self.spoken)

    @property
    def document(self) -> dict[str, float | int]:
        """The share of each roster, for programs."""
        return {"positions": self.positions, **{roster: self.share(roster) for roster in self.spoken}}


@functools.cache
def measured_voices() -> Mapping[str, Voices]:
    """Return the measurements by game."""
    table = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Voices(counts["positions"], {roster: counts[roster] for roster in ROSTERS_ASKED})
        for name, counts in table.items()
    }


def voices_of(game: Game[object]) -> Voices | None:
    """Return the measurements of a game; None if it was not measured."""
    return measured_voices().get(game.name)
