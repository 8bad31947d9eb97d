"""Learned weights: the weight of each Advisor by how often it was right."""

from collections.abc import Mapping, Sequence

from agents.learners.weighing import UNKNOWN, track_record
from agents.rosters import ANYTHING
from blackboard import Knowledge


def learned_weights(knowledge: Knowledge, names: Sequence[str], *, is_testing: bool) -> Mapping[str, float]:
    """Return the weights of PWL: while learning, Advisors with few opinions count less, and all are heard.

    In tests weights count in full, and Advisors that do no better than Anything are left out. If none does
    better, all count alike.
    """
    known = {name: track_record(knowledge, name) for name in names}
    if not is_testing:
        return {name: each.weight * each.discount for name, each in known.items()}
    guesser = track_record(knowledge, ANYTHING)
    heard = {name: each.weight for name, each in known.items() if each.is_heard(guesser)}
    return heard or dict.fromkeys(names, UNKNOWN)


def are_alike(weights: Mapping[str, float]) -> bool:
    """Return whether all weights are equal, and no greater than the weight of an unknown Advisor."""
    return len(set(weights.values())) <= 1 and all(weight <= UNKNOWN for weight in weights.values())
