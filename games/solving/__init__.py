"""Solved games, for contestants and judges: no Advisor and no learner may import this."""
