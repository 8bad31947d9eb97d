"""What Hoyles know together."""

from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest
import trio

from agents import (
    Contestant,
    Learner,
    Lesson,
    RandomContestant,
    Streams,
    register_learner,
    unregister_learner,
)
from blackboard import Contest, Knowledge
from control import HearingCache, Learned, VirtualClock
from control.settings.hoyle_options import HoyleOptions
from games import Outcome, Role, make_game
from scenarios.play.shared_knowledge import SharedKnowledge, shared_by_file

GAME = make_game("tic-tac-toe")
CONTEST = Contest("tic-tac-toe", ("1", "4", "2", "5", "3"), Outcome.PLAYER, "rules")
LEARNING = HoyleOptions(advisors=("Victory",), learners=("openings",), learn=True)
OTHER = HoyleOptions(advisors=("Panic",))


def taught(
    shared: SharedKnowledge, player: Contestant, opponent: Contestant, experts: Iterable[Role] = ()
) -> list[Learned]:
    """Learn from the contest in virtual time."""

    async def learn() -> list[Learned]:
        return await shared.learn(
            CONTEST, {Role.PLAYER: player, Role.OPPONENT: opponent}, experts, Streams(0)
        )

    return trio.run(learn, clock=VirtualClock())


def test_whoever_knows_the_same_knows_what_one_has_learned() -> None:
    """Also those that learn nothing themselves, and whoever watches; they remember one another's hearings."""
    cache = HearingCache()
    shared = SharedKnowledge(GAME, Knowledge.of(GAME), hearing_cache=cache)
    first, second = hoyles = [
        shared.seat(options, "hoyle", lambda _: None, is_own=options.learn) for options in (OTHER, LEARNING)
    ]
    assert taught(shared, first, second)
    assert shared.knowledge.items
    assert all(hoyle.knowledge is shared.knowledge for hoyle in hoyles)
    assert all(hoyle.hearing_cache is cache for hoyle in hoyles)


class Roles(Learner):
    """Note who was Hoyle and who was an expert."""

    name = "roles"

    def learn(self, lesson: Lesson) -> None:
        """Note it."""
        lived = lesson.experience
        lesson.note("hoyle", sorted(role.name for role in lived.hoyle))
        lesson.note("experts", sorted(role.name for role in lived.experts))


@pytest.mark.parametrize(
    ("is_own", "hoyle", "experts"),
    [(True, ("OPPONENT", "PLAYER"), ()), (False, ("PLAYER",), ("OPPONENT",))],
)
def test_a_role_is_learned_from_as_what_sits_there(
    is_own: bool, hoyle: tuple[str, ...], experts: tuple[str, ...]
) -> None:
    """As Hoyle's own, or as another's; nobody is an expert to itself, though it be told that all are."""
    register_learner(Roles)
    try:
        shared = SharedKnowledge(GAME, Knowledge.of(GAME))
        options = attrs.evolve(LEARNING, learners=("roles",))
        learner = shared.seat(options, "hoyle", lambda _: None, is_own=True)
        other = shared.seat(OTHER, "hoyle", lambda _: None, is_own=is_own)
        taught(shared, learner, other, Role)
    finally:
        unregister_learner("roles")
    assert shared.knowledge.item("roles") == {"hoyle": hoyle, "experts": experts}


def test_where_nobody_learns_nothing_is_known_or_written(tmp_path: Path) -> None:
    """A file that is only read stays as it is, and is nobody's to keep."""
    file = tmp_path / "t.hoyle"
    Knowledge.of(GAME, {"notes": {"a": 1}}).save(file)
    before = file.read_bytes()
    options = HoyleOptions(advisors=("Victory",), knowledge=file)
    shared = shared_by_file(GAME, [options])(options)
    hoyle = shared.seat(options, "hoyle", lambda _: None, is_own=True)
    shared.open()
    assert taught(shared, hoyle, RandomContestant()) == []
    shared.close()
    assert (shared.is_learning, shared.path, file.read_bytes()) == (False, file, before)
    assert hoyle.knowledge == Knowledge.load(file)


def test_those_without_a_file_share_what_is_not_kept(tmp_path: Path) -> None:
    """One knowledge for each file, and one for all that name none."""
    kept = [HoyleOptions(knowledge=tmp_path / name, learn=True) for name in ("1.hoyle", "2.hoyle")]
    shared = shared_by_file(GAME, [OTHER, LEARNING, *kept])
    assert shared(OTHER) is shared(LEARNING)
    assert shared(OTHER).path is None
    assert [shared(each).path for each in kept] == [each.knowledge for each in kept]
    assert list(tmp_path.iterdir()) == []
