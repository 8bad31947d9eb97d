"""A person at the table: what can be typed besides moves, and what it leaves behind."""

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import Contestant, Learner, Lesson, Streams, pick, register_learner, unregister_learner
from blackboard import Knowledge, read_trace
from control import VirtualClock
from control.settings.hoyle_options import HoyleOptions
from games import Game, make_game
from scenarios.play.contests import MOST_MOVES, TakeBack, play_contest
from scenarios.play.seating import seat_by_name
from scenarios.play.series import IN_PLAY, Played, Series
from scenarios.play.shared_knowledge import shared_by_file
from tests.scenarios.conftest import Answer, Hoyle
from tests.scenarios.shuttle import Shuttle

BOARD = ("undo", "hint", "why", "blackboard", "help", "quit")


def played(hoyle: Hoyle, words: str, *more: object, game: str = "tic-tac-toe") -> Answer:
    """Play with these words typed, one a line."""
    return hoyle("play", game, *more, typed="".join(f"{word}\n" for word in words.split()))


def test_help_lists_what_can_be_typed(hoyle: Hoyle) -> None:
    """All of it, with the moves there are."""
    answer = played(hoyle, "? quit")
    assert "Your moves: 1 2 3 4 5 6 7 8 9." in answer.out
    for word in BOARD:
        assert f"\n  {word} " in answer.out


def test_undo_takes_back_a_move_and_its_answer(hoyle: Hoyle) -> None:
    """The board is as it was, and once more there is nothing left to take back."""
    answer = played(hoyle, "5 undo undo quit")
    assert "Undone: 5 and " in answer.out
    assert "There is no move to undo." in answer.out
    empty = " 4 | 5 | 6"
    assert answer.out.count(empty) == 3


def test_undo_when_hoyle_began(hoyle: Hoyle) -> None:
    """Hoyle's first move is no answer to anything, and stays."""
    answer = played(hoyle, "undo quit", "--as", "opponent")
    assert "There is no move to undo." in answer.out
    assert "[X]" in answer.out.rpartition("no move to undo")[2]


def test_two_persons_take_back_one_move_at_a_time(hoyle: Hoyle) -> None:
    """Whoever is to move can undo what the other has just done."""
    answer = played(hoyle, "5 1 undo undo quit", "--against", "human")
    assert "Undone: 1." in answer.out
    assert "Undone: 5." in answer.out


@pytest.mark.parametrize("seed", [0, 7])
def test_a_contest_is_kept_as_it_was_finally_played(hoyle: Hoyle, tmp_path: Path, seed: int) -> None:
    """With moves taken back, hints and questions in between, all that is written is the same to the byte."""
    moves = "1 2 3 4 5 6 7 8 9 " * 5
    straight = f"9 {moves}"
    crooked = f"5 undo 1 hint undo why 9 blackboard 2 undo hint 3 undo undo 9 ? {moves}"
    told = []
    for name, words in (("straight", straight), ("crooked", crooked)):
        trace, knowledge = tmp_path / f"{name}.trace", tmp_path / f"{name}.hoyle"
        keep = ("--trace", trace, "--learn", "--knowledge", knowledge)
        answer = played(hoyle, words, "--json", "--seed", seed, "--budget", "contest=40ms", *keep)
        assert answer.code == 0
        document = json.loads(answer.out)
        for each in document["learned"]:
            del each["knowledge"]
        told.append((document, trace.read_bytes(), knowledge.read_bytes()))
    assert told[0] == told[1]


def test_a_contest_that_is_left_is_traced_as_it_stood(hoyle: Hoyle, tmp_path: Path) -> None:
    """Whoever quits has the decisions that stood in the file, and no others."""
    trace = tmp_path / "trace"
    played(hoyle, "5 undo 1 quit", "--trace", trace)
    posed = [event for event in read_trace(trace).events if event["event"] == "posed"]
    assert [event["position"] for event in posed] == ["X........ O"]


def test_a_hint_is_what_hoyle_would_play(hoyle: Hoyle) -> None:
    """In that place and out of that seed, with reasons."""
    first = json.loads(hoyle("play", "tic-tac-toe", "--me", "hoyle", "--json", "--seed", 3).out)["moves"][0]
    answer = played(hoyle, "hint quit", "--seed", 3)
    assert f"Hoyle would play {first}." in answer.out
    assert "is for it" in answer.out


def test_a_hint_against_somebody_else(hoyle: Hoyle) -> None:
    """Hoyle need not play to be asked; who plays is not asked why."""
    answer = played(hoyle, "1 why hint blackboard quit", "--against", "random")
    assert "Hoyle does not play in this contest; type hint" in answer.out
    assert "Hoyle would play" in answer.out
    assert "The blackboard: speculative" in answer.out


