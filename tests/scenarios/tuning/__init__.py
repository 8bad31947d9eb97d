"""Tests of scenarios/tuning/."""
