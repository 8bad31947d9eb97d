"""Recorded decisions under other settings, without asking Advisors again."""
