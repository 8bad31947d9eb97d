"""One decision, from the position to the move and its whole account."""

from typing import Any

import attrs
import trio

from agents import Hold, Opinions, Question, Streams
from agents.remote.processes import LAUNCHER
from blackboard import Conditions, Decision, Knowledge, State
from control.hearing.allocation import allocate, known_profiles, turns_by_worth, whole_of
from control.hearing.conclusion import assemble, conclude, recorded_choices
from control.hearing.contest_clock import ContestClock
from control.hearing.disturbances import check_undisturbed
from control.hearing.hearing import Hearing
from control.hearing.hearing_cache import HearingCache
from control.hearing.panel_seating import in_stage, seat_panel
from control.hearing.seen import OnHearing, Seen
from control.hearing.suspects import MOST_HEARINGS, acquitted, name_suspects
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
LONGEST_START_S = 60.0
"""How long, in real time, those who run elsewhere may take to get ready."""


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
    """Let the panel argue about a position, on the clock that trio runs by.

    If the panel has a limit for a contest and no clock is given, this is the contest's first decision. A
    panel that was not seated for this knowledge is seated here, as for a test. With `hearing_cache`, a
    question that was heard before in virtual time is answered from the cache. `on_hearing` receives a view of
    the hearing while it is under way; if only one move is legal, there is no hearing.
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
    hear = _Heard(question, settings, hearing_cache, on_hearing)
    hearing = await _heard_undisturbed(hear, panel, share)
    decision = _concluded(hearing)
    if contest_clock is not None:
        contest_clock.spend(decision)
    return decision


def _allocated(question: Question, panel: Panel, settings: Settings, share: Allowance) -> Panel:
    """Deal out what a decision has, and say whose turn it is, by what is known."""
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
    """Ask a panel what it has to say of a position, without deciding; return that, and how long it took.

    Nobody may use more than is allowed `within`. What came too late does not count if a decision drops it.
    """
    question = _question(game, position, knowledge, streams)
    settings = attrs.evolve(settings or DEFAULTS, settle=HEAR_ALL)
    hearing = await _heard_undisturbed(_Heard(question, settings), panel, within)
    check_undisturbed(hearing.testimonies, hearing.clock)
    heard = hearing.testimonies
    if hearing.settings.late == "drop":
        heard = [attrs.evolve(each, comments={}) if each.state is State.TIMED_OUT else each for each in heard]
    return Opinions(question.moves, tuple(heard)), hearing.landed_ns


def _question(game: Game[Any], position: Any, knowledge: Knowledge, streams: Streams) -> Question:
    legal = tuple(game.legal_moves(position))
    if not legal:
        raise BadPosition(
            f"position {game.format_position(position)!r} is the end of a contest; nobody moves there"
        )
    moves = distinct_moves(game, position, legal, knowledge.symmetries) if knowledge.symmetries else legal
    return Question(game, position, game.mover(position), moves, knowledge, streams)


@attrs.frozen
class _Heard:
    """How a question is heard, whoever is asked."""

    question: Question
    settings: Settings
    cache: HearingCache | None = None
    on_hearing: OnHearing | None = None

    async def __call__(self, panel: Panel, share: Allowance) -> Hearing:
        """Hear a panel, unless there is no choice."""
        question, clock = self.question, trio.lowlevel.current_clock()
        is_open = len(question.moves) > 1
        if self.cache is not None and is_open and self.settings.hears_all and isinstance(clock, VirtualClock):
            return await self.cache.heard(question, panel, self.settings, clock, share, show=self._shown)
        hearing: Hearing
        if isinstance(clock, VirtualClock):
            hearing = VirtualHearing(question, panel, self.settings, clock, share)
        else:
            hearing = WallHearing(question, panel, self.settings, share)
        if is_open:
            self._shown(hearing)
            await hearing.run()
        return hearing

    def _shown(self, hearing: Hearing) -> None:
        if self.on_hearing is not None:
            self.on_hearing(Seen(hearing))


async def _heard_undisturbed(heard: _Heard, panel: Panel, share: Allowance) -> Hearing:
    """Hear the panel, and again if the launcher of processes was lost meanwhile."""
    if not panel.has_proxies:
        return await heard(panel, share)
    question = heard.question

    async def hear(those: Panel, share: Allowance = ANY_AMOUNT) -> Hearing:
        if len(question.moves) > 1 and those.has_proxies:
            await _prepared(those, question)
        return await heard(those, share)

    for _ in range(MOST_HEARINGS - 1):
        losses = LAUNCHER.losses
        hearing = await hear(panel, share)
        if LAUNCHER.losses == losses:
            return hearing
        panel = await acquitted(panel, hear)
    hearing = await hear(panel, share)
    name_suspects(hearing.testimonies, panel)
    return hearing


async def _prepared(panel: Panel, question: Question) -> None:
    """Let those get ready who run elsewhere; that takes real time, and no virtual time."""
    with trio.CancelScope() as scope:
        clock = trio.lowlevel.current_clock()
        hold = ClockHold(clock, LONGEST_START_S, scope.cancel) if isinstance(clock, VirtualClock) else Hold()
        hold.take()
        try:
            await panel.prepare(question)
        finally:
            hold.release()


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
