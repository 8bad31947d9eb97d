"""Findings in plain words."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
import pytest

from scenarios.analysis.findings import Findings, ask, find
from scenarios.experiment.records import read_records
from scenarios.report.contents import make_account
from scenarios.report.finding_sentences import (
    findings_document,
    findings_in_words,
    findings_note,
    findings_table,
)
from scenarios.report.report_files import write_report
from tests.scenarios.fake_results import begin, table, won_in_tests

PARADIGMS = {"paradigm": ("1", "2", "3")}
PAIR = {"paradigm": ("1", "2")}
WON = table("won", "test", title="Won", rows="paradigm", columns="")
EIGHT = [[5, 9, 7, 6, 8, 7, 4, 9], [9, 12, 12, 9, 13, 11, 8, 14], [6, 8, 8, 6, 7, 9, 3, 9]]


def _found(
    folder: Path, axes: Mapping[str, Sequence[str]], won: Sequence[Sequence[int]], measure: str = "won"
) -> Findings:
    records = read_records(won_in_tests(folder, axes, won, [WON]))
    return find(records, ask(records, "paradigm", measure))


def test_what_can_be_told_apart_is_said(tmp_path: Path) -> None:
    """Who has more, by how much, and how sure that is; the clearest first."""
    assert findings_in_words(_found(tmp_path, PARADIGMS, EIGHT)) == [
        (
            "Paradigm 2 wins more than paradigm 1: +4.12 [+3.43, +4.82] contests "
            "(8 runs, Elo +90 [+70, +111], Holm-adjusted p = 0.023)."
        ),
        (
            "Paradigm 2 wins more than paradigm 3: +4.0 [+2.9, +5.1] contests "
            "(8 runs, Elo +88 [+61, +115], Holm-adjusted p = 0.023)."
        ),
        "1 other comparison is inconclusive.",
    ]


def test_one_comparison_needs_no_correction(tmp_path: Path) -> None:
    """It is not said to be corrected."""
    assert findings_in_words(_found(tmp_path, PAIR, EIGHT[:2])) == [
        (
            "Paradigm 2 wins more than paradigm 1: +4.12 [+3.43, +4.82] contests "
            "(8 runs, Elo +90 [+70, +111], p = 0.008)."
        )
    ]


def test_what_cannot_be_told_apart_names_the_runs_it_needs(tmp_path: Path) -> None:
    """With three runs even the largest difference might be chance."""
    assert findings_in_words(_found(tmp_path, PAIR, [[5, 9, 7], [7, 12, 8]])) == [
        "Inconclusive: a comparison needs at least 6 runs per setting; you have 3.",
        (
            "Clearest difference so far: paradigm 2 wins more than paradigm 1 (+2.0 [-0.5, +4.5] "
            "contests). If it is real, about 6 runs would confirm it."
        ),
    ]


def test_five_runs_never_tell_anything_apart(tmp_path: Path) -> None:
    """Not even if all of them agree: half of the ways to set five signs are sixteen. Six are the least."""
    said = findings_in_words(_found(tmp_path / "5", PAIR, [[5, 6, 7, 8, 9], [15, 17, 19, 19, 19]]))
    assert said == [
        "Inconclusive: a comparison needs at least 6 runs per setting; you have 5.",
        (
            "Clearest difference so far: paradigm 2 wins more than paradigm 1 (+10.8 [+9.8, +11.8] "
            "contests). If it is real, about 6 runs would confirm it."
        ),
    ]
    (told,) = findings_in_words(_found(tmp_path / "6", PAIR, [[5, 6, 7, 8, 9, 9], [15, 17, 19, 19, 19, 18]]))
    assert told.endswith("p = 0.031).")


def test_the_least_runs_count_the_correction_in(tmp_path: Path) -> None:
    """Of three comparisons the clearest must be rarer than one in sixty: 2 of 2**7 is, 2 of 2**6 is not."""
    won = [[0, 1, 0, 1, 0, 1], [2, 4, 2, 4, 9, 4], [9, 8, 14, 8, 9, 11]]
    findings = _found(tmp_path, PARADIGMS, won)
    assert findings_in_words(findings)[0] == (
        "Inconclusive: 3 comparisons need at least 7 runs per setting; you have 6."
    )
    assert findings.least_runs == 7
    assert findings_document(findings)["least_runs"] == 7


def test_what_never_differs_costs_nothing(tmp_path: Path) -> None:
    """Pairs in which no run differs cannot be found by chance, so the others are not corrected for them."""
    findings = _found(tmp_path, PARADIGMS, [[5] * 7, [5] * 7, [6, 7, 6, 7, 6, 7, 8]])
    assert findings.among == 2
    assert [each.adjusted for each in findings.contrasts] == [1, 2 / 64, 2 / 64]
    assert "adjusted for 2 comparisons" in findings_note(findings)


WITHOUT = {"paradigm": ("all", "without Open", "without Leery")}


def test_an_ablation_is_compared_with_the_whole(tmp_path: Path) -> None:
    """Two comparisons, not three; somebody may still choose another to compare with."""
    findings = _found(tmp_path, WITHOUT, EIGHT)
    assert [(each.label, each.other) for each in findings.contrasts] == [
        ("without Open", "all"),
        ("without Leery", "all"),
    ]
    assert findings.among == 2
    assert findings_note(findings).startswith(
        "Measure: contests won, phase test, each setting against paradigm all. "
    )
    assert findings_document(findings)["against"] == "all"
    records = read_records(tmp_path)
    other = find(records, ask(records, "paradigm", against="without Open"))
    assert [(each.label, each.other, round(each.difference, 3)) for each in other.contrasts] == [
        ("all", "without Open", -4.125),
        ("without Leery", "without Open", -4.0),
    ]


def test_shares_differ_by_points(tmp_path: Path) -> None:
    """In the measure's unit, and never by per cent."""
    findings = _found(tmp_path, PAIR, EIGHT[:2], "power")
    assert findings_in_words(findings) == [
        (
            "Paradigm 2 wins more than paradigm 1: +20.6 [+17.1, +24.1] percentage points of contests "
            "(8 runs, Elo +90 [+70, +111], p = 0.008)."
        )
    ]
    few = _found(tmp_path / "few", PAIR, [[5, 9, 7], [7, 12, 8]], "power")
    assert "(+10 [-2, +22] percentage points of contests)." in findings_in_words(few)[1]
    one = _found(tmp_path / "one", PAIR, [[5] * 5, [5] * 4 + [6]], "power")
    assert "(+1.0 [-1.8, +3.8] percentage points of contests)." in findings_in_words(one)[1]
    assert one.question.measure.amount("+1") == "+1 percentage point of contests"


