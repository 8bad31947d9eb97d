"""What do many runs say? Estimates with error bars, comparisons, sequential tests, learning curves.

Everything here is a pure function of numbers. Where they cannot tell, the answer says so in words.
"""

from scenarios.statistics.bootstrap import bootstrap_estimate
from scenarios.statistics.intervals import Estimate, Interval, Values, mean_estimate
from scenarios.statistics.outcomes import Outcomes, Pairs, Rates, Scores, outcome_rates
from scenarios.statistics.proportions import clopper_pearson, jeffreys, simultaneous_proportions, wilson

__all__ = [
    "Estimate",
    "Interval",
    "Outcomes",
    "Pairs",
    "Rates",
    "Scores",
    "Values",
    "bootstrap_estimate",
    "clopper_pearson",
    "jeffreys",
    "mean_estimate",
    "outcome_rates",
    "simultaneous_proportions",
    "wilson",
]
