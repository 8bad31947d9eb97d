"""What a study found: each setting against each other."""

from pathlib import Path

import attrs
import pytest

from games import BadOption, UnknownName
from scenarios.analysis.findings import Findings, ask, find, question_of
from scenarios.experiment.records import Records, read_records
from scenarios.language.reading import resolve_text
from scenarios.statistics import holm
from tests.scenarios.fake_results import begin, plausible, table, won_records
from tests.support import needs

stats = needs("scipy.stats", extra="test")

AXES = {"paradigm": ("1", "2", "3")}
EIGHT = [[5, 9, 7, 6, 8, 7, 4, 9], [9, 12, 12, 9, 13, 11, 8, 14], [6, 8, 8, 6, 7, 9, 3, 9]]


def _found(records: Records) -> Findings:
    question = question_of(records)
    assert question is not None
    return find(records, question)


def test_each_setting_is_compared_with_each_other(tmp_path: Path) -> None:
    """Three settings are three pairs; the difference is the first less the other, as scipy has it."""
    findings = _found(won_records(tmp_path, AXES, EIGHT))
    assert [(each.label, each.other) for each in findings.contrasts] == [("1", "2"), ("1", "3"), ("2", "3")]
    first = findings.contrasts[0]
    theirs = stats.ttest_rel(EIGHT[0], EIGHT[1])
    assert first.found.difference is not None
    assert first.difference == pytest.approx(-4.125)
    assert (first.found.difference.low, first.found.difference.high) == pytest.approx(
        tuple(theirs.confidence_interval())
    )
    assert first.found.p == 2 / 2**8
    assert [each.adjusted for each in findings.contrasts] == list(
        holm([each.found.p for each in findings.contrasts])
    )
    assert [each.is_significant for each in findings.contrasts] == [True, False, True]
    assert findings.clearest_first[-1].other == "3"


def test_games_are_kept_apart_and_other_settings_averaged(tmp_path: Path) -> None:
    """A run counts as its mean over schedules; what is measured of one game is no run of another."""
    axes = {"game": ("achi", "nim"), "schedule": ("serial", "tiered"), "paradigm": ("1", "2")}
    won = [[1, 2], [4, 5], [1, 3], [2, 6], [7, 7], [7, 8], [7, 7], [9, 8]]
    findings = _found(won_records(tmp_path, axes, won))
    assert [(each.game, each.difference) for each in findings.contrasts] == [("achi", -2.5), ("nim", -1)]
    assert {each.found.n for each in findings.contrasts} == {2}
    assert findings.averaged == {"schedule": 2}


def test_games_can_be_compared_if_somebody_asks(tmp_path: Path) -> None:
    """A study asks it not of itself."""
    records = won_records(tmp_path, {"game": ("achi", "nim")}, EIGHT[:2], [table("won", "test", columns="")])
    assert question_of(records) is None
    (only,) = find(records, ask(records, "game")).contrasts
    assert (only.label, only.other, only.game) == ("achi", "nim", "")


def test_what_is_asked_first(tmp_path: Path) -> None:
    """By the first setting of the first table, rows before columns, and never by game."""
    question = question_of(read_records(plausible(tmp_path)))
    assert question is not None
    assert (question.axis, question.measure.name, question.phases) == ("paradigm", "contests", ("learn",))


def test_without_a_table_experts_are_asked(tmp_path: Path) -> None:
    """How many contests were expert-like in the last phase, by the first setting that varies."""
    question = question_of(won_records(tmp_path, AXES, EIGHT, ()))
    assert question is not None
    assert (question.axis, question.measure.name, question.phases) == ("paradigm", "expert_like", ("test",))


def test_without_an_axis_nothing_is_asked(tmp_path: Path) -> None:
    """One setting alone has nothing to be compared with."""
    assert question_of(won_records(tmp_path, {"paradigm": ("1",)}, EIGHT[:1])) is None


