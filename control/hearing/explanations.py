"""Sentences that explain why a move was made."""

from collections.abc import Mapping, Sequence

from agents.sums import running_sum
from blackboard import Testimony
from control.hearing.landing import Landing
from control.voting.paradigms import Tally
from games import Move
from games.counting import how_many


def why_landed(landing: Landing, decider: Testimony, move: Move) -> str:
    """Explain how tier 1 or 2 decided."""
    if not landing.insisted:
        removers = ", ".join(dict.fromkeys(landing.removed.values()))
        return f"Only {move} was left after {removers} removed all other moves."
    reason = decider.comments[move].reason
    more = f": {reason}" if reason else ""
    if len(landing.insisted) > 1:
        insisted = _listed(landing.insisted)
        return f"{decider.advisor} insists on {insisted}; the tie was broken at random: {move}{more}."
    return f"{decider.advisor} insists on {move}{more}."


def why_voted(tally: Tally, top: Sequence[Move], move: Move, by: str) -> str:
    """Explain how tier 3 decided; `top` are the moves with the highest tally."""
    most = f"{float(tally[move]):g}"
    if len(top) > 1:
        return f"{_listed(top)} tie at {most} under {by}; the tie was broken at random: {move}."
    others = [got for other, got in tally.items() if other != move]
    ahead = f", ahead of {float(max(others)):g} for the next" if others else ""
    return f"{move} has the highest tally under {by}: {most}{ahead}."


def why_drawn(chances: Mapping[Move, float], move: Move, by: str) -> str:
    """Explain how likely the drawn move was, and which move was the most likely."""
    whole = running_sum(chances.values())
    likeliest = max(chances, key=lambda each: chances[each])
    shares = {each: f"{100 * chances[each] / whole:.3g} %" for each in (move, likeliest)}
    beside = "" if likeliest == move else f"; {likeliest} had {shares[likeliest]}"
    return f"{move} was drawn under {by}, with a chance of {shares[move]}{beside}."


def why_by_chance(tally: Tally, move: Move) -> str:
    """Explain that no Advisor in tier 3 commented."""
    left = how_many(len(tally), "move")
    return f"No Advisor in tier 3 commented on the {left} left; one was chosen at random: {move}."


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(moves[:-1]) + f" and {moves[-1]}"
