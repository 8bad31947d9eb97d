"""One decision, from the position to the move and its record."""

from typing import Any

import attrs
import trio

from agents import Hold, Opinions, Question, Streams
from blackboard import Conditions, Decision, Knowledge, State
from control.hearing.allocation import allocate, known_profiles, turns_by_worth, whole_of
from control.hearing.conclusion import assemble, conclude, recorded_choices
from control.hearing.contest_clock import ContestClock
from control.hearing.disturbances import check_undisturbed, too_slow
from control.hearing.hearing import Hearing
from control.hearing.hearing_cache import HearingCache
from control.hearing.panel_seating import in_stage, seat_panel
from control.hearing.seen import OnHearing, Seen
from control.hearing.symmetry_classes import distinct_moves
from control.hearing.virtual import ClockHold, VirtualClock, VirtualHearing
from control.hearing.wall import WallHearing
from control.limits.bounds import active_limits
from control.limits.budgets import ANY_AMOUNT, Allowance
from control.limits.panel import Panel
from control.settings.hoyle_options import HEAR_ALL, Settings, check_allocation
from games import BadPosition, Game

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
    hearing_cache: HearingCache | None = None,
    on_hearing: OnHearing | None = None,
) -> Decision:
    """Return the panel's decision on a position, on the clock of the trio run.

    If the panel has a limit for a contest and no clock is given, this is the contest's first decision. A
    panel that was not seated for this knowledge is seated as for a test. With `hearing_cache`, equal
    questions in virtual time are answered from the cache. `on_hearing` receives a view of the hearing before
    it starts; if only one move is legal, there is no hearing.
    """
    knowledge = knowledge or Knowledge.of(game)
    if not panel.is_seated:
        panel, settings = seat_panel(panel, settings or DEFAULTS, knowledge, is_testing=True)
    settings = in_stage(settings or DEFAULTS, game, position)
    question = _question(game, position, knowledge, streams or NO_SEED)
    share = ANY_AMOUNT
    if panel.limits.contest:
        contest_clock = contest_clock or ContestClock(panel.limits.contest, settings.contest_clock)
        share = contest_clock.share(game, position)
    if settings.is_dealt:
        check_allocation(settings, panel.limits)
        panel = _allocated(question, panel, settings, share)
    hearing = await _heard(question, panel, settings, share, cache=hearing_cache, on_hearing=on_hearing)
    decision = _concluded(hearing)
    if contest_clock is not None:
        contest_clock.spend(decision)
    return decision


def _allocated(question: Question, panel: Panel, settings: Settings, share: Allowance) -> Panel:
    """Divide the decision's time and work among the Advisors, and set their order, by what was learned."""
    profiles = known_profiles(panel, settings, question.game, question.position, question.knowledge)
    turns = turns_by_worth(panel, settings, profiles)
    return attrs.evolve(
        allocate(panel, settings, whole_of(panel.limits, share), profiles), turns=turns, is_seated=True
    )


async def ask(
    game: Game[Any],
    position: Any,
    panel: Panel,
    knowledge: Knowledge,
    streams: Streams,
    *,
    settings: Settings | None = None,
    within: Allowance = ANY_AMOUNT,
) -> tuple[Opinions, int]:
    """Return a panel's opinions on a position, without deciding, and how long that took.

    `within` limits each Advisor. Comments after a deadline do not count if the settings drop them.
    """
    question = _question(game, position, knowledge, streams)
    settings = attrs.evolve(settings or DEFAULTS, settle=HEAR_ALL)
    hearing = await _heard(question, panel, settings, within)
    check_undisturbed(hearing.testimonies, hearing.clock)
    heard = hearing.testimonies
    if hearing.settings.late == "drop":
        heard = [attrs.evolve(each, comments={}) if each.state is State.TIMED_OUT else each for each in heard]
    return Opinions(question.moves, tuple(heard)), hearing.landed_ns


def _question(game: Game[Any], position: Any, knowledge: Knowledge, streams: Streams) -> Question:
    legal = tuple(game.legal_moves(position))
    if not legal:
        raise BadPosition(
            f"position {game.format_position(position)!r} is the end of a contest; no move is possible"
        )
    moves = distinct_moves(game, position, legal, knowledge.symmetries) if knowledge.symmetries else legal
    return Question(game, position, game.mover(position), moves, knowledge, streams)


async def _heard(
    question: Question,
    panel: Panel,
    settings: Settings,
    share: Allowance,
    *,
    cache: HearingCache | None = None,
    on_hearing: OnHearing | None = None,
) -> Hearing:
    """Hear a panel; if only one move is possible, return a hearing that has not taken place."""

    def show(hearing: Hearing) -> None:
        if on_hearing is not None:
            on_hearing(Seen(hearing))

    clock = trio.lowlevel.current_clock()
    is_open = len(question.moves) > 1
    if is_open and panel.has_proxies:
        await _prepared(panel, question)
    if cache is not None and is_open and settings.hears_all and isinstance(clock, VirtualClock):
        return await cache.heard(question, panel, settings, clock, share, show=show)
    hearing: Hearing
    if isinstance(clock, VirtualClock):
        hearing = VirtualHearing(question, panel, settings, clock, share)
    else:
        hearing = WallHearing(question, panel, settings, share)
    if is_open:
        show(hearing)
        await hearing.run()
    return hearing


async def _prepared(panel: Panel, question: Question) -> None:
    """Let proxies get ready, which takes real time and no virtual time."""
    clock = trio.lowlevel.current_clock()
    late: list[str] = []

    def hold(name: str) -> Hold:
        if not isinstance(clock, VirtualClock):
            return Hold()

        def give_up() -> None:
            late.append(name)
            scope.cancel()

        return ClockHold(clock, give_up)

    with trio.CancelScope() as scope:
        await panel.prepare(question, hold)
    if late and isinstance(clock, VirtualClock):
        raise too_slow(late[0], clock.brake_s, needed_for="its start")


def _concluded(hearing: Hearing) -> Decision:
    question, landing = hearing.question, hearing.landing
    found = conclude(
        question.moves,
        landing,
        hearing.testimonies,
        hearing.settings,
        question.streams,
        patience=hearing.patience,
        unheard=hearing.unheard,
    )
    posed = {
        "game": question.game.name,
        "options": question.game.options,
        "position": question.game.format_position(question.position),
        "mover": question.mover.title,
        "legal": question.moves,
    }
    return assemble(
        posed,
        found,
        landing,
        hearing.testimonies,
        landed_ns=hearing.landed_ns,
        conditions=_conditions(hearing),
        validity=hearing.validity() if len(question.moves) > 1 else None,
    )


def _conditions(hearing: Hearing) -> Conditions:
    panel, streams = hearing.panel, hearing.question.streams
    choices = recorded_choices(hearing.settings, hearing.patience)
    if panel.turns:
        choices["turns"] = dict(panel.turns)
    return Conditions(
        hearing.clock,
        {**choices, "layout": panel.layout},
        streams.seed,
        streams.path,
        active_limits(panel.limits, hearing.bounds.share) if panel.limits else {},
        **hearing.clock_settings(),
    )
