"""Hoyle as a contestant."""

from functools import partial

import trio

from agents import Streams, get_advisors
from blackboard import Decision, Knowledge
from control import PARADIGMS, Panel, Settings, VirtualClock
from control.hoyle import Hoyle
from tests.support import decided, played, tic_tac_toe


def test_hoyle_plays_what_its_panel_decides() -> None:
    """The move it chooses is that of the decision, and whoever wants to see the decision is shown it."""
    shown: list[Decision] = []
    hoyle = Hoyle(
        Panel.of(get_advisors()),
        settings=Settings(paradigm=PARADIGMS["2"]),
        knowledge=Knowledge("tic-tac-toe", {"states": {"....X.... O": "player"}}),
        on_decision=shown.append,
    )
    choose = partial(hoyle.choose, tic_tac_toe(), played(""), Streams(3))
    assert trio.run(choose, clock=VirtualClock()) == "5"
    (decision,) = shown
    assert (decision.by, decision.settings["paradigm"], decision.settings["seed"]) == ("Wiser", "2", 3)


def test_hoyle_needs_nothing_but_a_panel() -> None:
    """Without settings or knowledge it decides by the defaults."""
    choose = partial(Hoyle(Panel.of(get_advisors())).choose, tic_tac_toe(), played("5"), Streams(0))
    assert trio.run(choose, clock=VirtualClock()) == decided(get_advisors(), moves="5").move
