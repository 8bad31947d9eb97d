"""The registry of Advisors and learners."""

from collections.abc import Callable

import pytest

from agents import (
    BUNDLED,
    LEARNERS,
    Learner,
    Lesson,
    all_advisors,
    declared_items,
    get_advisors,
    get_learners,
    register_advisor,
    register_learner,
    unregister_advisor,
    unregister_learner,
)
from agents.registry import usual_learners
from blackboard import State
from games import BadOption, BadPlugin, DuplicateName, UnknownName
from tests.support import advisor, decided, heard

pytestmark = pytest.mark.usefixtures("registries")

FOREIGN = advisor("Foreign")
NO_ADVISOR = "no Advisor"
BAD = advisor("Bad", tier=9)


@pytest.fixture
def installed(install: Callable[..., None]) -> Callable[..., None]:
    """Let other distributions offer Advisors, by attribute of this module."""

    def offer(*names: str, module: str = __name__) -> None:
        install("hoyle.advisors", *((name, f"{module}:{name}") for name in names))

    return offer


def test_the_bundled_advisors_are_there() -> None:
    """By name, those of 1990 first; tests/agents/test_rosters.py says who they are."""
    assert [each.name for each in BUNDLED] == list(all_advisors())
    assert get_advisors() == list(BUNDLED[:20])


def test_a_registered_advisor_takes_part_until_it_is_taken_out() -> None:
    """What somebody brought is found like a bundled one."""
    mine = advisor("Mine")
    register_advisor(mine)
    assert heard(decided(get_advisors(["Mine", "Wild"])), "Mine").state is State.FINISHED
    unregister_advisor("Mine")
    unregister_advisor("Mine")
    assert "Mine" not in all_advisors()


@pytest.mark.parametrize("name", ["Panic", "Don't-Lose"])
def test_a_bundled_name_is_taken(name: str) -> None:
    """Nobody can stand in for a bundled Advisor, nor take one out."""
    with pytest.raises(
        DuplicateName, match=rf"^an Advisor named .{name}. already exists; choose another name$"
    ):
        register_advisor(advisor(name))
    unregister_advisor(name)
    assert name in all_advisors()


def test_a_registered_name_is_taken() -> None:
    """The first one stays."""
    first = advisor("Mine")
    register_advisor(first)
    with pytest.raises(DuplicateName):
        register_advisor(advisor("Mine"))
    assert all_advisors()["Mine"] is first


def test_what_cannot_be_meant_is_not_registered() -> None:
    """A bad declaration is refused before anything changes."""
    with pytest.raises(BadPlugin, match=r"^Advisor 'Mine' has tier 7; .*$"):
        register_advisor(advisor("Mine", tier=7))
    assert "Mine" not in all_advisors()


def test_advisors_are_found_in_the_order_asked_for() -> None:
    """By name, or those of 1990."""
    assert [each.name for each in get_advisors(["Wild", "Panic"])] == ["Wild", "Panic"]
    assert get_advisors([]) == []
    assert get_advisors() == list(all_advisors().values())[:20]


def test_an_unknown_advisor_is_refused_with_the_nearest_name() -> None:
    """One line says what may have been meant and where all are listed."""
    with pytest.raises(
        UnknownName,
        match=r"^no Advisor is named 'Panik' \(did you mean 'Panic'\?\); hoyle advisors lists them; r.*$",
    ):
        get_advisors(["Wild", "Panik"])


def test_nobody_is_asked_for_twice() -> None:
    """Naming an Advisor twice is a mistake."""
    with pytest.raises(DuplicateName, match=r"^Advisor 'Wild' is named twice; name it once$"):
        get_advisors(["Wild", "Panic", "Wild"])


def test_advisors_of_other_distributions_are_found(installed: Callable[..., None]) -> None:
    """An entry point is all it takes."""
    installed("FOREIGN")
    assert all_advisors()["Foreign"] is FOREIGN
    with pytest.raises(DuplicateName):
        register_advisor(advisor("Foreign"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("MISSING", r"^entry point 'MISSING' \(.*:MISSING\) cannot be loaded: AttributeError: .*$"),
        (
            "NO_ADVISOR",
            r"^entry point 'NO_ADVISOR' \(.*\) is not an Advisor; use a subclass of agents.Advisor$",
        ),
        ("BAD", r"^Advisor 'Bad' has tier 9; .*$"),
    ],
)
def test_a_broken_distribution_is_named(name: str, line: str, installed: Callable[..., None]) -> None:
    """What cannot be loaded is told in one line that names the entry point."""
    installed(name)
    with pytest.raises(BadPlugin, match=line):
        all_advisors()


def test_a_distribution_that_is_gone_is_named(installed: Callable[..., None]) -> None:
    """A module that cannot be imported is told in one line."""
    installed("FOREIGN", module="no_such_module")
    with pytest.raises(
        BadPlugin, match=r"cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'$"
    ):
        all_advisors()


