"""Who sits where, who watches, and who of them is Hoyle itself or an expert."""

import pytest

from control.settings.hoyle_options import HoyleOptions
from games import Role
from scenarios.play.named_contestants import read_contestant
from scenarios.play.seating import Seating, seat_by_name

PLAYER, OPPONENT = Role
LEARNING = HoyleOptions(learn=True)


def seating(me: str, across: str, **how: object) -> Seating:
    """Seat two."""
    pair = (read_contestant(me, HoyleOptions()), read_contestant(across, HoyleOptions()))
    return Seating(pair=pair, **how)  # type: ignore[arg-type]  # a test may leave out and put in what it likes


@pytest.mark.parametrize(
    ("begins_as", "takes_turns", "roles"),
    [
        (PLAYER, True, [PLAYER, OPPONENT, PLAYER]),
        (OPPONENT, True, [OPPONENT, PLAYER, OPPONENT]),
        (PLAYER, False, [PLAYER] * 3),
        (OPPONENT, False, [OPPONENT] * 3),
    ],
)
def test_who_moves_first(begins_as: Role, takes_turns: bool, roles: list[Role]) -> None:
    """Two take turns or keep their roles, and whoever is asked about sits in the role it has."""
    these = seating("random", "perfect", begins_as=begins_as, takes_turns=takes_turns)
    assert [these.role(number) for number in range(3)] == roles
    for number, role in enumerate(roles):
        assert these.seats(("first", "second"), number) == {role: "first", role.other: "second"}


def test_an_expert_changes_roles_too() -> None:
    """Experts are known by name wherever they sit, unless it is said that all are, or none is."""
    pair = ("random", "perfect")
    assert [seating(*pair).experts(number) for number in range(2)] == [[OPPONENT], [PLAYER]]
    assert seating("expert", "perfect").experts(0) == [PLAYER, OPPONENT]
    assert seating(*pair, expert=True).experts(0) == [PLAYER, OPPONENT]
    assert seating(*pair, expert=False).experts(0) == []


def test_hoyle_watches_only_where_it_learns_and_does_not_play() -> None:
    """Nobody looks on for nothing, and whoever plays learns by that."""
    assert seat_by_name("random", "perfect", LEARNING).watcher == LEARNING
    assert seat_by_name("random", "perfect", LEARNING).hoyles == [LEARNING]
    assert seat_by_name("random", "perfect", HoyleOptions()).watcher is None
    assert seat_by_name("hoyle", "perfect", LEARNING).watcher is None
    assert seat_by_name("hoyle:learn=no", "perfect", LEARNING).watcher is None


def test_whose_moves_are_hoyles_own() -> None:
    """Those of Hoyles that learn, or of all where they are one Hoyle that plays against itself."""
    other = HoyleOptions()
    assert [seating("hoyle", "hoyle").is_own(each) for each in (LEARNING, other)] == [True, False]
    assert [seating("hoyle", "hoyle", is_one_hoyle=True).is_own(each) for each in (LEARNING, other)] == [
        True,
        True,
    ]
