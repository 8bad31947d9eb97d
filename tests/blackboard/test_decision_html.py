"""A decision as a notebook shows it."""

import re
from html.parser import HTMLParser

import attrs
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import get_advisors
from blackboard import Comment, Decision, State
from blackboard import testimony as records
from control import Panel, VirtualClock, decide
from games import make_game

HOSTILE = "</style><script>alert(1)</script>\"'\u202e"


def _decided(position: str) -> Decision:
    async def ask() -> Decision:
        game = make_game("tic-tac-toe", {})
        panel = Panel.of(get_advisors(["Victory", "Panic", "Candide"]))
        return await decide(game, game.parse_position(position), panel)

    return trio.run(ask, clock=VirtualClock())


class _Sound(HTMLParser):
    """Sees that elements are closed in order, and gathers text and names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names += [tag, *(name for name, _ in attrs)]
        if tag != "br":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_decision_shows_its_board_its_move_and_why() -> None:
    """The board after the move with a ring on it, who decided, what was said, and who took part."""
    decision = _decided("XX.OO....")
    page = decision._repr_html_()
    read = _Sound(page)
    assert "svg" in read.names
    assert 'stroke="#f2a900"' in page, "the ring"
    for told in ("3 for Player", "decided by Victory in tier 1", decision.why, "3 Advisors", "Panic"):
        assert told in read.text
    assert repr(decision).startswith("Decision(")


def test_it_stands_alone_and_touches_nothing_else() -> None:
    """Nothing is fetched or run, and every rule of its style is about its own box."""
    page = _decided("XX.OO....")._repr_html_()
    assert not re.search(r"<script|url\(|@import|src=|href=| on\w+=", page)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    for rule in re.findall(r"([^{}]+)\{", style):
        assert all(part.strip().startswith(".hoyle-decision") for part in rule.split(","))


def test_what_tier_3_gave_is_told_by_move() -> None:
    """Each move with its tally, the best first."""
    decision = _decided(".........")
    page = _Sound(decision._repr_html_())
    assert "tally" in page.text
    assert "Candide" in page.text


def test_an_unknown_game_has_no_board_and_is_told() -> None:
    """A decision read from a trace whose game was never loaded here."""
    page = attrs.evolve(_decided("XX.OO...."), game="nowhere")._repr_html_()
    assert "svg" not in _Sound(page).names
    assert "in nowhere" in page


@settings(max_examples=30)
@given(st.text(max_size=40))
def test_what_advisors_say_is_text(said: str) -> None:
    """Whatever it is, it is shown and does nothing."""
    said = HOSTILE + said
    comment = Comment(said, "3", 10, said)
    testimony = records.Testimony(said, 1, 1, 0, State.FAILED, {"3": comment}, reason=said)
    page = attrs.evolve(_DECISION, by=said, why=said, testimonies=(testimony,), removed={"4": said})
    read = _Sound(page._repr_html_())
    assert "script" not in read.names
    assert "\u202e" not in read.text
    assert "<script>alert(1)" in read.text


_DECISION = _decided("XX.OO....")
