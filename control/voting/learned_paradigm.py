"""Paradigm `learned`: the best way to vote is learned, contest by contest and stage by stage."""

import attrs

from control.voting.paradigms import Paradigm, get_paradigm
from games import BadOption

NAME = "learned"
USUAL_CANDIDATES = ("1", "majority-judgement", "approval:8", "borda", "range")
"""The sum of 1990, two that do better in some games, one by order and one by means."""
MOST_CANDIDATES = 12
_EXAMPLE = f"write for example {NAME}:1+borda+approval:8"


def learned_among(text: str) -> Paradigm:
    """Return a paradigm that chooses among those named in a text, joined by +."""
    candidates = tuple(_candidate(name.strip()) for name in text.split("+"))
    names = [candidate.name for candidate in candidates]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadOption(f"paradigm {NAME} has {twice} twice among its candidates; name each once")
    if len(candidates) == 1:
        raise BadOption(f"paradigm {NAME} has only one candidate, {names[0]}; {_EXAMPLE}")
    if len(candidates) > MOST_CANDIDATES:
        raise BadOption(
            f"paradigm {NAME} has {len(candidates)} candidates; at most {MOST_CANDIDATES} are possible"
        )
    return _made(f"{NAME}:{'+'.join(names)}", f"learned in play, among {', '.join(names)}", candidates)


def _candidate(name: str) -> Paradigm:
    if not name:
        raise BadOption(f"paradigm {NAME} has a candidate without a name; {_EXAMPLE}")
    candidate = get_paradigm(name)
    if candidate.candidates:
        raise BadOption(
            f"{name} cannot be a candidate of paradigm {NAME}, because it learns itself; {_EXAMPLE}"
        )
    if candidate.weights is not None:
        raise BadOption(
            f"{name} cannot be a candidate of paradigm {NAME}, because it sets weights; {_EXAMPLE}"
        )
    return candidate


def _made(name: str, title: str, candidates: tuple[Paradigm, ...]) -> Paradigm:
    """Make one; where no candidate was chosen, the first one counts."""
    counts_voters = any(candidate.counts_voters for candidate in candidates)
    return Paradigm(
        name,
        title,
        candidates[0].tally,
        counts_voters=counts_voters,
        chances=candidates[0].chances,
        candidates=candidates,
    )


LEARNED = attrs.evolve(
    _made(
        NAME,
        f"learned in play, among {', '.join(USUAL_CANDIDATES)}; or learned:1+borda",
        tuple(map(_candidate, USUAL_CANDIDATES)),
    ),
    with_argument=learned_among,
)
