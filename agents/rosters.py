"""Rosters: who takes part and what is learned, under one name, so that newcomers join nothing unasked.

    advisors = "tutorial"                  exactly those, and the learners that go with them
    advisors = ["tutorial", "Mine"]        those and one more
    advisors = ["1990", "Material"]

Where nobody is named, the roster of 1990 takes part, and with it whoever was brought from outside.
"""

from collections.abc import Iterable, Iterator, Mapping

import attrs


@attrs.frozen
class Roster:
    """A set of Advisors that belong together, with the learners that feed them."""

    name: str
    title: str
    advisors: tuple[str, ...]
    learners: tuple[str, ...]


_FIRST_TIER = ("Victory", "Wiser", "Sadder", "Don't-Lose", "Panic", "Enough-Rope", "Shortsight")

ROSTERS: Mapping[str, Roster] = {
    roster.name: roster
    for roster in (
        Roster(
            "1990",
            "the twenty Advisors of the paper of 1990",
            (
                *_FIRST_TIER,
                "Anthropomorph",
                "Candide",
                "Challenge",
                "Cyber",
                "Feinter",
                "Greedy",
                "Not-Again",
                "Open",
                "Pitchfork",
                "Sneak",
                "Spotter",
                "Wild",
                "Worried",
            ),
            ("states", "openings", "expert_moves", "hoyle_moves", "lost_moves", "forks", "model"),
        ),
    )
}
"""Every roster, by name."""

USUAL = ROSTERS["1990"]
"""Takes part where nobody is named."""


def expanded(names: Iterable[str], members: str) -> Iterator[str]:
    """Yield these names, and in the place of a roster its `advisors` or `learners`."""
    for name in names:
        if name in ROSTERS:
            yield from getattr(ROSTERS[name], members)
        else:
            yield name
