"""A series: contests in a row between the same two, with what Hoyle learns from them."""

import contextlib
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from agents import Contestant, Streams, declared_items
from blackboard import Contest, Decision, Knowledge, KnowledgeFile
from control import Hoyle, Learned
from games import BadOption, Game, Move, Role, real_path
from scenarios.play.contests import play_contest
from scenarios.play.named_contestants import HoyleOptions, Named

RESULTS = ("won", "drawn", "lost")


class Study:
    """What the Hoyles of a series know together: the knowledge, its file, and which of them learn."""

    def __init__(self, game: Game[Any], path: Path | None, *, may_be_new: bool) -> None:
        self.path = path
        self._game = game
        self._file = None if path is None else KnowledgeFile(path)
        is_new = path is not None and may_be_new and not os.path.lexists(path)
        self.knowledge = Knowledge.of(game) if self._file is None or is_new else self._read(self._file)
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
        """Keep others from learning into the file, and learn on from what they did before.

        A new one is made: better now than to fail after a long contest.
        """
        if self._file is None or not self.is_learning:
            return
        if not self._file.take():
            with contextlib.suppress(FileExistsError):
                self._file.make(self.knowledge.to_bytes())
                return
            self._file.take()
        if not self._file.is_known():
            self._know(self._read(self._file))

    def close(self) -> None:
        """Let others learn into the file."""
        if self._file is not None:
            self._file.release()

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

    def _read(self, file: KnowledgeFile) -> Knowledge:
        knowledge = Knowledge.from_bytes(file.read(), str(file.path), declared_items())
        knowledge.check_game(self._game, str(file.path))
        return knowledge

    def _save(self) -> None:
        if self._file is not None:
            self._file.write(self.knowledge.to_bytes())

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

        def see(position: Any, move: Move, after: Any) -> None:
            for study in self.studies:
                study.share()
            on_move(position, move, after)

        with self._opened():
            for index in range(contests):
                role = first.other if index % 2 else first
                seats = {role: self.pair[0], role.other: self.pair[1]}
                here = streams.child("contest", index)
                on_start(index, seats)
                contest = await play_contest(self.game, seats, here, on_move=see)
                self.played.append(Played(contest, role, self._learned(contest, seats, here.child("lesson"))))
                on_contest(self.played[-1])

    def _learned(
        self, contest: Contest, seats: Mapping[Role, Contestant], streams: Streams
    ) -> tuple[Lessons, ...]:
        experts = [each for each, is_one in zip(seats, self.are_experts, strict=True) if is_one]
        return tuple(
            Lessons(study.path, study.learn(contest, seats, experts, streams))
            for study in self.studies
            if study.is_learning
        )

    @contextlib.contextmanager
    def _opened(self) -> Iterator[None]:
        """Have the files to ourselves."""
        try:
            for study in self.studies:
                study.open()
            yield
        finally:
            for study in self.studies:
                study.close()

    def score(self, role: Role | None = None) -> dict[str, int]:
        """Count what the first of the two won, drew and lost, in all or in one role."""
        counts = Counter(each.result for each in self.played if role in (None, each.role))
        return {result: counts[result] for result in RESULTS}


def _place(options: HoyleOptions) -> Path | None:
    return real_path(options.knowledge) if options.knowledge is not None else None


def _studies(game: Game[Any], hoyles: Sequence[HoyleOptions]) -> dict[Path | None, Study]:
    """Make one study for each knowledge file; a file may be new if somebody is going to learn into it."""
    files = {_place(each): each.knowledge for each in hoyles}
    learned = {_place(each) for each in hoyles if each.learn}
    return {place: Study(game, path, may_be_new=place in learned) for place, path in files.items()}
