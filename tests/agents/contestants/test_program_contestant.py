"""Contestants that are programs: they play, and what they do wrong loses the contest."""

import sys
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from agents import (
    Forfeit,
    ProgramContestant,
    RandomContestant,
    Streams,
    check_contestant,
    make_contestant,
    make_program,
    register_contestant,
)
from agents.contestants.program_contestant import ProgramCall, found_beside, without_folders
from blackboard import Contest
from games import BadOption, BadPlugin, Role, VoidDecision, make_game
from scenarios.play.contests import play_contest
from tests.support import CLOCKS, clock_of, each_case, tic_tac_toe

pytestmark = pytest.mark.usefixtures("leaves_no_process", "registries")
PRELUDE = (
    "import json, os, signal, sys, time\n"
    "def say(**m): print(json.dumps(m), flush=True)\n"
    "def position():\n"
    "    for line in sys.stdin:\n"
    "        m = json.loads(line)\n"
    "        if m['type'] == 'hello': hello = m; say(type='ready')\n"
    "        if m['type'] == 'position': return m\n"
    "    sys.exit(0)\n"
)
FIRST = "while m := position(): say(type='move', id=m['id'], move=m['moves'][0])\n"


def program(code: str, **how: Any) -> ProgramContestant:
    """Make a contestant of a few lines of Python that need nothing of this package."""
    return ProgramContestant([sys.executable, "-c", PRELUDE + code], **how)


def contests(
    player: ProgramContestant, clock: str = "virtual", times: int = 1, seed: int = 3
) -> list[Contest]:
    """Let a program play contests as Player."""

    async def play() -> list[Contest]:
        try:
            seats = {Role.PLAYER: player, Role.OPPONENT: RandomContestant()}
            streams = Streams(seed)
            return [await play_contest(tic_tac_toe(), seats, streams.child(n)) for n in range(times)]
        finally:
            player.close()

    return trio.run(play, clock=clock_of(clock))


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_program_plays(clock: str) -> None:
    """It is asked for each of its moves, and a contest comes to its end by the rules."""
    played = contests(program(FIRST), clock, times=3)
    assert [contest.ended_by for contest in played] == ["rules"] * 3
    assert all(contest.moves[0] == "1" for contest in played)


def test_it_is_started_once(tmp_path: Path) -> None:
    """One process plays all contests, and knows the game from one greeting."""
    log = tmp_path / "starts"
    contests(program(f"open({str(log)!r}, 'a').write('x')\n{FIRST}"), times=4)
    assert log.read_text() == "x"


def test_the_question_says_all_that_a_move_needs() -> None:
    """The game and its options, the position, the moves, the role, the time and a seed."""
    code = (
        "hello = json.loads(sys.stdin.readline()); say(type='ready')\n"
        "m = json.loads(sys.stdin.readline())\n"
        "seen = [hello['wants'], hello['game']['name'], hello['game']['options'], m['position'], m['mover'],"
        " m['moves'], m['budget_ms'], type(m['seed']).__name__]\n"
        "say(type='move', id=m['id'], move=json.dumps(seen))\n"
    )
    (contest,) = contests(program(code, limit_s=2.5))
    said = contest.fault
    for part in ("move", "tic-tac-toe", "......... X", "Player"):
        assert part in said


def test_it_may_ask_the_rules() -> None:
    """As an Advisor does, and pays with real time alone."""
    code = (
        "while m := position():\n"
        "    say(type='ask', what='play', move=m['moves'][-1])\n"
        "    after = json.loads(sys.stdin.readline())['position']\n"
        "    say(type='ask', what='legal_moves', position=after)\n"
        "    then = json.loads(sys.stdin.readline())['moves']\n"
        "    say(type='ask', what='outcome', position='nonsense')\n"
        "    assert 'error' in json.loads(sys.stdin.readline())\n"
        "    say(type='move', id=m['id'], move=m['moves'][-1] if len(then) < 9 else 'x')\n"
    )
    (contest,) = contests(program(code))
    assert (contest.ended_by, contest.moves[0]) == ("rules", "9")


FAULTS = [
    ("time.sleep(99)", "sent no move within 0.3 s"),
    ("say(type='move', id=m['id'], move='77')", "chose '77', which is not a legal move"),
    ("say(type='move', id=m['id'], move=[1])", "chose [1], which is not a legal move"),
    ("sys.exit(3)", "its program ended with exit code 3"),
    ("{}['key']", "its program ended with exit code 1: KeyError: 'key'"),
    ("import nosuch", "ModuleNotFoundError: No module named 'nosuch'"),
    ("print('hello', flush=True)", "sent a line that is no message: hello"),
    ("say(type='comment', move='1', strength=5)", "not a contestant's message"),
    ("say(type='move', move='1')", "without the id of the position, 1"),
    ("say(type='done', id=m['id'])", "not a contestant's message"),
    ("print('x' * 2_000_000, flush=True)", "sent a line longer than"),
    ("os.close(1); time.sleep(9)", "its program closed its stdout"),
    ("\n    while True: say(type='ask', what='outcome'); sys.stdin.readline()", "sent no move within"),
]


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(("code", "fault"), FAULTS)
def test_a_fault_loses_the_contest(code: str, fault: str, clock: str) -> None:
    """Late, illegal, dead or garbage: the other wins, and the reason is told; the next contest is played."""
    played = contests(program(f"while m := position(): {code}\n", limit_s=0.3), clock, times=2)
    for contest in played:
        assert (contest.ended_by, contest.outcome.winner, contest.moves) == ("forfeit", Role.OPPONENT, ())
        assert fault in contest.fault


