"""Whole numbers of more digits than Python reads or writes: one clear line, wherever one is given."""

from pathlib import Path
from typing import Any

import pytest

from games import HoyleError
from scenarios.language.reading import build_scenario, read_scenario
from tests.scenarios.conftest import Hoyle
from tests.support import each_case

LONG = "9" * 5000
HEX = "0x" + "f" * 5000
KEYS = ("runs", "seed", "budget.default", "phase.learn.contests", "silence", "margin", "paradigm")


@each_case("number", [LONG, f"-{LONG}", HEX, "9" * 4200, "9" * 30, f"[1, {LONG}]"])
@each_case("key", KEYS)
def test_set_takes_no_number_that_nobody_could_mean(
    hoyle: Hoyle, key: str, number: str, tmp_path: Path
) -> None:
    """One line of a length that can be read, exit code 2, and nothing is written."""
    answer = hoyle("run", "quickstart", "--out", tmp_path / "out", "--set", f"{key}={number}")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "ValueError" not in answer.err
    assert len(answer.err) < 600
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "text", [f"runs = {LONG}", f"seed = {HEX}", f"paradigm = [1, {LONG}]", f"[budget]\ndefault = {LONG}"]
)
def test_nor_does_a_scenario_file(hoyle: Hoyle, text: str, tmp_path: Path) -> None:
    """The line names the file."""
    file = tmp_path / "mine.toml"
    file.write_text(f'game = "tic-tac-toe"\n{text}\n')
    answer = hoyle("run", file, "--out", tmp_path / "out")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "mine.toml" in answer.err
    assert "the number has too many digits; a whole number has at most 64 bits" in answer.err


@pytest.mark.parametrize("keys", [{"runs": 10**5000}, {"paradigm": [1, -(10**5000)]}])
def test_nor_does_python(keys: dict[str, Any]) -> None:
    """The line names the key."""
    with pytest.raises(HoyleError, match=f"{next(iter(keys))}.*: the number has too many digits"):
        build_scenario(game="tic-tac-toe", **keys)


def test_the_largest_number_is_a_number(tmp_path: Path) -> None:
    """The largest seed is read."""
    file = tmp_path / "mine.toml"
    file.write_text('extends = "quickstart"\nseed = 9223372036854775807\n')
    assert read_scenario(file).seed == 2**63 - 1


@each_case(
    "words",
    [
        ("decide", "tic-tac-toe", "--seed", LONG),
        ("decide", "tic-tac-toe", "--seed", "9" * 4200),
        ("decide", "nim", "--option", f"most={LONG}"),
        ("decide", "nim", "--option", f"piles={LONG}"),
        ("decide", "nim", "--position", f"1 {LONG} 5 7 X"),
        ("decide", "five-mens-morris", "--position", f"{'.' * 16} X {LONG} 5"),
        ("decide", "tic-tac-toe", "--moves", LONG),
        ("decide", "tic-tac-toe", "--budget", f"{LONG}ms"),
        ("decide", "tic-tac-toe", "--budget", f"{LONG}calls"),
        ("decide", "tic-tac-toe", "--budget", f"tier{LONG}=5ms"),
        ("decide", "tic-tac-toe", "--cost", f"play={LONG}ns"),
        ("decide", "tic-tac-toe", "--processors", LONG),
        ("decide", "tic-tac-toe", "--silence", LONG),
        ("play", "tic-tac-toe", "--contests", LONG),
        ("play", "tic-tac-toe", "--me", f"hoyle:silence={LONG}", "--against", "random"),
        ("play", "tic-tac-toe", "--me", f"hoyle:weights=Wild={LONG}", "--against", "random"),
        ("play", "tic-tac-toe", "--me", f"reasonable:{LONG}", "--against", "random"),
        ("play", "tic-tac-toe", "--me", f"search:{LONG}nodes", "--against", "random"),
        ("run", "quickstart", "--seed", LONG),
        ("run", "quickstart", "--jobs", LONG),
        ("perft", "tic-tac-toe", LONG),
    ],
    ids=lambda words: " ".join(words)[:40],
)
def test_no_option_takes_one(hoyle: Hoyle, words: tuple[str, ...]) -> None:
    """One line of a length that can be read, and exit code 2."""
    answer = hoyle(*words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "ValueError" not in answer.err
    assert len(answer.err) < 600


@pytest.mark.parametrize("jobs", ["10001", "99999999", "9" * 4000])
def test_there_is_an_end_to_processes(hoyle: Hoyle, tmp_path: Path, jobs: str) -> None:
    """A number that nobody means is refused before anything is started."""
    answer = hoyle("run", "quickstart", "--jobs", jobs, "--out", tmp_path / "results")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.endswith(" jobs; give at least 1 and at most 10,000\n")
    assert not (tmp_path / "results").exists()


def test_a_long_count_is_written_and_long_numbers_are_refused_after_it(hoyle: Hoyle) -> None:
    """What we counted may have any length; what others give stays within Python's bound."""
    counted = hoyle("perft", "pong-hau-ki", "40000")
    assert counted.code == 0
    assert len(counted.out) > 5000
    assert hoyle("decide", "tic-tac-toe", "--seed", LONG).code == 2
    with pytest.raises(ValueError, match="integer string conversion"):
        int(LONG)
