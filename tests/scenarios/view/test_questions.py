"""Why, why not, and what if: as the command line tells it."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from agents import get_advisors
from blackboard import Decision, TraceWriter
from control import pivotal, redecide
from games import HoyleError, make_game
from scenarios.view.reasons import UNMENTIONED, reasons
from scenarios.view.serving import bind
from scenarios.view.what_if import CHANGEABLE, read_what_if, what_if
from tests.scenarios.conftest import Hoyle
from tests.scenarios.view.wishes import by_command, random_wish
from tests.support import decided, wandered

GAMES = ("tic-tac-toe", "lose-tic-tac-toe", "achi", "five-mens-morris")


@pytest.fixture(scope="module")
def decisions() -> list[Decision]:
    """Return 200 of four games, wherever random contests lead."""
    advisors, found = get_advisors(["1990"]), []
    for seed in range(50):
        for name in GAMES:
            game = make_game(name)
            position = wandered(game, seed, seed % 9)
            budgets = ("3ms",) if seed % 3 == 0 else ("20ms",)
            found.append(decided(advisors, game=game, position=position, budgets=budgets, seed=seed))
    return found


def kept(folder: Path, decisions: list[Decision]) -> Path:
    """Write decisions to a file."""
    with TraceWriter(folder / "some.trace") as written:
        written.append(*decisions)
    return folder / "some.trace"


def test_reasons_name_who_spoke_and_no_other(decisions: list[Decision]) -> None:
    """For every move of 200 decisions: who spoke of it, who removed it, and what it lacked in the tally."""
    silent = 0
    for decision in decisions[:200]:
        for move, told in reasons(decision).items():
            spoke = [each.advisor for each in decision.testimonies if move in each.comments]
            assert [each["advisor"] for each in told["comments"]] == spoke
            words = " ".join(told["words"])
            assert all(name in words for name in spoke)
            assert (UNMENTIONED in told["words"]) == (not spoke)
            assert told["removed_by"] == decision.removed.get(move)
            if move in decision.tally:
                assert told["lacks"] == max(decision.tally.values()) - decision.tally[move]
            else:
                assert told["lacks"] is told["tally"] is None
            assert told["chosen"] == (move == decision.move)
            silent += not spoke
    assert silent


def test_who_alone_would_turn_a_decision(decisions: list[Decision]) -> None:
    """Those named over all moves are the pivotal Advisors."""
    for decision in decisions[::10]:
        named = [each["advisor"] for told in reasons(decision).values() for each in told["turned_by"]]
        assert sorted(named) == sorted(pivotal(decision))


def test_reasons_agree_with_the_trace_command(
    hoyle: Hoyle, tmp_path: Path, decisions: list[Decision]
) -> None:
    """Every comment, removal and tally that is told here is shown there."""
    few = decisions[::7]
    shown = hoyle("trace", kept(tmp_path, few), "--show", columns=400).out
    views = re.split(r"(?=\n[^\n]+: (?:Player|Opponent) \([XO]\) to move\n)", "\n" + shown)[1:]
    for decision, view in zip(few, views, strict=True):
        for move, told in reasons(decision).items():
            for each in told["comments"]:
                assert f"{each['strength']:>2} {each['stance']}" in view
                assert each["advisor"] in view
                assert each["reason"] in view
            if told["removed_by"]:
                assert f"{move} (by {told['removed_by']})" in view
            if told["tally"] is not None:
                assert re.search(rf"^\s*{re.escape(move)}\s+{told['tally']:g}\b", view, re.MULTILINE)


def test_what_if_is_what_redecide_says(hoyle: Hoyle, tmp_path: Path, decisions: list[Decision]) -> None:
    """For 50 random changes, budgets among them: the move, its certainty, the doubts."""
    chance = random.Random(5)  # noqa: S311  # no secret
    few = decisions[3::45]
    trace = kept(tmp_path, few)
    seen: set[tuple[bool, bool]] = set()
    for _ in range(50):
        wish = random_wish(chance)
        there = by_command(hoyle, trace, wish)
        assert not isinstance(there, str), there
        for number, decision in enumerate(few):
            here = what_if(decision, read_what_if(wish, decision))
            for key in ("was", "now", "certain", "doubts"):
                assert here[key] == there[number][key]
            seen.add((here["was"] == here["now"], here["certain"]))
    assert len(seen) == 4


def test_nothing_changed_is_the_same_decision(decisions: list[Decision]) -> None:
    """All of it: the move, the tally and the reason."""
    for decision in decisions[::7]:
        assert redecide(decision, read_what_if({}, decision)).decision == decision


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"paradigm": "nobody"}, "no paradigm is named 'nobody'"),
        ({"without": "Panik"}, "did you mean 'Panic'"),
        ({"knowledge": "/etc/passwd"}, "no setting to change is named 'knowledge'"),
        ({"load": "x.py"}, "no setting to change is named 'load'"),
        ({"budget": "5ms"}, "write it as on the command line"),
        ({"budget": ["soon"]}, "soon"),
        ({"budget": ["tier9=5ms"]}, "there is no tier 9"),
        ({"budget": ["decision=-5ms"]}, "-5ms"),
        ({"budget": ["Panik=5ms"]}, "did you mean 'Panic'"),
        ({"budget": ["contest=5s"]}, "contest"),
        ({"settle": "soon"}, "soon"),
        ({"allocation": "all"}, "all"),
        ({"silence": "5"}, "silence"),
        ({"silence": 3}, "silence"),
        ({"late": "never"}, "late"),
        ({"weights": "Candide"}, "Candide"),
        ({"weights": "Nobody=2"}, "Nobody"),
        ({"paradigm": "x" * 5000}, "paradigm"),
        ([], "the changes are not a JSON object"),
    ],
)
def test_wishes_that_mean_nothing_are_told(decisions: list[Decision], wish: Any, told: str) -> None:
    """In one sentence that names what was sent; nothing on a page names a file."""
    assert "knowledge" not in CHANGEABLE
    with pytest.raises(HoyleError, match=re.escape(told)):
        read_what_if(wish, decisions[0])


def test_only_this_machine_is_served() -> None:
    """There is no other address than the loopback's."""
    with bind(0) as taken:
        assert taken.getsockname()[0] == "127.0.0.1"
