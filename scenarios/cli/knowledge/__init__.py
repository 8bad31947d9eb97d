"""The command that tells what was learned."""
