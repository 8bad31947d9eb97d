"""Knowledge that the Hoyles of a series share: one value, to which each contest is taught once."""

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents import Contestant, Streams, declared_items
from blackboard import Contest, Decision, Knowledge, KnowledgeFile
from control import HearingCache, Hoyle, Learned
from control.settings.hoyle_options import HoyleOptions
from games import BadOption, Game, Role, real_path


class SharedKnowledge:
    """What some Hoyles know together: the knowledge, its file if there is one, and which of them learn."""

    def __init__(
        self,
        game: Game[Any],
        knowledge: Knowledge,
        *,
        file: KnowledgeFile | None = None,
        hearing_cache: HearingCache | None = None,
    ) -> None:
        self.knowledge = knowledge
        self._game = game
        self._file = file
        self._hearing_cache = hearing_cache
        self._members: list[Hoyle] = []
        self._learning: list[Hoyle] = []
        self._own: list[Hoyle] = []
        """Those whose moves are learned from as Hoyle's own."""
        self._alike: tuple[object, ...] | None = None

    @property
    def path(self) -> Path | None:
        """The file in which it is kept."""
        return None if self._file is None else self._file.path

    @property
    def is_learning(self) -> bool:
        """Does anybody here learn?"""
        return bool(self._learning)

    def seat(
        self, options: HoyleOptions, name: str, hear: Callable[[Decision], None], *, is_own: bool
    ) -> Hoyle:
        """Make a Hoyle that knows what the others here know."""
        hoyle = Hoyle.of(options, self.knowledge, name=name, on_decision=hear)
        hoyle.hearing_cache = self._hearing_cache
        self._members.append(hoyle)
        if is_own:
            self._own.append(hoyle)
        if options.learn:
            self._check_alike(options)
            self._learning.append(hoyle)
        return hoyle

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
            self._know(_read(self._game, self._file))

    def close(self) -> None:
        """Let others learn into the file."""
        if self._file is not None:
            self._file.release()

    def dismiss(self) -> None:
        """End whatever runs elsewhere for the Hoyles; it ends by itself, and faster, with the program."""
        for hoyle in self._members:
            hoyle.panel.close()

    def share(self) -> None:
        """Let everybody here know what one of them has learned while deciding."""
        for hoyle in self._learning:
            if hoyle.knowledge is not None and hoyle.knowledge is not self.knowledge:
                self._know(hoyle.knowledge)
                return

    async def learn(
        self, contest: Contest, seats: Mapping[Role, Contestant], experts: Iterable[Role], streams: Streams
    ) -> list[Learned]:
        """Learn from a contest, as whoever of the Hoyles here played in it, and keep it."""
        if not self._learning:
            return []
        own = [role for role, contestant in seats.items() if contestant in self._own]
        first = self._learning[0]
        account = await first.learn(
            self._game, contest, streams, hoyle=own, experts=[role for role in experts if role not in own]
        )
        if first.knowledge is not None:
            self._know(first.knowledge)
        if self._file is not None:
            self._file.write(self.knowledge.to_bytes())
        return account

    def _know(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        for hoyle in self._members:
            hoyle.knowledge = knowledge

    def _check_alike(self, options: HoyleOptions) -> None:
        how = (options.named_learners(), options.symmetry, options.learning_budget, options.zones)
        if self._alike not in (None, how):
            raise BadOption(
                f"two Hoyles learn in different ways into {self.path or 'one knowledge'};"
                " give each a knowledge file of its own"
            )
        self._alike = how


def shared_by_file(
    game: Game[Any], hoyles: Sequence[HoyleOptions]
) -> Callable[[HoyleOptions], SharedKnowledge]:
    """Let those that name one file share what it holds; it may be new if one of them is to learn into it."""
    paths = {_place(each): each.knowledge for each in hoyles}
    learned = {_place(each) for each in hoyles if each.learn}
    shared = {place: _kept_in(game, path, may_be_new=place in learned) for place, path in paths.items()}
    return lambda options: shared[_place(options)]


def _place(options: HoyleOptions) -> Path | None:
    return real_path(options.knowledge) if options.knowledge is not None else None


def _kept_in(game: Game[Any], path: Path | None, *, may_be_new: bool) -> SharedKnowledge:
    """Read what a file holds; without one, nothing is known and nothing kept."""
    if path is None:
        return SharedKnowledge(game, Knowledge.of(game))
    file = KnowledgeFile(path)
    is_new = may_be_new and not os.path.lexists(path)
    return SharedKnowledge(game, Knowledge.of(game) if is_new else _read(game, file), file=file)


def _read(game: Game[Any], file: KnowledgeFile) -> Knowledge:
    declared = declared_items()
    knowledge = Knowledge.from_bytes(file.read(), str(file.path), declared)
    knowledge.check_game(game, str(file.path), declared)
    return knowledge
