"""How phases ended, and what sequential tests found."""

from pathlib import Path
from typing import Any

import pytest

from scenarios import build_scenario, run_experiment
from scenarios.experiment.records import read_records
from scenarios.language.writing import write_scenario
from scenarios.report.report_files import write_report
from scenarios.report.sections.phase_endings import find_endings, verdict_lines
from tests.scenarios.conftest import Hoyle
from tests.scenarios.fake_results import begin


def _scenario(until: Any, **keys: Any) -> str:
    """Write a scenario whose test ends by these rules."""
    phases = [
        {"name": "learn", "contests": 4},
        {"name": "test", "learn": "play", "contests": 60, "until": until},
    ]
    return write_scenario(build_scenario(game="achi", phase=phases, **keys))


def _tested(folder: Path, until: Any, *ended_by: str) -> list[str]:
    """Make up a run for each ending of a test, and return what is said of it."""
    faker = begin(folder, {}, scenario=_scenario(until))
    for run, each in enumerate(ended_by):
        faker.phase(0, run, 0, "learn", [0] * 4)
        faker.phase(0, run, 1, "test", [1] * (8 + run), each)
    faker.store.close()
    return verdict_lines(read_records(folder))


@pytest.mark.parametrize(
    ("test", "verdict", "words"),
    [
        (True, "H0", "H0 accepted: Hoyle is equally strong rather than stronger by 20 Elo"),
        ({"elo1": 30}, "H1", "H1 accepted: Hoyle is stronger by 30 Elo rather than equally strong"),
        ({"elo0": 5, "elo1": 7.5}, "H1", "H1 accepted: Hoyle is stronger by 7.5 Elo rather than by 5"),
        (
            {"elo0": -10, "elo1": 10},
            "H0",
            "H0 accepted: Hoyle is weaker by 10 Elo rather than stronger by 10 Elo",
        ),
        ({"elo0": -20, "elo1": -5}, "H0", "H0 accepted: Hoyle is weaker by 20 Elo rather than by 5"),
    ],
)
def test_a_verdict_is_told_in_words(tmp_path: Path, test: Any, verdict: str, words: str) -> None:
    """It names the hypothesis, what that says of Hoyle, and what was given up for it."""
    (line,) = _tested(tmp_path, {"sprt": test}, f"sprt: {verdict}")
    assert line == f"all contests, phase test: {words} (1 of 1 run, 8 contests)"


def test_runs_that_ended_alike_are_counted(tmp_path: Path) -> None:
    """The most frequent ending comes first, and a test that came to no end is told."""
    (line,) = _tested(tmp_path, {"sprt": True}, "contests", "sprt: H1", "sprt: H1")
    assert "Hoyle is stronger by 20 Elo rather than equally strong (2 of 3 runs, 9 to 10 contests); " in line
    assert line.endswith("inconclusive: all its contests were played (1 of 3 runs, 8 contests)")


def test_hypotheses_are_those_of_the_cell(tmp_path: Path) -> None:
    """Whether a sweep or a variant sets them."""
    variants = [
        {"name": "strict", "phase": {"test": {"until": {"sprt": {"elo0": 10}}}}},
        {"name": "none", "phase": {"test": {"until": {"sprt": False}}}},
    ]
    text = _scenario({"sprt": {"elo1": [50, 100]}}, variant=variants)
    axes = {"variant": ("strict", "none"), "phase.test.until.sprt.elo1": ("50", "100")}
    faker = begin(tmp_path, axes, scenario=text)
    for cell in range(4):
        faker.phase(cell, 0, 1, "test", [1] * 8, "contests" if cell > 1 else "sprt: H1")
    faker.store.close()
    first, second = verdict_lines(read_records(tmp_path))
    assert first.startswith("strict, ")
    assert "stronger by 50 Elo rather than by 10" in first
    assert "stronger by 100 Elo rather than by 10" in second


def test_without_its_scenario_a_verdict_is_only_named(tmp_path: Path) -> None:
    """Nobody guesses what the hypotheses were."""
    faker = begin(tmp_path, {}, scenario="this is = no scenario")
    faker.phase(0, 0, 0, "test", [1], "sprt: H1")
    faker.store.close()
    assert verdict_lines(read_records(tmp_path)) == [
        "all contests, phase test: H1 accepted (1 of 1 run, 1 contest)"
    ]


@pytest.mark.parametrize(
    ("until", "ended_by", "words"),
    [
        ({"expert_like": 9}, "expert_like", "9 contests in a row were expert-like"),
        ({"stable": 7}, "stable", "7 contests in a row taught nothing"),
        (
            {"expert_like": 9, "stable": 7, "together": True},
            "expert_like and stable",
            "9 contests in a row were",
        ),
        ({"expert_like": 9}, "contests", "all its contests were played"),
        ({"time": "5s"}, "time", "its time was up"),
    ],
)
def test_other_rules_are_told_in_words(tmp_path: Path, until: Any, ended_by: str, words: str) -> None:
    """Of a phase that may end by a rule; they are no verdict, so no line is said of them."""
    assert not _tested(tmp_path, until, ended_by)
    (ended,) = find_endings(read_records(tmp_path))
    assert (ended.phase, ended.runs) == ("test", 1)
    assert ended.ways[0].words.startswith(words)


def test_a_phase_that_can_end_in_one_way_is_not_told(tmp_path: Path) -> None:
    """A plain report does not grow."""
    assert not _tested(tmp_path, {}, "contests")
    assert not find_endings(read_records(tmp_path))
    assert all("How phases ended" not in path.read_text() for path in write_report(tmp_path))


def test_the_verdict_of_a_real_test_is_everywhere(hoyle: Hoyle, tmp_path: Path) -> None:
    """In both pages, before anybody opens anything, and in the terminal."""
    scenario = build_scenario(
        game="tic-tac-toe",
        advisors=["Victory", "Panic"],
        phase=[{"name": "test", "against": "random", "contests": 40, "until": {"sprt": {"elo1": 400}}}],
    )
    run_experiment(scenario, tmp_path, jobs=0)
    words = "H1 accepted: Hoyle is stronger by 400 Elo rather than equally strong"
    page, markdown = (path.read_text(encoding="utf-8") for path in write_report(tmp_path))
    assert words in markdown
    section = page.partition("How phases ended</h2>")[2].partition("</section>")[0]
    assert words in section
    assert "<details>" not in section
    assert words in " ".join(hoyle("report", tmp_path).out.split())


def test_a_run_ends_with_the_verdict(hoyle: Hoyle, tmp_path: Path) -> None:
    """Whoever runs a test is told what it found, a line a cell."""
    (tmp_path / "test.toml").write_text(
        'game = "tic-tac-toe"\nadvisors = ["Victory", "Panic"]\n[[phase]]\nname = "test"\n'
        'against = "random"\ncontests = 40\nuntil = { sprt = { elo1 = 400 } }\n'
    )
    answer = hoyle("run", tmp_path / "test.toml", "--out", tmp_path / "out")
    words = "H1 accepted: Hoyle is stronger by 400 Elo rather than equally strong"
    assert words in " ".join(answer.out.split())
