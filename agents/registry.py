"""The registry: which Advisors and learners there are."""

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from agents.advisor import Advisor, check_declaration
from agents.advisors.gambits import Feinter, Sneak
from agents.advisors.lookahead import DontLose, EnoughRope, Panic, Shortsight, Victory
from agents.advisors.memory import Sadder, Wiser
from agents.advisors.pitchfork import Pitchfork
from agents.advisors.recall import Anthropomorph, Cyber, NotAgain, Open, Spotter
from agents.advisors.wild import Wild
from agents.advisors.winning_lines import Candide, Challenge, Greedy, Worried
from agents.learner import Learner, check_item, check_learner, declared_by
from agents.learners.fork_shapes import Forks
from agents.learners.hindsight import Hindsight, LastChance
from agents.learners.rote import ExpertMoves, HoyleMoves, LostMoves, Model, Openings
from agents.learners.symmetries import Symmetries
from blackboard import Items
from games import BadPlugin, DuplicateName, UnknownName, in_words

BUNDLED: tuple[type[Advisor], ...] = (
    Victory,
    DontLose,
    Wiser,
    Sadder,
    Panic,
    Shortsight,
    EnoughRope,
    Anthropomorph,
    Candide,
    Challenge,
    Cyber,
    Feinter,
    Greedy,
    NotAgain,
    Open,
    Pitchfork,
    Sneak,
    Spotter,
    Wild,
    Worried,
)

LEARNERS: dict[str, type[Learner]] = {
    learner.name: learner
    for learner in (
        Symmetries,
        Hindsight,
        LastChance,
        Openings,
        ExpertMoves,
        HoyleMoves,
        LostMoves,
        Forks,
        Model,
    )
}
"""Every learner by name; symmetries come first, for the others use them."""

_BUNDLED_LEARNERS = frozenset(LEARNERS)

ENTRY_POINTS = "hoyle.advisors"
"""Where other distributions put theirs: `name = "module:Class"`."""

_brought: dict[str, type[Advisor]] = {}


def all_advisors() -> dict[str, type[Advisor]]:
    """Return every Advisor by name: the bundled, those of other distributions, those registered."""
    known: dict[str, type[Advisor]] = {}
    foreign = [_loaded(point) for point in _points(entry_points)]
    for advisor in (*BUNDLED, *foreign, *_brought.values()):
        _add(known, advisor)
    return known


@cache
def _points(find: Callable[..., Iterable[EntryPoint]]) -> tuple[EntryPoint, ...]:
    """Look through the other distributions, once: it takes longer than a decision."""
    return tuple(sorted(find(group=ENTRY_POINTS), key=lambda point: point.name))


def register_advisor(advisor: type[Advisor]) -> None:
    """Let an Advisor that somebody brought take part; a name that is taken is refused."""
    check_declaration(advisor)
    _add(all_advisors(), advisor)
    _brought[advisor.name] = advisor


def registered_advisors() -> frozenset[str]:
    """Return which Advisors were registered in this process, by name."""
    return frozenset(_brought)


def unregister_advisor(name: str) -> None:
    """Take a registered Advisor out again; a name that is not registered is no fault."""
    _brought.pop(name, None)


def get_advisors(names: Iterable[str] | None = None) -> list[type[Advisor]]:
    """Find Advisors by name, or all of them."""
    known = all_advisors()
    if names is None:
        return list(known.values())
    wanted = list(names)
    for name in wanted:
        if name not in known:
            raise UnknownName.of("Advisor", name, known, "hoyle advisors lists them")
        if wanted.count(name) > 1:
            raise DuplicateName(f"Advisor {name!r} is asked for twice; name it once")
    return [known[name] for name in wanted]


def get_learners(names: Iterable[str] | None = None, *, symmetry: bool = False) -> list[type[Learner]]:
    """Find learners by name, or one for each item; nothing learns symmetries unless told to."""
    if names is None:
        first = {each.item: each for each in reversed(LEARNERS.values())}
        return [each for each in reversed(first.values()) if symmetry or each is not Symmetries]
    wanted = list(names)
    for name in wanted:
        if name not in LEARNERS:
            raise UnknownName.of("learner", name, LEARNERS, f"there are {', '.join(LEARNERS)}")
        for other in wanted[: wanted.index(name)]:
            if LEARNERS[other].item == LEARNERS[name].item:
                raise DuplicateName(f"learners {other!r} and {name!r} feed the same item; name one of them")
    return [each for name, each in LEARNERS.items() if name in wanted]


def register_learner(learner: type[Learner]) -> None:
    """Let a learner that somebody brought take part; a name that is taken is refused."""
    check_learner(learner)
    if learner.name in LEARNERS:
        raise DuplicateName(f"a learner named {learner.name!r} is there already; give yours another name")
    check_item(learner, declared_items())
    LEARNERS[learner.name] = learner


def declared_items() -> Items:
    """Return every item of useful knowledge that a learner here declares, by name."""
    return declared_by(LEARNERS.values())


def unregister_learner(name: str) -> None:
    """Take a registered learner out again; a name that is not registered is no fault."""
    if name not in _BUNDLED_LEARNERS:
        LEARNERS.pop(name, None)


def _add(known: dict[str, type[Advisor]], advisor: type[Advisor]) -> None:
    if advisor.name in known:
        raise DuplicateName(f"an Advisor named {advisor.name!r} is there already; give yours another name")
    known[advisor.name] = advisor


def _loaded(point: EntryPoint) -> type[Advisor]:
    label = f"entry point {point.name!r} ({point.value})"
    try:
        found: Any = point.load()
    except (Exception, SystemExit) as error:
        raise BadPlugin(f"{label} cannot be loaded: {in_words(error)}") from error
    if not (isinstance(found, type) and issubclass(found, Advisor)):
        raise BadPlugin(f"{label} is no Advisor; it must be a subclass of agents.Advisor")
    check_declaration(found)
    return found
