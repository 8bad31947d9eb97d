"""Registries: everything of one kind by name, wherever it comes from.

Some of it is bundled, some is offered by other distributions through entry points, and some is brought by
whoever runs the program: registered by hand, or loaded from a file.
"""

import functools
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from games.errors import BadPlugin, DuplicateName, HoyleError, UnknownName, in_words

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

T = TypeVar("T")


@attrs.define(eq=False)
class Brought:
    """What whoever runs the program has brought: by entry point group, and by name."""

    own: dict[str, dict[str, Any]] = attrs.field(factory=dict)
    lent: dict[str, dict[str, Any]] = attrs.field(factory=dict)
    """What another scope left here; it makes room for whatever is brought under its names."""


_EVERYWHERE = Brought()
REGISTRIES: "dict[str, Registry[Any]]" = {}
"""Every registry there is, by its group."""
_scope: ContextVar[Brought] = ContextVar("hoyle_registries")


def _here() -> Brought:
    return _scope.get(_EVERYWHERE)


@contextmanager
def fresh_registries() -> Iterator[Brought]:
    """Let what is brought within take part within alone; what was brought before does, but nothing lent."""
    scope = Brought({group: dict(things) for group, things in _here().own.items()})
    token = _scope.set(scope)
    try:
        yield scope
    finally:
        _scope.reset(token)


def lend(scope: Brought) -> None:
    """Let what was brought in another scope take part here, in the place of what was lent before."""
    here = _here()
    here.lent = {
        group: {name: thing for name, thing in things.items() if name not in here.own.get(group, ())}
        for group, things in scope.own.items()
    }


@contextmanager
def gathering() -> Iterator[dict[str, dict[str, Any]]]:
    """Gather what is registered within, by group and by name; it is there within alone."""
    found: dict[str, dict[str, Any]] = {}
    with fresh_registries() as scope:
        before = {group: dict(things) for group, things in scope.own.items()}
        yield found
        for group, things in scope.own.items():
            new = {name: thing for name, thing in things.items() if name not in before.get(group, ())}
            if new:
                found[group] = new


