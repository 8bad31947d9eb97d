"""Solved games, for contestants and judges. No Advisor and no learner may import this package."""
