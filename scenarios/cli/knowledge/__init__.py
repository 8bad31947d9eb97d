"""The command that shows what was learned."""
