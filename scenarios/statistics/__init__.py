"""Statistics of many runs: estimates with confidence intervals, comparisons, sequential tests, curves.

Everything here is a pure function of numbers. If data do not determine a result, its note says why.
"""

from scenarios.statistics.comparisons import Comparison, holm, p_text
from scenarios.statistics.crossings import CrossingPoint, crossing
from scenarios.statistics.curves import RunCurve, learning_curve
from scenarios.statistics.elo import (
    elo_difference,
    elo_of_score,
    expected_score,
    paired_elo,
    score_estimate,
)
from scenarios.statistics.fronts import front, front_shares
from scenarios.statistics.interactions import (
    CellEffect,
    Interaction,
    Tables,
    detectable_again,
    detectable_with,
    interaction_test,
)
from scenarios.statistics.intervals import Estimate, Interval, Values, mean_estimate
from scenarios.statistics.leaders import changing_leader
from scenarios.statistics.outcomes import Outcomes, Pairs, Rates, Scores, outcome_rates
from scenarios.statistics.paired import paired_difference, paired_t
from scenarios.statistics.proportions import (
    clopper_pearson,
    proportion_difference,
    simultaneous_proportions,
    wilson,
)
from scenarios.statistics.sign_flips import detectable_difference, least_pairs, pairs_needed, sign_flips
from scenarios.statistics.sprt import Hypotheses, Sprt, SprtVerdict, log_likelihood_ratio
from scenarios.statistics.survival import (
    LearningTime,
    SurvivalStep,
    Wait,
    learning_time,
    restricted_mean,
    survival_curve,
)

__all__ = [
    "CellEffect",
    "Comparison",
    "CrossingPoint",
    "Estimate",
    "Hypotheses",
    "Interaction",
    "Interval",
    "LearningTime",
    "Outcomes",
    "Pairs",
    "Rates",
    "RunCurve",
    "Scores",
    "Sprt",
    "SprtVerdict",
    "SurvivalStep",
    "Tables",
    "Values",
    "Wait",
    "changing_leader",
    "clopper_pearson",
    "crossing",
    "detectable_again",
    "detectable_difference",
    "detectable_with",
    "elo_difference",
    "elo_of_score",
    "expected_score",
    "front",
    "front_shares",
    "holm",
    "interaction_test",
    "learning_curve",
    "learning_time",
    "least_pairs",
    "log_likelihood_ratio",
    "mean_estimate",
    "outcome_rates",
    "p_text",
    "paired_difference",
    "paired_elo",
    "paired_t",
    "pairs_needed",
    "proportion_difference",
    "restricted_mean",
    "score_estimate",
    "sign_flips",
    "simultaneous_proportions",
    "survival_curve",
    "wilson",
]
