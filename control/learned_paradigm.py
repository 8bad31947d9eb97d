"""Paradigm `learned`: which way to vote pays best is learned, contest by contest and stage by stage."""

import attrs

from control.paradigms import Paradigm, get_paradigm
from games import BadOption

NAME = "learned"
USUAL_ARMS = ("1", "majority-judgement", "approval:8", "borda", "range")
"""The sum of 1990; two that do better somewhere; and to tell from these, one by order and one by means."""
MOST_ARMS = 12
_EXAMPLE = f"write for example {NAME}:1+borda+approval:8"


def learned_among(text: str) -> Paradigm:
    """Make one that chooses among the paradigms that a text names, with + between them."""
    arms = tuple(_arm(name.strip()) for name in text.split("+"))
    names = [arm.name for arm in arms]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadOption(f"paradigm {NAME} has {twice} twice among its arms; name each once")
    if len(arms) == 1:
        raise BadOption(f"paradigm {NAME} has {names[0]} alone to choose from; {_EXAMPLE}")
    if len(arms) > MOST_ARMS:
        raise BadOption(f"paradigm {NAME} has {len(arms)} arms; {MOST_ARMS} are the most")
    return _made(f"{NAME}:{'+'.join(names)}", f"learned in play, among {', '.join(names)}", arms)


def _arm(name: str) -> Paradigm:
    if not name:
        raise BadOption(f"paradigm {NAME} names an arm that has no name; {_EXAMPLE}")
    arm = get_paradigm(name)
    if arm.arms:
        raise BadOption(f"{name} learns by itself, and is no arm of paradigm {NAME}; {_EXAMPLE}")
    if arm.weights is not None:
        raise BadOption(f"{name} finds its own weights, and is no arm of paradigm {NAME}; {_EXAMPLE}")
    return arm


def _made(name: str, title: str, arms: tuple[Paradigm, ...]) -> Paradigm:
    """Make one; where nothing was settled nothing is known, and the first arm counts."""
    counts_voters = any(arm.counts_voters for arm in arms)
    return Paradigm(
        name, title, arms[0].tally, counts_voters=counts_voters, chances=arms[0].chances, arms=arms
    )


LEARNED = attrs.evolve(
    _made(
        NAME,
        f"learned in play, among {', '.join(USUAL_ARMS)}; or learned:1+borda",
        tuple(map(_arm, USUAL_ARMS)),
    ),
    with_argument=learned_among,
)
