"""Zone-Ranger, and the Advisors that are learned of zones."""

from typing import Any

import pytest

from agents import get_advisors
from agents.advisors.zone_ranger import ZoneAdvisor, ZoneRanger, ZoneRangerGraded
from blackboard import Comment, Knowledge
from control import Panel
from games import Game, make_game
from tests.support import decided, heard

FIVE = make_game("five-mens-morris")
SLIDING = FIVE.parse_position("X.X.OO...X.O...O X 0 0")
PLACING = FIVE.parse_position("XX..OO.......... X 3 3")


def comments(knowledge: Knowledge, position: Any = SLIDING, game: Game[Any] = FIVE) -> dict[str, Comment]:
    """Ask Zone-Ranger about a position."""
    return dict(
        heard(
            decided([ZoneRanger], game=game, position=position, knowledge=knowledge), "Zone-Ranger"
        ).comments
    )


def said(knowledge: Knowledge, position: Any = SLIDING, game: Game[Any] = FIVE) -> dict[str, int]:
    """Ask Zone-Ranger about a position, and return plain numbers."""
    return {move: comment.strength for move, comment in comments(knowledge, position, game).items()}


def test_more_of_what_is_good_is_supported_and_less_opposed() -> None:
    """Ours one way and theirs the other way both count; the reason names what weighed most."""
    known = Knowledge.of(FIVE, {"active_zones": {"sliding one-step locations total": [1, 1]}})
    found = comments(known)
    assert found
    turned = Knowledge.of(FIVE, {"active_zones": {"sliding one-step locations total": [-1, 1]}})
    assert {move: 10 - strength for move, strength in said(turned).items()} == said(known)
    move = next(move for move, comment in found.items() if comment.strength > 5)
    assert found[move].reason == (
        "1 of 1 measures of zones are for it: more locations together in one's one-step zones, sliding"
    )


def test_what_is_of_another_stage_says_nothing() -> None:
    """Zones change with the stage, and so does what they mean."""
    known = Knowledge.of(FIVE, {"active_zones": {"sliding one-step locations total": [1, 1]}})
    assert not said(known, PLACING)
    placing = Knowledge.of(FIVE, {"active_zones": {"placing one-step locations total": [1, 1]}})
    assert said(placing, PLACING)
    assert not said(placing)


def test_many_together_are_weighed() -> None:
    """What counts more prevails; strengths are scaled by the largest sum."""
    texts = ["sliding one-step locations total", "sliding one-step density mean"]
    first, both, second = (
        said(
            Knowledge.of(
                FIVE, {"active_zones": {text: [1, weight] for text, weight in zip(texts, each, strict=True)}}
            )
        )
        for each in ((1000, 1), (1, 1), (1, 1000))
    )
    assert first != second
    for found in (first, both, second):
        assert {1, 9} & set(found.values()), "the largest of all is as strong as it gets"
    assert all((strength > 5) == (first[move] > 5) for move, strength in
               said(Knowledge.of(FIVE, {"active_zones": {texts[0]: [1, 1]}})).items())  # fmt: skip


def test_graded_is_as_firm_as_all_measures_agree() -> None:
    """It takes the same sides; where measures are many and few speak, it says little."""
    texts = [
        f"sliding {kind} locations {how}" for kind in ("one-step", "private") for how in ("total", "most")
    ]
    silent = [f"sliding {kind} number least" for kind in ("one-step", "two-step", "private")]

    def graded(names: list[str]) -> dict[str, int]:
        known = Knowledge.of(FIVE, {"active_zones": {name: [1, 100] for name in names}})
        decision = decided([ZoneRangerGraded], game=FIVE, position=SLIDING, knowledge=known)
        found = {move: each.strength for move, each in heard(decision, "Zone-Ranger-Graded").comments.items()}
        assert {move: each > 5 for move, each in found.items()} == {
            move: each > 5 for move, each in said(known).items()
        }
        return found

    few, more = graded(texts), graded([*texts, *silent])
    assert few.keys() == more.keys()
    assert all(abs(more[move] - 5) <= abs(few[move] - 5) for move in few)
    assert more != few, "measures that say nothing count as well"
    assert graded(["sliding one-step number least"]) == {}


def test_men_of_a_game_without_stages_are_seen_too() -> None:
    """On cells, along rows and columns."""
    game = make_game("tic-tac-toe")
    known = Knowledge.of(game, {"active_zones": {"one-step locations total": [1, 1]}})
    found = said(known, game.parse_position("X...O.... X"), game)
    assert found["2"] == found["4"]


@pytest.mark.parametrize("name", ["nim", "othello"])
def test_where_there_are_no_zones_nothing_is_said(name: str) -> None:
    """Whatever knowledge says."""
    game = make_game(name)
    known = Knowledge.of(game, {"active_zones": {"one-step locations total": [1, 1]}})
    assert not said(known, game.initial(), game)


def test_nobody_knows_anything_at_first() -> None:
    """Nor is anybody seated as a learned Advisor."""
    assert not said(Knowledge.of(FIVE))
    assert ZoneAdvisor.seats(Knowledge.of(FIVE)) == ()


ADVISORS = Knowledge.of(
    FIVE,
    {
        "zone_advisors": {
            f"Zone-{number}": {
                "expression": f"{stage} one-step locations total",
                "direction": direction,
                "attitude": "win",
                "standing": [9, 10],
            }
            for number, (stage, direction) in enumerate([("sliding", 1), ("sliding", -1), ("placing", 1)], 1)
        }
    },
)


def test_each_learned_advisor_speaks_for_its_expression() -> None:
    """By what a move does to ours and to theirs: 2, 3, 7 and 8; what is good for one is bad for the other."""
    decision = decided([ZoneAdvisor], game=FIVE, position=SLIDING, knowledge=ADVISORS)
    more, less, other = (heard(decision, f"Zone-{number}").comments for number in (1, 2, 3))
    assert more
    assert {comment.strength for comment in more.values()} <= {2, 3, 7, 8}
    turned = {2: 8, 3: 7, 7: 3, 8: 2}
    assert {move: turned[comment.strength] for move, comment in more.items()} == {
        move: comment.strength for move, comment in less.items()
    }
    assert not other
    assert any(comment.reason.startswith("makes for more locations together") for comment in more.values())


def test_both_families_can_be_left_out_by_name() -> None:
    """`without` names the class, whatever its members are called."""
    panel = Panel.of(get_advisors(["Zone-Ranger", "Zone", "Material"]))
    names = [seat.name for seat in panel.seated_for(ADVISORS).seats]
    assert sorted(names) == ["Material", "Zone-1", "Zone-2", "Zone-3", "Zone-Ranger"]
