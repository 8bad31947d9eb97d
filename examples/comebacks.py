"""A measure: in which part of the contests that Hoyle won it moved second. A number for a phase of a run.

hoyle run examples/measured.toml
"""

from scenarios import register_measure


@register_measure(title="contests won as Opponent", unit=" %", factor=100, most=1, least=0)
def comebacks(contests):
    """Return a share, or None for a run that won nothing; rows have a field for each column of results."""
    won = contests[contests["result"] == 1]
    return float((won["role"] == "opponent").mean()) if len(won) else None
