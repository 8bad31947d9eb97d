"""Contestants that somebody brings: asked for by name like any other, and told in a line when they fail."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from agents import (
    CONTESTANTS,
    Contestant,
    Streams,
    check_contestant,
    make_contestant,
    register_contestant,
)
from agents.contestants.registry import GuardedContestant
from games import BadOption, BadPlugin, DuplicateName, Game, HoyleError, Move
from tests.support import tic_tac_toe

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.usefixtures("registries")


class Foreign(Contestant):
    """Makes the move of a number."""

    name = "foreign"

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.begun = 0

    @classmethod
    def read_argument(cls, argument: str) -> dict[str, int]:
        """Read the number."""
        if argument == "none":
            raise BadOption("there must be a number")
        return {"number": int(argument)} if argument else {}

    def begin(self) -> None:
        """Count contests, up to a point."""
        self.begun += 1
        if self.begun > 2:
            raise ValueError("too many")

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # none
        """Return that move."""
        return game.legal_moves(position)[self.number]


class Odd(Foreign):
    """Chooses what is no move."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Any:  # noqa: ARG002  # none
        """Return a number."""
        return 7


class Spoken(Foreign):
    """Refuses in words of its own."""

    async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # none
        """Refuse."""
        raise BadOption("as it is")


class Half(Contestant):
    """Cannot choose."""


class Sync(Contestant):
    """Does not know that it has to be awaited."""

    def choose(self, game: Any, position: Any, streams: Any) -> Any:
        """Return something."""


def makes_one(_: Game[Any]) -> Contestant:
    """Make one for a game."""
    return Foreign(5)


def chosen(contestant: Contestant) -> Move:
    """Let it choose the first move."""
    return trio.run(contestant.choose, tic_tac_toe(), tic_tac_toe().initial(), Streams(0))


def test_a_registered_contestant_is_asked_for_by_name() -> None:
    """With what stands behind the colon, until it is taken out again."""
    register_contestant(Foreign)
    assert chosen(make_contestant("foreign", tic_tac_toe())) == "1"
    assert chosen(make_contestant("foreign:3", tic_tac_toe())) == "4"
    assert make_contestant("foreign:3", tic_tac_toe()).name == "foreign:3"
    check_contestant("foreign:3")
    CONTESTANTS.unregister("foreign")
    assert "foreign" not in CONTESTANTS


def test_a_contestant_goes_by_the_name_of_its_class() -> None:
    """Unless it is given another, whatever it builds on."""
    assert (Half.name, Odd.name, Foreign.name) == ("Half", "Odd", "foreign")


def test_a_contestant_of_another_distribution_is_asked_for_by_name(install: Callable[..., None]) -> None:
    """An entry point under the contestant's own name is all it takes."""
    install("hoyle.contestants", ("foreign", f"{__name__}:Foreign"))
    assert list(CONTESTANTS)[-1] == "foreign"
    assert chosen(make_contestant("foreign:1", tic_tac_toe())) == "2"


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        (
            "foreign",
            "ROOT",
            r"^entry point 'foreign' \(.*\) is not a contestant; use a subclass of agents",
        ),
        (
            "other",
            "Foreign",
            r"^entry point 'other' \(.*\) cannot be used: its own name is 'foreign'; make the",
        ),
        ("foreign", "Missing", r"^entry point 'foreign' \(.*\) cannot be loaded: AttributeError: "),
    ],
)
def test_a_broken_distribution_is_named(
    name: str, value: str, line: str, install: Callable[..., None]
) -> None:
    """To whoever wants it; others are made as ever."""
    install("hoyle.contestants", (name, f"{__name__}:{value}"))
    for ask in (check_contestant, lambda text: make_contestant(text, tic_tac_toe())):
        with pytest.raises(BadPlugin, match=line):
            ask(name)
    assert chosen(make_contestant("random", tic_tac_toe()))


def named(name: object) -> type[Contestant]:
    """Make a contestant of a name."""
    return type("Named", (Foreign,), {"name": name})


@pytest.mark.parametrize(
    ("contestant", "line"),
    [
        (Half, r"^contestant 'Half' has no choose method of its own; write `async def choose\("),
        (Sync, r"^contestant 'Sync' has a choose that is not async; "),
        (named("a:b"), r"^a contestant is named 'a:b'; use printable text without blank, colon"),
        (named(""), r"^a contestant is named ''; "),
        (named(7), r"^a contestant is named 7; "),
        (named("hoyle"), r"^a contestant is named 'hoyle', which is reserved; choose another name$"),
        (named("human"), r"^a contestant is named 'human', which is reserved; "),
        (7, r"^contestant 'int' is not a contestant; use a subclass of agents.Contestant, or a"),
    ],
)
def test_what_cannot_be_meant_is_not_registered(contestant: Any, line: str) -> None:
    """One line says what is wrong, and nothing has changed."""
    before = list(CONTESTANTS)
    with pytest.raises(BadPlugin, match=line):
        register_contestant(contestant)
    assert list(CONTESTANTS) == before