def test_another_measure_may_be_asked(tmp_path: Path) -> None:
    """A part is a measure of its own; results are compared by points, since draws are no better than wins."""
    results = table("results", "test", rows="paradigm", columns="")
    records = won_records(tmp_path, AXES, EIGHT, [results])
    assert ask(records, "paradigm").measure.name == "points"
    assert ask(records, "paradigm", "drawn").measure.name == "drawn"
    assert ask(records, "paradigm", "won").phases == ("test",)
    assert ask(records, "paradigm", "plies").phases == ("test",)


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (
            ("paradgm",),
            UnknownName,
            "no axis is named 'paradgm' (did you mean 'paradigm'?); there are paradigm",
        ),
        (("paradigm", "wins"), UnknownName, "no measure is named 'wins'"),
        (("paradigm", "won", "learn"), UnknownName, "no phase is named 'learn'; there are test"),
        (("late",), BadOption, "axis 'late' has only one value, 'keep'; compare an axis with two or more"),
        (("rule",), BadOption, "axis 'rule' varies only together with another; compare by paradigm"),
    ],
)
def test_what_cannot_be_answered_is_refused(
    tmp_path: Path, words: tuple[str, ...], error: type[Exception], said: str
) -> None:
    """In one line that lists what there is."""
    axes = {"paradigm": ("1", "2"), "late": ("keep",)}
    records = won_records(tmp_path, axes, EIGHT[:2])
    if words == ("rule",):
        cells = {cell: {**have, "rule": have["paradigm"]} for cell, have in records.cells.items()}
        records = attrs.evolve(records, cells=cells, axes={**records.axes, "rule": ("1", "2")})
    with pytest.raises(error) as refused:
        ask(records, *words)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("won", "why"),
    [
        ([[5], [9], [6]], "a comparison needs at least 2 runs per setting; you have 1"),
        ([[], [], []], "no run has finished test"),
        ([[5, 6], [5], []], "no two settings have 2 runs with the same numbers"),
    ],
)
def test_it_is_said_why_nothing_is_compared(tmp_path: Path, won: list[list[int]], why: str) -> None:
    """In words."""
    assert _found(won_records(tmp_path, AXES, won)).why_none == why


def test_runs_that_were_stopped_short_count_to_the_least_limit(tmp_path: Path) -> None:
    """As where settings are compared with the first alone."""
    faker = begin(tmp_path, {"paradigm": ("1", "3")}, [table(rows="paradigm", columns="")])
    for cell, ended in enumerate(
        ([(20, "expert_like"), (30, "expert_like")], [(40, "contests"), (90, "stable")])
    ):
        for run, (contests, by) in enumerate(ended):
            faker.phase(cell, run, 0, "learn", [0] * contests, by)
    faker.store.close()
    (only,) = _found(read_records(tmp_path)).contrasts
    assert (only.limit, only.difference) == (40, -15)


ABLATION = """
game = "tic-tac-toe"
runs = 2
without = {without}

[[phase]]
name = "test"
contests = 20
"""


@pytest.mark.parametrize(
    ("without", "more", "against"),
    [
        ('[[], ["Open"], ["Greedy", "Open"]]', "", 0),
        ('[["Open"], ["Open", "Greedy"], ["Open", "Leery"]]', "", 0),
        ('[["Open"], ["Greedy"], ["Leery"]]', "", None),
        ('[[], ["Open"]]', "", None),
        ('[[], ["Open"], ["Greedy"]]', 'against = ["perfect", "random"]', 0),
    ],
)
def test_it_is_seen_what_is_an_ablation(tmp_path: Path, without: str, more: str, against: int | None) -> None:
    """By what the others lack, however they are called; of two settings there is but one pair anyway."""
    scenario = ABLATION.format(without=without) + more
    cells = resolve_text(scenario).cells
    axes = {axis: tuple(dict.fromkeys(cell.labels[axis] for cell in cells)) for axis in cells[0].labels}
    faker = begin(tmp_path, axes, [table("won", "test", rows="without", columns="")], scenario=scenario)
    for cell in range(len(cells)):
        for run in range(2):
            faker.phase(cell, run, 0, "test", [1] * (cell + run) + [0] * 9)
    faker.store.close()
    records = read_records(tmp_path)
    label = None if against is None else records.axes["without"][against]
    assert ask(records, "without").against == label
