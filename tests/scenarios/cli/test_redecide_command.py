"""`hoyle redecide`: logged decisions again, without playing."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from blackboard import Conditions
from control import Changes
from scenarios import bundled_names, read_scenario, run_experiment
from scenarios.analysis.traces import Log
from scenarios.cli.main import main
from scenarios.cli.redecide_command import redecided
from scenarios.experiment.run import RunPlayer
from scenarios.language.scenario import CellSpec, PhaseSpec, Scenario
from tests.scenarios.conftest import Hoyle
from tests.support import each_case

PLAY = ("play", "tic-tac-toe", "--me", "hoyle", "--against", "random", "--contests", 6, "--seed", 3)


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a few contests, once, and keep the decisions."""
    path = tmp_path_factory.mktemp("played") / "few.trace"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["hoyle", *map(str, PLAY), "--trace", str(path)])
        with pytest.raises(SystemExit) as ended:
            main()
    assert not ended.value.code
    return path


@pytest.fixture
def trace(traced: Path, tmp_path: Path) -> Path:
    """Return a trace of a test's own."""
    return Path(shutil.copy(traced, tmp_path))


def asked(hoyle: Hoyle, *words: object) -> dict[str, Any]:
    """Return the document of a command."""
    answer = hoyle("redecide", *words, "--json")
    assert (answer.code, answer.err) == (0, "")
    document: dict[str, Any] = json.loads(answer.out)
    return document


def test_nothing_changed_changes_nothing(hoyle: Hoyle, trace: Path) -> None:
    """Every decision comes out as it was, for certain."""
    found = asked(hoyle, trace)
    assert found["decisions"] == len(list(Log(trace))) > 10
    assert (found["changed"], found["uncertain"], found["certain"]) == ([], 0, found["decisions"])
    assert "later positions would differ" in found["note"]


def test_another_paradigm_is_told_decision_by_decision(hoyle: Hoyle, trace: Path) -> None:
    """Each change says where it is, what was and is, and who was pivotal."""
    found = asked(hoyle, trace, "--paradigm", 2)
    assert found["changed"]
    for each in found["changed"]:
        assert each["was"] != each["now"]
        assert (each["certain"], each["trace"]) == (True, str(trace))
        assert each["contest"] in range(6)
        assert each["ply"] in range(9)
    logged = {(each.contest, each.ply): each.decision.move for each in Log(trace)}
    assert all(logged[each["contest"], each["ply"]] == each["was"] for each in found["changed"])
    assert all(isinstance(each["pivotal"], list) for each in found["changed"])


@pytest.mark.parametrize(
    "words",
    [
        ("--budget", "400us"),
        ("--budget", "Candide=300us", "--budget", "tier3=900us"),
        ("--budget", "5calls"),
        ("--budget", "decision=800us"),
        ("--without", "Wild,Candide"),
        ("--weights", "Wild=9"),
        ("--late", "drop", "--budget", "1ms"),
        ("--silence", "0"),
    ],
)
def test_every_change_can_be_asked_for(hoyle: Hoyle, trace: Path, words: tuple[str, ...]) -> None:
    """One or several at a time, and the same again gives the same."""
    found = asked(hoyle, trace, *words)
    assert found["certain"] + found["uncertain"] == found["decisions"]
    assert found == asked(hoyle, trace, *words)
    assert all(each["certain"] is not bool(each["doubts"]) for each in found["changed"])


def test_pivotal_advisors_of_all_decisions(hoyle: Hoyle, trace: Path) -> None:
    """On request, of those that come out as they were too."""
    found = asked(hoyle, trace, "--pivotal")
    assert len(found["pivotal"]) == found["decisions"]
    assert any(each["pivotal"] for each in found["pivotal"])
    assert "Pivotal: " in hoyle("redecide", trace, "--pivotal").out


def test_a_folder_is_searched_for_traces(hoyle: Hoyle, trace: Path) -> None:
    """Whatever lies deeper, by name, numbers in order."""
    below = trace.parent / "results" / "traces"
    below.mkdir(parents=True)
    for name in ("cell-10-run-0", "cell-2-run-0"):
        (below / f"{name}.trace").write_bytes(trace.read_bytes())
    assert [path.name for path in Log(below.parent).traces] == ["cell-2-run-0.trace", "cell-10-run-0.trace"]
    found = asked(hoyle, trace.parent, "--paradigm", 2)
    assert found["traces"] == 3
    assert {each["trace"] for each in found["changed"]} == {str(path) for path in Log(trace.parent).traces}
    assert "cell-10-run-0.trace" in hoyle("redecide", below, "--paradigm", 2).out


def test_people_are_told_in_words(hoyle: Hoyle, trace: Path) -> None:
    """How many change, whether that is certain, and that it is not another contest."""
    told = " ".join(hoyle("redecide", trace, "--budget", "400us").out.split())
    assert "decisions in" in told
    assert "would change." in told
    assert "later positions would differ" in told
    assert "Every answer is certain." in hoyle("redecide", trace).out


