"""Stances: what a comment says of its moves, in a word."""

from collections.abc import Iterable

from blackboard import INSIST, NEUTRAL, OPPOSE, Comment
from games import Move


def stance(strength: int) -> str:
    """Return the word for a strength."""
    if strength in (INSIST, OPPOSE):
        return "insist" if strength == INSIST else "never"
    if strength == NEUTRAL:
        return "neutral"
    return "for" if strength > NEUTRAL else "against"


def grouped_comments(comments: Iterable[Comment]) -> dict[tuple[int, str], list[Move]]:
    """Return the moves by strength and reason, the strongest first."""
    groups: dict[tuple[int, str], list[Move]] = {}
    for comment in sorted(comments, key=lambda each: -each.strength):
        groups.setdefault((comment.strength, comment.reason), []).append(comment.move)
    return groups
