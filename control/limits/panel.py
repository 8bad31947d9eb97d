"""Who sits at the table: the Advisors of a decision, by tier and rank, each with its budget."""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import attrs
import trio

from agents import Advisor, Proxy, Question, Remote
from agents.advisor import PLACEMENTS, allowed, check_name, is_learned
from blackboard import INSIST, LAST_TIER, OPPOSE, Knowledge, Testimony
from control.limits.budgets import NO_LIMITS, Budgets, Limits
from control.limits.layouts import place
from games import BadOption, BadPlugin, DuplicateName, UnknownName, in_words

Turns: TypeAlias = Mapping[str, int]
"""By name, which place an Advisor has among those of its tier, where another than its rank decides."""


@attrs.frozen(eq=False)
class Seat:
    """One Advisor in its place."""

    advisor: Advisor
    name: str
    tier: int
    rank: float
    budget_ns: int
    makes_plans: bool
    order: int
    """Its place by tier, rank and name, counted from 0."""
    budget_work: int | None = None
    """Calls of the rules oracle; None is any number."""
    family: type[Advisor] = Advisor
    """The class that it declares itself by, wherever it runs."""
    strengths: tuple[int, int] = (OPPOSE, INSIST)
    """The least and the greatest that it may give."""
    is_remote: bool = attrs.field(init=False)
    """Does its Advisor only pass on what somebody elsewhere says?"""

    @is_remote.default
    def _is_remote(self) -> bool:
        return isinstance(self.advisor, Proxy)

    def testimony(self) -> Testimony:
        """Return a testimony in which nothing has been said."""
        testimony = Testimony(self.name, self.tier, self.rank, self.budget_ns)
        if self.budget_work is not None:
            testimony.budget_work = self.budget_work
        if self.makes_plans:
            testimony.makes_plans = True
        if self.strengths != (OPPOSE, INSIST):
            testimony.least, testimony.most = self.strengths
        return testimony

    @property
    def reads_plans(self) -> bool:
        """Does it say that it reads plans?"""
        return self.family.reads_plans

    @property
    def terms(self) -> Hashable:
        """Whose seat it is, and how much it has."""
        amount = self.budget_ns, self.budget_work
        return type(self.advisor), self.name, self.tier, self.rank, self.makes_plans, amount


@attrs.frozen(eq=False)
class Panel:
    """The Advisors that take part, in order of tier, rank and name."""

    seats: tuple[Seat, ...]
    layout: str
    limits: Limits = NO_LIMITS
    """What they have together."""
    has_proxies: bool = attrs.field(init=False)
    """Does anybody run elsewhere?"""
    ranked: int = attrs.field(init=False)
    """How many sit in tiers 1 and 2: the first so many."""
    is_seated: bool = attrs.field(default=False, kw_only=True)
    """Is it settled who sits, for a contest?"""
    _seated: dict[tuple[type[Advisor], str], Advisor] = attrs.field(factory=dict, kw_only=True, repr=False)
    """Advisors that sit under learned names, by class and name, kept from contest to contest."""
    turns: Turns = attrs.field(factory=dict, kw_only=True)
    """By name, who of tier 3 comes before whom where they wait for their turn; nobody, if by rank."""
    is_varied: bool = attrs.field(init=False)
    """Does it hang on what is known who sits?"""
    terms: Hashable = attrs.field(init=False, repr=False)
    """Equal for panels that say the same when they are asked the same."""

    @has_proxies.default
    def _has_proxies(self) -> bool:
        return any(seat.is_remote for seat in self.seats)

    @ranked.default
    def _ranked(self) -> int:
        return sum(seat.tier < LAST_TIER for seat in self.seats)

    @is_varied.default
    def _is_varied(self) -> bool:
        return any(is_learned(seat.family) for seat in self.seats)

    @terms.default
    def _terms(self) -> Hashable:
        return tuple(seat.terms for seat in self.seats), self.limits.terms, tuple(self.turns.items())

    @classmethod
    def of(
        cls,
        advisors: Iterable[type[Advisor]],
        *,
        layout: str = "1990",
        budgets: Budgets | None = None,
        placements: Mapping[str, str] = MappingProxyType({}),
    ) -> "Panel":
        """Seat these Advisors; `placements` says by name who runs elsewhere than it declares."""
        budgets = budgets or Budgets()
        placed = sorted(
            ((advisor, *place(advisor, layout)) for advisor in advisors),
            key=lambda row: (row[1], row[2], row[0].name),
        )
        names = [advisor.name for advisor, _, _ in placed]
        _check_once(names)
        _check_versions([advisor for advisor, _, _ in placed])
        budgets.check_names(names)
        _check_placements(placements, names)
        seats = [_seat(row, budgets, order, placements) for order, row in enumerate(placed)]
        return cls(tuple(seats), layout, budgets.limits)

    def voters(self) -> "Panel":
        """Return the panel of those that vote in tier 3, without what all have together."""
        return Panel(_ordered(self.seats[self.ranked :]), self.layout, seated=self._seated)

    def alone(self, name: str) -> "Panel":
        """Return the panel of one of them, without what all have together."""
        seats = (seat for seat in self.seats if seat.name == name)
        return Panel(_ordered(seats), self.layout, seated=self._seated)

    def without(self, names: Collection[str]) -> "Panel":
        """Return the panel without some of them."""
        if not names:
            return self
        return attrs.evolve(self, seats=_ordered(seat for seat in self.seats if seat.name not in names))

    def seated_for(self, knowledge: Knowledge) -> "Panel":
        """Return the panel as it sits by what is known: a class may sit under several names, or none."""
        if not self.is_varied:
            return self
        seats = [self._under(name, seat) for seat in self.seats for name in _names(seat, knowledge)]
        seats.sort(key=lambda seat: (seat.tier, seat.rank, seat.name))
        _check_once([seat.name for seat in seats])
        return attrs.evolve(self, seats=_ordered(seats))

    def _under(self, name: str, seat: Seat) -> Seat:
        """Seat an Advisor under a learned name."""
        if name == seat.name:
            return seat
        key = seat.family, name
        if key not in self._seated:
            advisor = seat.advisor
            self._seated[key] = advisor.another() if isinstance(advisor, Remote) else advisor
        return attrs.evolve(seat, name=name, advisor=self._seated[key])

    async def prepare(self, question: Question) -> None:
        """Have those ready who run elsewhere, before anybody's time starts."""
        proxies = [seat.advisor for seat in self.seats if isinstance(seat.advisor, Proxy)]
        if proxies:
            async with trio.open_nursery() as nursery:
                for proxy in proxies:
                    nursery.start_soon(proxy.prepare, question)

    def close(self) -> None:
        """End whatever runs elsewhere for this panel; it can be used again."""
        for advisor in (*(seat.advisor for seat in self.seats), *self._seated.values()):
            if isinstance(advisor, Proxy):
                advisor.close()


