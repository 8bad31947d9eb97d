"""The choice among candidate paradigms by what was learned about each."""

from types import MappingProxyType
from typing import Any

import attrs

from agents.learners.paradigm_results import RESULTS, chosen_candidate, stage_name
from blackboard import Knowledge
from control.voting.paradigms import Paradigm
from games import Game
from games.game import STAGES


def choose_candidates(paradigm: Paradigm, knowledge: Knowledge, *, is_testing: bool) -> Paradigm:
    """Choose the candidate for each stage of a contest; return a paradigm without candidates unchanged."""
    if not paradigm.candidates:
        return paradigm
    candidates = {candidate.name: candidate for candidate in paradigm.candidates}
    known = knowledge.item(RESULTS.name)
    stages = map(stage_name, STAGES)
    chosen = {
        each: candidates[chosen_candidate(known, each, tuple(candidates), is_testing=is_testing)]
        for each in stages
    }
    return attrs.evolve(paradigm, by_stage=MappingProxyType(chosen))


def active_paradigm(paradigm: Paradigm, game: Game[Any], position: Any) -> Paradigm:
    """Return the paradigm for a position: the candidate chosen for its stage."""
    candidate = paradigm.by_stage[stage_name(game.stage(position))]
    return attrs.evolve(candidate, under=paradigm.name)
