"""Running a scenario: runs, worker processes, and the store of their rows."""
