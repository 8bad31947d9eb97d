"""What do many runs say? Estimates with error bars, comparisons, sequential tests, learning curves.

Everything here is a pure function of numbers. Where they cannot tell, the answer says so in words.
"""

from scenarios.statistics.bootstrap import bootstrap_estimate
from scenarios.statistics.comparisons import Comparison, holm, p_text, welch_t
from scenarios.statistics.curves import RunCurve, learning_curve
from scenarios.statistics.elo import (
    draw_ratio,
    elo_difference,
    elo_of_score,
    expected_score,
    likelihood_of_superiority,
    normalized_elo,
    pairs_ratio,
    score_estimate,
)
from scenarios.statistics.intervals import Estimate, Interval, Values, mean_estimate
from scenarios.statistics.outcomes import Outcomes, Pairs, Rates, Scores, outcome_rates
from scenarios.statistics.paired import mcnemar, paired_difference, paired_t, sign_test, signed_rank
from scenarios.statistics.proportions import clopper_pearson, jeffreys, simultaneous_proportions, wilson
from scenarios.statistics.sprt import EloScale, Hypotheses, Sprt, SprtVerdict, log_likelihood_ratio
from scenarios.statistics.survival import (
    LearningTime,
    SurvivalStep,
    Wait,
    learning_time,
    restricted_mean,
    survival_curve,
)

__all__ = [
    "Comparison",
    "EloScale",
    "Estimate",
    "Hypotheses",
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
    "Values",
    "Wait",
    "bootstrap_estimate",
    "clopper_pearson",
    "draw_ratio",
    "elo_difference",
    "elo_of_score",
    "expected_score",
    "holm",
    "jeffreys",
    "learning_curve",
    "learning_time",
    "likelihood_of_superiority",
    "log_likelihood_ratio",
    "mcnemar",
    "mean_estimate",
    "normalized_elo",
    "outcome_rates",
    "p_text",
    "paired_difference",
    "paired_t",
    "pairs_ratio",
    "restricted_mean",
    "score_estimate",
    "sign_test",
    "signed_rank",
    "simultaneous_proportions",
    "survival_curve",
    "welch_t",
    "wilson",
]