def test_the_bundled_learners_feed_every_item_once() -> None:
    """One learner for each item unless others are named, and symmetries only if they are wanted."""
    items = [each.item for each in get_learners(symmetry=True)]
    assert items[:8] == [
        "symmetries", "states", "openings", "expert_moves", "hoyle_moves", "lost_moves", "forks", "model",
    ]  # fmt: skip
    later = {"patsy_states", "patsy_1", "patsy_2", "patsy_2_states", "zones", "active_zones", "zone_advisors"}
    later |= {"profiles", "settling", "paradigms"}
    assert {*items, "dangerous_states", "weights", "examples"} | later == set(declared_items())
    assert get_learners() == get_learners(symmetry=True)[1:]
    assert [each.name for each in get_learners(["model", "last_chance"])] == ["last_chance", "model"]
    assert all(each.item in declared_items() for each in LEARNERS.values())


def test_learners_that_feed_one_item_are_not_asked_for_together() -> None:
    """Nor is one that does not exist; one line says so."""
    with pytest.raises(DuplicateName, match=r"^learners 'states' and 'last_chance' write the same item; .*$"):
        get_learners(["states", "last_chance"])
    with pytest.raises(UnknownName, match=r"^no learner is named 'state' \(did you mean 'states'\?\); .*$"):
        get_learners(["state"])


def test_a_registered_learner_learns_until_it_is_taken_out() -> None:
    """What somebody brought is found like a bundled one, which can be neither replaced nor lost."""
    mine = type("Mine", (Learner,), {"name": "mine", "learn": lambda *_: None})
    register_learner(mine)
    assert get_learners(["mine"]) == [mine]
    assert mine in get_learners()
    with pytest.raises(DuplicateName, match=r"^a learner named 'mine' already exists; .*$"):
        register_learner(mine)
    unregister_learner("mine")
    unregister_learner("mine")
    unregister_learner("states")
    assert "mine" not in LEARNERS
    assert "states" in LEARNERS


def test_named_advisors_are_found_although_a_distribution_is_broken(installed: Callable[..., None]) -> None:
    """Only who wants all of them has to know what is wrong: nobody is left out in silence."""
    installed("BAD")
    assert [each.name for each in get_advisors(["Wild"])] == ["Wild"]
    with pytest.raises(BadPlugin, match="'Bad' has tier 9"):
        get_advisors()


class Foreign(Learner):
    """A learner of another distribution."""

    name = "foreign"

    def learn(self, lesson: Lesson) -> None:
        """Learn nothing."""


def test_learners_of_other_distributions_are_found(install: Callable[..., None]) -> None:
    """An entry point under the learner's own name is all it takes; it learns like any other."""
    install("hoyle.learners", ("foreign", f"{__name__}:Foreign"))
    assert get_learners(["foreign"]) == [Foreign]
    assert get_learners()[-1] is Foreign
    assert list(LEARNERS)[-1] == "foreign"


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        (
            "foreign",
            "FOREIGN",
            r"^entry point 'foreign' \(.*\) is not a learner; use a subclass of agents",
        ),
        (
            "other",
            "Foreign",
            r"^entry point 'other' \(.*\) .*: its own name is 'foreign'; make the names equal$",
        ),
        ("mute", "Mute", r"^learner 'mute' has no learn method of its own; "),
    ],
)
def test_a_broken_learner_is_named(name: str, value: str, line: str, install: Callable[..., None]) -> None:
    """It is told whoever wants it, or all of them, and nobody else."""
    install("hoyle.learners", (name, f"{__name__}:{value}"))
    for wanted in (None, [name]):
        with pytest.raises(BadPlugin, match=line):
            get_learners(wanted)
    assert [each.name for each in get_learners(["states"])] == ["states"]


class Mute(Learner):
    """A learner that forgot to learn."""

    name = "mute"


def test_a_learner_is_not_asked_for_without_what_it_needs() -> None:
    """It would learn nothing, and nobody would know why."""
    with pytest.raises(BadOption, match=r"^learner 'patsy_1' needs item 'patsy_states', which no learner.*$"):
        get_learners(["1990", "patsy_1"])
    assert [each.name for each in get_learners(["patsy_1", "patsy_states"])] == ["patsy_states", "patsy_1"]


def test_of_two_usual_learners_of_one_item_the_first_learns() -> None:
    """Whichever of its items it is: else two that know nothing of each other would write in one."""
    brought: type[Learner] = type(
        "Brought", (Learner,), {"name": "brought", "items": ("mine", "states"), "learn": lambda *_: None}
    )
    names = [each.name for each in usual_learners([*LEARNERS.values(), brought])]
    assert "states" in names
    assert "brought" not in names
