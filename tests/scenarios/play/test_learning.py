"""Learning on the command line: what a user sees of it, and what is in the file afterwards."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from blackboard import Knowledge
from tests.scenarios.conftest import Hoyle
from tests.scenarios.play.test_series import contests_in
from tests.support import each_case

ROOT = Path(__file__).parents[3]
TYPED = "5\n1\n2\n3\n4\n6\n7\n8\n9\n" * 30
QUICK = "hoyle:advisors=Victory+Panic+Wiser+Sadder"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Name a file that is not there yet."""
    return tmp_path / "t.hoyle"


def test_hoyle_learns_from_a_person(hoyle: Hoyle, file: Path) -> None:
    """The file is made, a line says what was learned, and the next contest adds to it."""
    words = ("play", "tic-tac-toe", "--learn", "--knowledge", file)
    answer = hoyle(*words, typed=TYPED)
    assert answer.code == 0
    assert "Learned: " in answer.out
    assert f"(saved in {file})." in answer.out
    first = Knowledge.load(file)
    assert contests_in(first) == 1
    assert first.item("model")
    hoyle(*words, typed=TYPED)
    assert contests_in(Knowledge.load(file)) == 2


def test_the_document_of_one_contest_says_what_was_learned(hoyle: Hoyle, file: Path) -> None:
    """The keys of the contract stay, and `learned` comes only with --learn."""
    words = ("play", "tic-tac-toe", "--me", QUICK, "--against", "random", "--knowledge", file, "--json")
    told = json.loads(hoyle(*words, "--learn").out)
    assert told.keys() == {"outcome", "moves", "ended_by", "choices", "silent", "learned"}
    openings = next(each for each in told["learned"] if each["item"] == "openings")
    assert openings == {
        "item": "openings",
        "state": "finished",
        "added": 4,
        "changed": 0,
        "reason": "",
        "knowledge": str(file),
    }
    assert json.loads(hoyle(*words).out).keys() == {"outcome", "moves", "ended_by", "choices", "silent"}