def test_the_phase_of_a_setting_is_named_where_another_is_judged(tmp_path: Path) -> None:
    """What is set in the phase that is judged need not say so."""
    axis = "phase.test.paradigm"
    records = read_records(won_in_tests(tmp_path, {axis: ("1", "2")}, EIGHT[:2], [{**WON, "rows": axis}]))
    (said,) = findings_in_words(find(records, ask(records, axis)))
    assert said.startswith("Paradigm 2 wins more than paradigm 1: +4.12 [+3.43, +4.82] contests (")
    other = attrs.evolve(ask(records, axis), phases=("test", "learn"))
    assert "Paradigm 2 in test wins" in findings_in_words(find(records, other))[0]


def test_runs_that_were_too_short_are_said_to_be(tmp_path: Path) -> None:
    """Where all ended at their limit, that nothing differs tells nothing."""
    findings = _found(tmp_path, PAIR, [[5, 6], [5, 6]])
    cut = attrs.evolve(findings, contrasts=[attrs.evolve(each, limit=4.0) for each in findings.contrasts])
    assert findings_in_words(cut) == [
        (
            "Inconclusive: paradigm made no difference in 2 runs per setting, but some runs reached their "
            "limit of 4 contests and may have been too short."
        )
    ]


def test_one_is_one_contest(tmp_path: Path) -> None:
    """Where all runs differ by the same there is no interval, and p tells how sure it is."""
    assert findings_in_words(_found(tmp_path, PAIR, [[5] * 7, [6] * 7])) == [
        "Paradigm 2 wins more than paradigm 1: +1 contest (7 runs, p = 0.016)."
    ]


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ([[5, 6], [5, 6]], ["Inconclusive: paradigm made no difference in 2 runs per setting."]),
        ([[5], [9]], ["Inconclusive: a comparison needs at least 2 runs per setting; you have 1."]),
        ([[], []], []),
        (
            [[5, 6] * 10, [6, 5, *[5, 6] * 9]],
            ["Inconclusive: paradigm made no difference in 20 runs per setting."],
        ),
        (
            [[0, 20] * 10, [20, 0] * 9 + [0, 19]],
            [
                "Inconclusive: no significant difference in 20 runs per setting.",
                (
                    "Clearest difference so far: paradigm 1 wins more than paradigm 2 (+0.1 [-9.1, +9.2] "
                    "contests). If it is real, it would take more than 1,000 runs to confirm it."
                ),
            ],
        ),
    ],
)
def test_little_is_said_of_little(tmp_path: Path, won: list[list[int]], said: list[str]) -> None:
    """No difference, one run, no run, and one that nobody will ever see."""
    assert findings_in_words(_found(tmp_path, PAIR, won)) == said


def test_games_are_named(tmp_path: Path) -> None:
    """Where there are several; and how many pairs were not told one by one."""
    axes = {"game": ("achi", "nim"), "paradigm": ("1", "2", "3", "4")}
    runs = [0, 1, 2, 1, 0, 2, 1, 1, 0, 1, 2, 1]
    won = [[start + each for each in runs] for start in (0, 4, 8, 12, 0, 0, 0, 0)]
    said = findings_in_words(_found(tmp_path, axes, won))
    assert said[0] == (
        "Paradigm 4 wins more than paradigm 1 in achi: +12 contests "
        "(12 runs, Elo +252 [+246, +258], Holm-adjusted p = 0.003)."
    )
    assert said[5:] == ["1 more comparison is significant.", "6 other comparisons are inconclusive."]


