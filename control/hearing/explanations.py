"""Why a move was made, in words."""

from collections.abc import Mapping, Sequence

from blackboard import Testimony
from control.hearing.landing import Landing
from control.voting.paradigms import Tally
from games import Move
from games.counting import how_many


def why_landed(landing: Landing, decider: Testimony, move: Move) -> str:
    """Tell how tier 1 or 2 decided."""
    if not landing.insisted:
        removers = ", ".join(dict.fromkeys(landing.removed.values()))
        return f"Nothing but {move} was left once {removers} had removed the rest."
    reason = decider.comments[move].reason
    told = f"{decider.advisor} insists on {move}{': ' + reason if reason else ''}."
    if len(landing.insisted) > 1:
        told = f"{decider.advisor} insists on {_listed(landing.insisted)}; the tie stream picked {move}" + (
            f": {reason}." if reason else "."
        )
    return told


def why_voted(tally: Tally, top: Sequence[Move], move: Move, by: str) -> str:
    """Tell how tier 3 decided: `top` are the moves with the highest tally."""
    most = f"{float(tally[move]):g}"
    if len(top) > 1:
        return f"{_listed(top)} tie at {most} under {by}; the tie stream picked {move}."
    others = [got for other, got in tally.items() if other != move]
    ahead = f", ahead of {float(max(others)):g} for the next" if others else ""
    return f"{move} has the highest tally under {by}: {most}{ahead}."


def why_drawn(chances: Mapping[Move, float], move: Move, by: str) -> str:
    """Tell how likely the move was that was drawn, and which one was likeliest."""
    whole = sum(chances.values())
    likeliest = max(chances, key=lambda each: chances[each])
    shares = {each: f"{100 * chances[each] / whole:.3g} %" for each in (move, likeliest)}
    beside = "" if likeliest == move else f"; {likeliest} had {shares[likeliest]}"
    return f"{move} was drawn under {by}, with a chance of {shares[move]}{beside}."


def why_by_chance(tally: Tally, move: Move) -> str:
    """Tell that nobody in tier 3 had anything to say."""
    return f"Nobody in tier 3 spoke of the {how_many(len(tally), 'move')} left; the tie stream picked {move}."


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(moves[:-1]) + f" and {moves[-1]}"
