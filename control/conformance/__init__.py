"""Conformance checks of Advisors, paradigms, learners and contestants."""
