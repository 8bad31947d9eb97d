"""The registry of Advisors and learners."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from agents.advisor import Advisor, check_declaration
from agents.advisors.coverage import Coverage, CoverageGraded
from agents.advisors.dangers import Leery
from agents.advisors.farsight import Farsight
from agents.advisors.freedom import Freedom, FreedomLiteral
from agents.advisors.gambits import Feinter, Sneak
from agents.advisors.lookahead import DontLose, EnoughRope, Panic, Shortsight, Victory
from agents.advisors.material import Material
from agents.advisors.memory import Sadder, Wiser
from agents.advisors.patsy import Patsy1, Patsy2
from agents.advisors.pitchfork import Pitchfork
from agents.advisors.recall import Anthropomorph, Cyber, NotAgain, Open, Spotter
from agents.advisors.shortcut import Shortcut
from agents.advisors.vulnerable import Vulnerable
from agents.advisors.wild import Wild
from agents.advisors.winning_lines import Candide, Challenge, Greedy, Worried
from agents.advisors.zone_ranger import ZoneAdvisor, ZoneRanger, ZoneRangerGraded
from agents.learner import Learner, check_item, check_learner, declared_by
from agents.learners.fork_shapes import Forks
from agents.learners.hindsight import Hindsight, HindsightAndDangers, LastChance, LastChanceAndDangers
from agents.learners.paradigm_results import ParadigmResults
from agents.learners.pattern_tables import PatsyPatterns, PatsyResponses, PatsyResponsesBefore, PatsyStates
from agents.learners.played_states import PlayedStates
from agents.learners.rote import ExpertMoves, HoyleMoves, LostMoves, Model, Openings
from agents.learners.symmetries import Symmetries
from agents.learners.weighing import Weighing
from agents.learners.worths import Profiles
from agents.learners.zone_learner import ZoneLearner
from agents.rosters import ROSTERS, USUAL, expanded
from blackboard import Items
from games import BadOption, BadPlugin, DuplicateName, Registry

_T = TypeVar("_T", type[Advisor], type[Learner])

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
    Coverage,
    CoverageGraded,
    Farsight,
    Freedom,
    FreedomLiteral,
    Leery,
    Material,
    Vulnerable,
    Shortcut,
    Patsy1,
    Patsy2,
    ZoneRanger,
    ZoneRangerGraded,
    ZoneAdvisor,
)
"""The twenty of 1990 first: these take part by default."""

BUNDLED_LEARNERS: tuple[type[Learner], ...] = (
    Symmetries,
    Hindsight,
    LastChance,
    Openings,
    ExpertMoves,
    HoyleMoves,
    LostMoves,
    Forks,
    Model,
    HindsightAndDangers,
    LastChanceAndDangers,
    Weighing,
    PatsyStates,
    PatsyPatterns,
    PatsyResponses,
    PatsyResponsesBefore,
    ZoneLearner,
    PlayedStates,
    Profiles,
    ParadigmResults,
)


def _advisor(found: object, label: str) -> type[Advisor]:
    if not (isinstance(found, type) and issubclass(found, Advisor)):
        raise BadPlugin(f"{label} is not an Advisor; use a subclass of agents.Advisor")
    check_declaration(found)
    return found


def _learner(found: object, label: str) -> type[Learner]:
    if not (isinstance(found, type) and issubclass(found, Learner)):
        raise BadPlugin(f"{label} is not a learner; use a subclass of agents.Learner")
    check_learner(found)
    return found


ADVISORS = Registry(
    "Advisor",
    "hoyle.advisors",
    {advisor.name: advisor for advisor in BUNDLED},
    admit=_advisor,
    name_of=lambda advisor: advisor.name,
    loads_all=True,
    remedy=f"hoyle advisors lists them; rosters are {', '.join(ROSTERS)}",
)
"""Every Advisor: bundled, from other distributions (`any-name = "module:Class"`), and registered."""

LEARNERS = Registry(
    "learner",
    "hoyle.learners",
    {learner.name: learner for learner in BUNDLED_LEARNERS},
    admit=_learner,
    name_of=lambda learner: learner.name,
)
"""Every learner by name; symmetries come first, because the others use them."""


def all_advisors() -> dict[str, type[Advisor]]:
    """Return every Advisor by name: bundled, from other distributions, and registered."""
    return ADVISORS.whole()


def register_advisor(advisor: type[Advisor]) -> None:
    """Register an Advisor; a name in use is refused."""
    ADVISORS.register(advisor)


def registered_advisors() -> frozenset[str]:
    """Return the names of the Advisors that were registered in this process."""
    return ADVISORS.registered()


def unregister_advisor(name: str) -> None:
    """Remove a registered Advisor; an unknown name is not an error."""
    ADVISORS.unregister(name)


def get_advisors(names: Iterable[str] | None = None) -> list[type[Advisor]]:
    """Return Advisors by their names and rosters; by default the usual roster and all that were registered.

    Other bundled Advisors take part only if they or their roster are named.
    """
    if names is None:
        return _usual(all_advisors().values(), BUNDLED, USUAL.advisors)
    wanted = list(names)
    for name in wanted:
        if wanted.count(name) > 1:
            raise DuplicateName(f"Advisor {name!r} is named twice; name it once")
    return [ADVISORS.find(name) for name in dict.fromkeys(expanded(wanted, "advisors"))]


def get_learners(names: Iterable[str] | None = None, *, symmetry: bool = False) -> list[type[Learner]]:
    """Return learners by their names and rosters, or the usual ones, in the order in which they learn.

    Symmetries are learned only if `symmetry` is set. If two rosters write one item, the first one's learner
    does.
    """
    if names is None:
        return usual_learners(LEARNERS.whole().values(), symmetry=symmetry)
    named = list(dict.fromkeys(names))
    wanted: dict[str, type[Learner]] = {}
    for name in (each for each in named if each not in ROSTERS):
        learner = LEARNERS.find(name)
        for other in wanted.values():
            if set(other.items) & set(learner.items):
                raise DuplicateName(
                    f"learners {other.name!r} and {name!r} write the same item; name only one of them"
                )
        wanted[name] = learner
    for name in expanded((each for each in named if each in ROSTERS), "learners"):
        learner = LEARNERS.find(name)
        if not any(set(each.items) & set(learner.items) for each in wanted.values()):
            wanted[name] = learner
    if symmetry:
        wanted.setdefault(Symmetries.name, Symmetries)
    _check_needs(wanted.values())
    return [wanted[name] for name in LEARNERS if name in wanted]


def _check_needs(learners: Collection[type[Learner]]) -> None:
    """Raise BadOption for a learner that would learn nothing, because no learner writes what it needs."""
    fed = {item for learner in learners for item in learner.items}
    for learner in learners:
        for item in learner.needs:
            if item not in fed:
                raise BadOption(
                    f"learner {learner.name!r} needs item {item!r}, which no learner here writes; add one"
                )


def usual_learners(learners: Iterable[type[Learner]], *, symmetry: bool = False) -> list[type[Learner]]:
    """Return the learners of the usual roster and all registered ones, but only the first for each item.

    Symmetries are learned only if `symmetry` is set.
    """
    usual = _usual(learners, BUNDLED_LEARNERS, (Symmetries.name, *USUAL.learners))
    first: list[type[Learner]] = []
    for learner in usual:
        if not any(set(each.items) & set(learner.items) for each in first):
            first.append(learner)
    return [each for each in first if symmetry or each is not Symmetries]


def _usual(there: Iterable[_T], bundled: Collection[_T], usual: Collection[str]) -> list[_T]:
    """Return the members of the usual roster, and all that were registered."""
    return [each for each in there if each.name in usual or each not in bundled]


def register_learner(learner: type[Learner]) -> str:
    """Register a learner, and return its name; a name in use is refused."""
    check_learner(learner)
    check_item(learner, declared_items())
    return LEARNERS.register(learner)


def declared_items() -> Items:
    """Return every item of useful knowledge that a learner here declares, by name."""
    return declared_by(LEARNERS.usable().values())


def unregister_learner(name: str) -> None:
    """Remove a registered learner; an unknown name is not an error."""
    LEARNERS.unregister(name)
