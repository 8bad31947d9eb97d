"""Runs: phases in order, what is learned in them, and the trace they leave."""

from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest

from agents import Contestant, Streams, make_contestant
from blackboard import Decision, Knowledge, decisions_of, read_trace
from control import Hoyle
from control.settings.hoyle_options import HoyleOptions
from games import BadFile, BadOption
from scenarios import IncompleteExperiment, read_scenario, run_experiment
from scenarios.experiment import run as running_module
from scenarios.experiment.review import AdvisorReview, tuned
from scenarios.experiment.rows import ContestRow, PhaseRow, RunRow
from scenarios.experiment.run import LONGEST_REASON, Orphaned, RunPlayer
from scenarios.experiment.store import Store
from scenarios.language.scenario import Scenario, Tune
from scenarios.play import named_contestants
from tests.scenarios.quick import LEARN, TEST, quick


@attrs.frozen
class Left:
    """What a run left behind."""

    contests: list[ContestRow]
    phases: list[PhaseRow]
    runs: list[RunRow]
    advisors: dict[int, dict[str, AdvisorReview]]
    digest: str


def left_in(folder: Path) -> Left:
    """Read it back."""
    with Store(folder) as store:
        advisors: dict[int, dict[str, AdvisorReview]] = {}
        for row in store.advisors():
            standing = AdvisorReview(row.asked, row.commented, row.agreed)
            advisors.setdefault(row.phase, {})[row.advisor] = standing
        return Left(store.contests(), store.phases(), store.runs(), advisors, store.digest())


def played(folder: Path, *phases: dict[str, Any], **keys: Any) -> Left:
    """Run a small scenario in this process, and see that no run failed."""
    run_experiment(quick(*phases, **keys), folder, jobs=0)
    left = left_in(folder)
    assert [row.reason for row in left.runs] == [""] * len(left.runs)
    return left


def interrupted(scenario: Scenario, folder: Path, contests: int) -> None:
    """Play this many contests of the first run, and one more that is not kept."""
    count = 0

    def go_on() -> bool:
        nonlocal count
        count += 1
        return count <= contests

    with (
        RunPlayer(scenario, folder, go_on=go_on) as player,
        pytest.raises(BaseException) as caught,  # noqa: PT011  # it may come in a group
    ):
        player.play(0, 0)
    assert running_module.leaves_of(caught.value)[0].__class__ is Orphaned


# Who plays, and who moves first.


@pytest.mark.parametrize(
    ("first", "roles"),
    [
        ("alternate", ["player", "opponent", "player"]),
        ("hoyle", ["player"] * 3),
        ("other", ["opponent"] * 3),
    ],
)
def test_who_moves_first(tmp_path: Path, first: str, roles: list[str]) -> None:
    """It is Hoyle's role that the row tells."""
    left = played(tmp_path, {**TEST, "contests": 3, "first": first})
    assert [row.role for row in left.contests] == roles
    for row in left.contests:
        assert row.decisions == len(row.moves.split()[("player", "opponent").index(row.role) :: 2])


def test_hoyle_learns_only_where_it_is_told_to(tmp_path: Path) -> None:
    """By playing, by watching, or not at all: then knowledge stays as it was."""
    watch = {"name": "watch", "learn": "watch", "watch": ["perfect", "random"], "contests": 2}
    left = played(tmp_path, TEST, LEARN, {**TEST, "name": "again"}, watch)
    by_phase = [[row for row in left.contests if row.phase == phase] for phase in range(4)]
    assert [sum(row.added for row in rows) > 0 for rows in by_phase] == [False, True, False, True]
    assert {row.entries for row in by_phase[0]} == {0}
    assert {row.entries for row in by_phase[2]} == {by_phase[1][-1].entries}
    assert [(row.role, row.result, row.decisions) for row in by_phase[3]] == [("none", None, 0)] * 2
    assert {row.other for row in by_phase[3]} == {"perfect and random"}
    assert [(row.name, row.contests) for row in left.phases] == [
        ("test", 2),
        ("learn", 4),
        ("again", 2),
        ("watch", 2),
    ]


@pytest.mark.parametrize(
    ("against", "expert", "is_known"),
    [("perfect", None, True), ("perfect", False, False), ("random", None, False), ("random", True, True)],
)
def test_hoyle_is_told_who_is_an_expert(
    tmp_path: Path, against: str, expert: bool | None, is_known: bool
) -> None:
    """By the name, unless the phase says otherwise; only of experts are moves remembered."""
    said = {} if expert is None else {"expert": expert}
    phase = {**LEARN, "against": against, **said}
    played(tmp_path, phase, learners=["expert_moves", "model"])
    knowledge = Knowledge.load(tmp_path / "knowledge" / "cell-0-run-0.hoyle")
    assert bool(knowledge.item("expert_moves")) is is_known