def test_a_decision_asked_alone_belongs_to_no_contest(hoyle: Hoyle, tmp_path: Path) -> None:
    """Its contest and ply are null."""
    hoyle("decide", "tic-tac-toe", "--trace", tmp_path / "one.trace")
    found = asked(hoyle, tmp_path, "--pivotal")
    assert [(each["contest"], each["ply"], each["decision"]) for each in found["pivotal"]] == [
        (None, None, 0)
    ]


def test_decisions_of_an_experiment_say_where_they_belong(hoyle: Hoyle, tmp_path: Path) -> None:
    """Run, phase, contest and ply, in every trace of its results folder."""
    phases = tuple(PhaseSpec(name=name, against="random", contests=2) for name in ("first", "second"))
    spec = CellSpec(labels={}, game="tic-tac-toe", phases=phases)
    scenario = Scenario(name="two", title="Two phases", seed=1, trace=True, cells=(spec,))
    with RunPlayer(scenario, tmp_path) as player:
        for run in (0, 1):
            player.play(0, run)
    places = {(each.run, each.phase, each.contest) for each in Log(tmp_path)}
    assert places == {
        (run, phase, contest) for run in (0, 1) for phase in ("first", "second") for contest in (0, 1)
    }
    found = asked(hoyle, tmp_path, "--pivotal", "--paradigm", 3)
    assert found["traces"] == 2
    assert {each["phase"] for each in found["pivotal"]} == {"first", "second"}


def test_a_stream_of_another_kind_tells_no_place(trace: Path) -> None:
    """Whoever decides by streams of their own gets null."""
    logged = next(iter(Log(trace)))
    for stream in (["contest", "x"], ["deep"], []):
        settings = Conditions.of({**logged.decision.settings, "stream": stream})
        other = attrs.evolve(logged, decision=attrs.evolve(logged.decision, settings=settings))
        assert (other.run, other.phase, other.contest, other.ply) == (None, None, None, None)


@each_case(
    ("words", "named"),
    [
        (("--paradigm", "9"), "no paradigm is named '9'"),
        (("--without", "Panik"), "no Advisor that took part is named 'Panik' (did you mean 'Panic'?)"),
        (("--budget", "Panik=5ms"), "'Panik'"),
        (("--weights", "Panik=2"), "'Panik'"),
        (("--weights", "Panic"), "invalid weight 'Panic'"),
        (("--budget", "soon"), "is neither a time nor an amount of work"),
        (("--budget", "contest=5s"), "a contest's budget"),
        (("--late", "never"), "late is 'never'"),
        (("--silence", "3"), "silence is 3"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    hoyle: Hoyle, trace: Path, words: tuple[str, ...], named: str
) -> None:
    """With exit code 2."""
    answer = hoyle("redecide", trace, *words)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert named in answer.err


def test_no_trace_is_one_line(hoyle: Hoyle, tmp_path: Path) -> None:
    """An empty folder, a missing file, a file that is none."""
    (tmp_path / "other").write_text("hello")
    for place in (tmp_path, tmp_path / "missing", tmp_path / "other"):
        answer = hoyle("redecide", place)
        assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_a_cut_trace_is_answered_as_far_as_it_goes(hoyle: Hoyle, trace: Path) -> None:
    """The whole decisions are answered, and the damage is told."""
    trace.write_bytes(trace.read_bytes()[:-5])
    answer = hoyle("redecide", trace, "--json")
    assert (answer.code, json.loads(answer.out)["uncertain"]) == (2, 0)
    assert "is cut off" in answer.err


MOST_CELLS = 3


def _few(phases: tuple[PhaseSpec, ...]) -> tuple[PhaseSpec, ...]:
    return phases if len(phases) < 4 else (*phases[:2], phases[-1])


@pytest.mark.parametrize("name", bundled_names())
def test_every_bundled_scenario_is_decided_again_as_it_was(name: str, tmp_path: Path) -> None:
    """With the settings of the trace, every logged decision comes out the same, and is certain.

    Of each scenario a few cells will do, of a long row of phases the first two and the last, of each phase
    one contest.
    """
    whole = read_scenario(name)
    phases = [phase.name for phase in whole.cells[0].phases]
    short = [f"phase.{phase}.contests=1" for phase in phases]
    quick = ["budget.default=5ms"] if whole.cells[0].clock.clock == "wall" else []
    scenario = read_scenario(name, overrides=["runs=1", "trace=true", *short, *quick])
    step = -(-len(scenario.cells) // MOST_CELLS)
    cells = [attrs.evolve(cell, phases=_few(cell.phases)) for cell in scenario.cells[::step]]
    run_experiment(attrs.evolve(scenario, cells=tuple(cells)), tmp_path, jobs=0)
    answers = list(redecided(Log(tmp_path), Changes()))
    assert len(answers) >= 2 * len(cells)
    assert [each for each in answers if each.is_changed or not each.certain] == []
