"""Learning: which learners run, when, and for how long."""