def test_why_and_blackboard_are_of_the_last_move(hoyle: Hoyle) -> None:
    """Before Hoyle has moved there is nothing to tell; then its reasons are told, and all that was said."""
    answer = played(hoyle, "why blackboard 5 why blackboard quit")
    assert answer.out.count("Hoyle has made no move yet; type hint") == 2
    asked = answer.out.rpartition("Hoyle plays")[2]
    assert asked.count("Hoyle played") == 2
    assert "under paradigm 1" in asked
    assert "The tally: paradigm 1" in asked


def test_the_last_move_is_marked_without_colour(hoyle: Hoyle) -> None:
    """Brackets in cells, round ones on points; a man that slid marks where it came from too."""
    assert "[O]" in played(hoyle, "5 quit").out
    assert "(O)" in played(hoyle, "5 quit", game="achi").out
    sliding = hoyle("play", "pong-hau-ki", "--me", "hoyle", "--against", "random").out
    first = sliding.partition(".\n")[2].partition(" plays")[0]
    assert first.count("(") == 2


def test_boards_are_shown_of_contests_among_programs(hoyle: Hoyle) -> None:
    """Of one contest by default, of several on request, and never against a wish."""
    words = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "hoyle")
    one = hoyle(*words).out
    assert one.count("---+---+---") == 2 * one.count(" plays ")
    assert hoyle(*words, "--no-boards").out.count("---+---+---") == 2
    assert "---+---+---" not in hoyle(*words, "--contests", 2).out
    assert hoyle(*words, "--contests", 2, "--boards").out.count("[") > 10


class Fickle(Contestant):
    """Moves at random, and takes back whatever it was told to."""

    name = "fickle"
    takes_back = True

    def __init__(self, whims: list[bool]) -> None:
        self._whims = whims

    async def choose(self, game: Game[object], position: object, streams: Streams) -> str:
        """Take back, or move."""
        if self._whims and self._whims.pop():
            raise TakeBack
        return pick(streams.stream("fickle"), game.legal_moves(position))


class Remarks(Learner):
    """Count decisions, while the contest is on."""

    name = "remarks"
    trigger = "decision"

    def learn(self, lesson: Lesson) -> None:
        """Count one more."""
        lesson.note("all", (lesson.recall("all") or 0) + 1)


@pytest.fixture(autouse=True, scope="module")
def _remarks() -> Iterator[None]:
    """Let there be a learner that learns from decisions."""
    register_learner(Remarks)
    yield
    unregister_learner("remarks")


def contest_of(whims: list[bool]) -> tuple[Played, Knowledge]:
    """Play a contest against a Hoyle that learns, also from each of its decisions."""
    game = make_game("tic-tac-toe")
    learning = "hoyle:learn=yes,learners=states+remarks,budget=contest=30ms"
    seating = seat_by_name("human", learning, HoyleOptions())
    knowledge_of = shared_by_file(game, seating.hoyles)
    series = Series(
        game,
        seating,
        knowledge_of,
        Streams(4),
        IN_PLAY,
        hear=lambda *_: None,
        person=lambda: Fickle(whims),
    )
    contest = trio.run(series.play, clock=VirtualClock())
    return contest, series.knowledge[0].knowledge


straight = functools.cache(lambda: contest_of([]))
"""The contest of somebody that takes nothing back."""


@settings(max_examples=40, deadline=None)
@given(st.lists(st.booleans(), max_size=12))
def test_what_is_taken_back_has_not_happened(whims: list[bool]) -> None:
    """However often one changes its mind, the contest and its lessons are those of the final moves."""
    contest, knowledge = straight()
    assert contest_of(whims) == (contest, knowledge)
    assert knowledge.item("remarks")["all"] == len(contest.contest.moves) // 2


@given(st.lists(st.booleans(), max_size=30))
def test_taken_back_moves_do_not_count_towards_limits(whims: list[bool]) -> None:
    """Neither the third occurrence of a position nor the last ply comes sooner."""

    async def ended(game: Game[Any], whims: list[bool]) -> tuple[str, int]:
        seats = dict.fromkeys((game.mover(game.initial()), game.mover(game.initial()).other), Fickle(whims))
        contest = await play_contest(game, seats, Streams(0))
        return contest.ended_by, len(contest.moves)

    assert trio.run(ended, Shuttle(2), list(whims)) == ("repetition", 4)
    assert trio.run(ended, Shuttle(1000), list(whims)) == ("length", MOST_MOVES)