def _ordered(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Number seats by their place."""
    return tuple(attrs.evolve(seat, order=order) for order, seat in enumerate(seats))


def _check_once(names: Iterable[str]) -> None:
    """Refuse two Advisors of one name."""
    found: set[str] = set()
    for name in names:
        if name in found:
            raise DuplicateName(f"two Advisors are named {name!r}; a name can sit at the table only once")
        found.add(name)


def _names(seat: Seat, knowledge: Knowledge) -> Sequence[str]:
    """Ask a class under which names it sits."""
    try:
        names = seat.family.seats(knowledge)
        is_sound = isinstance(names, list | tuple) and all(isinstance(each, str) for each in names)
    except Exception as error:
        raise BadPlugin(f"Advisor {seat.name!r} cannot say where it sits: {in_words(error)}") from error
    if not is_sound:
        raise BadPlugin(f"Advisor {seat.name!r} sits as {names!r:.60}; seats returns a list of names")
    for name in names:
        try:
            check_name(name)
        except BadPlugin as error:
            raise BadPlugin(f"Advisor {seat.name!r} cannot sit as {name!r:.60}: {error}") from error
    return names


def _seat(
    row: tuple[type[Advisor], int, float], budgets: Budgets, order: int, placements: Mapping[str, str]
) -> Seat:
    advisor, tier, rank = row
    budget = budgets.of(advisor)
    return Seat(
        _seated(advisor, placements),
        advisor.name,
        tier,
        rank,
        budget.ns or 0,
        advisor.makes_plans,
        order,
        budget_work=budget.work,
        family=advisor,
        strengths=allowed(advisor),
    )


def _seated(advisor: type[Advisor], placements: Mapping[str, str]) -> Advisor:
    """Make an Advisor, or whoever passes the questions on to where it runs."""
    placement = placements.get(advisor.name, advisor.placement)
    made = _made(advisor)
    if placement == "inline":
        return made
    if isinstance(made, Proxy):
        raise BadOption(f"Advisor {advisor.name!r} asks somebody elsewhere already; it can only be inline")
    return Remote(advisor, placement)


def _check_versions(advisors: Sequence[type[Advisor]]) -> None:
    """Refuse two versions of one Advisor, where either says that it cannot sit beside the other."""
    present = {advisor.name for advisor in advisors}
    for advisor in advisors:
        for other in advisor.excludes:
            if other in present - {advisor.name}:
                raise BadOption(f"{advisor.name} and {other} cannot both take part; name one of them")


def _check_placements(placements: Mapping[str, str], names: Iterable[str]) -> None:
    present = set(names)
    for name, placement in placements.items():
        if name not in present:
            raise UnknownName.of("Advisor that takes part", name, present, "it cannot be placed")
        if placement not in PLACEMENTS:
            raise BadOption(f"{name} has placement {placement!r}; it is one of {', '.join(PLACEMENTS)}")


def _made(advisor: type[Advisor]) -> Advisor:
    try:
        return advisor()
    except (Exception, SystemExit) as error:
        raise BadPlugin(f"Advisor {advisor.name!r} cannot be made: {in_words(error)}") from error
