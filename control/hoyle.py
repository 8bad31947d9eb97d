"""Hoyle as a contestant."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from agents import Contestant, Learner, Streams
from blackboard import Contest, Decision, Experience, Knowledge
from control.hearing.contest_clock import ContestClock
from control.hearing.decide import decide
from control.hearing.disturbances import check_undisturbed
from control.hearing.hearing_cache import HearingCache
from control.hearing.panel_seating import seat_panel
from control.hearing.seen import OnHearing
from control.learning.learner_group import Learned, LearnerGroup
from control.limits.budgets import Budgets
from control.limits.panel import Panel
from control.settings.hoyle_options import HoyleOptions, Settings
from games import Game, Move, Role


def _unheard(_: Decision) -> None:
    """Ignore a decision."""


@attrs.frozen
class Bookmark:
    """The state of a Hoyle in the middle of a contest."""

    clock: ContestClock
    seated: tuple[Panel, Settings] | None
    knowledge: Knowledge | None
    undigested: int = 0
    """The number of decisions from which it has not learned yet."""


class Hoyle(Contestant):
    """Decides every move by argument, and learns from contests if it has learners."""

    name = "hoyle"

    def __init__(
        self,
        panel: Panel,
        *,
        settings: Settings | None = None,
        knowledge: Knowledge | None = None,
        learners: Iterable[type[Learner]] = (),
        learning_ns: int | None = None,
        learners_ns: Mapping[str, int] | None = None,
        learner_options: Mapping[str, Mapping[str, Any]] | None = None,
        on_decision: Callable[[Decision], None] = _unheard,
        hearing_cache: HearingCache | None = None,
        on_hearing: OnHearing | None = None,
    ) -> None:
        self.panel = panel
        self.settings = settings or Settings()
        self.knowledge = knowledge
        self.group = LearnerGroup(
            learners,
            budget_ns=learning_ns,
            budgets_ns=learners_ns or {},
            options=learner_options or {},
            panel=self.panel,
            settings=self.settings,
        )
        self.on_decision = on_decision
        self.on_hearing = on_hearing
        self.hearing_cache = hearing_cache
        """Stores hearings in case the same question is asked again; several Hoyles may share one."""
        self.begin()

    @classmethod
    def of(cls, options: HoyleOptions, knowledge: Knowledge, *, name: str = "hoyle", **more: Any) -> "Hoyle":
        """Make a Hoyle from options; `more` goes to the constructor."""
        made = cls(
            options.panel(),
            settings=options.settings(),
            knowledge=knowledge,
            learners=options.learners_for(knowledge) if options.learn else (),
            learning_ns=options.learning_budget,
            learners_ns=Budgets.parse(options.budget).learners,
            learner_options=options.learner_options(),
            **more,
        )
        made.name = name
        return made

    @property
    def learns_from_decisions(self) -> bool:
        """Does it learn from its decisions as well as from contests?"""
        return self.group.learns_from_decisions

    def begin(self) -> None:
        """Begin a contest: restart its clock, if contests have a limit."""
        self._clock = ContestClock(self.panel.limits.contest, self.settings.contest_clock)
        self._seated: tuple[Panel, Settings] | None = None
        """The panel and the settings of this contest, once it has begun."""

    def bookmark(self) -> "Bookmark":
        """Return its state: the time spent in this contest, its panel, and its knowledge."""
        return Bookmark(attrs.evolve(self._clock), self._seated, self.knowledge, self.group.undigested)

    def go_back(self, bookmark: object) -> None:
        """Restore the state of a bookmark."""
        if not isinstance(bookmark, Bookmark):
            raise TypeError(f"invalid bookmark {bookmark!r}; give one that bookmark() returned")
        self._clock = attrs.evolve(bookmark.clock)
        self._seated = bookmark.seated
        self.knowledge = bookmark.knowledge
        self.group.forget_decisions(bookmark.undigested)

    async def try_out(self, game: Game[Any]) -> None:
        """Start the programs among its Advisors; BadOption names the first that cannot take part."""
        await self.panel.start(game)

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:
        """Return the move on which the panel decides."""
        known = self.knowledge or Knowledge.of(game)
        if self._seated is None:
            is_testing = not self.group.learners
            self._seated = seat_panel(self.panel, self.settings, known, is_testing=is_testing)
        panel, settings = self._seated
        decision = await decide(
            game,
            position,
            panel,
            settings=settings,
            knowledge=self.knowledge,
            streams=streams,
            contest_clock=self._clock,
            hearing_cache=self.hearing_cache,
            on_hearing=self.on_hearing,
        )
        check_undisturbed(decision.testimonies, decision.settings.clock)
        self.on_decision(decision)
        if self.group.learners:
            self.knowledge, _ = await self.group.after_decision(game, known, decision, streams)
        return decision.move

    async def learn(
        self,
        game: Game[Any],
        contest: Contest,
        streams: Streams,
        *,
        hoyle: Iterable[Role] = (),
        experts: Iterable[Role] = (),
    ) -> list[Learned]:
        """Learn from a contest, as a player of its roles or as a spectator."""
        experience = Experience.of(game, contest, hoyle=hoyle, experts=experts)
        known = self.knowledge or Knowledge.of(game)
        self.knowledge, account = await self.group.after_contest(game, known, experience, streams)
        return account
