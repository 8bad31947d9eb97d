"""User code: how it is imported, and how another process finds it again."""
