"""A series: contests in a row between the same two, with what Hoyle learns from them."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from agents import Contestant, Streams
from blackboard import Contest, Decision, Knowledge
from control import Hoyle, Learned
from games import BadOption, Game, Move, Role
from scenarios.contest import play_contest
from scenarios.contestants import HoyleOptions, Named

RESULTS = ("won", "drawn", "lost")


class Study:
    """What the Hoyles of a series know together: the knowledge, its file, and which of them learn."""

    def __init__(self, game: Game[Any], path: Path | None, *, may_be_new: bool) -> None:
        self.path = path
        self.is_new = path is not None and may_be_new and not os.path.lexists(path)
        known = Knowledge.of(game) if path is None or self.is_new else Knowledge.load(path, game=game)
        self.knowledge = known
        self._game = game
        self._members: list[Hoyle] = []
        self._learning: list[Hoyle] = []
        self._alike: tuple[object, ...] | None = None

    def seat(self, options: HoyleOptions, name: str, hear: Callable[[Decision], None]) -> Hoyle:
        """Make a Hoyle that knows what the others here know."""
        hoyle = options.hoyle(self.knowledge, name=name, on_decision=hear)
        self._members.append(hoyle)
        if options.learn:
            self._check_alike(options)
            self._learning.append(hoyle)
        return hoyle

    @property
    def is_learning(self) -> bool:
        """Does anybody here learn?"""
        return bool(self._learning)

    def open(self) -> None:
        """Make the file, if it is a new one: better now than to fail after a long contest."""
        if self.is_learning and self.is_new:
            self._save()

    def share(self) -> None:
        """Let everybody here know what one of them has learned while deciding."""
        for hoyle in self._learning:
            if hoyle.knowledge is not None and hoyle.knowledge is not self.knowledge:
                self._know(hoyle.knowledge)
                return

    def learn(
        self, contest: Contest, seats: Mapping[Role, Contestant], experts: Iterable[Role], streams: Streams
    ) -> list[Learned]:
        """Learn from a contest, as whoever of the Hoyles here played in it, and keep it."""
        if not self._learning:
            return []
        mine = [role for role, contestant in seats.items() if contestant in self._learning]
        first = self._learning[0]
        account = first.learn(
            self._game, contest, streams, hoyle=mine, experts=[role for role in experts if role not in mine]
        )
        if first.knowledge is not None:
            self._know(first.knowledge)
        self._save()
        return account

    def _know(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        for hoyle in self._members:
            hoyle.knowledge = knowledge

    def _save(self) -> None:
        if self.path is not None:
            self.knowledge.save(self.path)

    def _check_alike(self, options: HoyleOptions) -> None:
        how = (options.learners, options.symmetry, options.learning_budget)
        if self._alike not in (None, how):
            raise BadOption(
                f"two Hoyles learn in different ways into {self.path or 'one knowledge'};"
                " give each a knowledge file of its own"
            )
        self._alike = how


@attrs.frozen
class Lessons:
    """What was learned from one contest, and where it is kept."""

    path: Path | None
    account: Sequence[Learned]


@attrs.frozen
class Played:
    """One contest of a series."""

    contest: Contest
    role: Role
    """What the first of the two played."""
    lessons: tuple[Lessons, ...] = ()

    @property
    def result(self) -> str:
        """`won`, `drawn` or `lost`, for the first of the two."""
        winner = self.contest.outcome.winner
        return "drawn" if winner is None else "won" if winner is self.role else "lost"


@attrs.define
class Series:
    """Two contestants at the table, and the knowledge of the Hoyles among them or behind them."""

    game: Game[Any]
    pair: tuple[Contestant, Contestant]
    named: tuple[Named, Named]
    studies: tuple[Study, ...]
    are_experts: tuple[bool, bool]
    played: list[Played] = attrs.field(factory=list)

    @classmethod
    def of(
        cls,
        game: Game[Any],
        named: tuple[Named, Named],
        options: HoyleOptions,
        *,
        person: Callable[[], Contestant],
        hear: Callable[[Decision], None],
        expert: bool | None = None,
    ) -> "Series":
        """Seat two; if Hoyle is to learn and is neither of them, it watches.

        `expert` says whether those that are not the learning Hoyle are experts; None believes their names.
        """
        hoyles = [each.options for each in named if each.options is not None]
        watcher = [options] if not hoyles and options.learn else []
        studies = _studies(game, [*hoyles, *watcher])

        def made(each: Named) -> Contestant:
            if each.options is not None:
                return studies[_place(each.options)].seat(each.options, each.text, hear)
            return person() if each.is_human else each.make(game)

        pair = (made(named[0]), made(named[1]))
        for each in watcher:
            studies[_place(each)].seat(each, "hoyle", hear)
        experts = [each.is_expert if expert is None else expert for each in named]
        return cls(game, pair, named, tuple(studies.values()), (experts[0], experts[1]))

    async def play(
        self,
        contests: int,
        *,
        first: Role,
        streams: Streams,
        on_start: Callable[[int, Mapping[Role, Contestant]], object],
        on_move: Callable[[Any, Move, Any], None],
        on_contest: Callable[[Played], object],
    ) -> None:
        """Play contests, the roles in turn; after each, what was learned is in the file before it is told."""
        for study in self.studies:
            study.open()

        def see(position: Any, move: Move, after: Any) -> None:
            for study in self.studies:
                study.share()
            on_move(position, move, after)

        for index in range(contests):
            role = first.other if index % 2 else first
            seats = {role: self.pair[0], role.other: self.pair[1]}
            here = streams.child("contest", index)
            on_start(index, seats)
            contest = await play_contest(self.game, seats, here, on_move=see)
            experts = [each for each, is_one in zip(seats, self.are_experts, strict=True) if is_one]
            learned = [
                Lessons(study.path, study.learn(contest, seats, experts, here.child("lesson")))
                for study in self.studies
                if study.is_learning
            ]
            self.played.append(Played(contest, role, tuple(learned)))
            on_contest(self.played[-1])

    def score(self, role: Role | None = None) -> dict[str, int]:
        """Count what the first of the two won, drew and lost, in all or in one role."""
        counts = Counter(each.result for each in self.played if role in (None, each.role))
        return {result: counts[result] for result in RESULTS}


def _place(options: HoyleOptions) -> str | None:
    return os.path.realpath(options.knowledge) if options.knowledge is not None else None


def _studies(game: Game[Any], hoyles: Sequence[HoyleOptions]) -> dict[str | None, Study]:
    """Make one study for each knowledge file; a file may be new if somebody is going to learn into it."""
    files = {_place(each): each.knowledge for each in hoyles}
    learned = {_place(each) for each in hoyles if each.learn}
    return {place: Study(game, path, may_be_new=place in learned) for place, path in files.items()}
