"""Advisors that do not run inline: in threads, processes, programs of any language, behind HTTP."""