@functools.cache
def installed() -> "Callable[..., EntryPoints]":
    """Look through the other distributions, once: it takes longer than a decision. Return how to select.

    `installed.cache_clear()` lets everybody look again.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # bundled things do without it

    return entry_points().select


class Registry(Mapping[str, T]):
    """Everything of one kind, by name.

    What other distributions offer is loaded when it is first asked for. What is brought is there for as long
    as the scope is in which it was brought.
    """

    def __init__(
        self,
        kind: str,
        group: str,
        bundled: Mapping[str, T | str],
        *,
        admit: Callable[[object, str], T],
        name_of: Callable[[T], str | None] = lambda _: None,
        loads_all: bool = False,
        remedy: str = "",
    ) -> None:
        """Make one.

        `kind` is what one of it is called, and `group` the entry points of others. What is bundled may be
        given as `module:name`, to be loaded when it is first asked for. `admit` takes what somebody brings,
        and what to call it in an error, and returns it as it is kept. `name_of` says what a thing calls
        itself, if it does: its entry point goes by the same name, unless with `loads_all`, where all are
        loaded to learn their names.
        """
        self.kind = kind
        self.group = group
        self._bundled = dict(bundled)
        self._admit = admit
        self._name_of = name_of
        self._loads_all = loads_all
        REGISTRIES[group] = self
        self._remedy = remedy
        self._loaded = functools.cache(self._load)
        self._select: Callable[..., EntryPoints] | None = None
        self._offers: dict[str, list[EntryPoint]] = {}

    def __getitem__(self, name: str) -> T:
        if name in self._bundled:
            return self._bundled_thing(name)
        for brought in self._brought():
            if name in brought:
                return brought[name]
        points = self._offered()[name]
        values = sorted({point.value for point in points})
        if len(values) > 1:
            raise DuplicateName(
                f"{self.kind} {name!r} is offered twice, by {' and '.join(values)}; uninstall one of them"
            )
        return self._loaded(points[0])

    def __contains__(self, name: object) -> bool:
        return (
            name in self._bundled
            or any(name in brought for brought in self._brought())
            or name in self._offered()
        )

    def __iter__(self) -> Iterator[str]:
        own, lent = self._brought()
        return iter(dict.fromkeys((*self._bundled, *self._offered(), *own, *lent)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def find(self, name: str) -> T:
        """Return the thing of that name; UnknownName says which may have been meant."""
        if name not in self:
            remedy = self._remedy or f"there are {', '.join(self)}"
            raise UnknownName.of(self.kind, name, self, remedy)
        return self[name]

    def whole(self) -> dict[str, T]:
        """Return everything by name; what cannot be used is refused, and not left out."""
        for fault in self.faults().values():
            raise fault
        return dict(self)

    def usable(self) -> dict[str, T]:
        """Return by name whatever can be used; `faults` tells of the rest."""
        faults = self.faults()
        return {name: self[name] for name in self if name in self._bundled or name not in faults}

    def faults(self, use: Callable[[str], object] | None = None) -> dict[str, HoyleError]:
        """Try to use what other distributions offer, and return what is wrong with it, by name."""
        faults: dict[str, HoyleError] = {}
        for name, points in self._offered().items():
            try:
                if name in self._bundled:
                    raise DuplicateName(
                        f"{_label(points[0])} takes the name of a bundled {self.kind}; it needs another name"
                    )
                (use or self.__getitem__)(name)
            except HoyleError as error:
                faults[name] = error
        return faults

    def is_bundled(self, name: str) -> bool:
        """Is the thing of that name ours?"""
        return name in self._bundled

    def registered(self) -> frozenset[str]:
        """Return what was brought, by name."""
        return frozenset().union(*self._brought())

    def register(self, source: object, name: str | None = None) -> str:
        """Let something take part that somebody brings, and return its name: this one, or its own."""
        thing = self._admit(source, label_of(self.kind, source))
        return self.keep(thing, str(name or self._name_of(thing)))

    def keep(self, thing: T, name: str) -> str:
        """Let something take part that was admitted before, under a name that nobody has; return that."""
        own, lent = self._brought()
        if name in self._bundled or name in own or name in self._offered():
            article = "an" if self.kind.startswith("A") else "a"
            raise DuplicateName(
                f"{article} {self.kind} named {name!r} is there already; give yours another name"
            )
        lent.pop(name, None)
        own[name] = thing
        return name

    def unregister(self, name: str) -> None:
        """Take out again what was brought; a name that nobody brought is no fault."""
        for brought in self._brought():
            brought.pop(name, None)

    def _bundled_thing(self, name: str) -> T:
        thing = self._bundled[name]
        if isinstance(thing, str):
            thing = self._bundled[name] = pkgutil.resolve_name(thing)
        return thing

    def _brought(self) -> tuple[dict[str, T], dict[str, T]]:
        scope = _here()
        return scope.own.setdefault(self.group, {}), scope.lent.setdefault(self.group, {})

    def _offered(self) -> dict[str, list["EntryPoint"]]:
        """Return the entry points of others, by the names of what they lead to."""
        if self._select is not (select := installed()):
            self._loaded.cache_clear()
            self._offers = {}
            for point in sorted(select(group=self.group), key=lambda point: point.name):
                self._offers.setdefault(self._name_offered(point), []).append(point)
            self._select = select
        return self._offers

    def _name_offered(self, point: "EntryPoint") -> str:
        """Return what an offer goes by; what cannot be loaded goes by the name of its entry point."""
        if self._loads_all:
            try:
                return self._name_of(self._loaded(point)) or point.name
            except HoyleError:
                pass  # whoever asks for it is told
        return point.name

    def _load(self, point: "EntryPoint") -> T:
        label = _label(point)
        try:
            found = point.load()
        except (Exception, SystemExit) as error:
            raise BadPlugin(f"{label} cannot be loaded: {in_words(error)}") from error
        thing = self._admit(found, label)
        own = self._name_of(thing)
        if own not in (None, point.name) and not self._loads_all:
            raise BadPlugin(f"{label} cannot be used: it calls itself {own!r}; make the names agree")
        return thing


def label_of(kind: str, source: object) -> str:
    """Return what to call something in an error before its name is known."""
    return f"{kind} {getattr(source, '__name__', type(source).__name__)!r}"


def _label(point: "EntryPoint") -> str:
    return f"entry point {point.name!r} ({point.value})"
