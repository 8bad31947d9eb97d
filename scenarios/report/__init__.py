"""The report of an experiment: what it tells, and how that looks."""
