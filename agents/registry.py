"""The registry: which Advisors and learners there are."""

from collections.abc import Iterable

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
from games import BadPlugin, DuplicateName, Registry

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


def _advisor(found: object, label: str) -> type[Advisor]:
    if not (isinstance(found, type) and issubclass(found, Advisor)):
        raise BadPlugin(f"{label} is no Advisor; it must be a subclass of agents.Advisor")
    check_declaration(found)
    return found


def _learner(found: object, label: str) -> type[Learner]:
    if not (isinstance(found, type) and issubclass(found, Learner)):
        raise BadPlugin(f"{label} is no learner; it must be a subclass of agents.Learner")
    check_learner(found)
    return found


ADVISORS = Registry(
    "Advisor",
    "hoyle.advisors",
    {advisor.name: advisor for advisor in BUNDLED},
    admit=_advisor,
    name_of=lambda advisor: advisor.name,
    loads_all=True,
    remedy="hoyle advisors lists them",
)
"""Every Advisor: the bundled, those of other distributions (`any-name = "module:Class"`), those brought."""

LEARNERS = Registry(
    "learner",
    "hoyle.learners",
    {
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
    },
    admit=_learner,
    name_of=lambda learner: learner.name,
)
"""Every learner by name; symmetries come first, for the others use them."""


def all_advisors() -> dict[str, type[Advisor]]:
    """Return every Advisor by name: the bundled, those of other distributions, those registered."""
    return ADVISORS.whole()


def register_advisor(advisor: type[Advisor]) -> None:
    """Let an Advisor that somebody brought take part; a name that is taken is refused."""
    ADVISORS.register(advisor)


def registered_advisors() -> frozenset[str]:
    """Return which Advisors were registered in this process, by name."""
    return ADVISORS.registered()


def unregister_advisor(name: str) -> None:
    """Take a registered Advisor out again; a name that is not registered is no fault."""
    ADVISORS.unregister(name)


def get_advisors(names: Iterable[str] | None = None) -> list[type[Advisor]]:
    """Find Advisors by name, or all of them."""
    if names is None:
        return list(all_advisors().values())
    wanted = list(names)
    found = [ADVISORS.find(name) for name in wanted]
    for name in wanted:
        if wanted.count(name) > 1:
            raise DuplicateName(f"Advisor {name!r} is asked for twice; name it once")
    return found


def get_learners(names: Iterable[str] | None = None, *, symmetry: bool = False) -> list[type[Learner]]:
    """Find learners by name, or one for each item; nothing learns symmetries unless told to."""
    if names is None:
        return usual_learners(LEARNERS.whole().values(), symmetry=symmetry)
    wanted: dict[str, type[Learner]] = {}
    for name in dict.fromkeys(names):
        learner = LEARNERS.find(name)
        for other in wanted.values():
            if other.item == learner.item:
                raise DuplicateName(
                    f"learners {other.name!r} and {name!r} feed the same item; name one of them"
                )
        wanted[name] = learner
    return [wanted[name] for name in LEARNERS if name in wanted]


def usual_learners(learners: Iterable[type[Learner]], *, symmetry: bool = False) -> list[type[Learner]]:
    """Return the first of these for each item; nothing learns symmetries unless told to."""
    first = {each.item: each for each in reversed(list(learners))}
    return [each for each in reversed(first.values()) if symmetry or each is not Symmetries]


def register_learner(learner: type[Learner]) -> str:
    """Let a learner that somebody brought take part, and return its name; one that is taken is refused."""
    check_learner(learner)
    check_item(learner, declared_items())
    return LEARNERS.register(learner)


def declared_items() -> Items:
    """Return every item of useful knowledge that a learner here declares, by name."""
    return declared_by(LEARNERS.usable().values())


def unregister_learner(name: str) -> None:
    """Take a registered learner out again; a name that is not registered is no fault."""
    LEARNERS.unregister(name)
