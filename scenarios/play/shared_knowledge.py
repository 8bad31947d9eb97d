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
    """What some Hoyles know together: the knowledge, an optional file, and the Hoyles that learn."""

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
        """The Hoyles whose moves count as own moves in learning."""
        self._alike: tuple[object, ...] | None = None

    @property
    def path(self) -> Path | None:
        """Return the file that stores the knowledge, or None."""
        return None if self._file is None else self._file.path

    @property
    def is_learning(self) -> bool:
        """Return whether any of the Hoyles learns."""
        return bool(self._learning)

    def seat(
        self, options: HoyleOptions, name: str, hear: Callable[[Decision], None], *, is_own: bool
    ) -> Hoyle:
        """Make a Hoyle with the shared knowledge."""
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
        """Lock the file against other learners, and load what they have learned so far.

        A missing file is made now, because failing after a long contest would be worse.
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
        """Release the lock, so that other processes can learn into the file."""
        if self._file is not None:
            self._file.release()

    def dismiss(self) -> None:
        """End everything that runs elsewhere for the Hoyles; the end of the program does so faster."""
        for hoyle in self._members:
            hoyle.panel.close()

    def share(self) -> None:
        """Give all Hoyles what one of them has learned while deciding."""
        for hoyle in self._learning:
            if hoyle.knowledge is not None and hoyle.knowledge is not self.knowledge:
                self._know(hoyle.knowledge)
                return

    async def learn(
        self, contest: Contest, seats: Mapping[Role, Contestant], experts: Iterable[Role], streams: Streams
    ) -> list[Learned]:
        """Learn from a contest, given which Hoyles here played in it, and save the knowledge."""
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
                f"two Hoyles learn in different ways into {self.path or 'the same knowledge'};"
                " give each its own knowledge file"
            )
        self._alike = how


def shared_by_file(
    game: Game[Any], hoyles: Sequence[HoyleOptions]
) -> Callable[[HoyleOptions], SharedKnowledge]:
    """Return shared knowledge for each file; a file that a Hoyle learns into may be new."""
    paths = {_place(each): each.knowledge for each in hoyles}
    learned = {_place(each) for each in hoyles if each.learn}
    shared = {place: _kept_in(game, path, may_be_new=place in learned) for place, path in paths.items()}
    return lambda options: shared[_place(options)]


def _place(options: HoyleOptions) -> Path | None:
    return real_path(options.knowledge) if options.knowledge is not None else None


def _kept_in(game: Game[Any], path: Path | None, *, may_be_new: bool) -> SharedKnowledge:
    """Read the knowledge in a file; without a file, start empty and save nothing."""
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
