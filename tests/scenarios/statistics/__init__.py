"""Tests of scenarios/statistics/."""
