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
            "the twenty Advisors of the paper of 1990",
            (*_ALWAYS_RIGHT, *_OF_BOTH_PAPERS, "Feinter", "Open", "Sneak", "Spotter", "Wild"),
            ("states", "openings", *_BY_ROTE, "model"),
        ),
        Roster(
            "tutorial",
            "the seven and thirteen Advisors of the tutorial's Tables 8.1 and 8.2",
            (*_ALWAYS_RIGHT, *_OF_BOTH_PAPERS, "Coverage", "Freedom", "Leery", "Material", "Vulnerable"),
            _OF_THE_TUTORIAL,
        ),
        Roster(
            "modern",
            "those of the tutorial, with Coverage graded, and Farsight",
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
"""Takes part where nobody is named."""

ANYTHING = "Anything"
"""Is on no roster: a guesser, beside whom Advisors are judged where weights are learned."""


def rosters_of(member: str, members: str) -> list[str]:
    """Return the names of the rosters that one belongs to, as one of their `advisors` or `learners`."""
    return [roster.name for roster in ROSTERS.values() if member in getattr(roster, members)]


def expanded(names: Iterable[str], members: str) -> Iterator[str]:
    """Yield these names, and in the place of a roster its `advisors` or `learners`."""
    for name in names:
        if name in ROSTERS:
            yield from getattr(ROSTERS[name], members)
        else:
            yield name
