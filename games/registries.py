"""Registries: everything of one kind by name, from all sources.

Some things are bundled, some come from other distributions through entry points, and some are registered
by Python code or loaded from a file.
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
    """What was registered in one scope: by entry point group, and by name."""

    own: dict[str, dict[str, Any]] = attrs.field(factory=dict)
    lent: dict[str, dict[str, Any]] = attrs.field(factory=dict)
    """Registrations from another scope; a registration here replaces one with the same name."""


_EVERYWHERE = Brought()
REGISTRIES: "dict[str, Registry[Any]]" = {}
"""All registries, by group."""
_scope: ContextVar[Brought] = ContextVar("hoyle_registries")


def _here() -> Brought:
    return _scope.get(_EVERYWHERE)


@contextmanager
def fresh_registries() -> Iterator[Brought]:
    """Open a scope with the registrations so far, except lent ones; new ones are visible only within."""
    scope = Brought({group: dict(things) for group, things in _here().own.items()})
    token = _scope.set(scope)
    try:
        yield scope
    finally:
        _scope.reset(token)


def lend(scope: Brought) -> None:
    """Make the registrations of another scope visible here, in place of what was lent before."""
    here = _here()
    here.lent = {
        group: {name: thing for name, thing in things.items() if name not in here.own.get(group, ())}
        for group, things in scope.own.items()
    }


@contextmanager
def gathering() -> Iterator[dict[str, dict[str, Any]]]:
    """Collect what is registered within, by group and by name; it is visible only within."""
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
    """Search the other distributions once, because that takes longer than a decision; return the selector.

    `installed.cache_clear()` makes the next call search again.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415  # bundled things do without it

    return entry_points().select


class Registry(Mapping[str, T]):
    """Everything of one kind, by name.

    What other distributions offer is loaded on first use. Registrations last as long as their scope.
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
        """Make a registry.

        `kind` is the noun for one entry, and `group` the name of the entry points. Bundled entries may be
        given as `module:name`, which is loaded on first use. `admit` takes a registered object and its label
        for errors, checks it, and returns it in the form to keep. `name_of` returns the object's own name, if
        any: its entry point must have the same name, unless `loads_all`, in which case all entry points are
        loaded to find their names.
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
        """Return the entry with this name; UnknownName suggests a similar name."""
        if name not in self:
            remedy = self._remedy or f"there are {', '.join(self)}"
            raise UnknownName.of(self.kind, name, self, remedy)
        return self[name]

    def whole(self) -> dict[str, T]:
        """Return all entries by name; raise the first fault instead of leaving an entry out."""
        for fault in self.faults().values():
            raise fault
        return dict(self)

    def usable(self) -> dict[str, T]:
        """Return all usable entries by name; `faults` returns the others."""
        faults = self.faults()
        return {name: self[name] for name in self if name in self._bundled or name not in faults}

    def faults(self, use: Callable[[str], object] | None = None) -> dict[str, HoyleError]:
        """Load what other distributions offer, and return the faults by name."""
        faults: dict[str, HoyleError] = {}
        for name, points in self._offered().items():
            try:
                if name in self._bundled:
                    raise DuplicateName(
                        f"{_label(points[0])} uses the name of a bundled {self.kind}; rename it"
                    )
                (use or self.__getitem__)(name)
            except HoyleError as error:
                faults[name] = error
        return faults

    def is_bundled(self, name: str) -> bool:
        """Return whether the entry with this name is bundled."""
        return name in self._bundled

    def registered(self) -> frozenset[str]:
        """Return the names of all registrations."""
        return frozenset().union(*self._brought())

    def register(self, source: object, name: str | None = None) -> str:
        """Register an object, and return its name: the given one, or the object's own."""
        thing = self._admit(source, label_of(self.kind, source))
        return self.keep(thing, str(name or self._name_of(thing)))

    def keep(self, thing: T, name: str) -> str:
        """Register an object that was admitted before under a free name, and return the name."""
        own, lent = self._brought()
        if name in self._bundled or name in own or name in self._offered():
            article = "an" if self.kind.startswith("A") else "a"
            raise DuplicateName(f"{article} {self.kind} named {name!r} already exists; choose another name")
        lent.pop(name, None)
        own[name] = thing
        return name

    def unregister(self, name: str) -> None:
        """Remove a registration; an unknown name is not an error."""
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
        """Return the entry points of other distributions, by the names of what they offer."""
        if self._select is not (select := installed()):
            self._loaded.cache_clear()
            self._offers = {}
            for point in sorted(select(group=self.group), key=lambda point: point.name):
                self._offers.setdefault(self._name_offered(point), []).append(point)
            self._select = select
        return self._offers

    def _name_offered(self, point: "EntryPoint") -> str:
        """Return the name of an offer; if it cannot be loaded, the name of its entry point."""
        if self._loads_all:
            try:
                return self._name_of(self._loaded(point)) or point.name
            except HoyleError:
                pass  # the error is raised when the entry is used
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
            raise BadPlugin(f"{label} cannot be used: its own name is {own!r}; make the names equal")
        return thing


def label_of(kind: str, source: object) -> str:
    """Return how errors refer to an object before its name is known."""
    return f"{kind} {getattr(source, '__name__', type(source).__name__)!r}"


def _label(point: "EntryPoint") -> str:
    return f"entry point {point.name!r} ({point.value})"
