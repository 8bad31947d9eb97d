"""The report of an experiment: its contents and their form."""