def test_a_function_may_make_it(install: Callable[..., None]) -> None:
    """Under a name that it is registered by, or that of an entry point; so may a class under another name."""
    register_contestant("third", lambda _: Foreign(2))
    register_contestant("alias", Foreign)
    assert chosen(make_contestant("third", tic_tac_toe())) == "3"
    assert chosen(make_contestant("alias:4", tic_tac_toe())) == "5"
    install("hoyle.contestants", ("made", f"{__name__}:makes_one"), ("odd", f"{__name__}:chosen"))
    assert chosen(make_contestant("made", tic_tac_toe())) == "6"
    with pytest.raises(BadPlugin, match=r"^contestant 'odd' cannot be made: AttributeError"):
        make_contestant("odd", tic_tac_toe())
    with pytest.raises(BadOption, match="takes no argument, but was given '4'"):
        check_contestant("third:4")


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (("half", Half), "has no choose method"),
        (("half", None), r"cannot be made; use register_contestant\(name, make\)"),
        ((lambda _: Foreign(),), r"has no name; use register_contestant\(name, make\)"),
        (("a b", lambda _: Foreign()), "without blank"),
        (("seven", 7), "is not a contestant"),
    ],
)
def test_a_maker_that_cannot_be_meant_is_refused(given: tuple[Any, ...], line: str) -> None:
    """In one line."""
    with pytest.raises(BadPlugin, match=line):
        register_contestant(*given)


def test_what_is_made_must_be_a_contestant() -> None:
    """Whoever asks for it is told."""
    register_contestant("wrong", lambda _: 7)  # type: ignore[arg-type]  # as others might
    with pytest.raises(BadPlugin, match=r"contestant .* returned 7, which is not an agents.Contestant"):
        make_contestant("wrong", tic_tac_toe())


def test_a_bundled_name_is_taken() -> None:
    """Nobody stands in for one of ours, nor takes it out."""
    with pytest.raises(DuplicateName, match=r"^a contestant named 'expert' already exists; choose anoth"):
        register_contestant(named("expert"))
    CONTESTANTS.unregister("expert")
    assert "expert" in CONTESTANTS


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("foreign:x", r"^contestant 'foreign:x' cannot be made: ValueError: invalid literal for int"),
        ("foreign:none", r"^there must be a number$"),
    ],
)
def test_a_bad_argument_is_told_in_a_line(text: str, line: str) -> None:
    """Whoever reads it: errors of ours pass as they are, others are put into one of ours."""
    register_contestant(Foreign)
    for ask in (check_contestant, lambda text: make_contestant(text, tic_tac_toe())):
        with pytest.raises(HoyleError, match=line):
            ask(text)


@pytest.mark.parametrize(
    ("contestant", "text", "line"),
    [
        (Foreign, "foreign:99", r"^contestant 'foreign:99' failed: IndexError: "),
        (Odd, "Odd", r"^contestant 'Odd' failed: it chose 7, which is not a move$"),
        (Spoken, "Spoken", r"^as it is$"),
    ],
)
def test_what_goes_wrong_in_play_is_told_in_a_line(
    contestant: type[Contestant], text: str, line: str
) -> None:
    """It names the contestant as it was asked for."""
    register_contestant(contestant)
    with pytest.raises(HoyleError, match=line):
        chosen(make_contestant(text, tic_tac_toe()))


def test_whoever_fails_to_begin_is_named() -> None:
    """A contest begins for whoever was brought, too."""
    register_contestant(Foreign)
    made = make_contestant("foreign", tic_tac_toe())
    made.begin()
    made.begin()
    with pytest.raises(BadPlugin, match=r"^contestant 'foreign' failed: ValueError: too many$"):
        made.begin()


def test_no_solver_is_loaded_before_somebody_is_made_who_needs_one() -> None:
    """Listing and checking names, and making others, does without."""
    source = (
        "import sys, agents; names = list(agents.CONTESTANTS);"
        "[agents.check_contestant(each) for each in ('perfect', 'expert', 'reasonable:5', 'fallible:5')];"
        "from games import make_game; agents.make_contestant('search', make_game('nim'));"
        "print(*(name for name in sys.modules if name.startswith('games.solving')))"
    )
    done = subprocess.run(  # noqa: S603  # our own words
        [sys.executable, "-c", source],
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == []


def test_a_contestant_that_counts_goes_back() -> None:
    """What somebody brought is asked for its bookmark, and gets it back; a fault is told in one line."""

    class Counting(Contestant):
        name = "counting"

        def __init__(self) -> None:
            self.asked = 0

        def bookmark(self) -> object:
            return self.asked

        def go_back(self, bookmark: object) -> None:
            if not isinstance(bookmark, int):
                raise TypeError("no bookmark of mine")
            self.asked = bookmark

        async def choose(self, game: Game[Any], position: Any, streams: Streams) -> Move:  # noqa: ARG002  # it counts
            self.asked += 1
            return game.legal_moves(position)[0]

    counting = Counting()
    guarded = GuardedContestant(counting, "counting")
    counting.asked = 3
    before = guarded.bookmark()
    counting.asked = 5
    guarded.go_back(before)
    assert counting.asked == 3
    with pytest.raises(BadPlugin, match=r"contestant 'counting' failed: .*no bookmark of mine"):
        guarded.go_back("another's")