def test_without_learn_nothing_is_written(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """Playing with knowledge leaves the file as it is, and makes none."""
    words = ("play", "tic-tac-toe", "--me", QUICK, "--against", "random", "--contests", 3)
    hoyle(*words)
    assert list(tmp_path.iterdir()) == []
    Knowledge("tic-tac-toe", {"states": {"....X.... O": "player"}}).save(file)
    before = file.read_bytes(), file.stat().st_mtime_ns
    assert hoyle(*words, "--knowledge", file).code == 0
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert list(tmp_path.iterdir()) == [file]


EVIL = """
from agents import Advisor

class Evil(Advisor):
    \"\"\"Write into what it is only shown.\"\"\"

    async def advise(self, think):
        think.knowledge.item("states")["EVIL"] = "player"
"""


def test_an_advisor_cannot_write_into_the_users_file(hoyle: Hoyle, tmp_path: Path) -> None:
    """One that tries fails, and the file is byte for byte what it would have been without it."""
    script, good, evil = (tmp_path / name for name in ("evil.py", "good.hoyle", "evil.hoyle"))
    script.write_text(EVIL)
    words = ("play", "tic-tac-toe", "--against", "random", "--contests", 3, "--learn")
    hoyle(*words, "--me", QUICK, "--knowledge", good)
    answer = hoyle(*words, "--load", script, "--me", f"{QUICK}+Evil", "--knowledge", evil)
    assert answer.code in (0, 1), answer.err  # whether a failure is one of the command is not at stake here
    assert evil.read_bytes() == good.read_bytes()
    assert "EVIL" not in Knowledge.load(evil).item("states")


def test_a_row_of_contests_has_a_score(hoyle: Hoyle, file: Path) -> None:
    """Several contests give a list, and won, drawn and lost from the seat of --me; roles take turns."""
    words = ("play", "tic-tac-toe", "--me", "random", "--against", QUICK, "--as", "opponent", "--contests", 6)
    answer = hoyle(*words, "--learn", "--knowledge", file, "--json")
    told = json.loads(answer.out)
    assert answer.err == ""
    assert told.keys() == {"contests", "won", "drawn", "lost", "failures", "choices", "silent"}
    assert [each["role"] for each in told["contests"]] == ["opponent", "player"] * 3
    for result in ("won", "drawn", "lost"):
        assert told[result] == sum(each["result"] == result for each in told["contests"])
    wins = sum(each["outcome"] == each["role"] for each in told["contests"])
    assert told["won"] == wins
    assert told["lost"] > told["won"]
    assert all({"outcome", "moves", "ended_by", "learned"} <= each.keys() for each in told["contests"])
    shown = hoyle(*words)
    assert "Random against hoyle" in shown.out
    assert f"won {told['won']}, drawn {told['drawn']}, lost {told['lost']}" in shown.out
    assert "as Opponent: " in shown.out


def test_a_person_plays_several_contests(hoyle: Hoyle, file: Path) -> None:
    """Each contest is announced and judged, what it taught is told, and the score comes at the end."""
    answer = hoyle("play", "tic-tac-toe", "--contests", 2, "--learn", "--knowledge", file, typed=TYPED)
    assert "Contest 1 of 2: You move first, then Hoyle." in answer.out
    assert "Contest 2 of 2: Hoyle moves first, then you." in answer.out
    assert answer.out.count("Learned: ") == 3
    assert "You against hoyle: 2 contests of Tic-tac-toe" in answer.out


def test_a_person_who_leaves_keeps_what_was_learned(hoyle: Hoyle, file: Path) -> None:
    """Quitting in the second contest tells the score so far, and the first is in the file."""
    moves = json.loads(hoyle("play", "tic-tac-toe", "--against", "random", "--json", typed=TYPED).out)[
        "moves"
    ]
    answer = hoyle(
        *("play", "tic-tac-toe", "--against", "random", "--contests", 2, "--learn", "--knowledge", file),
        typed="\n".join([*moves[::2], "quit\n"]),
    )
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "So far: " in answer.out
    assert contests_in(Knowledge.load(file)) == 1


def test_training_makes_a_stronger_hoyle(hoyle: Hoyle, file: Path) -> None:
    """Hoyle that has learned from experts loses less to them than one that has not."""
    words = ("play", "tic-tac-toe", "--me", "hoyle:advisors=Victory+Wiser+Sadder", "--against", "expert")
    before = json.loads(hoyle(*words, "--contests", 30, "--json").out)
    hoyle(*words, "--contests", 60, "--learn", "--knowledge", file)
    after = json.loads(hoyle(*words, "--contests", 30, "--knowledge", file, "--json").out)
    assert after["lost"] < before["lost"]


def test_hoyle_against_itself(hoyle: Hoyle, file: Path) -> None:
    """Both roles go by the same name, so they are told apart by role."""
    answer = hoyle(
        "play", "tic-tac-toe", "--me", "hoyle", "--against", "hoyle", "--learn", "--knowledge", file
    )
    assert "Hoyle (Player) plays" in answer.out
    assert "Hoyle (Opponent) plays" in answer.out
    assert Knowledge.load(file).item("hoyle_moves")


def test_symmetries_only_if_asked_for(hoyle: Hoyle, file: Path) -> None:
    """--symmetry learns them, and a later run goes on using and testing them."""
    words = ("play", "tic-tac-toe", "--me", QUICK, "--against", "random", "--learn", "--contests", 4)
    hoyle(*words, "--knowledge", file)
    assert "symmetries" not in Knowledge.load(file).items
    hoyle(*words, "--knowledge", file, "--symmetry")
    known = Knowledge.load(file)
    assert len(known.symmetries) == 7
    hoyle(*words, "--knowledge", file)
    again = Knowledge.load(file).item("symmetries")["turned by 90 degrees"]
    assert again["held"] > known.item("symmetries")["turned by 90 degrees"]["held"]


def test_a_learning_budget_binds_and_is_told(hoyle: Hoyle, file: Path) -> None:
    """With hardly any time the hindsight is cut short, and the line says so."""
    answer = hoyle(
        *("play", "tic-tac-toe", "--me", QUICK, "--against", "random", "--as", "opponent", "--seed", 1),
        *("--learn", "--knowledge", file, "--learning-budget", "1ms", "--contests", 4),
    )
    assert "Out of time: states" in answer.out
    assert len(Knowledge.load(file).item("states")) < 10


def test_only_some_learners(hoyle: Hoyle, file: Path) -> None:
    """--learners takes those that are named."""
    words = ("play", "tic-tac-toe", "--me", QUICK, "--against", "random", "--learn", "--contests", 2)
    hoyle(*words, "--knowledge", file, "--learners", "openings,model")
    assert Knowledge.load(file).items.keys() == {"openings", "model"}


def test_a_bar_for_people_only(hoyle: Hoyle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that play each other show a bar on stderr to a terminal, and nothing to a file."""
    words = ("play", "tic-tac-toe", "--me", "random", "--against", "random", "--contests", 3)
    assert hoyle(*words).err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert "playing" in hoyle(*words).err


OLD = b"\x94\xafhoyle knowledge\x01\xc4\x00\xc4\x00"


@each_case(
    ("words", "named"),
    [
        (("--learn",), "--knowledge FILE"),
        (("--me", "hoyle:learn=yes"), "--knowledge FILE"),
        (("--learn", "--knowledge", "nowhere/t.hoyle"), "nowhere/t.hoyle"),
        (("--learn", "--knowledge", "."), "folder"),
        (("--knowledge", "none.hoyle"), "none.hoyle"),
        (("--me", "random", "--against", "random", "--knowledge", "none.hoyle"), "none.hoyle"),
        (("--me", "hoyle:knowledge=none.hoyle"), "none.hoyle"),
        (("--contests", "0"), "--contests"),
        (("--contests", "many"), "--contests"),
        (("--me", "bob"), "bob"),
        (("--me", "hoyle:frob=1"), "frob"),
        (("--learning-budget", "10"), "'10'"),
        (("--learners", "frob"), "frob"),
    ],
)
def test_bad_input_is_one_clear_line(
    hoyle: Hoyle, words: tuple[str, ...], named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong is named in one line before anybody plays, and no file is left."""
    monkeypatch.chdir(tmp_path)
    for as_json in ((), ("--json",)):
        answer = hoyle("play", "tic-tac-toe", *words, *as_json)
        assert answer.is_refused()
        assert named in answer.err
        assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_learned_into_stays_as_it_is(hoyle: Hoyle, file: Path) -> None:
    """Knowledge of another game or variant, a damaged or an older file is refused and not written over."""
    other = Knowledge("achi").to_bytes()
    variant = Knowledge("tic-tac-toe", {}, {"size": "4"}).to_bytes()
    for data in (other, variant, OLD, b"\x00", other[:-1]):
        file.write_bytes(data)
        answer = hoyle("play", "tic-tac-toe", "--me", "random", "--learn", "--knowledge", file)
        assert answer.is_refused()
        assert "t.hoyle" in answer.err
        assert file.read_bytes() == data


def _training(file: Path, seed: int) -> subprocess.Popen[str]:
    """Train in a process of its own, which tells each contest on a line as it goes."""
    command = [sys.executable, "-c", "from scenarios.cli.main import main; main()", "play", "tic-tac-toe"]
    command += ["--me", QUICK, "--against", "random", "--learn", "--knowledge", str(file), "--explain"]
    command += ["--contests", "100000", "--seed", str(seed)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(  # noqa: S603  # our own command
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def test_kill_9_loses_nothing_that_was_told(file: Path) -> None:
    """However often training is killed, the file loads, holds every contest told, and never goes back."""
    moments = random.Random(1990)  # noqa: S311  # any moments will do
    known = Knowledge("tic-tac-toe")
    told = 0
    for seed in range(4):
        with _training(file, seed) as process:
            assert process.stdout is not None
            for _ in range(moments.randrange(1, 60)):
                told += process.stdout.readline().startswith("Learned")
            process.kill()
        after = Knowledge.load(file)
        assert not any(each.lost for each in known.difference(after).values())
        assert contests_in(after) >= max(told, contests_in(known))
        known = after
    assert told


def test_ctrl_c_says_what_is_kept(file: Path) -> None:
    """An interruption is one line with the score so far, and all contests so far are in the file."""
    with _training(file, 0) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stdout.readline().startswith("Contest 3"):
            pass
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        error = process.stderr.read().strip()
    assert process.returncode == 130
    assert error.startswith("hoyle: interrupted after ")
    assert error.endswith(f"what was learned is in {file}")
    assert contests_in(Knowledge.load(file)) >= 2


def test_two_trainings_at_once_lose_nothing(hoyle: Hoyle, file: Path, tmp_path: Path) -> None:
    """The second is refused in one line before it plays, and so is a merge; the first one's is all there."""
    spare = tmp_path / "spare.hoyle"
    Knowledge("tic-tac-toe").save(spare)
    words = (
        "play",
        "tic-tac-toe",
        "--me",
        QUICK,
        "--against",
        "random",
        "--contests",
        5,
        "--knowledge",
        file,
    )
    with _training(file, 0) as process:
        assert process.stdout is not None
        told = 0
        while told < 3:
            told += process.stdout.readline().startswith("Learned")
        second = hoyle(*words, "--learn")
        merge = hoyle("knowledge", spare, "--merge", spare, "--out", file)
        for answer in (second, merge):
            assert answer.is_refused()
            assert f"{file} is in use: another process is learning into it; wait until" in answer.err
        assert hoyle(*words).code == 0
        assert hoyle("knowledge", file).code == 0
        process.kill()
    before = contests_in(Knowledge.load(file))
    assert before >= told
    assert hoyle(*words, "--learn").code == 0
    assert contests_in(Knowledge.load(file)) == before + 5
    assert {each.name for each in tmp_path.iterdir() if each.suffix != ".tmp"} == {"t.hoyle", "spare.hoyle"}
