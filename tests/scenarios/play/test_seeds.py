"""Seeds: what one gives, on the command line and in an experiment, it gives for ever.

Both play, seat and learn by the same series. What they give was written down before they did.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from scenarios import read_scenario, run_experiment
from tests.scenarios.conftest import Hoyle
from tests.scenarios.quick import ADVISORS, LEARN, TEST, quick

QUICK = "advisors=Victory+Panic+Wiser+Sadder"
BROUGHT = '''
from agents import Advisor, Learner

class Eager(Learner):
    """Draw after each decision."""

    name = "eager"
    trigger = "decision"

    def learn(self, lesson):
        lesson.note(f"{lesson.decision.position} {lesson.random.random()}", 1)

class Roles(Learner):
    """Draw after each contest, and note who was Hoyle in it and who an expert."""

    name = "roles"

    def learn(self, lesson):
        lived = lesson.experience
        roles = [*sorted(map(str, lived.hoyle)), "and", *sorted(map(str, lived.experts))]
        lesson.note(f"{lesson.random.random()}", roles)

class Swayed(Advisor):
    """Like a move by how much was noted."""

    tier = 3

    async def advise(self, think):
        await think.comment(think.moves[len(think.knowledge.item("eager")) % len(think.moves)], 9, "noted")
'''
"""Learners that draw, and an Advisor that hears at once of what was learned."""


def digest(file: Path) -> str:
    """Return a short digest of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def moves_in(document: str) -> str:
    """Return the moves of every contest that a command tells of."""
    return " / ".join(" ".join(each["moves"]) for each in json.loads(document)["contests"])


@pytest.mark.parametrize(
    ("words", "moves", "learned"),
    [
        (
            ("random", "random", "--as", "opponent", "--seed", 7),
            "3 4 9 5 2 8 1 / 8 1 5 3 7 2 / 8 2 7 4 9",
            None,
        ),
        (
            (f"hoyle:{QUICK}", "perfect", "--learn"),
            "9 5 1 2 8 7 3 6 4 / 4 2 5 6 7 1 3 / 3 5 6 9 1 2 8 4 7",
            "55adeada6f081fe6",
        ),
        (
            (f"hoyle:{QUICK}", "random", "--learn", "--expert", "--seed", 7),
            "1 4 8 5 6 9 2 7 3 / 8 9 4 5 6 1 / 8 2 9 4 7",
            "bf181fff6579bd07",
        ),
        (
            (f"hoyle:{QUICK}", f"hoyle:{QUICK},paradigm=2", "--learn"),
            "9 8 1 5 2 3 7 4 6 / 3 2 5 7 8 1 4 6 9 / 3 6 5 7 1 4 2",
            "7c8abc86c6b00ecf",
        ),
        (
            (f"hoyle:{QUICK}", f"hoyle:{QUICK},learn=no", "--learn", "--expert"),
            "9 8 1 5 2 3 7 4 6 / 3 2 5 7 8 1 4 6 9 / 3 6 5 7 1 4 2",
            "0b2decdca991b12c",
        ),
        (
            ("perfect", "random", "--learn", "--seed", 1990),
            "3 2 6 9 5 4 7 / 6 4 5 7 3 1 / 9 3 8 2 7",
            "e3a0859833b2c3c1",
        ),
        (
            ("hoyle", "random", "--learn", "--symmetry", "--budget", "contest=6ms"),
            "9 1 3 5 6 / 7 5 3 2 6 8 / 1 4 3 9 2",
            "a53632d67e99c814",
        ),
    ],
)
def test_a_seed_gives_the_same_moves_and_the_same_file(
    hoyle: Hoyle, tmp_path: Path, words: tuple[object, ...], moves: str, learned: str | None
) -> None:
    """Whoever played before any change to Hoyle can play the same again, to the byte of what was learned."""
    file = tmp_path / "t.hoyle"
    me, across, *rest = words
    kept = ("--knowledge", file) if "--learn" in rest else ()
    answer = hoyle(
        *("play", "tic-tac-toe", "--me", me, "--against", across, "--contests", 3, "--json"), *kept, *rest
    )
    assert (moves_in(answer.out), digest(file) if kept else None) == (moves, learned)


@pytest.mark.parametrize(
    ("across", "moves", "learned"),
    [
        (
            f"hoyle:{QUICK}+Swayed",
            "1 3 5 9 6 4 2 8 7 / 1 4 7 2 8 9 3 5 6 / 1 5 9 6 4 7 3 2 8",
            "c19aa85ef69a7f0f",
        ),
        (
            f"hoyle:{QUICK}+Swayed,learn=no",
            "1 3 4 7 5 9 6 / 5 6 8 2 3 7 4 9 1 / 9 2 4 7 1 5 8 3",
            "43cd838bd7a02459",
        ),
    ],
)
def test_learners_that_draw_are_given_the_same(
    hoyle: Hoyle, tmp_path: Path, across: str, moves: str, learned: str
) -> None:
    """After each decision and after each contest; the other Hoyle hears of it at once."""
    file, brought = tmp_path / "t.hoyle", tmp_path / "brought.py"
    brought.write_text(BROUGHT)
    answer = hoyle(
        *("play", "tic-tac-toe", "--load", brought, "--me", f"hoyle:{QUICK}+Swayed", "--against", across),
        *("--learn", "--learners", "eager,roles", "--knowledge", file, "--contests", 3, "--json"),
    )
    assert (moves_in(answer.out), digest(file)) == (moves, learned)


WATCH = {"name": "watch", "learn": "watch", "contests": 3}


@pytest.mark.parametrize(
    ("phases", "given", "learned"),
    [
        ([{**LEARN, "against": "perfect"}, TEST], "58eb49910dfa4aa2", "8649869bc92b6242"),
        (
            [{**LEARN, "against": "hoyle:paradigm=2"}, {**TEST, "against": "hoyle:paradigm=3"}],
            "ae404e8e1770f8d9",
            "1a524e052be3e0ed",
        ),
        (
            [{**LEARN, "against": "hoyle:paradigm=2", "expert": True}, {**LEARN, "name": "more"}],
            "962b3e8bdbfa3851",
            "8f9995d5e3297388",
        ),
        (
            [{**WATCH, "watch": ["hoyle:paradigm=2", "random"], "expert": True}, LEARN],
            "8a1a310bb61e775c",
            "5982421407ec5311",
        ),
        (
            [{**LEARN, "first": "other", "review": True}, {**TEST, "tune": True, "first": "hoyle"}],
            "0d27872f2a2d9708",
            "91bc2f2e389d11f3",
        ),
    ],
)
def test_an_experiment_gives_the_same_digest_and_the_same_knowledge(
    tmp_path: Path, phases: list[dict[str, Any]], given: str, learned: str
) -> None:
    """Whoever plays, watches or is an expert, and though learners draw from their streams."""
    keys = {**quick(*phases).keys, "advisors": [*ADVISORS, "Swayed"], "learners": ["eager", "roles"]}
    script = tmp_path / "brought.py"
    script.write_text(f"{BROUGHT}\ndef scenario():\n    return {keys!r}\n")
    found = run_experiment(read_scenario(script), tmp_path / "out", jobs=0)
    assert (found[:16], digest(tmp_path / "out" / "knowledge" / "cell-0-run-0.hoyle")) == (given, learned)
