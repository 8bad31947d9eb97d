"""Playing on the command line."""

import json
from pathlib import Path

from blackboard import decisions_of, read_trace
from tests.scenarios.conftest import Hoyle, document

FIGURE_1 = ("decide", "tic-tac-toe", "--moves", "1 4 3 5")


def test_a_contest_can_have_a_limit(hoyle: Hoyle, tmp_path: Path) -> None:
    """Its decisions share it, and the next contest has it anew."""
    words = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--contests", 3)
    hoyle(*words, "--budget", "contest=6ms", "--trace", tmp_path / "trace")
    used: dict[int, int] = {}
    for decision in decisions_of(read_trace(tmp_path / "trace").events):
        stream = decision.settings["stream"]
        assert isinstance(stream, list)
        used[stream[1]] = used.get(stream[1], 0) + decision.landed_ns
    assert len(used) == 3
    assert all(2_000_000 <= ns <= 6_000_000 for ns in used.values())


def test_a_contest_against_hoyle(hoyle: Hoyle) -> None:
    """A person plays a contest to its end, and the document holds its moves and outcome."""
    typed = "".join(f"{move}\n" for move in "512346789" * 9)
    answer = hoyle("play", "tic-tac-toe", "--json", typed=typed)
    told = json.loads(answer.out)
    assert told["moves"][0] == "5"
    assert told["outcome"] in ("draw", "opponent")
    assert "Hoyle plays" in answer.err


def test_a_perfect_contestant_may_have_few_choices(hoyle: Hoyle) -> None:
    """Under one seed it opens alike in every contest; a number of choices that cannot be is told."""
    words = ("play", "tic-tac-toe", "--me", "perfect:1", "--against", "random", "--contests", 6, "--json")
    told = json.loads(hoyle(*words, "--seed", 3).out)
    openings = {contest["moves"][0] for contest in told["contests"][::2]}
    assert len(openings) == 1
    answer = hoyle("play", "tic-tac-toe", "--me", "perfect:0", "--against", "random")
    assert answer.code == 2
    assert "use perfect:K for at most K choices in a position, with K from 1" in answer.err


def test_explain_gives_reasons_after_each_move(hoyle: Hoyle) -> None:
    """With --explain, Hoyle tells why it moved."""
    answer = hoyle("play", "tic-tac-toe", "--explain", typed="5\n1\n2\n3\n4\n6\n7\n8\n9\n" * 9)
    assert answer.code == 0
    assert "Hoyle plays" in answer.out
    assert "under paradigm 1" in answer.out


def test_playing_as_opponent_lets_hoyle_begin(hoyle: Hoyle) -> None:
    """--as opponent gives Hoyle the first move."""
    answer = hoyle("play", "lose-tic-tac-toe", "--as", "opponent", "--against", "random", typed="1\n" * 40)
    assert answer.out.startswith("Random plays")


def test_an_illegal_move_is_asked_for_again(hoyle: Hoyle) -> None:
    """A typing mistake costs nothing."""
    answer = hoyle("play", "tic-tac-toe", typed="ten\n?\n5\nquit\n")
    assert "'ten' cannot be played" in answer.out
    assert "Your moves: 1 2 3 4 5 6 7 8 9" in answer.out
    assert (answer.code, answer.err.count("\n")) == (2, 1)


def test_no_more_input_ends_the_contest_with_a_clear_line(hoyle: Hoyle) -> None:
    """A person who walks away is told so; nothing hangs."""
    answer = hoyle("play", "tic-tac-toe", typed="5\n")
    assert answer.code == 2
    assert "abandoned" in answer.err


def test_traced_contests_can_be_shown_again(hoyle: Hoyle, tmp_path: Path) -> None:
    """Every decision of a contest is in its trace, and is shown as it was when it was made."""
    file = tmp_path / "contest.trace"
    first = hoyle(*FIGURE_1, "--trace", file).out
    hoyle("play", "tic-tac-toe", "--trace", file, typed="5\n1\n2\n3\n4\n6\n7\n8\n9\n" * 9)
    events = document(hoyle("trace", file, "--json"))
    assert next(e["by"] for e in events if e["event"] == "landed") == "Victory"
    assert len([e for e in events if e["event"] == "posed"]) > 2
    assert hoyle("trace", file, "--show").out.startswith(first)
