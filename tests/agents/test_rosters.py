"""Rosters: whoever joins later takes part nowhere unasked."""

from collections.abc import Sequence

import pytest

from agents import (
    ADVISORS,
    BUNDLED,
    LEARNERS,
    ROSTERS,
    Advisor,
    Learner,
    Lesson,
    check_declaration,
    get_advisors,
    get_learners,
    register_advisor,
    register_learner,
)
from agents.registry import BUNDLED_LEARNERS
from agents.rosters import ANYTHING
from games import BadPlugin, DuplicateName, UnknownName, fresh_registries
from tests.support import advisor

OF_1990 = [
    *("Victory", "Don't-Lose", "Wiser", "Sadder", "Panic", "Shortsight", "Enough-Rope"),
    *("Anthropomorph", "Candide", "Challenge", "Cyber", "Feinter", "Greedy", "Not-Again", "Open"),
    *("Pitchfork", "Sneak", "Spotter", "Wild", "Worried"),
]
LEARNED_IN_1990 = ["states", "openings", "expert_moves", "hoyle_moves", "lost_moves", "forks", "model"]


class Mine(Learner):
    """Learns nothing."""

    name = "mine"

    def learn(self, lesson: Lesson) -> None:
        """Note nothing."""


def names(found: Sequence[type[Advisor] | type[Learner]]) -> list[str]:
    """Return what those are called who were found."""
    return [each.name for each in found]


def test_whoever_names_nobody_gets_the_twenty_of_1990() -> None:
    """They, in this order, and their learners, whatever else is bundled by now."""
    assert names(get_advisors()) == OF_1990
    assert set(names(get_advisors(["1990"]))) == set(OF_1990)
    assert names(get_learners()) == names(get_learners(["1990"])) == LEARNED_IN_1990


def test_whoever_was_brought_takes_part_where_nobody_is_named() -> None:
    """But in a roster only if it is named beside it."""
    with fresh_registries():
        register_advisor(advisor("Mine"))
        register_learner(Mine)
        assert names(get_advisors()) == [*OF_1990, "Mine"]
        assert names(get_learners()) == [*LEARNED_IN_1990, "mine"]
        assert "Mine" not in names(get_advisors(["1990"]))
        assert names(get_advisors(["1990", "Mine"]))[-1] == "Mine"
        assert names(get_learners(["1990", "mine"])) == [*LEARNED_IN_1990, "mine"]


@pytest.mark.parametrize("roster", ROSTERS)
def test_every_roster_names_who_is_there(roster: str) -> None:
    """Advisors and learners that are bundled, each once, and one learner for an item."""
    advisors, learners = get_advisors([roster]), get_learners([roster])
    assert names(advisors) == list(ROSTERS[roster].advisors)
    assert sorted(names(learners)) == sorted(ROSTERS[roster].learners)
    assert set(advisors) <= set(BUNDLED)
    assert set(learners) <= set(BUNDLED_LEARNERS)


def test_what_is_named_beside_a_roster_is_added_once() -> None:
    """A member is no duplicate; the learner that is named feeds its item instead of the roster's."""
    assert names(get_advisors(["1990", "Victory"])) == list(ROSTERS["1990"].advisors)
    assert "last_chance" in names(get_learners(["1990", "last_chance"]))
    assert "states" not in names(get_learners(["1990", "last_chance"]))
    with pytest.raises(DuplicateName, match="named twice"):
        get_advisors(["1990", "1990"])


def test_a_roster_that_is_not_there_is_refused_with_the_list() -> None:
    """Where Advisors are named, and where learners are."""
    with pytest.raises(UnknownName, match=r"no Advisor is named 'tutoral'.*rosters are 1990"):
        get_advisors(["tutoral"])
    assert "1990" not in ADVISORS
    assert "1990" not in LEARNERS


def test_no_advisor_is_called_like_a_roster() -> None:
    """Nobody could tell which of the two is meant; nor like who guesses where Advisors are judged."""
    with pytest.raises(BadPlugin, match="an Advisor is named '1990', which is the name of a roster"):
        check_declaration(advisor("1990"))
    with pytest.raises(BadPlugin, match="an Advisor is named 'Anything', which means guessing in weighing"):
        check_declaration(advisor(ANYTHING))
