"""Code that other people bring: how it is imported, and how another process finds it again."""