def test_another_hoyle_knows_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each contest both know what either has learned, and each decides by its own paradigm."""
    known: list[tuple[str, int]] = []
    choose = Hoyle.choose

    async def watched(self: Hoyle, game: Any, position: Any, streams: Streams) -> str:
        size = sum(map(len, self.knowledge.items.values())) if self.knowledge else 0
        known.append((self.settings.paradigm.name, size))
        return await choose(self, game, position, streams)

    monkeypatch.setattr(Hoyle, "choose", watched)
    left = played(tmp_path, {**LEARN, "against": "hoyle:paradigm=2", "contests": 3})
    sizes = {name: {size for each, size in known if each == name} for name in ("1", "2")}
    assert sizes["1"] == sizes["2"]
    assert len(sizes["1"]) > 1
    assert {row.other for row in left.contests} == {"hoyle:paradigm=2"}


@pytest.mark.parametrize("option", ["knowledge=t.hoyle", "learn=yes", "learners=openings", "symmetry=yes"])
def test_what_another_hoyle_cannot_have_is_refused(option: str) -> None:
    """It knows what this one knows, and nothing of its own."""
    with pytest.raises(BadOption, match=f"{option.partition('=')[0]} cannot be set"):
        quick({**TEST, "against": f"hoyle:{option}"})


def test_symmetries_are_learned_first(tmp_path: Path) -> None:
    """They are known when the first phase begins, and used: fewer moves are posed as legal."""
    phase = {**TEST, "contests": 1, "first": "hoyle"}
    left = played(tmp_path, phase, symmetry=True, trace=True)
    assert [row.name for row in left.phases] == ["symmetry", "test"]
    assert len(Knowledge.load(tmp_path / "knowledge" / "cell-0-run-0.hoyle").symmetries) == 7
    (first, *_) = traced(tmp_path)
    assert len(first.legal) == 3


def test_symmetries_are_tested_further(tmp_path: Path) -> None:
    """Where Hoyle goes on learning, whatever learners it has."""
    played(tmp_path, {**LEARN, "contests": 2}, symmetry=True, learners=["openings"])
    tried = Knowledge.load(tmp_path / "knowledge" / "cell-0-run-0.hoyle").item("symmetries")
    run_experiment(quick(TEST, symmetry=True), tmp_path / "before", jobs=0)
    before = Knowledge.load(tmp_path / "before" / "knowledge" / "cell-0-run-0.hoyle").item("symmetries")
    assert max(each["held"] for each in tried.values()) > max(each["held"] for each in before.values())


# How phases end.


@pytest.mark.parametrize(
    ("until", "ended_by", "contests"),
    [
        ({"expert_like": 2}, "expert_like", None),
        ({"time": "1us"}, "time", 1),
        ({"stable": 1}, "stable", None),
        ({"sprt": {"elo0": 0, "elo1": 400}}, "sprt: H1", None),
        ({"sprt": {"elo0": 1500, "elo1": 1800}}, "sprt: H0", None),
        ({}, "contests", 40),
    ],
)
def test_every_stop_rule_ends_a_phase(
    tmp_path: Path, until: dict[str, Any], ended_by: str, contests: int | None
) -> None:
    """The row of the phase says which it was, and how many contests there were."""
    phase = {**LEARN, "contests": 40, "until": until}
    (row,) = played(tmp_path, phase, learners=["expert_moves"]).phases
    assert row.ended_by == ended_by
    assert row.contests < 40 if contests is None else row.contests == contests


# Reviews, and what is made of them.


@pytest.mark.parametrize("symmetry", [False, True])
def test_tuning_goes_by_the_phase_before_it(tmp_path: Path, symmetry: bool) -> None:
    """Whether symmetries are learned or not, it is what was played that Advisors are asked about."""
    advisors = ["Victory", "Candide", "Wild", "Anthropomorph"]
    left = played(tmp_path, LEARN, {**TEST, "tune": True}, advisors=advisors, symmetry=symmetry, trace=True)
    learn = 1 if symmetry else 0
    assert set(left.advisors) == {learn}
    standings = left.advisors[learn]
    assert set(standings) == {"Candide", "Wild", "Anthropomorph"}
    assert standings["Anthropomorph"].agreed == 0
    assert standings["Candide"].agreed > 0
    seated = [{each.advisor for each in decision.testimonies} for decision in traced(tmp_path)]
    assert "Anthropomorph" in seated[0]
    assert seated[-1] == {"Victory", *(name for name, each in standings.items() if each.agreed)}


def test_three_count_double_and_the_useless_are_left_out() -> None:
    """With what was said of them: weights are doubled, and neither budget nor weight of the dropped stays."""
    standings = {
        "Candide": AdvisorReview(10, 9, 8),
        "Greedy": AdvisorReview(10, 9, 7),
        "Open": AdvisorReview(10, 9, 6),
        "Wild": AdvisorReview(10, 9, 5),
        "Leery": AdvisorReview(10, 9, 0),
    }
    hoyle = HoyleOptions(budget=("5ms", "Leery=9ms", "Wild=9ms"), weights={"Greedy": 3, "Leery": 2})
    changed = tuned(hoyle, Tune(), standings)
    assert changed.without == ("Leery",)
    assert changed.weights == {"Candide": 2, "Greedy": 6, "Open": 2}
    assert changed.budget == ("5ms", "Wild=9ms")
    assert tuned(hoyle, Tune(drop=False, double=0), standings) == hoyle


def test_nobody_may_be_left_to_vote(tmp_path: Path) -> None:
    """A panel without voters, before or after it was tuned, still plays."""
    tune = {**TEST, "tune": True}
    none = played(tmp_path / "none", LEARN, tune, advisors=["Victory"])
    dropped = played(
        tmp_path / "dropped", LEARN, tune, advisors=["Anthropomorph"], weights={"Anthropomorph": 2}
    )
    for left in (none, dropped):
        assert [row.state for row in left.runs] == ["done"]


def test_a_review_looks_at_all_that_was_played(tmp_path: Path) -> None:
    """In the phases before it, and in its own, whether Hoyle learned in it or not."""
    left = played(tmp_path, {**TEST, "review": True})
    assert left.advisors[0]["Candide"].asked > 0


def test_a_review_may_look_at_the_tiers_above_too(tmp_path: Path) -> None:
    """Each is asked by itself, what is found of the voters stays, and nobody above is dropped or doubled."""
    review, also = {**TEST, "review": True}, {"also_review": ["Victory", "Shortsight", "Wild"]}
    seated = ["Victory", "Shortsight", "Candide", "Wild"]
    plain = played(tmp_path / "plain", review, advisors=seated)
    more = played(tmp_path / "more", {**review, **also}, advisors=seated)
    assert set(more.advisors[0]) - set(plain.advisors[0]) == {"Victory", "Shortsight"}
    assert {name: more.advisors[0][name] for name in plain.advisors[0]} == plain.advisors[0]
    assert more.advisors[0]["Shortsight"].asked == more.advisors[0]["Wild"].asked > 0
    found = {
        "Shortsight": AdvisorReview(10, 9, 9),
        "Victory": AdvisorReview(10, 9, 0),
        "Wild": AdvisorReview(10, 9, 1),
    }
    assert tuned(HoyleOptions(), Tune(), found) == HoyleOptions(weights={"Wild": 2})


# Traces.


def traced(folder: Path) -> list[Decision]:
    """Read the trace of the first run."""
    trace = read_trace(folder / "traces" / "cell-0-run-0.trace")
    assert not trace.damage
    return list(decisions_of(trace.events))


def test_a_trace_has_each_decision_once(tmp_path: Path) -> None:
    """In the order of the contests: as many of each as its row tells, and with its moves."""
    scenario = quick(trace=True)
    run_experiment(scenario, tmp_path, jobs=0)
    check_trace(tmp_path)
    assert not (tmp_path / "untraced").exists()
    assert left_in(tmp_path).digest == run_experiment(quick(), tmp_path / "untraced", jobs=0)
    assert not (tmp_path / "untraced" / "traces").exists()


def check_trace(folder: Path) -> None:
    """See that the trace of the first run tells of its contests, one after another."""
    decisions = traced(folder)
    for row in (row for row in left_in(folder).contests if (row.cell, row.run) == (0, 0)):
        own, decisions = decisions[: row.decisions], decisions[row.decisions :]
        first = ("player", "opponent").index(row.role)
        assert [decision.move for decision in own] == row.moves.split()[first::2]
    assert decisions == []


@pytest.mark.parametrize("contests", [0, 3, 4, 5])
def test_half_a_contest_is_cut_off_the_trace(tmp_path: Path, contests: int) -> None:
    """Wherever a run was stopped, afterwards it is as if it had not been: rows, trace and knowledge."""
    scenario = quick(trace=True)
    run_experiment(scenario, tmp_path / "whole", jobs=0)
    folder = tmp_path / "stopped"
    folder.mkdir()
    interrupted(scenario, folder, contests)
    assert len(left_in(folder).contests) == contests
    with (folder / "traces" / "cell-0-run-0.trace").open("ab") as file:
        file.write((tmp_path / "whole" / "traces" / "cell-0-run-0.trace").read_bytes()[12:900])
    run_experiment(scenario, folder, jobs=0, resume=True)
    assert left_in(folder).digest == left_in(tmp_path / "whole").digest
    check_trace(folder)
    for name in ("traces/cell-0-run-0.trace", "knowledge/cell-0-run-0.hoyle"):
        assert (folder / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_tuning_is_the_same_after_an_interruption(tmp_path: Path) -> None:
    """What a review found is read back, not found again."""
    scenario = quick(LEARN, {**TEST, "contests": 4, "tune": True}, symmetry=True)
    digest = run_experiment(scenario, tmp_path / "whole", jobs=0)
    folder = tmp_path / "stopped"
    folder.mkdir()
    interrupted(scenario, folder, 26)
    assert run_experiment(scenario, folder, jobs=0, resume=True) == digest


EAGER = """
from agents import Learner

