"""One decision, from the position to the move and its whole account."""

import math
from collections.abc import Mapping
from typing import Any

import trio

from agents import Question, Streams
from blackboard import Comment, Decision, Knowledge, State
from control.account import vote, why_landed
from control.bounds import in_force
from control.budgets import ANY_AMOUNT, Allowance
from control.classes import distinct_moves
from control.contest_clock import ContestClock
from control.hearing import Hearing
from control.panel import LAST_TIER, Panel
from control.paradigms import Paradigm, Poll, Tally
from control.settings import Settings
from control.virtual import VirtualClock, VirtualHearing
from control.wall import WallHearing
from games import BadPlugin, BadPosition, Game, Move, in_words

DEFAULTS = Settings()
NO_SEED = Streams(0)


async def decide(
    game: Game[Any],
    position: Any,
    panel: Panel,
    *,
    settings: Settings | None = None,
    knowledge: Knowledge | None = None,
    streams: Streams | None = None,
    contest_clock: ContestClock | None = None,
) -> Decision:
    """Let the panel argue about a position, on the clock that trio runs by.

    If the panel has a limit for a contest, and no clock is given, this is the contest's first decision.
    """
    legal = game.legal_moves(position)
    if not legal:
        raise BadPosition(
            f"position {game.format_position(position)!r} is the end of a contest; nobody moves there"
        )
    knowledge = knowledge or Knowledge.of(game)
    moves = distinct_moves(game, position, legal, knowledge.symmetries) if knowledge.symmetries else legal
    question = Question(game, position, game.mover(position), moves, knowledge, streams or NO_SEED)
    share = ANY_AMOUNT
    if panel.limits.contest:
        contest_clock = contest_clock or ContestClock(panel.limits.contest)
        share = contest_clock.share(game, position)
    hearing = _hearing(question, panel, settings or DEFAULTS, share)
    if len(moves) > 1:
        await hearing.run()
    decision = _concluded(hearing)
    if contest_clock is not None:
        contest_clock.spend(decision)
    return decision


def _hearing(question: Question, panel: Panel, settings: Settings, share: Allowance) -> Hearing:
    clock = trio.lowlevel.current_clock()
    if isinstance(clock, VirtualClock):
        return VirtualHearing(question, panel, settings, clock, share)
    return WallHearing(question, panel, settings, share)


def _concluded(hearing: Hearing) -> Decision:
    question, landing = hearing.question, hearing.landing
    tier: int | None = None
    tally: Tally = {}
    if len(question.moves) == 1:
        move, by, why = question.moves[0], "forced", f"{question.moves[0]} is the only move."
    elif landing.move is not None and landing.decider is not None:
        move, tier, by = landing.move, landing.decider.tier, landing.decider.advisor
        why = why_landed(landing, landing.decider, move)
    else:
        tier, poll = LAST_TIER, _poll(hearing)
        tally = _counted(hearing.settings.paradigm, poll)
        is_silent = not any(poll.opinions.values())
        move, by, why = vote(tally, hearing.settings.paradigm, question.streams, is_silent=is_silent)
    return Decision(
        game=question.game.name,
        options=question.game.options,
        position=question.game.format_position(question.position),
        mover=question.mover.title,
        legal=question.moves,
        move=move,
        tier=tier,
        by=by,
        why=why,
        tally=tally,
        removed=landing.removed,
        testimonies=tuple(hearing.testimonies),
        landed_ns=hearing.landed_ns,
        settings=_settings(hearing),
        validity=hearing.validity() if len(question.moves) > 1 else None,
    )


def _poll(hearing: Hearing) -> Poll:
    remaining, settings = hearing.landing.remaining, hearing.settings
    voters = hearing.testimonies[hearing.panel.ranked :]
    opinions: dict[str, Mapping[Move, Comment]] = {voter.advisor: voter.comments for voter in voters}
    if settings.late == "drop":
        opinions |= {voter.advisor: {} for voter in voters if voter.state is State.TIMED_OUT}
    if len(remaining) < len(hearing.question.moves):
        opinions = {name: _restricted(comments, remaining) for name, comments in opinions.items()}
    return Poll(remaining, opinions, settings.weights, settings.silence, hearing.question.streams)


def _counted(paradigm: Paradigm, poll: Poll) -> Tally:
    """Let a paradigm count, and trust nothing: it may be somebody else's."""
    try:
        tally = paradigm(poll)
        is_sound = tally.keys() == set(poll.moves) and all(map(math.isfinite, tally.values()))
    except Exception as error:
        raise BadPlugin(f"paradigm {paradigm.name!r} cannot count: {in_words(error)}") from error
    if not is_sound:
        raise BadPlugin(
            f"paradigm {paradigm.name!r} gives no finite number to each move; hoyle check tells more"
        )
    return tally


def _restricted(comments: Mapping[Move, Comment], remaining: tuple[Move, ...]) -> Mapping[Move, Comment]:
    return {move: comment for move, comment in comments.items() if move in remaining}


def _settings(hearing: Hearing) -> dict[str, object]:
    settings, streams = hearing.settings, hearing.question.streams
    return {
        "clock": hearing.clock,
        "schedule": settings.schedule,
        "paradigm": settings.paradigm.name,
        "layout": hearing.panel.layout,
        "late": settings.late,
        "silence": settings.silence,
        "weights": dict(settings.weights),
        "seed": streams.seed,
        "stream": list(streams.path),
        **({"limits": in_force(hearing.panel.limits, hearing.bounds.share)} if hearing.panel.limits else {}),
        **hearing.clock_settings(),
    }
