"""Contests: who sits at the table, how one is played, and what its outcome is worth."""
