"""A decision as people see it: how it is set up, described and asked again."""
