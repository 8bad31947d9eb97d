"""Rosters: named sets of Advisors and learners, so that new ones join only where they are named.

    advisors = "tutorial"                  exactly these, and the learners that go with them
    advisors = ["tutorial", "Mine"]        these and one more
    advisors = ["1990", "Material"]

If none is named, the 1990 roster is used, together with all Advisors that were registered.
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


_ALWAYS_RIGHT = ("Victory", "Wiser", "Sadder", "Don't-Lose", "Panic", "Enough-Rope", "Shortsight")
_OF_BOTH_PAPERS = (
    *("Anthropomorph", "Candide", "Challenge", "Cyber"),
    *("Greedy", "Not-Again", "Pitchfork", "Worried"),
)
_BY_ROTE = ("expert_moves", "hoyle_moves", "lost_moves", "forks")
_OF_THE_TUTORIAL = ("last_chance_and_dangers", *_BY_ROTE, "weights")

ROSTERS: Mapping[str, Roster] = {
    roster.name: roster
    for roster in (
        Roster(
            "1990",
            "the twenty Advisors of the 1990 paper",
            (*_ALWAYS_RIGHT, *_OF_BOTH_PAPERS, "Feinter", "Open", "Sneak", "Spotter", "Wild"),
            ("states", "openings", *_BY_ROTE, "model"),
        ),
        Roster(
            "tutorial",
            "the Advisors of the tutorial's Tables 8.1 (seven) and 8.2 (thirteen)",
            (*_ALWAYS_RIGHT, *_OF_BOTH_PAPERS, "Coverage", "Freedom", "Leery", "Material", "Vulnerable"),
            _OF_THE_TUTORIAL,
        ),
        Roster(
            "modern",
            "the tutorial's Advisors, with Coverage-Graded instead of Coverage, and Farsight",
            (
                *(*_ALWAYS_RIGHT, *_OF_BOTH_PAPERS),
                *("Coverage-Graded", "Farsight", "Freedom", "Leery", "Material", "Vulnerable"),
            ),
            _OF_THE_TUTORIAL,
        ),
    )
}
"""Every roster, by name."""

USUAL = ROSTERS["1990"]
"""Takes part if none is named."""

ANYTHING = "Anything"
"""On no roster: a guesser with which Advisors are compared when weights are learned."""


def rosters_of(member: str, members: str) -> list[str]:
    """Return the names of the rosters that have this member among their `advisors` or `learners`."""
    return [roster.name for roster in ROSTERS.values() if member in getattr(roster, members)]


def expanded(names: Iterable[str], members: str) -> Iterator[str]:
    """Yield these names, with each roster replaced by its `advisors` or `learners`."""
    for name in names:
        if name in ROSTERS:
            yield from getattr(ROSTERS[name], members)
        else:
            yield name
