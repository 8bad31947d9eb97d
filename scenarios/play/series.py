"""A series: consecutive contests of the same pair, with what Hoyle learns from them."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from agents import Contestant, Streams
from blackboard import Contest, Decision
from control import Learned
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, Game, Move, Role
from scenarios.play.contests import decide_again, play_contest, unheard, unseen
from scenarios.play.kept_contestants import KeptContestants
from scenarios.play.named_contestants import HOYLE, Named
from scenarios.play.seating import Seating
from scenarios.play.shared_knowledge import SharedKnowledge


@attrs.frozen(kw_only=True)
class Conventions:
    """Differences between `play` and experiments that exist for historical reasons; seeds depend on them."""

    lesson: tuple[str, ...]
    """The path, below a contest's streams, of the stream for lessons."""
    shares_at_once: bool
    """Whether Hoyles share what one learned while deciding at once, or after the contest."""


IN_PLAY = Conventions(lesson=("lesson",), shares_at_once=True)
IN_EXPERIMENTS = Conventions(lesson=(), shares_at_once=False)


@attrs.frozen
class Lessons:
    """What was learned from one contest, and where it is stored."""

    path: Path | None
    account: Sequence[Learned]


@attrs.frozen
class Played:
    """One contest of a series."""

    contest: Contest
    role: Role
    """The role of the first of the pair."""
    lessons: tuple[Lessons, ...] = ()

    @property
    def result(self) -> str:
        """Return `won`, `drawn` or `lost`, for the first of the pair."""
        winner = self.contest.outcome.winner
        return "drawn" if winner is None else "won" if winner is self.role else "lost"


def _no_person() -> Contestant:
    raise BadOption("a person cannot play here; name another contestant than human")


class Series:
    """Two contestants, and the knowledge of the Hoyles that play or watch."""

    def __init__(
        self,
        game: Game[Any],
        seating: Seating,
        knowledge_of: Callable[[HoyleOptions], SharedKnowledge],
        streams: Streams,
        conventions: Conventions,
        *,
        hear: Callable[[int, Decision], None],
        person: Callable[[], Contestant] = _no_person,
        kept: KeptContestants | None = None,
    ) -> None:
        """Seat the pair and the watcher; `hear` is called with a decider's place (0 or 1) and its decision.

        Contestants that can serve several series are taken from `kept`, and not closed.
        """
        for each in seating.hoyles:
            each.check_for(game)
        self.game = game
        self.seating = seating
        self.knowledge = tuple(dict.fromkeys(knowledge_of(each) for each in seating.hoyles))
        self.count = 0
        """Contests so far."""
        self._streams = streams
        self._conventions = conventions

        self._kept = kept

        def made(place: int, named: Named) -> Contestant:
            options = named.options
            if options is None:
                return person() if named.is_human else seated(place, named)
            hears = partial(hear, place)
            return knowledge_of(options).seat(options, named.text, hears, is_own=seating.is_own(options))

        def seated(place: int, named: Named) -> Contestant:
            number = place if first.text == second.text else 0
            return named.make(game) if kept is None else kept.seat(named, game, number)

        first, second = seating.pair
        self._pair = (made(0, first), made(1, second))
        if seating.watcher is not None:
            knowledge_of(seating.watcher).seat(seating.watcher, HOYLE, lambda _: None, is_own=False)

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Lock the knowledge files, and on exit end everything that was started for contestants."""
        with contextlib.ExitStack() as stack:
            for contestant in self._pair:
                if self._kept is None or contestant not in self._kept:
                    stack.callback(contestant.close)
            for each in self.knowledge:
                stack.callback(each.close)
                each.open()
            yield

    async def try_out(self) -> None:
        """Start what the contestants need; HoyleError if one cannot play."""
        for contestant in self._pair:
            await contestant.try_out(self.game)

    @property
    def seats(self) -> Mapping[Role, Contestant]:
        """Return which contestant has which role in the next contest."""
        return self.seating.seats(self._pair, self.count)

    async def play(
        self,
        on_move: Callable[[Any, Move, Any], None] = unseen,
        on_take_back: Callable[[int], None] = unheard,
    ) -> Played:
        """Play a contest and learn from it; what was learned is saved when this returns."""

        def see(position: Any, move: Move, after: Any) -> None:
            self._share()
            on_move(position, move, after)

        def hear_back(moves: int) -> None:
            self._share()
            on_take_back(moves)

        contest = await play_contest(
            self.game, self.seats, self._contest_streams, on_move=see, on_take_back=hear_back
        )
        return await self._ended(contest)

    async def relive(self, contest: Contest) -> Played:
        """Learn from a contest that was played before, as if it had been played now."""
        await decide_again(
            self.game, self.seats, contest.moves, self._contest_streams, on_move=lambda *_: self._share()
        )
        return await self._ended(contest)

    @property
    def _contest_streams(self) -> Streams:
        return self._streams.child("contest", self.count)

    def _share(self) -> None:
        if self._conventions.shares_at_once:
            for each in self.knowledge:
                each.share()

    async def _ended(self, contest: Contest) -> Played:
        """Learn from a contest, and count it; a forfeited contest shows nothing about the game."""
        seats, role = self.seats, self.seating.role(self.count)
        streams = self._contest_streams.child(*self._conventions.lesson)
        experts = self.seating.experts(self.count)
        lessons = tuple(
            [
                Lessons(each.path, await each.learn(contest, seats, experts, streams))
                for each in self.knowledge
                if each.is_learning and not contest.is_forfeit
            ]
        )
        self.count += 1
        return Played(contest, role, lessons)
