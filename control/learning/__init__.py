"""Which learners run, when, and for how long?"""
