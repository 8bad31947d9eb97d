"""The result of the testimonies: the landing of tiers 1 and 2, or the vote of tier 3."""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

import attrs

from agents import Streams
from blackboard import LAST_TIER, Comment, State, Testimony
from control.hearing.explanations import why_by_chance, why_drawn, why_landed, why_voted
from control.hearing.landing import Landing
from control.settings.hoyle_options import Settings
from control.voting.learned_weights import are_alike
from control.voting.paradigms import Amount, Paradigm, Poll, Tally, best
from games import BadPlugin, Move, in_words


@attrs.frozen
class Verdict:
    """The move and the reason."""

    move: Move
    tier: int | None
    by: str
    why: str
    tally: dict[Move, float] = attrs.field(factory=dict)


def verdict(
    moves: tuple[Move, ...],
    landing: Landing,
    voters: Iterable[Testimony],
    settings: Settings,
    streams: Streams,
) -> Verdict:
    """Return the only move, the move that landed, or the move that tier 3 votes for."""
    if len(moves) == 1:
        return Verdict(moves[0], None, "forced", f"{moves[0]} is the only move.")
    if landing.move is not None and landing.decider is not None:
        decider = landing.decider
        why = why_landed(landing, decider, landing.move)
        return Verdict(landing.move, decider.tier, decider.advisor, why)
    poll = poll_of(moves, landing.remaining, voters, settings, streams)
    tally = counted(settings.paradigm, poll)
    move = chosen(settings.paradigm, tally, streams)
    recorded = {each: _plain(got) for each, got in tally.items()}
    if not any(poll.opinions.values()):
        return Verdict(move, LAST_TIER, "chance", why_by_chance(tally, move), recorded)
    by = f"paradigm {settings.paradigm.name}"
    if settings.paradigm.chances is None:
        why = why_voted(tally, best(tally), move, by)
    else:
        why = why_drawn(settings.paradigm.chances(tally), move, by)
    if settings.paradigm.weights is not None and are_alike(settings.weights):
        why += " All Advisors count alike, because no different weights have been learned."
    if settings.paradigm.under:
        why += f" Paradigm {settings.paradigm.under} has learned to use it."
    return Verdict(move, LAST_TIER, by, why, recorded)


def poll_of(
    moves: tuple[Move, ...],
    remaining: tuple[Move, ...],
    voters: Iterable[Testimony],
    settings: Settings,
    streams: Streams,
) -> Poll:
    """Return the poll for a paradigm: the voters' comments on the remaining moves."""
    voters = list(voters)
    opinions: dict[str, Mapping[Move, Comment]] = {voter.advisor: voter.comments for voter in voters}
    if settings.late == "drop":
        opinions |= {voter.advisor: {} for voter in voters if voter.state is State.TIMED_OUT}
    if len(remaining) < len(moves):
        opinions = {name: _restricted(comments, remaining) for name, comments in opinions.items()}
    return Poll(remaining, opinions, settings.weights, settings.silence, streams)


def counted(paradigm: Paradigm, poll: Poll) -> Tally:
    """Return a paradigm's tally, checked, because users may write paradigms."""
    try:
        tally = paradigm(poll)
        is_sound = tally.keys() == set(poll.moves) and all(map(math.isfinite, tally.values()))
    except Exception as error:
        raise BadPlugin(f"paradigm {paradigm.name!r} cannot count: {in_words(error)}") from error
    if not is_sound:
        raise BadPlugin(
            f"paradigm {paradigm.name!r} does not give each move a finite number; see `hoyle check`"
        )
    return tally


def chosen(paradigm: Paradigm, tally: Tally, streams: Streams) -> Move:
    """Return a paradigm's choice, checked, because users may write paradigms."""
    try:
        move = paradigm.choose(tally, streams)
    except Exception as error:
        raise BadPlugin(f"paradigm {paradigm.name!r} cannot choose: {in_words(error)}") from error
    if move not in tally:
        raise BadPlugin(f"paradigm {paradigm.name!r} chooses {move!r:.60}, which is not in the poll")
    return move


def _plain(got: Amount) -> float:
    """Return a number as it is recorded; the move has been chosen by the exact one."""
    if isinstance(got, Fraction):
        return got.numerator if got.denominator == 1 else float(got)
    return got


def _restricted(comments: Mapping[Move, Comment], remaining: tuple[Move, ...]) -> Mapping[Move, Comment]:
    return {move: comment for move, comment in comments.items() if move in remaining}
