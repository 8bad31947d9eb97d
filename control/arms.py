"""Which of several paradigms is in force, by what was learned of each."""

from types import MappingProxyType
from typing import Any

import attrs

from agents.learners.paradigm_results import RESULTS, chosen_arm, stage_name
from blackboard import Knowledge
from control.paradigms import Paradigm
from games import Game
from games.game import STAGES


def settled(paradigm: Paradigm, knowledge: Knowledge, *, is_testing: bool) -> Paradigm:
    """Settle for a contest which arm is in force in each stage; a paradigm without arms is as it is."""
    if not paradigm.arms:
        return paradigm
    arms = {arm.name: arm for arm in paradigm.arms}
    known = knowledge.item(RESULTS.name)
    stages = map(stage_name, STAGES)
    chosen = {each: arms[chosen_arm(known, each, tuple(arms), is_testing=is_testing)] for each in stages}
    return attrs.evolve(paradigm, by_stage=MappingProxyType(chosen))


def in_force(paradigm: Paradigm, game: Game[Any], position: Any) -> Paradigm:
    """Return what counts the vote in a position: the arm that was settled for its stage."""
    arm = paradigm.by_stage[stage_name(game.stage(position))]
    return attrs.evolve(arm, under=paradigm.name)