def test_who_loses_more_is_weaker(tmp_path: Path) -> None:
    """Elo is of the setting that is named first: it may have more of what nobody wants."""
    faker = begin(tmp_path, PAIR, [table("lost", "test", rows="paradigm", columns="")])
    for cell, start in enumerate((1, 5)):
        for run in range(6):
            lost = start + run % 2 * (cell + 1)
            faker.phase(cell, run, 0, "test", [-1] * lost + [1] * (20 - lost))
    faker.store.close()
    (said,) = make_account(read_records(tmp_path)).findings
    assert said.startswith(
        "Paradigm 2 loses more than paradigm 1: +4.50 [+3.93, +5.07] contests (6 runs, Elo -"
    )


def test_a_limit_is_named(tmp_path: Path) -> None:
    """Where runs were stopped short, all are counted up to there."""
    faker = begin(tmp_path, PAIR, [table(rows="paradigm", columns="")])
    for run in range(6):
        faker.phase(0, run, 0, "learn", [0] * (10 + run), "expert_like")
        faker.phase(1, run, 0, "learn", [0] * 40, "contests")
    faker.store.close()
    assert make_account(read_records(tmp_path)).findings == [
        (
            "Paradigm 2 needs more than paradigm 1: +27.5 [+25.5, +29.5] contests "
            "(6 runs, capped at 40 contests, p = 0.031)."
        )
    ]


def test_all_pairs_are_in_the_table(tmp_path: Path) -> None:
    """In the order of the axis, with what each would need."""
    head, rows = findings_table(_found(tmp_path, PARADIGMS, EIGHT))
    assert head == ["paradigm", "difference", "Elo", "p", "Holm p", "runs", "runs needed"]
    assert rows == [
        ["1 vs 2", "-4.12 [-4.82, -3.43]", "-90 [-111, -70]", "0.008", "0.023", "8", ""],
        ["1 vs 3", "-0.12 [-1.07, +0.82]", "-2 [-21, +16]", "1.00", "1.00", "8", "853"],
        ["2 vs 3", "+4.0 [+2.9, +5.1]", "+88 [+61, +115]", "0.008", "0.023", "8", ""],
    ]


def test_the_note_says_how_it_was_judged(tmp_path: Path) -> None:
    """By what, over what, and corrected for how many."""
    axes = {"schedule": ("serial", "tiered"), "paradigm": ("1", "2")}
    assert findings_note(_found(tmp_path, axes, [[1] * 7, [2] * 7, [3] * 7, [4] * 7])) == (
        "Measure: contests won, phase test. Runs with the same number share their seeds, so they are "
        "compared in pairs, each averaged over 2 schedules: mean difference with Student's 95 % confidence "
        "interval, and p of a sign-flip test."
    )
    few = findings_note(_found(tmp_path / "few", PARADIGMS, [[1, 2], [2, 4], [3, 5]]))
    assert "adjusted for 3 comparisons (Holm). Intervals are not adjusted. Runs needed: for 80 % power" in few


def test_the_document_has_every_figure(tmp_path: Path) -> None:
    """In the measure's unit, the first label less the other."""
    told = findings_document(_found(tmp_path, PAIR, EIGHT[:2], "power"))
    assert (told["axis"], told["measure"], told["unit"]) == ("paradigm", "power", "%")
    (only,) = told["comparisons"]
    assert (only["label"], only["other"], only["runs"]) == ("1", "2", 8)
    assert only["difference"] == pytest.approx(-20.625)
    assert only["low"] < only["difference"] < only["high"] < 0
    assert only["p"] == only["holm_p"] == 2 / 2**8
    assert only["is_told_apart"] is True


def test_both_pages_begin_with_findings(tmp_path: Path) -> None:
    """Before the results, with how they were judged."""
    html, markdown = write_report(won_in_tests(tmp_path, PAIR, EIGHT[:2], [WON]))
    page = re.sub(r"<[^>]*>", "", html.read_text(encoding="utf-8"))
    for text in (page, markdown.read_text(encoding="utf-8")):
        assert "Paradigm 2 wins more than paradigm 1: +4.12 [+3.43, +4.82] contests" in text
        assert text.index("Findings") < text.index("compared in pairs") < text.rindex("Results")


def test_without_an_axis_there_are_no_findings(tmp_path: Path) -> None:
    """Nothing is said, and no heading stands alone."""
    html, markdown = write_report(won_in_tests(tmp_path, {"paradigm": ("1",)}, EIGHT[:1], [WON]))
    assert "Findings" not in markdown.read_text(encoding="utf-8")
    assert "Findings" not in html.read_text(encoding="utf-8")
