"""Seating: who plays, who begins, who only watches, and which contestants are Hoyle itself or experts."""

from collections.abc import Mapping
from typing import TypeVar

import attrs

from control.settings.hoyle_options import HoyleOptions
from games import Role
from scenarios.play.named_contestants import Named, read_contestant

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Seating:
    """Two contestants that play a series of contests, and optionally a Hoyle that watches."""

    pair: tuple[Named, Named]
    watcher: HoyleOptions | None = None
    """A Hoyle that plays in none of the contests, and may learn from all of them."""
    begins_as: Role = Role.PLAYER
    """The role of the first of the pair in the first contest."""
    takes_turns: bool = True
    """Whether they change roles after each contest."""
    is_one_hoyle: bool = False
    """Whether a Hoyle learns from the moves of all Hoyles as from its own; else only of learning ones."""
    expert: bool | None = None
    """Whether every contestant except the learning Hoyle is an expert; None: those so named."""

    @property
    def hoyles(self) -> list[HoyleOptions]:
        """Return every Hoyle of the series, the one that watches last."""
        return [*self.playing_hoyles, *([self.watcher] if self.watcher else [])]

    @property
    def playing_hoyles(self) -> list[HoyleOptions]:
        """Return the options of the Hoyles in the pair, in order."""
        return [each.options for each in self.pair if each.options is not None]

    def role(self, number: int) -> Role:
        """Return the role of the first of the pair in a contest, counted from 0."""
        return self.begins_as.other if self.takes_turns and number % 2 else self.begins_as

    def seats(self, pair: tuple[T, T], number: int) -> Mapping[Role, T]:
        """Return which of the pair has which role in a contest."""
        role = self.role(number)
        return {role: pair[0], role.other: pair[1]}

    def is_own(self, hoyle: HoyleOptions) -> bool:
        """Return whether this Hoyle's moves count as own moves for the Hoyles that share its knowledge."""
        return self.is_one_hoyle or hoyle.learn

    def experts(self, number: int) -> list[Role]:
        """Return the roles of experts in a contest, Hoyle included; to itself Hoyle is never an expert."""
        seats = self.seats(self.pair, number)
        return [role for role, named in seats.items() if self._is_expert(named)]

    def _is_expert(self, named: Named) -> bool:
        return named.is_expert if self.expert is None else self.expert


def seat_by_name(
    me: str,
    across: str,
    options: HoyleOptions,
    *,
    begins_as: Role = Role.PLAYER,
    expert: bool | None = None,
) -> Seating:
    """Seat two contestants by name; if Hoyle is to learn and neither of them is Hoyle, it watches."""
    pair = (read_contestant(me, options), read_contestant(across, options))
    watches = options.learn and not any(each.options for each in pair)
    return Seating(pair=pair, watcher=options if watches else None, begins_as=begins_as, expert=expert)
