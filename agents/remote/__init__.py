"""Advisors that run in threads, in processes, in programs of any language, and behind HTTP."""
