"""Comparing settings on the command line."""

import json
from pathlib import Path

import pytest

from scenarios.experiment.store import Store
from scenarios.results import Results
from tests.scenarios.conftest import Hoyle, document
from tests.scenarios.fake_results import plausible, table, won_in_tests

AXES = {"paradigm": ("1", "2"), "late": ("keep",)}
WON = table("won", "test", title="Won", rows="paradigm", columns="")
EIGHT = [[5, 9, 7, 6, 8, 7, 4, 9], [9, 12, 12, 9, 13, 11, 8, 14]]


def test_a_person_sees_sentences_and_all_pairs(hoyle: Hoyle, tmp_path: Path) -> None:
    """The answer first, then the table, then how it was judged."""
    answer = hoyle("compare", won_in_tests(tmp_path, AXES, EIGHT, [WON]), "--by", "paradigm")
    assert (answer.code, answer.err) == (0, "")
    lines = [line.rstrip() for line in answer.out.splitlines()]
    assert lines[0] == (
        "Paradigm 2 wins more than paradigm 1: +4.12 [+3.43, +4.82] contests "
        "(8 runs, Elo +90 [+70, +111], p = 0.008)."
    )
    assert lines[2:4] == [
        "paradigm  difference            Elo                  p  Holm p  runs  runs needed",
        "1 vs 2    -4.12 [-4.82, -3.43]  -90 [-111, -70]  0.008   0.008     8",
    ]
    assert lines[5].startswith("Measure: contests won, phase test.")


def test_on_a_narrow_terminal_each_pair_is_a_line(hoyle: Hoyle, tmp_path: Path) -> None:
    """No word of a table is broken to make it fit."""
    answer = hoyle("compare", won_in_tests(tmp_path, AXES, EIGHT, [WON]), "--by", "paradigm", columns=60)
    said = " ".join(answer.out.split())
    assert (
        "paradigm 1 vs 2: -4.12 [-4.82, -3.43], Elo -90 [-111, -70], p 0.008, Holm p 0.008, runs 8"
    ) in said


