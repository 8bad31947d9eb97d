"""Recorded decisions again, under other settings, without asking Advisors again."""