class Eager(Learner):
    name = "eager"
    trigger = "decision"
    def learn(self, lesson):
        lesson.note(f"{lesson.decision.position} {lesson.random.random()}", lesson.decision.landed_ns)
"""


@pytest.mark.parametrize("limits", [[], ["budget={contest='1ms'}"]])
def test_what_is_learned_from_each_decision_is_learned_again(
    tmp_path: Path, registries: None, limits: list[str]
) -> None:
    """A run that goes on makes its decisions anew for whoever learns from them, each contest on its clock."""
    del registries
    script = tmp_path / "eager.py"
    script.write_text(f"{EAGER}\ndef scenario():\n    return {quick().keys!r}\n")
    scenario = read_scenario(script, overrides=["learners=['eager']", *limits])
    assert scenario.loads == (str(script),)
    digest = run_experiment(scenario, tmp_path / "whole", jobs=0)
    folder = tmp_path / "stopped"
    folder.mkdir()
    interrupted(scenario, folder, 3)
    assert run_experiment(scenario, folder, jobs=0, resume=True) == digest
    name = "knowledge/cell-0-run-0.hoyle"
    assert Knowledge.load(folder / name) == Knowledge.load(tmp_path / "whole" / name)
    assert len(Knowledge.load(folder / name).item("eager")) > 6


# What goes wrong in a run.


class _Cheat(Contestant):
    name = "cheat"

    async def choose(self, game: Any, position: Any, streams: Streams) -> str:
        del game, position, streams
        return "99"


def test_a_contestant_that_breaks_the_rules_fails_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named, and what was played before stays."""
    made = Counter[str]()

    def make(name: str, game: Any) -> Contestant:
        made[name] += 1
        return _Cheat() if made[name] > 1 else make_contestant(name, game)

    monkeypatch.setattr(named_contestants, "make_contestant", make)
    with pytest.raises(IncompleteExperiment, match=r"^the only run failed: contestant 'cheat'"):
        run_experiment(quick(), tmp_path, jobs=0)
    left = left_in(tmp_path)
    assert [row.state for row in left.runs] == ["failed"]
    assert "contestant 'cheat' broke the rules" in left.runs[0].reason
    assert [row.phase for row in left.contests] == [0] * 4


def test_a_long_reason_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, of a length that can be read."""

    def fail(*_: object) -> None:
        raise ExceptionGroup("many", [ValueError("long\n" * 9999), KeyError("other")])

    monkeypatch.setattr(named_contestants, "make_contestant", fail)
    with pytest.raises(IncompleteExperiment):
        run_experiment(quick(TEST), tmp_path, jobs=0)
    (row,) = left_in(tmp_path).runs
    assert row.reason.startswith("ValueError: long long")
    assert len(row.reason) == LONGEST_REASON


def test_a_file_in_the_way_stops_the_experiment(tmp_path: Path) -> None:
    """Nothing can be kept then, so no run has failed: it goes on when the way is free."""
    Store(tmp_path).close()
    (tmp_path / "knowledge").write_text("in the way")
    with pytest.raises(BadFile, match="cannot write"):
        run_experiment(quick(), tmp_path, jobs=0, resume=True)
    assert left_in(tmp_path).runs == []
    (tmp_path / "knowledge").unlink()
    run_experiment(quick(), tmp_path, jobs=0, resume=True)
    assert [row.state for row in left_in(tmp_path).runs] == ["done"]
    assert Knowledge.load(tmp_path / "knowledge" / "cell-0-run-0.hoyle").items
