"""The description of a race: which settings take part, in what game, and for how many contests."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from control import parse_duration
from games import BadOption, read_bytes
from scenarios.tuning.axes import Candidate

PHASE = "play"
CONTESTS = 2
"""Contests of a block, one in either role."""


@attrs.frozen(kw_only=True)
class TuningSpec:
    """The settings that race, and what they play."""

    game: str
    options: Mapping[str, str] = attrs.field(factory=dict)
    candidates: Sequence[Candidate]
    axes: Sequence[str] = ()
    """The names of the axes on which they differ."""
    against: str = "fallible:10"
    time: str | None = None
    """The time limit of a decision, for all Advisors together."""
    contests: int = 10_000
    indifference: float = 10.0
    """The largest difference in Elo that does not matter."""
    seed: int = 0
    loads: Sequence[Path] = ()
    knowledge: Path | None = None

    def keys(self, candidate: Candidate | None = None) -> dict[str, Any]:
        """Return the keys of the scenario of all settings, or of one."""
        keys: dict[str, Any] = {"name": "tuned", "game": self.game}
        if self.options:
            keys["options"] = dict(self.options)
        if self.loads:
            keys["load"] = [str(path.resolve()) for path in self.loads]
        if self.time is not None:
            keys["budget"] = {"decision": self.time}
        phase = {"name": PHASE, "learn": "no", "against": self.against, "contests": CONTESTS}
        keys |= {"seed": self.seed, "phase": [phase]}
        if candidate is None:
            settings = [{"name": each.name, "axis": "setting", **each.keys} for each in self.candidates]
            return {**keys, "variant": settings}
        budget = {**keys.get("budget", {}), **candidate.keys.get("budget", {})}
        return {**keys, **candidate.keys, **({"budget": budget} if budget else {})}

    @property
    def identity(self) -> dict[str, Any]:
        """What may not differ when a race is resumed, under the names of the options."""
        known = "" if self.knowledge is None else hashlib.sha256(read_bytes(self.knowledge)).hexdigest()
        return {
            "game": self.game,
            "option": dict(self.options),
            "axes": [each.name for each in self.candidates],
            "against": self.against,
            "time": self.time,
            "contests": self.contests,
            "indifference": self.indifference,
            "seed": self.seed,
            "knowledge": known,
        }

    def check(self) -> None:
        """Refuse amounts that make no race."""
        size = len(self.candidates)
        if self.contests < CONTESTS * size:
            raise BadOption(
                f"{self.contests:,} contests are too few for {size} settings;"
                f" give --contests {CONTESTS * size:,} or more, or fewer settings"
            )
        if not 0 < self.indifference <= 1000:  # noqa: PLR2004  # beyond that everything is as good as anything
            raise BadOption(
                f"--indifference {self.indifference:g} is out of range; give more than 0, at most 1,000 Elo"
            )
        if self.time is not None:
            parse_duration(self.time)