def test_the_document_holds_the_same(hoyle: Hoyle, tmp_path: Path) -> None:
    """By any measure and phase. If a run failed, a warning and exit code 1 say so too."""
    words = ("compare", plausible(tmp_path), "--by", "paradigm", "--json")
    answer = hoyle(*words)
    told = json.loads(answer.out)
    assert (told["measure"], told["phases"]) == ("contests", ["learn"])
    assert (answer.code, told["complete"], len(told["failed_runs"])) == (1, False, 1)
    assert answer.err.startswith(
        f"hoyle: results in {tmp_path} are incomplete: 1 of 45 runs failed and 4 are"
    )
    other = json.loads(hoyle(*words, "--measure", "plies", "--phase", "learn").out)
    assert (other["measure"], other["phases"]) == ("plies", ["learn"])
    assert {each["game"] for each in other["comparisons"]} == {"tic-tac-toe", "lose-tic-tac-toe", "achi"}
    assert other["sentences"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "colour"), "hoyle: no axis is named 'colour'; there are paradigm, late\n"),
        (
            ("--by", "late"),
            "hoyle: axis 'late' has only one value, 'keep'; compare an axis with two or more\n",
        ),
        (
            ("--by", "paradigm", "--measure", "luck"),
            "hoyle: no measure is named 'luck'; there are contests, ",
        ),
        (("--by", "paradigm", "--phase", "learn"), "hoyle: no phase is named 'learn'; there are test\n"),
        (
            ("--by", "paradigm", "--measure", "progress"),
            (
                "hoyle: cannot compare by 'paradigm': a comparison needs at least 2 runs per setting; "
                "you have 1\n"
            ),
        ),
        ((), "hoyle: "),
    ],
)
def test_bad_input_is_told_in_one_line(
    hoyle: Hoyle, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    """Exit code 2, nothing on stdout; one run is bad input too."""
    answer = hoyle("compare", won_in_tests(tmp_path, AXES, [[5], [9]], [WON]), *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith(said)


def test_a_folder_without_results_is_told_in_one_line(hoyle: Hoyle, tmp_path: Path) -> None:
    """As by report."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        answer = hoyle("compare", folder, "--by", "paradigm")
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_runs_that_are_missing_are_no_failure(hoyle: Hoyle, tmp_path: Path) -> None:
    """The experiment may be in progress: the warning is the same, and the exit code is 0."""
    folder = won_in_tests(tmp_path, AXES, EIGHT, [WON])
    with Store(folder) as store:
        store.set_meta({"runs": 10})
    for command in (("compare", folder, "--by", "paradigm", "--json"), ("report", folder, "--json")):
        answer = hoyle(*command)
        told = json.loads(answer.out)
        assert (answer.code, told["complete"], told["failed_runs"]) == (0, False, [])
        assert answer.err == (
            f"hoyle: results in {folder} are incomplete: 4 of 20 runs are missing;"
            f" hoyle run SCENARIO --resume --out {folder} plays them\n"
        )


def test_somebody_may_choose_what_to_compare_with(hoyle: Hoyle, tmp_path: Path) -> None:
    """All others against that one, which makes fewer comparisons; a setting that is not there is refused."""
    axes = {"paradigm": ("1", "2", "3")}
    folder = won_in_tests(tmp_path, axes, [*EIGHT, [6, 8, 8, 6, 7, 9, 3, 9]], [WON])
    told = document(hoyle("compare", folder, "--by", "paradigm", "--against", "2", "--json"))
    assert [(each["label"], each["other"]) for each in told["comparisons"]] == [("1", "2"), ("3", "2")]
    assert (told["against"], told["corrected_for"], told["least_runs"]) == ("2", 2, 7)
    shown = hoyle("compare", folder, "--by", "paradigm", "--against", "2").out
    assert "each setting against paradigm 2." in " ".join(shown.split())
    refused = hoyle("compare", folder, "--by", "paradigm", "--against", "4")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.strip() == "hoyle: no setting of paradigm is named '4'; there are 1, 2, 3"


BUDGETS = {"paradigm": ("1", "2"), "budget.default": ("1ms", "9ms")}
FOUR = [EIGHT[0], EIGHT[1], EIGHT[1], EIGHT[0]]


def test_settings_are_compared_at_each_level(hoyle: Hoyle, tmp_path: Path) -> None:
    """The interaction first; --where gives the same figures, and so does Python."""
    folder = won_in_tests(tmp_path, BUDGETS, FOUR, [WON])
    within = ("--by", "paradigm", "--within", "budget.default")
    shown = " ".join(hoyle("compare", folder, *within).out.split())
    assert shown.startswith(
        "The best paradigm depends on the default budget (p = 0.008, that the best changes p = "
    )
    assert "with default budget 9 ms: +4.12 [+3.43, +4.82] contests (8 runs" in shown
    told = document(hoyle("compare", folder, *within, "--json"))
    assert [(each["level"], each["difference"]) for each in told["comparisons"]] == [
        ("1ms", -4.125),
        ("9ms", 4.125),
    ]
    (interaction,) = told["interactions"]
    assert (interaction["p"], interaction["is_significant"]) == (2 / 2**8, True)
    assert told == Results(folder).compare("paradigm", within="budget.default")
    one = document(hoyle("compare", folder, "--by", "paradigm", "--where", "budget.default=9ms", "--json"))
    assert (one["where"], one["interactions"]) == ({"budget.default": ["9ms"]}, [])
    assert one["comparisons"][0]["difference"] == told["comparisons"][1]["difference"]
    assert one == Results(folder).where({"budget.default": "9ms"}).compare("paradigm")


def test_what_averages_says_so(hoyle: Hoyle, tmp_path: Path) -> None:
    """In the sentence itself."""
    folder = won_in_tests(tmp_path, BUDGETS, FOUR, [WON])
    said = document(hoyle("compare", folder, "--by", "paradigm", "--json"))["sentences"]
    assert said == [
        "Inconclusive: paradigm made no difference in 8 runs per setting, averaged over 2 default budgets."
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--within", "paradigm"),
            "settings of 'paradigm' cannot be compared within 'paradigm' itself; choose budget.default",
        ),
        (("--within", "roster"), "no axis is named 'roster'; there are paradigm, budget.default"),
        (
            ("--where", "budget.default=2ms"),
            "no level of budget.default is named '2ms' (did you mean '9ms'?); there are 1ms, 9ms",
        ),
        (("--where", "roster=1990"), "no axis is named 'roster'; there are paradigm, budget.default"),
        (("--where", "9ms"), "invalid condition '9ms'; write AXIS=LEVEL, such as budget.default=1ms"),
    ],
)
def test_levels_that_do_not_exist_are_refused(
    hoyle: Hoyle, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    """In one line that names what there is."""
    answer = hoyle("compare", won_in_tests(tmp_path, BUDGETS, FOUR, [WON]), "--by", "paradigm", *words)
    assert (answer.code, answer.out, answer.err) == (2, "", f"hoyle: {said}\n")
