"""Why a move was chosen and another was not, from the record alone."""

from collections.abc import Iterator
from typing import Any

from blackboard import INSIST, NEUTRAL, OPPOSE, Comment, Decision
from control import Changes, redecide
from games import Move
from games.counting import in_a_row
from scenarios.decisions.stances import stance

UNMENTIONED = "No Advisor commented on it."


def reasons(decision: Decision) -> dict[Move, dict[str, Any]]:
    """Return for each move its comments and why it was or was not chosen."""
    turns = _turns(decision)
    return {move: _reasons(decision, move, turns.get(move, {})) for move in decision.legal}


def _turns(decision: Decision) -> dict[Move, dict[str, bool]]:
    """Return for other moves the Advisors without whom they would be chosen, and whether that is certain."""
    turns: dict[Move, dict[str, bool]] = {}
    for testimony in decision.testimonies:
        again = redecide(decision, Changes(without=frozenset([testimony.advisor])))
        if again.decision.move != decision.move:
            turns.setdefault(again.decision.move, {})[testimony.advisor] = again.is_certain
    return turns


def _reasons(decision: Decision, move: Move, turns: dict[str, bool]) -> dict[str, Any]:
    comments = [each.comments[move] for each in decision.testimonies if move in each.comments]
    got = decision.tally.get(move)
    return {
        "chosen": move == decision.move,
        "comments": [
            {
                "advisor": each.advisor,
                "strength": each.strength,
                "stance": stance(each.strength),
                "reason": each.reason,
            }
            for each in comments
        ],
        "removed_by": decision.removed.get(move),
        "tally": got,
        "lacks": None if got is None else max(decision.tally.values()) - got,
        "turned_by": [{"advisor": name, "certain": is_certain} for name, is_certain in turns.items()],
        "words": list(_sentences(decision, move, comments, turns)),
    }


def _sentences(
    decision: Decision, move: Move, comments: list[Comment], turns: dict[str, bool]
) -> Iterator[str]:
    """Yield the sentences that explain a move."""
    if move == decision.move:
        yield decision.why
    yield from _spoken(comments)
    if remover := decision.removed.get(move):
        yield f"{remover} removed it."
    if (got := decision.tally.get(move)) is not None and move != decision.move:
        most = max(decision.tally.values())
        ahead = [each for each, other in decision.tally.items() if other == most]
        if got == most:
            yield f"It tied with {decision.move} at {got:g}; the tie was broken at random."
        else:
            leaders = f"{'move' if len(ahead) == 1 else 'moves'} {in_a_row(ahead)}"
            yield f"Its tally is {got:g}: {got - most:+g} compared with {leaders}."
    elif move != decision.move and move not in decision.removed and decision.tier in (1, 2):
        yield f"{decision.by} decided in tier {decision.tier}, so tier 3 did not vote."
    for name, is_certain in turns.items():
        yield f"Without {name}, it {'would' if is_certain else 'might'} have been chosen."


def _spoken(comments: list[Comment]) -> Iterator[str]:
    if not comments:
        yield UNMENTIONED
    for words, least, most in (
        ("For it", NEUTRAL + 1, INSIST),
        ("Neutral", NEUTRAL, NEUTRAL),
        ("Against it", OPPOSE, NEUTRAL - 1),
    ):
        words_of = [_comment_words(each) for each in comments if least <= each.strength <= most]
        if words_of:
            yield f"{words}: {'; '.join(words_of)}."


def _comment_words(comment: Comment) -> str:
    how = {INSIST: ", insists", OPPOSE: ", opposes"}.get(comment.strength, "")
    reason = f", {comment.reason}" if comment.reason else ""
    return f"{comment.advisor} ({comment.strength}{how}{reason})"
