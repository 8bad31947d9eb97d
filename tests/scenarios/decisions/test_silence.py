"""Silent panels: commands say so, with the remedy."""

from scenarios.decisions.silence import remedy
from tests.scenarios.conftest import Hoyle, document


def test_decide_says_that_nobody_has_an_opinion(hoyle: Hoyle) -> None:
    """In a sentence for people, under `silence` for programs; nothing where Advisors have opinions."""
    note = (
        "No Advisor but Wild has an opinion here; use the roster modern, which has one in 100 % of the"
        " positions of othello."
    )
    assert note in " ".join(hoyle("decide", "othello").out.split())
    assert document(hoyle("decide", "othello", "--json"))["silence"] == note
    assert document(hoyle("decide", "othello", "--advisors", "modern", "--json"))["silence"] is None


def test_play_states_the_share(hoyle: Hoyle) -> None:
    """With the remedy if it is more than half; a share of 0 is for programs only."""
    words = ("--me", "hoyle", "--against", "random", "--no-boards", "--contests", 2)
    told = document(hoyle("play", "pong-hau-ki", *words, "--json"))
    assert told["choices"] / 2 < told["silent"]
    shown = " ".join(hoyle("play", "pong-hau-ki", *words).out.split())
    assert f"opinion in {told['silent']} of {told['choices']} decisions (" in shown
    assert "use the roster modern" in shown
    assert document(hoyle("play", "tic-tac-toe", *words, "--json"))["silent"] == 0
    assert "had an opinion" not in hoyle("play", "tic-tac-toe", *words).out


def test_a_roster_that_is_seated_is_no_remedy() -> None:
    """Nor is one that hardly speaks in the game; a game that was not measured gets a general answer."""
    assert remedy("othello", ["Wild", "Victory"]).startswith("use the roster modern")
    assert remedy("nim", ["Wild", "Victory"]) == "use Advisors that fit nim"
    assert remedy("mine", []) == "use Advisors that fit mine"
