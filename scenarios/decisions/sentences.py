"""Sentences about a decision: when it landed, how its Advisors ended, and why the move was chosen."""

from blackboard import NEUTRAL, Decision, State, Validity
from control import format_duration
from scenarios.decisions.stances import stance


def landed_line(decision: Decision) -> str:
    """Return how long a decision took, and how far its times can be trusted; empty for a forced move."""
    when = f" Decided in {format_duration(decision.landed_ns)}." if decision.tier else ""
    return when if decision.validity is None else when + _doubts(decision.validity)


def _doubts(validity: Validity) -> str:
    """Return how late the harness was, and which Advisors could not be stopped in time."""
    words = f" The harness was up to {format_duration(validity.lag_ns)} late"
    if validity.overruns:
        worst = max(validity.overruns, key=lambda name: validity.overruns[name])
        words += f", and {worst} ended {format_duration(validity.overruns[worst])} past its deadline"
    if validity.waited_ns:
        words += f", Advisors waited for their turns for up to {format_duration(validity.waited_ns)}"
    return f"{words}." if validity.load is None else f"{words}, at a load of {validity.load:.2g}."


def state_words(state: str, limit: str = "", by: str = "") -> str:
    """Say how an Advisor ended, and which limit or which other Advisor ended it."""
    if state == State.CANCELLED and by:
        return f"cancelled by {by}"
    return f"{state}: {limit}" if limit else state


def explanation(decision: Decision) -> list[str]:
    """Return sentences on why Hoyle made its move: what decided, and which Advisors were for and against."""
    lines = [decision.why]
    for testimony in decision.testimonies:
        comment = testimony.comments.get(decision.move)
        if comment and comment.strength != NEUTRAL:
            verb = {"insist": "insists on it", "never": "opposes it", "for": "is for it"}.get(
                stance(comment.strength), "is against it"
            )
            lines.append(f"{testimony.advisor} {verb}{': ' + comment.reason if comment.reason else ''}.")
    for move, advisor in decision.removed.items():
        comment = next(t.comments[move] for t in decision.testimonies if t.advisor == advisor)
        lines.append(f"{advisor} ruled out {move}{': ' + comment.reason if comment.reason else ''}.")
    for each in decision.testimonies:
        if each.state in (State.FAILED, State.TIMED_OUT):
            how = state_words(each.state.value, each.limit)
            lines.append(f"{each.advisor} {how}{': ' + each.reason if each.reason else ''}.")
    return lines
