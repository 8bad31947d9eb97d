"""Why a move was made, in words."""

from collections.abc import Sequence

from agents import Streams, pick
from blackboard import Testimony
from control.landing import Landing
from control.paradigms import Paradigm, Tally, best
from games import Move


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


def vote(tally: Tally, paradigm: Paradigm, streams: Streams, *, is_silent: bool) -> tuple[Move, str, str]:
    """Pick the move with the highest tally; tell by what and why."""
    top = best(tally)
    move = top[0] if len(top) == 1 else pick(streams.stream("ties"), top)
    if is_silent:
        return (
            move,
            "chance",
            f"Nobody in tier 3 spoke of the {len(tally)} moves left; the tie stream picked {move}.",
        )
    by, most = f"paradigm {paradigm.name}", f"{tally[move]:g}"
    if len(top) > 1:
        return move, by, f"{_listed(top)} tie at {most} under {by}; the tie stream picked {move}."
    others = [got for other, got in tally.items() if other != move]
    ahead = f", ahead of {max(others):g} for the next" if others else ""
    return move, by, f"{move} has the highest tally under {by}: {most}{ahead}."


def _listed(moves: Sequence[Move]) -> str:
    return ", ".join(moves[:-1]) + f" and {moves[-1]}"
