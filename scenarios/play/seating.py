"""Seating: who plays, who begins, who only watches, and who of them is Hoyle itself or an expert."""

from collections.abc import Mapping
from typing import TypeVar

import attrs

from control.settings.hoyle_options import HoyleOptions
from games import Role
from scenarios.play.named_contestants import Named, read_contestant

T = TypeVar("T")


@attrs.frozen(kw_only=True)
class Seating:
    """Two who play a series of contests, and perhaps a Hoyle that watches."""

    pair: tuple[Named, Named]
    watcher: HoyleOptions | None = None
    """A Hoyle that plays in none of the contests, and may learn from all of them."""
    begins_as: Role = Role.PLAYER
    """What the first of the two plays in the first contest."""
    takes_turns: bool = True
    """Do they change roles after each contest?"""
    is_one_hoyle: bool = False
    """Does a Hoyle learn from the moves of all Hoyles as from its own? Otherwise of those that learn too."""
    expert: bool | None = None
    """Is whoever is not the Hoyle that learns an expert? None: those called perfect or expert are."""

    @property
    def hoyles(self) -> list[HoyleOptions]:
        """Every Hoyle that has to do with it, the one that watches last."""
        return [*self.playing_hoyles, *([self.watcher] if self.watcher else [])]

    @property
    def playing_hoyles(self) -> list[HoyleOptions]:
        """Those of the pair that are Hoyles, in order."""
        return [each.options for each in self.pair if each.options is not None]

    def role(self, number: int) -> Role:
        """Return what the first of the two plays in a contest, counted from 0."""
        return self.begins_as.other if self.takes_turns and number % 2 else self.begins_as

    def seats(self, pair: tuple[T, T], number: int) -> Mapping[Role, T]:
        """Return who of the pair sits where in a contest."""
        role = self.role(number)
        return {role: pair[0], role.other: pair[1]}

    def is_own(self, hoyle: HoyleOptions) -> bool:
        """Are this one's moves learned from as Hoyle's own, by those who know the same?"""
        return self.is_one_hoyle or hoyle.learn

    def experts(self, number: int) -> list[Role]:
        """Return who is an expert in a contest, Hoyle itself included; to itself it never is one."""
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
    """Seat two by their names; if the Hoyle of the options is to learn and neither is one, it watches."""
    pair = (read_contestant(me, options), read_contestant(across, options))
    watches = options.learn and not any(each.options for each in pair)
    return Seating(pair=pair, watcher=options if watches else None, begins_as=begins_as, expert=expert)