def test_after_an_illegal_move_the_same_program_plays_on(tmp_path: Path) -> None:
    """Only the move was wrong: it need not be started again."""
    log = tmp_path / "starts"
    illegal = "while m := position(): say(type='move', id=m['id'], move='no')\n"
    contests(program(f"open({str(log)!r}, 'a').write('x')\n{illegal}"), times=3)
    assert log.read_text() == "x"


def test_somebody_else_s_kill_is_no_loss_in_virtual_time() -> None:
    """There the same seed gives the same to everybody, so the run is void; in real time it is a loss."""
    code = "while m := position(): os.kill(os.getpid(), signal.SIGKILL)\n"
    with pytest.raises(VoidDecision, match=r"contestant 'program:.*--resume"):
        contests(program(code))
    (contest,) = contests(program(code), "wall")
    assert "SIGKILL" in contest.fault


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**32))
def test_the_same_seed_gives_the_same(seed: int) -> None:
    """A program that takes chance from its seed alone plays the same contest again."""
    code = (
        "import random\n"
        "while m := position():\n"
        "    say(type='move', id=m['id'], move=random.Random(m['seed']).choice(m['moves']))\n"
    )
    one, other = (contests(program(code), seed=seed)[0] for _ in range(2))
    assert one == other


def test_it_is_tried_before_anything_is_played() -> None:
    """A program that cannot be started, or never gets ready, is told of in a line."""

    async def try_out(one: ProgramContestant) -> None:
        try:
            await one.try_out(make_game("tic-tac-toe"))
        finally:
            one.close()

    for one, said in (
        (ProgramContestant(["no-such-program"]), "cannot be started: No such file"),
        (program("import nosuch"), "No module named 'nosuch'"),
        (ProgramContestant(["cat"]), "sent a message before it was asked"),
    ):
        with pytest.raises(BadOption, match=f"cannot play: .*{said}"):
            trio.run(try_out, one)


@each_case(
    ("text", "said"),
    [
        ("program", "needs a command; write program:python3 bot.py"),
        ("program:", "needs a command"),
        ("program:'open", "No closing quotation"),
        ("program:limit=0s,command=x", "limit '0s'; use a time, such as 2s"),
        ("program:limit=9e9s,command=x", "use a time"),
        ("program:memory=-1,command=x", "use a number of MB"),
        ("program:speed=3,command=x", "'speed'; there are limit, memory"),
        ("program:limit=1s,limit=2s,command=x", "limit twice"),
        ("program:limit=1s,command=", "a command is a program and its arguments"),
    ],
)
def test_what_is_wrong_with_a_name_is_told(text: str, said: str) -> None:
    """In one line, before anything is started."""
    with pytest.raises(BadOption, match=said):
        check_contestant(text)


@given(
    st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc"))), min_size=1).filter(lambda w: w[0]),
    st.dictionaries(st.sampled_from(["limit", "memory"]), st.sampled_from(["2s", "500", "10ms"])),
)
def test_a_call_reads_as_it_is_written(words: list[str], options: dict[str, str]) -> None:
    """Whatever the words of a command are."""
    call = ProgramCall(tuple(words), options)
    if options or "command=" not in str(call):
        assert ProgramCall.parse(str(call)) == call


def test_files_are_found_beside_and_told_without_their_folders(tmp_path: Path) -> None:
    """A scenario's programs lie beside it, and results do not say where that was."""
    (tmp_path / "my bot.py").write_text("")
    found = found_beside("program:limit=2s,command=python3 'my bot.py' x", tmp_path)
    assert found == f"program:limit=2s,command=python3 '{tmp_path}/my bot.py' x"
    assert without_folders(found) == "program:limit=2s,command=python3 'my bot.py' x"
    for name in ("random", "program:'open", "search:1s"):
        assert found_beside(name, tmp_path) == name == without_folders(name)


def test_a_program_can_have_a_name_of_its_own() -> None:
    """Made and registered, it is asked for like any other contestant."""
    register_contestant(make_program([sys.executable, "-c", PRELUDE + FIRST], name="first-one", limit_s=3))
    made = make_contestant("first-one", tic_tac_toe())

    async def play() -> str:
        made.begin()
        try:
            return await made.choose(tic_tac_toe(), tic_tac_toe().initial(), Streams(0))
        finally:
            made.close()

    assert trio.run(play) == "1"
    assert (made.name, made.asked) == ("first-one", 1)
    with pytest.raises(BadOption, match="takes no argument"):
        check_contestant("first-one:python3 x")
    with pytest.raises(BadOption, match="limit_s 0"):
        make_program("x", name="y", limit_s=0)
    with pytest.raises(BadPlugin, match="without blank"):
        make_program("x", name="a b")


def test_anybody_may_give_up() -> None:
    """A contestant in Python that raises Forfeit has lost the contest, and nothing has failed."""

    class Quitter(RandomContestant):
        name = "quitter"

        async def choose(self, *_: Any) -> str:
            raise Forfeit("had enough")

    register_contestant(Quitter)
    seats = {Role.PLAYER: RandomContestant(), Role.OPPONENT: make_contestant("quitter", tic_tac_toe())}
    contest = trio.run(play_contest, tic_tac_toe(), seats, Streams(0))
    assert (contest.outcome.winner, contest.fault, len(contest.moves)) == (Role.PLAYER, "had enough", 1)
