"""Panels: the Advisors of a decision, by tier and rank, each with its budget."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs
import trio

from agents import Advisor, Hold, Proxy, Question, Remote
from agents.advisor import PLACEMENTS, allowed, check_name, is_learned
from agents.session.failures import Failure, described
from blackboard import INSIST, LAST_TIER, OPPOSE, Knowledge, Testimony
from control.limits.budgets import NO_LIMITS, Budgets, Limits
from control.limits.layouts import place
from games import BadOption, BadPlugin, DuplicateName, Game, UnknownName, in_words

Turns: TypeAlias = Mapping[str, int]
"""By name, the place of an Advisor in its tier, if something other than its rank determines it."""


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
    """Calls of the rules oracle; None means any number."""
    family: type[Advisor] = Advisor
    """Its class, wherever it runs."""
    strengths: tuple[int, int] = (OPPOSE, INSIST)
    """The lowest and the highest strength that it may give."""
    is_remote: bool = attrs.field(init=False)
    """Whether its Advisor is a proxy."""

    @is_remote.default
    def _is_remote(self) -> bool:
        return isinstance(self.advisor, Proxy)

    def testimony(self) -> Testimony:
        """Return an empty testimony."""
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
        """Whether it declares that it reads plans."""
        return self.family.reads_plans

    @property
    def terms(self) -> Hashable:
        """The Advisor and its budget, as a hashable key."""
        amount = self.budget_ns, self.budget_work
        return type(self.advisor), self.name, self.tier, self.rank, self.makes_plans, amount


@attrs.frozen(eq=False)
class Panel:
    """The Advisors that take part, in order of tier, rank and name."""

    seats: tuple[Seat, ...]
    layout: str
    limits: Limits = NO_LIMITS
    """The limits that they share."""
    has_proxies: bool = attrs.field(init=False)
    """Whether any seat holds a proxy."""
    ranked: int = attrs.field(init=False)
    """The number of seats in tiers 1 and 2, which come first."""
    is_seated: bool = attrs.field(default=False, kw_only=True)
    """Whether the seats are fixed for a contest."""
    _seated: dict[tuple[type[Advisor], str], Advisor] = attrs.field(factory=dict, kw_only=True, repr=False)
    """Advisors with learned names, by class and name, kept from contest to contest."""
    turns: Turns = attrs.field(factory=dict, kw_only=True)
    """By name, the order in which Advisors of tier 3 get a shared processor; empty if rank determines it."""
    is_varied: bool = attrs.field(init=False)
    """Whether the seats depend on useful knowledge."""
    terms: Hashable = attrs.field(init=False, repr=False)
    """A hashable key; panels with equal keys answer the same question equally."""

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
        """Seat these Advisors; `placements` overrides by name where they run."""
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
        """Return the panel of the voters of tier 3, without shared limits."""
        return Panel(_ordered(self.seats[self.ranked :]), self.layout, seated=self._seated)

    def alone(self, name: str) -> "Panel":
        """Return the panel of one Advisor, without shared limits."""
        seats = (seat for seat in self.seats if seat.name == name)
        return Panel(_ordered(seats), self.layout, seated=self._seated)

    def without(self, names: Collection[str]) -> "Panel":
        """Return the panel without these Advisors."""
        if not names:
            return self
        return attrs.evolve(self, seats=_ordered(seat for seat in self.seats if seat.name not in names))

    def seated_for(self, knowledge: Knowledge) -> "Panel":
        """Return the panel for this knowledge, under which a class may sit under several names, or none."""
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

    async def start(self, game: Game[Any]) -> None:
        """Start the programs of the panel; BadOption names the first that cannot take part."""
        for seat in self.seats:
            if isinstance(seat.advisor, Proxy):
                try:
                    await seat.advisor.start(game)
                except Failure as error:
                    remedy = f"fix its command, or leave it out: --without {seat.name}"
                    raise BadOption(
                        f"Advisor {seat.name!r} cannot take part: {described(error)}; {remedy}"
                    ) from error

    async def prepare(self, question: Question, hold: Callable[[str], Hold] = lambda _: Hold()) -> None:
        """Prepare the proxies before the time of any Advisor starts; `hold` makes the clock wait for each."""
        proxies = [(seat.name, seat.advisor) for seat in self.seats if isinstance(seat.advisor, Proxy)]
        if proxies:
            async with trio.open_nursery() as nursery:
                for name, proxy in proxies:
                    nursery.start_soon(_prepare, proxy, question, hold(name))

    def close(self) -> None:
        """End the workers of this panel; the panel can be used again."""
        for advisor in (*(seat.advisor for seat in self.seats), *self._seated.values()):
            if isinstance(advisor, Proxy):
                advisor.close()


async def _prepare(proxy: Proxy, question: Question, hold: Hold) -> None:
    hold.take()
    try:
        await proxy.prepare(question)
    finally:
        hold.release()


def _ordered(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats, numbered in this order."""
    return tuple(attrs.evolve(seat, order=order) for order, seat in enumerate(seats))


def _check_once(names: Iterable[str]) -> None:
    """Refuse two Advisors with the same name."""
    found: set[str] = set()
    for name in names:
        if name in found:
            raise DuplicateName(
                f"two Advisors are named {name!r}; rename one, because a name can take part only once"
            )
        found.add(name)


def _names(seat: Seat, knowledge: Knowledge) -> Sequence[str]:
    """Return the names under which a class sits."""
    try:
        names = seat.family.seats(knowledge)
        is_sound = isinstance(names, list | tuple) and all(isinstance(each, str) for each in names)
    except Exception as error:
        raise BadPlugin(f"Advisor {seat.name!r} failed in seats(): {in_words(error)}") from error
    if not is_sound:
        raise BadPlugin(f"Advisor {seat.name!r} returned {names!r:.60} from seats(); return a list of names")
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
    """Make an Advisor, or a proxy if it does not run inline."""
    placement = placements.get(advisor.name, advisor.placement)
    made = _made(advisor)
    if placement == "inline":
        return made
    if isinstance(made, Proxy):
        raise BadOption(f"Advisor {advisor.name!r} is a proxy already; its placement can only be inline")
    return Remote(advisor, placement)


def _check_versions(advisors: Sequence[type[Advisor]]) -> None:
    """Refuse two versions of one Advisor if either excludes the other."""
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
            raise BadOption(f"{name} has placement {placement!r}; use one of {', '.join(PLACEMENTS)}")


def _made(advisor: type[Advisor]) -> Advisor:
    try:
        return advisor()
    except (Exception, SystemExit) as error:
        raise BadPlugin(f"Advisor {advisor.name!r} cannot be made: {in_words(error)}") from error
